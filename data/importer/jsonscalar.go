package importer

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The scalars and bytes of a jsonReader.

// word reads a number or one of the bare words.
func (j *jsonReader) word(v *jsonValue, c byte) error {
	if c == '-' || c >= '0' && c <= '9' {
		var num [maxJSONNumber]byte
		n, digits := 0, false
		for ok := true; ok && isNumberByte(c); c, ok = j.peek() {
			if n == len(num) {
				return j.bad("a number of more than 64 characters")
			}
			digits = digits || c >= '0' && c <= '9'
			num[n] = c
			n++
			j.lo++
		}
		switch {
		case n == 1 && num[0] == '-' && c == 'I':
			return j.literal("Infinity")
		case !digits:
			return j.bad("not a number")
		case v != nil:
			v.kind, v.lo = jsonNumber, len(j.rec.arena)
			j.rec.arena = append(j.rec.arena, num[:n]...)
			v.hi = len(j.rec.arena)
		}
		return nil
	}
	word := ""
	switch c {
	case 't':
		word = "true"
	case 'f':
		word = "false"
	case 'n':
		return j.literal("null")
	case 'N':
		return j.literal("NaN")
	case 'I':
		return j.literal("Infinity")
	default:
		return j.bad("not a JSON value")
	}
	if v != nil {
		v.kind, v.lo = jsonBool, len(j.rec.arena)
		j.rec.arena = append(j.rec.arena, word...)
		v.hi = len(j.rec.arena)
	}
	return j.literal(word)
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

func (j *jsonReader) literal(word string) error {
	for i := range len(word) {
		c, ok := j.peek()
		if !ok {
			return j.short()
		}
		if c != word[i] {
			return j.bad("not a JSON value")
		}
		j.lo++
	}
	return nil
}

// string reads a text and appends it to to, at most most bytes and one more
// piece, so that the caller sees that it was cut. A nil to skips it.
func (j *jsonReader) string(to *[]byte, most int) error {
	j.lo++
	start := 0
	if to != nil {
		start = len(*to)
	}
	add := func(b ...byte) {
		if to != nil && len(*to)-start <= most {
			*to = append(*to, b...)
		}
	}
	for {
		c, ok := j.peek()
		if !ok {
			return j.short()
		}
		from := j.lo
		for j.lo < j.hi && j.buf[j.lo] != '"' && j.buf[j.lo] != '\\' && j.buf[j.lo] >= ' ' {
			j.lo++
		}
		if run := j.buf[from:j.lo]; len(run) > 0 {
			if to != nil {
				add(run[:min(len(run), most+1)]...)
			}
			continue
		}
		switch {
		case c == '"':
			j.lo++
			return nil
		case c < ' ':
			return j.bad("a control character in a text")
		}
		j.lo++
		r, err := j.escape()
		if err != nil {
			return err
		}
		var utf [utf8.UTFMax]byte
		add(utf[:utf8.EncodeRune(utf[:], r)]...)
	}
}

// escape reads what follows a backslash.
func (j *jsonReader) escape() (rune, error) {
	c, ok := j.peek()
	if !ok {
		return 0, j.short()
	}
	j.lo++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, err := j.hex4()
		if err != nil || !utf16.IsSurrogate(r) {
			return r, err
		}
		// The other half of the pair, when it is there.
		if j.two() && j.buf[j.lo] == '\\' && j.buf[j.lo+1] == 'u' {
			j.lo += 2
			low, err := j.hex4()
			return utf16.DecodeRune(r, low), err
		}
		return utf8.RuneError, nil
	}
	return 0, j.bad("an unknown escape in a text")
}

func (j *jsonReader) hex4() (rune, error) {
	var r rune
	for range 4 {
		c, ok := j.peek()
		if !ok {
			return 0, j.short()
		}
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, j.bad("an unknown escape in a text")
		}
		j.lo++
	}
	return r, nil
}

// space skips white space and returns the byte after it without taking it.
func (j *jsonReader) space() (byte, bool) {
	for {
		c, ok := j.peek()
		if !ok || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c, ok
		}
		if c == '\n' {
			j.line++
		}
		j.lo++
	}
}

// peek returns the next byte without taking it; false at the end of the file
// or after a read error.
func (j *jsonReader) peek() (byte, bool) {
	if j.lo == j.hi && !j.fill() {
		return 0, false
	}
	return j.buf[j.lo], true
}

// two makes two bytes available; false when fewer are left.
func (j *jsonReader) two() bool {
	for j.hi-j.lo < 2 {
		if !j.fill() {
			return false
		}
	}
	return true
}

// fill reads more behind what is left of the buffer; false when there is none.
func (j *jsonReader) fill() bool {
	if j.ended != nil {
		return false
	}
	j.base += int64(j.lo)
	j.hi = copy(j.buf, j.buf[j.lo:j.hi])
	j.lo = 0
	for range 100 {
		n, err := j.in.Read(j.buf[j.hi:])
		j.hi += n
		j.ended = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	j.ended = io.ErrNoProgress
	return false
}

// skipMark skips a byte-order mark.
func (j *jsonReader) skipMark() {
	for _, c := range []byte("\xef\xbb\xbf") {
		if d, ok := j.peek(); !ok || d != c {
			return
		}
		j.lo++
	}
}

// errCutShort is the error for a file that ends inside a value.
var errCutShort = errors.New("the file ends in the middle of a value: it was cut short")

// short is the error for a file that ends where more must follow.
func (j *jsonReader) short() error {
	if err := ignoreEOF(j.ended); err != nil {
		return err
	}
	return errCutShort
}

func ignoreEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

func (j *jsonReader) bad(what string) error {
	return errors.New("byte " + strconv.FormatInt(j.base+int64(j.lo), 10) + ": " + what)
}
