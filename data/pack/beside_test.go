package pack

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
)

// TestSidecarIsLookedAtOnce: of several files of a folder, given by name, its
// isofront.json is held against what lies there with the first: else a thousand files
// would cost a million names each.
func TestSidecarIsLookedAtOnce(t *testing.T) {
	const side = `{"recipe":"TP=8","files":{"a.csv":{"recipe":"TP=4"},"z*":{"recipe":"TP=2"}}}`
	files := map[string]string{"a.csv": header + rowA, "b.csv": header + rowB, "isofront.json": side, "other/c.csv": header + rowC, "other/isofront.json": side}
	dir := folder(t, files)
	c := newCollector(importer.Given{})
	paths := []string{filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv"), filepath.Join(dir, "other", "c.csv")}
	for i, path := range paths {
		tree, err := c.file(path)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Looked != (i == 1) || (len(tree.Others) > 0) != (i != 1) {
			t.Errorf("%s: looked at %v, %d names", path, tree.Looked, len(tree.Others))
		}
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
