package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// traps lets one call of an export fail as a trap does, which is what a fault in a
// program by TinyGo is: the next call of the export that traps.next names.
const traps = `(() => {
	globalThis.traps = {next: "", checkers: 0};
	const own = (instance) => {
		const exports = {};
		for (const [name, value] of Object.entries(instance.exports)) {
			exports[name] = typeof value !== "function" ? value : (...a) => {
				if (traps.next !== name) return value(...a);
				traps.next = "";
				throw new WebAssembly.RuntimeError("unreachable");
			};
		}
		if ("audit_ask" in exports) traps.checkers++;
		return Object.create(instance, {exports: {value: exports}});
	};
	for (const name of ["instantiate", "instantiateStreaming"]) {
		const real = WebAssembly[name];
		WebAssembly[name] = async (...a) => {
			const made = await real.apply(WebAssembly, a);
			return made instanceof WebAssembly.Instance ? own(made) : {module: made.module, instance: own(made.instance)};
		};
	}
})();
`

func openWithTraps(t *testing.T, url string) *Page {
	t.Helper()
	p := New(t)
	p.do("let calls trap", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: traps}))
	p.Go(url)
	return p
}

const says = `document.body.innerText.includes(`

// After a trap the check of tables says so, and the next text is checked by an
// instance that is started for it.
func TestATrapOfTheCheckerCostsOneText(t *testing.T) {
	p := openWithTraps(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	const table = "| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n"
	p.paste(table, "")
	p.Wait(auditReported)
	Eval[bool](p, `(traps.next = "audit_ask", true)`)
	p.paste(table+"| 50 | 649 |\n", "")
	p.Wait(says + `"This cannot be checked: the checker stopped: unreachable")`)
	if n := Eval[int](p, `traps.checkers`); n != 1 {
		t.Errorf("%d checkers were started before the next text", n)
	}
	p.paste(table+"| 50 | 649 |\n| 80 | — |\n", "")
	p.Wait(auditReported + ` && !` + says + `"the checker stopped")`)
	if got := p.Text("#audit-summary"); !strings.HasPrefix(got, "2 agree") {
		t.Errorf("after the restart: %s", got)
	}
	if n := Eval[int](p, `traps.checkers`); n != 2 {
		t.Errorf("%d checkers were started in all", n)
	}
}

// After a trap the importers say so, and the next file is read by others.
func TestATrapOfTheImportersCostsOneFile(t *testing.T) {
	var trap atomic.Bool
	trap.Store(true)
	p := Open(t, Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			name := filepath.Base(r.URL.Path)
			if !strings.HasPrefix(name, "ingest.") || !strings.HasSuffix(name, ".js") || !trap.Load() {
				next.ServeHTTP(w, r)
				return
			}
			// A Worker's script, with the trap before it.
			plain := r.Clone(r.Context())
			plain.Header = http.Header{}
			got := httptest.NewRecorder()
			next.ServeHTTP(got, plain)
			w.Header().Set("Content-Type", got.Header().Get("Content-Type"))
			w.Header().Set("Content-Security-Policy", got.Header().Get("Content-Security-Policy"))
			w.Header().Set("Cache-Control", "no-store")
			_, _ = w.Write([]byte(traps + "traps.next = 'ingest_end';\n" + got.Body.String()))
		})
	})+"#v=requests")
	p.Wait(ready)
	file := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(file, syntheticTrace(120), 0o644); err != nil {
		t.Fatal(err)
	}
	p.choose("#files", file)
	p.Wait(says + `"run.jsonl could not be read: the importer stopped: unreachable")`)
	if Eval[bool](p, `!!document.querySelector("#run-report h2")`) {
		t.Error("there is a report of what could not be read")
	}
	trap.Store(false)
	p.choose("#files", file)
	p.Wait(reported)
	if got := Eval[string](p, `document.querySelector("#run-report h2").textContent`); got != "run.jsonl" {
		t.Errorf("the report is on %q", got)
	}
}

// After a trap of its own program the page says so and what to do, and that helps.
func TestATrapOfThePageIsSaid(t *testing.T) {
	p := openWithTraps(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Expect("isofront: the program stopped")
	p.Expect("RuntimeError: unreachable")
	Eval[bool](p, `(traps.next = "isofront_line", true)`)
	Eval[bool](p, `(document.querySelector("[role=slider]").focus(), true)`)
	p.Press(Right)
	p.Wait(says + `"The program stopped. Reload the page to start it again.")`)
	p.Go(Eval[string](p, `location.href.split("#")[0]`))
	p.Wait(ready + ` && !` + says + `"The program stopped")`)
}
