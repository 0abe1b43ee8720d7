package data

import (
	"bytes"
	"encoding/binary"

	"github.com/isofront/isofront/core/digits"
)

// Version is the format version written, and the newest that is read.
const Version = 1

// Kinds of file.
const (
	KindIndex    = "index"
	KindPoints   = "points"
	KindRequests = "requests"
)

// A file is one msgpack array of five: magic, version, kind, body, hash. The
// hash is the SHA-256 of every byte before its own two-byte header.
const (
	frameHead   = "\x95\xa8isofront" // array of 5, text of 8
	trailerHead = "\xc4\x20"         // bin of 32
	hashSize    = 32
	trailerSize = len(trailerHead) + hashSize
)

// seal puts the frame around a body. sha is the hash of the whole file in hex.
func seal(kind string, body []byte) (file []byte, sha string) {
	out := make([]byte, 0, len(frameHead)+2+len(kind)+len(body)+trailerSize)
	out = append(out, frameHead...)
	out = append(out, Version, 0xa0|byte(len(kind)))
	out = append(out, kind...)
	out = append(out, body...)
	hash := newHash()
	hash.Write(out)
	file = hash.Sum(append(out, trailerHead...))
	hash.Write(file[len(out):])
	var sum [hashSize]byte
	return file, hexOf(hash.Sum(sum[:0]))
}

// unseal checks the frame and returns the kind and the body, both inside file,
// and the hash of the whole file in hex. The body is not yet checked.
func unseal(file []byte) (kind string, body []byte, sha string, err error) {
	fail := func(what string) (string, []byte, string, error) {
		return "", nil, "", broken(what)
	}
	if len(file) == 0 {
		return fail("the file is empty")
	}
	rest, ok := bytes.CutPrefix(file, []byte(frameHead))
	if !ok {
		return fail("not an isofront file")
	}
	version, rest, ok := readVersion(rest)
	switch {
	case !ok:
		return fail("the format version cannot be read")
	case version > Version:
		return fail("written by a newer isofront (format version " + digits.Uint(version) +
			", this one reads up to " + digits.Int(Version) + ")")
	case version != Version:
		return fail("format version " + digits.Uint(version) + " does not exist")
	}
	if len(rest) < trailerSize {
		return fail("the file is cut short or damaged")
	}
	end := len(file) - trailerSize
	trailer := file[end:]
	hash := newHash()
	hash.Write(file[:end])
	var sum [hashSize]byte
	if string(trailer[:len(trailerHead)]) != trailerHead || !bytes.Equal(hash.Sum(sum[:0]), trailer[len(trailerHead):]) {
		return fail("the file is cut short or damaged: its content does not match its hash")
	}
	rest = rest[:len(rest)-trailerSize]
	for _, k := range []string{KindPoints, KindIndex, KindRequests} {
		if len(rest) > len(k) && rest[0] == 0xa0|byte(len(k)) && string(rest[1:1+len(k)]) == k {
			hash.Write(trailer)
			return k, rest[1+len(k):], hexOf(hash.Sum(sum[:0])), nil
		}
	}
	return fail("neither a bundle nor an index")
}

// readVersion reads an unsigned msgpack integer in its shortest form.
func readVersion(b []byte) (uint64, []byte, bool) {
	if len(b) == 0 {
		return 0, nil, false
	}
	c := b[0]
	b = b[1:]
	if c < 0x80 {
		return uint64(c), b, true
	}
	if c < 0xcc || c > 0xcf {
		return 0, nil, false
	}
	width := 1 << (c - 0xcc)
	if len(b) < width {
		return 0, nil, false
	}
	var wide [8]byte
	copy(wide[8-width:], b)
	v := binary.BigEndian.Uint64(wide[:])
	return v, b[width:], v >= 0x80
}

// OpenFile opens an index or a points bundle; exactly one of index and bundle is
// not nil when err is nil. It keeps nothing of file. Requests, which are asked
// for by themselves, are opened by OpenRequests and are an error here.
func OpenFile(file []byte) (kind string, index *Index, bundle *Bundle, err error) {
	kind, body, sha, err := unseal(file)
	if err != nil {
		return "", nil, nil, err
	}
	if kind == KindRequests {
		return "", nil, nil, broken("holds requests, neither operating points nor an index")
	}
	if err := checkLimits(kind, body); err != nil {
		return "", nil, nil, err
	}
	if kind == KindIndex {
		index, err = openIndex(body)
		if err != nil {
			return "", nil, nil, err
		}
		index.SHA256 = sha
		return kind, index, nil, nil
	}
	bundle, err = openPoints(body)
	if err != nil {
		return "", nil, nil, err
	}
	bundle.sha256, bundle.size = sha, len(file)
	return kind, nil, bundle, nil
}

// Sum is the SHA-256 of a file in hex, as indexes list it.
func Sum(file []byte) string {
	hash := newHash()
	hash.Write(file)
	var sum [hashSize]byte
	return hexOf(hash.Sum(sum[:0]))
}

// LooksPacked reports whether a file that begins with head claims to be one of
// ours; OpenFile says whether it is a sound one.
func LooksPacked(head []byte) bool { return bytes.HasPrefix(head, []byte(frameHead)) }

// KindOf is the kind of a file whose frame and hash are sound.
func KindOf(file []byte) (string, error) {
	kind, _, _, err := unseal(file)
	return kind, err
}
