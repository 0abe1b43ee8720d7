package main

import (
	"strings"
	"testing"
)

// The days on which isofront's own tables say their points were measured are those they
// are checked with: an older snapshot, or every date by itself.
func TestAuditTakesMeasuringDates(t *testing.T) {
	old := []string{"table", "--model", "DeepSeek-R1-0528", "--workload", "8192/1024", "--as-of", "2025-12-20", "--targets", "40", "--quantity", "throughput"}
	all := []string{"table", "--model", "MiniMax-M2.5", "--workload", "8192/1024", "--all-dates", "--targets", "40", "--quantity", "throughput"}
	for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
		for name, c := range map[string]struct {
			made              []string
			says, right, flag string
		}{
			"as of":     {old, "taken from the text: snapshots of 2025-12-", "2,595", "--as-of=2026-08-01"},
			"all dates": {all, "taken from the text: all measuring dates", "13,039", ""},
		} {
			own := must(t, append(c.made, "--format", format)...)
			file := write(t, "own."+format, own)
			if out, errs, code := isofront(t, "audit", file, "--fail"); code != 0 || !strings.Contains(out, c.says) {
				t.Errorf("%s, %s: %d %s\n%s", name, format, code, errs, out)
			}
			if format != "csv" {
				if out := must(t, "audit", write(t, "wrong."+format, strings.Replace(own, c.right, "9,999", 1))); !strings.Contains(out, "1 differs") {
					t.Errorf("%s, %s: %s", name, format, out)
				}
			}
			if c.flag != "" { // is stronger
				if out := must(t, "audit", file, c.flag); strings.Contains(out, "snapshots of") || !strings.Contains(out, "differ") {
					t.Errorf("%s, %s: %s", name, format, out)
				}
			}
		}
	}
	// Dates that differ stand with their systems; the newest of them counts.
	mixed := must(t, "table", "--model", "DeepSeek-R1-0528", "--workload", "8192/1024", "--as-of", "2025-12-20", "--targets", "40", "--quantity", "throughput")
	if out := must(t, "audit", write(t, "mixed.md", strings.Replace(mixed, "Measured: 2025-12-15.", "Measured: 2025-11-02 to 2025-12-01 (H200), 2025-12-15 (B200 sglang v0.5).", 1)), "--fail"); !strings.Contains(out, "taken from the text: snapshots of 2025-12-15") {
		t.Error(out)
	}
	// With the newest points nothing is said; of two snapshots neither is taken.
	newest := must(t, append([]string{"table"}, append(old[1:5:5], "--targets", "40", "--quantity", "throughput")...)...)
	if out := must(t, "audit", write(t, "newest.md", newest), "--fail"); strings.Contains(out, "taken from") || strings.Contains(out, "date") {
		t.Error(out)
	}
	earlier := must(t, old...)
	two := write(t, "two.md", newest+"\n"+earlier)
	if out := must(t, "audit", two); !strings.Contains(out, "the tables say more than one date (2025-12-15, 2025-12-31): none is taken") || strings.Contains(out, "taken from") {
		t.Error(out)
	}
	if out := must(t, "audit", two, "--table", "2", "--fail"); !strings.Contains(out, "taken from the text: snapshots of 2025-12-15") {
		t.Error(out)
	}
	// A day before anything was measured is none.
	if out := must(t, "audit", write(t, "never.md", strings.Replace(earlier, "Measured: 2025-12-15.", "Measured: 1999-01-01.", 1))); strings.Contains(out, "taken from") {
		t.Error(out)
	}
	// The note is not about a table of somebody else's.
	foreign := "DeepSeek-R1-0528, 8192/1024\n\n| tok/s/user | B200 sglang FP4 tok/s/GPU |\n|---|---|\n| 40 | 3,216 |\n\n"
	if out := must(t, "audit", write(t, "foreign.md", foreign+earlier)); !strings.Contains(out, "more than one date (2025-12-15, and the newest): none is taken") || !strings.Contains(out, "1 agrees, 1 differs") {
		t.Error(out)
	}
	both := write(t, "both.md", must(t, append(all, "--quantity", "cost")...)+"\n\nMiniMax-M2.5, 8192/1024\n\n| tok/s/user | H20 |\n|---|---|\n| 40 | 3 |\n")
	if _, errs, code := isofront(t, "audit", both); code != 2 || !strings.Contains(errs, "--all-dates") {
		t.Errorf("%d %s", code, errs)
	}
}
