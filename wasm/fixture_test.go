package main

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/isofront/isofront/data/pack"
)

// file is a packed file.
type file struct {
	name  string
	bytes []byte
}

var packed = sync.OnceValues(func() ([]file, error) {
	files, _, err := pack.Shipped()
	if err != nil {
		return nil, err
	}
	var out []file
	for name, b := range files {
		if strings.HasPrefix(name, "requests-") {
			continue // not the module's: a page reads them with the importers
		}
		out = append(out, file{name, b})
	}
	// "index" comes before "points", as it must: it says which bundles belong.
	slices.SortFunc(out, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return out, nil
})

// shipped is the index and the points that ship with the project, in this order.
func shipped(t testing.TB) []file {
	t.Helper()
	files, err := packed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}
