package website

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// addScripts bundles the page's TypeScript: classic scripts in a closure, which
// work from file:// too, where module scripts do not load.
func (b *builder) addScripts(context.Context) error {
	if _, err := os.Stat(b.nodeModules()); err != nil {
		return fmt.Errorf("website: %s is missing: run make deps (or npm ci)", b.nodeModules())
	}
	b.log("bundling scripts")
	app, err := b.script(filepath.Join(b.Site, "web", "app.ts"), nil)
	if err != nil {
		return err
	}
	b.entry.App = b.asset("app.js", app)
	boot := filepath.Join(b.Site, "web", "boot.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, boot)); err == nil {
		script, err := b.script(boot, nil)
		if err != nil {
			return err
		}
		b.entry.Boot = b.asset("boot.js", script)
	}
	return nil
}

func (b *builder) nodeModules() string { return filepath.Join(b.tool.root, "node_modules") }

// script bundles one entry file, with other modules instead of those named.
func (b *builder) script(entry string, instead map[string]string) ([]byte, error) {
	return b.bundle(entry, api.BuildOptions{
		EntryPoints: []string{"./" + filepath.ToSlash(entry)},
		Format:      api.FormatIIFE,
		Alias:       instead,
		Target:      api.ES2020,
		Loader:      map[string]api.Loader{".md": api.LoaderText},
	})
}

// firstStyles are the site's styles that the first view needs. The others come with
// the views' script, the Audit view's with its own.
var firstStyles = []string{"colours.css", "style.css", "chart.css", "cells.css", "screens.css", "files.css"}

// addStyle joins the chart library's styles and the site's own, in this order so
// that ours win.
func (b *builder) addStyle(context.Context) error {
	sheets := []string{"uplot/dist/uPlot.min.css"}
	for _, name := range firstStyles {
		if slices.Contains(b.sheets(), name) {
			sheets = append(sheets, b.sheet(name))
		}
	}
	css, err := b.styles(sheets)
	if err != nil {
		return err
	}
	b.entry.Style = b.asset("style.css", css)
	return nil
}

// sheets names the site's style sheets.
func (b *builder) sheets() []string {
	found, _ := filepath.Glob(filepath.Join(b.tool.root, b.Site, "web", "*.css"))
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	return found
}

// sheet is where a style sheet is found from the root.
func (b *builder) sheet(name string) string {
	return "./" + path.Join(filepath.ToSlash(b.Site), "web", name)
}

// styles joins style sheets.
func (b *builder) styles(sheets []string) ([]byte, error) {
	contents := ""
	for _, sheet := range sheets {
		contents += "@import \"" + sheet + "\";\n"
	}
	return b.bundle("style.css", api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   contents,
			ResolveDir: b.tool.root,
			Sourcefile: "style.css",
			Loader:     api.LoaderCSS,
		},
		// A small picture may sit in the style sheet; a larger one would need
		// a file and a name of its own.
		Loader: map[string]api.Loader{".svg": api.LoaderDataURL},
	})
}

// bundle runs esbuild in memory.
func (b *builder) bundle(what string, o api.BuildOptions) ([]byte, error) {
	o.AbsWorkingDir = b.tool.root
	o.NodePaths = []string{b.nodeModules()}
	o.Bundle = true
	o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = true, true, true
	o.LegalComments = api.LegalCommentsInline
	o.Charset = api.CharsetUTF8
	o.LogLevel = api.LogLevelSilent
	o.Outfile = filepath.Join(b.tool.root, "bundle.out")
	o.Write = false
	res := api.Build(o)
	for _, m := range res.Warnings {
		b.warn("%s", placed(m))
	}
	if len(res.Errors) > 0 {
		lines := make([]string, len(res.Errors))
		for i, m := range res.Errors {
			lines[i] = placed(m)
			if strings.HasPrefix(m.Text, `Could not resolve "`) && !strings.HasPrefix(m.Text, `Could not resolve ".`) {
				lines[i] += ": run make deps (or npm ci)" // a package that came after node_modules
			}
		}
		return nil, fmt.Errorf("website: %s: %s", what, strings.Join(lines, "\n"))
	}
	if len(res.OutputFiles) != 1 {
		return nil, fmt.Errorf("website: %s: the bundle is %d files, want one", what, len(res.OutputFiles))
	}
	return res.OutputFiles[0].Contents, nil
}

// placed is a message of esbuild's on one line, with its place.
func placed(m api.Message) string {
	if m.Location == nil {
		return m.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", m.Location.File, m.Location.Line, m.Location.Column+1, m.Text)
}

// minifyStyle shortens a style sheet that stands alone.
func minifyStyle(name string, src []byte) ([]byte, error) {
	res := api.Transform(string(src), api.TransformOptions{Loader: api.LoaderCSS, MinifyWhitespace: true, MinifySyntax: true, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent})
	if len(res.Errors) > 0 {
		return nil, fmt.Errorf("website: %s: %s", name, res.Errors[0].Text)
	}
	return res.Code, nil
}

// minifyScript shortens a script without changing the names others may call.
func minifyScript(name string, src []byte) ([]byte, error) {
	res := api.Transform(string(src), api.TransformOptions{
		Loader:           api.LoaderJS,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
		LegalComments: api.LegalCommentsInline,
		Charset:       api.CharsetUTF8,
		LogLevel:      api.LogLevelSilent,
	})
	if len(res.Errors) > 0 {
		return nil, fmt.Errorf("website: %s: %s", name, res.Errors[0].Text)
	}
	return res.Code, nil
}
