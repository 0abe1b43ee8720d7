package audit_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// reported is a table with a cell of each verdict and text that would break its
// place.
func reported(t *testing.T) (*wire.Audit, []audit.Grid) {
	t.Helper()
	doc := table(`tok/s/user|B200 tok/s/GPU|B200 $/M|=SUM(A1) <b>note`,
		"40|625|$1.39|&lt;script&gt;alert(1)&lt;/script&gt;",
		"10|unreachable|$0.50|[x](javascript:y)",
		`50|n/a|soon|a\|b*`,
	)
	grids, err := audit.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	a, err := audit.Check(grids, selection(), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a, grids
}

func TestSummary(t *testing.T) {
	a, _ := reported(t)
	// 1.39 is the curve through costs, $0.50 is below the frontier, 50 is reached.
	// 1.39 x 625 x 0.0036 = $3.13.
	if got := audit.Summary(a); got != "1 agrees, 3 contradict (1 differs; 1 beyond what was measured; 1 printed as out of reach that is not), 1 unreachable, 1 not checkable; 1 cost does not fit the throughput beside it" {
		t.Error(got)
	}
	// 812.5 printed as 812: half a unit, agrees; as 811: one and a half, far; as
	// 813.0, off by half with a unit of 0.1: far; as 0.8k agrees, 0.9k is near.
	for text, near := range map[string]bool{"812": false, "811": false, "813.0": false, "0.8k": false, "0.9k": true} {
		a, err := check(t, table("x|B200 tok/s/GPU", "30|"+text), audit.Options{})
		if err != nil || audit.Near(&a.Tables[0].Cells[0]) != near {
			t.Errorf("%s: %v near: %v", text, err, !near)
		}
	}
}

func TestReportMarkdown(t *testing.T) {
	a, grids := reported(t)
	got := audit.ReportMarkdown(a, grids)
	for _, want := range []string{
		"| 40 | ✓ 625 | ✗ $1.39 (\\~$0.889) |", "| 10 | ∅ unreachable | ✗ $0.50 |", "| 50 | ✗ n/a (\\~438) | ? soon |",
		"1 agrees, 3 contradict (1 differs; 1 beyond what was measured; 1 printed as out of reach that is not), 1 unreachable, 1 not checkable", "a curve through the costs of the measured points gives 1.389",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "<script") || strings.Contains(got, "<b>") || strings.Contains(got, "[x](") {
		t.Errorf("markup of the text is in\n%s", got)
	}
	// What it writes reads as the same table again.
	again, err := audit.Parse([]byte(got))
	if err != nil || len(again) != 1 || len(again[0].Rows) != 3 || len(again[0].Head) != 4 {
		t.Errorf("%v %+v", err, again)
	}
}

// TestReportCSVOfARatio: both of a ratio's brackets and prices are there.
func TestReportCSVOfARatio(t *testing.T) {
	a, err := check(t, table("x|B200 vs H200 MTP perf/$", "40|2x"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(audit.ReportCSV(a))).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%v %q", err, rows)
	}
	for i, name := range rows[0] {
		want, ok := map[string]string{
			"knot1_y": "1000", "knot2_y": "250", "over_knot1_x": "20", "over_knot1_y": "500", "over_knot2_x": "60", "over_knot2_y": "100", "over_knot2_concurrency": "8",
			"usd_per_gpu_hour": "2", "over_usd_per_gpu_hour": "1", "over": "h200/vllm/fp8/mtp/agg",
		}[name]
		if ok && rows[1][i] != want {
			t.Errorf("%s is %q, want %q", name, rows[1][i], want)
		}
	}
}

// TestCountsInWords: one is one.
func TestCountsInWords(t *testing.T) {
	for want, n := range map[string]wire.AuditCounts{
		"1 cell: 1 differs; 1 cost breaks cost x throughput = price":                                          {Cells: 1, Differs: 1, BreaksIdentity: 1},
		"3 cells: 1 agrees, 2 differ; 2 costs break cost x throughput = price":                                {Cells: 3, Agrees: 1, Differs: 2, BreaksIdentity: 2},
		"2 cells: 2 differ; 1 cost breaks cost x throughput = price; 1 cost is at the price of another sheet": {Cells: 2, Differs: 2, BreaksIdentity: 1, OtherSheet: 1},
		"2 cells: 2 differ; 2 costs are at the price of another sheet":                                        {Cells: 2, Differs: 2, OtherSheet: 2},
		"no cells": {},
	} {
		if got := audit.CountText(&n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestReportCSV(t *testing.T) {
	a, _ := reported(t)
	rows, err := csv.NewReader(strings.NewReader(audit.ReportCSV(a))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + a.Counts.Cells + a.Counts.BreaksIdentity; len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	r := rows[2] // at 40, the cost
	for name, want := range map[string]string{
		"text": "$1.39", "verdict": "contradicts", "state": "differs", "expected": "0.888888888889", "splined": "1.38888888889", "knot1_x": "20", "knot2_y": "250", "target": "40",
	} {
		if r[at[name]] != want {
			t.Errorf("%s is %q, want %q", name, r[at[name]], want)
		}
	}
	if last := rows[len(rows)-1]; last[at["state"]] != "breaks_identity" || last[at["expected"]] != "2" {
		t.Errorf("%q", last)
	}
	for name, want := range map[string]string{"model": "M", "workload": "8192/1024", "axis": "interactivity", "percentile": "50", "tokens": "total", "price_basis": "hyperscaler", "prices_as_of": "", "usd_per_gpu_hour": "2", "over_knot1_x": ""} {
		for _, r := range [][]string{r, rows[len(rows)-1]} {
			if r[at[name]] != want {
				t.Errorf("%s is %q, want %q", name, r[at[name]], want)
			}
		}
	}
	for _, r := range rows {
		for _, c := range r {
			if strings.HasPrefix(c, "=") {
				t.Errorf("a formula: %q", c)
			}
		}
	}
}
