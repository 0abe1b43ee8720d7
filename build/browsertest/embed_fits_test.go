package browsertest

import (
	"testing"
)

// In a narrow column, in a dark article, right to left, at 320 px and on paper a
// table and a figure stay inside their place, and text keeps its contrast.
func TestEmbedFits(t *testing.T) {
	url := Serve(t, site(t), nil)
	body := `<div class="narrow">` + tag(t) + isofrontChart(t) + `</div>` + tag(t, "--quantity", "throughput,cost,energy") + isofrontChart(t)
	for _, look := range []struct {
		name, class, dir string
		width            int
	}{{"plain", "", "ltr", 1280}, {"dark", "dark", "ltr", 900}, {"rtl", "", "rtl", 900}, {"phone", "", "ltr", 320}, {"dark-rtl-phone", "dark", "rtl", 320}} {
		t.Run(look.name, func(t *testing.T) {
			p := New(t)
			p.Viewport(look.width, 800)
			p.Go(Article(t, url, "", body))
			Eval[bool](p, `(document.documentElement.className = "`+look.class+`", document.documentElement.dir = "`+look.dir+`", true)`)
			scrollThrough(p)
			if got := Eval[string](p, states); got != "live,live,live,live" {
				t.Fatal(got)
			}
			if o := p.Overflow(); o > 0 {
				t.Errorf("%d px too wide", o)
			}
			if got := Eval[string](p, `[...document.querySelectorAll("iso-table, iso-chart")].filter((e) => [...e.shadowRoot.querySelectorAll(".live > *, [part=live] > *")].some((c) => c.getBoundingClientRect().width > e.getBoundingClientRect().width + 1)).map((e) => e.localName).join()`); got != "" {
				t.Errorf("wider than their place: %s", got)
			}
			dark := Eval[bool](p, within(".frame")+`.classList.contains("dark")`)
			if dark != (look.class == "dark") {
				t.Errorf("taken for dark: %v", dark)
			}
			p.Screenshot("embed-" + look.name)
			p.do("print", mediaType("print"))
			p.Wait(`[...document.querySelectorAll("iso-table, iso-chart")].flatMap((e) => [...e.shadowRoot.querySelectorAll(".bar")]).every((b) => b.getBoundingClientRect().height === 0)`)
		})
	}
}
