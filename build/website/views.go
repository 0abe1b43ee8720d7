package website

import (
	"context"
	"os"
	"path/filepath"
	"slices"
)

// What is beside Explore, the other views and what reads dropped files, has a
// script and styles of its own, which the page loads when the first of it is of
// use. A site whose sources have none is built without.

// addViews bundles them.
func (b *builder) addViews(context.Context) error {
	entry := filepath.Join(b.Site, "web", "views.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, entry)); err != nil {
		return nil
	}
	script, err := b.script(entry, nil)
	if err != nil {
		return err
	}
	var sheets []string
	for _, name := range b.sheets() {
		if name != auditStyle && !slices.Contains(firstStyles, name) {
			sheets = append(sheets, b.sheet(name))
		}
	}
	css, err := b.styles(sheets)
	if err != nil {
		return err
	}
	b.entry.Views, b.entry.ViewsStyle = b.asset("views.js", script), b.asset("views.css", css)
	return nil
}
