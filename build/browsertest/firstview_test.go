package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// hold is for Serve's wrap: files that end in suffix wait until the channel is
// closed.
func hold(suffix string, until chan struct{}) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				<-until
			}
			next.ServeHTTP(w, r)
		})
	}
}

// The first view is on screen before the program runs, says the same after, and
// moves nothing when the program takes over.
func TestFirstViewBeforeTheProgram(t *testing.T) {
	held := make(chan struct{})
	url := Serve(t, site(t), hold(".wasm", held))
	p := New(t)
	p.Go(url)
	Eval[bool](p, `(new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift = (window.shift || 0) + e.value; }).observe({type: "layout-shift", buffered: true}), true)`)
	p.Wait(`document.querySelector("#iso-table td") !== null && document.querySelector("#chart svg.first") !== null`)
	if state := Eval[string](p, `document.documentElement.dataset.state ?? ""`); state == "ready" {
		t.Fatal("the program ran already")
	}
	if !Eval[bool](p, `document.querySelector("#line-x").value === "25" && document.querySelector("#boot").offsetParent === null`) {
		t.Error("the first view has no speed, or says that it is loading")
	}
	line, iso, says := cells(p, "#at-line"), cells(p, "#iso-table"), p.Text("#says")
	if !strings.Contains(says, "the tokens per dollar of GB200") {
		t.Errorf("the first view says in words %q", says)
	}
	p.Screenshot("first-1280-light")
	close(held)
	p.Wait(ready)
	frames(p)
	if got := cells(p, "#at-line"); fmt.Sprint(got) != fmt.Sprint(line) {
		t.Errorf("before the program the table says\n%v\nafter\n%v", line, got)
	}
	if got := cells(p, "#iso-table"); fmt.Sprint(got) != fmt.Sprint(iso) {
		t.Errorf("before the program the table at targets says\n%v\nafter\n%v", iso, got)
	}
	if got := p.Text("#says"); got != says {
		t.Errorf("before the program the page says\n%s\nafter\n%s", says, got)
	}
	if shift := Eval[float64](p, `window.shift || 0`); shift >= 0.02 {
		t.Errorf("the layout shifted by %v, want less than 0.02", shift)
	}
	if Eval[bool](p, `document.querySelector("#chart svg.first") !== null`) {
		t.Error("the still picture is left beside the chart")
	}
	p.Screenshot("first-taken-over-1280-light")
}

// A link to another view does not show the first one on its way.
func TestALinkDoesNotShowTheFirstView(t *testing.T) {
	held := make(chan struct{})
	p := New(t)
	p.Go(Serve(t, site(t), hold(".wasm", held)) + "#m=DeepSeek-R1-0528&w=agentic")
	p.Wait(`document.querySelector("#boot") !== null`)
	if !Eval[bool](p, `document.querySelector("#boot").offsetParent !== null && document.querySelector("#at-line").offsetParent === null`) {
		t.Error("the first view shows under a link to another")
	}
	close(held)
	p.Wait(ready)
	p.Wait(`document.querySelector("#at-line").offsetParent !== null && document.querySelector("#boot").offsetParent === null`)
	if got := p.Text("#chart-title"); !strings.Contains(got, "R1") {
		t.Errorf("the page shows %q", got)
	}
}
