package website

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
)

// Go's linker begins a new data segment after every eight zeros: 97,000 in the offline
// file's module, which cost 110 KB of its 1,703 under brotli, and browsers take 100,000.

// joinedOver is how many zeros stand inside a segment before another begins: they
// weigh nothing under brotli, and a segment's head does.
const joinedOver = 128

// mostData bounds what a module's data may span: more than any module here has.
const mostData = 1 << 26

// memory is what a module's active data segments make of the first memory.
type memory struct {
	from  int // address of bytes[0]
	bytes []byte
}

// errOtherData is data that is not laid down at fixed addresses of one memory.
var errOtherData = errors.New("its data is not at fixed addresses")

// readMemory lays down the segments of a data section, in their order.
func readMemory(section []byte) (memory, error) {
	type segment struct {
		at    int
		bytes []byte
	}
	var segments []segment
	from, to := mostData, 0
	r := counter{section}
	for range r.number() {
		if r.number() != 0 || r.byte() != 0x41 { // active in memory 0; i32.const
			return memory{}, errOtherData
		}
		at := r.signed()
		if r.byte() != 0x0b || at < 0 || at > mostData { // end
			return memory{}, errOtherData
		}
		n := r.number()
		if n > len(r.rest) {
			return memory{}, errCutShort
		}
		segments = append(segments, segment{at, r.take(n)})
		from, to = min(from, at), max(to, at+n)
	}
	if to > mostData {
		return memory{}, errOtherData
	}
	if len(segments) == 0 {
		return memory{}, nil
	}
	m := memory{from, make([]byte, to-from)}
	for _, s := range segments {
		copy(m.bytes[s.at-from:], s.bytes)
	}
	return m, nil
}

// section is a data section that lays down m, and how many segments it has.
func (m memory) section() (out []byte, segments int) {
	gap := make([]byte, joinedOver)
	for at := 0; at < len(m.bytes); {
		rest := m.bytes[at:]
		zeros := len(rest) - len(bytes.TrimLeft(rest, "\x00"))
		if rest = rest[zeros:]; len(rest) == 0 {
			break
		}
		if end := bytes.Index(rest, gap); end >= 0 {
			rest = rest[:end]
		} else {
			rest = bytes.TrimRight(rest, "\x00")
		}
		at += zeros
		out = appendSigned(append(out, 0, 0x41), m.from+at)
		out = binary.AppendUvarint(append(out, 0x0b), uint64(len(rest)))
		out = append(out, rest...)
		at += len(rest)
		segments++
	}
	return append(binary.AppendUvarint(nil, uint64(segments)), out...), segments
}

// slim leaves of a module what runs it: without names, its data in few segments, and,
// where Go's compiler made it, without the tables of source lines. Data of an unknown
// kind stays as it is.
func slim(wasm []byte, compiler string) ([]byte, error) {
	wasm, err := withoutNames(wasm)
	if err != nil {
		return nil, err
	}
	var m memory
	err = sections(wasm, func(id byte, _, content []byte) error {
		if id == dataSection {
			m, err = readMemory(content)
			return err
		}
		return nil
	})
	if errors.Is(err, errOtherData) {
		return wasm, nil
	}
	if err != nil {
		return nil, err
	}
	if compiler == Go {
		dropLines(m)
	}
	data, segments := m.section()
	out := bytes.Clone(wasm[:8])
	put := func(id byte, content []byte) {
		out = binary.AppendUvarint(append(out, id), uint64(len(content)))
		out = append(out, content...)
	}
	err = sections(wasm, func(id byte, whole, _ []byte) error {
		switch id {
		case dataSection:
			put(id, data)
		case dataCountSection:
			put(id, binary.AppendUvarint(nil, uint64(segments)))
		default:
			out = append(out, whole...)
		}
		return nil
	})
	return out, err
}

// signed reads a signed number of at most 32 bits.
func (r *counter) signed() int {
	var v int64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return int(v)
		}
	}
	return math.MinInt
}

func appendSigned(out []byte, v int) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
