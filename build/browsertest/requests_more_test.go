package browsertest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/isofront/isofront/data/wire"
)

func base64of(content []byte) string { return base64.StdEncoding.EncodeToString(content) }

func TestRequestsDroppedOnExploreOpenTheirView(t *testing.T) {
	file := syntheticTrace(60)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.drop("made-up.jsonl", file)
	p.Wait(reported)
	p.Wait(`location.hash === "#v=requests" && document.querySelector("#explore").hidden && document.querySelector(".veil").hidden`)
	sameMetrics(t, p, native(t, "made-up.jsonl", file))
	if got := p.Text(".run-counts"); got != "60 requests: 59 used, 1 dropped (warmup 1)." {
		t.Errorf("the counts say %q", got)
	}

	// Objectives, the agent loop and files to save.
	p.Type("#slo-itl", "12")
	p.Wait(`/^\d+ of 59 requests sent succeed and meet it/.test(document.querySelector("#goodput").textContent)`)
	p.Type("#slo-itl", "x")
	p.Wait(`document.querySelector("#goodput").textContent.startsWith("An objective is a number")`)
	Eval[bool](p, `(() => {
		window.saved = [];
		URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return "about:blank#"; };
		HTMLAnchorElement.prototype.click = () => {};
		return true;
	})()`)
	p.Click(`[data-action=save-run][data-format="json"]`)
	p.Click(`[data-action=save-run][data-format="csv"]`)
	p.Wait(`window.saved.length === 2`)
	saved := Eval[[]string](p, `window.saved`)
	want := native(t, "made-up.jsonl", file)
	var got wire.Requests
	if err := json.Unmarshal([]byte(saved[0]), &got); err != nil {
		t.Fatal(err)
	}
	if want.File = got.File; !cmp.Equal(&got, want, cmpopts.EquateApprox(1e-11, 0), cmpopts.EquateEmpty()) {
		t.Errorf("saved as JSON (-want +got):\n%s", cmp.Diff(want, &got))
	}
	if !strings.HasPrefix(saved[1], "metric,statistic,value,unit,n\nrequests,total,60,,\nrequests,used,59,,\nrequests dropped,warmup,1,,\nTTFT,mean,") {
		t.Errorf("saved as CSV: %.200s", saved[1])
	}

	// Another view and back: the report is as it was.
	p.Click(`[data-view=""]`)
	p.Wait(`!document.querySelector("#explore").hidden && document.querySelector("#requests").hidden && location.hash === ""`)
	p.Wait(`document.querySelector("#chart canvas").width > 300`)
	Eval[bool](p, "(history.back(), true)")
	p.Wait(`!document.querySelector("#requests").hidden && document.querySelector("[data-metric=ttft]")`)
}

func TestAgentLoopWaits(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	wait := func() string { return p.Text("#loop-wait") }
	if got := wait(); !strings.HasPrefix(got, "90") {
		t.Errorf("3,000 tokens at 30 ms: %q", got)
	}
	p.Type("#loop-itl", "1.4")
	frames(p)
	if got := wait(); got != "4.20 s" {
		t.Errorf("3,000 tokens at 1.4 ms: %q, the field says %q", got, Eval[string](p, `document.querySelector("#loop-itl").value`))
	}
	p.Type("#loop-steps", "100")
	p.Type("#loop-ttft", "0.5")
	p.Wait(`document.querySelector("#loop-wait").textContent === "470 s (7.83 minutes)"`)
	p.Click(`[data-view=""]`)
	p.Wait(`!document.querySelector("#explore").hidden`)
	p.Click(`[data-view="requests"]`)
	p.Wait(`document.querySelector("#loop-steps").value === "100"`) // renders leave what was typed
	p.Type("#loop-steps", "-1")
	p.Wait(`document.querySelector("#loop-wait.note").textContent.includes("The steps must be a number above 0")`)
	invalid := func() []string {
		return Eval[[]string](p, `[...document.querySelectorAll("[data-loop][aria-invalid=true]")].map((f) => f.id)`)
	}
	if got := invalid(); len(got) != 1 || got[0] != "loop-steps" {
		t.Errorf("marked as wrong: %q", got)
	}
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		p.Screenshot("requests-empty-1280-" + scheme)
	}
	p.Viewport(390, 800)
	p.Screenshot("requests-empty-390-dark")
	p.Type("#loop-steps", "2")
	p.Wait(`document.querySelector("#loop-wait").className === ""`)
	if got := invalid(); len(got) > 0 {
		t.Errorf("still marked as wrong: %q", got)
	}
	if n := p.Overflow(); n > 0 {
		t.Errorf("the page is %d pixels too wide", n)
	}
}

func TestBrokenFilesSayWhy(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	for _, c := range []struct{ name, content, want string }{
		{"empty.csv", "", "empty.csv is empty."},
		{"picture.png", "\x89PNG\r\n\x1a\n\x00\x00", "is a picture"},
		{"other.json", `{"alpha": 1, "beta": [2]}`, "is JSON with the fields alpha, beta"},
		{"notes.csv", "one,two\n1,2\n", "is a table with the columns one,two"},
		{"page.html", "<!doctype html><title>404</title>", "is a web page"},
		{"cut.csv", "model,hardware,framework,precision,spec_decoding,disagg,official,workload,concurrency,interactivity,tput_per_gpu\n", "cut.csv"},
		{"<img src=x onerror=alert(1)>.txt", "hello", "<img src=x onerror=alert(1)>.txt is text"},
	} {
		p.drop(c.name, []byte(c.content))
		p.Wait(fmt.Sprintf(`document.querySelector(".reading.failed:not([hidden])")?.textContent.includes(%q)`, c.want))
		p.Click("[data-action=dismiss-reading]")
		p.Wait(`document.querySelector(".reading").hidden`)
	}
	trace := syntheticTrace(20)
	p.drop("cut.jsonl", trace[:len(trace)-200]) // the last line broken off: the others count
	p.Wait(reported)
	if got := p.Text(".run-counts"); got != "20 requests: 18 used, 2 dropped (warmup 1, invalid 1)." {
		t.Errorf("the counts say %q", got)
	}
	p.Wait(`document.querySelector(".run-warnings").textContent.includes("is not JSON")`)
}

// csvOfPoints is a reader's own measurement on the model of the first view.
const csvOfPoints = `model,hardware,framework,precision,spec_decoding,disagg,isl,osl,official,concurrency,measured_on,interactivity,tput_per_gpu
DeepSeek-V4-Pro,gb300,my-engine,fp4,none,true,8192,1024,true,4,2026-06-01,60,900
DeepSeek-V4-Pro,gb300,my-engine,fp4,none,true,8192,1024,true,16,2026-06-01,40,3000
DeepSeek-V4-Pro,gb300,my-engine,fp4,none,true,8192,1024,true,64,2026-06-01,20,6000
`

func TestOwnPointsLieOverAsUnofficial(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	p.drop("mine.csv", []byte(csvOfPoints))
	const own = `[data-series="gb300/my-engine/fp4/none/disagg/unofficial"]`
	p.Wait(`!document.querySelector("#explore").hidden && document.querySelector('` + own + `')?.checked`)
	p.Wait(`location.hash.includes("with=mine.csv")`)
	if got := p.Text("#dropped"); !strings.Contains(got, "unofficial") || !strings.Contains(got, "3 operating points of DeepSeek-V4-Pro") {
		t.Errorf("the notice says %q", got)
	}
	if got := p.Text("#shifted"); !strings.Contains(got, "the suggested targets moved from ") || Eval[bool](p, `document.querySelector("#shifted").hidden`) {
		t.Errorf("that the targets moved is said by %q", got)
	}
	if got := Eval[string](p, `document.querySelector("#at-line").textContent`); !strings.Contains(got, "my-engine") || !strings.Contains(got, "unofficial") {
		t.Errorf("the table at the line says %q", got)
	}
	if !Eval[bool](p, `document.querySelector('[data-series="`+gb300+`"]').checked`) {
		t.Error("the published series beside it went away")
	}
	p.Screenshot("overlay-1280-light")

	// Exports leave it out unless asked.
	Eval[bool](p, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, window.copied = "", true)`)
	copied := func() string {
		Eval[bool](p, `(window.copied = "", true)`)
		p.Click(`[data-copy="CSV"]`)
		p.Wait(`window.copied !== ""`)
		return Eval[string](p, `window.copied`)
	}
	if got := copied(); strings.Contains(got, "my-engine") || !strings.Contains(got, "dynamo-vllm") {
		t.Errorf("without asking, the export is %q", got)
	}
	p.Click("#copy-dropped")
	p.Wait(`document.querySelector("#copy-dropped").checked`)
	if got := copied(); !strings.Contains(got, "my-engine") {
		t.Errorf("asked for, the export is %q", got)
	}

	// The link says what its receiver needs.
	link := Eval[string](p, `location.href`)
	p.Viewport(390, 800)
	p.Scheme("dark")
	p.Screenshot("overlay-390-dark")
	if n := p.Overflow(); n > 0 {
		t.Errorf("the page is %d pixels too wide", n)
	}
	p.Go("about:blank")
	p.Go(link)
	p.Wait(ready)
	p.Wait(`document.querySelector("#needs:not([hidden])")?.textContent.includes("mine.csv")`)
	p.drop("mine.csv", []byte(csvOfPoints))
	p.Wait(`document.querySelector("#needs").hidden && document.querySelector('` + own + `')?.checked`)
	p.Click(`[data-lift="mine.csv"]`)
	p.Wait(`document.querySelector("#dropped").hidden && !document.querySelector('` + own + `') && !location.hash.includes("with=")`)
}

func TestReadingIsCalledOff(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.jsonl")
	f, err := os.Create(big)
	if err != nil {
		t.Fatal(err)
	}
	part := syntheticTrace(2000)
	for range 100 { // some 80 MB
		if _, err := f.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	p.choose("#files", big)
	p.Wait(`document.querySelector(".reading progress")?.value > 1e6`)
	p.Click("[data-action=cancel-reading]")
	p.Wait(`document.querySelector(".reading").hidden && document.querySelector("#said").textContent === "Reading was cancelled"`)
	p.drop("after.jsonl", syntheticTrace(30))
	p.Wait(reported)
	if got := p.Text("#run-report h2"); got != "after.jsonl" {
		t.Errorf("the report is on %q", got)
	}
}

func TestWithoutWorkersThePageReads(t *testing.T) {
	file := syntheticTrace(40)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	Eval[bool](p, `(window.Worker = function () { throw new Error("not here"); }, true)`)
	p.drop("here.jsonl", file)
	p.Wait(reported)
	sameMetrics(t, p, native(t, "here.jsonl", file))
	if place := Eval[string](p, `document.documentElement.dataset.importers`); place != "page" {
		t.Errorf("read in %q, want the page", place)
	}
	p.Type("#slo-ttft", "1")
	p.Wait(`/^\d+ of 39 requests sent/.test(document.querySelector("#goodput").textContent)`)
}
