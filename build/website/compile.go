package website

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// modulePath is what go.mod must say at the root.
const modulePath = "github.com/isofront/isofront"

// toolchain is the Go command on PATH as it stands at the module's root.
type toolchain struct {
	root    string // folder of go.mod
	goroot  string
	version string // of Go, and what changes what it compiles
}

func findToolchain(ctx context.Context, root string) (toolchain, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return toolchain{}, errors.New("website: the go command is not on PATH: building the site compiles Go, see https://go.dev/dl")
	}
	raw, err := goCommand(ctx, root, nil, "env", "-json", "GOMOD", "GOROOT", "GOVERSION", "GOEXPERIMENT", "GOWASM")
	if err != nil {
		return toolchain{}, fmt.Errorf("website: go env: %w", err)
	}
	var env struct{ GOMOD, GOROOT, GOVERSION, GOEXPERIMENT, GOWASM string }
	if err := json.Unmarshal(raw, &env); err != nil {
		return toolchain{}, fmt.Errorf("website: go env: %w", err)
	}
	where := root
	if where == "" {
		where = "the current folder"
	}
	mod, err := os.ReadFile(env.GOMOD)
	if err != nil || !bytes.Contains(mod, []byte("module "+modulePath+"\n")) {
		return toolchain{}, fmt.Errorf("website: %s is not inside the source tree of %s: the site is built from its sources", where, modulePath)
	}
	return toolchain{filepath.Dir(env.GOMOD), env.GOROOT, strings.Join([]string{env.GOVERSION, env.GOEXPERIMENT, env.GOWASM}, " ")}, nil
}

// goCommand runs the go command and returns its standard output.
func goCommand(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	return run(ctx, dir, env, "go", args...)
}

// moduleDir returns the folder of a required module, fetching it first where the
// module cache does not hold it.
func moduleDir(ctx context.Context, tool toolchain, path string) (string, error) {
	raw, err := goCommand(ctx, tool.root, nil, "mod", "download", "-json", path)
	if err != nil {
		return "", fmt.Errorf("website: %s: %w", path, err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(raw, &m); err != nil || m.Dir == "" {
		return "", fmt.Errorf("website: %s: the module's folder is not known", path)
	}
	return m.Dir, nil
}

// module is one WebAssembly target.
type module struct {
	name   string // file name without its hash
	folder string
	env    []string
	flags  []string
	tinygo tinygoModule
	fast   bool // what is cold in a page is what this module does
}

// tinygoModule is how TinyGo builds a module, if it does.
type tinygoModule struct {
	target string // core or page; none: it cannot
	during bool   // garbage is collected during calls too
	flags  []string
}

// addModules compiles the modules side by side: the linker is the slow part and
// uses one core. -buildvcs=false keeps the commit out of the bytes, so
// that the same sources give the same file before and after a commit.
func (b *builder) addModules(ctx context.Context) error {
	mods := b.modules()
	tmp, err := os.MkdirTemp("", "isofront-wasm-")
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(tmp)
	modfile, err := leanModfile(ctx, b.tool)
	if err != nil {
		return err
	}
	errs := make([]error, len(mods))
	var wg sync.WaitGroup
	two := make(chan struct{}, 2) // at a time: TinyGo takes a gigabyte for each
	for i, m := range mods {
		out := filepath.Join(tmp, m.name)
		if b.with(m) == TinyGo {
			b.log("compiling %s with TinyGo %s", m.name, b.tinygo.version)
			wg.Go(func() {
				two <- struct{}{}
				errs[i] = b.tinygo.compile(ctx, b.tool, m, modfile, out)
				<-two
			})
			continue
		}
		b.log("compiling %s with Go", m.name)
		wg.Go(func() { errs[i] = b.tool.compile(ctx, m, modfile, out) })
	}
	wg.Wait()
	for i, m := range mods {
		if errs[i] == nil || b.with(m) == Go || b.Compiler == TinyGo || ctx.Err() != nil {
			continue
		}
		// A TinyGo that lacks a part, or of a version that nobody tried, is no reason to go without a site.
		why, _, _ := strings.Cut(strings.TrimPrefix(errs[i].Error(), "website: "), "\n")
		b.warn("Go built %s, four times as large: %s", m.name, why)
		b.byGo = append(b.byGo, m.name)
		errs[i] = b.tool.compile(ctx, m, modfile, filepath.Join(tmp, m.name))
	}
	if held := func(name string) bool { return name != "iso.wasm" }; b.compiler.Offline == TinyGo && slices.ContainsFunc(b.byGo, held) {
		m := offlineModule(b.Site) // with all that the file holds, since Go builds some of it
		b.log("compiling %s with Go", m.name)
		b.byGo, b.compiler.Offline = append(b.byGo, m.name), Go
		mods, errs = append(mods, m), append(errs, b.tool.compile(ctx, m, modfile, filepath.Join(tmp, m.name)))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if b.tinygo != nil && b.tinygo.larger != nil {
		b.warn("TinyGo's modules are about a fifth larger than they could be, with its own collector of garbage: %v", b.tinygo.larger)
	}
	for _, m := range mods {
		code, err := os.ReadFile(filepath.Join(tmp, m.name))
		if err != nil {
			return fmt.Errorf("website: %w", err)
		}
		weights, err := weigh(code)
		if err == nil {
			code, err = slim(code, b.with(m))
		}
		if err != nil {
			return fmt.Errorf("website: %s: %w", m.name, err)
		}
		b.weights = append(b.weights, Module{m.name, b.with(m), weights})
		if m.name == offlineWasm {
			b.whole = code
			continue
		}
		p := b.asset(m.name, code)
		switch m.name {
		case "site.wasm":
			b.entry.Wasm, b.compiler.Site = p, b.with(m)
		case "ingest.wasm":
			b.entry.IngestWasm, b.compiler.Ingest = p, b.with(m)
		case "audit.wasm":
			b.entry.AuditWasm, b.compiler.Audit = p, b.with(m)
		default:
			b.entry.IsoWasm, b.compiler.Iso = p, b.with(m)
		}
	}
	return nil
}

// modules lists what is to be compiled. The offline file of TinyGo holds the site's
// modules, that of Go one module with all in it: see offlineModule.
func (b *builder) modules() []module {
	site := siteModule(b.Site)
	var mods []module
	if b.hasOffline() {
		offline := offlineModule(b.Site)
		if b.compiler.Offline = b.with(offline); b.compiler.Offline == Go {
			mods = append(mods, offline)
			if b.onePage {
				return mods
			}
		}
	}
	mods = append(mods, site)
	switch {
	case b.onePage:
	case b.hasGo(b.Wasm):
		mods = append(mods, isoModule(b.Wasm))
	default:
		b.warn("%s holds no Go files: the site is built without iso.wasm", b.Wasm)
	}
	if b.entry.IngestScript != "" {
		mods = append(mods, ingestModule(b.moduleFolder("ingest")))
	}
	if b.entry.AuditScript != "" {
		mods = append(mods, auditModule(b.moduleFolder("audit")))
	}
	return mods
}

// moduleFolder is where a module with a package of its own begins.
func (b *builder) moduleFolder(name string) string { return filepath.Join(b.Wasm, "modules", name) }

// chooseCompiler finds TinyGo where it is wanted or may be used.
func (b *builder) chooseCompiler(ctx context.Context) error {
	var err error
	switch b.Compiler {
	case Go:
		return nil
	case TinyGo:
		if b.tinygo, err = findTinygo(ctx, b.tool.root); err != nil {
			return fmt.Errorf("website: %w", err)
		}
	case Auto:
		b.tinygo, _ = findTinygo(ctx, b.tool.root) // without one each module says that Go builds it
	default:
		return fmt.Errorf("website: compiler %q: want %s, %s or %s", b.Compiler, Auto, Go, TinyGo)
	}
	return nil
}

// with is the compiler of a module.
func (b *builder) with(m module) string {
	if b.tinygo == nil || m.tinygo.target == "" || slices.Contains(b.byGo, m.name) {
		return Go
	}
	return TinyGo
}

// cold packages are compiled without inlining: they form texts and messages,
// once per answer, read a table, or open a bundle, where hashing takes the time, and
// are 5% smaller for it under brotli. What a drag runs, core but for the forming of
// text, is not among them.
var cold = []string{
	"fmt", "reflect", "strconv", "strings", "html", "sort", "time", "os", "log", "encoding/json", "github.com/tinylib/msgp/msgp",
	"github.com/vugu/vugu/...", "github.com/vugu/vjson", modulePath + "/core/render", modulePath + "/core/quantile", modulePath + "/core/latency/...", modulePath + "/data", modulePath + "/data/embed",
	modulePath + "/data/wire", modulePath + "/data/query", modulePath + "/data/audit", modulePath + "/wasm/audit", "golang.org/x/net/html", modulePath + "/site",
}

// compile builds a module, with the names of its functions.
func (t toolchain) compile(ctx context.Context, m module, modfile, out string) error {
	args := append([]string{"build", modfile, "-trimpath", "-buildvcs=false", "-ldflags=-w", "-o", out}, m.flags...)
	for _, pkg := range cold {
		if m.fast {
			break
		}
		args = append(args, "-gcflags="+pkg+"=-l")
	}
	// A reader's own flags and workspace must not change the bytes.
	env := append([]string{"GOFLAGS=", "GOWORK=off"}, m.env...)
	if _, err := goCommand(ctx, t.root, env, append(args, "./"+filepath.ToSlash(m.folder))...); err != nil {
		return fmt.Errorf("website: compiling %s: %w", m.name, err)
	}
	return nil
}

// CompileCore compiles a module without JavaScript, whose package is in folder below
// the source tree's root ("" finds it), as it goes into a site, to the file out, with
// the compiler named: iso.wasm is in wasm.
func CompileCore(ctx context.Context, root, compiler, folder, out string) error {
	return compileAlone(ctx, root, compiler, isoModule(folder), out)
}

// CompileModule is CompileCore for a module that reads a reader's files: "ingest" or
// "audit".
func CompileModule(ctx context.Context, root, compiler, name, out string) error {
	m := ingestModule("wasm/modules/ingest")
	if name == "audit" {
		m = auditModule("wasm/modules/audit")
	}
	return compileAlone(ctx, root, compiler, m, out)
}

func compileAlone(ctx context.Context, root, compiler string, m module, out string) error {
	tool, err := findToolchain(ctx, root)
	if err != nil {
		return err
	}
	modfile, err := leanModfile(ctx, tool)
	if err != nil {
		return err
	}
	if compiler == Go {
		err = tool.compile(ctx, m, modfile, out)
	} else if t, missing := findTinygo(ctx, tool.root); missing != nil {
		err = fmt.Errorf("website: %w", missing)
	} else {
		err = t.compile(ctx, tool, m, modfile, out)
	}
	if err != nil {
		return err
	}
	code, err := os.ReadFile(out)
	if err == nil {
		code, err = slim(code, compiler)
	}
	if err != nil {
		return fmt.Errorf("website: %s: %w", m.name, err)
	}
	return os.WriteFile(out, code, 0o644)
}

func siteModule(folder string) module {
	return module{name: "site.wasm", folder: folder, env: []string{"GOOS=js", "GOARCH=wasm"}, tinygo: tinygoModule{target: "page"}}
}

func isoModule(folder string) module {
	return module{name: "iso.wasm", folder: folder, env: []string{"GOOS=wasip1", "GOARCH=wasm"}, flags: []string{"-buildmode=c-shared"},
		tinygo: tinygoModule{target: "core"}}
}

func (b *builder) hasGo(folder string) bool {
	found, _ := filepath.Glob(filepath.Join(b.tool.root, folder, "*.go"))
	return len(found) > 0
}

// warn keeps a warning for the report. The caller prints it.
func (b *builder) warn(format string, args ...any) {
	b.warnings = append(b.warnings, fmt.Sprintf(format, args...))
}
