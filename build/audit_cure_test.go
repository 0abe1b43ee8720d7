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

// Costs that do not fit the throughput beside them are told by series and reason, and as
// the price of another sheet where that is what they are.
func TestAuditTellsBrokenCostsByReason(t *testing.T) {
	// Throughputs of GB200 at 20, 25 and 30 tok/s/user and their costs at $2.21, then one at $9.
	const older = "| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok |\n|---|---|---|\n| 20 | 7285 | $0.08427 |\n| 25 | 2846 | $0.2157 |\n| 30 | 1792 | $0.3426 |\n"
	const series = "gb200/dynamo-vllm/fp4/none/disagg: "
	const lead, other = "  breaks the identity cost x throughput = price: ", "  cost x throughput is the price of another sheet: " + series
	for doc, want := range map[string]string{
		older:                              other + "3 costs imply the $2.21 per GPU-hour of the price sheet of 2026-07-14, not $1.86: at 20, at 25, at 30\n",
		"At March 2026 prices\n\n" + older: other + "3 costs imply the $2.21 per GPU-hour of the price sheet of 2026-03-18, not $1.86: at 20, at 25, at 30\n",
		older + "| 50 | 649 | $3.85 |\n| 55 | 500 | $1.00 |\n": lead + series + "2 costs imply another price per GPU-hour, not $1.86: $9.00 at 50, $1.80 at 55\n",
		older + "| 50 | 649 | $3.85 |\n":                       lead + "line 6, row 4, at 50, columns 2 and 3: $3.85/M tokens",
	} {
		out := must(t, "audit", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", write(t, "a.md", doc))
		if !strings.Contains(out, want) || strings.Count(out, lead) != strings.Count(doc, "$3.85") || strings.Count(out, other) != 1 {
			t.Errorf("%s", out)
		}
	}
}
