package browsertest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// states are those of all elements of the page.
const states = `[...document.querySelectorAll("iso-table, iso-chart")].map((e) => e.state).join()`

// scrollThrough brings every element into view, so that each comes alive.
func scrollThrough(p *Page) {
	for i := range Eval[int](p, `document.querySelectorAll("iso-table, iso-chart").length`) {
		Eval[bool](p, fmt.Sprintf(`(document.querySelectorAll("iso-table, iso-chart")[%d].scrollIntoView({block: "center", behavior: "instant"}), true)`, i))
		p.Wait(fmt.Sprintf(`!["waiting", "loading"].includes(document.querySelectorAll("iso-table, iso-chart")[%d].state)`, i))
	}
}

// An element loads when it comes near the window and not before, and all of the
// sample article's are what was written: live, nothing to remark, the figures of
// three bundles, one module, one index.
func TestArticleComesAliveAsItIsRead(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"article.html")
	p.Wait(states + `.startsWith("live")`)
	if got := Eval[string](p, states); !strings.HasSuffix(got, ",waiting") {
		t.Errorf("before scrolling: %s", got)
	}
	scrollThrough(p)
	if got := Eval[string](p, states); got != "live,live,live,live,live" {
		t.Errorf("after scrolling: %s", got)
	}
	if notes := Eval[string](p, `[...document.querySelectorAll("iso-table, iso-chart")].map((e) => e.shadowRoot.querySelector(".note").textContent).join("")`); notes != "" {
		t.Errorf("notes: %s", notes)
	}
	files := map[string]int{}
	for _, r := range p.Requests() {
		if name := filepath.Base(r.URL); strings.HasSuffix(name, ".wasm") || strings.HasSuffix(name, ".msgpack") {
			files[name[:strings.Index(name, ".")]]++
		}
	}
	if want := "map[index:1 iso:1 points-deepseek-v4-pro-8192-1024:1 points-glm-5-8192-1024:1 points-minimax-m2-5-8192-1024:1]"; fmt.Sprint(files) != want {
		t.Errorf("fetched %v, want %s", files, want)
	}
	for _, look := range []struct {
		scheme string
		width  int
	}{{"light", 1280}, {"light", 390}, {"dark", 1280}, {"dark", 390}} {
		p.Scheme(look.scheme)
		p.Viewport(look.width, 900)
		p.Go(Eval[string](p, "location.href"))
		scrollThrough(p)
		p.Screenshot(fmt.Sprintf("article-%s-%d", look.scheme, look.width))
		if o := p.Overflow(); o > 0 {
			t.Errorf("%s at %d: %d px too wide", look.scheme, look.width, o)
		}
	}
}

// axe finds nothing in the article, live or not, light or dark, wide or narrow.
func TestArticleAxe(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"article.html")
	scrollThrough(p)
	Eval[bool](p, `(document.querySelectorAll("iso-table").forEach((e) => { e.shadowRoot.querySelector("details").open = true; }), true)`)
	p.accessible(320)
}
