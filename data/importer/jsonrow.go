package importer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// objects reads the objects of a JSON file into a Result. It is to JSON what
// table is to CSV: the cells of a row are the scalars at its paths.
type objects struct {
	file  string
	json  *jsonReader
	res   *Result
	texts map[string]string
}

// openObjects reads r and makes the paths in want available as cells.
func openObjects(format, file string, r io.Reader, want []string) *objects {
	return &objects{file: file, json: newJSONReader(r, want), texts: map[string]string{}, res: &Result{File: file, Format: format}}
}

// next moves to the next object; values that are not objects and objects with
// a field twice are refused on the way.
func (o *objects) next() (bool, error) {
	for {
		ok, err := o.json.next()
		if err != nil {
			return false, &FileError{o.file, o.located(err)}
		}
		switch {
		case !ok:
			return false, nil
		case !o.json.rec.object:
			o.refuse("", "is not an object", "")
		case o.json.rec.twice != "":
			o.refuse(o.json.rec.twice, twice, "")
		default:
			return true, nil
		}
	}
}

// located adds the row to an error inside a row.
func (o *objects) located(err error) error {
	if o.json.rec.row == 0 {
		return err
	}
	return fmt.Errorf("row %d: %w", o.json.rec.row, err)
}

func (o *objects) value(path string) *jsonValue {
	i, ok := o.json.want[path]
	if !ok {
		panic("importer: " + path + " was not asked for") // a fault of this package
	}
	if v := &o.json.rec.values[i]; v.turn == o.json.rec.turn {
		return v
	}
	return &jsonValue{}
}

// cell returns the scalar at a path as text, "" when there is none.
func (o *objects) cell(path string) string {
	v := o.value(path)
	return strings.TrimSpace(string(o.json.rec.arena[v.lo:v.hi]))
}

// rawText is the cell as it is.
func (o *objects) rawText(path string) string { return o.cell(path) }

// intern returns one shared copy of s.
func (o *objects) intern(s string) string {
	if kept, ok := o.texts[s]; ok {
		return kept
	}
	o.texts[s] = s
	return s
}

func (o *objects) refuse(column, reason, detail string) {
	o.res.refuse(Note{o.file, o.json.rec.row, column, reason, detail})
}

func (o *objects) warn(column, reason, detail string) {
	o.res.warn(Note{o.file, o.json.rec.row, column, reason, detail})
}

// shape is what the first bytes of a JSON file show of its first object.
type shape struct {
	array bool            // the file is an array
	keys  map[string]bool // paths of the fields of the first object, down to depth 3
}

// shapeOf looks at the first object in head, which may be cut anywhere; nil
// when head is not the beginning of JSON.
func shapeOf(head []byte) *shape {
	at := 0
	for at < len(head) && strings.IndexByte(" \t\r\n\xef\xbb\xbf", head[at]) >= 0 {
		at++
	}
	if at == len(head) || head[at] != '{' && head[at] != '[' {
		return nil
	}
	s := &shape{array: head[at] == '[', keys: map[string]bool{}}
	rest := head[at:]
	if s.array {
		rest = rest[1:]
		for len(rest) > 0 && strings.IndexByte(" \t\r\n", rest[0]) >= 0 {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0] != '{' {
			return s
		}
	}
	keysOf(rest, func(path []string) { s.keys[strings.Join(path, ".")] = true })
	return s
}

// Fields returns the names of the fields of the first object in head, which may
// be cut anywhere, in their order: at most so many, each once. It has none when
// head does not begin with an object, or with an array of them.
func Fields(head []byte, most int) (names []string) {
	if shapeOf(head) == nil {
		return nil
	}
	at := bytes.IndexByte(head, '{')
	if at < 0 {
		return nil
	}
	keysOf(head[at:], func(path []string) {
		if len(path) == 1 && len(names) < most && !slices.Contains(names, path[0]) {
			names = append(names, path[0])
		}
	})
	return names
}

// keysOf calls add with the path of each field of an object that may be cut.
func keysOf(b []byte, add func(path []string)) {
	const depthSeen = 3
	var path [depthSeen + 1]string
	depth, key := 0, true // key: the next text is a field name
	lists := []bool{}     // whether each open container is an array
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			lists = append(lists, b[i] == '[')
			if depth++; depth > maxJSONDepth {
				return
			}
			key = b[i] == '{'
		case '}', ']':
			if depth--; depth <= 0 {
				return // the first object has ended
			}
			lists = lists[:len(lists)-1]
			key = false
		case ',':
			key = len(lists) > 0 && !lists[len(lists)-1]
		case ':':
			key = false
		case '"':
			from := i + 1
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			if i >= len(b) {
				return
			}
			if key && depth <= depthSeen && !anyOf(lists) {
				path[depth] = string(b[from:i])
				add(path[1 : depth+1])
			}
		}
	}
}

func anyOf(list []bool) bool {
	for _, b := range list {
		if b {
			return true
		}
	}
	return false
}

// has reports whether the first object has all the paths.
func (s *shape) has(paths ...string) bool {
	if s == nil {
		return false
	}
	for _, p := range paths {
		if !s.keys[p] {
			return false
		}
	}
	return true
}

// single reads the one object of a file; false, with the reason in the result,
// when it is not sound.
func (o *objects) single() (bool, error) {
	ok, err := o.next()
	if err == nil && !ok && len(o.res.Refused) == 0 {
		err = &FileError{o.file, errors.New("the file is empty")}
	}
	return ok && err == nil, err
}

// last is the result of a file of one object, after that has been read.
func (o *objects) last() (*Result, error) {
	ok, err := o.next()
	if err == nil && ok {
		err = &FileError{o.file, errors.New("more than one object")}
	}
	if err != nil {
		return nil, err
	}
	return o.res, nil
}
