package pack

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// refill replaces the files of out one by one, for an out that cannot be moved
// because something is mounted on it. Bundles come first under their new
// names, then the index changes hands, then the old bundles go: whoever reads
// in between finds a whole set or no index. When it fails before the index
// changes, what was added is taken away.
func refill(fresh, out string) (err error) {
	before, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	old := map[string]bool{}
	for _, e := range before {
		old[e.Name()] = true
	}
	added, err := os.ReadDir(fresh)
	if err != nil {
		return err
	}
	index := ""
	var undo []string
	for _, e := range added {
		name := e.Name()
		if strings.HasPrefix(name, "index.") {
			index = name
			continue
		}
		if !old[name] {
			undo = append(undo, name)
			err = place(filepath.Join(fresh, name), out, name)
		}
		if err != nil {
			for _, name := range undo {
				err = errors.Join(err, ignoreMissing(os.Remove(filepath.Join(out, name))))
			}
			return err
		}
		delete(old, name)
	}
	if old[index] {
		delete(old, index) // the very same index
		index = ""
	}
	for name := range old {
		if strings.HasPrefix(name, "index.") {
			if err := os.Remove(filepath.Join(out, name)); err != nil {
				return err
			}
			delete(old, name)
		}
	}
	if index != "" {
		if err := place(filepath.Join(fresh, index), out, index); err != nil {
			return err
		}
	}
	for name := range old {
		if err := os.Remove(filepath.Join(out, name)); err != nil {
			return err
		}
	}
	return nil
}

// place copies a file into a folder of another file system: under a passing
// name first, so that it is never half there under its own.
func place(from, dir, name string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	passing := filepath.Join(dir, stagePrefix+name)
	if err := os.WriteFile(passing, content, 0o666); err != nil {
		return errors.Join(err, ignoreMissing(os.Remove(passing)))
	}
	if err := os.Rename(passing, filepath.Join(dir, name)); err != nil {
		return errors.Join(err, os.Remove(passing))
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
