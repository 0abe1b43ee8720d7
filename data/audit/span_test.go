package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// TestCellsAsTheyArePublished: at 40 the line gives 625 tok/s/GPU, and at $2 that is
// $0.8889/M. Ranges hold or not, what is printed as approximate has no digits in its
// zeros, and marks around a value are not of it.
func TestCellsAsTheyArePublished(t *testing.T) {
	for text, want := range map[string]string{
		"600–650": "agrees", "600 - 650": "agrees", "600 to 650": "agrees", "620±5": "agrees", "620 ± 1%": "agrees", "0.6k–0.65k": "agrees", "600–650 tok/s": "agrees",
		"626–700": "differs", "500–600": "differs", "600±10": "differs", "625.4–700": "differs", "625–700": "agrees", // 624.5 and more
		"650–600": "unreadable", "0.6–0.65k": "unreadable", "soon–650": "unreadable", "1-2-3": "unreadable", "6.25e+2": "agrees", "600–": "unreadable",
		"~630": "agrees", "≈ 600": "differs", "about 1,000": "differs", "~620": "agrees", "~640": "differs", "630": "differs", "~626": "differs", "~630.0": "differs",
		"▲ 625": "agrees", "625 🏆": "agrees", "625 (best)": "agrees", "625 (est.)": "agrees", "625[^note]": "agrees", "625^1^": "agrees", "$\\approx 625$": "agrees", "$625\\pm3$": "agrees", "625 (k)": "agrees",
		"625 (per node)": "unreadable", "✓": "unreadable", "▲": "unreadable",
	} {
		a, err := check(t, table("x|B200 tok/s/GPU|B200 $/M", "40|"+text+"|$0.89"), audit.Options{})
		if err != nil || len(a.Tables[0].Cells) == 0 || len(a.Tables[0].Columns) != 2 && want != "unreadable" {
			t.Errorf("%q: %v", text, err)
		} else if c := a.Tables[0].Cells[0]; len(a.Tables[0].Columns) == 2 && c.State != want {
			t.Errorf("%q is %s: %s, want %s", text, c.State, c.Why, want)
		}
	}
	// Approximate values are approximate beside each other, too: 630 may be 625 to 635, of
	// which $0.885 x 625 is below the price, 0.885 x 629.5 x 0.0036 = $2.006 above.
	if a, err := check(t, table("x|B200 tok/s/GPU|B200 $/M", "40|~630|~$0.89"), audit.Options{}); err != nil || len(a.Tables[0].Identities) != 0 {
		t.Errorf("%v %+v", err, a.Tables[0].Identities)
	}
	for text, want := range map[string]string{"$0.9M": "unreadable", "$0.9k": "unreadable", "$0.8–0.9": "agrees", "0.8–0.9 $/M": "agrees", "$0.7 - $0.8": "differs", "80–90¢": "unreadable"} {
		a, err := check(t, table("x|B200 $/M|B200 tok/s/GPU", "40|"+text+"|625", "20|0.56|1000"), audit.Options{})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%q: %v %+v", text, err, a)
		}
	}
	// 625 / 300 = 2.083.
	for text, want := range map[string]string{"~2x": "agrees", "~10x": "differs", "2.08x[1]": "agrees", "×2.08": "agrees", "x2.2": "differs", "2.08x faster": "agrees", "2.08-fold": "agrees", "2.0–2.1x": "agrees", "2.2–2.3×": "differs", "$2.08\\times$": "agrees", "2.08x slower": "unreadable", "2.08x cheaper": "unreadable"} {
		a, err := check(t, table("x|B200 vs. H200 MTP throughput", "40|"+text), audit.Options{})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%q: %v %+v", text, err, a)
		}
	}
}

// TestNoteRows: one text across a whole row is a note, or a head amid rows, and no cell.
// Where the row has a target, it is what stands in every cell.
func TestNoteRows(t *testing.T) {
	for name, doc := range map[string]string{
		"html":  "<table><tr><th>tok/s/user<th>B200 tok/s/GPU<th>B200 $/M<tr><td colspan=3>FP8<tr><td>40<td>625<td>$0.89<tr><td>80<td colspan=2>out of reach<tr><td colspan=3>* a note</table>",
		"latex": "\\begin{tabular}{rrr}tok/s/user & B200 tok/s/GPU & B200 \\$/M \\\\ \\hline \\multicolumn{3}{l}{FP8} \\\\ 40 & 625 & 0.89 \\\\ 80 & \\multicolumn{2}{c}{out of reach} \\\\ \\multicolumn{3}{l}{* a note} \\\\ \\end{tabular}",
	} {
		a, err := check(t, doc, audit.Options{})
		if err != nil || a.Counts.Cells != 4 || a.Counts.Agrees != 2 || a.Counts.Unreachable != 2 {
			t.Errorf("%s: %v %+v", name, err, a)
		}
	}
	// A target alone that cannot be read is said.
	if a, err := check(t, strings.Replace(table("x|B200 tok/s/GPU", "soon|1", "40|625"), "soon", "4o", 1), audit.Options{}); err != nil || a.Counts.Unreadable != 1 {
		t.Errorf("%v %+v", err, a)
	}
}

// TestSummaryRows: a mean of rows is no finding, since nothing is read at it.
func TestSummaryRows(t *testing.T) {
	a, err := check(t, table("x|B200 tok/s/GPU", "@40|625", "at 60|250", "**Average**|437", "Geo-mean|395", "Meanwhile|1"), audit.Options{})
	if err != nil || a.Counts.Agrees != 2 || a.Counts.Unreadable != 1 || a.Counts.Cells != 3 {
		t.Errorf("%v %+v", err, a)
	}
	if got := strings.Join(a.Warnings, "\n"); !strings.Contains(got, `table 1: line 5, "Average" is not checked: it is of several rows`) || !strings.Contains(got, `line 6, "Geo-mean"`) {
		t.Error(got)
	}
}

// TestJoinedLaTeX: two arguments are no one number.
func TestJoinedLaTeX(t *testing.T) {
	for cell, want := range map[string]string{
		`\numrange{600}{650}`: "agrees", `\numrange{700}{750}`: "differs", `\SIrange{600}{650}{tok/s}`: "agrees", `\qtyrange[a=b]{600}{650}{tok/s}`: "agrees", `\frac{6}{25}`: "unreadable", `\num{625}`: "agrees",
	} {
		a, err := check(t, `\begin{tabular}{rr}tok/s/user & B200 tok/s/GPU \\ \hline 40 & `+cell+` \\ 60 & 250 \end{tabular}`, audit.Options{})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%s: %v %+v", cell, err, a)
		}
	}
}

// TestWordsOfABound: words after "below" are no bound, whether the points reach or not.
func TestWordsOfABound(t *testing.T) {
	for target, want := range map[string]string{"40": "unreadable", "80": "unreadable"} {
		a, err := check(t, table("x|B200 tok/s/GPU", target+"|below SLO", "60|250"), audit.Options{})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%s: %v %+v", target, err, a)
		}
	}
}

// TestApproximateNumbers: of ~2,800 two digits are meant, of ~2,850 three.
func TestApproximateNumbers(t *testing.T) {
	sel := selection()
	for text, want := range map[string]string{"~2,800": "agrees", "≈2850": "agrees", "~2,840": "differs", "~3,000": "differs", "~$3": "unreadable", "2,800": "differs", "~2.8k": "agrees"} {
		grids, err := audit.Parse([]byte(table("x|GB200 2026-05-22 tok/s/GPU", "41.546|"+text))) // (41.546, 2845.4) on the line from (20, 5000) to (60, 1000)
		if err != nil {
			t.Fatal(err)
		}
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil || a.Tables[0].Cells[0].State != want {
			t.Errorf("%s: %v %+v", text, err, a)
		}
	}
}
