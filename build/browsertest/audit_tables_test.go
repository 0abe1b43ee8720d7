package browsertest

import (
	"strings"
	"testing"
)

// Of a text of several tables a narrow screen shows the list of them, each with its
// verdict, within its width; what stands in a table that is not on show is said and
// announced with the one that is.
func TestAuditOfSeveralTablesOnANarrowScreen(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Viewport(390, 844)
	p.Wait(ready)
	p.Wait(auditReady)
	const caption = "Cost per million tokens of the two systems that this article compares at equal interactivity\n\n"
	const table = caption + "| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok |\n|---|---|---|\n| 25 | 2846 | $0.22 |\n"
	p.paste(table+"\n"+strings.Replace(table, "0.22", "0.92", 1), "")
	p.Wait(`document.querySelector("#audit-summary")?.textContent.includes("; in the other table 1 contradicts")`)
	if px := p.Overflow(); px > 0 {
		t.Errorf("the page is %d px wider than the screen", px)
	}
	for selector, want := range map[string]string{"#audit-status": "in the other table 1 contradicts", `#audit-table option[value="2"]`: "2. 1 contradicts, 1 agrees: "} {
		if got := p.Text(selector); !strings.Contains(got, want) {
			t.Errorf("%s: %q", selector, got)
		}
	}
	p.Choose("#audit-table", "2")
	p.Wait(`document.querySelector("#audit-summary")?.textContent.includes("1 contradicts") && document.querySelector("#audit-summary").textContent.includes("in the other table none contradicts")`)
	if px := p.Overflow(); px > 0 {
		t.Errorf("with the second on show the page is %d px wider than the screen", px)
	}
}
