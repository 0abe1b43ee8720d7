package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// offline puts the site's offline file, as change leaves it, into a folder of its
// own and returns its address there.
func offline(t *testing.T, change func(page string) string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(site(t), "offline.html"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		page = []byte(change(string(page)))
	}
	if err := os.WriteFile(filepath.Join(dir, "isofront.html"), page, 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + strings.ReplaceAll(dir, " ", "%20") + "/isofront.html"
}

// figures are the cells of the table at the targets, to 12 digits.
const figures = `[...document.querySelectorAll("#iso-table td[data-value]")].map(c => c.dataset.value)`

// From disk, without a network, the file shows what the site shows.
func TestOfflineFileShowsTheSite(t *testing.T) {
	served := Open(t, Serve(t, site(t), nil))
	served.Wait(ready)
	want := Eval[[]string](served, figures)
	if len(want) < 4 {
		t.Fatalf("the site shows %v", want)
	}
	p := New(t)
	p.Offline()
	url := offline(t, nil)
	p.Go(url)
	p.Wait(ready)
	if got := Eval[[]string](p, figures); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("offline %v, on the site %v", got, want)
	}
	for _, r := range p.Requests() {
		if r.URL != url && !strings.HasPrefix(r.URL, "data:") && !strings.HasPrefix(r.URL, "blob:") {
			t.Errorf("the page asked for %s", r.URL)
		}
	}
	// Every view opens.
	for view, shows := range map[string]string{
		"tables": `document.querySelector("#table-out td, #table-out pre, #tables td")`, "calculator": `document.querySelector("#calculator svg, #calculator .bar, #calculator td")`,
		"requests": `document.querySelector("#drop-empty")?.checkVisibility()`, "definitions": `document.querySelector("#definitions [data-calc] output, #definitions [data-out] span")?.textContent`,
		"data": `document.querySelector("#verified")?.checkVisibility() && !document.querySelector("#data").textContent.includes("folder of static files")`,
	} {
		p.Click(`[data-view="` + view + `"]`)
		p.Wait(shows)
	}
	p.Click(`[data-view="audit"]`)
	p.Wait(`document.querySelector("#audit-example")?.checkVisibility()`)
	p.Click("#audit-example")
	p.Wait(`document.querySelector("#audit-found table td")`)
	p.Click(`[data-view="data"]`)
	about := p.Text("[data-about]")
	for _, part := range []string{"Data measured until 2026-", "This file holds all 8 sets of operating points of its data, without the records of single requests.", "SHA-256 ", ", as it was found when this page was opened."} {
		if !strings.Contains(about, part) {
			t.Errorf("%q lacks %q", about, part)
		}
	}
	if got := verified(p); !strings.HasPrefix(got, "✓ All 9 files are what the index lists") {
		t.Error(got)
	}
	p.Screenshot("offline-data")
	// Reload and a link to a view keep working.
	p.Go("about:blank")
	p.Go(url + "#v=tables")
	p.Wait(`document.querySelector('[data-view="tables"]').getAttribute("aria-current")`)
}

// A reader drops a trace, a file of points and a bundle, and saves what comes of it.
func TestOfflineFileReadsAndWritesFiles(t *testing.T) {
	p := New(t)
	p.Offline()
	p.Go(offline(t, nil))
	p.Wait(ready)
	trace := syntheticTrace(60)
	p.drop("made-up.jsonl", trace)
	p.Wait(reported)
	sameMetrics(t, p, native(t, "made-up.jsonl", trace))
	Eval[bool](p, `(() => {
		window.saved = [];
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { if (blob instanceof Blob) blob.arrayBuffer().then((b) => window.saved.push(new Uint8Array(b))); return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = () => {};
		return true;
	})()`)
	p.Click(`[data-action=save-run][data-format="csv"]`)
	p.Wait(`window.saved.length === 1`)
	if text := Eval[string](p, `new TextDecoder().decode(window.saved[0])`); !strings.HasPrefix(text, "metric,statistic,value,unit,n\nrequests,total,60,,\n") {
		t.Errorf("saved %.100q", text)
	}
	p.drop("points.csv", []byte("model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\n"+
		"DeepSeek-V4-Pro,h200,mine,fp8,none,false,8192,1024,4,60,900\nDeepSeek-V4-Pro,h200,mine,fp8,none,false,8192,1024,16,20,3000\n"))
	p.Wait(`document.querySelector("#at-line").textContent.includes("H200")`)
	// A file that the site offers for download is one that this file holds.
	p.Click(`[data-view="data"]`)
	p.Wait(`document.querySelector("#verified")?.checkVisibility()`)
	name := Eval[string](p, `document.querySelectorAll("tr[data-sha] a")[1].textContent`)
	Eval[bool](p, `(window.saved = [], document.querySelectorAll("tr[data-sha] a")[1].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})), true)`)
	p.Wait(`window.saved.length === 1`)
	want, err := os.ReadFile(filepath.Join(site(t), "data", name))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != Eval[int](p, `window.saved[0].length`) {
		t.Errorf("%s has %d bytes, saved were %d", name, len(want), Eval[int](p, `window.saved[0].length`))
	}
	if Eval[string](p, `new TextDecoder().decode(window.saved[0].slice(0, 5))`) == "" {
		t.Error("nothing was saved")
	}
}

// A file that was changed says so and shows no figures as if they were sound.
func TestOfflineFileThatIsDamagedSaysSo(t *testing.T) {
	p := New(t)
	p.Go(offline(t, func(page string) string {
		at := strings.Index(page, `id="isofront-payload"`)
		at += strings.Index(page[at:], ">") + 100_000
		other := byte('A')
		if page[at] == 'A' {
			other = 'B'
		}
		return page[:at] + string(other) + page[at+1:]
	}))
	p.Wait(`document.querySelector("#boot[role=alert]")`)
	if got := p.Text("#boot"); got != "This file is damaged: its content is not what it was when it was written. Get it anew." {
		t.Error(got)
	}
}

// So does one that is cut short, as by a download that broke off.
func TestOfflineFileThatIsCutSaysSo(t *testing.T) {
	p := New(t)
	p.Go(offline(t, func(page string) string { return page[:len(page)/2] }))
	p.Wait(`document.querySelector("[role=alert]")?.textContent === "This file is not whole: its end is missing. Get it anew."`)
}

// A script that somebody changed does not run: the policy pins each.
func TestOfflineFilePinsItsScripts(t *testing.T) {
	p := New(t)
	p.Expect("script-src-elem")
	p.Expect("Executing inline script")
	p.Go(offline(t, func(page string) string {
		return strings.Replace(page, "</body>", "<script>window.evil = true</script></body>", 1)
	}))
	p.Wait(ready)
	if Eval[bool](p, `window.evil === true`) {
		t.Error("a foreign script ran")
	}
}
