package website

import (
	"bytes"
	"context"
	_ "embed" // slimfmt and slimjson
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/isofront/isofront/build/whole"
)

// leanFolder is where the lean copies lie, below the module's root: a fixed
// relative path, since the linker records it in the binary.
const leanFolder = "dist/cache/lean"

// lean is a module of which the WebAssembly builds use a copy with less in it.
type lean struct {
	path string   // of the module
	dirs []string // of its packages that are linked, below the module
	// file returns a file's source as it goes into the copy, nil to leave the
	// file out, and how many changes that took.
	file    func(name string, src []byte) ([]byte, int, error)
	changes int // how many all files take, else this is another version
}

// leans keep encoding/json out of the modules: 109 KB of brotli by msgp, 70 KB
// by vjson, that every reader would load and no code would call. They also word
// their errors with slimfmt in place of fmt, and so does vugu: with them goes
// the last of fmt, its reflection and its tables.
var leans = []lean{
	{"github.com/tinylib/msgp", []string{"msgp"}, withoutJSONTables, 2},
	{"github.com/vugu/vjson", []string{"."}, ownJSON, 6},
	{"github.com/vugu/vugu", []string{".", "js", "domrender"}, slimVugu, 6},
	{"gonum.org/v1/gonum", []string{
		"interp", "mat", "blas", "blas/blas64", "blas/cblas128", "blas/gonum", "lapack", "lapack/gonum", "lapack/lapack64", "floats", "floats/scalar",
		"internal/asm/c64", "internal/asm/c128", "internal/asm/f32", "internal/asm/f64", "internal/cmplx64", "internal/math32",
	}, withoutMatrixFiles, 3},
}

// withoutMatrixFiles leaves out how gonum's matrices are printed and kept in
// files: to know how large its header is, the latter looks at it by reflection
// when a program starts. One of its errors is without its number, which would
// take a format.
func withoutMatrixFiles(name string, src []byte) ([]byte, int, error) {
	if bytes.Contains(src, []byte("\npackage mat\n")) && (name == "io.go" || name == "format.go") {
		return nil, 1, nil
	}
	const worded = "fmt.Sprintf(\"matrix singular or near-singular with condition number %.4e\", c)"
	if name == "errors.go" && bytes.Contains(src, []byte(worded)) {
		src = bytes.Replace(src, []byte(worded), []byte("\"matrix singular or near-singular\""), 1)
		return bytes.Replace(src, []byte("\t\"fmt\"\n"), nil, 1), 1, nil
	}
	return src, 0, nil
}

// slimVugu leaves out what vugu writes of each instruction for whoever debugs it,
// and that it takes tags in any case, for which it has Unicode's tables.
func slimVugu(name string, src []byte) ([]byte, int, error) {
	changes := 0
	for _, c := range vuguChanges[name] {
		if bytes.Contains(src, []byte(c[0])) {
			src = bytes.ReplaceAll(src, []byte(c[0]), []byte(c[1]))
			changes++
		}
	}
	if changes > 0 {
		return src, changes, nil
	}
	return withoutScript(name, src)
}

// vuguChanges are old texts and new ones of vugu's files.
var vuguChanges = map[string][][2]string{
	"renderer-js-instructions.go": {
		{"	if il.logWriter == nil {\n		return nil\n	}\n	if !strings.HasSuffix(f, \"\\n\") {\n		f += \"\\n\"\n	}\n	_, err := fmt.Fprintf(il.logWriter, \"domrender ildebug: \"+f, args...)\n	return err\n", "	return nil\n"},
		{"	\"strings\"\n", ""},
	},
	"renderer-js.go": {
		{"strings.ToLower(n.Data)", "n.Data"},
		{"strings.ToLower(nchild.Data)", "nchild.Data"},
		{"	\"strings\"\n", ""},
	},
}

// withoutScript leaves of vugu's renderer script, which is a file of the site,
// the beginning by which its own attempt to load it is known: see withoutEval.
func withoutScript(name string, src []byte) ([]byte, int, error) {
	if name != "renderer-js-script.go" {
		return src, 0, nil
	}
	script, err := helperScript(src)
	if err != nil {
		return nil, 0, err
	}
	return []byte("package domrender\n\nconst jsHelperScript = " + strconv.Quote(scriptHead(script)) + "\n"), 1, nil
}

//go:embed slimfmt/slimfmt.go
var slimfmt []byte

// withoutJSONTables drops the two init functions in which msgp fills tables of
// JSON writers: an init is always linked, and with it encoding/json.
func withoutJSONTables(name string, src []byte) ([]byte, int, error) {
	if name != "json.go" && name != "json_bytes.go" {
		return src, 0, nil
	}
	return withoutInit(name, src)
}

//go:embed slimjson/slimjson.go
var slimjson []byte

// ownJSON puts slimjson in vjson's place: vugu reads events with it.
func ownJSON(name string, src []byte) ([]byte, int, error) {
	if name == "vjson.go" {
		return slimjson, 1, nil
	}
	return nil, 1, nil
}

// leanModfile prepares the copies and a go.mod that selects them, and returns
// the flag for it.
func leanModfile(ctx context.Context, tool toolchain) (flag string, err error) {
	files := map[string][]byte{}
	mod, err := os.ReadFile(filepath.Join(tool.root, "go.mod"))
	if err != nil {
		return "", fmt.Errorf("website: %w", err)
	}
	sum, err := os.ReadFile(filepath.Join(tool.root, "go.sum"))
	if err != nil {
		return "", fmt.Errorf("website: %w", err)
	}
	for _, l := range leans {
		from, err := moduleDir(ctx, tool, l.path)
		if err != nil {
			return "", err
		}
		below := leanFolder + "/" + filepath.Base(from) // names the version
		if err := l.copy(from, filepath.Join(tool.root, filepath.FromSlash(below)), files); err != nil {
			return "", fmt.Errorf("website: %s: %w", l.path, err)
		}
		mod = append(mod, "\nreplace "+l.path+" => ./"+below+"\n"...)
	}
	modfile := filepath.Join(tool.root, filepath.FromSlash(leanFolder), "lean.mod")
	files[modfile] = mod
	files[strings.TrimSuffix(modfile, ".mod")+".sum"] = sum
	for name, content := range files {
		if content == nil {
			os.Remove(name) // of an earlier build
		} else if err := writeIfNew(name, content); err != nil {
			return "", fmt.Errorf("website: %w", err)
		}
	}
	return "-modfile=" + modfile, nil
}

// fmtImport finds the import of fmt, in a group or by itself.
var fmtImport = regexp.MustCompile(`(?m)^(\s*(?:import )?)"fmt"$`)

// copy adds to files what the module's lean copy in the folder to consists of, and
// nil for what is left out.
func (l lean) copy(from, to string, files map[string][]byte) error {
	changes := 0
	for _, dir := range l.dirs {
		sources, err := filepath.Glob(filepath.Join(from, dir, "*.go"))
		if err != nil || len(sources) == 0 {
			return fmt.Errorf("no sources in %s", filepath.Join(from, dir))
		}
		for _, source := range sources {
			name := filepath.Base(source)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(source)
			if err != nil {
				return err
			}
			out, n, err := l.file(name, src)
			if err != nil {
				return err
			}
			changes += n
			files[filepath.Join(to, dir, name)] = nil
			if out != nil {
				files[filepath.Join(to, dir, name)] = fmtImport.ReplaceAll(out, []byte(`${1}fmt "`+l.path+`/slimfmt"`))
			}
		}
	}
	files[filepath.Join(to, "slimfmt", "slimfmt.go")] = slimfmt
	if changes != l.changes {
		return fmt.Errorf("%d changes instead of %d: another version than this was written for", changes, l.changes)
	}
	own, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		own = []byte("module " + l.path + "\n")
	}
	files[filepath.Join(to, "go.mod")] = own
	return nil
}

// withoutInit returns Go source without its init functions and their number.
func withoutInit(name string, src []byte) ([]byte, int, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	var out []byte
	from, n := 0, 0
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			out = append(out, src[from:fset.Position(f.Pos()).Offset]...)
			from = fset.Position(f.End()).Offset
			n++
		}
	}
	return append(out, src[from:]...), n, nil
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
	return whole.Write(path, content)
}
