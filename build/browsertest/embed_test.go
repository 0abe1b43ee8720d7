package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// shown is a table of a published comparison; its words go to the command line.
var shown = []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb200*", "--series", "gb300*", "--baseline", "gb200*",
	"--quantity", "throughput,cost", "--prices-as-of", "2026-03-18"}

// tag is the table as the tag that the command line writes.
func tag(t *testing.T, more ...string) string {
	t.Helper()
	return isofront(t, append(append(append([]string{}, shown...), "--targets", "25,50,80", "--format", "embed"), more...)...)
}

// within is a JavaScript expression: the first match in the shadow of the first
// element.
func within(selector string) string {
	return fmt.Sprintf(`document.querySelector("iso-table, iso-chart").shadowRoot.querySelector(%q)`, selector)
}

// settled waits until the first element has come to its state.
func settled(p *Page, state string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`document.querySelector("iso-table, iso-chart").state === %q`, state))
}

// embedded lists the cells on show in the first element: text, or text of the
// command line's own HTML put into the page.
const embeddedCells = `[...document.querySelector("iso-table").shadowRoot.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n")`

// An article on one origin, figures on another, under a policy that allows the
// site and nothing inline: the tag becomes a live table with the values that
// stood in it.
func TestEmbedComesAliveAcrossOrigins(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, Article(t, url, "", tag(t)))
	settled(p, "live")
	ready := Eval[string](p, embeddedCells)
	want := Eval[string](p, `[...document.querySelectorAll("iso-table table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n")`)
	if ready != want || !strings.Contains(ready, "unreachable") {
		t.Errorf("the live table says\n%s\nin the tag stands\n%s", ready, want)
	}
	if Eval[bool](p, within(".note")+".hidden") == false {
		t.Errorf("a note: %s", Eval[string](p, within(".note")+".textContent"))
	}
}
