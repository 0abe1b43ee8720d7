package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A page that arrives slower than the script and the data is not judged by the
// half of the table that is there.
func TestEmbedInAPageThatIsStillArriving(t *testing.T) {
	asked := make(chan struct{}, 16)
	url := Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			if strings.Contains(r.URL.Path, "points-deepseek") {
				asked <- struct{}{}
			}
		})
	})
	body := tag(t)
	half := strings.Index(body, "</tr>\n<tr><th scope=\"row\">50")
	if half < 0 {
		t.Fatal(body)
	}
	article := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>Article</title><link rel="icon" href="data:,"><script type="module" async src="%sembed.js"></script>%s`, url, body[:half])
		w.(http.Flusher).Flush()
		// The data are there, and there is time to compare.
		for range 2 {
			select {
			case <-asked:
			case <-time.After(3 * time.Second):
			}
		}
		fmt.Fprint(w, body[half:])
	}))
	t.Cleanup(article.Close)
	p := Open(t, article.URL)
	settled(p, "live")
	if note := p.shadowText(".note"); note != "" {
		t.Errorf("the note says %q", note)
	}
	if got, want := cellsOf(p, liveTable), cellsOf(p, fallback); got != want {
		t.Errorf("on show is\n%s\nwritten\n%s", got, want)
	}
}
