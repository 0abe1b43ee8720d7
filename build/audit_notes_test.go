package main

import (
	"strings"
	"testing"
)

// What the note of a table says of prices is taken where it can be read, thousands grouped
// or not, and what cannot is said. At $1,000 GB200's 2845.56 tok/s/GPU cost
// 1000 x 1e6 / (3600 x 2845.56) = $97.6.
func TestAuditOfNotesThatCannotBeTaken(t *testing.T) {
	own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25,50", "--quantity", "cost", "--prices-as-of", "2026-03-18")
	const gb200, note = "GB200 $2.21", "- Prices, "
	if !strings.Contains(own, gb200) {
		t.Fatal(own)
	}
	notFigure := `warning: table 1: what it says it was computed with is not taken, since it is no figure: price `
	for changed, want := range map[string]string{
		gb200:                      "4 cells: 4 agree\n",
		"GB200 $1,000":             "own price: gb200 $1000.00 per GPU-hour",
		"GB200 $1,000.00":          "the measured points give 97.618093",
		"GB200 $1,0000":            notFigure + `"GB200 $1,0000, GB300 $2.652." (line 8)`,
		"GB200 $2,21":              notFigure + `"GB200 $2,21, GB300 $2.652." (line 8)`,
		"GB200 $1 000":             notFigure + `"GB200 $1 000, GB300 $2.652." (line 8)`,
		"GB200 2.21 USD":           notFigure + `"GB200 2.21 USD, GB300 $2.652." (line 8)`,
		"GB200 $2.21 less 5%":      notFigure + `"GB200 $2.21 less 5%, GB300 $2.652." (line 8)`,
		"GB200 $0.00":              notFigure + `of gb200 "0.00"`,
		"GB200 $-2.21":             notFigure + `of gb200 "-2.21"`,
		"GB200 $2.21, GB200 $3.00": "warning: the text says more than one price of gb200: none is taken, that of the price sheet stands",
		gb200 + ", GB300 $2.652.\n" + note + "$/GPU-hour: GB200 $3.00": "warning: the text says more than one price of gb200: none is taken",
	} {
		if out := must(t, "audit", write(t, "own.md", strings.Replace(own, gb200, changed, 1))); !strings.Contains(out, want) {
			t.Errorf("%s: no %s in\n%s", changed, want, out)
		}
	}
	for from, x := range map[string]struct{ to, want string }{
		"2026-03-18 (": {"2026-03-19 (", "warning: the text names the price sheet 2026-03-19, which is none of this data: it is not taken"},
		"hyperscaler":  {"bigcloud", "warning: the text names the basis of prices bigcloud, which is none of this data: it is not taken"},
	} {
		if out := must(t, "audit", write(t, "own.md", strings.Replace(own, from, x.to, 1))); !strings.Contains(out, x.want) {
			t.Errorf("%s: no %s in\n%s", x.to, x.want, out)
		}
	}
	table, notes, _ := strings.Cut(own, "\n- ")
	out := must(t, "audit", write(t, "above.md", "- "+notes+"\n"+table))
	if !strings.Contains(out, "warning: the note at line 1 is not taken: no table of isofront's own stands above it") {
		t.Error(out)
	}
	if out := must(t, "audit", write(t, "own.md", own)); strings.Contains(out, "not taken") {
		t.Error(out)
	}
}

// A table that was made before every price sheet has no prices, and is checked without.
func TestAuditOfOwnTablesWithoutPrices(t *testing.T) {
	for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
		own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--baseline", "gb200*", "--prices-as-of", "2020-01-01",
			"--targets", "25,50", "--quantity", "cost,throughput", "--format", format)
		out, errs, code := isofront(t, "audit", write(t, "own."+format, own), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--fail")
		want := "12 cells: 6 agree, 6 without a price or power\n"
		if format == "csv" {
			want = "10 cells: 6 agree, 4 blank\n"
		}
		if code != 0 || !strings.HasSuffix(out, want) || format != "csv" && !strings.Contains(out, "(p50), no price sheet\n") {
			t.Errorf("%s: %d %s\n%s", format, code, errs, out)
		}
	}
	// Beside a table of a sheet, which of them is meant is asked.
	dated := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25", "--quantity", "cost", "--prices-as-of", "2026-03-18")
	undated := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25", "--quantity", "cost", "--prices-as-of", "2020-01-01")
	both := write(t, "both.md", dated+"\n"+undated)
	if out := must(t, "audit", both); !strings.Contains(out, "the tables say more than one price sheet (2026-03-18, none): none is taken") {
		t.Error(out)
	}
	if out := must(t, "audit", both, "--table", "2"); !strings.HasSuffix(out, "2 cells: 2 without a price or power\n") {
		t.Error(out)
	}
}
