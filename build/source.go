package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
)

// maxFile bounds what is read into memory of one packed file.
const maxFile = 1 << 30

// source is where packed files come from.
type source struct {
	index string
	dir   string // shown in errors
	read  func(name string) ([]byte, error)
}

// packed are the files of a folder that pack would write.
type packed struct {
	files pack.Files
	index string // name of the index
}

// shipped packs what comes with isofront, once.
var shipped = sync.OnceValues(func() (packed, error) {
	files, report, err := pack.Shipped()
	if err != nil {
		return packed{}, err
	}
	return packed{files, report.Index}, nil
})

// openData finds packed files: a folder written by pack, a site (whose files
// are in data/), or, for "", the figures that ship with isofront.
func openData(dir string) (*source, error) {
	if dir == "" {
		packed, err := shipped()
		if err != nil {
			return nil, err
		}
		return &source{index: packed.index, dir: "the shipped figures", read: func(name string) ([]byte, error) {
			if b, ok := packed.files[name]; ok {
				return b, nil
			}
			return nil, os.ErrNotExist
		}}, nil
	}
	index, err := pack.FindIndex(dir)
	if err != nil {
		if site, siteErr := pack.FindIndex(filepath.Join(dir, "data")); siteErr == nil {
			index, err = site, nil
		}
	}
	if err != nil {
		return nil, err
	}
	folder := filepath.Dir(index)
	return &source{index: filepath.Base(index), dir: folder, read: func(name string) ([]byte, error) {
		return readFile(filepath.Join(folder, name))
	}}, nil
}

// open reads a file and gives it to the engine.
func (s *source) open(e *query.Engine, name string) error {
	b, err := s.read(name)
	if err != nil {
		return plain(err)
	}
	if _, err := e.Open(b); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(s.dir, name), plain(err))
	}
	return nil
}

// regular says of a file on the command line that it is none to read: opening a
// pipe waits for whoever writes to it, and a device has no end.
func regular(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return info, nil
}

// readFile reads a whole file of bounded size.
func readFile(path string) ([]byte, error) {
	info, err := regular(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	}
	b, err := os.ReadFile(path)
	return b, plain(err)
}

// plain takes a package's name off the front of its errors, and the system
// call's name out of those of the operating system.
func plain(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	var p *os.PathError
	if errors.As(err, &p) {
		text = strings.Replace(text, p.Error(), p.Path+": "+p.Err.Error(), 1)
	}
	for _, pkg := range []string{"pack", "website", "data", "importer", "static", "audit", "figure", "requests"} {
		text = strings.TrimPrefix(text, pkg+": ")
	}
	if text == err.Error() {
		return err
	}
	return &reworded{text, err}
}

// reworded keeps an error's kind under other words.
type reworded struct {
	text string
	err  error
}

func (r *reworded) Error() string { return r.text }
func (r *reworded) Unwrap() error { return r.err }
