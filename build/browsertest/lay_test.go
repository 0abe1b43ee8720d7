package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

const laidSeries = `[data-series="b300/my-engine/fp4/none/agg/unofficial"]`

// fill types into the fields of the form that lays a run over Explore.
func fill(p *Page, fields map[string]string) {
	p.t.Helper()
	for name, text := range fields {
		p.Type("#lay-"+name, text)
	}
}

var laidFields = map[string]string{"model": "DeepSeek-R1-0528", "workload": "agentic", "hardware": "B300", "framework": "my-engine", "precision": "fp4", "spec_decoding": "none", "concurrency": "4", "gpus": "8"}

// A dropped trace becomes a point of Explore when the reader says what served it;
// on the E2E-normalized axis it is off until switched on, and in no export unless
// asked for.
func TestARunIsLaidOverExplore(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=DeepSeek-R1-0528&w=agentic")
	p.Wait(ready)
	p.drop("made-up.jsonl", syntheticTrace(120))
	p.Wait(reported)
	if !Eval[bool](p, `[...document.querySelectorAll("#lay-model-list option")].some(o => o.value === "DeepSeek-R1-0528")`) {
		t.Error("the site's models are not offered")
	}

	// What is missing or wrong is said beside its field, and the focus goes there.
	fill(p, laidFields)
	p.Type("#lay-gpus", "eight")
	p.Press(Enter)
	p.Wait(`document.querySelector("#lay-gpus-note").textContent === "Not a whole number above 0." && document.activeElement.id === "lay-gpus" && document.activeElement.ariaInvalid === "true"`)
	p.Type("#lay-gpus", "8")
	p.Type("#lay-precision", "")
	p.Press(Enter)
	p.Wait(`document.querySelector("#lay-gpus-note").textContent === "" && document.querySelector("#lay-precision-note").textContent.startsWith("Needed") && document.activeElement.id === "lay-precision"`)
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 800)
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			p.Screenshot(fmt.Sprintf("lay-form-%d-%s", width, scheme))
		}
		if n := p.Overflow(); n > 0 {
			t.Errorf("at %d the page is %d pixels too wide", width, n)
		}
	}
	p.Viewport(1280, 800)
	p.Scheme("light")
	fill(p, map[string]string{"precision": "fp4"})
	p.Click("#lay button")
	p.Wait(`!document.querySelector("#explore").hidden && document.querySelector('` + laidSeries + `')?.checked`)
	const one = "made-up.jsonl: b300/my-engine/fp4/none/agg, concurrency 4"
	if got := p.Text("#dropped"); !strings.Contains(got, one) || !strings.Contains(got, "1 operating point of DeepSeek-R1-0528, Agentic traces") {
		t.Errorf("the notice says %q", got)
	}

	// Another run of the same system: another point of the series. Most of what
	// was typed holds.
	p.drop("other.jsonl", syntheticTrace(40))
	p.Wait(`document.querySelector("#run-report h2")?.textContent === "other.jsonl"`)
	if got := Eval[string](p, `["model", "hardware", "gpus", "concurrency"].map((k) => document.querySelector("#lay-" + k).value).join(" ")`); got != "DeepSeek-R1-0528 B300 8 " {
		t.Errorf("the form begins with %q", got)
	}
	fill(p, map[string]string{"concurrency": "2"})
	p.Press(Enter)
	p.Wait(`!document.querySelector("#explore").hidden && document.querySelectorAll("#dropped li").length === 2`)
	p.Wait(`document.querySelector('` + laidSeries + `')?.checked`)
	p.Wait(`location.hash.includes("with=made-up.jsonl") && location.hash.includes("other.jsonl")`)
	p.Screenshot("lay-explore-1280-light")

	p.Choose("#axis", "e2e-normalized")
	p.Wait(`document.querySelector(".legend").textContent.includes("off on this axis until you switch unofficial results on")`)
	onAxis := `document.querySelector("#at-line").textContent.includes("B300")`
	if Eval[bool](p, onAxis) || !Eval[bool](p, `document.querySelector('`+laidSeries+`').disabled`) {
		t.Error("the run is on the E2E-normalized axis unasked")
	}
	p.Screenshot("lay-off-1280-light")
	p.Click("#unofficial")
	p.Wait(onAxis + ` && document.querySelector('` + laidSeries + `').checked && location.hash.includes("unofficial")`)
	if got := p.Text("#at-line"); !strings.Contains(got, "unofficial") {
		t.Errorf("the table at the line says %q", got)
	}
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 800)
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			p.Screenshot(fmt.Sprintf("lay-on-%d-%s", width, scheme))
		}
	}
	p.Viewport(1280, 800)

	Eval[bool](p, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`)
	for _, asked := range []bool{false, true} {
		if asked {
			p.Click("#copy-dropped")
			p.Wait(`document.querySelector("#copy-dropped").checked`)
		}
		Eval[bool](p, `(window.copied = "", true)`)
		p.Click(`[data-copy="CSV"]`)
		p.Wait(`window.copied !== ""`)
		if got := Eval[string](p, `window.copied`); strings.Contains(got, "my-engine") != asked {
			t.Errorf("asked for: %v, the export is %q", asked, got)
		}
	}
}

// The bundles of a packed folder, dropped together: points first, so that their
// requests come after them.
func TestPackedPointsWithTheirRequests(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(in, syntheticTrace(60), 0o644); err != nil {
		t.Fatal(err)
	}
	given, err := importer.ParseGiven("test", []string{"model=DeepSeek-R1-0528", "workload=agentic", "hardware=b300", "framework=my-engine", "precision=fp4", "spec_decoding=none", "concurrency=4", "gpus=8"})
	if err != nil {
		t.Fatal(err)
	}
	files, _, err := pack.BuildGiven(given, in)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{}
	for name, file := range files {
		kind, _, _ := strings.Cut(name, "-")
		paths[kind] = filepath.Join(dir, name)
		if err := os.WriteFile(paths[kind], file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		files []string
		note  string
	}{
		{[]string{paths["points"]}, "holds no per-request records"},
		{[]string{paths["points"], paths["requests"]}, "until you switch unofficial results on"},
	} {
		p := Open(t, Serve(t, site(t), nil)+"#v=requests&m=DeepSeek-R1-0528&w=agentic&axis=e2e-normalized")
		p.Wait(ready)
		p.choose("#files", c.files...)
		p.Wait(fmt.Sprintf(`!document.querySelector("#explore").hidden && document.querySelector(".legend").textContent.includes(%q)`, c.note))
		if got, want := Eval[bool](p, `document.querySelector("#unofficial-switch").hidden`), len(c.files) == 1; got != want {
			t.Errorf("%d files: the switch is hidden: %v", len(c.files), got)
		}
	}
}
