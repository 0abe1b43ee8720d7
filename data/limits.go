package data

import (
	"encoding/binary"
	"math/bits"
)

// Limits on what a file may ask of its reader. They are wide for honest files
// and make the cost of a hostile one a small multiple of its size.
const (
	maxDepth    = 16       // nested arrays and maps
	maxString   = 64 << 10 // bytes of one text
	maxElements = 4 << 20  // array elements and map entries of one body
	maxRows     = 16 << 20 // rows of one bundle
	minRecord   = 24       // bytes of one record in an array of records
	maxFields   = 48       // fields of one map: version 1 has 18 at most
)

// recordLists are the fields that hold arrays of structs. One element of such
// an array costs the decoder some 130 bytes, so each must take at least
// minRecord bytes in the file, else a few bytes could ask for megabytes.
var recordLists = [...]string{"columns", "bundles", "series", "sheets", "rows", "sources", "requests"}

func isRecordList(name []byte) bool {
	for _, l := range recordLists {
		if string(name) == l {
			return true
		}
	}
	return false
}

// shape is the fields that a map must have and the lists of records in it: the
// generated decoder leaves a field that is not there at zero, which would make
// a file of another kind read as an empty one. Fields beyond them are a later
// isofront's.
type shape struct {
	required []string
	lists    map[string]*shape
}

var shapes = map[string]*shape{
	KindPoints: {
		required: []string{"model", "workload", "rows", "strings", "hardware", "framework", "precision", "spec_decoding",
			"recipe", "measured_on", "run", "source", "concurrency", "flags", "columns"},
		lists: map[string]*shape{"columns": {required: []string{"name", "present", "values"}}},
	},
	KindIndex: {
		required: []string{"bundles", "sheets", "sources"},
		lists: map[string]*shape{
			"bundles": {
				required: []string{"model", "workload", "file", "sha256", "bytes", "rows", "series"},
				lists: map[string]*shape{"series": {required: []string{
					"hardware", "framework", "precision", "spec_decoding", "disagg", "official", "points", "first", "last", "low", "high"}}},
			},
			"sheets": {
				required: []string{"as_of", "source", "rows"},
				lists: map[string]*shape{"rows": {required: []string{
					"hardware", "hyperscaler", "neocloud", "rental", "all_in_kw", "tdp_w"}}},
			},
			"sources": {required: []string{"id", "title", "url", "note", "dated"}},
			"requests": {required: []string{"model", "workload", "hardware", "framework", "precision", "spec_decoding", "disagg", "official",
				"recipe", "concurrency", "measured_on", "run", "source", "convention", "file", "sha256", "bytes", "rows"}},
		},
	},
	KindRequests: {
		required: []string{"model", "workload", "hardware", "framework", "precision", "spec_decoding", "disagg", "official",
			"recipe", "concurrency", "measured_on", "run", "source", "convention", "duration_s", "rows", "status", "columns"},
		lists: map[string]*shape{"columns": {required: []string{"name", "present", "lengths", "coding", "scale", "delta", "values"}}},
	},
}

// anything is the shape of a map of which nothing is known.
var anything = &shape{}

// checkLimits walks the body of a file of this kind, one msgpack value that
// must fill b, without allocating, and refuses counts that the remaining bytes
// cannot hold, deep nesting, long texts, extension types, keys that are not
// text or come twice, and maps without their fields. It runs before the
// generated decoder, which trusts the counts it reads.
func checkLimits(kind string, b []byte) error {
	s := scanner{b: b}
	if len(b) > 0 && !isMap(b[0]) {
		return errorAt(0, "the content is not a map")
	}
	if err := s.value(0, shapes[kind], false); err != nil {
		return err
	}
	if s.at != len(b) {
		return errorAt(s.at, "bytes after the end of the content")
	}
	return nil
}

type scanner struct {
	b        []byte
	at       int
	elements int
}

// take steps over n bytes.
func (s *scanner) take(n int) ([]byte, error) {
	if n < 0 || n > len(s.b)-s.at {
		return nil, errorAt(s.at, "claims more bytes than the file holds")
	}
	b := s.b[s.at : s.at+n]
	s.at += n
	return b, nil
}

// uint reads a big-endian unsigned integer of width bytes. Counts over 2^31-1
// come back as -1, which no file can hold.
func (s *scanner) uint(width int) (int, error) {
	b, err := s.take(width)
	if err != nil {
		return 0, err
	}
	switch width {
	case 1:
		return int(b[0]), nil
	case 2:
		return int(binary.BigEndian.Uint16(b)), nil
	}
	if n := binary.BigEndian.Uint32(b); n <= 1<<31-1 {
		return int(n), nil
	}
	return -1, nil
}

// value steps over one value. is is the shape of the map, or of the maps in the
// list, that it should be; records says that it should be a list of those.
func (s *scanner) value(depth int, is *shape, records bool) error {
	start := s.at
	lead, err := s.take(1)
	if err != nil {
		return err
	}
	switch c := lead[0]; {
	case c < 0x80 || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3: // small integers, nil, booleans
		return nil
	case c < 0x90:
		return s.pairs(start, depth, int(c&0x0f), is)
	case c < 0xa0:
		return s.array(start, depth, int(c&0x0f), is, records)
	case c < 0xc0:
		_, err = s.take(int(c & 0x1f))
		return err
	case c >= 0xc4 && c <= 0xc6: // bin
		n, err := s.uint(1 << (c - 0xc4))
		if err != nil {
			return err
		}
		_, err = s.take(n)
		return err
	case c == 0xca:
		_, err = s.take(4)
		return err
	case c == 0xcb:
		_, err = s.take(8)
		return err
	case c >= 0xcc && c <= 0xcf: // uint
		_, err = s.take(1 << (c - 0xcc))
		return err
	case c >= 0xd0 && c <= 0xd3: // int
		_, err = s.take(1 << (c - 0xd0))
		return err
	case c >= 0xd9 && c <= 0xdb: // str
		n, err := s.uint(1 << (c - 0xd9))
		if err != nil {
			return err
		}
		if n > maxString {
			return errorAt(start, "text longer than 64 KiB")
		}
		_, err = s.take(n)
		return err
	case c == 0xdc || c == 0xdd:
		n, err := s.uint(2 << (c - 0xdc))
		if err != nil {
			return err
		}
		return s.array(start, depth, n, is, records)
	case c == 0xde || c == 0xdf:
		n, err := s.uint(2 << (c - 0xde))
		if err != nil {
			return err
		}
		return s.pairs(start, depth, n, is)
	}
	return errorAt(start, "a kind of value that isofront files do not hold")
}

// enter checks the header of an array or a map: n values of at least one byte
// each must follow.
func (s *scanner) enter(start, depth, n int) error {
	if depth >= maxDepth {
		return errorAt(start, "nested deeper than 16")
	}
	if n < 0 || n > len(s.b)-s.at {
		return errorAt(start, "claims more elements than the file holds")
	}
	if s.elements += n; s.elements > maxElements {
		return errorAt(start, "more than 4 million elements")
	}
	return nil
}

func (s *scanner) array(start, depth, n int, is *shape, records bool) error {
	if err := s.enter(start, depth, n); err != nil {
		return err
	}
	for range n {
		from := s.at
		if err := s.value(depth+1, is, false); err != nil {
			return err
		}
		if records && s.at-from < minRecord {
			return errorAt(from, "a record too short to be one")
		}
	}
	return nil
}

func (s *scanner) pairs(start, depth, n int, is *shape) error {
	if n > 0 && n > (1<<31-1)/2 {
		n = -1
	}
	if err := s.enter(start, depth, 2*n); err != nil {
		return err
	}
	if n > maxFields {
		return errorAt(start, "a map of more than 48 fields")
	}
	var seen [maxFields][2]int32 // where the names lie: keeps the stack small
	missing := uint32(1)<<len(is.required) - 1
	for i := range n {
		from := s.at
		if s.at < len(s.b) && !isText(s.b[s.at]) {
			return errorAt(from, "a field name that is not text")
		}
		if err := s.value(depth+1, anything, false); err != nil {
			return err
		}
		// A name may have a longer header than it needs: the text is what
		// ends at s.at.
		seen[i] = [2]int32{int32(from + textHeader(s.b[from])), int32(s.at)}
		name := s.b[seen[i][0]:s.at]
		for _, before := range seen[:i] {
			if string(s.b[before[0]:before[1]]) == string(name) {
				return errorAt(from, "a field that comes twice")
			}
		}
		for k, r := range is.required {
			if string(name) == r {
				missing &^= 1 << k
			}
		}
		inner := is.lists[string(name)]
		if inner == nil {
			inner = anything
		}
		if err := s.value(depth+1, inner, isRecordList(name)); err != nil {
			return err
		}
	}
	if missing != 0 {
		return errorAt(start, "the field ", is.required[bits.TrailingZeros32(missing)], " is missing")
	}
	return nil
}

func isMap(c byte) bool { return c >= 0x80 && c < 0x90 || c == 0xde || c == 0xdf }

func isText(c byte) bool { return c >= 0xa0 && c < 0xc0 || c >= 0xd9 && c <= 0xdb }

// textHeader is the length of the header of a text that begins with c.
func textHeader(c byte) int {
	if c >= 0xd9 {
		return 1 + 1<<(c-0xd9)
	}
	return 1
}
