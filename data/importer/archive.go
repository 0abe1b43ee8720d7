package importer

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/isofront/isofront/data"
)

// Limits on a zip. Its entries are streamed and never written anywhere, so
// these bound time, not memory; what an entry says of its size is not
// believed.
const (
	maxEntries  = 1 << 16
	maxInflated = 4 << 30 // bytes read out of one zip in all
	freeRatio   = 16 << 20
	maxRatio    = 200 // beyond freeRatio bytes; JSON packs 5 to 30 to 1
)

// ReaderAt is what a zip is read from: a file, or bytes in memory.
type ReaderAt interface {
	io.Reader
	io.ReaderAt
}

// asArchive opens a zip, told by its first bytes; nil when f is something
// else.
func asArchive(name string, f io.Reader) (*Tree, error) {
	r, ok := f.(ReaderAt)
	if !ok {
		return nil, nil
	}
	var magic [4]byte
	if n, err := r.ReadAt(magic[:], 0); n < 4 || string(magic[:]) != "PK\x03\x04" && string(magic[:]) != "PK\x05\x06" {
		_ = err // too short or not to be read: the ordinary way says so
		return nil, nil
	}
	size, err := sizeOf(f)
	if err != nil {
		return nil, &FileError{name, err}
	}
	return OpenArchive(name, r, size)
}

func sizeOf(f any) (int64, error) {
	switch f := f.(type) {
	case interface{ Size() int64 }:
		return f.Size(), nil
	case interface{ Stat() (fs.FileInfo, error) }:
		info, err := f.Stat()
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	return 0, errors.New("a zip of unknown size")
}

// OpenArchive opens a zip as a tree. Entries whose names leave the archive or
// are no plain files are an error or left out. Nothing is written under a name, so
// that a ":" in it, as in a time of day, is as good as any letter; a "\", which some
// programs write, parts folders.
func OpenArchive(name string, r io.ReaderAt, size int64) (*Tree, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		if errors.Is(err, zip.ErrFormat) {
			err = errors.New("it is cut short or damaged: no whole zip file")
		}
		return nil, &FileError{name, err}
	}
	if len(z.File) > maxEntries {
		return nil, &FileError{name, fmt.Errorf("%d entries, more than %d", len(z.File), maxEntries)}
	}
	entries := map[string]*zip.File{}
	t := &Tree{Name: name}
	room := uint64(size)
	for _, f := range z.File {
		clean := strings.TrimSuffix(strings.ReplaceAll(f.Name, "\\", "/"), "/")
		if f.CompressedSize64 > room {
			return nil, &FileError{name, errors.New("its entries claim more bytes than it holds, so that they overlap or are cut short")}
		}
		room -= f.CompressedSize64
		switch {
		case !utf8.ValidString(clean):
			return nil, &FileError{name, fmt.Errorf("an entry whose name %s is not UTF-8: pack it again with names in UTF-8, or give its folder", quote(f.Name))}
		case !fs.ValidPath(clean) || clean == "." || data.UnsoundText(clean) != "":
			return nil, &FileError{name, fmt.Errorf("an entry with the unsafe name %s", quote(f.Name))}
		case strings.HasSuffix(f.Name, "\\"), f.Mode().IsDir(), hidden(clean):
			continue // notes of operating systems
		case !f.Mode().IsRegular():
			t.Left = append(t.Left, Skip{clean, "not a regular file"}) // links, devices
			continue
		case entries[clean] != nil:
			return nil, &FileError{name, fmt.Errorf("two entries called %s", quote(f.Name))}
		}
		entries[clean] = f
		t.Files = append(t.Files, clean)
	}
	sorted(t.Files)
	budget := int64(maxInflated)
	t.Open = func(file string) (io.ReadCloser, error) {
		f := entries[file]
		if f.Flags&1 != 0 {
			return nil, errors.New("is encrypted: pack it again without a password, or give its folder")
		}
		rc, err := f.Open()
		if err != nil {
			return nil, entryFault(err)
		}
		return &inflated{ReadCloser: rc, packed: int64(f.CompressedSize64), budget: &budget}, nil
	}
	return t, nil
}

// Workbook says of an archive that is a spreadsheet program's own file what to do with it,
// "" of any other.
func (t *Tree) Workbook() string {
	if t.has("xl/workbook.xml") || t.has("content.xml") && t.has("mimetype") {
		return "it is a spreadsheet's own file: save the sheet as CSV in UTF-8"
	}
	return ""
}

// entryFault says in plain words what archive/zip and compress/flate find wrong with
// an entry.
func entryFault(err error) error {
	_, corrupt := err.(flate.CorruptInputError)
	switch {
	case errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), corrupt, errors.Is(err, io.ErrUnexpectedEOF),
		strings.HasSuffix(err.Error(), "negative offset"): // an entry that begins before the file
		return errors.New("is damaged: what it unpacks to is not what was packed")
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New("is packed by a method that is not read: deflate is")
	}
	return err
}

func hidden(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" {
			return true
		}
	}
	return false
}

// inflated bounds what comes out of an entry.
type inflated struct {
	io.ReadCloser
	read, packed int64
	budget       *int64
}

var errBomb = errors.New("unpacks to far more than results do: a zip bomb?")

func (r *inflated) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.read += int64(n)
	*r.budget -= int64(n)
	if *r.budget < 0 || r.read > freeRatio && r.read/maxRatio > max(r.packed, 1) {
		return 0, errBomb
	}
	if err != nil && err != io.EOF {
		err = entryFault(err)
	}
	return n, err
}
