// Package static serves a built site from a folder: the right types, the
// compressed siblings, caching by name. It is the local stand-in for a static
// host, so it does nothing that such hosts do not do.
package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/api"
)

// types is fixed rather than the system's table: a browser refuses to stream
// WebAssembly under any other type, and machines differ.
var types = map[string]string{
	".css":     "text/css; charset=utf-8",
	".csv":     "text/csv; charset=utf-8",
	".html":    "text/html; charset=utf-8",
	".ico":     "image/x-icon",
	".js":      "text/javascript; charset=utf-8",
	".json":    "application/json",
	".msgpack": "application/octet-stream",
	".png":     "image/png",
	".svg":     "image/svg+xml",
	".txt":     "text/plain; charset=utf-8",
	".wasm":    "application/wasm",
}

// Hashed matches a name that carries its content's hash: app.0123456789ab.js.
var Hashed = regexp.MustCompile(`\.[0-9a-f]{12}\.[a-z0-9]+$`)

// Handler serves the files of fsys. A folder answers with its index.html and
// never with a list; a missing file with 404.html, where there is one. Names
// that begin with a dot are not served.
func Handler(fsys fs.FS) http.Handler { return handler{fsys} }

// Under serves h below prefix, for example "/a/b/", as a host does that keeps
// the site in a sub-folder. Other paths are not found.
func Under(prefix string, h http.Handler) http.Handler {
	mux := http.NewServeMux() // redirects the prefix without its last slash
	prefix = "/" + strings.Trim(prefix, "/")
	mux.Handle(strings.TrimSuffix(prefix, "/")+"/", http.StripPrefix(strings.TrimSuffix(prefix, "/"), h))
	return mux
}

type handler struct{ fsys fs.FS }

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// Articles on other sites read these files; nothing here is anybody's own.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name, ok := fileName(r.URL.Path)
	if !ok {
		h.missing(w, r)
		return
	}
	info, err := fs.Stat(h.fsys, name)
	if err != nil {
		h.missing(w, r)
		return
	}
	if info.IsDir() {
		if !strings.HasSuffix(r.URL.Path, "/") {
			h.addSlash(w, r)
			return
		}
		name = path.Join(name, "index.html")
	} else if strings.HasSuffix(r.URL.Path, "/") {
		h.missing(w, r) // a file is not a folder
		return
	}
	h.send(w, r, name, http.StatusOK)
}

// fileName maps a request path to a name below the root; ok is false for any
// path that is not in its plain form.
func fileName(p string) (name string, ok bool) {
	p = strings.TrimSuffix(strings.TrimPrefix(p, "/"), "/")
	if p == "" {
		return ".", true
	}
	if !fs.ValidPath(p) || strings.ContainsAny(p, "\\\x00") {
		return "", false
	}
	for part := range strings.SplitSeq(p, "/") {
		if strings.HasPrefix(part, ".") {
			return "", false
		}
	}
	return p, true
}

// addSlash sends the browser to the folder itself, by a relative address: the
// handler does not know what prefix it is served under.
func (h handler) addSlash(w http.ResponseWriter, r *http.Request) {
	to := "./" + path.Base(r.URL.Path) + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
}

func (h handler) missing(w http.ResponseWriter, r *http.Request) {
	if _, err := fs.Stat(h.fsys, "404.html"); err != nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	h.send(w, r, "404.html", http.StatusNotFound)
}

// send writes one file, in the best encoding that both sides have.
func (h handler) send(w http.ResponseWriter, r *http.Request, name string, status int) {
	sent, encoding := name, ""
	for _, e := range acceptable(r.Header.Get("Accept-Encoding")) {
		if info, err := fs.Stat(h.fsys, name+e.suffix); err == nil && info.Mode().IsRegular() {
			sent, encoding = name+e.suffix, e.name
			break
		}
	}
	content, err := fs.ReadFile(h.fsys, sent)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && status == http.StatusOK {
			h.missing(w, r) // a folder without index.html
			return
		}
		http.Error(w, "cannot read the file", http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", typeOf(name))
	head.Set("Vary", "Accept-Encoding")
	if encoding != "" {
		head.Set("Content-Encoding", encoding)
	}
	if status == http.StatusOK {
		// The tag is of the bytes sent, so each encoding has its own.
		sum := sha256.Sum256(content)
		tag := `"` + hex.EncodeToString(sum[:12]) + `"`
		head.Set("ETag", tag)
		head.Set("Cache-Control", "no-cache")
		if Hashed.MatchString(name) {
			head.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if api.TagMatches(r.Header.Get("If-None-Match"), tag) {
			head.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	head.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	bytes.NewReader(content).WriteTo(w) // the reader may have gone: nobody to tell
}

func typeOf(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}
