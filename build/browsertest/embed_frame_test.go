package browsertest

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// In an iframe on another site the page tells its height, of the documented shape,
// and that is the height of what it shows.
func TestFrameTellsItsHeight(t *testing.T) {
	site := Serve(t, site(t), nil)
	q := url.Values{"element": {"iso-table"}, "id": {"first"}, "model": {"DeepSeek-V4-Pro"}, "workload": {"8192/1024"}, "systems": {"gb*"}, "targets": {"25,50"}}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>Host</title><link rel="icon" href="data:,"><iframe title="Table" width="600" height="50" src="%sframe.html?%s"></iframe><script>
			addEventListener("message", (e) => { if (e.source === document.querySelector("iframe").contentWindow && e.data.isofront === "height") { window.told = e.data; document.querySelector("iframe").height = e.data.height; } })</script>`, site, q.Encode())
	}))
	t.Cleanup(host.Close)
	p := Open(t, host.URL)
	p.Wait(`window.told && window.told.height > 250`)
	if got := Eval[string](p, `JSON.stringify([Object.keys(window.told).sort(), window.told.id])`); got != `[["height","id","isofront"],"first"]` {
		t.Errorf("told %s", got)
	}
	told := Eval[float64](p, `window.told.height`)
	// By itself, as wide and less high than what it shows.
	p.Viewport(600, 50)
	p.Go(site + "frame.html?" + q.Encode())
	settled(p, "live")
	frames(p)
	if got := Eval[float64](p, `document.documentElement.scrollHeight`); math.Abs(got-told) > 24 { // a scroll bar may take a line more
		t.Errorf("told %v px, it shows %v", told, got)
	}
}
