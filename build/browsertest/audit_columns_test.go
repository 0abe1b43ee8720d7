package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// The column of the targets is one that a reader can choose, and can take away.
func TestAuditChoosesTheTargets(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("| Row | Pace | tok/s/user | GB200 tok/s/GPU |\n|---|---|---|---|\n| 1 | 25 | 3 | 2846 |\n| 2 | 16 | 4 | 8835 |\n", "")
	p.Wait(`document.querySelector("#audit-c3")?.value === "target"`)
	p.Wait(auditReported + ` && document.querySelector("#audit-summary").dataset.agree === "0"`)
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	p.Choose("#audit-c2", "target")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2" && document.querySelector("#audit-c2").value === "target" && document.querySelector("#audit-c3").value === "-"`)
	// Not to be the targets: another column that can be is, else none is, and it says so.
	p.Choose("#audit-c2", "-")
	p.Wait(`document.querySelector("#audit-c2").value === "-" && document.querySelector("#audit-c3").value === "target"`)
	p.Choose("#audit-c3", "-")
	p.Wait(`document.querySelector("#audit-c3").value === "-" && !document.querySelector("#audit-summary")`)
	if got := p.Text(".audit-columns p.note"); !strings.Contains(got, "no column says at which speeds its rows are read") {
		t.Errorf("it says: %s", got)
	}
	if Eval[string](p, `document.activeElement.id`) != "audit-c3" {
		t.Error("the focus is lost")
	}
	p.Choose("#audit-c2", "target")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2"`)
}

// What is said of a table that was turned is said of the reader's own.
func TestAuditNamesTheReadersOwnCells(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 tok/s/GPU | 2846 | 649 |\n| GB200 | 0.22 | 4.78 |\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.contradict === "1"`)
	if got := p.Text(".audit-breaks li"); !strings.HasPrefix(got, "rows 1 and 2, at 50 tok/s/user, column 3: ") {
		t.Errorf("%s", got)
	}
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	for selector, want := range map[string]string{
		".audit-report": "The table is turned: each of its rows is a column here.", ".audit-said thead": "Row",
		".audit-said tbody tr:nth-child(2) th": "1 GB200 tok/s/GPU",
	} {
		if got := p.Text(selector); !strings.Contains(got, want) {
			t.Errorf("%s: %s", selector, got)
		}
	}
	if got := Eval[[]string](p, `[...document.querySelectorAll(".audit-said select")].map((s) => s.ariaLabel)`); strings.Join(got, ", ") != "What the row of heads holds, What row 1 holds, Quantity in row 1, What row 2 holds, Quantity in row 2" {
		t.Errorf("%q", got)
	}
	p.Click(`.audit-table [data-verdict="contradicts"] button`)
	p.Wait(`document.querySelector("#audit-detail h3")`)
	if got := p.Text("#audit-detail"); !strings.Contains(got, "Line 6, row 2, column 3 of your table") {
		t.Errorf("%s", got)
	}
}

// isofront's own CSV and one with decimal commas are read, and it is said how.
func TestAuditReadsLongFormsAndCommas(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("GPU;tok/s/user;tok/s/GPU;$/M tok\nGB200;25,0;2.846;0,22\nGB200;50,0;649;4,78\nGB300;25,0;7.209;0,10\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "5" && document.querySelector("#audit-summary").dataset.contradict === "1"`)
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	if got := p.Text(".audit-columns"); !strings.Contains(got, "Your table has one system and one target a line") || !strings.Contains(got, "by its head, with decimal commas, as in 0,22") {
		t.Errorf("%s", got)
	}
	p.Click(`.audit-table [data-verdict="contradicts"] button`)
	p.Wait(`document.querySelector("#audit-detail h3")`)
	if got := p.Text("#audit-detail"); !strings.Contains(got, "Line 3, row 2, column 4 of your table") {
		t.Errorf("%s", got)
	}
	// What the page's own table is copied as, in every form, agrees with itself.
	for _, form := range []string{"Markdown", "CSV", "HTML"} {
		Eval[bool](p, `(location.hash = "m=DeepSeek-V4-Pro&w=8192/1024&date=2026-03-18", navigator.clipboard.writeText = async (text) => { window.copied = text; }, window.copied = "", true)`)
		p.Wait(ready + ` && document.querySelector("[data-copy=Markdown]")?.checkVisibility()`)
		Eval[bool](p, fmt.Sprintf(`(document.querySelector("[data-copy=%s]").click(), true)`, form))
		p.Wait(`window.copied`)
		text := Eval[string](p, `window.copied`)
		Eval[bool](p, `(location.hash = "`+strings.TrimPrefix(auditDSV4, "#")+`", true)`)
		p.Wait(auditReady)
		p.paste(text, "")
		p.Wait(fmt.Sprintf(`document.querySelector("#audit-field").value.length === %d && document.querySelector("#audit-summary")?.dataset.contradict === "0" && document.querySelector("#audit-summary").dataset.agree > 3`, len([]rune(strings.ReplaceAll(text, "\r\n", "\n")))))
		if got := Eval[string](p, `document.querySelector("#audit-summary").dataset.uncheckable`); got != "0" {
			t.Errorf("%s: %s cells are not checkable", form, got)
		}
	}
}

// Costs of an older price sheet are told from wrong ones, and checked with that sheet
// on request.
func TestAuditOffersAnotherPriceSheet(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+strings.TrimSuffix(auditDSV4, "&date=2026-03-18"))
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("| tok/s/user | GB200 $/M tok |\n|---|---|\n| 25 | 0.216 |\n| 50 | 0.946 |\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.contradict === "2"`)
	if got := p.Text("#audit-sheet"); !strings.HasPrefix(got, "With the price sheet of 2026-07-14, 2 of the 2 cells that differ agree: the table may be of that time.") {
		t.Errorf("%s", got)
	}
	Eval[bool](p, `(document.querySelector("[data-audit=sheet]").focus(), true)`)
	p.Press(Enter)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2" && !document.querySelector("#audit-sheet") && location.hash.includes("date=2026-07-14")`)
	if got := Eval[string](p, `document.activeElement.id`); got != "audit-summary" {
		t.Errorf("the focus is on %q", got)
	}
}

// Columns of which nothing says what they hold are said at once.
func TestAuditSaysOfAllColumns(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("| Speed | GB200 | GB300 | MI355X |\n|---|---|---|---|\n| 25 | 2846 | 7209 | 9 |\n| 50 | 649 | 941 | 9 |\n", "")
	p.Wait(`document.querySelector("#audit-all")?.checkVisibility()`)
	p.Choose("#audit-all", "throughput")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "4" && !document.querySelector("#audit-all")`)
	if got := p.Text(".audit-columns summary"); !strings.Contains(got, "1 needs a choice") {
		t.Errorf("%s", got)
	}
	if !Eval[bool](p, `document.activeElement.matches(".audit-columns summary") && document.querySelector("#audit-n4").textContent.includes("2 series") && document.querySelector("#audit-q4").value === "throughput"`) {
		t.Error("the focus is lost, or the third was not said with the others")
	}
}
