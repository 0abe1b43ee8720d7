package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestAuditOfSteps: the steps of a chain are checked as ratios in every text that
// isofront writes, and a wrong one is found.
func TestAuditOfSteps(t *testing.T) {
	chain := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--chain", "gb200*,gb300*,mi355x*fp4*", "--targets", "20,25", "--quantity", "throughput", "--prices-as-of", "2026-03-18"}
	mapped := regexp.MustCompile(`column \d "(?:whole: )?GB\d00[^"]* → [^"]*" is perf-per-dollar of (\S+) over (\S+) \(by its head\)`)
	for _, format := range []string{"markdown", "html", "latex", "embed"} {
		out := must(t, "audit", write(t, "own."+format, must(t, append(chain, "--format", format)...)), "--fail")
		if n := len(mapped.FindAllString(out, -1)); n != 3 || strings.Contains(out, `": not checked: `) {
			t.Errorf("%s: %d steps\n%s", format, n, out)
		}
	}
	own := must(t, chain...)
	cell := regexp.MustCompile(`1\.\d\dx`)
	if at := cell.FindStringIndex(own[strings.Index(own, "step by step"):]); at == nil {
		t.Fatal(own)
	} else {
		at[0] += strings.Index(own, "step by step")
		own = own[:at[0]] + "9" + own[at[0]+1:]
	}
	if out := must(t, "audit", write(t, "wrong.md", own)); !strings.Contains(out, `x" differs: the measured points give 1.`) {
		t.Error(out)
	}
	// A step whose words fit several series, and no table beside it tells which, is left out.
	const bare = "Performance per dollar, step by step\n\n| tok/s/user | GB200 → MI355X (hardware) | GB200 → GB300 (hardware) |\n|---|---|---|\n| 20 | 0.15x | 1.04x |\n"
	if out := must(t, "audit", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", write(t, "bare.md", bare)); !strings.Contains(out, "MI355X (hardware)\" is not checked: its head is a step from one system to another, and its words do not name exactly two series; --column ") || !strings.Contains(out, "1 agrees") {
		t.Error(out)
	}
}
