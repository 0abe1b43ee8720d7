package browsertest

import "testing"

// What a reader said of the columns of one table is there when the reader comes back to
// it from another of the same text, and from another text; a text that is edited has
// nothing of its other tables left.
func TestAuditKeepsWhatWasSaid(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	const table = "| tok/s/user | Ours tok/s/GPU | Theirs tok/s/GPU |\n|---|---|---|\n| 25 | 2846 | 7209 |\n| 16 | 8835 | 1 |\n"
	p.paste(table+"\nAnother\n\n"+table, "")
	const gb200, gb300 = "gb200/dynamo-vllm/fp4/none/disagg", "gb300/dynamo-vllm/fp4/none/disagg"
	shows := func(n, holds string) {
		t.Helper()
		p.Wait(`document.querySelector("#audit-table")?.value === "` + n + `" && document.querySelector("#audit-c2")?.value === "` + holds + `"`)
	}
	shows("1", "-")
	Eval[bool](p, `(document.querySelector(".audit-columns details").open = true)`)
	p.Choose("#audit-c2", gb200)
	shows("1", gb200)
	p.Choose("#audit-table", "2")
	shows("2", "-")
	p.Choose("#audit-c2", gb300)
	shows("2", gb300)
	p.Choose("#audit-table", "1")
	shows("1", gb200)
	p.Choose("#audit-table", "2")
	shows("2", gb300)
	p.Click("#audit-example")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "24"`)
	p.Click("[data-audit=back]")
	shows("2", gb300)
	p.Choose("#audit-table", "1")
	shows("1", gb200)
	Eval[bool](p, `(document.querySelector("#audit-field").focus(), document.querySelector("#audit-field").setSelectionRange(1e6, 1e6), true)`)
	p.Press("x")
	p.Wait(`document.querySelector("#audit-field").value.endsWith("x")`)
	p.Choose("#audit-table", "2")
	shows("2", "-")
}
