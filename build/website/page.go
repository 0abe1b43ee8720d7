package website

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
)

// Policy is the page's content security policy. It goes into the page itself,
// since static hosts often send no headers.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:"

// pageFields is what site/web/index.html may use.
type pageFields struct {
	App, Wasm, WasmExec, VuguHelper, Style, Index string // relative URLs; Index empty without data
	Ingest, IngestWasm                            string // empty without importers
	Views, ViewsStyle                             string // empty where the site has none
	Definitions, DataView                         string // the same
	AuditScript, AuditStyle, AuditWasm            string // the same
	Boot                                          string // empty where the site has none
	Article, Offline                              string // empty where the site has none
	First                                         template.HTML
	Rests                                         string // the bundles that it rests on, relative URLs with a space between
	CSP                                           string
}

// notFoundName is what static hosts look for when they find nothing else.
const notFoundName = "404.html"

// notFound answers at any depth, and a host's path is not known here: its links
// lead to the folder of the wrong address and to those above it, one of which is
// the site's own.
const notFound = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="color-scheme" content="light dark">
<title>Not found - isofront</title>
<h1>Not found</h1>
<p>There is no such page here. isofront itself is one page; what follows a # in its address says what it shows.</p>
<p>It should be in the folder of this address or in one above it:</p>
<ul>
<li><a href="./">this folder</a></li>
<li><a href="../">one folder up</a></li>
<li><a href="../../">two folders up</a></li>
</ul>
<p>A table or a file that was here before may have another name now: the page's Data view lists what there is.</p>
</html>
`

func (b *builder) addPages(ctx context.Context) error {
	rel := filepath.Join(b.Site, "web", "index.html")
	src, err := os.ReadFile(filepath.Join(b.tool.root, rel))
	if err != nil {
		return fmt.Errorf("website: the page's template: %w", err)
	}
	t, err := template.New(filepath.ToSlash(rel)).Parse(string(src))
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	first, rests, err := b.firstView(ctx)
	if err != nil {
		return err
	}
	e, offline := b.entry, ""
	if b.hasOffline() {
		offline = OfflineName
	}
	var page bytes.Buffer
	if err := t.Execute(&page, pageFields{
		App: e.App, Wasm: e.Wasm, WasmExec: e.WasmExec, VuguHelper: e.VuguHelper, Style: e.Style, Index: e.Index,
		Ingest: e.IngestScript, IngestWasm: e.IngestWasm, Views: e.Views, ViewsStyle: e.ViewsStyle, Definitions: e.Definitions, DataView: e.DataView,
		AuditScript: e.AuditScript, AuditStyle: e.AuditStyle, AuditWasm: e.AuditWasm,
		Boot: e.Boot, Article: e.Article, Offline: offline, First: first, Rests: rests, CSP: Policy,
	}); err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.files["index.html"] = page.Bytes()
	b.files[notFoundName] = []byte(notFound)
	return nil
}
