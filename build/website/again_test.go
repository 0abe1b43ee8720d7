package website

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A site of the same sources and data is taken as it was built, byte for byte;
// one of other data is not, and neither is a damaged one.
func TestTheSameSiteIsNotBuiltAgain(t *testing.T) {
	kept := t.TempDir()
	var said strings.Builder
	build := func(change func(*Options)) (map[string][]byte, bool) {
		t.Helper()
		said.Reset()
		o := options(t, filepath.Join(t.TempDir(), "site"))
		o.Kept, o.Quick, o.Log = kept, true, func(format string, _ ...any) { said.WriteString(format + "\n") }
		change(&o)
		r, err := Build(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Manifest.Files) == 0 || len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "stray") {
			t.Errorf("%d files, warnings %q", len(r.Manifest.Files), r.Warnings)
		}
		return tree(t, o.Out), !strings.Contains(said.String(), "compiling")
	}
	stray := func(o *Options) { o.Data["stray.msgpack"] = []byte("x") }
	first, again := build(stray)
	if again {
		t.Fatal("the first is not built")
	}
	second, again := build(stray)
	if !again {
		t.Errorf("built again: %s", said.String())
	}
	sameTree(t, second, first)
	archives, _ := filepath.Glob(filepath.Join(kept, "*"))
	if len(archives) != 1 {
		t.Fatalf("kept are %v", archives)
	}
	whole, err := os.ReadFile(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string][]byte{"cut": whole[:len(whole)/2], "flipped": bytes.Replace(whole, []byte("<html"), []byte("<HTML"), 1)} {
		mustWrite(t, archives[0], damaged)
		if third, again := build(stray); again || !bytes.Equal(third["index.html"], first["index.html"]) {
			t.Errorf("%s: taken all the same", what)
		}
	}
	if _, again := build(func(o *Options) { stray(o); o.Quick = false }); again {
		t.Error("taken though it is compressed otherwise")
	}
}

// The key follows the sources and the data, not the tests.
func TestTheKeyOfASite(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		mustWrite(t, filepath.Join(root, filepath.FromSlash(name)), []byte(content))
	}
	b := &builder{tool: toolchain{root: root, version: "go1"}}
	data := map[string][]byte{"data/index.msgpack": []byte("a")}
	key := func() string {
		t.Helper()
		k, err := b.keyOf(data)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	write("go.mod", "module m\n")
	write("core/a.go", "package a\n")
	last := key()
	for _, c := range []struct {
		name    string
		change  func()
		differs bool
	}{
		{"nothing", func() {}, false},
		{"a test", func() { write("core/a_test.go", "package a\n") }, false},
		{"what was built", func() { write("dist/site/index.html", "x") }, false},
		{"a source", func() { write("core/a.go", "package b\n") }, true},
		{"a new file", func() { write("site/web/x.css", "") }, true},
		{"a script's packages", func() { write("node_modules/.package-lock.json", "{}") }, true},
		{"the compiler", func() { b.tool.version = "go2" }, true},
		{"which compiler", func() { b.Compiler = TinyGo }, true},
		{"the data", func() { data["data/index.msgpack"] = []byte("b") }, true},
	} {
		c.change()
		now := key()
		if (now != last) != c.differs {
			t.Errorf("%s: the key differs: %v", c.name, now != last)
		}
		last = now
	}
}

// What was not used last goes.
func TestFewSitesAreKept(t *testing.T) {
	b := &builder{Options: Options{Kept: t.TempDir()}, files: map[string][]byte{"index.html": []byte("x")}}
	for _, key := range []string{"a", "b", "c", "d", "e"} {
		b.keepSite(key)
	}
	if left, _ := os.ReadDir(b.Kept); len(left) != mostKept || left[len(left)-1].Name() != "e.zip" {
		t.Errorf("left are %v", left)
	}
}
