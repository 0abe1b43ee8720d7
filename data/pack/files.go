package pack

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/isofront/isofront/data/importer"
)

// tree is an empty tree of files in the folder dir.
func (c *collector) tree(dir string) *importer.Tree {
	dir = filepath.Clean(dir)
	t := &importer.Tree{Name: strings.TrimSuffix(dir, string(filepath.Separator)), Given: c.given, Deep: true, Known: c.sides}
	if dir == "." {
		t.Name = ""
	}
	t.Open = func(file string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, filepath.FromSlash(file))) }
	return t
}

// file is one file, with the sidecar beside it.
func (c *collector) file(path string) (*importer.Tree, error) {
	dir := filepath.Dir(path)
	t := c.tree(dir)
	t.Whole = len(c.inputs) == 1 // there is no other to keep
	if info, err := os.Stat(filepath.Join(dir, importer.SidecarName)); err == nil && info.Mode().IsRegular() {
		t.Files = append(t.Files, importer.SidecarName)
		t.Others = func() []string { return beside(dir) }
	}
	switch base := filepath.Base(path); {
	case base == importer.SidecarName:
		t.Left = append(t.Left, importer.Skip{File: base, Why: "it says what result files beside it do not: give those"})
	case c.first(path):
		t.Files = append(t.Files, base)
	}
	return t, nil
}

// beside is the names of the files in a folder and below it.
func beside(dir string) (names []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		if len(names) > maxBeside {
			return filepath.SkipAll
		}
		return nil // what cannot be listed has no name
	})
	return names
}

// maxBeside is how many names are looked at.
const maxBeside = 1 << 16

var errNotRegular = errors.New("not a regular file")

// folder is the files in a folder and below it. Hidden ones are passed over.
// Links to files are followed, so that each file is read once under whatever
// names; links to folders are not, since they may go in circles.
func (c *collector) folder(root string) (*importer.Tree, error) {
	t := c.tree(root)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return failure(err)
		case path != root && strings.HasPrefix(d.Name(), "."): // hidden
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return failure(err)
		}
		rel = filepath.ToSlash(rel)
		switch why := whyPassed(path, d); {
		case why == emptyFile && d.Name() == importer.SidecarName:
			t.Files = append(t.Files, rel) // reading it says so
		case why != "":
			t.Left = append(t.Left, importer.Skip{File: rel, Why: why})
		case d.Name() == importer.SidecarName || c.first(path):
			t.Files = append(t.Files, rel)
		}
		return nil
	})
	return t, err
}

const emptyFile = "it is empty"

// whyPassed says why something in a folder is no file to read, "" when it is
// one.
func whyPassed(path string, d fs.DirEntry) string {
	link := d.Type()&fs.ModeSymlink != 0
	info, err := os.Stat(path)
	switch {
	case err != nil && link:
		return "a link that leads nowhere"
	case err != nil:
		return "" // reading it says why
	case info.IsDir():
		return "a link to a folder, not followed"
	case !info.Mode().IsRegular():
		return errNotRegular.Error()
	case info.Size() == 0:
		return emptyFile
	}
	return ""
}

// first reports whether a file has not been read yet under any name.
func (c *collector) first(path string) bool {
	real, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	if at, err := filepath.EvalSymlinks(real); err == nil {
		real = at
	}
	if c.visited[real] {
		return false
	}
	c.visited[real] = true
	return true
}
