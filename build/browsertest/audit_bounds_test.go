package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// A bound or a range that holds agrees, and its cell says what the points give; prices of
// a note that are no figures are named above the report; a note across a row is no cell.
func TestAuditOfBoundsAndRanges(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+strings.TrimSuffix(auditDSV4, "&date=2026-03-18"))
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("**Cost ($/M tokens) at equal interactivity (p50, the median), DeepSeek-V4-Pro, 8192/1024**\n\n| tok/s/user | GB200 dynamo-vllm FP4 disagg | GB300 dynamo-vllm FP4 disagg |\n|---:|---:|---:|\n| 20 | < $0.10 | $0.06–0.07 |\n| 25 | ≥ $1 | $0.0890 |\n| mean | $0.1 | $0.1 |\n\n- Prices, $/GPU-hour, hyperscaler, sheet of 2026-08-14 (a list): GB200 1.86 USD, GB300 $2.31.\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "3"`)
	if got := p.Text("#audit-summary"); !strings.Contains(got, "3 agree, 1 contradicts") {
		t.Error(got)
	}
	if got := p.Text("[data-taken]"); !strings.Contains(got, `what it says it was computed with is not taken, since it is no figure: price "GB200 1.86 USD, GB300 $2.31."`) {
		t.Error(got)
	}
	p.Click(`.audit-table tr[data-row="1"] td:nth-child(2) button`)
	p.Wait(`document.querySelector("#audit-detail h3")`)
	if got := p.Text("#audit-detail"); !strings.Contains(got, "Agrees. Printed: “< $0.10”; the bound holds: the measured points give 0.07092") || !strings.Contains(got, "$1.86/GPU-hour") {
		t.Error(got)
	}
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		for _, width := range []int{1280, 390} {
			p.Viewport(width, 900)
			p.Screenshot(fmt.Sprintf("audit-bounds-%d-%s", width, scheme))
			if over := p.Overflow(); over > 0 {
				t.Errorf("%d px: %d px too wide", width, over)
			}
		}
	}
}
