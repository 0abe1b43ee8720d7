package main

import (
	"strings"
	"testing"
)

// TestAuditOfOwnTables: every table that isofront prints agrees with itself,
// without a flag.
func TestAuditOfOwnTables(t *testing.T) {
	for format, want := range map[string]string{
		"markdown": "60 cells: 40 agree, 20 unreachable by both",
		"html":     "60 cells: 40 agree, 20 unreachable by both",
		"latex":    "60 cells: 40 agree, 20 unreachable by both",
		"csv":      "65 cells: 44 agree, 21 unreachable by both", // it has every quantity
	} {
		file := write(t, "own."+format, must(t, append(gb, "--targets", "10,16,25,50,74", "--quantity", "throughput,cost,energy,tokens-per-dollar", "--format", format)...))
		out := must(t, "audit", file, "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18")
		if !strings.Contains(out, want) {
			t.Errorf("%s:\n%s", format, out)
		}
	}
	// Of another model, workload or axis, the form that says so is not checked.
	own := write(t, "own.csv", must(t, append(gb, "--targets", "25", "--format", "csv")...))
	for _, args := range [][]string{{"--model", "GLM-5", "--workload", "8192/1024"}, {"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--axis", "e2e-normalized"}} {
		if _, errs, code := isofront(t, append([]string{"audit", own}, args...)...); code != 2 || !strings.Contains(errs, "and would be checked against") {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}

// A wrong ratio in such a table is found, and a table of older prices told from a
// wrong one.
func TestAuditOfOwnTablesThatAreWrong(t *testing.T) {
	own := must(t, append(gb, "--targets", "25,50", "--quantity", "cost")...)
	if strings.Count(own, "2.11x") != 1 {
		t.Fatal(own)
	}
	file := write(t, "own.md", strings.Replace(own, "2.11x", "9.99x", 1))
	if out, _, code := isofront(t, "audit", file, "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18"); code != 1 || !strings.Contains(out, `"9.99x" differs: `) {
		t.Errorf("%d: %s", code, out)
	}
	// Without its notes it is a table that somebody published.
	bare, _, _ := strings.Cut(own, "\n- ")
	out := must(t, "audit", write(t, "own.md", bare), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024")
	if !strings.Contains(out, "warning: with the price sheet of 2026-07-14, 6 of the 6 cells that differ agree") {
		t.Error(out)
	}
}

// What a table of isofront's own was made with is named where the check was not told,
// a bound is that of the slowest measured point, and seconds are targets on an axis of time.
func TestAuditOfOwnTablesMadeOtherwise(t *testing.T) {
	base := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--quantity", "cost"}
	made, _, _ := strings.Cut(must(t, append(base, "--targets", "20,25", "--basis", "neocloud")...), "\n- ") // without its notes
	out := must(t, "audit", write(t, "own.md", made), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024")
	if !strings.Contains(out, "warning: with neocloud prices, 4 of the 4 cells that differ agree (basis neocloud)") {
		t.Error(out)
	}
	// GB200 was measured from 15.26 on: at 15 it has a bound, and so has every ratio to it.
	bound := must(t, append(base, "--targets", "15,50", "--reach", "at-least", "--baseline", "gb300*", "--format", "csv")...)
	if !strings.Contains(bound, "at_least") {
		t.Fatal(bound)
	}
	if out := must(t, "audit", write(t, "own.csv", bound), "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*"); !strings.Contains(out, "26 cells: 26 agree") {
		t.Error(out)
	}
	agentic := []string{"--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", "ttft"}
	timed := must(t, append([]string{"table", "--targets", "0.5,1,2,5"}, agentic...)...)
	if out := must(t, append([]string{"audit", write(t, "own.md", timed), "--fail"}, agentic...)...); !strings.Contains(out, "6 agree, 2 unreachable by both") {
		t.Error(out)
	}
}

// isofront's own CSV says at what prices and powers it was computed: unless others are
// chosen, it is checked with these, and the report says so.
func TestAuditOfOwnCSVAtItsPrices(t *testing.T) {
	of := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	base := append([]string{"table", "--series", "gb*", "--targets", "25,50", "--format", "csv", "--baseline", "gb200*"}, of...)
	check := func(made string, more ...string) string {
		t.Helper()
		return must(t, append(append([]string{"audit", write(t, "own.csv", made)}, of...), more...)...)
	}
	for name, flags := range map[string][]string{
		"basis":          {"--basis", "rental"},
		"own price":      {"--price", "gb300=2.37"},
		"price and kW":   {"--price", "GB200=0.125", "--power", "gb300=1.5"},
		"an older sheet": {"--prices-as-of", "2026-03-18"},
	} {
		out := check(must(t, append(base[:len(base):len(base)], flags...)...), "--fail")
		if !strings.Contains(out, "warning: checked with what the table says it was computed with, which is not what the price sheet has: p") || !strings.Contains(out, "26 cells: 26 agree\n") {
			t.Errorf("%s:\n%s", name, out)
		}
	}
	made := must(t, base...)
	if out := check(made, "--fail"); strings.Contains(out, "computed with") || !strings.Contains(out, "26 cells: 26 agree\n") {
		t.Errorf("the sheet's own prices:\n%s", out)
	}
	// What is chosen is checked, and a price that is said in two ways is none.
	rental := must(t, append(base[:len(base):len(base)], "--basis", "rental")...)
	for _, other := range [][]string{{"--prices-as-of", "2026-08-14"}, {"--basis", "neocloud"}} {
		if out := check(rental, other...); strings.Contains(out, "computed with") || !strings.Contains(out, "10 differ") {
			t.Errorf("%v:\n%s", other, out)
		}
	}
	if out := check(rental, "--price", "gb200=7"); !strings.Contains(out, "price sheet has: price gb300=") || strings.Contains(out, "gb200=") {
		t.Error(out)
	}
	lines := strings.SplitAfter(rental, "\r\n")
	lines[1] = strings.Replace(lines[1], ",2.6,", ",2.7,", 1)
	if out := check(strings.Join(lines, "")); strings.Contains(out, "gb200=") || !strings.Contains(out, "price gb300=") {
		t.Error(out)
	}
}

// Two tables of isofront's own form at two prices: each is checked at its own,
// alone and with the other, and what was taken for which is said.
func TestAuditOfTwoOwnPrices(t *testing.T) {
	at := func(price string) string {
		return must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb300*", "--targets", "20,25", "--quantity", "cost", "--price", "gb300="+price, "--format", "csv")
	}
	both := write(t, "both.csv", at("2")+"\n"+at("3"))
	args := []string{"audit", both, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	for _, table := range []string{"1", "2"} {
		must(t, append(args, "--table", table, "--fail")...)
	}
	if out := must(t, append(args, "--fail")...); !strings.Contains(out, "price gb300=2 for table 1, price gb300=3 for table 2") || !strings.Contains(out, "20 cells: 20 agree") {
		t.Error(out)
	}
}
