package data

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/isofront/isofront/core/opt"
)

// packed is a column of unsigned integers of 1, 2 or 4 bytes each,
// little-endian.
type packed struct {
	b     []byte
	width int
}

// pack packs values in the narrowest width that holds them all.
func pack(values []uint32) []byte {
	var most uint32
	for _, v := range values {
		most = max(most, v)
	}
	width := 4
	if most < 1<<8 {
		width = 1
	} else if most < 1<<16 {
		width = 2
	}
	out := make([]byte, 0, len(values)*width)
	for _, v := range values {
		for w := range width {
			out = append(out, byte(v>>(8*w)))
		}
	}
	return out
}

// unpack reads b as rows integers, false when the length fits no width.
func unpack(b []byte, rows int) (packed, bool) {
	for _, w := range []int{1, 2, 4} {
		if len(b) == rows*w {
			return packed{b, w}, true
		}
	}
	return packed{}, false
}

func (p packed) at(i int) uint32 {
	switch p.width {
	case 1:
		return uint32(p.b[i])
	case 2:
		return uint32(binary.LittleEndian.Uint16(p.b[2*i:]))
	}
	return binary.LittleEndian.Uint32(p.b[4*i:])
}

// column is an opened numeric column. With a bitmap, the value of row i lies
// at the number of present rows before i: rank holds that for every 64th row.
type column struct {
	values  []byte
	present []byte   // padded to whole 64-bit words; nil when every row has a value
	rank    []uint32 // present rows before row 64*k
}

// openColumn checks the lengths and the values of a column; what is the reason
// when it is not sound.
func openColumn(c *columnBody, rows int) (col column, what string) {
	want := rows
	if len(c.Present) > 0 {
		if len(c.Present) != (rows+7)/8 {
			return column{}, "its presence bitmap has the wrong length"
		}
		if used := rows % 8; used != 0 && c.Present[len(c.Present)-1]>>used != 0 {
			return column{}, "its presence bitmap names rows that are not there"
		}
		words := (rows + 63) / 64
		col.present = make([]byte, words*8)
		copy(col.present, c.Present)
		col.rank = make([]uint32, words)
		n := 0
		for k := range words {
			col.rank[k] = uint32(n)
			n += bits.OnesCount64(binary.LittleEndian.Uint64(col.present[8*k:]))
		}
		want = n
	}
	if want == 0 || len(c.Values) != want*8 {
		return column{}, "its number of values does not match its rows"
	}
	for i := 0; i < len(c.Values); i += 8 {
		// An exponent of all ones is NaN or an infinity.
		if binary.LittleEndian.Uint64(c.Values[i:])>>52&0x7ff == 0x7ff {
			return column{}, "a value is not finite"
		}
	}
	col.values = c.Values
	return col, ""
}

// at returns the value of row i in constant time.
func (c *column) at(i int) opt.Float {
	if c.values == nil {
		return opt.Float{}
	}
	if c.present != nil {
		word := binary.LittleEndian.Uint64(c.present[i/64*8:])
		bit := uint64(1) << (i % 64)
		if word&bit == 0 {
			return opt.Float{}
		}
		i = int(c.rank[i/64]) + bits.OnesCount64(word&(bit-1))
	}
	return opt.Of(math.Float64frombits(binary.LittleEndian.Uint64(c.values[8*i:])))
}

// packColumn builds the body of one metric's column, false when no row has a
// value.
func packColumn(points []*Point, m Metric) (columnBody, bool) {
	present := 0
	for _, p := range points {
		if p.Values[m].Ok() {
			present++
		}
	}
	if present == 0 {
		return columnBody{}, false
	}
	c := columnBody{Name: m.Name(), Present: make([]byte, (len(points)+7)/8), Values: make([]byte, 0, 8*present)}
	for i, p := range points {
		v, ok := p.Values[m].Get()
		if !ok {
			continue
		}
		if v == 0 {
			v = 0 // -0 and 0 are the same number and must be the same bytes
		}
		c.Present[i/8] |= 1 << (i % 8)
		c.Values = binary.LittleEndian.AppendUint64(c.Values, math.Float64bits(v))
	}
	if len(c.Values) == 8*len(points) {
		c.Present = nil
	}
	return c, true
}
