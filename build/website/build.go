// Package website turns the source tree into the static site: it compiles the
// WebAssembly modules, bundles script and style, names every file after
// its content, writes compressed siblings and a manifest, and puts the whole
// folder in place in one step.
//
// It decides file names, the page's content policy and what a complete site
// is. It refuses to write into a folder that holds anything it did not write
// itself, and a failing build leaves an existing site as it was. The same
// sources, data and toolchain give the same bytes.
package website

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"sort"
)

// Options says what to build and where to.
type Options struct {
	// Out is the output folder: created, or replaced when it holds an older site.
	Out string

	// Root is the module's root folder; empty: found by `go env GOMOD`.
	Root string

	// Data holds packed files by name, exactly one of them the index
	// (index.msgpack or index.HASH.msgpack). DataDir is a folder of such
	// files, read when Data is nil. With neither, the site has no data.
	Data    map[string][]byte
	DataDir string

	// Cache is a folder for compressed results, keyed by content; empty: one
	// under the user's cache folder. A cache that cannot be used is not an error.
	Cache string

	// Quick compresses at a middling quality what was not compressed before: a
	// tenth of the time, a tenth larger. For a site that only this machine will
	// read.
	Quick bool

	// Kept is a folder of whole sites by what they were built from (KeptFolder): one
	// of the same sources, data and compiler is taken from there, without the
	// report's Modules, and a new one is kept there. Empty: none is.
	Kept string

	// Site and Wasm are the folders of the two modules below Root; empty:
	// "site" and "wasm". Tests build smaller ones.
	Site, Wasm string

	// Compiler is Auto, Go or TinyGo; empty: Auto.
	Compiler string

	// Log, if set, is told each step. It is called from one goroutine at a time.
	Log func(format string, args ...any)
}

// Report is what Build wrote.
type Report struct {
	Out      string
	Manifest Manifest
	Modules  []Module
	Warnings []string
}

// Build writes the site. Errors are one line each, except those of the Go
// compiler and the bundler, which are passed on as they come.
func Build(ctx context.Context, o Options) (Report, error) {
	if o.Out == "" {
		return Report{}, errors.New("website: no output folder given")
	}
	out, err := filepath.Abs(o.Out)
	if err != nil {
		return Report{}, fmt.Errorf("website: %s: %w", o.Out, err)
	}
	// The cheap refusals come first, before a minute of compiling.
	if err := replaceable(out); err != nil {
		return Report{}, err
	}
	tool, err := findToolchain(ctx, o.Root)
	if err != nil {
		return Report{}, err
	}
	b := &builder{Options: o, tool: tool, files: map[string][]byte{}}
	b.defaults()
	if err := b.run(ctx); err != nil {
		return Report{}, err
	}
	stage, err := newStage(out)
	if err != nil {
		return Report{}, err
	}
	defer stage.discard()
	if err := stage.write(b.files); err != nil {
		return Report{}, err
	}
	if err := ctx.Err(); err != nil {
		return Report{}, fmt.Errorf("website: %w", err)
	}
	if err := stage.replace(out); err != nil {
		return Report{}, err
	}
	b.log("%s: %d files", o.Out, len(b.manifest.Files))
	return Report{Out: out, Manifest: b.manifest, Modules: b.weights, Warnings: b.warnings}, nil
}

// builder carries one build. files grows to the whole site, in memory: at
// about 40 MB that is cheaper than cleaning up after a partial write.
type builder struct {
	Options
	tool     toolchain
	tinygo   *tinygo  // nil where Go builds all modules
	byGo     []string // modules that TinyGo could not build
	compiler Compiler
	weights  []Module
	files    map[string][]byte
	entry    Entry
	dataDate string
	manifest Manifest
	warnings []string
	onePage  bool   // nothing but the offline file is wanted
	whole    []byte // its module, where it has one that holds everything
}

func (b *builder) defaults() {
	if b.Site == "" {
		b.Site = "site"
	}
	if b.Wasm == "" {
		b.Wasm = "wasm"
	}
	if b.Compiler == "" {
		b.Compiler = Auto
	}
	if b.Cache == "" {
		b.Cache = defaultCache()
	}
}

func (b *builder) log(format string, args ...any) {
	if b.Log != nil {
		b.Log(format, args...)
	}
}

func (b *builder) run(ctx context.Context) error {
	if err := b.through(ctx, b.chooseCompiler, b.addData); err != nil {
		return err
	}
	key, given := "", maps.Clone(b.files)
	if b.Kept != "" {
		var err error
		if key, err = b.keyOf(given); err != nil {
			return fmt.Errorf("website: %w", err)
		}
		if b.again(key) {
			return nil
		}
	}
	err := b.through(ctx,
		b.addScripts, b.addEmbedScript, b.addIngestScript, b.addAudit, b.addViews, b.addDefinitions, b.addDataView, b.addStyle,
		b.addModules, b.addHelpers, b.addEmbed, b.addArticle, b.addPages, b.addOffline, b.addHeaders, b.addCompressed, b.addManifest,
	)
	if err == nil && key != "" {
		// What was changed meanwhile may be half in it.
		if now, err := b.keyOf(given); err == nil && now == key {
			b.keepSite(key)
		}
	}
	return err
}

func (b *builder) through(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// asset adds a file under assets/ with its hash in its name and returns the
// path, relative to the site's root.
func (b *builder) asset(name string, content []byte) string {
	p := path.Join("assets", hashedName(name, content))
	b.files[p] = content
	return p
}

// paths lists the files so far, sorted.
func (b *builder) paths() []string {
	ps := make([]string, 0, len(b.files))
	for p := range b.files {
		ps = append(ps, p)
	}
	sort.Strings(ps)
	return ps
}
