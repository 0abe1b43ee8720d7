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

// What of its query a frame does not use is on show.
func TestFrameSaysWhatItDoesNotUse(t *testing.T) {
	address := Serve(t, site(t), nil) + "frame.html?"
	p := Open(t, address+"model=DeepSeek-V4-Pro&Workload=8192/1024&systems=gb*&basline=gb200*&colour=red&targets=20&targets=25&element=iso-tabel&utm_source=x&data=https://example.com/")
	settled(p, "live")
	want := "basline: not an attribute of this element. Is it baseline? colour: not an attribute of this element. targets: is there twice. The last is used. element: is neither iso-table nor iso-chart. A table is shown. data: a frame shows the data of its own site."
	if got := p.Text("#unused"); got != want {
		t.Errorf("says %q", got)
	}
	if !Eval[bool](p, `(() => { const b = document.querySelector("#unused").getBoundingClientRect(); return b.height > 10 && b.bottom <= document.querySelector("iso-table").getBoundingClientRect().top + 1; })()`) {
		t.Error("it is not on show above the table")
	}
	p.Go(address + "element=iso-chart&id=a&model=DeepSeek-V4-Pro&workload=8192/1024&systems=gb*&fbclid=x")
	settled(p, "live")
	if Eval[bool](p, `!!document.querySelector("#unused")`) {
		t.Error("says something of a query that is used whole")
	}
}
