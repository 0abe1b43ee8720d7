package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// Figures may be another site's than the script's; that site says in its list of
// files where its index is. Where the page's policy does not allow it, what was
// written stays, and the note says what may be why.
func TestEmbedOfAnotherSite(t *testing.T) {
	script, figures := Serve(t, site(t), nil), Serve(t, site(t), nil)
	p := New(t)
	p.Expect("policy")
	p.Expect("Policy")
	p.Expect("ERR_BLOCKED")
	p.Expect("csp")
	p.Go(Article(t, script, "", tag(t, "--data-url", figures)))
	settled(p, "failed")
	if note := p.shadowText(".note"); !strings.Contains(note, figures+"site.json cannot be fetched") || !strings.Contains(note, "policy") {
		t.Errorf("the note says %q", note)
	}

	p = Open(t, ArticleOf(t, script, figures, tag(t, "--data-url", strings.TrimSuffix(figures, "/"))))
	settled(p, "live")
	asked := ""
	for _, r := range p.Requests() {
		if strings.HasSuffix(r.URL, "site.json") || strings.HasSuffix(r.URL, ".msgpack") {
			if !strings.HasPrefix(r.URL, figures) {
				t.Errorf("data from %s", r.URL)
			}
			asked += r.URL
		}
	}
	if !strings.Contains(asked, "site.json") {
		t.Errorf("asked for %s", asked)
	}
}

// A browser without WebAssembly, or without constructed style sheets, shows what
// was written, in the first case with the reason.
func TestEmbedInAnOldBrowser(t *testing.T) {
	for _, c := range []struct{ name, without, state, note string }{
		{"no WebAssembly", "delete window.WebAssembly", "failed", "this browser runs no WebAssembly"},
		{"no constructed sheets", "window.CSSStyleSheet = class { constructor() { throw new TypeError('Illegal constructor'); } }", "live", ""},
		{"no observer", "delete window.IntersectionObserver; delete window.ResizeObserver; delete AbortSignal.timeout", "live", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := New(t)
			p.do("an older browser", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: c.without}))
			p.Go(Article(t, Serve(t, site(t), nil), "", tag(t)))
			settled(p, c.state)
			if note := p.shadowText(".note"); !strings.Contains(note, c.note) || c.note == "" && note != "" {
				t.Errorf("the note says %q", note)
			}
		})
	}
}
