package browsertest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/isofront/isofront/build/static"
	"github.com/isofront/isofront/build/website"
)

// Root returns the module's root folder.
func Root(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatalf("go env GOMOD: %v", err)
	}
	return filepath.Dir(strings.TrimSpace(string(out)))
}

// CompilerEnv names the compiler of the sites that the tests open and that do not
// say themselves: go, which is also the default, or tinygo.
const CompilerEnv = "ISOFRONT_COMPILER"

// builds keeps one build per source folder for the whole test run, below one
// temporary folder. Main removes it.
var builds struct {
	sync.Mutex
	dir  string
	done map[string]*build
}

type build struct {
	once   sync.Once
	report website.Report
	err    error
}

// Build builds a site once per test run. The key says which; options are only
// used the first time. Out is set here, and the site is compressed quickly.
func Build(t testing.TB, key string, options website.Options) website.Report {
	t.Helper()
	builds.Lock()
	if builds.done == nil {
		builds.done = map[string]*build{}
		builds.dir, _ = os.MkdirTemp("", "isofront-sites-")
	}
	b := builds.done[key]
	if b == nil {
		b = &build{}
		builds.done[key] = b
	}
	options.Out, options.Quick = filepath.Join(builds.dir, key), true
	if options.Compiler == "" {
		options.Compiler = cmp.Or(os.Getenv(CompilerEnv), website.Go)
	}
	builds.Unlock()
	b.once.Do(func() { b.report, b.err = website.Build(context.Background(), options) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.report
}

// Main is a TestMain that removes what Build made.
func Main(m *testing.M) {
	code := m.Run()
	if builds.dir != "" {
		os.RemoveAll(builds.dir)
	}
	os.Exit(code)
}

// Prefix is the sub-path that Serve serves under.
const Prefix = "/a/b/"

// Serve serves a built site below Prefix on a free loopback port until the
// test ends, and returns its address. wrap, if not nil, may answer some
// requests itself; it sees paths relative to the site.
func Serve(t testing.TB, dir string, wrap func(http.Handler) http.Handler) string {
	t.Helper()
	h, err := static.Dir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if wrap != nil {
		h = wrap(h)
	}
	s := httptest.NewServer(static.Under(Prefix, h)) // listens on 127.0.0.1
	t.Cleanup(s.Close)
	return s.URL + Prefix
}

// Instead is for Serve's wrap: paths that end in suffix get answer.
func Instead(suffix string, answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// AsText is for Serve's wrap: files that end in suffix are served as
// text/plain, as a badly set up host does.
func AsText(suffix string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				w = retyped{w}
			}
			next.ServeHTTP(w, r)
		})
	}
}

type retyped struct{ http.ResponseWriter }

func (w retyped) WriteHeader(status int) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.ResponseWriter.WriteHeader(status)
}

// Missing is an answer for Instead: 404 with a page, as hosts send.
func Missing(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, "<!doctype html><title>Not found</title>")
}
