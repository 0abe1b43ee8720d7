// Package msgpack reads and writes the little of MessagePack that files and
// messages hold, in as little code as a WebAssembly module wants to carry.
//
// It takes nothing on trust: a count or length is held against the bytes that
// remain before anything is made for it, and every failure is a Fault and never
// a panic, with 32-bit integers too. msgp, which writes the files and is what
// this package is tested against, spends five times the code on the same types.
package msgpack

import (
	"encoding/binary"
	"math"
)

// Writer appends values to B, each in its shortest form. What comes with a key
// is a field of a map, whose number of fields Map gave before.
type Writer struct{ B []byte }

// room is n bytes more at the end of B. An append for each value would be a call
// into the runtime under TinyGo, and those were a third of a reply.
func (w *Writer) room(n int) []byte {
	at := len(w.B)
	if n > cap(w.B)-at {
		w.B = append(make([]byte, 0, 2*cap(w.B)+n), w.B...)
	}
	w.B = w.B[:at+n]
	return w.B[at:]
}

func (w *Writer) byte(b byte) { w.room(1)[0] = b }

func (w *Writer) led8(lead, v byte) {
	b := w.room(2)
	b[0], b[1] = lead, v
}

func (w *Writer) led16(lead byte, v uint16) {
	b := w.room(3)
	b[0] = lead
	binary.BigEndian.PutUint16(b[1:], v)
}

func (w *Writer) led32(lead byte, v uint32) {
	b := w.room(5)
	b[0] = lead
	binary.BigEndian.PutUint32(b[1:], v)
}

func (w *Writer) led64(lead byte, v uint64) {
	b := w.room(9)
	b[0] = lead
	binary.BigEndian.PutUint64(b[1:], v)
}

// sized writes the lead byte of a length: fix|n below a bound, else one of 8
// bits where there is such a form, of 16 or of 32.
func (w *Writer) sized(n int, fix byte, below int, lead8, lead16 byte) {
	switch {
	case n < below:
		w.byte(fix | byte(n))
	case n < 1<<8 && lead8 != 0:
		w.led8(lead8, byte(n))
	case n < 1<<16:
		w.led16(lead16, uint16(n))
	default:
		w.led32(lead16+1, uint32(n))
	}
}

// Map begins a map of n fields, List a list of n values.
func (w *Writer) Map(n int)  { w.sized(n, 0x80, 16, 0, 0xde) }
func (w *Writer) List(n int) { w.sized(n, 0x90, 16, 0, 0xdc) }

func (w *Writer) Nil() { w.byte(0xc0) }

func (w *Writer) Text(s string) {
	if len(s) < 32 {
		b := w.room(1 + len(s))
		b[0] = 0xa0 | byte(len(s))
		copy(b[1:], s)
		return
	}
	w.sized(len(s), 0xa0, 32, 0xd9, 0xda)
	copy(w.room(len(s)), s)
}

// Bytes writes bytes that are no text.
func (w *Writer) Bytes(b []byte) {
	w.sized(len(b), 0, 0, 0xc4, 0xc5)
	copy(w.room(len(b)), b)
}

// Uint writes a number in the form of one that may not be below 0.
func (w *Writer) Uint(v uint32) {
	switch {
	case v < 1<<7:
		w.byte(byte(v))
	case v < 1<<8:
		w.led8(0xcc, byte(v))
	case v < 1<<16:
		w.led16(0xcd, uint16(v))
	default:
		w.led32(0xce, v)
	}
}

func (w *Writer) Bool(v bool) {
	if v {
		w.byte(0xc3)
	} else {
		w.byte(0xc2)
	}
}

func (w *Writer) Int(v int) {
	switch {
	case v >= 0 && v < 1<<7 || v < 0 && v >= -32:
		w.byte(byte(v))
	case v == int(int8(v)):
		w.led8(0xd0, byte(v))
	case v == int(int16(v)):
		w.led16(0xd1, uint16(v))
	case v == int(int32(v)):
		w.led32(0xd2, uint32(v))
	default:
		w.led64(0xd3, uint64(v))
	}
}

func (w *Writer) Float(v float64) {
	w.led64(0xcb, math.Float64bits(v))
}

func (w *Writer) KeyText(key, v string) {
	w.Text(key)
	w.Text(v)
}

func (w *Writer) KeyBool(key string, v bool) {
	w.Text(key)
	w.Bool(v)
}

func (w *Writer) KeyInt(key string, v int) {
	w.Text(key)
	w.Int(v)
}

func (w *Writer) KeyFloat(key string, v float64) {
	w.Text(key)
	w.Float(v)
}

// KeyList writes a key and begins the list of n values under it; KeyMap begins
// a map.
func (w *Writer) KeyList(key string, n int) {
	w.Text(key)
	w.List(n)
}

func (w *Writer) KeyMap(key string, n int) {
	w.Text(key)
	w.Map(n)
}

func (w *Writer) KeyUint(key string, v uint32) {
	w.Text(key)
	w.Uint(v)
}

func (w *Writer) KeyBytes(key string, b []byte) {
	w.Text(key)
	w.Bytes(b)
}

// KeyNil reports whether there is no value; then it has written that.
func (w *Writer) KeyNil(key string, none bool) bool {
	w.Text(key)
	if none {
		w.Nil()
	}
	return none
}

// A pointer that is nil is written as nil.

func (w *Writer) KeyTextOrNil(key string, v *string) {
	if !w.KeyNil(key, v == nil) {
		w.Text(*v)
	}
}

func (w *Writer) KeyFloatOrNil(key string, v *float64) {
	if !w.KeyNil(key, v == nil) {
		w.Float(*v)
	}
}

func (w *Writer) KeyTexts(key string, v []string) {
	w.KeyList(key, len(v))
	for _, s := range v {
		w.Text(s)
	}
}

func (w *Writer) KeyFloats(key string, v []float64) {
	w.KeyList(key, len(v))
	for _, f := range v {
		w.Float(f)
	}
}

func (w *Writer) KeyBools(key string, v []bool) {
	w.KeyList(key, len(v))
	for _, b := range v {
		w.Bool(b)
	}
}
