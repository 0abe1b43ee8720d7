package data

import (
	"math"
	"math/bits"
)

// The figures of requests are whole multiples of a tool's clock tick (or of a
// token), so a column is kept as integers over one power of ten or of two when
// every value comes back from that bit by bit, and as doubles when not. What is
// written is therefore always exactly what was read.

const (
	codingDouble  = 0 // the 64 bits
	codingDecimal = 1 // k / 10^scale
	codingBinary  = 2 // k / 2^scale

	maxDecimal = 12
	maxBinary  = 60
	exactInt   = 1 << 53 // integers below it are exact in a double
)

var powersOf10 = [maxDecimal + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12}

// numbers is a coded column of n >= 1 finite values.
type numbers struct {
	coding, scale uint8
	delta         bool
	planes        []byte
}

// encodeNumbers codes values in the narrowest way that gives them all back.
func encodeNumbers(values []float64) numbers {
	best, width := numbers{coding: codingDouble}, 8
	ints := make([]int64, len(values))
	raw := make([]uint64, len(values))
	try := func(coding, scale uint8) {
		for _, delta := range []bool{false, true} {
			var all uint64
			zigzagAll(ints, delta, func(_ int, u uint64) { all |= u })
			if w := byteWidth(all); w < width {
				best, width = numbers{coding: coding, scale: scale, delta: delta}, w
				zigzagAll(ints, delta, func(i int, u uint64) { raw[i] = u })
			}
		}
	}
	if scale, ok := decimalScale(values, ints); ok {
		try(codingDecimal, scale)
	}
	if scale, ok := binaryScale(values, ints); ok {
		try(codingBinary, scale)
	}
	if best.coding == codingDouble {
		for i, v := range values {
			raw[i] = math.Float64bits(v)
		}
	}
	best.planes = make([]byte, width*len(values))
	for p := range width {
		plane := best.planes[p*len(values) : (p+1)*len(values)]
		for i, u := range raw {
			plane[i] = byte(u >> (8 * p))
		}
	}
	return best
}

// zigzagAll gives each integer, or its difference from the one before, as an
// unsigned number that is small when it is near 0.
func zigzagAll(ints []int64, delta bool, take func(i int, u uint64)) {
	before := int64(0)
	for i, k := range ints {
		d := k
		if delta {
			d, before = k-before, k
		}
		take(i, uint64(d<<1)^uint64(d>>63))
	}
}

func byteWidth(u uint64) int { return max((bits.Len64(u)+7)/8, 1) }

// decimalScale finds the least scale at which every value is a whole k/10^scale,
// and those k.
func decimalScale(values []float64, ints []int64) (uint8, bool) {
	scale := 0
	for i := 0; i < len(values); {
		k := math.RoundToEven(values[i] * powersOf10[scale])
		if math.Abs(k) < exactInt && k/powersOf10[scale] == values[i] {
			ints[i] = int64(k)
			i++
			continue
		}
		if scale++; scale > maxDecimal || math.Abs(k) >= exactInt {
			return 0, false
		}
		i = 0
	}
	return uint8(scale), true
}

// binaryScale does so for k/2^scale.
func binaryScale(values []float64, ints []int64) (uint8, bool) {
	scale, most := 0, 0.0
	for _, v := range values {
		if v == 0 {
			continue
		}
		fraction, exp := math.Frexp(v) // v = fraction 2^exp, and fraction 2^53 is whole
		whole := int64(fraction * exactInt)
		scale = max(scale, 53-exp-bits.TrailingZeros64(uint64(whole)))
		most = max(most, math.Abs(v))
	}
	if scale > maxBinary || math.Ldexp(most, scale) >= exactInt {
		return 0, false
	}
	for i, v := range values {
		ints[i] = int64(math.Ldexp(v, scale))
	}
	return uint8(scale), true
}

// decode gives the n values back; what is the reason when they are not sound.
func (c *numbers) decode(n int) (values []float64, what string) {
	if n < 1 || len(c.planes)%n != 0 || len(c.planes) < n || len(c.planes) > 8*n {
		return nil, "its number of values does not match its rows"
	}
	width := len(c.planes) / n
	switch {
	case c.coding == codingDouble && width == 8 && c.scale == 0 && !c.delta:
	case c.coding == codingDecimal && c.scale <= maxDecimal, c.coding == codingBinary && c.scale <= maxBinary:
	default:
		return nil, "its coding is not known"
	}
	divisor := 1.0
	if c.coding == codingBinary {
		divisor = math.Ldexp(1, int(c.scale))
	} else if c.coding == codingDecimal {
		divisor = powersOf10[c.scale]
	}
	values = make([]float64, n)
	before := int64(0)
	var room [512]uint64
	for from := 0; from < n; from += len(room) { // a piece at a time, plane by plane
		to := min(from+len(room), n)
		raw, out := room[:to-from], values[from:to]
		clear(raw)
		for p := range width {
			plane, shift := c.planes[p*n+from:p*n+to], 8*p&63
			for i, b := range plane[:len(raw)] {
				raw[i] |= uint64(b) << shift
			}
		}
		if c.coding == codingDouble {
			for i, u := range raw {
				if u>>52&0x7ff == 0x7ff {
					return nil, "a value is not finite"
				}
				out[i] = math.Float64frombits(u)
			}
			continue
		}
		for i, u := range raw {
			k := int64(u>>1) ^ -int64(u&1)
			if c.delta {
				k += before // wraps like the difference did
				before = k
			}
			if k <= -exactInt || k >= exactInt {
				return nil, "a value is out of range"
			}
			out[i] = float64(k) / divisor
		}
	}
	return values, ""
}
