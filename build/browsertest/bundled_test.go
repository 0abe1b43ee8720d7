package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/synth"
)

// fetchedRequests lists the bundles of requests that the page has fetched.
func fetchedRequests(p *Page) (out []string) {
	for _, r := range p.Requests() {
		if name := r.URL[strings.LastIndexByte(r.URL, '/')+1:]; strings.HasPrefix(name, "requests-") {
			out = append(out, name)
		}
	}
	return out
}

// The runs that come with the site load when a reader opens one, and say what
// the records say and that nobody measured them.
func TestABundledRunOpens(t *testing.T) {
	_, files := packed(t)
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	if got := fetchedRequests(p); len(got) > 0 {
		t.Errorf("fetched before anybody asked: %q", got)
	}
	if got := p.Text("[data-action=open-bundled]"); got != "Open this synthetic run" {
		t.Errorf("the button says %q", got)
	}
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 800)
		p.Screenshot(fmt.Sprintf("bundled-%d-light", width))
	}
	p.Viewport(1280, 800)
	names := Eval[[]string](p, `[...document.querySelectorAll("#bundled option")].map((o) => o.value)`)
	if len(names) != 12 {
		t.Fatalf("%d runs to choose from", len(names))
	}
	for _, name := range []string{names[7], names[0]} {
		p.Choose("#bundled", name)
		p.Wait(fmt.Sprintf(`document.querySelector("[data-action=open-bundled]").dataset.file === %q`, name))
		p.Click("[data-action=open-bundled]")
		p.Wait(fmt.Sprintf(`document.querySelector("#run-report h2")?.textContent === %q`, name))
		p.Wait(reported)
		set, err := data.OpenRequests(files[name])
		if err != nil {
			t.Fatal(err)
		}
		sameMetrics(t, p, requests.Of(set, latency.SLO{}, nil).Report(requests.Own{}))
		if got := p.Text("#run-report .badge"); got != "synthetic" {
			t.Errorf("the badge says %q", got)
		}
		if got := p.Text(".run-warnings"); !strings.Contains(got, data.SyntheticNote) {
			t.Errorf("the warnings say %q", got)
		}
	}
	if got := fetchedRequests(p); len(got) != 2 {
		t.Errorf("fetched %q, two were asked for", got)
	}
	p.Viewport(390, 800)
	p.Scheme("dark")
	p.Screenshot("bundled-report-390-dark")
	if n := p.Overflow(); n > 0 {
		t.Errorf("the page is %d pixels too wide", n)
	}
}

// A run that cannot be fetched is said in words, and the page goes on.
func TestABundledRunThatIsMissing(t *testing.T) {
	p := New(t)
	p.Expect("404")
	dir := site(t)
	name := ""
	_, files := packed(t)
	for n := range files {
		if strings.HasPrefix(n, "requests-") {
			name = n
		}
	}
	p.Go(Serve(t, dir, Instead(name, Missing)) + "#v=requests")
	p.Wait(ready)
	p.Choose("#bundled", name)
	p.Wait(fmt.Sprintf(`document.querySelector("[data-action=open-bundled]").dataset.file === %q`, name))
	p.Click("[data-action=open-bundled]")
	p.Wait(`document.querySelector(".reading.failed:not([hidden])")?.textContent.includes("A file of requests is missing on the server")`)
	p.drop("after.jsonl", syntheticTrace(30))
	p.Wait(reported)
}

// On Explore the set is called synthetic in the choice, on the page and in what
// is copied.
func TestSyntheticCurvesAreCalledThat(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	if Eval[bool](p, `document.querySelector("#synthetic").checkVisibility()`) {
		t.Error("the published figures are called synthetic")
	}
	if got := p.Text(fmt.Sprintf(`#model option[value=%q]`, synth.DemoModel)); got != synth.DemoModel+" (not measured)" {
		t.Errorf("the choice says %q", got)
	}
	p.Choose("#model", synth.DemoModel)
	p.Wait(`document.querySelector("#chart-title").textContent.startsWith("Synthetic") && document.querySelector("#synthetic").checkVisibility()`)
	if got := p.Text("#targets-title, #iso-notes, .iso-notes"); got == "" {
		t.Error("no notes")
	}
	Eval[bool](p, `(navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }, true)`)
	for format, want := range map[string]string{"Markdown": data.SyntheticNote, "CSV": "synthetic, not measured", "HTML": data.SyntheticNote} {
		Eval[bool](p, `(window.copied = "", true)`)
		p.Click("[data-copy=" + format + "]")
		p.Wait(`window.copied`)
		if got := Eval[string](p, `window.copied`); !strings.Contains(got, want) {
			t.Errorf("%s does not say %q:\n%s", format, want, got)
		}
	}
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 800)
		p.Wait(`document.querySelector("#chart canvas").width > 200`)
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			p.Screenshot(fmt.Sprintf("synthetic-%d-%s", width, scheme))
		}
		if n := p.Overflow(); n > 0 {
			t.Errorf("at %d the page is %d pixels too wide", width, n)
		}
	}
	p.Choose("#model", "GLM-5")
	p.Wait(`!document.querySelector("#synthetic").checkVisibility()`)
}
