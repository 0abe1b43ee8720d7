package website

import "testing"

// TestCompilerOfAModule: TinyGo builds what it can when it is asked to, and by
// itself only what keeps to the budget.
func TestCompilerOfAModule(t *testing.T) {
	within := module{tinygo: tinygoModule{target: "core"}}
	for _, c := range []struct {
		name, compiler, want string
		there                bool
		m                    module
	}{
		{"there is none", Auto, Go, false, within},
		{"it keeps to the budget", Auto, TinyGo, true, within},
		{"over the budget", Auto, Go, true, isoModule("wasm")},
		{"over the budget, but asked for", TinyGo, TinyGo, true, isoModule("wasm")},
		{"the page, asked for", TinyGo, TinyGo, true, siteModule("site")},
		{"takes more memory, but asked for", TinyGo, TinyGo, true, ingestModule("wasm/modules/ingest")},
		{"takes more memory", Auto, Go, true, ingestModule("wasm/modules/ingest")},
		{"the page with the importers in it", TinyGo, Go, true, offlineModule("site")},
	} {
		b := &builder{Options: Options{Compiler: c.compiler}}
		if c.there {
			b.tinygo = &tinygo{}
		}
		if got := b.with(c.m); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if b.tinygo != nil && c.want == Go && c.m.tinygo.missed == "" {
			t.Errorf("%s: no reason is given", c.name)
		}
	}
}
