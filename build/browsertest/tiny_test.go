package browsertest

import (
	"strings"
	"testing"
	"time"

	"github.com/isofront/isofront/build/website"
)

func TestMain(m *testing.M) { Main(m) }

// tiny is a site small enough to test the builder and this harness apart from
// the real one: a vugu counter and a uPlot chart.
func tiny(t *testing.T) string {
	t.Helper()
	Chromium(t)
	return Build(t, "tiny", website.Options{
		Root: Root(t),
		Site: "build/website/testdata/tiny",
		Wasm: "build/website/testdata/none",

		Compiler: website.Go, // it waits, as the page's program does not
	}).Out
}

func TestTinyRunsUnderTheStrictPolicy(t *testing.T) {
	p := Open(t, Serve(t, tiny(t), nil))
	p.Wait("window.tinyReady")
	if got := p.Text("#more"); got != "clicked 0" {
		t.Errorf("vugu drew %q", got)
	}
	p.Click("#more")
	p.Wait(`document.querySelector("#more").textContent === "clicked 1"`)
	if !Eval[bool](p, `document.querySelector("#chart canvas").width > 100`) {
		t.Error("uPlot drew no canvas")
	}
	for _, r := range p.Requests() {
		if strings.HasSuffix(r.URL, ".wasm") && r.Encoding != "br" {
			t.Errorf("%s was sent as %q, want br", r.URL, r.Encoding)
		}
		t.Logf("%3d %-4s %8d %s", r.Status, r.Encoding, r.Bytes, r.URL)
	}
}

// The guard must drop one call of eval and no other, or test drivers break.
func TestEvalIsBackAfterTheStart(t *testing.T) {
	p := Open(t, Serve(t, tiny(t), nil))
	p.Wait("window.tinyReady")
	if !Eval[bool](p, `/native code/.test(String(window.eval))`) {
		t.Error("window.eval is still replaced")
	}
}

// The harness itself: each kind of fault must be seen, or a clean run says nothing.
func TestFaultsAreSeen(t *testing.T) {
	p := Open(t, Serve(t, tiny(t), nil))
	p.Wait("window.tinyReady")
	p.Expect("") // everything below is meant
	for _, c := range []struct{ name, js, want string }{
		{"console", `console.error("oops", 7)`, `console: "oops" 7`},
		{"exception", `setTimeout(() => { throw new Error("late") })`, "Error: late"},
		{"rejection", `void Promise.reject(new Error("lost"))`, "Error: lost"},
		{"missing file", `void fetch("no-such-file")`, "request: 404"},
		{"inline style", `document.body.insertAdjacentHTML("beforeend", '<p style="color:red">')`, "policy: style-src"},
		{"other origin", `void fetch("http://127.0.0.1:1/").catch(() => 0)`, "policy: connect-src"},
		{"eval", `setTimeout("1")`, "policy: script-src"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(p.all(), c.want) {
				t.Fatalf("%q is there before its cause", c.want)
			}
			// From a timer: what throws here must not be an answer to Eval.
			Eval[bool](p, "new Promise(r => setTimeout(() => { r(true); "+c.js+" }))")
			for end := time.Now().Add(patience); !strings.Contains(p.all(), c.want); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("want a fault with %q, got:\n%s", c.want, p.all())
				}
			}
		})
	}
}

// all returns every fault so far, expected or not.
func (p *Page) all() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.faults, "\n")
}
