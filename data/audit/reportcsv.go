package audit

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// csvHead are the columns of ReportCSV.
const csvHead = "table,row,line,column,head,series,over,quantity,target,text,verdict,state,published,half_unit,expected,difference,relative,directional,splined," +
	"knot1_x,knot1_y,knot1_concurrency,knot1_run,knot2_x,knot2_y,knot2_concurrency,knot2_run,why\n"

// ReportCSV has a row for each checked cell, with its bracket, and one for each row of
// a table that breaks the identity. Numbers have 12 digits; what is absent is
// empty.
func ReportCSV(a *wire.Audit) string {
	var b strings.Builder
	b.WriteString(csvHead)
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v, 'g', 12, 64)
	}
	for i := range a.Tables {
		t := &a.Tables[i]
		for k := range t.Cells {
			c := &t.Cells[k]
			out := []string{
				strconv.Itoa(t.Number), strconv.Itoa(c.Row), strconv.Itoa(c.Line), strconv.Itoa(c.Column), render.CSVText(c.Head), render.CSVText(c.Series), render.CSVText(c.Over), c.Quantity,
				number(c.Target), render.CSVText(c.Text), Verdict(c.State), c.State, number(c.Published), number(c.HalfUnit), number(c.Expected), number(c.Difference), number(c.Relative),
				strconv.FormatBool(c.Directional), number(c.Splined),
			}
			for n := range 2 {
				if n < len(c.Knots) {
					x := &c.Knots[n]
					run := ""
					if x.Run != nil {
						run = *x.Run
					}
					out = append(out, number(&x.X), number(&x.Y), strconv.Itoa(x.Concurrency), render.CSVText(run))
				} else {
					out = append(out, "", "", "", "")
				}
			}
			b.WriteString(strings.Join(append(out, render.CSVText(c.Why)), ",") + "\n")
		}
		for _, x := range t.Identities {
			b.WriteString(strings.Join([]string{
				strconv.Itoa(t.Number), strconv.Itoa(x.Row), strconv.Itoa(x.Line), "", "", render.CSVText(x.Series), "", "cost x throughput", number(x.Target), "",
				"contradicts", "breaks_identity", number(&x.Implied), "", number(&x.UsdPerGPUHour), "", "", "", "", "", "", "", "", "", "", "", "", render.CSVText(x.Why),
			}, ",") + "\n")
		}
	}
	return b.String()
}
