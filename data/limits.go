package data

import "encoding/binary"

// Limits on what a file may ask of its reader. They are wide for honest files
// and make the cost of a hostile one a small multiple of its size.
const (
	maxDepth    = 16       // nested arrays and maps
	maxString   = 64 << 10 // bytes of one text
	maxElements = 4 << 20  // array elements and map entries of one body
	maxRows     = 16 << 20 // rows of one bundle
	minRecord   = 24       // bytes of one record in an array of records
)

// recordLists are the fields that hold arrays of structs. One element of such
// an array costs the decoder some 130 bytes, so each must take at least
// minRecord bytes in the file, else a few bytes could ask for megabytes.
var recordLists = map[string]bool{
	"columns": true, "bundles": true, "series": true, "sheets": true, "rows": true, "sources": true, "requests": true,
}

// checkLimits walks one msgpack value that must fill b, without allocating,
// and refuses counts that the remaining bytes cannot hold, deep nesting, long
// texts, extension types and keys that are not text. It runs before the
// generated decoder, which trusts the counts it reads.
func checkLimits(b []byte) error {
	s := scanner{b: b}
	if err := s.value(0, false); err != nil {
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

// value steps over one value. records says that it is the value of a field in
// recordLists.
func (s *scanner) value(depth int, records bool) error {
	start := s.at
	lead, err := s.take(1)
	if err != nil {
		return err
	}
	switch c := lead[0]; {
	case c < 0x80 || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3: // small integers, nil, booleans
		return nil
	case c < 0x90:
		return s.pairs(start, depth, int(c&0x0f))
	case c < 0xa0:
		return s.array(start, depth, int(c&0x0f), records)
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
		return s.array(start, depth, n, records)
	case c == 0xde || c == 0xdf:
		n, err := s.uint(2 << (c - 0xde))
		if err != nil {
			return err
		}
		return s.pairs(start, depth, n)
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

func (s *scanner) array(start, depth, n int, records bool) error {
	if err := s.enter(start, depth, n); err != nil {
		return err
	}
	for range n {
		from := s.at
		if err := s.value(depth+1, false); err != nil {
			return err
		}
		if records && s.at-from < minRecord {
			return errorAt(from, "a record too short to be one")
		}
	}
	return nil
}

func (s *scanner) pairs(start, depth, n int) error {
	if n > 0 && n > (1<<31-1)/2 {
		n = -1
	}
	if err := s.enter(start, depth, 2*n); err != nil {
		return err
	}
	for range n {
		from := s.at
		if s.at < len(s.b) && !isText(s.b[s.at]) {
			return errorAt(from, "a field name that is not text")
		}
		if err := s.value(depth+1, false); err != nil {
			return err
		}
		// Field names are short, so a name with a longer header than it
		// needs is still seen: the text is what ends at s.at.
		name := textOf(s.b[from:s.at])
		if err := s.value(depth+1, recordLists[name]); err != nil {
			return err
		}
	}
	return nil
}

func isText(c byte) bool { return c >= 0xa0 && c < 0xc0 || c >= 0xd9 && c <= 0xdb }

// textOf returns the text of an encoded string that has been checked; "" for
// one longer than any field name, so that nothing is allocated.
func textOf(b []byte) string {
	skip := 1
	if b[0] >= 0xd9 {
		skip += 1 << (b[0] - 0xd9)
	}
	if b = b[skip:]; len(b) > 16 {
		return ""
	}
	return string(b)
}
