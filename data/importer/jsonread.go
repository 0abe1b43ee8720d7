package importer

import (
	"io"
	"strconv"
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
