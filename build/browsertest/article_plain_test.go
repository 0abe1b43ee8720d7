package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// Without JavaScript the article reads whole: every table and figure is on show
// with its values, nothing waits, and nothing but the page and its style is fetched.
func TestArticleWithoutScripts(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	p.do("no scripts", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	p.Go(url + "article.html")
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 900)
		if got := Eval[int](p, `[...document.querySelectorAll("iso-table table, iso-chart > svg")].filter((e) => e.getBoundingClientRect().height > 60).length`); got != 6 {
			t.Errorf("at %d px %d tables and figures are on show, want 6", width, got)
		}
		if o := p.Overflow(); o > 0 {
			t.Errorf("at %d px the page is %d px too wide", width, o)
		}
	}
	if got := Eval[int](p, `document.querySelectorAll("iso-table td[data-value]").length`); got < 40 {
		t.Errorf("%d values", got)
	}
	for _, claim := range []string{"2.10x the tokens per dollar", "7.17x", "Prices: hyperscaler, sheet of 2026-08-14."} {
		if !strings.Contains(p.Text("main"), claim) {
			t.Errorf("the text does not say %q", claim)
		}
	}
	for _, r := range p.Requests() {
		if strings.HasSuffix(r.URL, ".wasm") || strings.HasSuffix(r.URL, ".msgpack") {
			t.Errorf("fetched %s", r.URL)
		}
	}
}
