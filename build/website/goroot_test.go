package website

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLeanGoroot: what it holds compiles.
func TestLeanGoroot(t *testing.T) {
	dir, err := leanGoroot(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := goCommand(t.Context(), dir, []string{"GOROOT=" + dir}, "build", "regexp/syntax", "regexp"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestClassesOfOurExpressions: expressions of the modules name no class of Unicode that
// they would not know there.
func TestClassesOfOurExpressions(t *testing.T) {
	class, all := regexp.MustCompile(`\\[pP](\{[^}]*\}|.)`), 0
	for _, folder := range []string{"core", "data", "site", "wasm"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(src), `"regexp"`) {
				return err
			}
			for _, m := range class.FindAllStringSubmatch(string(src), -1) {
				if all++; m[1] != "L" && m[1] != "N" {
					t.Errorf("%s: %s is no class that a module knows: see goroot.go", path, m[0])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if all == 0 {
		t.Error("no expression was found")
	}
}
