package browsertest

import (
	"net/http"
	"strings"
	"testing"
)

// An element that is taken out of the page while it loads, and put back in
// another place, is live there; so is a copy of a live one, with its own fallback.
func TestEmbedMovedAndCopied(t *testing.T) {
	body := tag(t)
	url, letGo := held(t, "points-deepseek")
	p := Open(t, Article(t, url, "", body+`<div id="other"></div>`))
	settled(p, "loading")
	Eval[bool](p, `(window.table = document.querySelector("iso-table"), window.table.remove(), true)`)
	letGo()
	p.Wait(`window.table.state === "live"`)
	Eval[bool](p, `(document.querySelector("#other").append(window.table), true)`)
	settled(p, "live")
	if !Eval[bool](p, within("table")+`.getBoundingClientRect().height > 50`) {
		t.Error("the live table is not on show in its new place")
	}
	if got, want := cellsOf(p, liveTable), cellsOf(p, fallback); got != want {
		t.Errorf("on show is\n%s\nwritten\n%s", got, want)
	}
	// Put back, it does not load again.
	Eval[bool](p, `(window.again = 0, window.table.addEventListener("iso-ready", () => window.again++), document.querySelector("main").prepend(window.table), window.table.target = 30, true)`)
	p.Wait(within("tr.here"))
	// A copy reads as it was written until it is live, and has no reader's target.
	written := Eval[bool](p, `(() => { const copy = window.table.cloneNode(true); document.querySelector("#other").append(copy); return copy.querySelector("table").getBoundingClientRect().height > 50; })()`)
	if !written {
		t.Error("what was written in the copy is not on show")
	}
	scrollThrough(p)
	if got := Eval[string](p, states); got != "live,live" {
		t.Fatal(got)
	}
	copied := `document.querySelectorAll("iso-table")[1]`
	if got, want := cellsOf(p, copied+".shadowRoot"), cellsOf(p, copied); got != want {
		t.Errorf("the copy shows\n%s\nwritten\n%s", got, want)
	}
	if got := Eval[string](p, `[window.again, `+copied+`.target, window.table.target].join()`); got != "0,,30" {
		t.Errorf("loaded again, targets: %s", got)
	}
}

// Two scripts of different builds on one page: the first defines the elements, the
// second changes nothing and fails at nothing.
func TestEmbedOfTwoScripts(t *testing.T) {
	url := Serve(t, site(t), func(next http.Handler) http.Handler {
		// The same files under another address are other modules to a page.
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/older/") {
				http.StripPrefix("/older", next).ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	p := Open(t, Article(t, url, `<script type="module" src="`+url+`older/embed.js"></script>`, tag(t)+isofrontChart(t)))
	scrollThrough(p)
	if got := Eval[string](p, states); got != "live,live" {
		t.Fatal(got)
	}
	older := 0
	for _, r := range p.Requests() {
		if strings.HasSuffix(r.URL, ".wasm") && strings.Contains(r.URL, "/older/") {
			older++
		}
	}
	if older != 0 {
		t.Errorf("%d modules of the second script are fetched", older)
	}
	if got := Eval[string](p, `Promise.all([...document.querySelectorAll("script")].map((s) => import(s.src))).then(([a, b]) => [a === b, customElements.get("iso-table") === a.IsoTable, customElements.get("iso-chart") === a.IsoChart].join())`); got != "false,true,true" {
		t.Errorf("the same script, the first's elements: %s", got)
	}
}
