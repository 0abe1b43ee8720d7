package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// A page that arrives in parts, as over a slow line, puts each field where it stays:
// what was painted does not move when the rest is there.
func TestNothingShiftsWhereThePageArrivesInParts(t *testing.T) {
	dir := many(t)
	whole, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(whole), `class="price"`)
	if at < 0 {
		t.Fatal("no field of prices")
	}
	cut := at + strings.Index(string(whole[at:]), "</div>") // after the first of many
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(whole[:cut])
		w.(http.Flusher).Flush()
		time.Sleep(time.Second) // long enough for a paint
		_, _ = w.Write(whole[cut:])
	}))
	defer server.Close()
	p := New(t)
	p.do("watch", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: shifts}))
	p.Go(server.URL + "/")
	p.Wait(ready)
	frames(p)
	if painted := Eval[float64](p, `performance.getEntriesByType("paint")[0].startTime`); painted > 900 {
		t.Skipf("painted after %.0f ms, not before the rest arrived", painted)
	}
	if got := Eval[[]string](p, "shifted.what"); strings.Contains(fmt.Sprint(got), "prices") {
		t.Errorf("%v", got)
	}
}
