package audit_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

func opened(t *testing.T, doc string, o audit.Options) *wire.AuditOpened {
	t.Helper()
	grids, err := audit.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return audit.Open(grids, selection(), o)
}

// roles is a table's columns in a word each.
func roles(t *wire.AuditOpenedTable) string {
	var out []string
	for _, c := range t.Columns {
		word := c.Role
		if c.Series != "" {
			hardware, _, _ := strings.Cut(c.Series, "/")
			word += ":" + hardware
		}
		if c.Quantity != "" {
			word += ":" + c.Quantity
		}
		if len(c.Could) > 1 {
			word += "?" + string(rune('0'+len(c.Could)))
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// TestOpen: what a page offers for each column. The selection has two series of
// H200 and two of GB200.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct {
		doc, want string
		o         audit.Options
	}{
		"by its heads":              {table("tok/s/user|B200 tok/s/GPU|B200 $/M|note", "40|625|0.89|ok"), "target checked:b200:throughput checked:b200:cost left_out", audit.Options{}},
		"several series":            {table("tok/s/user|H200 $/M", "40|0.89"), "target open:cost?2", audit.Options{}},
		"no quantity":               {table("tok/s/user|B200", "40|0.89"), "target open:b200", audit.Options{}},
		"neither":                   {table("tok/s/user|H200", "40|0.89"), "target open?2", audit.Options{}},
		"ratio":                     {table("tok/s/user|B200 vs H200|B200 $/M", "40|1.2x|0.89"), "target left_out:b200 checked:b200:cost", audit.Options{}},
		"a ratio by its head":       {table("tok/s/user|B200 vs H200 MTP perf/$", "40|1.04x"), "target checked:b200:perf-per-dollar", audit.Options{}},
		"said: a ratio":             {table("tok/s/user|advantage", "40|1.2x"), "target checked:b200:throughput-ratio", audit.Options{Columns: []audit.Column{{Number: 2, Glob: "b200*", Over: "h200*mtp*", Quantity: audit.ThroughputRatio}}}},
		"said: half a ratio":        {table("tok/s/user|advantage", "40|1.2x"), "target open:b200:perf-per-dollar", audit.Options{Columns: []audit.Column{{Number: 2, Glob: "b200*", Quantity: audit.PerfPerDollar}}}},
		"targets are not first":     {table("note|B200 $/M|Interactivity", "so|0.89|40"), "left_out checked:b200:cost target", audit.Options{}},
		"targets without a word":    {table("note|x|B200 $/M", "so|40|0.89"), "left_out target checked:b200:cost", audit.Options{}},
		"targets by their head":     {table("GPUs|tok/s/user|B200 $/M", "8|40|0.89"), "left_out target checked:b200:cost", audit.Options{}},
		"no targets":                {table("a|B200 $/M", "x|$0.89"), "left_out left_out", audit.Options{}},
		"said: not the targets":     {table("tok/s/user|B200 $/M", "40|$0.89"), "left_out left_out", audit.Options{Columns: []audit.Column{{Number: 1, Skip: true}}}},
		"said by its head":          {table("n|tok/s/user|B200 $/M", "40|9|$0.89"), "target left_out checked:b200:cost", audit.Options{TargetColumn: "N"}},
		"said: a series":            {table("tok/s/user|H200 $/M", "40|0.89"), "target checked:h200:cost", audit.Options{Columns: []audit.Column{{Number: 2, Glob: "h200/vllm/fp8/mtp/agg"}}}},
		"said: a quantity":          {table("tok/s/user|B200", "40|0.89"), "target checked:b200:cost", audit.Options{Columns: []audit.Column{{Number: 2, Quantity: "cost"}}}},
		"said: both":                {table("tok/s/user|?", "40|0.89"), "target checked:gb200:energy", audit.Options{Columns: []audit.Column{{Number: 2, Glob: "gb200/dynamo-vllm/fp4/none/disagg@2026-05-04", Quantity: "energy"}}}},
		"said: left out":            {table("tok/s/user|H200|B200 $/M", "40|0.89|0.89"), "target left_out checked:b200:cost", audit.Options{Columns: []audit.Column{{Number: 2, Skip: true}}}},
		"said: the targets":         {table("tok/s/user|x|B200 $/M", "1|40|0.89"), "left_out target checked:b200:cost", audit.Options{TargetNumber: 2}},
		"said: no such series":      {table("tok/s/user|B200 $/M", "40|0.89"), "target open", audit.Options{Columns: []audit.Column{{Number: 2, Glob: "tpu"}}}},
		"said: no such column":      {table("tok/s/user|B200 $/M", "40|0.89"), "target checked:b200:cost", audit.Options{Columns: []audit.Column{{Number: 9, Glob: "tpu"}}, TargetNumber: 9}},
		"a column said by its head": {table("tok/s/user|H200 $/M", "40|0.89"), "target checked:h200:cost", audit.Options{Columns: []audit.Column{{Head: "h200 $/m", Glob: "h200*mtp*"}}}},
	} {
		got := opened(t, c.doc, c.o)
		if len(got.Tables) != 1 || roles(&got.Tables[0]) != c.want {
			t.Errorf("%s: %s, want %s", name, roles(&got.Tables[0]), c.want)
		}
		for _, x := range got.Tables[0].Columns {
			if (x.Role == wire.AuditOpen || x.Role == wire.AuditLeftOut) && x.Why == "" {
				t.Errorf("%s: column %d is %s without a reason", name, x.Column, x.Role)
			}
		}
	}
	if got := opened(t, table("x|B200 $/M", "40|1"), audit.Options{}); len(got.Series) != 5 || got.Series[0].Label != "B200 vllm FP8" {
		t.Errorf("%+v", got.Series)
	}
}

// TestCheckReadsWhatOpenSays: both read rows at the same column, and the text says
// which, whatever stands first.
func TestCheckReadsWhatOpenSays(t *testing.T) {
	for head, want := range map[string]int{
		"Concurrency|tok/s/user|B200 $/M": 2, "tok/s/user|Concurrency|B200 $/M": 1, "B200 $/M|x|Target": 3, "Speed|m|B200 $/M": 1, "n|x|B200 $/M": 2,
	} {
		doc := table(head, "40|40|40")
		o := opened(t, doc, audit.Options{})
		a, err := check(t, doc, audit.Options{})
		if err != nil || o.Tables[0].TargetColumn != want || a.Tables[0].TargetColumn != want {
			t.Errorf("%s: %v: column %d, want %d", head, err, o.Tables[0].TargetColumn, want)
			continue
		}
		said := fmt.Sprintf("  column %d %q holds the targets\n", want, strings.Split(head, "|")[want-1])
		var text, columns strings.Builder
		if err := errors.Join(audit.WriteText(&text, a), audit.WriteColumns(&columns, o)); err != nil || !strings.Contains(text.String(), said) || !strings.Contains(columns.String(), said) {
			t.Errorf("%s: %v: no %s in\n%s%s", head, err, said, text.String(), columns.String())
		}
	}
	// One that is to be checked is not one of targets.
	a, err := check(t, table("tok/s/user|x|n", "40|40|625"), audit.Options{Columns: []audit.Column{{Head: "tok/s/user", Glob: "b200*", Quantity: "cost"}}})
	if err != nil || a.Tables[0].TargetColumn != 2 {
		t.Errorf("%v %+v", err, a)
	}
}

// TestTurned: what is said of a table that was turned is said of where its cells
// stand in the document.
func TestTurned(t *testing.T) {
	grids, err := audit.Parse([]byte("Words.\n\n" + table("$/M|40 tok/s/user|50 tok/s/user", "B200|0.89|soon", "B200 tok/s/GPU|100|200")))
	if err != nil {
		t.Fatal(err)
	}
	if grids[0], err = grids[0].Turn(); err != nil {
		t.Fatal(err)
	}
	columns := []audit.Column{{Head: "B200", Glob: "b200*", Quantity: "cost"}}
	a, err := audit.Check(grids, selection(), audit.Options{Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, c := range a.Tables[0].Cells {
		at = append(at, fmt.Sprintf("%d %d %d %s", c.Line, c.Row, c.Column, c.Text))
	}
	if got := strings.Join(at, ", "); a.Tables[0].Layout != audit.Turned || got != "5 1 2 0.89, 6 2 2 100, 5 1 3 soon, 6 2 3 200" {
		t.Errorf("%s %s", a.Tables[0].Layout, got)
	}
	var text, said strings.Builder
	if err := errors.Join(audit.WriteText(&text, a), audit.WriteColumns(&said, audit.Open(grids, selection(), audit.Options{Columns: columns}))); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n  turned: its rows and columns are exchanged to be checked, and named as they stand in the document\n",
		"\n  the row of heads \"$/M\" holds the targets\n", "\n  row 1 \"B200\" is cost of b200/vllm/fp8/none/agg at $2.00 per GPU-hour\n",
		"\n  line 5, row 1 \"B200\", column 3, at 50: \"soon\" unreadable", "price: line 5, rows 1 and 2, at 40, column 2: $0.89/M",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if !strings.Contains(said.String(), "\n  column 2 (row 1) \"B200\" is cost of") {
		t.Error(said.String())
	}
	if got := audit.ReportCSV(a); !strings.Contains(got, "\n1,1,5,2,B200,") || !strings.Contains(got, "\n1,2,6,3,B200 tok/s/GPU,") {
		t.Error(got)
	}
	// The report has the table as its reader knows it.
	if got := audit.ReportMarkdown(a, grids); !strings.Contains(got, "| $/M | 40 tok/s/user | 50 tok/s/user |") || !strings.Contains(got, "| B200 | ✓ 0.89 | ? soon |") {
		t.Error(got)
	}
	// Turned again, it is as it was.
	back, err := grids[0].Turn()
	if err != nil || back.Layout != "" || back.Place(2, 3) != [2]int{2, 3} || back.Rows[1].Cells[2] != "200" {
		t.Errorf("%v %+v", err, back)
	}
}

// TestLenientCheck: what is clear is checked, what is not is left out with its
// reason, and the same text without Lenient is an error.
func TestLenientCheck(t *testing.T) {
	doc := table("tok/s/user|B200 tok/s/GPU|H200 $/M", "40|625|0.89")
	if _, err := check(t, doc, audit.Options{}); err == nil {
		t.Error("an ambiguous column was read")
	}
	a, err := check(t, doc, audit.Options{Lenient: true, Table: 1})
	if err != nil || a.Counts.Cells != 1 || a.Counts.Agrees != 1 || len(a.Tables[0].Unchecked) != 1 || !strings.Contains(a.Tables[0].Unchecked[0].Why, "2 series") {
		t.Errorf("%v %+v", err, a)
	}
	// Nothing to check is a table without columns and a reason, no error.
	a, err = check(t, table("tok/s/user|H200 $/M", "40|0.89"), audit.Options{Lenient: true, Table: 1})
	if err != nil || a.Counts.Cells != 0 || a.Tables[0].Skipped == "" {
		t.Errorf("%v %+v", err, a)
	}
}

// FuzzOpen: whatever the document and whatever is said of its columns, every
// column has one role and Check reads those that Open calls checked.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(table("tok/s/user|B200 tok/s/GPU|H200 $/M", "40|625|$0.89")), 0, 2, "h200/vllm/fp8/mtp/agg", "cost")
	f.Add([]byte("x,H200 MTP $/M\n25,7.2k\n"), 2, 1, "*", "")
	f.Add([]byte("<table><tr><th>x<th>GB200 J/tok<tr><td>40 ms<td>1e3</table>"), -1, -1, "[", "speed")
	sel := selection()
	f.Fuzz(func(t *testing.T, doc []byte, target, column int, glob, quantity string) {
		grids, err := audit.Parse(doc)
		if err != nil {
			return
		}
		o := audit.Options{Lenient: true, Table: 1, TargetNumber: target}
		if c, err := audit.ParseColumn("#1=" + glob + ":" + quantity); err == nil && column >= 0 {
			c.Number = column
			o.Columns = []audit.Column{c}
		}
		opened := audit.Open(grids, sel, o)
		a, err := audit.Check(grids, sel, o)
		if err != nil {
			t.Fatal(err)
		}
		checked, targets := 0, 0
		for _, c := range opened.Tables[0].Columns {
			switch c.Role {
			case wire.AuditChecked:
				checked++
			case wire.AuditTarget:
				targets++
			case wire.AuditOpen, wire.AuditLeftOut:
			default:
				t.Fatalf("role %q", c.Role)
			}
		}
		if targets > 1 || targets == 0 && opened.Tables[0].Skipped == "" || checked != len(a.Tables[0].Columns) || len(opened.Tables[0].Columns) != len(grids[0].Head) {
			t.Fatalf("%d targets, %d of %d columns are checked, Check has %d", targets, checked, len(opened.Tables[0].Columns), len(a.Tables[0].Columns))
		}
		if n := a.Counts; n.Cells != n.Findings+n.Agrees+n.Unreachable+n.Unpriced+n.Blank || n.Cells > checked*len(grids[0].Rows) {
			t.Fatalf("%d columns of %d rows: %+v", checked, len(grids[0].Rows), n)
		}
	})
}
