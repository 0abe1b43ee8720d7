package importer

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonReader reads the objects of a JSON file one after another: the elements
// of an array, or values that follow each other as in JSON lines. Of each it
// keeps only the scalars at paths that were asked for, so that a file of any
// size, with arrays and texts of any length, is read in constant memory, which
// encoding/json does not do: its Decoder holds a whole value or text.
//
// A path is the keys and array indices joined by points, such as
// metrics.median_tpot. The bare words NaN and Infinity, which Python writes,
// are values that are not there.
type jsonReader struct {
	in      io.Reader
	buf     []byte
	lo, hi  int
	base    int64 // bytes of the file before buf
	line    int
	ended   error // what the last read returned, io.EOF at the end
	failed  error
	array   bool
	started bool
	done    bool

	want  map[string]int
	inner map[string]bool // the containers of wanted paths
	path  []byte
	text  []byte
	depth int

	rec record
}

// record is the wanted scalars of the object read last.
type record struct {
	object bool   // false: the value was not an object
	row    int    // its place in the array, or its line
	twice  string // a wanted path that the object has twice
	values []jsonValue
	arena  []byte
	turn   int
}

type jsonValue struct {
	turn   int // the record it belongs to
	kind   jsonKind
	lo, hi int
}

type jsonKind byte

const (
	jsonAbsent jsonKind = iota // null, NaN, Infinity, or no such field
	jsonBool
	jsonNumber
	jsonText
)

// Limits on one file. They bound memory and stack, not size.
const (
	maxJSONDepth   = 64
	maxJSONPath    = 512
	maxJSONNumber  = 64
	keptOfAnArray  = 8 // elements of an array that have a path
	jsonBufferSize = 64 << 10
)

// newJSONReader reads from in and keeps the scalars at the paths in want.
func newJSONReader(in io.Reader, want []string) *jsonReader {
	j := &jsonReader{in: in, buf: make([]byte, jsonBufferSize), line: 1, want: make(map[string]int, len(want)), inner: map[string]bool{}}
	for _, w := range want {
		if _, ok := j.want[w]; ok {
			continue
		}
		j.want[w] = len(j.want)
		for i, c := range []byte(w) {
			if c == '.' {
				j.inner[w[:i]] = true
			}
		}
	}
	j.rec.values = make([]jsonValue, len(j.want))
	return j
}

// next reads the next object into rec. It returns false at the end.
func (j *jsonReader) next() (bool, error) {
	if j.failed == nil && !j.done {
		j.failed = j.advance()
	}
	return j.failed == nil && !j.done, j.failed
}

func (j *jsonReader) advance() error {
	if !j.started {
		j.started = true
		j.skipMark()
		if c, ok := j.space(); ok && c == '[' {
			j.array = true
			j.lo++
			if c, ok := j.space(); ok && c == ']' {
				j.lo++
				return j.end()
			}
			return j.one()
		}
		return j.oneOrEnd()
	}
	if !j.array {
		return j.oneOrEnd()
	}
	switch c, ok := j.space(); {
	case !ok:
		return j.short()
	case c == ',':
		j.lo++
		return j.one()
	case c == ']':
		j.lo++
		return j.end()
	}
	return j.bad("expected , or ]")
}

func (j *jsonReader) oneOrEnd() error {
	if _, ok := j.space(); !ok {
		return j.end()
	}
	return j.one()
}

// end expects nothing but white space.
func (j *jsonReader) end() error {
	if _, ok := j.space(); ok {
		return j.bad("more after the end")
	}
	j.done = true
	return ignoreEOF(j.ended)
}

func (j *jsonReader) one() error {
	r := &j.rec
	r.turn++
	r.twice, r.arena = "", r.arena[:0]
	c, ok := j.space()
	if !ok {
		return j.short()
	}
	if r.object = c == '{'; j.array {
		r.row++
	} else {
		r.row = j.line
	}
	j.path = j.path[:0]
	return j.value(true)
}

// value reads one value; keep says that something inside it may be wanted.
func (j *jsonReader) value(keep bool) error {
	c, ok := j.space()
	if !ok {
		return j.short()
	}
	switch {
	case c == '{':
		return j.object(keep)
	case c == '[':
		return j.list(keep)
	case c == '"':
		v := j.slot(keep)
		if v == nil {
			return j.string(nil, 0)
		}
		v.kind, v.lo = jsonText, len(j.rec.arena)
		err := j.string(&j.rec.arena, maxText)
		v.hi = len(j.rec.arena)
		return err
	}
	return j.word(j.slot(keep), c)
}

// slot is where the scalar at the current path is kept, nil when it is not.
func (j *jsonReader) slot(keep bool) *jsonValue {
	if !keep {
		return nil
	}
	i, ok := j.want[string(j.path)]
	if !ok {
		return nil
	}
	v := &j.rec.values[i]
	if v.turn == j.rec.turn {
		if j.rec.twice == "" {
			j.rec.twice = string(j.path)
		}
		return nil
	}
	*v = jsonValue{turn: j.rec.turn}
	return v
}

func (j *jsonReader) object(keep bool) error {
	if err := j.deeper(); err != nil {
		return err
	}
	keep = keep && (len(j.path) == 0 || j.inner[string(j.path)])
	at := len(j.path)
	for first := true; ; first = false {
		c, ok := j.space()
		switch {
		case !ok:
			return j.short()
		case c == '}' && first:
			return j.shallower()
		case !first && c == '}':
			return j.shallower()
		case !first && c == ',':
			j.lo++
			if c, ok = j.space(); !ok {
				return j.short()
			}
		case !first:
			return j.bad("expected , or }")
		}
		if c != '"' {
			return j.bad("expected a field name in quotes")
		}
		j.text = j.text[:0]
		if err := j.string(&j.text, maxJSONPath); err != nil {
			return err
		}
		if c, ok = j.space(); !ok {
			return j.short()
		}
		if c != ':' {
			return j.bad("expected : after a field name")
		}
		j.lo++
		if err := j.child(keep, at, j.text); err != nil {
			return err
		}
	}
}

func (j *jsonReader) list(keep bool) error {
	if err := j.deeper(); err != nil {
		return err
	}
	keep = keep && j.inner[string(j.path)]
	at := len(j.path)
	for i := 0; ; i++ {
		c, ok := j.space()
		switch {
		case !ok:
			return j.short()
		case c == ']' && i == 0:
			return j.shallower()
		case i > 0 && c == ']':
			return j.shallower()
		case i > 0 && c == ',':
			j.lo++
		case i > 0:
			return j.bad("expected , or ]")
		}
		kept := keep && i < keptOfAnArray
		var index [4]byte
		name := index[:0]
		if kept {
			name = strconv.AppendInt(name, int64(i), 10)
		}
		if err := j.child(kept, at, name); err != nil {
			return err
		}
	}
}

// child reads the value of a field of the container whose path ends at at.
func (j *jsonReader) child(keep bool, at int, name []byte) error {
	if keep = keep && at+1+len(name) <= maxJSONPath; keep {
		if at > 0 {
			j.path = append(j.path, '.')
		}
		j.path = append(j.path, name...)
	}
	err := j.value(keep)
	j.path = j.path[:at]
	return err
}

func (j *jsonReader) deeper() error {
	j.lo++
	if j.depth++; j.depth > maxJSONDepth {
		return j.bad("nested deeper than 64")
	}
	return nil
}

func (j *jsonReader) shallower() error {
	j.lo++
	j.depth--
	return nil
}

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
