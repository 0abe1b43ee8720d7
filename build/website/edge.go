package website

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/isofront/isofront/build/whole"
)

// Files of a Worker's folder, beside the site in site/.
const (
	workerScript = "worker.js"
	workerModule = "isofront.wasm"
	workerSite   = "site"
)

// workerConfigs are the reader's to change: a name, a route, a port. They are
// written where they are not there yet.
var workerConfigs = []string{"wrangler.toml", "workerd.capnp"}

// EdgeReport is what BuildEdge wrote.
type EdgeReport struct {
	Site   Report
	Kept   []string // configurations that were there already
	Budget []Line   // of the Worker's code, gzip, against Cloudflare's limits
}

// The limits of a Worker's size, compressed, in the smaller reading of MB.
const freePlan, paidPlan = 3_000_000, 10_000_000

// BuildEdge writes the folder of a Cloudflare Worker: the site in site/, built
// as Build does, the Worker's script and module, and its configurations. Out is
// the folder; one that holds anything else is refused.
func BuildEdge(ctx context.Context, o Options) (EdgeReport, error) {
	if o.Out == "" {
		return EdgeReport{}, errors.New("website: no output folder given")
	}
	folder, err := filepath.Abs(o.Out)
	if err != nil {
		return EdgeReport{}, fmt.Errorf("website: %s: %w", o.Out, err)
	}
	if err := ownWorker(folder); err != nil {
		return EdgeReport{}, err
	}
	tool, err := findToolchain(ctx, o.Root)
	if err != nil {
		return EdgeReport{}, err
	}
	// The site first: it makes the folder, and refuses one that is not its own.
	o.Out = filepath.Join(folder, workerSite)
	var report EdgeReport
	if report.Site, err = Build(ctx, o); err != nil {
		return report, err
	}
	if report.Site.Manifest.Entry.Index == "" {
		return report, errors.New("website: the Worker answers queries, and the site has no data")
	}
	b := &builder{Options: o, tool: tool}
	b.log("compiling %s with Go", workerModule)
	module, err := compileEdge(ctx, tool)
	if err != nil {
		return report, err
	}
	script, err := b.workerScript(ctx, sumOf(module))
	if err != nil {
		return report, err
	}
	report.Site.Warnings = append(report.Site.Warnings, b.warnings...)
	files := map[string][]byte{workerModule: module, workerScript: script}
	for _, name := range workerConfigs {
		if _, err := os.Lstat(filepath.Join(folder, name)); !errors.Is(err, fs.ErrNotExist) {
			report.Kept = append(report.Kept, name)
			continue
		}
		if files[name], err = os.ReadFile(filepath.Join(tool.root, "wasm", "edge", name)); err != nil {
			return report, fmt.Errorf("website: %w", err)
		}
	}
	for name, content := range files {
		if err := whole.Write(filepath.Join(folder, name), content); err != nil {
			return report, fmt.Errorf("website: %w", err)
		}
	}
	size, err := gzipped(module, script)
	if err != nil {
		return report, err
	}
	for _, plan := range []struct {
		name  string
		limit int
	}{{"free", freePlan}, {"paid", paidPlan}} {
		report.Budget = append(report.Budget, Line{What: "the Worker, gzip (" + plan.name + " plan)", Is: size, Allowed: plan.limit, Bytes: true})
	}
	return report, nil
}

// ownWorker refuses a folder in which files that we would write are somebody
// else's: there is no Worker of ours beside them.
func ownWorker(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	ours := map[string]bool{workerScript: true, workerModule: true, workerSite: true, ".wrangler": true}
	for _, name := range workerConfigs {
		ours[name] = true
	}
	for _, e := range entries {
		if !ours[e.Name()] {
			return fmt.Errorf("website: %s: holds %s, which is not part of a Worker: give another folder or empty this one", folder, e.Name())
		}
	}
	if script, err := os.ReadFile(filepath.Join(folder, workerScript)); err == nil && !bytes.HasPrefix(script, []byte(workerMark)) {
		return fmt.Errorf("website: %s: is not a Worker of isofront: give another folder", filepath.Join(folder, workerScript))
	}
	return nil
}

// workerMark begins our script.
const workerMark = "// isofront's Worker. "

// compileEdge compiles the Worker's module with the lean copies of the modules
// it uses.
func compileEdge(ctx context.Context, tool toolchain) ([]byte, error) {
	modfile, err := leanModfile(ctx, tool)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "isofront-edge-")
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(tmp)
	out := filepath.Join(tmp, workerModule)
	m := module{name: workerModule, folder: "wasm/edge", env: []string{"GOOS=js", "GOARCH=wasm"}, fast: true}
	if err := tool.compile(ctx, m, modfile, out); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(out)
	if err == nil {
		code, err = slim(code, Go)
	}
	if err != nil {
		return nil, fmt.Errorf("website: %s: %w", m.name, err)
	}
	return code, nil
}

// workerScript bundles the entry module with the wasm_exec.js that the workers
// library makes: Go's own, with a context that Go sees as a global.
func (b *builder) workerScript(ctx context.Context, program string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "isofront-edge-")
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(tmp)
	assets := filepath.Join(tmp, "assets") // the generator empties it first
	if _, err := goCommand(ctx, b.tool.root, nil, "tool", "workers-assets-gen", "-mode=go", "-o", assets); err != nil {
		return nil, fmt.Errorf("website: the Worker's wasm_exec.js: %w", err)
	}
	quoted, err := json.Marshal(program)
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	script, err := b.bundle("the Worker's script", api.BuildOptions{
		EntryPoints: []string{"./wasm/edge/worker.ts"},
		Inject:      []string{filepath.Join(assets, "wasm_exec.js")},
		External:    []string{"./" + workerModule},
		Define:      map[string]string{"PROGRAM": string(quoted)},
		Format:      api.FormatESModule,
		Target:      api.ES2022,
	})
	if err != nil {
		return nil, err
	}
	return append([]byte(workerMark+"Written by isofront edge: changes are lost.\n"), script...), nil
}

// gzipped is the length of all parts, compressed one by one.
func gzipped(parts ...[]byte) (int, error) {
	n := 0
	for _, part := range parts {
		var buf bytes.Buffer
		w, _ := gzip.NewWriterLevel(&buf, gzip.BestCompression) // the level is valid
		_, err := w.Write(part)
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return 0, fmt.Errorf("website: gzip: %w", err)
		}
		n += buf.Len()
	}
	return n, nil
}
