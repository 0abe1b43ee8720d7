package website

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

var indexName = regexp.MustCompile(`^index(\.[0-9a-f]{12})?\.msgpack$`)

// addData takes the packed files over under their own names: packing has
// named them after their content and the index refers to them by name.
func (b *builder) addData(context.Context) error {
	files := b.Data
	if files == nil && b.DataDir != "" {
		var err error
		if files, err = readPacked(b.DataDir); err != nil {
			return err
		}
	}
	if len(files) == 0 {
		b.warn("no data given: the site is built without any")
		return nil
	}
	for name, content := range files {
		if !fs.ValidPath(name) || path.Base(name) != name || !strings.HasSuffix(name, ".msgpack") {
			return fmt.Errorf("website: data file %q: not the name of a packed file", name)
		}
		p := path.Join("data", name)
		b.files[p] = content
		if indexName.MatchString(name) {
			if b.entry.Index != "" {
				return fmt.Errorf("website: data: two indexes, %s and %s", b.entry.Index, p)
			}
			b.entry.Index = p
		}
	}
	if b.entry.Index == "" {
		return fmt.Errorf("website: data: %d packed files but no index", len(files))
	}
	return nil
}

func readPacked(dir string) (map[string][]byte, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*.msgpack"))
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("website: %s holds no packed files (*.msgpack)", dir)
	}
	files := map[string][]byte{}
	for _, f := range found {
		content, err := os.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("website: %w", err)
		}
		files[filepath.Base(f)] = content
	}
	return files, nil
}
