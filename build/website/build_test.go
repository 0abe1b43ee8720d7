package website

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestBuildLaysTheSiteOut(t *testing.T) {
	rep := sharedSite(t)
	var got []string
	for _, f := range rep.Manifest.Files {
		got = append(got, regexp.MustCompile(`[0-9a-f]{12}`).ReplaceAllString(f.Path, "HASH"))
	}
	for _, p := range []string{
		"index.html", "404.html", "_headers", "assets/app.HASH.js", "assets/site.HASH.wasm", "assets/wasm_exec.HASH.js",
		"assets/vugu-helper.HASH.js", "assets/style.HASH.css", "assets/iso.HASH.wasm", "assets/embed.HASH.js", "embed.js",
		"data/index.HASH.msgpack", "data/large.HASH.msgpack", "data/small.HASH.msgpack",
	} {
		if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+p+" ") {
			t.Errorf("there is no %s among %v", p, got)
		}
	}
	if len(got) != 14 {
		t.Errorf("%d files, want 14: %v", len(got), got)
	}
	if rep.Manifest.DataDate != "2026-05-22" {
		t.Errorf("data date %q, want 2026-05-22", rep.Manifest.DataDate)
	}
	files := tree(t, rep.Out)
	for _, f := range rep.Manifest.Files {
		if sumOf(files[f.Path]) != f.SHA256 || len(files[f.Path]) != f.Bytes {
			t.Errorf("%s is not what the manifest says", f.Path)
		}
		if f.Bytes > 2000 && (f.Brotli == 0 || f.Gzip == 0 || len(files[f.Path+".br"]) != f.Brotli) {
			t.Errorf("%s has no compressed siblings", f.Path)
		}
	}
	page := string(files["index.html"])
	for _, want := range []string{"script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;", rep.Manifest.Entry.App, rep.Manifest.Entry.Wasm, rep.Manifest.Entry.Index} {
		if !strings.Contains(page, want) {
			t.Errorf("index.html lacks %s", want)
		}
	}
	if css := string(files[rep.Manifest.Entry.Style]); !strings.Contains(css, ".u-over") || strings.Index(css, ".u-over") > strings.Index(css, "canvastext") {
		t.Error("the style sheet is not the chart's styles and then ours")
	}
}

// The second build takes brotli's results from the cache and must not differ.
func TestBuildIsReproducible(t *testing.T) {
	first := sharedSite(t)
	o := options(t, filepath.Join(t.TempDir(), "again"))
	again, err := Build(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	sameTree(t, tree(t, again.Out), tree(t, first.Out))
}

// wasm_exec.js must be the toolchain's own, whatever a repository once vendored.
func TestWasmExecIsTheToolchains(t *testing.T) {
	rep := sharedSite(t)
	tool, err := findToolchain(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(tool.goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := minifyScript("wasm_exec.js", src)
	if err != nil {
		t.Fatal(err)
	}
	if got := tree(t, rep.Out)[rep.Manifest.Entry.WasmExec]; string(got) != string(want) {
		t.Error("wasm_exec.js is not the one of this Go")
	}
}

func TestFailingBuildLeavesTheOldSite(t *testing.T) {
	out := copySite(t)
	before := tree(t, out)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		change func(*Options)
		want   string
	}{
		{"compile error", context.Background(), func(o *Options) { o.Site = "build/website/testdata/broken" }, "thereIsNoSuchFunction"},
		{"no script", context.Background(), func(o *Options) { o.Site = "build/website/testdata/iso" }, "app.ts"},
		{"damaged bundle", context.Background(), func(o *Options) { flipBundle(o.Data) }, "its hash is"},
		{"interrupted", canceled, func(*Options) {}, "canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, out)
			c.change(&o)
			_, err := Build(c.ctx, o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want an error with %q, got %v", c.want, err)
			}
			sameTree(t, tree(t, out), before)
			onlyEntry(t, filepath.Dir(out), "site")
		})
	}
}

// A failing build into a new folder does not create it.
func TestFailingBuildCreatesNothing(t *testing.T) {
	parent := t.TempDir()
	o := options(t, filepath.Join(parent, "new"))
	o.Site = "build/website/testdata/broken"
	if _, err := Build(context.Background(), o); err == nil {
		t.Fatal("a program that does not compile was built")
	}
	onlyEntry(t, parent, "")
}

func flipBundle(files map[string][]byte) {
	for name := range files {
		if !indexName.MatchString(name) {
			files[name] = append([]byte(nil), files[name]...)
			files[name][20] ^= 1
			return
		}
	}
}

func onlyEntry(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestReplaceable(t *testing.T) {
	site := copySite(t)
	withForeign := copySite(t)
	mustWrite(t, filepath.Join(withForeign, "assets", "photo.jpg"), nil)
	forged := t.TempDir()
	mustWrite(t, filepath.Join(forged, ManifestName), []byte(`{"generator":"other","files":[{"path":"thesis.txt"}]}`))
	mustWrite(t, filepath.Join(forged, "thesis.txt"), nil)
	file := filepath.Join(t.TempDir(), "file")
	mustWrite(t, file, nil)
	for _, c := range []struct{ name, out, want string }{
		{"new", filepath.Join(t.TempDir(), "new"), ""},
		{"empty", t.TempDir(), ""},
		{"an older site", site, ""},
		{"a site and a photo", withForeign, "photo.jpg"},
		{"another generator's manifest", forged, "thesis.txt"},
		{"a file", file, "not a folder"},
		{"this source folder", ".", "which is not part of a site"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := replaceable(c.out)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// The stage replaces a site as a whole: files of the old one do not stay.
func TestReplaceDropsOldFiles(t *testing.T) {
	out := copySite(t)
	s, err := newStage(out)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{"index.html": []byte("new"), "assets/a.js": []byte("a")}
	if err := s.write(want); err != nil {
		t.Fatal(err)
	}
	if err := s.replace(out); err != nil {
		t.Fatal(err)
	}
	s.discard()
	sameTree(t, tree(t, out), want)
	onlyEntry(t, filepath.Dir(out), "site")
}

// A file that appears during the build stops it at the last moment.
func TestReplaceStopsAtNewForeignFile(t *testing.T) {
	out := copySite(t)
	s, err := newStage(out)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, filepath.Join(out, "notes.txt"), nil)
	if err := s.replace(out); err == nil {
		t.Error("a folder with somebody's notes was replaced")
	}
	s.discard()
	onlyEntry(t, filepath.Dir(out), "site")
}

// The same through Build: what was prepared for the swap goes away again.
func TestLateFailureLeavesNoStage(t *testing.T) {
	out := copySite(t)
	o := options(t, out)
	o.Log = func(string, ...any) { mustWrite(t, filepath.Join(out, "notes.txt"), nil) }
	if _, err := Build(context.Background(), o); err == nil || !strings.Contains(err.Error(), "notes.txt") {
		t.Errorf("want an error that names notes.txt, got %v", err)
	}
	onlyEntry(t, filepath.Dir(out), "site")
}

func TestBuildSaysWhatIsMissing(t *testing.T) {
	bare := t.TempDir()
	mustWrite(t, filepath.Join(bare, "go.mod"), []byte("module "+modulePath+"\n\ngo 1.26\n"))
	noIndex := packedData(t)
	delete(noIndex, "index.msgpack")
	twoIndexes := packedData(t)
	twoIndexes["index."+hex.EncodeToString([]byte("abcdef"))+".msgpack"] = twoIndexes["index.msgpack"]
	noBundles := map[string][]byte{"index.msgpack": packedData(t)["index.msgpack"]}
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"no output folder", Options{}, "no output folder"},
		{"outside the source tree", Options{Root: t.TempDir(), Out: "x"}, "not inside the source tree"},
		{"no node_modules", Options{Root: bare, Out: "x"}, "run make deps"},
		{"no index", Options{Out: "x", Data: noIndex}, "no index"},
		{"two indexes", Options{Out: "x", Data: twoIndexes}, "2 indexes"},
		{"index without its bundles", Options{Out: "x", Data: noBundles}, "listed in index.msgpack"},
		{"not a bundle", Options{Out: "x", Data: map[string][]byte{"index.msgpack": []byte("<html>")}}, "index.msgpack: "},
		{"empty data folder", Options{Out: "x", DataDir: t.TempDir()}, "holds no packed files"},
		{"no data folder", Options{Out: "x", DataDir: filepath.Join(bare, "none")}, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.o.Out != "" {
				c.o.Out = filepath.Join(t.TempDir(), "x")
			}
			_, err := Build(context.Background(), c.o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("want an error with %q, got %v", c.want, err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
		})
	}
	t.Run("no go command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := Build(context.Background(), Options{Out: filepath.Join(t.TempDir(), "x")})
		if err == nil || !strings.Contains(err.Error(), "go command is not on PATH") {
			t.Errorf("got %v", err)
		}
	})
}
