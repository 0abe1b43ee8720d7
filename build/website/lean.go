package website

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

const msgpPath = "github.com/tinylib/msgp"

// leanFolder is where the lean copy of msgp lies, below the module's root: a
// fixed relative path, since the linker records it in the binary.
const leanFolder = "dist/cache/msgp"

// leanModfile prepares a go.mod for the WebAssembly builds and returns the flag
// that selects it.
//
// msgp fills two tables of JSON writers in init functions. Nothing here calls
// them, but an init is always linked, and with it encoding/json: 109 KB of
// brotli that every reader would load. So the modules are built on a copy of
// msgp that is the same but for those two functions.
func leanModfile(ctx context.Context, tool toolchain) (flag string, err error) {
	dir, err := goCommand(ctx, tool.root, nil, "list", "-m", "-f", "{{.Dir}}", msgpPath)
	if err != nil {
		return "", fmt.Errorf("website: %s: %w", msgpPath, err)
	}
	from := strings.TrimSpace(string(dir))
	to := filepath.Join(tool.root, filepath.FromSlash(leanFolder))
	sources, err := filepath.Glob(filepath.Join(from, "msgp", "*.go"))
	if err != nil || len(sources) == 0 {
		return "", fmt.Errorf("website: %s: no sources in %s", msgpPath, from)
	}
	files := map[string][]byte{filepath.Join(to, "go.mod"): []byte("module " + msgpPath + "\n")}
	dropped := 0
	for _, path := range sources {
		name := filepath.Base(path)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("website: %w", err)
		}
		if name == "json.go" || name == "json_bytes.go" {
			var n int
			if src, n, err = withoutInit(name, src); err != nil {
				return "", fmt.Errorf("website: %s: %w", msgpPath, err)
			}
			dropped += n
		}
		files[filepath.Join(to, "msgp", name)] = src
	}
	if dropped != 2 {
		return "", fmt.Errorf("website: %s: found %d JSON tables, expected 2: another version than this was written for", msgpPath, dropped)
	}
	if own, err := os.ReadFile(filepath.Join(from, "go.mod")); err == nil {
		files[filepath.Join(to, "go.mod")] = own
	}
	mod, err := os.ReadFile(filepath.Join(tool.root, "go.mod"))
	if err != nil {
		return "", fmt.Errorf("website: %w", err)
	}
	sum, err := os.ReadFile(filepath.Join(tool.root, "go.sum"))
	if err != nil {
		return "", fmt.Errorf("website: %w", err)
	}
	modfile := filepath.Join(filepath.Dir(to), "lean.mod")
	files[modfile] = append(mod, "\nreplace "+msgpPath+" => ./"+leanFolder+"\n"...)
	files[filepath.Join(filepath.Dir(to), "lean.sum")] = sum
	for path, content := range files {
		if err := writeIfNew(path, content); err != nil {
			return "", fmt.Errorf("website: %w", err)
		}
	}
	return "-modfile=" + modfile, nil
}

// withoutInit returns Go source without its init functions and their number.
func withoutInit(name string, src []byte) ([]byte, int, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	n := 0
	kept := file.Decls[:0]
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			n++
			continue
		}
		kept = append(kept, d)
	}
	file.Decls = kept
	file.Comments = nil // those inside the dropped functions have no place left
	var out bytes.Buffer
	if err := format.Node(&out, fset, file); err != nil {
		return nil, 0, err
	}
	return out.Bytes(), n, nil
}

// writeIfNew writes a file in one step unless it already says the same, so that
// builds side by side do not disturb each other or the build cache.
func writeIfNew(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}
