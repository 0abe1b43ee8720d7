package website

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Compilers of the WebAssembly modules.
const (
	Auto   = "auto" // TinyGo where there is one and it can, else Go
	Go     = "go"
	TinyGo = "tinygo"
)

// tinygo is a TinyGo that can build the modules.
type tinygo struct {
	path    string
	version string
	root    string // its TINYGOROOT

	// complete is a release with a C library of its own. One that was built from
	// its Go module has none and links Debian's.
	complete bool

	preparing sync.Mutex
	larger    error // why a module could not do without its collector
}

// The least version: before it, exports of functions did not work as they must.
var leastTinygo = [2]int{0, 41}

// builtTinygo is where `make tinygo` puts it, below the module's root.
const builtTinygo = ".tinygo/build/tinygo"

// findTinygo finds a TinyGo on PATH or where `make tinygo` puts it. The error
// says why there is none.
func findTinygo(ctx context.Context, root string) (*tinygo, error) {
	var found []string
	if p, err := exec.LookPath("tinygo"); err == nil {
		found = append(found, p)
	}
	if p := filepath.Join(root, filepath.FromSlash(builtTinygo)); isFile(p) {
		found = append(found, p)
	}
	why := errors.New("there is no TinyGo on PATH and none in .tinygo; make tinygo obtains it")
	for _, p := range found {
		t, err := aboutTinygo(ctx, p)
		if err == nil {
			return t, nil
		}
		why = err
	}
	return nil, why
}

var tinygoVersion = regexp.MustCompile(`^tinygo version ((\d+)\.(\d+)\S*)`)

func aboutTinygo(ctx context.Context, path string) (*tinygo, error) {
	out, err := run(ctx, "", nil, path, "version")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := tinygoVersion.FindSubmatch(out)
	if m == nil {
		return nil, fmt.Errorf("%s: says %q of its version", path, bytes.TrimSpace(out))
	}
	major, _ := strconv.Atoi(string(m[2]))
	minor, _ := strconv.Atoi(string(m[3]))
	if slices.Compare([]int{major, minor}, leastTinygo[:]) < 0 {
		return nil, fmt.Errorf("%s: is version %s, and %d.%d is needed", path, m[1], leastTinygo[0], leastTinygo[1])
	}
	home, err := run(ctx, "", nil, path, "env", "TINYGOROOT")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	t := &tinygo{path: path, version: string(m[1]), root: strings.TrimSpace(string(home))}
	_, err = os.Stat(filepath.Join(t.root, "lib", "wasi-libc", "Makefile"))
	t.complete = err == nil
	return t, nil
}

// target is the file for -target: kind is core (no imports at all), page (for
// JavaScript) or test (WASI). TinyGo's own targets serve where it is complete, changed in what
// matters.
func (t *tinygo) target(root, kind, dir string) (string, error) {
	if !t.complete {
		return filepath.Join(root, "build", "tinygo", kind+".json"), nil
	}
	from, err := os.ReadFile(filepath.Join(root, "build", "tinygo", kind+".json"))
	if err != nil {
		return "", err
	}
	var ours map[string]any
	if err := json.Unmarshal(from, &ours); err != nil {
		return "", err
	}
	inherits := map[string]string{"core": "wasm-unknown", "page": "wasm", "test": "wasip1"}[kind]
	text, err := json.Marshal(map[string]any{
		"inherits": []string{inherits}, "gc": ours["gc"], "scheduler": ours["scheduler"],
		"default-stack-size": ours["default-stack-size"], "ldflags": stackSize(ours["ldflags"]),
	})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, kind+".json")
	return file, os.WriteFile(file, text, 0o644)
}

// stackSize picks the linker's flags for the stack out of a target's.
func stackSize(flags any) []string {
	list, _ := flags.([]any)
	for i, f := range list {
		if f == "-z" && i+1 < len(list) {
			size, _ := list[i+1].(string)
			return []string{"-z", size}
		}
	}
	return nil
}

// compile builds a module, with the names of its functions. Half a minute and more is worth keeping the result of:
// it lies in dist/cache under the hash of all that it was made from.
func (t *tinygo) compile(ctx context.Context, tool toolchain, m module, modfile, out string) error {
	dir, err := os.MkdirTemp("", "isofront-target-")
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(dir)
	target, err := t.target(tool.root, m.tinygo.target, dir)
	if err != nil {
		return fmt.Errorf("website: tinygo: %w", err)
	}
	// What packages begin with is worked out while it builds: regular expressions take
	// minutes of that on a busy machine, and three of them end it otherwise.
	args := append([]string{"build", "-target=" + target, "-no-debug", "-panic=trap", "-interp-timeout=1h"}, m.tinygo.flags...)
	env := []string{"GOFLAGS=" + modfile, "GOWORK=off"}
	runtime := between
	if m.tinygo.during {
		runtime = during
	}
	changed := ""
	t.preparing.Lock()
	newRoot, err := t.changedRoot(tool.root, runtime)
	if err == nil {
		env, args = append(env, "TINYGOROOT="+newRoot), append(args, "-gc="+runtime.gc)
		changed = filepath.Base(newRoot) // says of what
	} else {
		t.larger = err // with the target's own collector
	}
	if lean, err := leanGoroot(ctx, tool.root); err == nil { // by another Go a little larger
		env, changed = append(env, "GOROOT="+lean), changed+" "+filepath.Base(lean)
	}
	t.preparing.Unlock()
	key, err := t.key(ctx, tool, m, modfile, target, changed, args)
	if err != nil {
		return err
	}
	kept := filepath.Join(tool.root, "dist", "cache", ".tinygo", key+".named.wasm")
	if code, err := os.ReadFile(kept); err == nil {
		return os.WriteFile(out, code, 0o644)
	}
	if _, err := run(ctx, tool.root, env, t.path, append(args, "-o", out, "./"+filepath.ToSlash(m.folder))...); err != nil {
		return fmt.Errorf("website: compiling %s with TinyGo: %w", m.name, err)
	}
	code, err := os.ReadFile(out)
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	_ = writeIfNew(kept, code) // without a cache the next build is as slow
	return nil
}

// key hashes what a module is made from: the compiler, how it is called, and
// every source but the standard library's.
func (t *tinygo) key(ctx context.Context, tool toolchain, m module, modfile, target, changed string, args []string) (string, error) {
	env := append([]string{"GOFLAGS=" + modfile, "GOWORK=off"}, m.env...)
	list, err := goCommand(ctx, tool.root, env, "list", "-deps", "-tags=tinygo", "-f", "{{if not .Standard}}{{.Dir}}{{end}}", "./"+filepath.ToSlash(m.folder))
	if err != nil {
		return "", fmt.Errorf("website: go list: %w", err)
	}
	files := []string{target}
	for _, dir := range strings.Fields(string(list)) {
		sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, s := range sources {
			if !strings.HasSuffix(s, "_test.go") {
				files = append(files, s)
			}
		}
	}
	goVersion, err := goCommand(ctx, tool.root, nil, "env", "GOVERSION")
	if err != nil {
		return "", fmt.Errorf("website: go env: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, t.version, changed, string(goVersion), args[2:])
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			return "", fmt.Errorf("website: %w", err)
		}
		fmt.Fprintln(sum, filepath.Base(f), len(content))
		sum.Write(content)
	}
	return hex.EncodeToString(sum.Sum(nil))[:32], nil
}

// run runs a program; its error carries what the program wrote on standard error.
func run(ctx context.Context, dir string, env []string, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if msg := strings.TrimSpace(stderr.String()); msg != "" {
			return nil, errors.New(msg)
		}
		return nil, err
	}
	return stdout.Bytes(), nil
}

func isFile(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular()
}
