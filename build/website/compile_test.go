package website

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/pack"
)

// TestCompilerOfAModule: TinyGo builds what it can where there is one, unless Go
// is asked for.
func TestCompilerOfAModule(t *testing.T) {
	for _, c := range []struct {
		name, compiler, want string
		there                bool
		m                    module
	}{
		{"there is none", Auto, Go, false, siteModule("site")},
		{"the page", Auto, TinyGo, true, siteModule("site")},
		{"the table", Auto, TinyGo, true, isoModule("wasm")},
		{"the importers", Auto, TinyGo, true, ingestModule("wasm/modules/ingest")},
		{"the check of tables", TinyGo, TinyGo, true, auditModule("wasm/modules/audit")},
		{"the offline file", Auto, TinyGo, true, offlineModule("site")},
	} {
		b := &builder{Options: Options{Compiler: c.compiler}}
		if c.there {
			b.tinygo = &tinygo{}
		}
		if got := b.with(c.m); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// failingTinygo puts a TinyGo on PATH that builds nothing.
func failingTinygo(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\ncase $1 in\nversion) echo tinygo version 0.99.0 linux/amd64;;\nenv) echo " + dir + ";;\n*) echo 'could not find wasm-opt' >&2; echo 'and a long story' >&2; exit 1;;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "tinygo"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// TestGoWhereTinygoFails: a TinyGo that cannot build a module is no reason to go
// without a site, unless it was asked for.
func TestGoWhereTinygoFails(t *testing.T) {
	failingTinygo(t)
	o := options(t, filepath.Join(t.TempDir(), "site"))
	o.Compiler = Auto
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(report.Warnings, "\n"); !strings.Contains(said, "Go built site.wasm, four times as large: compiling site.wasm with TinyGo: could not find wasm-opt") || strings.Contains(said, "story") {
		t.Errorf("warnings: %s", said)
	}
	if report.Manifest.Compiler.Site != Go {
		t.Errorf("compiler: %+v", report.Manifest.Compiler)
	}
	o = options(t, filepath.Join(t.TempDir(), "site"))
	o.Compiler = TinyGo
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "could not find wasm-opt") {
		t.Errorf("asked for: %v", err)
	}
}

// TestOfflineFileOfGoWhereTinygoFails: a file of which Go builds a part is Go's, in one
// module, and not three times its runtime.
func TestOfflineFileOfGoWhereTinygoFails(t *testing.T) {
	failingTinygo(t)
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	file, err := Offline(t.Context(), Options{Data: files, Compiler: Auto, Quick: true}, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"wasm", "ingest-wasm", "audit-wasm"} {
		if !strings.Contains(string(file.Page), " data-"+role+`="assets/offline.`) {
			t.Errorf("data-%s is another module", role)
		}
	}
	if file.Compiler.Offline != Go || file.Bytes > offlineBudget[Go]*6/5 { // packed quickly, which takes a fifth more
		t.Errorf("%+v, %d bytes", file.Compiler, file.Bytes)
	}
}
