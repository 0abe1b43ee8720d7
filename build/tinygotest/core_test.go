//go:build tinygotest

package tinygotest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/browsertest"
	"github.com/isofront/isofront/build/website"
)

// TestCore runs the tests of each package in Node, properties over random inputs
// too, but neither benchmarks nor fuzz targets. What is not optimised starts there
// at once, while wazero takes minutes to compile it.
func TestCore(t *testing.T) {
	root := browsertest.Root(t)
	for _, pkg := range tested(t, root) {
		t.Run(strings.TrimPrefix(pkg, "./"), func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "test.wasm")
			if err := website.CompileTests(t.Context(), root, pkg, out); err != nil {
				t.Fatal(err)
			}
			said, err := runTests(t.Context(), out, filepath.Join(root, pkg))
			if crashed(err) {
				t.Logf("Node: %v: once more", err)
				said, err = runTests(t.Context(), out, filepath.Join(root, pkg))
			}
			if err != nil || !strings.HasSuffix(said, "PASS\n") || !strings.Contains(said, "--- PASS: Test") {
				t.Errorf("%v\n%s", err, said)
			}
			t.Logf("%d tests passed", strings.Count(said, "--- PASS: Test"))
		})
	}
}

// crashed reports whether a signal ended Node, as at times happens when it exits: a
// program in it cannot do that.
func crashed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == -1
}

// tested are the packages with tests, as patterns below root.
func tested(t *testing.T, root string) []string {
	t.Helper()
	list := exec.Command("go", "list", "-f", `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}`, "./core/...", "./data/msgpack")
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []string
	for _, path := range strings.Fields(string(out)) {
		pkgs = append(pkgs, "."+strings.TrimPrefix(path, "github.com/isofront/isofront"))
	}
	if len(pkgs) < 10 {
		t.Fatalf("only %d packages have tests: %v", len(pkgs), pkgs)
	}
	return pkgs
}

// runner starts a WASI command, which reads what lies in the folder given and in the
// one two above, where the shipped data are.
const runner = `
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const [program, folder] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['test', '-test.v'], preopens: { '/': folder, '../..': folder + '/../..' } });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
wasi.start(instance);
`

// runTests runs a test program with the folder of its package to read from.
func runTests(ctx context.Context, program, folder string) (string, error) {
	script := program + ".mjs"
	if err := os.WriteFile(script, []byte(runner), 0o644); err != nil {
		return "", err
	}
	said, err := exec.CommandContext(ctx, "node", "--no-warnings", script, program, folder).CombinedOutput()
	return string(said), err
}
