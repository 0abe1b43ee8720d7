package importer

import (
	"io"
	"math"
	"strconv"

	"github.com/isofront/isofront/core/opt"
)

// walk reads JSON value by value, as the code that knows the format asks for
// them, so that arrays of any length pass through in constant memory. A value
// of the wrong kind makes the current row unsound and is stepped over; text
// that is not JSON ends the walk with err, after which nothing is called.
type walk struct {
	j   *jsonReader
	err error

	bad                    bool // the current row, for its first reason:
	column, reason, detail string
	seen                   uint64 // the fields of the current row that were there, as its reader numbers them
}

func newWalk(in io.Reader) *walk {
	w := &walk{j: newJSONReader(in, nil)}
	w.j.skipMark()
	return w
}

// reset begins a new text that is in memory.
func (w *walk) reset(text []byte) {
	j := w.j
	j.buf, j.lo, j.hi, j.base, j.ended, j.depth = text, 0, len(text), 0, io.EOF, 0
	w.err = nil
	w.row()
}

// row begins a new row.
func (w *walk) row() { w.bad, w.column, w.reason, w.detail, w.seen = false, "", "", "", 0 }

// refuse makes the row unsound, for the first reason of those given.
func (w *walk) refuse(column, reason, detail string) {
	if !w.bad {
		w.bad, w.column, w.reason, w.detail = true, column, reason, detail
	}
}

const twice = "field appears twice"

// once refuses a row with a field, by its number among the row's, that was there before:
// either value may be meant.
func (w *walk) once(field int, column string) {
	if w.seen&(1<<field) != 0 {
		w.refuse(column, twice, "")
	}
	w.seen |= 1 << field
}

// part ends the walk at a part of a file, around its rows, that was there before in the
// object that names counts.
func (w *walk) part(names map[string]bool, name string) {
	if names[name] && w.err == nil {
		w.err = w.j.bad(name + ": " + twice)
	}
	names[name] = true
}

// first returns the first byte of the next value, 0 with err when there is none.
func (w *walk) first() byte {
	if w.err != nil {
		return 0
	}
	c, ok := w.j.space()
	switch {
	case !ok:
		w.err = w.j.short()
	case c == 0: // no value begins like this, and 0 stands for none
		w.err = w.j.bad("not a JSON value")
	}
	return c
}

// end expects nothing more than white space.
func (w *walk) end() {
	if w.err != nil {
		return
	}
	if _, more := w.j.space(); more {
		w.err = w.j.bad("more after the end")
	} else {
		w.err = ignoreEOF(w.j.ended)
	}
}

// skip steps over one value.
func (w *walk) skip() {
	if w.err == nil {
		w.err = w.j.value(false)
	}
}

// other steps over a value that is not what is wanted: null is an absent one,
// anything else is a fault of the row.
func (w *walk) other(column, wanted string, c byte) {
	if c == 0 {
		return
	}
	if c != 'n' && c != 'N' && c != 'I' {
		w.refuse(column, "is not "+wanted, "")
	}
	w.skip()
}

// object calls field with the name of each field; field must read the value.
// The name is valid until anything is read. It reports whether there was an object.
func (w *walk) object(column string, field func(name []byte)) bool {
	c := w.first()
	if c != '{' {
		w.other(column, "an object", c)
		return false
	}
	j := w.j
	if w.err = j.deeper(); w.err != nil {
		return false
	}
	for first := true; ; first = false {
		c := w.first()
		switch {
		case w.err != nil:
			return false
		case c == '}':
			w.err = j.shallower()
			return w.err == nil
		case !first && c == ',':
			j.lo++
			c = w.first()
		case !first:
			w.err = j.bad("expected , or }")
		}
		if w.err == nil && c != '"' {
			w.err = j.bad("expected a field name in quotes")
		}
		if w.err != nil {
			return false
		}
		at := j.lo
		name, ok := w.plain()
		if !ok || j.buf[j.lo] != ':' { // or else looking for the : may move the buffer
			j.lo, j.text = at, j.text[:0]
			if w.err = j.string(&j.text, maxJSONPath); w.err != nil {
				return false
			}
			name = j.text
		}
		if c = w.first(); w.err == nil && c != ':' {
			w.err = j.bad("expected : after a field name")
		}
		if w.err != nil {
			return false
		}
		j.lo++
		if field(name); w.err != nil {
			return false
		}
	}
}

// plain takes a text that lies whole in the buffer and needs nothing undone, as
// nearly all do.
func (w *walk) plain() ([]byte, bool) {
	j := w.j
	for i := j.lo + 1; i < j.hi && i <= j.lo+maxJSONPath; i++ {
		switch c := j.buf[i]; {
		case c == '"':
			text := j.buf[j.lo+1 : i]
			if i+1 == j.hi {
				return nil, false // reading on would move the buffer
			}
			j.lo = i + 1
			return text, true
		case c == '\\' || c < ' ':
			return nil, false
		}
	}
	return nil, false
}

// array calls element before each element; element must read it.
func (w *walk) array(column string, element func(i int)) bool {
	c := w.first()
	if c != '[' {
		w.other(column, "an array", c)
		return false
	}
	j := w.j
	if w.err = j.deeper(); w.err != nil {
		return false
	}
	for i := 0; ; i++ {
		c := w.first()
		switch {
		case w.err != nil:
			return false
		case c == ']':
			w.err = j.shallower()
			return w.err == nil
		case i > 0 && c == ',':
			j.lo++
		case i > 0:
			w.err = j.bad("expected , or ]")
			return false
		}
		if element(i); w.err != nil {
			return false
		}
	}
}

// digits returns the text of a number, nil for null; anything else is a fault
// of the row. It is valid until the next value is read.
func (w *walk) digits(column string) []byte {
	c := w.first()
	if c != '-' && (c < '0' || c > '9') {
		w.other(column, "a number", c)
		return nil
	}
	j := w.j
	if at := numberEnd(j.buf[j.lo:j.hi]); at > 0 && at <= maxJSONNumber { // within the buffer
		text := j.buf[j.lo : j.lo+at]
		if text[at-1] >= '0' && text[at-1] <= '9' {
			j.lo += at
			return text
		}
	}
	j.rec.arena = j.rec.arena[:0]
	v := jsonValue{}
	if w.err = j.word(&v, c); w.err != nil || v.kind != jsonNumber {
		return nil // -Infinity is absent
	}
	return j.rec.arena[v.lo:v.hi]
}

// numberEnd is the length of the number that b begins with, 0 when it may go
// on behind b.
func numberEnd(b []byte) int {
	for i, c := range b {
		if !isNumberByte(c) {
			return i
		}
	}
	return 0
}

// number reads a number; null, NaN and infinities are absent.
func (w *walk) number(column string) opt.Float {
	text := w.digits(column)
	if text == nil {
		return opt.Float{}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		w.refuse(column, "is not a number", quote(string(text)))
		return opt.Float{}
	}
	return opt.Of(v + 0) // -0 becomes 0
}

// integer reads a whole number that may be too large for a float64 to hold
// every digit.
func (w *walk) integer(column string) (int64, bool) {
	text := w.digits(column)
	if text == nil {
		return 0, false
	}
	if v, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return v, true
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > 1<<62 {
		w.refuse(column, "is not a whole number", quote(string(text)))
		return 0, false
	}
	return int64(v), true
}

// numbers appends the numbers of an array to to; a null among them is a fault
// of the row. most bounds their count.
func (w *walk) numbers(column string, to []float64, most int) []float64 {
	from := len(to)
	w.array(column, func(int) {
		v, ok := w.number(column).Get()
		switch {
		case len(to)-from >= most:
			w.refuse(column, "more elements than one request can have", "")
		case !ok:
			w.refuse(column, "holds something that is not a number", "")
		default:
			to = append(to, v)
		}
	})
	return to
}

// oneOf reads a text and returns the one of the choices that it is, else a copy.
func (w *walk) oneOf(column string, choices []string) string {
	if w.first() == '"' {
		at := w.j.lo
		if text, ok := w.plain(); ok {
			for _, c := range choices {
				if string(text) == c {
					return c
				}
			}
			w.j.lo = at
		}
	}
	return w.text(column, 64)
}

// text reads a text, "" for null; it is cut behind most bytes.
func (w *walk) text(column string, most int) string { return string(w.bytes(column, most)) }

// bytes is text that is valid until the next value is read.
func (w *walk) bytes(column string, most int) []byte {
	c := w.first()
	if c != '"' {
		w.other(column, "a text", c)
		return nil
	}
	w.j.rec.arena = w.j.rec.arena[:0]
	if w.err = w.j.string(&w.j.rec.arena, most); w.err != nil {
		return nil
	}
	return w.j.rec.arena
}

// holds reads any value and reports whether it is there: not null, "", false,
// {} or []. So tools mark an error.
func (w *walk) holds() bool {
	switch c := w.first(); c {
	case '"':
		w.j.rec.arena = w.j.rec.arena[:0]
		w.err = w.j.string(&w.j.rec.arena, 1)
		return len(w.j.rec.arena) > 0
	case '{':
		some := false
		w.object("", func([]byte) { some = true; w.skip() })
		return some
	case '[':
		some := false
		w.array("", func(int) { some = true; w.skip() })
		return some
	default:
		w.skip()
		return c != 'n' && c != 'f' && c != 'N'
	}
}

// truth reads true or false; null is false.
func (w *walk) truth(column string) bool {
	switch c := w.first(); c {
	case 't', 'f':
		w.skip()
		return c == 't'
	default:
		w.other(column, "true or false", c)
		return false
	}
}
