package website

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHelperScript(t *testing.T) {
	const good = `(function(){window.vuguRender=1})()`
	for _, c := range []struct{ name, src, want, fault string }{
		{"quoted", "package d\nconst jsHelperScript = \"(function(){window.vuguRender=1})()\"\n", good, ""},
		{"raw", "package d\nconst jsHelperScript = `" + good + "`\n", good, ""},
		{"among others", "package d\nconst (\n a = 1\n b, jsHelperScript = \"x\", `" + good + "`\n)\n", good, ""},
		{"renamed", "package d\nconst helper = `" + good + "`\n", "", "no constant jsHelperScript"},
		{"a variable", "package d\nvar jsHelperScript = `" + good + "`\n", "", "no constant jsHelperScript"},
		{"put together", "package d\nconst jsHelperScript = `a` + `b`\n", "", "not a plain string"},
		{"another script", "package d\nconst jsHelperScript = `alert(1)`\n", "", "vuguRender"},
		{"not Go", "nothing", "", "expected 'package'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := helperScript([]byte(c.src))
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v, want %q", err, c.fault)
			}
		})
	}
}

// The guard compares beginnings, so that of vugu's script must be in it.
func TestWithoutEvalNamesTheScript(t *testing.T) {
	got := withoutEval("(function(){if(window.vuguRender)return;\"quoted\"; and more than forty characters})()")
	if !strings.Contains(got, `text.indexOf("(function(){if(window.vuguRender)return;")===0`) {
		t.Errorf("the guard looks for something else:\n%s", got)
	}
}

func TestCompressedResultsAreKept(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	content := []byte(strings.Repeat("the same words again, ", 500))
	b := &builder{Options: Options{Cache: cache}}
	first, err := b.compress(content)
	if err != nil {
		t.Fatal(err)
	}
	file := cacheFile(cache, content)
	if kept, err := os.ReadFile(file); err != nil || string(kept) != string(first.br) {
		t.Fatalf("not kept: %v", err)
	}
	// A result that unpacks to something else must not be used.
	other, err := brotliAt(11, []byte("other"))
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"other content": other, "cut short": first.br[:len(first.br)/2], "empty": nil} {
		mustWrite(t, file, bad)
		again, err := b.compress(content)
		if err != nil || string(again.br) != string(first.br) {
			t.Errorf("%s in the cache was used: %v", name, err)
		}
	}
	small, err := b.compress([]byte("x"))
	if err != nil || small.br != nil || small.gz != nil {
		t.Errorf("one byte was compressed to %d and %d bytes, %v", len(small.br), len(small.gz), err)
	}
}

// TestWithoutStandIns: only what lies between the marks goes, and nothing where
// something else needs it.
func TestWithoutStandIns(t *testing.T) {
	const stands = "a\n\tconst enosys = () => 1;\n\tglobal.fs = {};\n\t// End of polyfills for common API.\n"
	const node = "\tif (\n\t\tglobal.require &&\n\t\tx\n\t) {\n\t\tprocess.exit(1);\n\t}\n"
	for exec, want := range map[string]string{
		stands + "b;" + node + "c":        "a\nb;c",
		stands + "b; enosys();" + node:    stands + "b; enosys();" + node,
		stands + "b; fs.write();" + node:  stands + "b; fs.write();" + node,
		stands + "b; process.pid;" + node: stands + "b; process.pid;" + node,
		stands + "b":                      stands + "b",
		"b" + node:                        "b" + node,
		"\tconst enosys = 1;\nb" + node:   "\tconst enosys = 1;\nb" + node,
	} {
		if got := string(withoutStandIns([]byte(exec))); got != want {
			t.Errorf("%q: %q, want %q", exec, got, want)
		}
	}
}
