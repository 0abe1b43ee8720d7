package main

import (
	"strings"
	"testing"
)

// Every text that isofront writes says what its tables were made with: without a flag
// each is checked with that, and the report says what was taken.
func TestAuditTakesWhatOwnTablesSay(t *testing.T) {
	gb := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--baseline", "gb200*", "--targets", "20,25,30,80", "--quantity", "throughput,cost,energy"}
	agentic := []string{"--model", "DeepSeek-R1-0528", "--workload", "agentic"}
	for name, c := range map[string]struct{ flags, says []string }{
		"an older sheet": {append(gb, "--prices-as-of", "2026-03-18"), []string{"price sheet of 2026-03-18"}},
		"own figures":    {append(gb, "--price", "gb300=3", "--power", "gb200=1.5"), []string{"own price gb300=3", "own power gb200=1.5"}},
		"another basis":  {append(gb, "--basis", "neocloud", "--prices-as-of", "2026-07-14"), []string{"price sheet of 2026-07-14", "neocloud prices"}},
		"output tokens":  {append(agentic, "--tokens", "output"), []string{"output tokens"}},
		"axis, tail":     {append(agentic, "--axis", "e2el", "--percentile", "95"), []string{"equal E2E latency", "p95"}},
		"all of it":      {append(agentic, "--axis", "ttft", "--percentile", "75", "--tokens", "output", "--price", "b200=2.125", "--prices-as-of", "2026-03-18"), []string{"equal TTFT", "p75", "output tokens", "own price b200=2.125"}},
	} {
		for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
			file := write(t, "own."+format, must(t, append([]string{"table", "--format", format}, c.flags...)...))
			out, errs, code := isofront(t, "audit", file, "--fail")
			if code != 0 || !strings.Contains(out, " agree") || strings.Contains(out, `": not checked: `) { // a table
				t.Errorf("%s, %s: %d %s\n%s", name, format, code, errs, out)
			}
			for _, want := range c.says {
				if !strings.Contains(out, want) && format != "csv" { // which names figures, not their sheet
					t.Errorf("%s, %s: %q is not in\n%s", name, format, want, out)
				}
			}
		}
	}
	// With the defaults there is nothing to say.
	if out := must(t, "audit", write(t, "own.md", must(t, append([]string{"table"}, gb...)...)), "--fail"); strings.Contains(out, "taken from the text") {
		t.Error(out)
	}
}

// A flag is stronger than the text, a price sheet that is not of the data is none, and
// what two tables say in two ways is not taken of both.
func TestAuditTakesOnlyWhatIsClear(t *testing.T) {
	of := func(flags ...string) string {
		return must(t, append([]string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "20,25", "--quantity", "cost"}, flags...)...)
	}
	march, july := of("--prices-as-of", "2026-03-18"), of("--prices-as-of", "2026-07-14", "--price", "gb300=3")
	file := write(t, "march.md", march)
	if out := must(t, "audit", file, "--prices-as-of", "2026-08-14"); !strings.Contains(out, "prices of 2026-08-14") || !strings.Contains(out, "4 differ") {
		t.Error(out)
	}
	if out := must(t, "audit", file, "--basis", "hyperscaler", "--axis", "interactivity", "--tokens", "total"); !strings.Contains(out, "4 agree") {
		t.Error(out) // the basis is chosen, its sheet is not
	}
	if _, errs, code := isofront(t, "audit", write(t, "ttft.md", strings.Replace(march, "at equal interactivity", "at equal TTFT", 1)), "--axis", "interactivity"); code != 2 || !strings.Contains(errs, "at equal TTFT") {
		t.Errorf("%d %s", code, errs)
	}
	// The figures of a sheet that is not known are taken one by one.
	if out := must(t, "audit", write(t, "odd.md", strings.ReplaceAll(march, "sheet of 2026-03-18", "sheet of 2026-03-19"))); strings.Contains(out, "taken from") || !strings.Contains(out, "price gb200=2.21, price gb300=2.652") || !strings.Contains(out, "4 agree") {
		t.Error(out)
	}
	// The note of another table is not about one that is not isofront's.
	foreign := "Cost of DeepSeek-V4-Pro, 8192/1024\n\n| tok/s/user | GB200 $/M tok |\n|---|---|\n| 20 | $0.0709 |\n\n"
	both := write(t, "both.md", foreign+march)
	if out := must(t, "audit", both, "--table", "1"); strings.Contains(out, "taken from") || !strings.Contains(out, "1 agrees") {
		t.Error(out)
	}
	two := write(t, "two.md", march+"\n"+july)
	if out := must(t, "audit", two, "--fail"); strings.Contains(out, "more than one price sheet") || strings.Contains(out, "taken from the text: price sheet") || !strings.Contains(out, "price gb300=2.652 for table 1") {
		t.Error(out) // each is checked with what it lists
	}
	if out := must(t, "audit", two, "--basis", "hyperscaler"); !strings.Contains(out, "more than one price sheet (2026-03-18, 2026-07-14): none is taken") {
		t.Error(out)
	}
	for table, want := range map[string]string{"1": "taken from the text: price sheet of 2026-03-18\n", "2": "taken from the text: price sheet of 2026-07-14, own price gb300=3\n"} {
		if out := must(t, "audit", two, "--table", table, "--fail"); !strings.Contains(out, want) {
			t.Errorf("%s: %s", table, out)
		}
	}
}

// Each table is checked with the figures of the note that follows it, though another says
// others of the same hardware, and one that no note is about with those of the sheet.
func TestAuditTakesFiguresOfEachTable(t *testing.T) {
	of := func(format, quantity string, flags ...string) string {
		return must(t, append([]string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25", "--format", format, "--quantity", quantity}, flags...)...) + "\n"
	}
	for name, c := range map[string]struct{ quantity, flag, says, other string }{
		"price": {"cost", "--price=gb200=7", "own price gb200=7 for table 2", "--price=gb200=8"},
		"power": {"energy", "--power=gb200=4", "own power gb200=4 for table 2", "--power=gb200=5"},
	} {
		for _, format := range []string{"markdown", "html", "latex", "embed"} {
			sheet, own := of(format, c.quantity), of(format, c.quantity, c.flag)
			file := write(t, name+"."+format, sheet+own)
			if out, errs, code := isofront(t, "audit", file, "--fail"); code != 0 || !strings.Contains(out, c.says) || !strings.Contains(out, "4 cells: 4 agree") {
				t.Errorf("%s, %s: %d %s\n%s", name, format, code, errs, out)
			}
			// A flag is of all tables.
			if out := must(t, "audit", file, c.other); !strings.Contains(out, "2 agree, 2 differ") {
				t.Errorf("%s, %s: %s", name, format, out)
			}
			two := write(t, name+"2."+format, own+of(format, c.quantity, c.other))
			if out, errs, code := isofront(t, "audit", two, "--fail"); code != 0 || !strings.Contains(out, "for table 1") || !strings.Contains(out, "4 cells: 4 agree") {
				t.Errorf("%s, %s: %d %s\n%s", name, format, code, errs, out)
			}
		}
	}
	foreign := "Cost of DeepSeek-V4-Pro, 8192/1024\n\n| tok/s/user | GB200 $/M tok |\n|---|---|\n| 25 | $0.182 |\n\n"
	if out := must(t, "audit", write(t, "foreign.md", foreign+of("markdown", "cost", "--price=gb200=7")), "--fail"); !strings.Contains(out, "3 cells: 3 agree") {
		t.Error(out)
	}
	// Wrong at its own price, though right at the other's.
	if out := must(t, "audit", write(t, "wrong.md", of("markdown", "cost")+strings.Replace(of("markdown", "cost", "--price=gb200=7"), "$0.683", "$0.182", 1))); !strings.Contains(out, "1 differs") {
		t.Error(out)
	}
}

// A table that somebody published at a sheet that its text names in words: that sheet is
// offered first where cells agree at it, of two that are named neither.
func TestAuditOffersTheSheetThatATextNames(t *testing.T) {
	own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "20,25,30", "--quantity", "cost", "--prices-as-of", "2026-03-18")
	bare, _, _ := strings.Cut(own, "\n- ")
	const newest = "with the price sheet of 2026-07-14, 6 of the 6 cells that differ agree"
	for words, want := range map[string]string{
		"":                      newest,
		"At March 2026 prices.": "with the price sheet of 2026-03-18, which the text names, 6 of the 6 cells that differ agree (prices-as-of 2026-03-18)",
		"Measured 2026-03-18.":  newest,
		"Prices of 2026-03-18 or 2026-07-14, priced as of 2026-07-14.": "the text names more than one price sheet (2026-03-18, 2026-07-14): none of them is taken, costs are checked at that of 2026-08-14; prices-as-of chooses one\nwarning: " + newest,
	} {
		if out := must(t, "audit", write(t, "a.md", words+"\n\n"+bare)); !strings.Contains(out, "warning: "+want) {
			t.Errorf("%s:\n%s", words, out)
		}
	}
}
