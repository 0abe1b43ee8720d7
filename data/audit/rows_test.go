package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// A cell that spans a whole row is a head amid rows, whatever number it holds: no target
// of values that it is itself. At 40 the line gives 625 and $0.8889, at 20 1000 and $0.5556.
func TestMergedRowsAreHeads(t *testing.T) {
	const html, end = "<table><tr><th>tok/s/user<th>B200 tok/s/GPU<th>B200 $/M<tr><td>20<td>1000<td>$0.56", "<tr><td>40<td>625<td>$0.89</table>"
	for name, doc := range map[string]string{
		"a th":               html + "<tr><th colspan=3>50</th>" + end,
		"a td":               html + "<tr><td colspan=3><b>30</b></td>" + end,
		"with a unit":        html + "<tr><td colspan=3>50 tok/s/user" + end,
		"words":              html + "<tr><td colspan=3>Batch 64" + end,
		"over two rows":      html + "<tr><td colspan=3 rowspan=2>50<tr>" + end,
		"of two columns":     html + "<tr><td colspan=2>50" + end,
		"a decimal comma":    html + "<tr><td colspan=3>7,5" + end,
		"beside a longer":    html + "<tr><td colspan=3>50<tr><td>60<td>250<td>$2.22<td>9" + end,
		"latex":              `\begin{tabular}{rrr} tok/s/user & B200 tok/s/GPU & B200 \$/M \\ \hline 20 & 1000 & 0.56 \\ \multicolumn{3}{c}{50} \\ 40 & 625 & 0.89 \\ \end{tabular}`,
		"a system and speed": "<table><tr><th>System<th>tok/s/user<th>tok/s/GPU<th>$/M<tr><td>B200<td>20<td>1000<td>$0.56<tr><td colspan=4>50<tr><td>B200<td>40<td>625<td>$0.89</table>",
		"of a model":         "<table><tr><th>Model<th>tok/s/user<th>B200 tok/s/GPU<th>B200 $/M<tr><td>M<td>20<td>1000<td>$0.56<tr><td colspan=4>50<tr><td>M<td>40<td>625<td>$0.89</table>",
	} {
		a, err := check(t, doc, audit.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := 4
		if name == "beside a longer" {
			want = 6
		}
		if n := a.Counts; n.Cells != want || n.Agrees != want || n.BreaksIdentity != 0 {
			t.Errorf("%s: %+v\n%+v", name, n, a.Tables[0].Cells)
		}
	}
	// What stands beside a cell that spans is read: 80 is a target, and so is 40, which two rows have.
	a, err := check(t, html+"<tr><td>80<td colspan=2>unreachable<tr><td rowspan=2>40<td>625<td>$0.89<tr><td>626<td>$0.89</table>", audit.Options{})
	if n := a.Counts; err != nil || n.Cells != 8 || n.Unreachable != 2 || n.Agrees != 5 || n.Differs != 1 {
		t.Errorf("%v %+v", err, n)
	}
	// Only heads that span hold numbers of this column, whose values are ratios.
	a, err = check(t, "<table><tr><th>tok/s/user<th>B200 tok/s/GPU<th>B200 change<tr><td>20<td>1000<td>1.5x<tr><td colspan=3>50"+strings.Replace(end, "$0.89", "2x", 1), audit.Options{})
	if err != nil || a.Counts.Cells != 2 || len(a.Tables[0].Unchecked) != 1 || a.Tables[0].Unchecked[0].Why != "its cells are ratios" {
		t.Errorf("%v %+v", err, a)
	}
}

// The report says such a head once, so that it reads as one again.
func TestReportOfMergedRows(t *testing.T) {
	grids, err := audit.Parse([]byte("<table><tr><th>tok/s/user<th>B200 tok/s/GPU<tr><td>20<td>1000<tr><td colspan=2>50<tr><td>40<td>625</table>"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := audit.Check(grids, selection(), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := audit.ReportMarkdown(a, grids)
	if !strings.Contains(got, "\n| 50 |  |\n") {
		t.Error(got)
	}
	if again, err := check(t, got, audit.Options{}); err != nil || again.Counts.Agrees != 2 || again.Counts.Findings != 0 {
		t.Errorf("%v %+v", err, again)
	}
}
