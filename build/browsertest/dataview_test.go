package browsertest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checks are what the Data view says of each file, by name.
const checks = `Object.fromEntries([...document.querySelectorAll("tr[data-sha]")].map(r => [r.querySelector("a").textContent, r.querySelector("td:last-child").textContent]))`

func verified(p *Page) string {
	p.t.Helper()
	p.Click(`[data-action="verify"]`)
	p.Wait(`document.querySelector("#verified").dataset.check`)
	return p.Text("#verified")
}

// The links are the files themselves, and every one is what the index lists.
func TestDataViewVerifiesTheFiles(t *testing.T) {
	dir := site(t)
	p := Open(t, Serve(t, dir, nil)+"#v=data")
	p.Wait(`document.querySelector("#verified")`)
	listed, err := os.ReadDir(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	packed := 0
	for _, f := range listed {
		if filepath.Ext(f.Name()) == ".msgpack" {
			packed++
		}
	}
	if got := verified(p); got != fmt.Sprintf("✓ All %d files are what the index lists.", packed) {
		t.Error(got)
	}
	for name, check := range Eval[map[string]string](p, checks) {
		if check != "✓ as the index says" {
			t.Errorf("%s: %s", name, check)
		}
		want, err := os.ReadFile(filepath.Join(dir, "data", name))
		if err != nil {
			t.Error(err)
		}
		got := Eval[int](p, fmt.Sprintf(`fetch([...document.querySelectorAll("tr[data-sha] a[download]")].find(a => a.textContent === %q).href).then(r => r.arrayBuffer()).then(b => b.byteLength)`, name))
		if got != len(want) {
			t.Errorf("%s: its link gives %d bytes, the file has %d", name, got, len(want))
		}
	}
}

// Pages that are not secure have no hashes of the browser's: the module's own
// give the same answer.
func TestDataViewVerifiesWithoutTheBrowsersHashes(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=data")
	p.Wait(ready)
	Eval[bool](p, `(Object.defineProperty(crypto, "subtle", {value: undefined}), crypto.subtle === undefined)`)
	if got := verified(p); !strings.HasPrefix(got, "✓ All ") {
		t.Error(got)
	}
}

// A file that was changed on the server after the site was built is named, and so
// is one that is gone; the others are fine.
func TestDataViewReportsATamperedFile(t *testing.T) {
	for _, subtle := range []bool{true, false} {
		tampered := false
		p := Open(t, Serve(t, site(t), func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case tampered && strings.Contains(r.URL.Path, "points-glm-5"):
					body, _ := os.ReadFile(filepath.Join(site(t), "data", filepath.Base(r.URL.Path)))
					w.Write(bytes.Replace(body, []byte("h200"), []byte("h100"), 1))
				case tampered && strings.Contains(r.URL.Path, "points-minimax"):
					Missing(w, r)
				default:
					next.ServeHTTP(w, r)
				}
			})
		})+"#v=data")
		p.Expect("404")
		p.Wait(ready)
		if !subtle {
			Eval[bool](p, `(Object.defineProperty(crypto, "subtle", {value: undefined}), true)`)
		}
		tampered = true
		if got := verified(p); !strings.HasPrefix(got, "✗ 2 of ") || !strings.Contains(got, " files are not what the index lists") {
			t.Error(got)
		}
		for name, check := range Eval[map[string]string](p, checks) {
			want := "✓ as the index says"
			if strings.Contains(name, "glm-5") {
				want = "✗ differs: "
			} else if strings.Contains(name, "minimax") {
				want = "✗ the server answers 404"
			}
			if !strings.HasPrefix(check, want) {
				t.Errorf("%s: %q, want %q", name, check, want)
			}
		}
	}
}

// By keyboard: to the view, through its tables, to a copied citation that names
// this very data.
func TestDataViewByKeyboard(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	to := func(selector string) {
		t.Helper()
		for range 200 {
			if Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
				return
			}
			p.Press(Tab)
		}
		t.Fatalf("Tab never came to %s", selector)
	}
	to(`nav a[data-view="data"]`)
	p.Press(Enter)
	p.Wait(`location.hash === "#v=data" && document.querySelector("#verified")?.checkVisibility()`)
	to(`[data-action="verify"]`)
	p.Press(Enter)
	p.Wait(`document.querySelector("#verified").dataset.check === "ok"`)
	to(`#data details:nth-of-type(2) summary`)
	p.Press(Enter)
	p.Wait(`document.querySelector("#data details:nth-of-type(2)").open`)
	Eval[bool](p, `(window.copied = "", navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }, true)`)
	to(`[data-from="cite-bibtex"]`)
	p.Press(Enter)
	p.Wait(`window.copied.startsWith("@misc{isofront2026-")`)
	sha := Eval[string](p, `document.querySelector("tr[data-sha]").dataset.sha`)
	copied := Eval[string](p, "window.copied")
	if !strings.Contains(copied, "index SHA-256 "+sha) || !strings.Contains(copied, Eval[string](p, "location.origin + location.pathname")) {
		t.Error(copied)
	}
	// Back and reload find the view.
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`location.hash === "" && document.querySelector("#data").hidden`)
	Eval[bool](p, `(history.forward(), true)`)
	p.Wait(`!document.querySelector("#data").hidden`)
	p.Go(Eval[string](p, "location.href"))
	p.Wait(`document.querySelector("#verified")?.checkVisibility()`)
}

func TestDataViewFitsScreens(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, width := range []int{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			p.Viewport(width, 844)
			p.Scheme(scheme)
			p.Go("about:blank")
			p.Go(url + "#v=data")
			p.Wait(`document.querySelector("#verified")`)
			verified(p)
			p.Screenshot(fmt.Sprintf("data-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, n)
			}
		}
	}
}
