package website

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/isofront/isofront/build/dataview"
)

// addDataView forms the fragment of the Data view, which the page fetches when
// the view is first opened. A site without data, or whose sources have no such
// view, is built without.
func (b *builder) addDataView(context.Context) error {
	if _, err := os.Stat(filepath.Join(b.tool.root, b.Site, "web", "dataview.ts")); err != nil || b.entry.Index == "" {
		return nil
	}
	text, err := dataview.Render(b.entry.Index, b.hasOffline(), func(path string) ([]byte, error) {
		if file, ok := b.files[path]; ok {
			return file, nil
		}
		return nil, fs.ErrNotExist
	})
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.entry.DataView = b.asset("dataview.html", text)
	return nil
}
