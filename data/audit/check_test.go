package audit_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// selection is two knots at $2 per GPU-hour, (20, 1000) and (60, 250), a straight
// line, beside two series of one hardware and one without a price.
func selection() *query.Selection {
	series := func(name, snapshot string, price float64, xy ...float64) iso.Series {
		p := strings.Split(name, "/")
		s := iso.Series{Name: name, Hardware: p[0], Framework: p[1], Precision: p[2], SpecDecoding: p[3], Disagg: p[4] == "disagg", Official: true, Snapshot: snapshot}
		if snapshot != "" {
			s.Name += "@" + snapshot
		}
		if price > 0 {
			s.Price = opt.Of(price)
		}
		for i := 0; i < len(xy); i += 2 {
			s.Points = append(s.Points, iso.Point{X: opt.Of(xy[i]), Y: opt.Of(xy[i+1]), Concurrency: 8, Recipe: "TP=8"})
		}
		return s
	}
	return &query.Selection{Model: "M", Workload: "8192/1024", Axis: iso.Interactivity, Percentile: 50, Basis: cost.Hyperscaler, Series: []iso.Series{
		series("b200/vllm/fp8/none/agg", "", 2, 20, 1000, 60, 250),
		series("h200/vllm/fp8/mtp/agg", "", 1, 20, 500, 60, 100),
		series("h200/vllm/fp8/none/agg", "", 1, 20, 400, 60, 100),
		series("gb200/dynamo-vllm/fp4/none/disagg", "2026-05-04", 0, 20, 4000, 60, 1000),
		series("gb200/dynamo-vllm/fp4/none/disagg", "2026-05-22", 0, 20, 5000, 60, 1000),
	}}
}

func check(t *testing.T, doc string, o audit.Options) (*wire.Audit, error) {
	t.Helper()
	grids, err := audit.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return audit.Check(grids, selection(), o)
}

// table is a Markdown table of a head and rows.
func table(lines ...string) string {
	out := "|" + lines[0] + "|\n|" + strings.Repeat("-|", strings.Count(lines[0], "|")+1) + "\n"
	for _, l := range lines[1:] {
		out += "|" + l + "|\n"
	}
	return out
}

// TestStates: one cell of every state. At 40 the line gives 625 tok/s/GPU, and
// 2e6/(3600*625) = $0.8889/M; interpolating cost by itself would print $1.39.
func TestStates(t *testing.T) {
	a, err := check(t, table("tok/s/user|B200 tok/s/GPU|B200 $/M|GB200 2026-05-22 $/M",
		"40|625|$0.89|",         // agrees
		"40|625.4|1.39|0.1",     // differs twice: the last digit is tenths; unpriced
		"60|250|$2.22|–",        // a knot; unpriced
		"10|unreachable|$0.50|", // below
		"70|100|—|",             // above
		"50|n/a|$1.27 ||",       // missing; 437.5 -> 1.26984
		"40|six hundred||",      // unreadable
		"fast|600|0.9|",         // no target
	), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range a.Tables[0].Cells {
		got = append(got, c.State)
	}
	want := "agrees agrees blank differs differs unpriced agrees agrees unpriced unreachable outside blank outside unreachable blank missing agrees blank unreadable blank blank unreadable unreadable blank"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	n := a.Counts
	if n != (wire.AuditCounts{Cells: 24, Findings: 8, Agrees: 5, Unreachable: 2, Differs: 2, Outside: 2, Missing: 1, Unreadable: 3, Unpriced: 2, Blank: 7, BreaksIdentity: 1}) {
		t.Errorf("%+v", n)
	}
	c := a.Tables[0].Cells[4]
	if *c.Expected != 0.888888888889 || math.Abs(*c.Difference-0.501111111111) > 1e-12 || !c.Directional || len(c.Knots) != 2 || *c.HalfUnit != 0.005 {
		t.Errorf("%+v", c)
	}
	if c := a.Tables[0].Cells[10]; c.Why != "slower than anything measured: the slowest measured point is 20 tok/s/user (concurrency 8, TP=8)" || len(c.Knots) != 1 {
		t.Errorf("%+v", c)
	}
	// 1.39 x 625.4 x 0.0036 = $3.13, not $2
	if x := a.Tables[0].Identities[0]; x.Row != 2 || math.Abs(x.Implied-3.1295) > 1e-3 || x.ImpliedRange[0] > x.Implied || x.ImpliedRange[1] < x.Implied {
		t.Errorf("%+v", x)
	}
}

// TestRounding: half a unit of the last printed digit agrees, more does not. At
// 30 the line gives 812.5.
func TestRounding(t *testing.T) {
	for text, agrees := range map[string]bool{"812": true, "813": true, "811": false, "814": false, "812.5": true, "812.6": false, "812.50": true, "0.8k": true, "0.9k": false, "0.81k": true} {
		a, err := check(t, table("x|B200 tok/s/GPU", "30|"+text), audit.Options{})
		if err != nil || (a.Counts.Agrees == 1) != agrees {
			t.Errorf("%s: %v %+v, want agrees: %v", text, err, a.Counts, agrees)
		}
	}
}

func TestColumnsProposed(t *testing.T) {
	for head, want := range map[string]string{
		"B200 $/M":                               "b200/vllm/fp8/none/agg",
		"B200 vLLM FP8 ($/M tok)":                "b200/vllm/fp8/none/agg",
		"b200/vllm/fp8/none/agg":                 "b200/vllm/fp8/none/agg",
		"Cost on NVIDIA B200 (8 GPUs)":           "b200/vllm/fp8/none/agg",
		"H200 MTP":                               "h200/vllm/fp8/mtp/agg",
		"H200 no MTP":                            "h200/vllm/fp8/none/agg",
		"H200 (non-MTP)":                         "h200/vllm/fp8/none/agg",
		"H200 vllm FP8 agg":                      "h200/vllm/fp8/none/agg", // its label, word for word
		"GB200 NVFP4 2026-05-04":                 "gb200/dynamo-vllm/fp4/none/disagg@2026-05-04",
		"GB200 dynamo-vllm @ 2026-05-22 disagg.": "gb200/dynamo-vllm/fp4/none/disagg@2026-05-22",
		"GB200 2026-05-04 vLLM disaggregated":    "gb200/dynamo-vllm/fp4/none/disagg@2026-05-04",
		"H200":                                   "ambiguous",
		"H200 FP8":                               "ambiguous",
		"GB200 FP4":                              "ambiguous",
		"B300":                                   "none",
		"B200 FP4":                               "none",
		"B200 SGLang":                            "none",
		"B200 MTP":                               "none",
		"B200 disagg":                            "none",
		"H200 and B200":                          "none",
		"GB200 2026-05-05":                       "none",
		"vLLM FP8":                               "none",
		"FP8":                                    "none",
		"":                                       "none",
	} {
		// A second column makes the table worth checking.
		a, err := check(t, table("x|"+head+" |B200 tok/s/GPU", "30|$0.10|812"), audit.Options{})
		switch {
		case want == "ambiguous":
			if err == nil || !strings.Contains(err.Error(), "could be ") {
				t.Errorf("%q: %v", head, err)
			}
		case err != nil:
			t.Errorf("%q: %v", head, err)
		case want == "none":
			if len(a.Tables[0].Columns) != 1 || len(a.Tables[0].Unchecked) != 1 {
				t.Errorf("%q: %+v", head, a.Tables[0].Columns)
			}
		default:
			if c := a.Tables[0].Columns[0]; len(a.Tables[0].Columns) != 2 || c.Series != want || !c.Proposed {
				t.Errorf("%q: %+v, want %s", head, a.Tables[0].Columns, want)
			}
		}
	}
}

func TestParseColumn(t *testing.T) {
	for text, want := range map[string]audit.Column{
		"B200=b200*":                   {Head: "B200", Glob: "b200*"},
		"a = b=b200*:cost":             {Head: "a = b", Glob: "b200*", Quantity: "cost"},
		"B200=:throughput":             {Head: "B200", Quantity: "throughput"},
		" B200 = b200* : Energy ":      {Head: "B200", Glob: "b200*", Quantity: "energy"},
		"#2=b200*:tokens-per-dollar":   {Head: "#2", Glob: "b200*", Quantity: "tokens-per-dollar"},
		"ratio: a/b=-":                 {Head: "ratio: a/b", Skip: true},
		"x: $/M=b200*@2026-05-04:cost": {Head: "x: $/M", Glob: "b200*@2026-05-04", Quantity: "cost"},
	} {
		if got, err := audit.ParseColumn(text); err != nil || got != want {
			t.Errorf("%q: %+v %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"": "want HEAD=GLOB", "B200": "want HEAD=GLOB", "=b200*": "want HEAD=GLOB", "B200=": "names neither", "B200=:": `quantity ""`,
		"B200=b200*:speed": "want throughput, cost, energy, tokens-per-dollar, throughput-per-mw, GLOB over GLOB:throughput-ratio, GLOB over GLOB:perf-per-dollar"} {
		if got, err := audit.ParseColumn(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v %v, want %s", text, got, err, want)
		}
	}
}

// TestTables: tables about something else are passed over with a reason; the
// option of one table makes its faults errors.
func TestTables(t *testing.T) {
	doc := table("System|GPUs", "B200|8") + "\n" + table("speed|note|B200 $/M", "40|ok|0.89") + "\n" + table("B200 $/M|target", "0.89|40")
	a, err := check(t, doc, audit.Options{})
	if err != nil || a.Counts.Agrees != 2 || a.Tables[0].Skipped != "no column says at which speeds its rows are read" || a.Tables[2].TargetColumn != 2 {
		t.Errorf("%v %+v", err, a)
	}
	a, err = check(t, doc, audit.Options{TargetColumn: "target"})
	if err != nil || len(a.Tables) != 3 || a.Counts.Agrees != 1 || a.Tables[2].TargetColumn != 2 {
		t.Errorf("%v %+v", err, a)
	}
	for name, o := range map[string]audit.Options{
		"holds no targets":             {Table: 1, TargetColumn: "System"},
		"the document holds 3":         {Table: 4},
		"has no such column":           {Table: 1, TargetColumn: "target"},
		"the document holds several":   {Columns: []audit.Column{{Head: "#2", Glob: "b200*"}}},
		"given twice":                  {Table: 3, TargetColumn: "target", Columns: []audit.Column{{Head: "#1", Glob: "b200*"}, {Head: "b200 $/m", Glob: "b200*"}}},
		"no table has it":              {Columns: []audit.Column{{Head: "B300", Glob: "b200*"}}},
		"must match one series":        {Table: 2, Columns: []audit.Column{{Head: "B200 $/M", Glob: "*"}}},
		"nothing says whether it is":   {Table: 2, Columns: []audit.Column{{Head: "note", Glob: "b200*"}}},
		"its head names none of b200/": {Table: 2, Columns: []audit.Column{{Head: "note", Quantity: "cost"}}},
	} {
		if _, err := check(t, doc, o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTextIsData: control characters of a document do not reach the terminal.
func TestTextIsData(t *testing.T) {
	a, err := check(t, table("x|B200 tok/s/GPU \x1b\x07|other \x1b]0;owned \u202e", "40|\x1b[31mred|1", "40|625|1"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := audit.WriteText(&b, a); err != nil || strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
		t.Errorf("%v %q", err, b.String())
	}
}

// FuzzCheck: whatever the document, the checker ends, and counts every cell once.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(table("tok/s/user|B200 tok/s/GPU|B200 $/M", "40|625|$0.89")))
	f.Add([]byte("x,H200 MTP $/M\n25,7.2k\n"))
	f.Add([]byte("<table><tr><th>x<th>GB200 2026-05-22 J/tok<tr><td>40 ms<td>1e3</table>"))
	sel := selection()
	f.Fuzz(func(t *testing.T, doc []byte) {
		grids, err := audit.Parse(doc)
		if err != nil {
			return
		}
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil {
			return
		}
		cells, n := 0, a.Counts
		for _, x := range a.Tables {
			cells += len(x.Cells)
		}
		if cells != n.Cells || n.Cells != n.Findings+n.Agrees+n.Unreachable+n.Unpriced+n.Blank || n.Findings != n.Differs+n.Outside+n.Missing+n.Unreadable {
			t.Fatalf("%d cells: %+v", cells, n)
		}
	})
}

// A published cost of $1.39 at 40 tok/s/user, where $2 per GPU-hour over the
// 625 tok/s/GPU between the knots is $0.889.
func Example() {
	grids, err := audit.Parse([]byte("tok/s/user,B200 $/M\n20,0.556\n40,1.39\n70,3.00\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := audit.Check(grids, selection(), audit.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := audit.WriteText(os.Stdout, found); err != nil {
		fmt.Println(err)
	}
	// Output:
	// M, 8192/1024, at equal interactivity (p50), no price sheet
	// table 1 (csv, line 1)
	//   column 1 "tok/s/user" holds the targets
	//   column 2 "B200 $/M" is cost of b200/vllm/fp8/none/agg at $2.00 per GPU-hour (by its head)
	//   line 3, row 2, at 40, column 2 "B200 $/M": "1.39" differs: the measured points give 0.88888889 (+0.50111111, +56.4%), directional; a curve through the costs of the measured points gives 1.389
	//   line 4, row 3, at 70, column 2 "B200 $/M": "3.00" outside: faster than anything measured: the fastest measured point is 60 tok/s/user (concurrency 8, TP=8)
	// 3 cells: 1 agrees, 1 differs, 1 outside the frontier
}

// TestEndWithoutConcurrency: what data do not give of a knot is left out of the
// reason, which never names a concurrency of 0.
func TestEndWithoutConcurrency(t *testing.T) {
	grids, err := audit.Parse([]byte(table("tok/s/user|B200 tok/s/GPU", "90|200")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		concurrency int
		recipe      string
		want        string
	}{{0, "", "60 tok/s/user"}, {0, "TP=8", "60 tok/s/user (TP=8)"}, {4, "", "60 tok/s/user (concurrency 4)"}} {
		sel := selection()
		for i := range sel.Series[0].Points {
			p := &sel.Series[0].Points[i]
			p.Concurrency, p.Recipe = c.concurrency, c.recipe
		}
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Tables[0].Cells[0].Why; got != "faster than anything measured: the fastest measured point is "+c.want {
			t.Error(got)
		}
	}
}
