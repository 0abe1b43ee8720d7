package browsertest

import (
	"fmt"
	"testing"
)

// cellsOf are the cells of the tables inside an element, an expression that gives
// it: a line per row.
func cellsOf(p *Page, element string) string {
	p.t.Helper()
	return Eval[string](p, `[...`+element+`.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n")`)
}

// liveCells are those on show in the first live table.
const liveTable = `document.querySelector("iso-table").shadowRoot`

// twin puts HTML of the command line into the page and reads its tables.
func twin(p *Page, html string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`(() => {
		const parsed = new DOMParser().parseFromString(window.trustedTypes ? trustedTypes.createPolicy("twin" + Math.random(), {createHTML: (s) => s}).createHTML(%q) : %q, "text/html");
		return [...parsed.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n");
	})()`, html, html))
}

// The slider, the field beside it and an own price move the numbers to exactly
// what the command line prints of the same words; so does what is copied; and the
// link leads to the full view with the same table.
func TestEmbedSliderIsTheCommandLine(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, Article(t, url, "", tag(t)))
	settled(p, "live")
	// Keys move a slider as a hand does.
	Eval[bool](p, `(`+within(`[part="slider"]`)+`.focus(), document.querySelector("iso-table").addEventListener("iso-change", (e) => { window.change = e.detail; }), true)`)
	p.Press(Right, Right, Right)
	p.Wait(`document.querySelector("iso-table").target !== null && ` + within("tr.here"))
	at := Eval[float64](p, `document.querySelector("iso-table").target`)
	want := func(target string, more ...string) []string {
		return append(append(append([]string{}, shown...), "--targets", "25,50,80,"+target), more...)
	}
	check := func(args []string) {
		t.Helper()
		html := twin(p, isofront(t, append(args, "--format", "html")...))
		p.Wait(fmt.Sprintf(`[...%s.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n") === %q`, liveTable, html))
	}
	check(want(fmt.Sprint(at)))
	if got := Eval[string](p, `JSON.stringify(window.change.ask.targets)`); got != fmt.Sprintf("[25,50,80,%v]", at) {
		t.Errorf("iso-change says %s", got)
	}

	Eval[bool](p, `(`+within(`input[type="number"]`)+`.focus(), `+within(`input[type="number"]`)+`.select(), true)`)
	p.Press("3", "1", ".", "2", "5")
	check(want("31.25"))
	Eval[bool](p, `(`+within("details")+`.open = true, `+within(`[data-hardware="gb300"]`)+`.focus(), true)`)
	p.Press("2", ".", "3", "7")
	args := want("31.25", "--price", "gb300=2.37")
	check(args)

	clipboard(p)
	for format, flag := range map[string]string{"markdown": "markdown", "html": "html", "csv": "csv", "latex": "latex"} {
		Eval[bool](p, `(window.copied = null, `+within(`[data-format="`+format+`"]`)+`.click(), true)`)
		p.Wait(`window.copied !== null`)
		if got, want := Eval[string](p, "window.copied"), isofront(t, append(args, "--format", flag)...); got != want {
			t.Errorf("%s: copied\n%s\nthe command line prints\n%s", format, got, want)
		}
	}

	link := Eval[string](p, within(`[part="link"]`)+".href")
	p.Go(link)
	p.Wait(ready)
	p.Wait(tableShown)
	if got, want := cellsOf(p, `document.querySelector("#table-preview")`), twin(p, isofront(t, append(args, "--format", "html")...)); got != want {
		t.Errorf("the link %s shows\n%s\nthe command line prints\n%s", link, got, want)
	}
	if notice := Eval[string](p, `[...document.querySelectorAll(".notice:not(.boot):not([hidden])")].map((n) => n.textContent).join(" ")`); notice != "" {
		t.Errorf("the link asks in vain: %s", notice)
	}
}

// A click on a head sorts, another turns the order around, a third takes it back;
// what is absent stays last.
func TestEmbedSorts(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", tag(t, "--quantity", "throughput")))
	settled(p, "live")
	for _, want := range []string{"ascending 50,25,80", "descending 25,50,80", "null 25,50,80"} {
		Eval[bool](p, `(`+within(`th[data-column="1"] button`)+`.click(), true)`)
		got := `(` + within(`th[data-column="1"]`) + `.getAttribute("aria-sort")) + " " + [...` + within("tbody") + `.rows].map((r) => r.cells[0].textContent).join()`
		p.Wait(fmt.Sprintf(`%s === %q`, got, want))
	}
}
