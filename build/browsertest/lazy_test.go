package browsertest

import (
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"testing"
)

// missingUntil answers a part of the views' own with 404 until there is true.
func missingUntil(ext string, there *atomic.Bool, before func()) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name := path.Base(r.URL.Path); strings.HasPrefix(name, "views.") && strings.HasSuffix(name, ext) && !there.Load() {
				before()
				Missing(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

const again = `document.querySelector("[data-action=views-again]")`

// A view whose script or styles cannot be fetched says so, and the button brings
// all of the view.
func TestAViewIsAskedForAgain(t *testing.T) {
	for _, ext := range []string{".js", ".css"} {
		t.Run(ext, func(t *testing.T) {
			var there atomic.Bool
			p := New(t)
			p.Expect("404")
			p.Expect("views.")
			p.Go(Serve(t, site(t), missingUntil(ext, &there, func() {})) + "#v=tables")
			// The program has drawn the page anew, which moves the button.
			p.Wait(`document.querySelector('[data-view="tables"]').getAttribute("aria-current") === "page" && ` + again + ` !== null`)
			frames(p)
			there.Store(true)
			p.Click("[data-action=views-again]")
			p.Wait(ready)
			p.Wait(`document.querySelector("#tables td") !== null && document.activeElement.id === "tables"`)
			if !Eval[bool](p, again+` === null && [...document.styleSheets].some((s) => (s.href ?? "").includes("/views."))`) {
				t.Errorf("%s", p.Text("body"))
			}
		})
	}
}

// A click while an attempt is under way that fails is an attempt of its own.
func TestAViewIsAskedForWhileItFails(t *testing.T) {
	var there, held atomic.Bool
	asked, fail := make(chan bool, 8), make(chan bool)
	p := New(t)
	p.Expect("404")
	p.Expect("views.")
	p.Go(Serve(t, site(t), missingUntil(".js", &there, func() {
		if held.Load() {
			asked <- true
			<-fail
		}
	})) + "#v=tables")
	p.Wait(`document.querySelector('[data-view="tables"]').getAttribute("aria-current") === "page" && ` + again + ` !== null`)
	frames(p)
	held.Store(true)
	p.Click("[data-action=views-again]")
	<-asked
	there.Store(true)
	p.Click("[data-action=views-again]")
	close(fail)
	p.Wait(`document.querySelector("#tables td") !== null`)
}

// Who has gone back to Explore is not told of a view that failed meanwhile.
func TestAViewThatWasLeftFailsInSilence(t *testing.T) {
	var there atomic.Bool
	asked, fail := make(chan bool, 8), make(chan bool)
	p := New(t)
	p.Expect("404")
	p.Go(Serve(t, site(t), missingUntil(".js", &there, func() { asked <- true; <-fail })))
	p.Wait(ready)
	p.Click(`[data-view="tables"]`)
	<-asked
	p.Click(`[data-view=""]`)
	p.Wait(`document.querySelector('[data-view=""]').getAttribute("aria-current") === "page"`)
	close(fail)
	p.Wait(`performance.getEntriesByType("resource").some((e) => e.name.includes("/views.") && e.responseEnd > 0)`)
	frames(p)
	if Eval[bool](p, again+` !== null || document.querySelector("[role=alert]:not([hidden])") !== null`) {
		t.Errorf("%s", p.Text("body"))
	}
	there.Store(true)
	p.Click(`[data-view="tables"]`)
	p.Wait(`document.querySelector("#tables td") !== null`)
}

// A file that is dropped where the program does not start is not read for ever.
func TestAFileWithoutTheProgram(t *testing.T) {
	p := New(t)
	p.Expect("404")
	p.Expect("site.")
	p.Go(Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name := path.Base(r.URL.Path); strings.HasPrefix(name, "site.") && strings.HasSuffix(name, ".wasm") {
				Missing(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}))
	p.Wait(`document.querySelector("#boot[role=alert], .notice[role=alert]") !== null`)
	p.drop("run.jsonl", []byte("{}\n"))
	p.Wait(`document.querySelector(".reading.failed")?.textContent.includes("run.jsonl was not read")`)
}

// Reading can be called off while what reads is still on its way; the next file is
// read, the first one never.
func TestAFileCalledOffBeforeItIsRead(t *testing.T) {
	asked, send := make(chan bool, 8), make(chan bool)
	p := Open(t, Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name := path.Base(r.URL.Path); strings.HasPrefix(name, "views.") && strings.HasSuffix(name, ".js") {
				asked <- true
				<-send
			}
			next.ServeHTTP(w, r)
		})
	}))
	p.Wait(ready)
	p.drop("first.jsonl", syntheticTrace(40))
	<-asked
	p.Click("[data-action=cancel-reading]")
	p.Wait(`document.querySelector(".reading").hidden && document.querySelector("#said").textContent === "Reading was cancelled"`)
	p.drop("second.jsonl", syntheticTrace(40))
	close(send)
	p.Wait(reported)
	if got := p.Text("#run-report h2"); got != "second.jsonl" || Eval[bool](p, says+`"first.jsonl")`) {
		t.Errorf("the report is on %q", got)
	}
}
