package browsertest

import (
	"strings"
	"testing"
)

// A table about another model of the data is said to be, and one press of a button
// checks it against that one: model and workload move as if they had been chosen,
// and Back undoes it.
func TestAuditMovesToWhatTheTableNames(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("DeepSeek R1 at 1k/1k\n\n| tok/s/user | B200 tok/s/GPU |\n|---|---|\n| 100 | 900 |\n", "")
	p.Wait(`document.querySelector("#audit-other button")`)
	if got := p.Text("#audit-other"); !strings.Contains(got, "about DeepSeek-R1-0528, 1024/1024; it is checked against DeepSeek-V4-Pro, 8192/1024.") {
		t.Errorf("the notice says %q", got)
	}
	for _, look := range []struct {
		width  int
		scheme string
	}{{1280, "light"}, {390, "dark"}} {
		p.Viewport(look.width, 800)
		p.Scheme(look.scheme)
		p.Screenshot("audit-place-" + map[int]string{1280: "1280", 390: "390"}[look.width] + "-" + look.scheme)
		if o := p.Overflow(); o > 0 {
			t.Errorf("at %d px the page is %d px too wide", look.width, o)
		}
	}
	p.Viewport(1280, 800)
	// By keyboard, as by mouse.
	Eval[bool](p, `(document.querySelector("#audit-other button").focus(), true)`)
	p.Press(Enter)
	p.Wait(`document.querySelector("#model").value === "DeepSeek-R1-0528" && document.querySelector("#workload").value === "1024/1024"`)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1" && !document.querySelector("#audit-other")`)
	if Eval[bool](p, `document.activeElement === document.body`) {
		t.Error("the focus went with the button")
	}
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`document.querySelector("#model").value === "DeepSeek-V4-Pro" && document.querySelector("#audit-other button")`)
}
