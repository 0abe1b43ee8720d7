package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// Without JavaScript the first view reads whole at any width: the chart's text keeps
// its size and stays inside its card, and nothing is offered that cannot be pressed.
func TestFirstViewWithoutScripts(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	p.do("no scripts", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	p.Go(url)
	for _, look := range []struct {
		scheme string
		width  int
	}{{"light", 1280}, {"light", 390}, {"dark", 390}, {"dark", 320}} {
		p.Viewport(look.width, 900)
		p.Scheme(look.scheme)
		if wrong := Eval[string](p, `(() => {
			const place = document.querySelector("#chart").getBoundingClientRect();
			const chart = document.querySelector("#chart > svg.first");
			const texts = [...chart.querySelectorAll("text")].map((e) => [e.textContent, e.getBoundingClientRect()]);
			const marks = [...chart.querySelectorAll(":scope > svg > path[fill=currentColor]")];
			const wrong = texts.flatMap(([text, a]) => [
				...(Math.min(a.width, a.height) < 6 || Math.max(a.width, a.height) < 12 ? [text + " is " + a.width + " x " + a.height] : []),
				...(a.left < place.left - 1 || a.right > place.right + 1 || a.top < place.top - 1 || a.bottom > place.bottom + 1 ? [text + " leaves the chart"] : []),
			]);
			const curves = [...chart.querySelectorAll("path[vector-effect]")].flatMap((c) => {
				const to = c.getScreenCTM(), n = c.getTotalLength();
				return Array.from({length: 2001}, (_, i) => c.getPointAtLength((n * i) / 2000).matrixTransform(to));
			});
			for (const mark of marks) {
				const box = mark.getBoundingClientRect();
				const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
				const off = Math.min(...curves.map((p) => Math.hypot(p.x - x, p.y - y)));
				if (off > 3) wrong.push("a mark is " + off + " px off its curve");
			}
			if (texts.length < 12 || marks.length < 10) wrong.push(texts.length + " texts and " + marks.length + " marks");
			if (place.height < 299 || place.height > 441) wrong.push("the chart is " + place.height + " px high");
			if (!document.querySelector("#line-x").readOnly) wrong.push("the speed looks as if it could be typed");
			for (const e of document.querySelectorAll("button, select, input[type=checkbox], nav.views a, .help")) {
				if (e.getClientRects().length && !e.matches(".marks")) wrong.push("there is " + (e.id || e.textContent));
			}
			return wrong.join("; ");
		})()`); wrong != "" {
			t.Errorf("at %d px: %s", look.width, wrong)
		}
		if o := p.Overflow(); o > 0 {
			t.Errorf("at %d px the page is %d px too wide", look.width, o)
		}
		if n := len(cells(p, "#iso-table")); n < 5 {
			t.Errorf("at %d px the table has %d rows", look.width, n)
		}
		p.Picture(fmt.Sprintf("first-plain-%s-%d", look.scheme, look.width))
	}
}
