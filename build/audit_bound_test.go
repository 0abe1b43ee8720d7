package main

import (
	"strings"
	"testing"
)

// What isofront says is served at least, or at most, at a target slower than anything
// measured is checked against the slowest measured point, in every form of text.
func TestAuditOfWhatIsServedAtLeast(t *testing.T) {
	of := func(format, quantity string, flags ...string) string {
		return must(t, append([]string{"table", "--reach", "at-least", "--format", format, "--quantity", quantity}, flags...)...)
	}
	ttft := []string{"--model", "Synthetic agentic demo", "--workload", "agentic", "--axis", "ttft", "--tokens", "output", "--targets", "0.5,1,4"}
	ratios := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "0.1,5,11,12,14,25,80"}
	for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
		own := of(format, "throughput", ttft...)
		if out, errs, code := isofront(t, "audit", write(t, "own."+format, own), "--fail"); code != 0 || !strings.Contains(out, "5 agree") || strings.Contains(out, "unreadable") {
			t.Errorf("%s: %d %s\n%s", format, code, errs, out)
		}
		value, wrong := "81.17", "99.17"
		if !strings.Contains(own, value) {
			t.Fatal(own)
		}
		if out, _, code := isofront(t, "audit", write(t, "wrong."+format, strings.ReplaceAll(own, value, wrong)), "--fail"); code != 1 || !strings.Contains(out, "2 differ") {
			t.Errorf("%s: %d\n%s", format, code, out)
		}
		for _, baseline := range []string{"gb200*", "gb300*"} { // either is the slower at some target
			if out, errs, code := isofront(t, "audit", write(t, "ratios."+format, of(format, "throughput,cost", append(ratios, "--baseline", baseline)...)), "--fail"); code != 0 || !strings.Contains(out, "-ratio of gb") && !strings.Contains(out, "perf-per-dollar of gb") {
				t.Errorf("%s over %s: %d %s\n%s", format, baseline, code, errs, out)
			}
		}
	}
	// So is a column of nothing else.
	low := of("markdown", "throughput,cost", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "0.1")
	if out, errs, code := isofront(t, "audit", write(t, "low.md", low), "--fail"); code != 0 || !strings.Contains(out, "4 cells: 4 agree") {
		t.Errorf("%d %s\n%s", code, errs, out)
	}
	// The sign is a part of what is said, and a value without one is of the target itself.
	own := of("markdown", "throughput", ttft...)
	for changed, want := range map[string]string{"≤ 81.17": "2 outside", "81.17": "2 outside"} {
		if out := must(t, "audit", write(t, "sign.md", strings.ReplaceAll(own, "≥ 81.17", changed))); !strings.Contains(out, want) {
			t.Errorf("%s: %s", changed, out)
		}
	}
	// A bound in somebody else's table may be no more than that: it holds or does not. The
	// slowest point of GB200, which serves 0.1 too, has 9,067 tok/s/GPU. A column may have
	// nothing else.
	foreign := "DeepSeek-V4-Pro, 8192/1024\n\n| tok/s/user | GB200 tok/s/GPU | GB300 $/M |\n|---|---|---|\n| 0.1 | ≥ 100 | ≤ 5 |\n| 25 | ≥ 100 | < $0.2 |\n| 24 | 3454 | < $1.00 |\n"
	if out, errs, code := isofront(t, "audit", write(t, "foreign.md", foreign), "--fail"); code != 0 || !strings.Contains(out, "6 cells: 6 agree") {
		t.Errorf("%d %s %s", code, errs, out)
	}
	wrong := strings.NewReplacer("0.1 | ≥ 100", "0.1 | ≥ 9999", "$0.2 ", "$0.08 ", "25 | ≥", "25 | ≤").Replace(foreign)
	if out := must(t, "audit", write(t, "wrong.md", wrong)); !strings.Contains(out, "3 agree, 2 differ, 1 unreadable") {
		t.Error(out)
	}
}

// A head that leaves out the words that all systems share can fit several of them: the
// column is of the system in the one before it.
func TestAuditOfOwnRatiosWithShortHeads(t *testing.T) {
	own := must(t, "table", "--model", "GLM-5", "--workload", "8192/1024", "--baseline", "b200/sglang/fp8/mtp/agg", "--targets", "25", "--quantity", "throughput")
	if out, errs, code := isofront(t, "audit", write(t, "own.md", own), "--fail"); code != 0 || !strings.Contains(out, "11 cells: 11 agree") {
		t.Errorf("%d %s\n%s", code, errs, out)
	}
	wrong := strings.Replace(strings.Replace(own, "2.41x", "9.99x", 1), "0.647x", "9.99x", 1)
	if out, _, code := isofront(t, "audit", write(t, "wrong.md", wrong), "--fail"); code != 1 || !strings.Contains(out, "9 agree, 2 differ") {
		t.Errorf("%d\n%s", code, out)
	}
}

// What was not measured at all is that in isofront's CSV, as it is in its other forms.
func TestAuditOfOwnCSVOfWhatWasNotMeasured(t *testing.T) {
	own := must(t, "table", "--model", "GLM-5", "--workload", "8192/1024", "--axis", "e2el", "--targets", "5", "--format", "csv")
	if out, errs, code := isofront(t, "audit", write(t, "own.csv", own), "--fail"); code != 0 || strings.Contains(out, "blank") || !strings.Contains(out, "30 cells: 30 unreachable by both") {
		t.Errorf("%d %s\n%s", code, errs, out)
	}
	value := strings.Replace(own, "not_measured,", "not_measured,1234", 1)
	if out, _, code := isofront(t, "audit", write(t, "value.csv", value), "--fail"); code != 1 || !strings.Contains(out, "1 outside") {
		t.Errorf("%d\n%s", code, out)
	}
}
