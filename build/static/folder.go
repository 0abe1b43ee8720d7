package static

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"sync"
)

// Dir is Handler over the folder dir. Links that lead out of it are not
// followed. A folder that takes its place, as a site that is built anew does, is
// served from the next request on.
func Dir(dir string) (http.Handler, error) {
	f := &folder{dir: dir}
	if err := f.enter(); err != nil {
		return nil, fmt.Errorf("static: %w", err)
	}
	return f, nil
}

type folder struct {
	dir string

	mu    sync.Mutex
	about fs.FileInfo // of the folder that files are served from
	files http.Handler
}

// enter serves the folder that is there now.
func (f *folder) enter() error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return err
	}
	about, err := root.Stat(".")
	if err != nil {
		root.Close()
		return err
	}
	// The one before stays open for requests under way; it is closed when none is left
	// that holds it.
	f.about, f.files = about, Handler(root.FS())
	return nil
}

func (f *folder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	if now, err := os.Stat(f.dir); err == nil && !os.SameFile(now, f.about) {
		_ = f.enter() // between two folders the one before is as good as none
	}
	files := f.files
	f.mu.Unlock()
	files.ServeHTTP(w, r)
}
