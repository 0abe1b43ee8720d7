//go:build linux && amd64

package edgetest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/static"
)

// same are the headers in which the Worker and the local server agree.
var same = []string{"Content-Type", "Content-Encoding", "Content-Length", "Cache-Control", "Vary", "X-Content-Type-Options", "Location", "Allow"}

// compare asks the Worker and the local server, which is tested by itself, for
// the same.
func compare(t *testing.T, worker, local, method, path string, header ...string) {
	t.Helper()
	got, gotBody := get(t, method, worker+path, header...)
	want, wantBody := get(t, method, local+path, header...)
	if got.StatusCode != want.StatusCode || !bytes.Equal(gotBody, wantBody) {
		t.Errorf("%s %s %v: %d, %d bytes; want %d, %d bytes", method, path, header, got.StatusCode, len(gotBody), want.StatusCode, len(wantBody))
	}
	for _, name := range same {
		if g, w := got.Header.Get(name), want.Header.Get(name); g != w && !(name == "Content-Length" && w == "") {
			t.Errorf("%s %s %v: %s: %q, want %q", method, path, header, name, g, w)
		}
	}
	if got.StatusCode != 200 {
		return
	}
	tag := got.Header.Get("ETag")
	if (tag == "") != (want.Header.Get("ETag") == "") {
		t.Errorf("%s: tag %q, want as %q", path, tag, want.Header.Get("ETag"))
	}
	if res, nothing := get(t, method, worker+path, append(header, "If-None-Match", `"x", W/`+tag)...); res.StatusCode != 304 || len(nothing) > 0 || res.Header.Get("ETag") != tag {
		t.Errorf("%s %v, not changed: %d %v", path, header, res.StatusCode, res.Header)
	}
}

func TestFiles(t *testing.T) {
	report, err := built()
	if err != nil {
		t.Fatal(err)
	}
	h, err := static.Dir(report.Site.Out)
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{"/", "/a/b/"} {
		dir := folder(t)
		if base != "/" {
			dir = copied(t, map[string]func(string) string{"workerd.capnp": func(s string) string { return strings.Replace(s, `text = "/"`, `text = "`+base+`"`, 1) }})
		}
		w := start(t, dir)
		s := httptest.NewServer(static.Under(base, h))
		t.Cleanup(s.Close)
		paths := []string{"", "site.json"}
		for _, f := range report.Site.Manifest.Files {
			paths = append(paths, f.Path)
		}
		if len(paths) < 8 {
			t.Fatal(paths)
		}
		worker, local := w.url+base, s.URL+base
		for _, path := range paths {
			for _, accept := range []string{"br, gzip", "gzip", "identity", "br;q=0.5, gzip;q=0.8", "*;q=0"} {
				compare(t, worker, local, "GET", path, "Accept-Encoding", accept)
			}
			compare(t, worker, local, "HEAD", path, "Accept-Encoding", "br")
		}
		for _, path := range []string{"gone", "gone/", "data/", "index.html/", ".git/config", "%2e%2e/worker.js", "a%5cb", "a%00b", "%2Fsite.json"} {
			compare(t, worker, local, "GET", path, "Accept-Encoding", "br")
		}
		for _, method := range []string{"POST", "DELETE", "OPTIONS"} {
			res, _ := get(t, method, worker+"site.json")
			if res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s: %d %v", method, res.StatusCode, res.Header)
			}
		}
		if base != "/" {
			if res, _ := get(t, "GET", w.url+"/a/b?x=1"); res.StatusCode != 301 || res.Header.Get("Location") != "b/?x=1" {
				t.Errorf("the site's folder without its slash: %d %v", res.StatusCode, res.Header)
			}
			for _, path := range []string{"/", "/a/", "/site.json", "/a/bsite.json", "/api/"} {
				if res, _ := get(t, "GET", w.url+path); res.StatusCode != 404 {
					t.Errorf("%s, outside: %d", path, res.StatusCode)
				}
			}
			path, args := address(questions[0], "csv")
			if res, body := get(t, "GET", w.url+base[:len(base)-1]+path); res.StatusCode != 200 || !bytes.Equal(body, printed(t, args...)) {
				t.Errorf("an answer below %s: %d %.200s", base, res.StatusCode, body)
			}
		}
	}
}

// A page in a folder is reached by the folder, with its slash, by a relative
// address.
func TestFolders(t *testing.T) {
	dir := copied(t, map[string]func(string) string{"site/site.json": func(s string) string {
		return strings.Replace(s, `"files": [`, `"files": [{"path":"sub/index.html","bytes":4,"sha256":"`+strings.Repeat("0", 64)+`"},`, 1)
	}})
	if err := os.Mkdir(filepath.Join(dir, "site", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "site", "sub", "index.html"), []byte("page"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := start(t, dir)
	if res, _ := get(t, "GET", w.url+"/sub?q=1"); res.StatusCode != 301 || res.Header.Get("Location") != "./sub/?q=1" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
	if res, body := get(t, "GET", w.url+"/sub/?q=1"); res.StatusCode != 200 || string(body) != "page" {
		t.Errorf("%d %s", res.StatusCode, body)
	}
}

// emptyModule is a WebAssembly module with nothing in it.
const emptyModule = "\x00asm\x01\x00\x00\x00"

// Files do not wake Go: they are sent where there is none, and what needs it
// says so and harms nothing else.
func TestFilesDoNotWakeGo(t *testing.T) {
	w := start(t, copied(t, map[string]func(string) string{"isofront.wasm": func(string) string { return emptyModule }}))
	for range 2 {
		res, body := get(t, "GET", w.url+"/api/table")
		if res.StatusCode != 500 || !strings.Contains(string(body), "a fault in the program") {
			t.Errorf("an answer without a program: %d %s", res.StatusCode, body)
		}
		page, body := get(t, "GET", w.url+"/")
		want, err := os.ReadFile(filepath.Join(folder(t), "site", "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		if page.StatusCode != http.StatusOK || !bytes.Equal(body, want) {
			t.Errorf("the page: %d %.200s", page.StatusCode, body)
		}
	}
}
