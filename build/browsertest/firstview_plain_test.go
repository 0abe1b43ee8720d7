package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// Without JavaScript the page says so where it is seen, above what it shows then:
// the first comparison, in words, as a chart and as tables.
func TestFirstViewWithoutScripts(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	p.do("no scripts", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	for _, page := range []string{"", "offline.html"} {
		p.Go(url + page)
		for _, width := range []int{1280, 390, 320} {
			p.Viewport(width, 800)
			at := Eval[[]float64](p, `(() => { const r = document.querySelector("noscript .notice").getBoundingClientRect(); return [r.top, r.bottom, r.left, innerWidth - r.right, document.querySelector(".top").getBoundingClientRect().top]; })()`)
			if at[0] < 0 || at[1] <= at[0] || at[1] > 300 || at[2] < 0 || at[3] < 0 || at[1] > at[4] {
				t.Errorf("%s at %d px: the notice is at %v", page, width, at)
			}
			if o := p.Overflow(); o > 0 {
				t.Errorf("%s at %d px the page is %d px too wide", page, width, o)
			}
		}
		if got := p.Text("noscript"); !strings.Contains(got, "Without them it shows its first comparison, and its fields and buttons do nothing.") {
			t.Errorf("%s: the notice says %q", page, got)
		}
		if !Eval[bool](p, `["#says", "#chart svg", "#at-line td", "#iso-table td"].every((s) => document.querySelector(s).getBoundingClientRect().height > 0)`) {
			t.Errorf("%s: something of the first comparison is not on show", page)
		}
		// The skip link works without a script too.
		p.Viewport(1280, 800)
		p.Press(Tab, Enter)
		p.Press(Tab)
		if got := Eval[string](p, `document.activeElement.dataset.action ?? document.activeElement.id`); got != "mark" && got != "line-x" {
			t.Errorf("%s: after the skip link the focus is on %q", page, got)
		}
	}
	for name, width := range map[string]int{"plain-390-dark": 390, "plain-1280-light": 1280} {
		p.Scheme(name[strings.LastIndexByte(name, '-')+1:])
		p.Viewport(width, 800)
		p.Go(url)
		// The picture waits for a frame; what was loaded without scripts stays so.
		p.do("scripts for the picture", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{}))
		p.Screenshot(name)
		p.do("no scripts", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	}
}
