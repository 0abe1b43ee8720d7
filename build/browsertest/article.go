package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Article serves a page on an address of its own, as a publisher does whose
// articles show another site's figures: with a strict policy, which allows that
// site's script and files and no inline style. It returns the page's address.
// head goes into the page's head.
func Article(t testing.TB, site, head, body string) string {
	t.Helper()
	return article(t, site, site, head, body)
}

// ArticleOf is Article with the script of one site and the figures of another.
func ArticleOf(t testing.TB, site, figures, body string) string {
	t.Helper()
	return article(t, site, site+" "+figures, "", body)
}

func article(t testing.TB, site, connect, head, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/style.css":
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
			fmt.Fprint(w, "body{margin:16px;font:16px/1.5 serif} html.dark{background:#14171c;color:#e8ebf0} .narrow{width:260px}")
		case "/common.css": // what sheets that many pages begin with say of svg elements
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
			fmt.Fprint(w, "svg{overflow:hidden;vertical-align:middle;display:block;max-width:100%} svg:not(:root){overflow:hidden} *,::before,::after{box-sizing:border-box}")
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src data:; script-src "+site+" 'wasm-unsafe-eval'; connect-src "+connect+"; require-trusted-types-for 'script'")
			fmt.Fprintf(w, "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Article</title>"+
				// no request for an icon, which may come when this server has ended
				"<link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"style.css\"><script type=\"module\" src=\"%sembed.js\"></script>%s</head><body><main>%s</main></body></html>", site, head, body)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}
