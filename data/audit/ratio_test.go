package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/audit"
)

// TestRatios: at 40 the lines give 625 tok/s/GPU for B200 at $2 and 300 for H200
// MTP at $1: 2.0833 times the throughput, 1.0417 times as much for a dollar.
func TestRatios(t *testing.T) {
	for text, want := range map[string]string{
		"2.08x": "agrees", "2.1×": "agrees", "2 times": "agrees", "~2.08x*": "agrees", "2.08": "agrees", "2.1x (+110%)": "agrees", "2.2x": "differs", "2.083x": "agrees", "2.084x": "differs",
		"n/a": "missing", "∞": "missing", "neither": "missing", "**only baseline**": "missing", "+108%": "unreadable", "208%": "unreadable", "$2.08": "unreadable", "2.08 tok/s": "unreadable", "": "blank",
		// Bounds hold or not: 2.083 is not under 2, and rounds to 2.
		"up to 2x": "agrees", "<2x": "differs", "> 2x": "agrees", "≥ 2.1×": "agrees", "≥ 2.2x": "differs", "over $2": "unreadable",
	} {
		a, err := check(t, table("x|B200 vs. H200 MTP throughput|B200 tok/s/GPU", "40|"+text+" |625"), audit.Options{})
		if err != nil || len(a.Tables[0].Columns) != 2 {
			t.Fatalf("%q: %v %+v", text, err, a)
		}
		c := a.Tables[0].Cells[0]
		if c.State != want || c.Quantity != "throughput-ratio" || c.Series != "b200/vllm/fp8/none/agg" {
			t.Errorf("%q is %s of %s: %s, want %s", text, c.State, c.Quantity, c.Why, want)
		}
		if bound := strings.ContainsAny(text, "<≥"); want == "differs" && !bound && (*c.Expected != 2.08333333333 || len(c.Knots) != 2 || len(c.OverKnots) != 2 || c.Over != "h200/vllm/fp8/mtp/agg" || !strings.Contains(c.Why, "directional")) {
			t.Errorf("%+v", c)
		}
	}
	doc := func(rows ...string) string {
		return table(append([]string{"x|perf per dollar of B200 over H200 MTP"}, rows...)...)
	}
	a, err := check(t, doc("40|1.04x", "70|—", "70|2x", "10|—", "40|2.08x"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range a.Tables[0].Cells {
		got = append(got, c.State)
	}
	if want := "agrees unreachable outside unreachable differs"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
	if why := a.Tables[0].Cells[2].Why; !strings.HasPrefix(why, "b200/vllm/fp8/none/agg: faster than anything measured") {
		t.Error(why)
	}
	// ∞ is right where only the baseline cannot go that fast, else it contradicts; isofront's own
	// words say that there is none. B200 goes on to 80, H200 MTP ends at 60.
	sel := selection()
	sel.Series[0].Points = append(sel.Series[0].Points, iso.Point{X: opt.Of(80), Y: opt.Of(100), Concurrency: 4})
	for head, want := range map[string]string{
		"B200 vs H200 MTP throughput": "unreachable unreachable unreachable outside outside outside unreachable unreachable unreachable unreachable",
		"H200 MTP vs B200 throughput": "outside outside outside outside outside outside unreachable unreachable unreachable unreachable",
	} {
		grids, err := audit.Parse([]byte(table("x|"+head, "70|∞", "70|inf", "70|**∞x**", "90|∞", "10|∞", "10|∞×", "10|—", "70|only baseline", "90|neither", "90|neither*")))
		if err != nil {
			t.Fatal(err)
		}
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range a.Tables[0].Cells {
			got = append(got, c.State)
			if c.State == "outside" && !strings.Contains(c.Why, "∞ is for a baseline") {
				t.Errorf("%s: %s", head, c.Why)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", head, strings.Join(got, " "), want)
		}
	}
	// Without a price there is no ratio for a dollar, but one of throughput.
	for quantity, want := range map[string]string{"perf-per-dollar": "unpriced", "throughput-ratio": "agrees"} {
		c, err := audit.ParseColumn("GB200 gain=gb200*@2026-05-22 over b200*:" + quantity)
		if err != nil {
			t.Fatal(err)
		}
		a, err := check(t, table("x|GB200 gain", "40|4.8x"), audit.Options{Columns: []audit.Column{c}})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%s: %v %+v", quantity, err, a)
		}
	}
	for text, want := range map[string]string{
		"x=b200* over:perf-per-dollar": "a ratio is", "x=b200*:perf-per-dollar": "a ratio is", "x=b200* over h200*:cost": "a ratio is", "x=over h200*:perf-per-dollar": "a ratio is",
	} {
		if c, err := audit.ParseColumn(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v %v", text, c, err)
		}
	}
	for column, want := range map[string]string{
		"gain=b200* over tpu*:perf-per-dollar": "matches none", "gain=b200* over h200*mtp*": "nothing says whether it is of throughput, of throughput per dollar or of tokens per joule",
	} {
		c, err := audit.ParseColumn(column)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := check(t, table("x|gain", "40|2x"), audit.Options{Columns: []audit.Column{c}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", column, err, want)
		}
	}
	// A head that says half of it leaves the column out, as a table has many.
	a, err = check(t, table("x|B200 vs H200 MTP|B200 tok/s/GPU", "40|2.1x|625"), audit.Options{})
	if err != nil || len(a.Tables[0].Columns) != 1 || a.Tables[0].Unchecked[0].Why != "its head names a ratio" {
		t.Errorf("%v %+v", err, a)
	}
}
