package data

import (
	"math/bits"

	"github.com/isofront/isofront/data/msgpack"
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

// shape is the fields that a map must have and the lists of records in it: the
// decoder leaves a field that is not there at zero, which would make a file of
// another kind read as an empty one. Fields beyond them are a later isofront's.
//
// One record costs the decoder some 130 bytes, so each must take at least
// minRecord bytes in the file, else a few bytes could ask for megabytes.
type shape struct {
	name     string // a kind of file, or the field that holds a list of such maps
	required []string
	lists    []*shape
}

var shapes = []*shape{
	{
		name: KindPoints,
		required: []string{"model", "workload", "rows", "strings", "hardware", "framework", "precision", "spec_decoding",
			"recipe", "measured_on", "run", "source", "concurrency", "flags", "columns"},
		lists: []*shape{{name: "columns", required: []string{"name", "present", "values"}}},
	},
	{
		name:     KindIndex,
		required: []string{"bundles", "sheets", "sources"},
		lists: []*shape{
			{
				name:     "bundles",
				required: []string{"model", "workload", "file", "sha256", "bytes", "rows", "series"},
				lists: []*shape{{name: "series", required: []string{
					"hardware", "framework", "precision", "spec_decoding", "disagg", "official", "points", "first", "last", "low", "high"}}},
			},
			{
				name:     "sheets",
				required: []string{"as_of", "source", "rows"},
				lists: []*shape{{name: "rows", required: []string{
					"hardware", "hyperscaler", "neocloud", "rental", "all_in_kw", "tdp_w"}}},
			},
			{name: "sources", required: []string{"id", "title", "url", "note", "dated"}},
			{name: "requests", required: []string{"model", "workload", "hardware", "framework", "precision", "spec_decoding", "disagg", "official",
				"recipe", "concurrency", "measured_on", "run", "source", "convention", "file", "sha256", "bytes", "rows"}},
		},
	},
	{
		name: KindRequests,
		required: []string{"model", "workload", "hardware", "framework", "precision", "spec_decoding", "disagg", "official",
			"recipe", "concurrency", "measured_on", "run", "source", "convention", "duration_s", "rows", "status", "columns"},
		lists: []*shape{{name: "columns", required: []string{"name", "present", "lengths", "coding", "scale", "delta", "values"}}},
	},
}

// named finds a shape by its name, else it is nil.
func named(shapes []*shape, name []byte) *shape {
	for _, s := range shapes {
		if string(name) == s.name {
			return s
		}
	}
	return nil
}

// checkLimits walks the body of a file of this kind, one msgpack value that
// must fill b, without allocating, and refuses counts that the remaining bytes
// cannot hold, deep nesting, long texts, extension types, keys that are not
// text or come twice, and maps without their fields. It runs before the
// decoder, which reads what is known to fit.
func checkLimits(kind string, b []byte) error {
	s := scanner{b: b}
	if first, _, _ := msgpack.Head(b); first != msgpack.Map {
		return errorAt(0, "the content is not a map")
	}
	if err := s.value(0, named(shapes, []byte(kind)), false); err != nil {
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
	elements uint64
}

func (s *scanner) left() uint64 { return uint64(len(s.b) - s.at) }

// value steps over one value. is is the shape of the map, or of the maps in the
// list, that it should be, nil where nothing is known of it; records says that it
// should be a list of those.
func (s *scanner) value(depth int, is *shape, records bool) error {
	start := s.at
	kind, size, n := msgpack.Head(s.b[start:])
	s.at += size
	switch {
	case kind == msgpack.Other:
		return errorAt(start, "a kind of value that isofront files do not hold")
	case size == 0:
		return errorAt(start, "claims more bytes than the file holds")
	case kind == msgpack.Map:
		return s.pairs(start, depth, n, is)
	case kind == msgpack.List:
		return s.array(start, depth, n, is, records)
	case kind == msgpack.Text || kind == msgpack.Bin:
		if kind == msgpack.Text && n > maxString {
			return errorAt(start, "text longer than 64 KiB")
		}
		if n > s.left() {
			return errorAt(s.at, "claims more bytes than the file holds")
		}
		s.at += int(n)
	}
	return nil
}

// enter checks the header of an array or a map: n values of at least one byte
// each must follow.
func (s *scanner) enter(start, depth int, n uint64) error {
	if depth >= maxDepth {
		return errorAt(start, "nested deeper than 16")
	}
	if n > s.left() {
		return errorAt(start, "claims more elements than the file holds")
	}
	if s.elements += n; s.elements > maxElements {
		return errorAt(start, "more than 4 million elements")
	}
	return nil
}

func (s *scanner) array(start, depth int, n uint64, is *shape, records bool) error {
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

func (s *scanner) pairs(start, depth int, n uint64, is *shape) error {
	if err := s.enter(start, depth, 2*n); err != nil {
		return err
	}
	if n > maxFields {
		return errorAt(start, "a map of more than 48 fields")
	}
	var unknown shape
	if is == nil {
		is = &unknown
	}
	var seen [maxFields][2]int32 // where the names lie: keeps the stack small
	missing := uint32(1)<<len(is.required) - 1
	for i := range int(n) {
		from := s.at
		// A name may have a longer header than it needs.
		kind, size, _ := msgpack.Head(s.b[from:])
		if kind != msgpack.Text && kind != msgpack.None {
			return errorAt(from, "a field name that is not text")
		}
		if err := s.value(depth+1, nil, false); err != nil {
			return err
		}
		seen[i] = [2]int32{int32(from + size), int32(s.at)}
		name := s.b[from+size : s.at]
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
		inner := named(is.lists, name)
		if err := s.value(depth+1, inner, inner != nil); err != nil {
			return err
		}
	}
	if missing != 0 {
		return errorAt(start, "the field ", is.required[bits.TrailingZeros32(missing)], " is missing")
	}
	return nil
}
