package browsertest

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/website"
)

// The file holds what the site's compiler built: the three modules of TinyGo's, or one
// of Go's with everything in it.
func TestOfflineFileHoldsItsCompilersModules(t *testing.T) {
	want := cmp.Or(os.Getenv(CompilerEnv), website.Go)
	if got := built(t).Manifest.Compiler.Offline; got != want {
		t.Errorf("the file is said to be by %q, want %s", got, want)
	}
	p := New(t)
	p.Go(offline(t, nil))
	p.Wait(ready)
	held := Eval[[]string](p, `(({wasm, ingestWasm, auditWasm}) => [wasm, ingestWasm, auditWasm].map((name) => name.split(/[/.]/)[1]))(document.querySelector("script[data-wasm]").dataset)`)
	names := map[string]string{website.Go: "offline offline offline", website.TinyGo: "site ingest audit"}
	if got := strings.Join(held, " "); got != names[want] {
		t.Errorf("it holds %s, want %s", got, names[want])
	}
}

// Files are read in a Worker that the file starts from its own text, and in the page
// where none may start.
func TestOfflineFileReadsInAWorker(t *testing.T) {
	trace := syntheticTrace(40)
	want := native(t, "made-up.jsonl", trace)
	for _, c := range []struct {
		name, worker, starts string
	}{
		{"a Worker", `class extends Worker { constructor(url) { super(url); window.started.push(new URL(url).protocol); } }`, "blob:"},
		{"none may start", `class { constructor() { throw new Error("no Worker here"); } }`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := New(t)
			p.Offline()
			p.Go(offline(t, nil))
			p.Wait(ready)
			Eval[bool](p, `(window.started = [], window.Worker = `+c.worker+`, true)`)
			p.drop("made-up.jsonl", trace)
			p.Wait(reported)
			sameMetrics(t, p, want)
			if got := Eval[string](p, `window.started.join()`); got != c.starts {
				t.Errorf("started from %q, want %q", got, c.starts)
			}
		})
	}
}
