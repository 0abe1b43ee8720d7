package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Views are opened by their names in the address, with something in them.
var audited = []struct{ name, hash string }{
	{"explore", ""},
	{"explore normalized", "#m=DeepSeek-R1-0528&w=agentic&axis=e2e-normalized&y=cost&lines=on"},
	{"requests", "#v=requests"},
	{"tables", "#v=tables"},
	{"calculator", "#v=calculator"},
	{"audit", "#v=audit&m=DeepSeek-V4-Pro&w=8192/1024&date=2026-03-18"},
	{"definitions", "#v=definitions"},
	{"data", "#v=data"},
}

// axe-core (https://github.com/dequelabs/axe-core) finds nothing against WCAG 2.2
// A and AA in any view, light and dark, wide and narrow.
func TestAxe(t *testing.T) {
	url := Serve(t, site(t), nil)
	for _, view := range audited {
		t.Run(view.name, func(t *testing.T) {
			p := Open(t, url+view.hash)
			p.Wait(ready)
			p.Wait(`document.querySelector("main:not([hidden])") !== null`)
			frames(p)
			if view.name == "requests" {
				p.drop("trace.jsonl", syntheticTrace(30))
				p.Wait(reported)
			}
			if view.name == "audit" {
				p.Wait(auditReady)
				p.Click("#audit-example")
				p.Wait(auditReported)
				p.Click(`.audit-table tr[data-row="6"] td:nth-child(3) button`)
				Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
			}
			p.accessible(390)
		})
	}
}

// accessible runs axe on the page as it is, light and dark, at 1280 px and at the
// narrow width, at which nothing may stick out either.
func (p *Page) accessible(narrow int) {
	p.t.Helper()
	axe, err := os.ReadFile(filepath.Join(Root(p.t), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		p.t.Fatal(err)
	}
	Eval[bool](p, "(() => {"+string(axe)+"; return true; })()")
	for _, width := range []int{1280, narrow} {
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			p.Viewport(width, 800)
			frames(p)
			found := Eval[[]string](p, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map(
				(v) => v.id + " (" + v.help + "): " + v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + (n.failureSummary || "").replace(/\s+/g, " ").slice(0, 160)).join(" | ")))`)
			if len(found) > 0 {
				p.t.Errorf("%s at %d px:\n%s", scheme, width, strings.Join(found, "\n"))
			}
			if o := p.Overflow(); o > 0 {
				p.t.Errorf("%s at %d px: the page is %d px too wide", scheme, width, o)
			}
		}
	}
}
