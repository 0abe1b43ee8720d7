package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// TestWordsThatMayChangeEverything: a head is checked where all of its words are
// known. What any other word changes is not: such a column is left out, and its cells
// are not contradicted.
func TestWordsThatMayChangeEverything(t *testing.T) {
	for _, head := range []string{
		"B200 tok/s per NVL72", "B200 tok/s/8 GPUs", "B200 tok/s (16 GPUs)", "B200 x72 tok/s", "B200 cluster tok/s", "B200 aggregate throughput", "B200 tok/s/$",
		"B200 tok/s/GPU per $", "B200 goodput tok/s/GPU", "B200 peak tok/s/GPU", "B200 tok/s/GPU (max)", "B200 99th percentile tok/s/GPU", "B200 tok/s/slot", "B200 out tok/s/GPU",
		"B200 completion tok/s/GPU", "B200 $/M out tokens", "B200 $/M completion tokens", "B200 API price $/M tok", "B200 tok/s/GPU 1024/1024", "B200 tok/s/GPU Kimi-K2",
		"B200 NVL4 tok/s/GPU", "B200 NVL144 tok/s/GPU", "B200 measured J/token", "B200 tok/s/GPU non-disagg cluster",
		"no B200 tok/s/GPU", "B200-class tok/s/GPU", "B200 J/output token",
	} {
		if got := opened(t, table("tok/s/user|"+head, "40|625"), audit.Options{}); roles(&got.Tables[0]) != "target left_out" || got.Tables[0].Columns[1].Why == "" {
			t.Errorf("%s: %s %+v", head, roles(&got.Tables[0]), got.Tables[0].Columns[1])
		}
	}
	for head, want := range map[string]string{
		"B200 tok/s/GPU": "throughput", "NVIDIA B200 NVL72 (tok/s/GPU)": "throughput", "B200 vLLM FP8, no MTP, tok/s per GPU": "throughput", "B200 measured tok/s/GPU [1]": "throughput",
		"B200 tok/s/GPU (non-disaggregated)": "throughput", "B200 without MTP speculative decoding, tok/s/GPU": "throughput", "B200 tok/s/GPU, no speculative decoding": "throughput",
		"B200 (baseline), $/Mtok": "cost", "B200 cost, US$/M tokens (hyperscaler)": "cost",
		"Total cost of B200 (8 GPUs), $/M tokens": "cost", "B200 J/token at p50": "energy",
	} {
		if got := opened(t, table("tok/s/user|"+head, "40|625"), audit.Options{}); roles(&got.Tables[0]) != "target checked:b200:"+want {
			t.Errorf("%s: %s %+v", head, roles(&got.Tables[0]), got.Tables[0].Columns[1])
		}
	}
}

// TestRatioHeadsInOtherUnits: a ratio of something else is not one of throughput.
func TestRatioHeadsInOtherUnits(t *testing.T) {
	for _, head := range []string{"B200 vs H200 MTP tok/s/MW", "B200 vs H200 MTP throughput per rack", "B200/H200 MTP throughput per watt", "B200 vs H200 MTP throughput p90", "B200 vs H200 MTP peak throughput"} {
		got := opened(t, table("tok/s/user|"+head, "40|2.3x"), audit.Options{})
		if c := got.Tables[0].Columns[1]; c.Role == wire.AuditChecked {
			t.Errorf("%s: %+v", head, c)
		}
	}
	got := opened(t, table("tok/s/user|B200 vs H200 MTP throughput ratio", "40|2.3x"), audit.Options{})
	if c := got.Tables[0].Columns[1]; c.Role != wire.AuditChecked {
		t.Errorf("%+v", c)
	}
}

// TestColumnsThatAreNoSpeeds: rows are read at a column that speaks of a speed, or
// says nothing, and at no other numbers.
func TestColumnsThatAreNoSpeeds(t *testing.T) {
	for _, head := range []string{"Users", "Clients", "Number of users", "Context length", "TP", "EP", "DP", "Streams", "GPU count", "Input tokens", "Time (s)", "Model size (B)", "Load", "Concurrent sessions"} {
		if got := opened(t, table(head+"|B200 tok/s/GPU", "40|625"), audit.Options{}); got.Tables[0].TargetColumn != 0 || got.Tables[0].Skipped == "" {
			t.Errorf("%s: %+v", head, got.Tables[0])
		}
	}
	for _, head := range []string{"", "x", "Speed", "tok/s", "Tokens/s per user", "Interactivity", "Target", "tok/s/user (prefill within 500 ms)"} {
		a, err := check(t, table(head+"|B200 tok/s/GPU", "40|625"), audit.Options{})
		if err != nil || a.Tables[0].TargetColumn != 1 || *a.Tables[0].Cells[0].Target != 40 {
			t.Errorf("%q: %v %+v", head, err, a)
		}
	}
}

// TestTargetsOfAnotherStatistic: rows are not read at a column of another percentile,
// of means or of another unit of time.
func TestTargetsOfAnotherStatistic(t *testing.T) {
	for head, want := range map[string]string{
		"tok/s/user (p95)": "names p95", "p90 interactivity": "names p90", "mean tok/s/user": "names a mean", "Interactivity (tok/min/user)": "not per second",
	} {
		got := opened(t, table(head+"|B200 tok/s/GPU", "40|625"), audit.Options{})
		if tab := got.Tables[0]; !strings.Contains(tab.Skipped, want) {
			t.Errorf("%s: skipped %q", head, tab.Skipped)
		}
	}
	if got := opened(t, table("tok/s/user (p50)|B200 tok/s/GPU", "40|625"), audit.Options{}); got.Tables[0].Skipped != "" {
		t.Error(got.Tables[0].Skipped)
	}
}

// TestCaptionsOfSomethingElse: what a caption says is not overruled by heads that name
// their unit.
func TestCaptionsOfSomethingElse(t *testing.T) {
	for caption, want := range map[string]string{
		"Throughput, p90": "the caption names p90", "Throughput (tok/s/GPU) at equal interactivity (p90), M, 8192/1024": "the caption names p90", "Output throughput (tok/s/GPU)": "output tokens",
		"Cost per million output tokens": "output tokens", "Throughput at equal TTFT": "at equal TTFT",
		"Throughput at p50, which is not p90": "", "8192 input and 1024 output tokens": "", "Throughput of input and output tokens": "", "At equal interactivity, 8,192 in and 1,024 out": "", "1024 output tokens each": "",
	} {
		got := opened(t, caption+"\n\n"+table("tok/s/user|B200 tok/s/GPU", "40|625"), audit.Options{})
		if tab := got.Tables[0]; tab.Caption != caption || (want == "") != (tab.Skipped == "") || !strings.Contains(tab.Skipped, want) {
			t.Errorf("%s: caption %q, skipped %q, want %q", caption, tab.Caption, tab.Skipped, want)
		}
	}
}

// TestRowsOfAnotherModel are not contradicted by this one's.
func TestRowsOfAnotherModel(t *testing.T) {
	sel := selection()
	for doc, checked := range map[string]bool{
		"model,system,tok/s/user,tok/s/GPU\nKimi-K2,B200 vLLM,40,1\n":                                                false,
		"model,system,tok/s/user,tok/s/GPU\n" + sel.Model + ",B200 vLLM,40,1\n":                                      true,
		"system,isl,osl,tok/s/user,tok/s/GPU\nB200 vLLM,1,7,40,1\n":                                                  false,
		table("Model|tok/s/user|B200 tok/s/GPU", sel.Model+"|40|625", "Kimi-K2|40|1"):                                false,
		table("Workload|tok/s/user|B200 tok/s/GPU", sel.Workload+"|40|625"):                                          true,
		table("ISL/OSL|tok/s/user|B200 tok/s/GPU", "1/7|40|625"):                                                     false,
		table("Model|tok/s/user|B200 tok/s/GPU", strings.ToUpper(strings.ReplaceAll(sel.Model, "-", " "))+"|40|625"): true,
	} {
		got := opened(t, doc, audit.Options{})
		if tab := got.Tables[0]; (tab.Skipped == "") != checked || !checked && !strings.Contains(tab.Skipped, "would be checked against") {
			t.Errorf("%s: skipped %q", doc, tab.Skipped)
		}
	}
}

// TestMarkupApart: numbers that markup keeps apart are two, in Markdown too.
func TestMarkupApart(t *testing.T) {
	a, err := check(t, table("tok/s/user|B200 tok/s/GPU", "40|6<br>25", "40|6</b> <b>25", "50|437"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range a.Tables[0].Cells[:2] {
		if c.State != wire.AuditUnreadable {
			t.Errorf("%q: %s", c.Text, c.State)
		}
	}
}

// TestGroupHeadsStayWithTheirs: a lower head that names a system of its own is not put
// under the one before.
func TestGroupHeadsStayWithTheirs(t *testing.T) {
	got := opened(t, ",B200,,\ntok/s/user,$/M tok,tok/s/GPU,Rubin tok/s/GPU\n40,0.89,625,4\n50,0.9,626,5\n", audit.Options{})
	if r := roles(&got.Tables[0]); r != "target checked:b200:cost checked:b200:throughput left_out" {
		t.Error(r)
	}
}
