package browsertest

import (
	"strings"
	"testing"
)

// A table of isofront's own is checked with what its notes say that it was made with, and
// the page says so; costs of another sheet are told as that.
func TestAuditTakesWhatTheNotesSay(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+strings.TrimSuffix(auditDSV4, "&date=2026-03-18"))
	p.Wait(ready)
	p.Wait(auditReady)
	p.paste("**Cost ($/M tokens) at equal interactivity (p50, the median), DeepSeek-V4-Pro, 8192/1024**\n\n| tok/s/user | GB200 dynamo-vllm FP4 disagg | GB300 dynamo-vllm FP4 disagg |\n|---:|---:|---:|\n| 20 | $0.0843 | $0.0886 |\n\n- Prices, $/GPU-hour, hyperscaler, sheet of 2026-03-18 (a list): GB200 $2.21, GB300 $3.00 (own).\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "2"`)
	if got := p.Text("[data-taken]"); got != "Taken from the text: price sheet of 2026-03-18, own price gb300=3." {
		t.Error(got)
	}
	p.paste("Costs, March 2026 prices\n\n| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok |\n|---|---|---|\n| 20 | 7285 | $0.08427 |\n| 25 | 2846 | $0.2157 |\n| 10 | 2846 | - |\n", "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.contradict === "3"`)
	if got := p.Text("#audit-summary"); !strings.Contains(got, "3 contradict (2 differ; 1 beyond what was measured)") {
		t.Error(got)
	}
	if got := p.Text("#audit-sheet"); !strings.HasPrefix(got, "With the price sheet of 2026-03-18, which the text names, 2 of the 2 cells that differ agree") {
		t.Error(got)
	}
	if got := p.Text(".audit-report"); !strings.Contains(got, "Cost × throughput is the price of another sheet") || !strings.Contains(got, "2 costs imply the $2.21 per GPU-hour of the price sheet of 2026-03-18, not $1.86: at 20 tok/s/user, at 25 tok/s/user") {
		t.Error(got)
	}
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 900)
		if over := p.Overflow(); over > 0 {
			t.Errorf("%d px: %d px too wide", width, over)
		}
	}
}
