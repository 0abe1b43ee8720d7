package main

import (
	"fmt"
	"path/filepath"
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

// The note of measuring dates is read with an unofficial series beside one that is not,
// whose names are told apart in brackets, and with more dates than are usual.
func TestAuditTakesTheDatesOfManySystems(t *testing.T) {
	const head = "model,workload,hardware,framework,precision,spec_decoding,disagg,recipe,concurrency,tput_per_gpu,interactivity,measured_on,run,source,official\n"
	row := func(b *strings.Builder, framework string, speed, y int, day string, official bool) {
		fmt.Fprintf(b, "M,8192/1024,b200,%s,fp8,none,false,tp8,4,%d,%d,%s,a,S,%t\n", framework, y, speed, day, official)
	}
	two, many := &strings.Builder{}, &strings.Builder{}
	for _, b := range []*strings.Builder{two, many} {
		b.WriteString(head)
	}
	for i, day := range []string{"2026-01-01", "2026-01-02"} {
		for _, x := range []int{50, 100} {
			row(two, "trt", x, 3000-20*x+100*i, day, i == 0)
			row(two, "trt", x, 4000-20*x+100*i, "2026-06-0"+fmt.Sprint(i+1), i == 0)
		}
	}
	for i := range 120 {
		for _, x := range []int{50, 100} {
			row(many, fmt.Sprintf("fw%d", i), x, 3000-20*x+i, fmt.Sprintf("2026-%02d-%02d", 1+i/28, 1+i%28), true)
			row(many, fmt.Sprintf("fw%d", i), x, 4000-20*x+i, "2026-06-01", true)
		}
	}
	for name, csv := range map[string]string{"two": two.String(), "many": many.String()} {
		dir := filepath.Join(t.TempDir(), "data")
		must(t, "pack", "-o", dir, write(t, name+".csv", csv))
		for _, format := range []string{"markdown", "html", "latex"} {
			own := must(t, "table", "--data", dir, "--as-of", "2026-05-20", "--targets", "60,80", "--quantity", "throughput", "--format", format)
			if name == "two" && !strings.Contains(own, "(unofficial))") {
				t.Errorf("%s: no brackets in brackets in\n%s", format, own)
			}
			if out, errs, code := isofront(t, "audit", write(t, "own."+format, own), "--data", dir, "--fail"); code != 0 || !strings.Contains(out, "taken from the text: snapshots of 2026-0") {
				t.Errorf("%s, %s: %d %s\n%.2000s", name, format, code, errs, out)
			}
		}
	}
}
