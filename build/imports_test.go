package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/isofront/isofront"

// coreStd is the standard library that core may use: mathematics, sorting and
// text. It does no input or output, knows no format and no screen.
var coreStd = []string{"cmp", "errors", "fmt", "math", "math/bits", "math/rand/v2", "slices", "sort", "strconv", "strings", "unicode/utf8"}

// overHTTP are the packages besides build that answer requests: everything else
// goes into pages, where net/http alone would weigh as much as the rest.
var overHTTP = []string{"data/api", "wasm/edge"}

// TestImportRules: imports run one way. core knows only mathematics, data knows
// core, wasm and site know both, build knows all but site and wasm, and nothing
// knows build.
func TestImportRules(t *testing.T) {
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}, {"GOOS=wasip1", "GOARCH=wasm"}} {
		for _, p := range packages(t, env) {
			name := strings.TrimPrefix(p.ImportPath, module+"/")
			top, _, _ := strings.Cut(name, "/")
			for _, imp := range p.Imports {
				ours, isOurs := strings.CutPrefix(imp, module+"/")
				to, _, _ := strings.Cut(ours, "/")
				bad := false
				switch {
				case !isOurs:
					bad = top == "core" && !slices.Contains(coreStd, imp) && !strings.HasPrefix(imp, "gonum.org/v1/gonum/") ||
						imp == "net/http" && top != "build" && !slices.Contains(overHTTP, name) || strings.HasPrefix(imp, "github.com/syumai/workers") && name != "wasm/edge"
				case top == "build":
					bad = to == "site" || to == "wasm"
				case top == "core":
					bad = to != "core"
				case top == "data":
					bad = to != "core" && to != "data"
				default: // wasm, site
					bad = to != "core" && to != "data" && to != top
				}
				if bad {
					t.Errorf("%s must not import %s", name, imp)
				}
			}
		}
	}
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T, env []string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", module+"/...")
	cmd.Env = append(cmd.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages listed", len(all))
	}
	return all
}
