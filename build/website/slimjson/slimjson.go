// Package vjson is what the page needs of github.com/vugu/vjson, which vugu reads
// events with: JSON into maps, lists, text, numbers and truth, and text into
// JSON. The WebAssembly builds put it in that library's place, which takes apart
// whatever it is given by its type and is four times as large.
package vjson

import (
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/isofront/isofront/core/digits"
)

// RawMessage is encoding/json's.
type RawMessage []byte

// deepest is how far lists and objects may lie in each other.
const deepest = 64

var errJSON = errors.New("vjson: not JSON")

// Unmarshal reads one object, whose values are those of encoding/json.
func Unmarshal(data []byte, to *map[string]interface{}) error {
	r := reader{rest: data}
	v, ok := r.value(0)
	m, isObject := v.(map[string]interface{})
	r.space()
	if !ok || !isObject || len(r.rest) > 0 {
		return errJSON
	}
	*to = m
	return nil
}

// reader reads from the front.
type reader struct{ rest []byte }

func (r *reader) space() {
	for len(r.rest) > 0 && (r.rest[0] == ' ' || r.rest[0] == '\n' || r.rest[0] == '\t' || r.rest[0] == '\r') {
		r.rest = r.rest[1:]
	}
}

// next takes a character, after any space, if it is that one.
func (r *reader) next(c byte) bool {
	r.space()
	if len(r.rest) == 0 || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *reader) value(depth int) (v interface{}, ok bool) {
	r.space()
	if len(r.rest) == 0 || depth > deepest {
		return nil, false
	}
	switch r.rest[0] {
	case '{':
		m := map[string]interface{}{}
		ok = r.list('}', func() bool {
			r.space()
			key, ok := r.text()
			if !ok || !r.next(':') {
				return false
			}
			m[key], ok = r.value(depth + 1)
			return ok
		})
		return m, ok
	case '[':
		l := []interface{}{}
		ok = r.list(']', func() bool {
			x, ok := r.value(depth + 1)
			l = append(l, x)
			return ok
		})
		return l, ok
	case '"':
		return r.text()
	}
	return r.word()
}

// list reads what lies between brackets, by commas.
func (r *reader) list(end byte, one func() bool) bool {
	r.rest = r.rest[1:]
	if r.next(end) {
		return true
	}
	for one() {
		if r.next(end) {
			return true
		}
		if !r.next(',') {
			break
		}
	}
	return false
}

// word is a number, true, false or null.
func (r *reader) word() (interface{}, bool) {
	n := 0
	for n < len(r.rest) && (r.rest[n] >= '0' && r.rest[n] <= '9' || r.rest[n]|0x20 >= 'a' && r.rest[n]|0x20 <= 'z' || r.rest[n] == '-' || r.rest[n] == '+' || r.rest[n] == '.') {
		n++
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	switch s {
	case "null":
		return nil, true
	case "true", "false":
		return s == "true", true
	}
	if s == "" || s[0] == '+' {
		return nil, false
	}
	return digits.Parse(s)
}

func (r *reader) text() (string, bool) {
	if len(r.rest) == 0 || r.rest[0] != '"' {
		return "", false
	}
	b := []byte{}
	for i := 1; i < len(r.rest); i++ {
		c := r.rest[i]
		switch {
		case c == '"':
			r.rest = r.rest[i+1:]
			return string(b), true
		case c < ' ':
			return "", false
		case c != '\\':
			b = append(b, c)
			continue
		}
		if i++; i == len(r.rest) {
			break
		}
		switch c = r.rest[i]; c {
		case '"', '\\', '/':
			b = append(b, c)
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			unit, ok := r.unit(i + 1)
			if !ok {
				return "", false
			}
			i += 4
			if second, ok := r.unit(i + 3); ok && r.rest[i+1] == '\\' && r.rest[i+2] == 'u' {
				if pair := utf16.DecodeRune(unit, second); pair != utf8.RuneError {
					unit = pair
					i += 6
				}
			}
			b = utf8.AppendRune(b, unit) // half a pair becomes the replacement character
		default:
			return "", false
		}
	}
	return "", false
}

// unit reads the four digits of a \u at i.
func (r *reader) unit(i int) (unit rune, ok bool) {
	if i+4 > len(r.rest) {
		return 0, false
	}
	for _, c := range r.rest[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		unit = unit<<4 | rune(c)
	}
	return unit, true
}

// Marshal writes text, which is all that the page hands it.
func Marshal(text string) ([]byte, error) {
	const hex = "0123456789abcdef"
	b := []byte{'"'}
	for i := 0; i < len(text); i++ { // the library is older than range over a number
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"'), nil
}
