package static

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func site() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html":                      "page",
		"index.html.br":                   "page in brotli",
		"404.html":                        "no such page",
		"assets/app.0123456789ab.js":      "script",
		"assets/app.0123456789ab.js.br":   "script in brotli",
		"assets/app.0123456789ab.js.gz":   "script in gzip",
		"assets/site.0123456789ab.wasm":   "module",
		"assets/style.0123456789ab.css":   "style",
		"data/index.0123456789ab.msgpack": "data",
		"site.json":                       "{}",
		"sub/index.html":                  "sub page",
		"empty/x.txt":                     "x",
		".git/config":                     "secret",
		"sub/.hidden":                     "secret",
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return fsys
}

func get(h http.Handler, method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	// As a client sends it: NewRequest would refuse some, or clean them.
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPaths(t *testing.T) {
	h := Handler(site())
	for _, c := range []struct {
		target   string
		status   int
		body, to string
	}{
		{"/", 200, "page", ""},
		{"/index.html", 200, "page", ""},
		{"/sub/", 200, "sub page", ""},
		{"/sub", 301, "", "./sub/"},
		{"/sub?q=1", 301, "", "./sub/?q=1"},
		{"/site.json", 200, "{}", ""},
		{"/gone", 404, "no such page", ""},
		{"/gone/", 404, "no such page", ""},
		{"/index.html/", 404, "no such page", ""},
		{"/empty/", 404, "no such page", ""}, // never a list of files
		{"/assets/", 404, "no such page", ""},
		{"/../static.go", 404, "no such page", ""},
		{"/sub/../site.json", 404, "no such page", ""},
		{"//site.json", 404, "no such page", ""},
		{"/sub//index.html", 404, "no such page", ""},
		{"/./site.json", 404, "no such page", ""},
		{`/..\static.go`, 404, "no such page", ""},
		{"/site.json\x00.html", 404, "no such page", ""},
		{"/.git/config", 404, "no such page", ""},
		{"/sub/.hidden", 404, "no such page", ""},
	} {
		res := get(h, "GET", c.target)
		if got := body(t, res); res.StatusCode != c.status || c.body != "" && got != c.body || res.Header.Get("Location") != c.to {
			t.Errorf("%q: %d %q to %q, want %d %q to %q", c.target, res.StatusCode, got, res.Header.Get("Location"), c.status, c.body, c.to)
		}
	}
}

func TestTypesAndCaching(t *testing.T) {
	h := Handler(site())
	const forever = "public, max-age=31536000, immutable"
	for _, c := range []struct{ target, kind, cache string }{
		{"/", "text/html; charset=utf-8", "no-cache"},
		{"/assets/app.0123456789ab.js", "text/javascript; charset=utf-8", forever},
		{"/assets/site.0123456789ab.wasm", "application/wasm", forever},
		{"/assets/style.0123456789ab.css", "text/css; charset=utf-8", forever},
		{"/data/index.0123456789ab.msgpack", "application/octet-stream", forever},
		{"/site.json", "application/json", "no-cache"},
		{"/gone", "text/html; charset=utf-8", ""}, // a page that is missing now may be there later
	} {
		res := get(h, "GET", c.target)
		if got := res.Header.Get("Content-Type"); got != c.kind {
			t.Errorf("%s: type %q, want %q", c.target, got, c.kind)
		}
		if got := res.Header.Get("Cache-Control"); got != c.cache {
			t.Errorf("%s: caching %q, want %q", c.target, got, c.cache)
		}
		if res.Header.Get("Access-Control-Allow-Origin") != "*" { // articles elsewhere read it
			t.Errorf("%s: headers %v", c.target, res.Header)
		}
		if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: headers %v", c.target, res.Header)
		}
	}
}

func TestNegotiation(t *testing.T) {
	h := Handler(site())
	for _, c := range []struct{ target, accept, encoding, body string }{
		{"/assets/app.0123456789ab.js", "gzip, deflate, br, zstd", "br", "script in brotli"},
		{"/assets/app.0123456789ab.js", "gzip", "gzip", "script in gzip"},
		{"/assets/app.0123456789ab.js", "br;q=0, gzip", "gzip", "script in gzip"},
		{"/assets/app.0123456789ab.js", "br;q=0.5, gzip;q=0.8", "gzip", "script in gzip"},
		{"/assets/app.0123456789ab.js", "BR ; Q=1.0", "br", "script in brotli"},
		{"/assets/app.0123456789ab.js", "*", "br", "script in brotli"},
		{"/assets/app.0123456789ab.js", "*;q=0", "", "script"},
		{"/assets/app.0123456789ab.js", "br;q=nonsense", "", "script"},
		{"/assets/app.0123456789ab.js", "identity", "", "script"},
		{"/assets/app.0123456789ab.js", "", "", "script"},
		{"/", "gzip", "", "page"}, // there is only a brotli sibling
		{"/", "br", "br", "page in brotli"},
		{"/assets/site.0123456789ab.wasm", "br, gzip", "", "module"},
	} {
		res := get(h, "GET", c.target, "Accept-Encoding", c.accept)
		if got := body(t, res); got != c.body || res.Header.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s with %q: %q as %q, want %q as %q", c.target, c.accept, got, res.Header.Get("Content-Encoding"), c.body, c.encoding)
		}
		if c.encoding == "br" && strings.Contains(c.target, ".js") && res.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("a compressed script has type %q", res.Header.Get("Content-Type"))
		}
	}
}

func TestETag(t *testing.T) {
	h := Handler(site())
	plain := get(h, "GET", "/").Header.Get("ETag")
	packed := get(h, "GET", "/", "Accept-Encoding", "br").Header.Get("ETag")
	if plain == "" || plain == packed {
		t.Fatalf("tags %s and %s", plain, packed)
	}
	for _, c := range []struct {
		header string
		status int
	}{
		{plain, 304}, {`"x", W/` + plain, 304}, {"*", 304}, {packed, 200}, {"", 200},
	} {
		res := get(h, "GET", "/", "If-None-Match", c.header)
		if res.StatusCode != c.status {
			t.Errorf("If-None-Match %s: %d, want %d", c.header, res.StatusCode, c.status)
		}
		if res.StatusCode == 304 && body(t, res) != "" {
			t.Error("304 with a body")
		}
	}
	changed := site()
	changed["index.html"] = &fstest.MapFile{Data: []byte("new page")}
	if get(Handler(changed), "GET", "/").Header.Get("ETag") == plain {
		t.Error("other content has the same tag")
	}
}

func TestMethods(t *testing.T) {
	h := Handler(site())
	head := get(h, "HEAD", "/site.json")
	if head.StatusCode != 200 || body(t, head) != "" || head.Header.Get("Content-Length") != "2" {
		t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
	}
	post := get(h, "POST", "/")
	if post.StatusCode != 405 || post.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", post.StatusCode, post.Header)
	}
}

func TestUnder(t *testing.T) {
	h := Under("/a/b/", Handler(site()))
	// 3 is any redirect: which one http.ServeMux sends is its own affair.
	for target, status := range map[string]int{"/a/b/": 200, "/a/b/site.json": 200, "/a/b": 3, "/": 404, "/site.json": 404, "/a/bsite.json": 404} {
		if res := get(h, "GET", target); res.StatusCode != status && res.StatusCode/100 != status {
			t.Errorf("%s: %d, want %d", target, res.StatusCode, status)
		}
	}
	if to := get(h, "GET", "/a/b/sub").Header.Get("Location"); to != "./sub/" {
		t.Errorf("/a/b/sub leads to %q", to)
	}
}

// A link in the folder must not open the rest of the disk.
func TestDirStaysInside(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "link.txt")); err != nil {
		t.Skip("no symbolic links here")
	}
	h, err := Dir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if res := get(h, "GET", "/link.txt"); res.StatusCode != 404 {
		t.Errorf("a link out of the folder answers %d %q", res.StatusCode, body(t, res))
	}
	if _, err := Dir(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there is served")
	}
}

func FuzzAcceptable(f *testing.F) {
	for _, s := range []string{"", "br", "gzip;q=0.1,*;q=0", ";;;=,,", "br;q=1e999", "br;q=NaN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got := acceptable(header)
		for i, c := range got {
			if !slices.Contains(ours, c) || slices.Contains(got[:i], c) {
				t.Errorf("%q gives %v", header, got)
			}
		}
	})
}
