package website

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckAcceptsWhatBuildWrites(t *testing.T) {
	f, err := Check(sharedSite(t).Out)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Errors)+len(f.Warnings) > 0 {
		t.Errorf("errors %q, warnings %q", f.Errors, f.Warnings)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"site to interactive (Go)", "within 1100.0 KB", "embed", "requests to interactive"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	e := sharedSite(t).Manifest.Entry
	flip := func(p string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			file := filepath.Join(dir, p)
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			content[len(content)/2] ^= 1
			mustWrite(t, file, content)
		}
	}
	remove := func(p string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, p)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name          string
		spoil         func(*testing.T, string)
		fault, remark string
	}{
		{"a script with one bit flipped", flip(e.App), e.App + ": has", ""},
		{"a module with one bit flipped", flip(e.Wasm), e.Wasm + ": has", ""},
		{"an index with one bit flipped", flip(e.Index), e.Index, ""},
		{"a damaged sibling", flip(e.Style + ".br"), e.Style + ".br: is not the compressed form", ""},
		{"a sibling gone", remove(e.App + ".gz"), e.App + ".gz: is in site.json", ""},
		{"a style sheet gone", remove(e.Style), e.Style + ": is in site.json", ""},
		{"a foreign file", func(t *testing.T, dir string) { mustWrite(t, filepath.Join(dir, "CNAME"), nil) }, "", "CNAME: is not part of the site"},
		{"an old asset", func(t *testing.T, dir string) { mustWrite(t, filepath.Join(dir, "assets", "app.000000000000.js"), nil) }, "", "app.000000000000.js: is not part"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := copySite(t)
			c.spoil(t, dir)
			f, err := Check(dir)
			if err != nil {
				t.Fatal(err)
			}
			if c.fault != "" && !strings.Contains(strings.Join(f.Errors, "\n"), c.fault) {
				t.Errorf("want an error with %q, got %q", c.fault, f.Errors)
			}
			if c.fault == "" && !f.OK() {
				t.Errorf("errors: %q", f.Errors)
			}
			if c.remark != "" && !strings.Contains(strings.Join(f.Warnings, "\n"), c.remark) {
				t.Errorf("want a warning with %q, got %q", c.remark, f.Warnings)
			}
		})
	}
	if _, err := Check(t.TempDir()); err == nil {
		t.Error("an empty folder was taken for a site")
	}
}

func TestLinks(t *testing.T) {
	policy := `<meta http-equiv="Content-Security-Policy" content="` + Policy + `">`
	for _, c := range []struct{ name, page, css, want string }{
		{"good", policy + `<script src="app.js" defer></script><a href="#x">x</a><link rel="icon" href="data:,">`, `a{background:url(data:,)}`, ""},
		{"good, unquoted", policy + `<script src=app.js></script><a href=./>home</a>`, `@import "s.css"`, ""},
		{"in a comment", policy + `<!-- <script src="https://example.org/x.js"></script> -->`, "", ""},
		{"no policy", `<p>`, "", "no content policy"},
		{"weaker policy", `<meta http-equiv="Content-Security-Policy" content="script-src *">`, "", "its content policy is"},
		{"another host", policy + `<script src="https://example.org/x.js"></script>`, "", "is not relative"},
		{"another host, no scheme", policy + `<link href="//example.org/x.css">`, "", "is not relative"},
		{"from the root", policy + `<script src="/app.js"></script>`, "", "is not relative"},
		{"javascript", policy + `<a href="javascript:x()">`, "", "is not relative"},
		{"nowhere", policy + `<script src="gone.js"></script>`, "", "gone.js leads nowhere"},
		{"data nowhere", policy + `<script src="app.js" data-index="data/gone.msgpack"></script>`, "", "gone.msgpack leads nowhere"},
		{"outside", policy + `<script src="../app.js"></script>`, "", "leads nowhere"},
		{"inline script", policy + `<script>x()</script>`, "", "inline script"},
		{"style element", policy + `<style>p{}</style>`, "", "<style>"},
		{"style attribute", policy + `<p class="a" style="color:red">`, "", "<p style=...>"},
		{"handler", policy + `<p onclick="x()">`, "", "<p onclick=...>"},
		{"font from elsewhere", policy, `@font-face{src:url("https://example.org/f.woff2")}`, "is not relative"},
		{"picture gone", policy, `p{background:url(gone.png)}`, "gone.png leads nowhere"},
		{"import from elsewhere", policy, `@import "https://example.org/s.css";`, "is not relative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			mustWrite(t, filepath.Join(dir, "index.html"), []byte(c.page))
			mustWrite(t, filepath.Join(dir, "s.css"), []byte(c.css))
			f := &Findings{}
			checker{f, os.DirFS(dir), map[string]File{"index.html": {}, "s.css": {}, "app.js": {}}}.links()
			got := strings.Join(f.Errors, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}

func TestBudgetCountsWhatIsLoaded(t *testing.T) {
	m := Manifest{
		Entry: Entry{App: "a", Wasm: "w", WasmExec: "x", VuguHelper: "v", Style: "s", Index: "data/i", IsoWasm: "iw", Embed: "embed.js", EmbedScript: "is"},
		Files: []File{
			{Path: "index.html", Bytes: 100}, {Path: "a", Bytes: 999, Brotli: 200}, {Path: "w", Bytes: 9999999, Brotli: 1_000_000},
			{Path: "x", Bytes: 1}, {Path: "v", Bytes: 2}, {Path: "s", Bytes: 3}, {Path: "data/i", Bytes: 4},
			{Path: "data/b1", Bytes: 500}, {Path: "data/b2", Bytes: 700}, {Path: "iw", Bytes: 9, Brotli: 790_000}, {Path: "is", Bytes: 9_901}, {Path: "embed.js", Bytes: 100},
		},
	}
	got := budget(m)
	// 100 + 200 + 1,000,000 + 1 + 2 + 3 + 4, and the larger bundle's 700
	if got[0].Is != 1_001_010 || got[0].Over() {
		t.Errorf("site: %+v", got[0])
	}
	if got[1].Is != 8 {
		t.Errorf("requests: %+v", got[1])
	}
	if got[2].Is != 800_001 || !got[2].Over() {
		t.Errorf("embed: %+v", got[2])
	}
	if got[3].Is != 704 || got[3].Over() { // 4 + 700
		t.Errorf("embed's data: %+v", got[3])
	}
}

// The offline file's budget is that of its compiler, and an aim that is missed is said.
func TestBudgetOfTheOfflineFile(t *testing.T) {
	for _, c := range []struct {
		compiler string
		size     int
		want     string
	}{
		{Go, 1_624_200, "offline file (Go)  1624.2 KB  within 1800.0 KB"},
		{Go, 1_800_001, "offline file (Go)  1800.0 KB  OVER 1800.0 KB"},
		{TinyGo, 500_000, "offline file (TinyGo)  500.0 KB  within 700.0 KB"},
		{TinyGo, 670_600, "offline file (TinyGo)  670.6 KB  within 700.0 KB, MISSED 500.0 KB"},
		{TinyGo, 1_624_200, "offline file (TinyGo)  1624.2 KB  OVER 700.0 KB, MISSED 500.0 KB"},
	} {
		lines := budget(Manifest{Compiler: Compiler{Offline: c.compiler}, Files: []File{{Path: OfflineName, Bytes: 3_000_000, Brotli: c.size}}})
		if got := lines[len(lines)-1].String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
