package browsertest

import (
	"fmt"
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
	for _, look := range []struct {
		scheme string
		width  int
	}{{"light", 1280}, {"dark", 1280}, {"light", 390}, {"dark", 390}, {"light", 320}, {"dark", 320}} {
		p.Viewport(look.width, 900)
		p.Scheme(look.scheme)
		if got := Eval[int](p, `[...document.querySelectorAll("iso-table table, iso-chart svg[role=img]")].filter((e) => e.getBoundingClientRect().height > 60).length`); got != 6 {
			t.Errorf("at %d px %d tables and figures are on show, want 6", look.width, got)
		}
		if o := p.Overflow(); o > 0 {
			t.Errorf("at %d px the page is %d px too wide", look.width, o)
		}
		if wrong := Eval[string](p, figuresRead); wrong != "" {
			t.Errorf("at %d px: %s", look.width, wrong)
		}
		p.Picture(fmt.Sprintf("article-plain-%s-%d", look.scheme, look.width))
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

// figuresRead says what of the static figures cannot be read: text that is scaled down,
// runs into other text or out of the figure, a point that is not on its curve.
const figuresRead = `[...document.querySelectorAll("iso-chart svg[role=img]")].flatMap((svg) => {
	const place = svg.getBoundingClientRect();
	const texts = [...svg.querySelectorAll("text")].map((e) => [e.textContent, e.getBoundingClientRect()]);
	const wrong = texts.flatMap(([text, a], i) => [
		...(a.height < 12 ? [text + " is " + a.height + " px high"] : []),
		...(a.left < place.left - 1 || a.right > place.right + 1 || a.bottom > place.bottom + 1 || a.top < place.top - 1 ? [text + " leaves the figure"] : []),
		...texts.slice(i + 1).filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3).map(([other]) => text + " on " + other),
	]);
	const marks = [...svg.querySelectorAll("g > svg")].map((e) => e.firstElementChild).filter((e) => e.getAttribute("fill") !== "none");
	const curves = [...svg.querySelectorAll("path[vector-effect]")].map((curve) => {
		const to = curve.getScreenCTM(), box = curve.getTotalLength();
		return Array.from({length: 2001}, (_, i) => curve.getPointAtLength((box * i) / 2000).matrixTransform(to));
	});
	if (texts.length < 10 || marks.length < 4 || curves.length < 2) wrong.push("it holds " + [texts.length, marks.length, curves.length]);
	for (const mark of marks) {
		const box = mark.getBoundingClientRect();
		if (box.width < 6 || box.width > 11 || Math.abs(box.width - box.height) > 2) wrong.push("a mark of " + box.width + " x " + box.height);
		const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
		const off = Math.min(...curves.flat().map((p) => Math.hypot(p.x - x, p.y - y)));
		if (off > 2.5) wrong.push("a mark is " + off + " px off its curve");
	}
	return wrong;
}).join("; ")`

// In an article whose policy allows no style but its own sheet's, and whose sheet
// clips and sizes svg elements as common ones do, the static figure is drawn as well.
func TestFigureInAnArticleOfItsOwnSheet(t *testing.T) {
	p := New(t)
	p.do("no scripts", send(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	p.Go(Article(t, Serve(t, site(t), nil), `<link rel="stylesheet" href="common.css">`, isofrontChart(t)+isofrontChart(t, "--theme", "dark", "--log-y")))
	for _, width := range []int{1280, 320} {
		p.Viewport(width, 800)
		if wrong := Eval[string](p, figuresRead); wrong != "" {
			t.Errorf("at %d px: %s", width, wrong)
		}
		p.Picture(fmt.Sprintf("figure-common-%d", width))
	}
}
