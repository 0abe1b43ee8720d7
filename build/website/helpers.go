package website

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// wasmExec is the script that a compiler's module is started by.
func (b *builder) wasmExec(compiler string) ([]byte, error) {
	file := filepath.Join(b.tool.goroot, "lib", "wasm", "wasm_exec.js")
	if compiler == TinyGo {
		file = filepath.Join(b.tinygo.root, "targets", "wasm_exec.js")
	}
	exec, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("website: the compiler comes without its wasm_exec.js: %w", err)
	}
	if compiler == TinyGo {
		exec = withoutStandIns(exec)
	}
	return minifyScript("wasm_exec.js", exec)
}

// withoutStandIns leaves out of TinyGo's script what stands in for a file system and
// for what every browser has, and what starts a module in Node: TinyGo's runtime asks
// for none of it. A script of another version, where that does not lie between these
// marks or something else needs it, stays whole.
func withoutStandIns(exec []byte) []byte {
	rest := exec
	for _, part := range [][2]string{
		{"\tconst enosys =", "\t// End of polyfills for common API.\n"},
		{"\tif (\n\t\tglobal.require &&", "\n\t}\n"},
	} {
		before, from, ok := bytes.Cut(rest, []byte(part[0]))
		_, after, there := bytes.Cut(from, []byte(part[1]))
		if !ok || !there {
			return exec
		}
		rest = slices.Concat(before, after)
	}
	for _, gone := range []string{"enosys", "fs.", "process."} {
		if bytes.Contains(rest, []byte(gone)) {
			return exec
		}
	}
	return rest
}

// addHelpers adds the two scripts that come from other people's releases and
// must match them exactly: wasm_exec.js, from the compiler of the module, and
// vugu's renderer script, from the version in go.mod. Neither is kept in the
// repository.
func (b *builder) addHelpers(ctx context.Context) error {
	exec, err := b.wasmExec(b.with(siteModule(b.Site)))
	if err != nil {
		return err
	}
	b.entry.WasmExec = b.asset("wasm_exec.js", exec)

	dir, err := moduleDir(ctx, b.tool, "github.com/vugu/vugu")
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "domrender", "renderer-js-script.go")
	src, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("website: vugu's renderer script: %w", err)
	}
	script, err := helperScript(src)
	if err != nil {
		return err
	}
	b.entry.VuguHelper = b.asset("vugu-helper.js", []byte(withoutEval(script)))
	return nil
}

// helperScript returns the constant jsHelperScript of vugu's domrender.
func helperScript(src []byte) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "renderer-js-script.go", src, 0)
	if err != nil {
		return "", fmt.Errorf("website: vugu's renderer script: %w", err)
	}
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			vs := spec.(*ast.ValueSpec)
			for i, name := range vs.Names {
				if name.Name != "jsHelperScript" || i >= len(vs.Values) {
					continue
				}
				lit, ok := vs.Values[i].(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return "", errors.New("website: vugu's renderer script: jsHelperScript is not a plain string")
				}
				script, err := strconv.Unquote(lit.Value)
				if err == nil && !strings.Contains(script, "window.vuguRender=") {
					err = errors.New("jsHelperScript does not define vuguRender")
				}
				if err != nil {
					return "", fmt.Errorf("website: vugu's renderer script: %w", err)
				}
				return script, nil
			}
		}
	}
	return "", errors.New("website: vugu's renderer script: there is no constant jsHelperScript: did vugu's version change?")
}

// withoutEval returns script followed by a guard for the one window.eval by
// which vugu would load it once more. The page's policy forbids eval, and
// vugu's own "already loaded" test sits inside the evaluated text, too late.
// The guard drops exactly that call and then puts eval back as it was: a lasting
// replacement would break test drivers.
func withoutEval(script string) string {
	quoted, _ := json.Marshal(scriptHead(script)) // a string always marshals
	return script + `;
(function(){var real=window.eval;window.eval=function(text){if(typeof text==="string"&&text.indexOf(` + string(quoted) +
		`)===0){window.eval=real;return}return real(text)}})();
`
}

// scriptHead is the text by which vugu's script is known.
func scriptHead(script string) string { return script[:min(len(script), 40)] }
