package main

import (
	"strings"
	"testing"
)

// The ratio of tokens per joule, the inverse of that of energy, is checked in isofront's
// own tables of energy and of throughput per megawatt, and where a column is said to be it.
func TestAuditOfTokensPerJoule(t *testing.T) {
	for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
		own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--baseline", "gb200*", "--targets", "15,25,80", "--quantity", "energy,throughput-per-mw", "--format", format, "--power", "gb200=2")
		if out, errs, code := isofront(t, "audit", write(t, "own."+format, own), "--fail"); code != 0 || !strings.Contains(out, "is tokens-per-joule-ratio of gb300") || strings.Contains(out, "is not checked") || !strings.Contains(out, "own power") && !strings.Contains(out, "power gb200=2") {
			t.Errorf("%s: %d %s\n%s", format, code, errs, out)
		}
		right, wrong := "2.39", "2.23"
		if format == "csv" {
			right = "2.38995"
		}
		if !strings.Contains(own, right) {
			t.Fatal(own)
		}
		if out, _, code := isofront(t, "audit", write(t, "wrong."+format, strings.ReplaceAll(own, right, wrong)), "--fail"); code != 1 || !strings.Contains(out, "differs: the measured points give 2.38995") {
			t.Errorf("%s: %d\n%s", format, code, out)
		}
	}
	said := "DeepSeek-V4-Pro, 8192/1024\n\n| tok/s/user | GB200 tok/s/GPU | efficiency ratio | tokens/J ratio |\n|---|---|---|---|\n| 25 | 2,846 | 2.23x | 2.23x |\n"
	if out := must(t, "audit", write(t, "said.md", said), "--column", "efficiency ratio=gb300* over gb200*:tokens-per-joule-ratio"); !strings.Contains(out, "2 agree") || !strings.Contains(out, "=GLOB over GLOB:tokens-per-joule-ratio' has it checked") {
		t.Error(out)
	}
	vs := strings.Replace(said, "efficiency ratio", "GB300 vs GB200 tokens per joule", 1)
	if out := must(t, "audit", write(t, "vs.md", vs)); !strings.Contains(out, "2 agree") {
		t.Error(out)
	}
}
