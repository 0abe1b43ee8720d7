//go:build linux && amd64

package edgetest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/website"
)

// Building again keeps what its reader wrote into the configuration, and gives
// the same program.
func TestBuildingAgain(t *testing.T) {
	dir := copied(t, map[string]func(string) string{"wrangler.toml": func(s string) string { return strings.Replace(s, `"isofront"`, `"mine"`, 1) }})
	o, err := options(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := website.BuildEdge(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Kept, []string{"wrangler.toml", "workerd.capnp"}) {
		t.Errorf("kept %v", again.Kept)
	}
	for _, name := range []string{"worker.js", "isofront.wasm", "workerd.capnp", "site/site.json", "wrangler.toml"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(folder(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "wrangler.toml" {
			want = bytes.Replace(want, []byte(`"isofront"`), []byte(`"mine"`), 1)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is another one", name)
		}
	}
	for _, l := range again.Budget {
		if l.Over() || l.Is < 100_000 {
			t.Errorf("size: %v", l)
		}
	}
}
