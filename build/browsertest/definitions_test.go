package browsertest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/isofront/isofront/build/definitions"
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// defined is true once the text is there and its calculators have answered.
const defined = `document.querySelectorAll("#definitions .calc").length > 20 && [...document.querySelectorAll("#definitions .outs")].every(o => o.querySelector("b:not(:empty)"))`

func terms(t *testing.T) (out []definitions.Term) {
	t.Helper()
	groups, err := definitions.Read(os.DirFS(filepath.Join(Root(t), "site", "definitions")))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		out = append(out, g.Terms...)
	}
	return out
}

// line is what a result of a term's calculator says, by its label.
func (p *Page) line(term, label string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`(() => {
		const line = [...document.querySelectorAll("#d-%s [data-out]")].find(line => line.textContent.startsWith(%q));
		return [...line.querySelectorAll("span")].filter(s => !s.hidden).map(s => s.textContent.trim()).join("|");
	})()`, term, label))
}

func four(v opt.Float, scale float64) string {
	x, ok := v.Get()
	if !ok {
		return ""
	}
	s := render.Significant(x*scale, 4)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// A reader opens the view, types into calculators, follows comparisons and comes
// back to where they were.
func TestDefinitions(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	for _, r := range p.Requests() {
		if strings.Contains(r.URL, "definitions") {
			t.Error("the text was fetched before its view was opened")
		}
	}
	p.Click(`.views [data-view="definitions"]`)
	p.Wait(defined)
	if n, want := Eval[int](p, `document.querySelectorAll(".term").length`), len(terms(t)); n != want {
		t.Errorf("%d terms on the page, %d in the text", n, want)
	}

	// Every line of every calculator says something.
	if silent := Eval[[]string](p, `[...document.querySelectorAll("#definitions [data-out]")].filter(line => [...line.querySelectorAll("span")].filter(s => !s.hidden && s.textContent.trim()).length !== 1).map(line => line.closest("section").id + ": " + line.textContent)`); len(silent) > 0 {
		t.Errorf("no result: %q", silent)
	}

	// What is typed is computed by core, and only by it.
	p.Type("#c-normalized-0", "1.5")
	p.Type("#c-normalized-1", "9.75")
	p.Type("#c-normalized-2", "321")
	m, err := latency.Measure(&latency.Record{Figures: latency.Figures{TTFT: opt.Of(1.5), E2EL: opt.Of(9.75)}, Output: latency.Count{Server: opt.Of(321)}})
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{
		"E2E-normalized": four(m.E2ENormalized, 1) + " tok/s/user", "Interactivity alone": four(m.Interactivity, 1) + " tok/s/user", "E2EL/OSL": four(m.E2EPerToken, 1000) + " ms/token",
		"of that decoding": four(m.Split.Decode, 1000) + " ms/token", "of that the first": four(m.Split.FirstToken, 1000) + " ms/token", "its share": four(m.Split.DecodeShare, 100) + " %",
	} {
		if got := p.line("normalized", label); got != want {
			t.Errorf("normalized, %s: %q, core has %q", label, got, want)
		}
	}
	p.Type("#c-normalized-0", "")
	if got := p.line("normalized", "of that decoding"); got != "absent: the split needs TTFT" {
		t.Errorf("without TTFT: %q", got)
	}
	p.Type("#c-normalized-2", "many")
	if !Eval[bool](p, `document.querySelector("#c-normalized-2").getAttribute("aria-invalid") === "true" && document.querySelector("#c-normalized-2-w").checkVisibility()`) {
		t.Error("a field that cannot be read is not said")
	}
	p.Type("#c-cost-5", "2.21")
	p.Type("#c-cost-4", "649.2")
	if got, want := p.line("cost", "Cost"), four(cost.UsdPerMtok(opt.Of(2.21), opt.Of(649.2)), 1)+" $ per million tokens"; got != want {
		t.Errorf("cost: %q, core has %q", got, want)
	}
	p.Type("#c-curve-2", "55")
	curve, err := interp.Fit([]float64{20, 40, 60, 100}, []float64{1000, 700, 250, 50})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := curve.At(55)
	if got, want := p.line("curve", "Throughput"), four(opt.Of(r.Y), 1)+" tok/s/GPU"; got != want {
		t.Errorf("curve: %q, core has %q", got, want)
	}
	// The case that the page is about: $4.78 printed where the identity has $0.946.
	if a, b := p.line("derived", "Cost derived"), p.line("derived", "Cost from a curve"); a != "0.9457 $ per million" || b != "4.781 $ per million" {
		t.Errorf("derived %q, splined %q", a, b)
	}

	// A comparison, and back to the term.
	p.Click(`#d-unreachable a[href^="#m="]`)
	p.Wait(`document.querySelector("#explore").checkVisibility() && document.querySelector("#line-x")?.value === "80"`)
	if n := Eval[int](p, `scrollY`); n != 0 {
		t.Errorf("the comparison is opened scrolled by %d", n)
	}
	if !Eval[bool](p, `document.querySelector("#link-notice").hidden`) {
		t.Errorf("the comparison asks for what is not there: %s", p.Text("#link-notice"))
	}
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`document.querySelector("#definitions").checkVisibility() && (top => top > -60 && top < innerHeight)(document.querySelector("#d-unreachable").getBoundingClientRect().top)`)

	// A term's own address, a reload, and the keyboard.
	p.Click(`.terms [data-term="north-star"]`)
	p.Wait(`location.hash.includes("d=north-star") && document.activeElement.id === "t-north-star"`)
	p.Press(Tab)
	if in := Eval[string](p, `document.activeElement.closest("section")?.id ?? ""`); in != "d-north-star" {
		t.Errorf("Tab from the heading leads to %q", in)
	}
	Eval[bool](p, `(location.reload(), true)`)
	p.Wait(defined + ` && document.activeElement.id === "t-north-star"`)
	if got := Eval[string](p, `document.title`); got != "Definitions · isofront" {
		t.Errorf("title %q", got)
	}
}

// Each comparison opens what it says: its model, its axis and its targets, with
// no word that something is missing.
func TestDefinitionsOpenComparisons(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	seen := map[string]bool{}
	for _, term := range terms(t) {
		for _, link := range term.See {
			keys := definitions.Keys(link.Hash)
			if seen[link.Hash] || keys["v"] != "" {
				continue
			}
			seen[link.Hash] = true
			Eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, link.Hash))
			p.Wait(fmt.Sprintf(`document.querySelector("#explore").checkVisibility() && document.querySelector("#busy").hidden && document.querySelector("#model").value === %q && document.querySelector("#workload").value === %q`, keys["m"], keys["w"]))
			axis := keys["axis"]
			if axis == "" {
				axis = "interactivity"
			}
			if got := Eval[string](p, `document.querySelector("#axis").value`); got != axis {
				t.Errorf("%s: the axis is %s", link.Hash, got)
			}
			if rows := Eval[int](p, `document.querySelectorAll("#iso-table tbody tr").length`); rows == 0 {
				t.Errorf("%s: no table", link.Hash)
			}
			if !Eval[bool](p, `document.querySelector("#link-notice").hidden && document.querySelector("#problem").hidden`) {
				t.Errorf("%s: %s %s", link.Hash, p.Text("#link-notice"), p.Text("#problem"))
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("%d comparisons", len(seen))
	}
}

// A text that cannot be had is said, and asked for again when the reader wishes.
func TestDefinitionsSayThatTheTextIsMissing(t *testing.T) {
	var gone atomic.Bool
	gone.Store(true)
	p := New(t)
	p.Expect("404")
	p.Go(Serve(t, site(t), missingWhile(&gone)) + "#v=definitions")
	p.Wait(`document.querySelector("#definitions [role=alert]")?.checkVisibility()`)
	if text := p.Text("#definitions [role=alert]"); !strings.Contains(text, "The text of the definitions is missing on the server") {
		t.Errorf("the page says: %s", text)
	}
	gone.Store(false)
	p.Click("#definitions button")
	p.Wait(defined)
}

func missingWhile(gone *atomic.Bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if gone.Load() && strings.Contains(r.URL.Path, "/definitions.") {
				Missing(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
