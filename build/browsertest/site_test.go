package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/pack"
)

// ready is true once the page has drawn its first true table.
const ready = `document.documentElement.dataset.state === "ready"`

// site is the folder of the real site over the figures that ship with it.
func site(t *testing.T) string {
	t.Helper()
	return built(t).Out
}

// built is that site, built once.
func built(t *testing.T) website.Report {
	t.Helper()
	Chromium(t)
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return Build(t, "site", website.Options{Root: Root(t), Data: files})
}

func TestSiteOpensUnderASubPath(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	if rows := Eval[int](p, `document.querySelectorAll("#iso-table tbody tr").length`); rows < 2 {
		t.Errorf("the table has %d rows", rows)
	}
	if !Eval[bool](p, `[...document.querySelectorAll("#chart canvas")].some(c =>
		c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some(v => v > 0))`) {
		t.Error("the chart is empty")
	}
	total := 0
	requests := p.Requests()
	for _, r := range requests {
		total += r.Bytes
		t.Logf("%3d %-4s %8d %s", r.Status, r.Encoding, r.Bytes, r.URL)
		if strings.HasSuffix(r.URL, ".wasm") && r.Encoding != "br" {
			t.Errorf("%s was sent as %q, want br", r.URL, r.Encoding)
		}
	}
	t.Logf("%d requests, %d bytes", len(requests), total)
	if len(requests) > 12 {
		t.Errorf("%d requests to interactive, want at most 12", len(requests))
	}
}

func TestSiteFitsScreens(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, width := range []int{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			p.Viewport(width, 844)
			p.Scheme(scheme)
			p.Go(url)
			p.Wait(ready)
			p.Screenshot(fmt.Sprintf("explore-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, n)
			}
		}
	}
}

// Hosts that do not know WebAssembly send it as text: the page must not depend
// on streaming compilation.
func TestSiteTakesWasmUnderAWrongType(t *testing.T) {
	p := Open(t, Serve(t, site(t), AsText(".wasm")))
	p.Wait(ready)
}

// A missing module is said once, in words, and not asked for again and again.
func TestSiteSaysThatAFileIsMissing(t *testing.T) {
	for _, suffix := range []string{".wasm", ".msgpack"} {
		t.Run(suffix, func(t *testing.T) {
			p := New(t)
			p.Expect("404")
			p.Go(Serve(t, site(t), Instead(suffix, Missing)))
			p.Wait(`[...document.querySelectorAll("[role=alert]")].some(e => e.checkVisibility() && e.textContent.trim())`)
			text := Eval[string](p, `[...document.querySelectorAll("[role=alert]")].filter(e => e.checkVisibility()).map(e => e.textContent).join(" ")`)
			t.Logf("the page says: %s", text)
			if strings.Contains(text, "magic") || strings.Contains(text, "CompileError") {
				t.Errorf("the page compiled an error page: %s", text)
			}
			asked := map[string]int{}
			for _, r := range p.Requests() {
				if strings.HasSuffix(r.URL, suffix) {
					asked[r.URL]++
				}
			}
			for url, n := range asked {
				if n > 1 {
					t.Errorf("%s: asked %d times", url, n)
				}
			}
			if len(asked) == 0 {
				t.Error("nothing was asked for")
			}
		})
	}
}
