package website

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/isofront/isofront/build/definitions"
)

// addDefinitions forms the fragment of the Definitions view, which the page
// fetches when the view is first opened. Comparisons that this site's data do not
// hold are left out of it. A site whose sources have no such text is built
// without.
func (b *builder) addDefinitions(context.Context) error {
	folder := filepath.Join(b.tool.root, b.Site, "definitions")
	if _, err := os.Stat(folder); err != nil {
		return nil
	}
	groups, err := definitions.Read(os.DirFS(folder))
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	held := map[[2]string]bool{}
	if b.entry.Index != "" {
		index, err := openIndex(b.entry.Index, b.files[b.entry.Index], func(name string) ([]byte, error) {
			return b.files[path.Join(path.Dir(b.entry.Index), name)], nil
		})
		if err != nil {
			return fmt.Errorf("website: %w", err)
		}
		for _, x := range index.Bundles {
			held[[2]string{x.Model, x.Workload}] = true
		}
	}
	text, err := definitions.Render(groups, func(model, workload string) bool { return held[[2]string{model, workload}] })
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.entry.Definitions = b.asset("definitions.html", text)
	return nil
}

// isFragment reports whether a file is part of a page and no page by itself: the
// page's own policy holds for it.
func isFragment(p string) bool { return path.Dir(p) == "assets" && strings.HasSuffix(p, ".html") }
