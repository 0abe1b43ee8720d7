package query_test

import (
	"path"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/data/query"
)

// TestMatchIsPathMatch: where there are no slashes, and no bytes that are not
// UTF-8.
func TestMatchIsPathMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		glob, name := rapid.StringMatching(`[ab*?\[\]^\-\\ü]{0,9}`).Draw(t, "glob"), rapid.StringMatching(`[abü*\[-]{0,7}`).Draw(t, "name")
		if glob == name {
			return // fits, whatever is in it
		}
		want, wantErr := path.Match(glob, name)
		got, err := query.Match(glob, name)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Fatalf("%q on %q: %v %v, path.Match says %v %v", glob, name, got, err, want, wantErr)
		}
	})
}

// TestManyStars: a glob of stars takes no time that grows with their number.
func TestManyStars(t *testing.T) {
	glob, name := "", ""
	for range 2000 {
		glob, name = glob+"*a", name+"a"
	}
	if ok, err := query.Match(glob+"*b", name); ok || err != nil {
		t.Error(ok, err)
	}
}
