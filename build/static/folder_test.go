package static_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/isofront/isofront/build/static"
)

// A site that is built anew while it is served takes the place of the one before.
func TestAFolderIsReplaced(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "site")
	write := func(where, text string) {
		t.Helper()
		if err := os.MkdirAll(where, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(where, "index.html"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(dir, "old")
	h, err := static.Dir(dir)
	if err != nil {
		t.Fatal(err)
	}
	get := func() string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		return w.Body.String()
	}
	if got := get(); got != "old" {
		t.Errorf("%q", got)
	}
	if err := os.Rename(dir, filepath.Join(parent, "before")); err != nil {
		t.Fatal(err)
	}
	if got := get(); got != "old" { // nothing is there: the one before is
		t.Errorf("between two: %q", got)
	}
	write(filepath.Join(parent, "next"), "new")
	if err := os.Rename(filepath.Join(parent, "next"), dir); err != nil {
		t.Fatal(err)
	}
	if got := get(); got != "new" {
		t.Errorf("afterwards: %q", got)
	}
	if _, err := static.Dir(filepath.Join(parent, "none")); err == nil {
		t.Error("no folder is served")
	}
}
