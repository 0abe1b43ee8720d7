package browsertest

import (
	"path/filepath"
	"strings"
	"testing"
)

// Two tables and a figure of one page fetch one module, one index and one bundle.
// A second script tag changes nothing.
func TestEmbedsShareWhatTheyFetch(t *testing.T) {
	url := Serve(t, site(t), nil)
	chart := isofrontChart(t)
	p := Open(t, Article(t, url, `<script type="module" src="`+url+`embed.js"></script>`, tag(t)+tag(t, "--targets", "30")+chart))
	scrollThrough(p)
	if got := Eval[string](p, states); got != "live,live,live" {
		t.Fatal(got)
	}
	count := map[string]int{}
	for _, r := range p.Requests() {
		switch name := filepath.Base(r.URL); {
		case strings.HasSuffix(name, ".wasm"), strings.HasSuffix(name, ".msgpack"), strings.HasSuffix(name, ".js"):
			count[name]++
		}
	}
	for name, n := range count {
		if n != 1 {
			t.Errorf("%s: fetched %d times", name, n)
		}
	}
	if len(count) != 5 { // embed.js and what it imports, the module, the index, a bundle
		t.Errorf("fetched %v", count)
	}
}
