package main

import (
	"strings"
	"testing"
)

// TestAuditNamesTheCure: where nothing is checked, what would have it checked is named,
// and columns only where they are it.
func TestAuditNamesTheCure(t *testing.T) {
	agentic := []string{"--model", "DeepSeek-R1-0528", "--workload", "agentic"}
	at := func(flags ...string) string {
		return must(t, append(append([]string{"table", "--quantity", "cost"}, agentic...), flags...)...)
	}
	const columns = "\n\n| %, GB200 cost ($/M tok) |\n|---|---|\n| 20 | $0.0709 |\n"
	for name, c := range map[string]struct {
		doc    string
		flags  []string
		want   string
		column bool
	}{
		"other flags than its own": {at("--axis", "e2el", "--percentile", "95"), append(agentic, "--axis", "interactivity", "--percentile", "90"), ": say --percentile 95 --axis e2el; there are the columns ", false},
		"other tokens":             {at("--tokens", "output"), append(agentic, "--tokens", "total"), ": say --tokens output; ", false},
		"two percentiles":          {at("--percentile", "75") + "\n" + at("--percentile", "95"), append(agentic, "--percentile", "90"), ": say --percentile 75 or 95; ", false},
		"a percentile of no data":  {strings.ReplaceAll(at(), "(p90)", "(p99)"), agentic, "the table is read at p90)\n", false},
		"no targets":               {"Cost\n\n| Concurrency | B200 $/M tok |\n|---|---|\n| 20 | $0.7 |\n", agentic, ": say --target-column HEAD; there are the columns \"Concurrency\", \"B200 $/M tok\"", false},
		"targets of another axis":  {"Cost\n\n| TTFT (s) | B200 $/M tok |\n|---|---|\n| 2 | $0.7 |\n", agentic, ": say --axis ttft; ", false},
		"another workload":         {at("--format", "csv"), []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}, ": say --model --workload; ", false},
		"its columns":              {"Cost\n\n| tok/s/user | X9 $/M tok |\n|---|---|\n| 20 | $0.7 |\n", agentic, "say --column HEAD=GLOB for one of ", true},
	} {
		_, errs, code := isofront(t, append([]string{"audit", write(t, "a.md", c.doc)}, c.flags...)...)
		if code != 2 || !strings.Contains(errs, c.want) || strings.Contains(errs, "--column ") != c.column {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
}
