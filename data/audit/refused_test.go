package audit

import (
	"runtime"
	"strings"
	"testing"
)

// One table beyond a limit costs the others nothing: it is refused with its line, and
// its number stays. Where it is the only one, that is the error.
func TestParseRefusesOneTable(t *testing.T) {
	const md, htm, tex = "| x | A |\n|---|---|\n| 1 | $2 |\n\n", "<table><tr><td>x<td>A<tr><td>1<td>$2</table>\n\n", "\\begin{tabular}{rr} x & A \\\\ \\hline\n1 & \\$2 \\\\ \\end{tabular}\n\n"
	wide, tall := strings.Repeat("a|", MaxColumns+1), MaxRows+1
	for name, c := range map[string]struct{ good, bad, why string }{
		"columns of pipes":     {md, wide + "\n" + strings.Repeat("-|", MaxColumns+1) + "\n1|2|\n\n", "more than 200 columns"},
		"rows of pipes":        {md, "a|b\n-|-\n" + strings.Repeat("1|2\n", tall+10) + "\n", "more than 5000 rows"},
		"colspan":              {htm, "<table><caption>t</caption><tr>" + strings.Repeat("<td colspan=1000000>x", 4) + "<tr><td>1<td rowspan=9>2<tr></table>\n\n", "more than 200 columns"},
		"rows of html":         {htm, "<table>" + strings.Repeat("<tr><td>1<td>2", tall+10) + "</table>\n\n", "more than 5000 rows"},
		"a table in it":        {htm, "<table><tr><td colspan=999>x<tr><td>1<td>\n" + strings.TrimSpace(htm) + "</table>\n\n", "more than 200 columns"},
		"columns of latex":     {tex, "\\begin{tabular}{rr} " + strings.Repeat("a & ", MaxColumns+1) + "b \\\\ \\hline\n1 & 2 \\\\ \\end{tabular}\n\n", "more than 200 columns"},
		"multicolumn of latex": {tex, "\\begin{tabular}{rr} \\multicolumn{9999}{c}{a} \\\\ \\hline\n1 & 2 \\\\ \\end{tabular}\n\n", "more than 200 columns"},
		"rows of csv":          {"x,A\n1,2\n\n", "a,b,c\n" + strings.Repeat("1,2,3\n", tall) + "\n", "more than 5000 rows"},
		"columns of csv":       {"x,A\n1,2\n\n", strings.Repeat(strings.Repeat("1,", MaxColumns+1)+"\n", 2) + "\n", "more than 200 columns"},
		"cells and rows":       {"x,A\n1,2\n\n", strings.Repeat("a,", MaxColumns-1) + "b\n" + strings.Repeat(strings.Repeat("1,", MaxColumns-1)+"2\n", tall) + "\n", "more than 5000 rows"},
	} {
		grids, err := Parse([]byte(c.good + c.bad + c.good))
		at := 1 + strings.Count(c.good, "\n")
		refused := 0
		for i := range grids {
			g := &grids[i]
			bounded(t, g)
			if g.Refused != "" {
				if refused++; g.Refused != c.why || g.Line != at || i != 1 {
					t.Errorf("%s: table %d, line %d: %s", name, i+1, g.Line, g.Refused)
				}
				if _, err := g.Turn(); err == nil {
					t.Errorf("%s: it is turned", name)
				}
			} else if len(g.Rows) != 1 || len(g.Head) != 2 {
				t.Errorf("%s: %+v", name, g)
			}
		}
		want := 3 + strings.Count(c.bad, "<td>A")
		if err != nil || refused != 1 || len(grids) != want {
			t.Errorf("%s: %d tables, %d refused, %v", name, len(grids), refused, err)
		}
		if name == "a table in it" { // which is one more
			continue
		}
		if _, err := Parse([]byte(c.bad)); err == nil || err.Error() != "line 1: a table of "+c.why {
			t.Errorf("%s alone: %v", name, err)
		}
	}
	// Refused ones count as tables.
	if _, err := Parse([]byte(md + strings.Repeat(wide+"\n"+strings.Repeat("-|", MaxColumns+1)+"\n1|2|\n\n", MaxTables))); err == nil || !strings.Contains(err.Error(), "more than 100 tables") {
		t.Error(err)
	}
}

// Rows under a head of 5,000 columns would be 25 million cells, 400 MB: none is formed.
func TestParseWideHeadIsCheap(t *testing.T) {
	doc := []byte(strings.Repeat("a|", 5000) + "\n" + strings.Repeat("-|", 5000) + "\n" + strings.Repeat("|\n", MaxRows))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse(doc)
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) >> 20; err == nil || n > 100 {
		t.Errorf("%v after %d MB", err, n)
	}
}
