package browsertest

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

const (
	auditReady    = `document.querySelector("#audit-field")?.checkVisibility() && !document.querySelector("#audit-example").hidden`
	auditReported = `document.querySelector("#audit-summary")`
	auditDSV4     = "#v=audit&m=DeepSeek-V4-Pro&w=8192/1024&date=2026-03-18"
)

// paste puts a text in the field as a paste would, with what the clipboard holds
// as HTML beside it.
func (p *Page) paste(text, html string) {
	p.t.Helper()
	Eval[bool](p, fmt.Sprintf(`(() => {
		const field = document.querySelector("#audit-field");
		field.focus();
		field.select();
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		if (%q) data.setData("text/html", %q);
		const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
		// A made-up event pastes nothing by itself.
		if (field.dispatchEvent(event)) document.execCommand("insertText", false, %q);
		return true;
	})()`, text, html, html, text))
}

// A reader comes from a definition, looks into a cell, goes elsewhere, comes back
// and reloads, and takes the report along.
func TestAudit(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=definitions&d=derived")
	p.Wait(defined)
	for _, r := range p.Requests() {
		if strings.Contains(r.URL, "/audit.") {
			t.Errorf("%s was fetched before the view was opened", r.URL)
		}
	}
	p.Click(`#d-derived [data-action="audit-example"]`)
	p.Wait(auditReported)
	// The published figures, and what a curve through costs made of them.
	if got := p.Text("#audit-summary"); !strings.HasPrefix(got, "14 agree, 10 contradict (5 of them by one unit of the last digit or less), 0 unreachable") {
		t.Errorf("the example: %s", got)
	}
	if got := p.Text(".audit-breaks"); !strings.Contains(got, "$11.2 at 50 tok/s/user") {
		t.Errorf("the example: %s", got)
	}
	if !Eval[bool](p, `location.hash.includes("v=audit") && document.title === "Audit · isofront" && document.querySelector("#link-notice").hidden`) {
		t.Error("the link did not lead to the view")
	}

	// By the keyboard: one tab stop in the table, arrows, open, close.
	if n := Eval[int](p, `document.querySelectorAll('.audit-table [data-cell][tabindex="0"]').length`); n != 1 {
		t.Errorf("%d cells are tab stops", n)
	}
	Eval[bool](p, `(document.querySelector('.audit-table [data-cell][tabindex="0"]').focus(), true)`)
	p.Press(Down, Down, Down, Down, Down, Right, Enter)
	p.Wait(`document.querySelector("#audit-detail h3")`)
	cell := p.Text("#audit-detail")
	for _, want := range []string{"Printed: “$4.78”; the measured points give $0.9457/M tokens", "$2.21/GPU-hour × 10⁶ ÷ (3600 × 649.167 tok/s/GPU)", "32.69 tok/s/user", "74.13 tok/s/user", "$4.781, which is what is printed"} {
		if !strings.Contains(cell, want) {
			t.Errorf("no %q in %s", want, cell)
		}
	}
	if !Eval[bool](p, `document.activeElement.getAttribute("aria-expanded") === "true" && document.getElementById(document.activeElement.getAttribute("aria-controls")).querySelector("a[href^=https]") !== null`) {
		t.Error("the opened cell does not say so, or has no link to its source")
	}
	p.Press(Escape)
	if Eval[bool](p, `!!document.querySelector("#audit-detail") || !document.activeElement.dataset.cell`) {
		t.Error("Escape does not close, or loses the focus")
	}

	// Only the rows with a finding.
	p.Click("#audit-findings")
	p.Wait(`document.querySelectorAll(".audit-table tr[data-row]").length === 6 && document.querySelector("#audit-findings").checked`)

	// Another price basis is another verdict, under the same text.
	p.Choose("#basis", "neocloud")
	p.Wait(`document.querySelector(".audit-table caption").textContent.includes("neocloud")`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`document.querySelector(".audit-table caption").textContent.includes("hyperscaler")`)

	// The text and the view stay.
	example := Eval[string](p, `document.querySelector("#audit-field").value`)
	p.Click(`.views [data-view="data"]`)
	p.Wait(`document.querySelector("#data").checkVisibility()`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(auditReady + ` && ` + auditReported)
	if got := Eval[string](p, `document.querySelector("#audit-field").value`); got != example || got == "" {
		t.Errorf("the text was %q", got)
	}
	Eval[bool](p, `(window.old = true, location.reload(), true)`)
	p.Wait(`!window.old && ` + auditReported)
	if got := Eval[string](p, `document.querySelector("#audit-field").value`); got != example {
		t.Errorf("after a reload the text was %q", got)
	}

	// The files.
	Eval[bool](p, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, window.saved = null, URL.createObjectURL = (blob) => { blob.text().then((t) => { window.saved = t; }); return "#saved"; }, true)`)
	p.Click(`[data-audit="copy"]`)
	p.Wait(`window.copied`)
	if got := Eval[string](p, `window.copied`); !strings.Contains(got, `| 50 | ✓ 649 | ✗ $4.78 (\~$0.946) |`) {
		t.Errorf("the report: %s", got)
	}
	p.Click(`[data-audit="save"]`)
	p.Wait(`window.saved`)
	if rows, err := csv.NewReader(strings.NewReader(Eval[string](p, `window.saved`))).ReadAll(); err != nil || len(rows) != 1+24+6 {
		t.Errorf("%d rows, %v", len(rows), err)
	}

	// A text of one's own is not lost to the example.
	p.Wait(auditReady)
	p.paste("tok/s/user,GB200 $/M tok\n25,0.22\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	p.Click("#audit-example")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "24"`)
	p.Click(`[data-audit="back"]`)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1" && document.querySelector('[data-audit="back"]').hidden`)
}

// A column whose head could mean two systems is asked about, and answered.
func TestAuditAsksWhatAColumnHolds(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("| tok/s/user | MI355X | speedup |\n|---|---|---|\n| 15 | 250 | 2x |\n", "")
	p.Wait(`document.querySelector(".audit-columns details")?.open`)
	if got := p.Text(".audit-columns summary"); !strings.Contains(got, "1 needs a choice") || !strings.Contains(got, "1 left out") {
		t.Errorf("%s", got)
	}
	if Eval[bool](p, `!!document.querySelector("#audit-summary")`) {
		t.Error("something was checked")
	}
	if !Eval[bool](p, `(s => s.getAttribute("aria-invalid") === "true" && s.value === "" && [...s.querySelector("optgroup").children].length === 2)(document.querySelector("#audit-c2"))`) {
		t.Error("the open column does not offer what it could mean")
	}
	p.Choose("#audit-c2", "mi355x/sglang/fp4/none/agg")
	p.Wait(`document.querySelector("#audit-n2").textContent.includes("cost or throughput")`)
	p.Choose("#audit-q2", "throughput")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	if focused := Eval[string](p, `document.activeElement.id`); focused != "audit-q2" {
		t.Errorf("the focus is on %q", focused)
	}
	// A ratio is of two systems, and of what.
	p.Choose("#audit-c3", "ratio")
	p.Wait(`document.querySelector("#audit-a3")`)
	p.Choose("#audit-q3", "throughput-ratio")
	p.Wait(`document.querySelector("#audit-q3").value === "throughput-ratio"`)
	p.Choose("#audit-a3", "mi355x/sglang/fp4/none/agg")
	p.Wait(`document.querySelector("#audit-a3").value === "mi355x/sglang/fp4/none/agg"`)
	p.Choose("#audit-b3", "gb200/dynamo-vllm/fp4/none/disagg")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "2"`)
	p.Choose("#audit-c3", "-")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1" && !document.querySelector("#audit-a3")`)
	// Left out, nothing is left.
	p.Choose("#audit-c2", "-")
	p.Wait(`!document.querySelector("#audit-summary")`)

	// Rows that are systems are found out, and the reader may say otherwise.
	p.paste("$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 | 0.22 | 0.95 |\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2" && document.querySelector("#audit-turned").checked`)
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	p.Click("#audit-turned")
	p.Wait(`!document.querySelector("#audit-summary") && !document.querySelector("#audit-turned").checked`)

	// Two tables: the one that can be read is on show, the other can be chosen.
	p.paste("| a | b |\n|---|---|\n| x | y |\n\nSpeeds\n\n| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n\nCosts\n\n| tok/s/user | GB200 $/M tok |\n|---|---|\n| 25 | 0.22 |\n| 16 | 0.07 |\n", "")
	p.Wait(`document.querySelector("#audit-title")?.textContent === "Speeds"`)
	p.Choose("#audit-table", "3")
	p.Wait(`document.querySelector("#audit-title")?.textContent === "Costs" && document.querySelector("#audit-summary").dataset.agree === "2"`)

	// A table of a page keeps its spans, a superscript is a mark.
	p.paste("tok/s/user\tGB200\n25\t28461\n", `<meta charset="utf-8"><table style="color:red"><tr><th rowspan="2">tok/s/user</th><th colspan="2">GB200</th></tr><tr><th>tok/s/GPU</th><th>$/M tok</th></tr><tr><td>25</td><td><b>2846</b><sup>1</sup></td><td>0.22</td></tr></table>`)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "2" && document.querySelector("#audit-summary").dataset.agree === "2"`)
	if got := Eval[string](p, `document.querySelector("#audit-field").value`); !strings.Contains(got, "<td>2846^1</td>") || strings.Contains(got, "style") {
		t.Errorf("%s", got)
	}
}

// What cannot be read is said in words, and a text is never markup.
func TestAuditRefuses(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	for _, c := range []struct{ text, want string }{
		{"Only words.", "no table found"},
		{"x|y\n-|-\n" + strings.Repeat("1|2\n", 100_000), "a table of more than 5000 rows"},
	} {
		Eval[bool](p, fmt.Sprintf(`(() => { const f = document.querySelector("#audit-field"); f.value = %q; f.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, c.text))
		p.Wait(fmt.Sprintf(`document.querySelector("#audit-note").textContent.includes(%q) && document.querySelector("#audit-field").getAttribute("aria-invalid") === "true"`, c.want))
	}
	p.paste("", "")
	Eval[bool](p, `(() => { const f = document.querySelector("#audit-field"); f.value = ""; f.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	p.Wait(`document.querySelector("#audit-note").textContent === "" && document.querySelector("#audit-found").textContent === ""`)

	const evil = `<img src=x onerror=window.owned=1>`
	p.paste("tok/s/user,GB200 $/M tok,"+evil+"\n25,0.21 "+evil+","+evil+"\n"+evil+",1,2\n", "")
	p.Wait(auditReported)
	Eval[bool](p, `(document.querySelectorAll(".audit-table [data-cell]").forEach((b) => b.click()), true)`)
	frames(p)
	if Eval[bool](p, `!!window.owned || !!document.querySelector("#audit img")`) {
		t.Error("markup of the text came to life")
	}

	// A file that is dropped here is read here, and one of results is not.
	p.drop("table.md", []byte("| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n| 16 | 8835 |\n"))
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2"`)
	p.drop("trace.jsonl", syntheticTrace(30))
	p.Wait(reported + ` && document.querySelector("#requests").checkVisibility()`)
}

// What the view needs and cannot have is said, and asked for again on request.
func TestAuditSaysWhatIsMissing(t *testing.T) {
	var gone atomic.Bool
	gone.Store(true)
	p := New(t)
	p.Expect("404")
	p.Go(Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if gone.Load() && strings.Contains(r.URL.Path, "/audit.") {
				Missing(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}) + auditDSV4)
	p.Wait(`document.querySelector("#audit [role=alert]")?.checkVisibility()`)
	if text := p.Text("#audit [role=alert]"); !strings.Contains(text, "The Audit view is missing on the server") {
		t.Errorf("the page says: %s", text)
	}
	gone.Store(false)
	p.Click("#audit [data-action=audit-again]")
	p.Wait(auditReady)
}

// The view is looked at at its widths, with something in it.
func TestAuditFits(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.Click("#audit-example")
	p.Wait(auditReported)
	p.Click(`.audit-table tr[data-row="6"] td:nth-child(3) button`)
	p.Wait(`document.querySelector("#audit-detail h3")`)
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		for _, width := range []int{1280, 390, 320} {
			p.Viewport(width, 800)
			p.Screenshot(fmt.Sprintf("audit-%d-%s", width, scheme))
			if o := p.Overflow(); o > 0 {
				t.Errorf("at %d px the page is %d px too wide", width, o)
			}
			if box := Eval[[]float64](p, `(({left, right}) => [left, right])(document.querySelector("#audit-detail .detail").getBoundingClientRect())`); box[0] < 0 || box[1] > float64(width) {
				t.Errorf("at %d px what a cell rests on spans %v", width, box)
			}
		}
	}
	p.Viewport(1280, 800)
	p.Media("forced-colors", "active")
	p.Screenshot("audit-forced-colours")
}
