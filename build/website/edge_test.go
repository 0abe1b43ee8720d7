package website

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Somebody's files are not taken for a Worker's, and are left as they were.
func TestEdgeRefusesOtherFolders(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"thesis.txt":                       {"thesis.txt": "x"},
		"is not a Worker of isofront":      {"worker.js": "export default {}"},
		"holds package.json":               {"worker.js": workerMark, "package.json": "{}"},
		"site: holds index.html, which is": {"worker.js": workerMark, "site/index.html": "<p>mine"},
	} {
		dir := t.TempDir()
		for p, text := range files {
			mustWrite(t, filepath.Join(dir, p), []byte(text))
		}
		o := options(t, dir)
		_, err := BuildEdge(context.Background(), o)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v: %v", files, err)
		}
		for p, text := range files {
			if got, err := os.ReadFile(filepath.Join(dir, p)); err != nil || string(got) != text {
				t.Errorf("%s: %q, %v", p, got, err)
			}
		}
	}
	if _, err := BuildEdge(context.Background(), Options{}); err == nil || !strings.Contains(err.Error(), "no output folder") {
		t.Error(err)
	}
}

// An earlier Worker may be replaced, whatever its reader made of its
// configuration.
func TestEdgeKnowsItsOwn(t *testing.T) {
	dir := t.TempDir()
	for p, text := range map[string]string{"worker.js": workerMark + "\n", "isofront.wasm": "x", "wrangler.toml": "name = \"mine\"", "workerd.capnp": "# mine", ".wrangler/state": "x"} {
		mustWrite(t, filepath.Join(dir, p), []byte(text))
	}
	if err := ownWorker(dir); err != nil {
		t.Error(err)
	}
	if err := ownWorker(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
}
