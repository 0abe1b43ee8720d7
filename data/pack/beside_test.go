package pack

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
)

// An isofront.json that is given by name is read, and holds no results; so is one that is wrong.
func TestSidecarByName(t *testing.T) {
	dir := folder(t, map[string]string{"isofront.json": `{"recipe":"TP=8"}`, "a.csv": header + rowA, "bad/isofront.json": `{"recipe":8`})
	side := filepath.Join(dir, "isofront.json")
	report, err := Inspect(importer.Given{}, side)
	if err != nil || len(report.Inputs) != 0 || len(report.Skipped) != 1 || report.Skipped[0] != (importer.Skip{File: side, Why: "it says what result files beside it do not: give those"}) {
		t.Errorf("%v, %+v", err, report)
	}
	if _, _, err := Build(side); err == nil || err.Error() != "pack: no benchmark results in "+side+": "+side+": it says what result files beside it do not: give those" {
		t.Errorf("%v", err)
	}
	if _, _, err := Build(filepath.Join(dir, "bad", "isofront.json")); err == nil || !strings.Contains(err.Error(), "it was cut short") {
		t.Errorf("%v", err)
	}
	if _, report, err := Build(side, filepath.Join(dir, "a.csv")); err != nil || len(report.Inputs) != 1 {
		t.Errorf("%v, %+v", err, report)
	}
}

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
