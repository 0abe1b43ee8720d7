package browsertest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// held serves the site and keeps an answer back until it is let go.
func held(t *testing.T, part string) (url string, letGo func()) {
	t.Helper()
	gate := make(chan struct{})
	url = Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, part) {
				select {
				case <-gate:
				case <-r.Context().Done():
				}
			}
			next.ServeHTTP(w, r)
		})
	})
	return url, func() { close(gate) }
}

// here are the rows of the first live table: their targets, that of the reader's
// in brackets.
const here = `[...document.querySelector("iso-table").shadowRoot.querySelector("tbody").rows].map((r) => r.className === "here" ? "[" + r.cells[0].textContent + "]" : r.cells[0].textContent).join()`

// What is set while an element waits for its data is not lost: the property and
// the attribute hold when they are there.
func TestEmbedSetWhileItLoads(t *testing.T) {
	body := tag(t) + isofrontChart(t)
	url, letGo := held(t, "points-deepseek")
	p := Open(t, Article(t, url, "", body))
	p.Wait(states + ` === "loading,loading"`)
	Eval[bool](p, `(() => {
		const [table, chart] = document.querySelectorAll("iso-table, iso-chart");
		table.target = 31.5;
		table.prices = {gb300: 2.37};
		table.setAttribute("targets", "25,50");
		table.setAttribute("quantities", "throughput,cost,energy");
		chart.target = 42;
		return true;
	})()`)
	letGo()
	p.Wait(states + ` === "author,live"`) // the table in the tag is of other targets
	p.Wait(`document.querySelector("iso-chart").shadowRoot.querySelector(".reading").textContent.includes("At 42 ")`)
	Eval[bool](p, `(document.querySelector("iso-table").figures = "today", true)`)
	settled(p, "live")
	if got := Eval[string](p, here); got != "25,[31.5],50" {
		t.Errorf("read at %s", got)
	}
	if got := Eval[string](p, `JSON.stringify(document.querySelector("iso-table").ask.prices)`); got != `{"gb300":2.37}` {
		t.Errorf("at the prices %s", got)
	}
}

// What a script set on a tag before there was an element holds too, and what
// means nothing is named and not taken.
func TestEmbedSetBeforeItIsDefined(t *testing.T) {
	body := tag(t)
	p := New(t)
	// The tags are there before the script runs.
	p.do("early properties", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `new MutationObserver(() => {
		const [first, second] = document.querySelectorAll("iso-table");
		if (!second || window.early) return;
		window.early = !customElements.get("iso-table");
		Object.assign(first, {target: 31.5, prices: {gb300: 2.37}});
		Object.assign(second, {target: NaN, prices: {gb300: -1}, figures: "mine"});
	}).observe(document, {childList: true, subtree: true})`}))
	p.Go(Article(t, Serve(t, site(t), nil), "", body+body))
	if !Eval[bool](p, "window.early") {
		t.Fatal("the elements were there before")
	}
	scrollThrough(p)
	if got := Eval[string](p, states); got != "live,live" {
		t.Fatal(got)
	}
	if got := Eval[string](p, here); got != "25,[31.5],50,80" {
		t.Errorf("read at %s", got)
	}
	second := `document.querySelectorAll("iso-table")[1]`
	if got := Eval[string](p, `JSON.stringify([document.querySelector("iso-table").prices, `+second+`.target, `+second+`.prices, `+second+`.figures])`); got != `[{"gb300":2.37},null,{},"author"]` {
		t.Errorf("set are %s", got)
	}
	if note := Eval[string](p, second+`.shadowRoot.querySelector(".note").textContent`); !strings.Contains(note, "must be") {
		t.Errorf("the note says %q", note)
	}
	if got := cellsOf(p, second+".shadowRoot"); got != cellsOf(p, second) {
		t.Errorf("on show is\n%s", got)
	}
}

// A target that nothing was measured at is out of reach, on both elements, and is
// neither moved to the end nor lost.
func TestEmbedTargetBeyondTheRange(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", tag(t)+isofrontChart(t)))
	scrollThrough(p)
	// The axis begins at 0, so that what is slower than the slowest is on it.
	for at, line := range map[string]string{"1e6": "hidden", "1e-3": "visible", "1e300": "hidden", "5e-324": "visible"} {
		Eval[bool](p, `(document.querySelectorAll("iso-table, iso-chart").forEach((e) => { e.target = `+at+`; }), true)`)
		p.Wait(`document.querySelector("iso-table").shadowRoot.querySelector("tr.here")?.textContent.includes("unreachable")`)
		p.Wait(`[...document.querySelector("iso-chart").shadowRoot.querySelectorAll(".legend b")].map((b) => b.textContent.split(":")[0]).join() === "unreachable,unreachable"`)
		if got := Eval[string](p, `[...document.querySelectorAll("iso-table, iso-chart")].map((e) => e.target === `+at+` && e.state).join()`); got != "live,live" {
			t.Errorf("at %s: %s", at, got)
		}
		// It is drawn with the next frame; the words before may be those of the target before.
		p.Wait(`document.querySelector("iso-chart").shadowRoot.querySelector(".line").getAttribute("visibility") === "` + line + `"`)
		if now := Eval[bool](p, `(() => { const a = (n) => Number(document.querySelector("iso-chart").shadowRoot.querySelector("svg.plot").getAttribute("aria-value" + n)); return a("min") <= a("now") && a("now") <= a("max"); })()`); !now {
			t.Errorf("at %s the figure's value is beyond its range", at)
		}
	}
	if got := Eval[string](p, `[NaN, Infinity, 0, -1, "30", undefined].map((x) => { try { document.querySelector("iso-table").target = x; return "taken"; } catch (e) { return e.name; } }).join()`); strings.Count(got, "RangeError") != 6 {
		t.Errorf("set: %s", got)
	}
}
