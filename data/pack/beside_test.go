package pack

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
)

// TestSidecarIsReadOnce: of several files of a folder, given by name, its isofront.json is
// read, and held against what lies there, with the first: else a thousand files would cost a
// thousand readings and a million names.
func TestSidecarIsReadOnce(t *testing.T) {
	const side = `{"recipe":"TP=8","files":{"a.csv":{"recipe":"TP=4"},"z*":{"recipe":"TP=2"}}}`
	files := map[string]string{"a.csv": header + rowA, "b.csv": header + rowB, "isofront.json": side, "other/c.csv": header + rowC, "other/isofront.json": side}
	dir := folder(t, files)
	c := newCollector(importer.Given{})
	paths := []string{filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv"), filepath.Join(dir, "other", "c.csv")}
	opened, listed := map[string]int{}, 0
	for _, path := range paths {
		tree, err := c.file(path)
		if err != nil {
			t.Fatal(err)
		}
		open, others := tree.Open, tree.Others
		tree.Open = func(file string) (io.ReadCloser, error) {
			opened[tree.Name+"/"+file]++
			return open(file)
		}
		tree.Others = func() []string { listed++; return others() }
		if _, err := tree.Read(func(*importer.Result) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, side := range []string{dir + "/isofront.json", dir + "/other/isofront.json"} {
		if opened[side] != 1 {
			t.Errorf("%s is opened %d times of %v", side, opened[side], opened)
		}
	}
	if listed != 2 {
		t.Errorf("%d folders are listed, want each once", listed)
	}
	c = newCollector(importer.Given{})
	if err := c.addPaths(paths); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, w := range c.report.Warnings {
		said = append(said, strings.TrimPrefix(filepath.ToSlash(w), filepath.ToSlash(dir)+"/"))
	}
	want := []string{`isofront.json: files: "z*" fits no file`, `other/isofront.json: files: "z*" fits no file`, `other/isofront.json: files: "a.csv" fits no file`}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}
