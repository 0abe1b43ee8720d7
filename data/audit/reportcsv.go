package audit

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// csvHead are the columns of ReportCSV.
const csvHead = "table,row,line,column,head,series,over,quantity,target,text,verdict,state,published,half_unit,expected,difference,relative,directional,splined," +
	"knot1_x,knot1_y,knot1_concurrency,knot1_run,knot2_x,knot2_y,knot2_concurrency,knot2_run," +
	"over_knot1_x,over_knot1_y,over_knot1_concurrency,over_knot1_run,over_knot2_x,over_knot2_y,over_knot2_concurrency,over_knot2_run," +
	"usd_per_gpu_hour,kw_per_gpu,over_usd_per_gpu_hour,why,model,workload,axis,percentile,tokens,price_basis,prices_as_of\n"

// ReportCSV has a row for each checked cell, with its bracket, of a ratio those of
// both series, the price and power that it was derived with and what it was checked
// under, and one row for each of a table's that breaks the identity. Numbers have 12 digits; what is absent is
// empty.
func ReportCSV(a *wire.Audit) string {
	var b strings.Builder
	b.WriteString(csvHead)
	under := []string{render.CSVText(a.Model), render.CSVText(a.Workload), a.Axis, strconv.Itoa(a.Percentile), string(render.Total), a.Prices.Basis, ""}
	if a.Tokens != "" {
		under[4] = a.Tokens
	}
	if a.Prices.AsOf != nil {
		under[6] = *a.Prices.AsOf
	}
	for i := range a.Tables {
		t := &a.Tables[i]
		columns := map[int]*wire.AuditColumn{}
		for k := range t.Columns {
			columns[t.Columns[k].Column] = &t.Columns[k]
		}
		for k := range t.Cells {
			c := &t.Cells[k]
			out := []string{
				strconv.Itoa(t.Number), strconv.Itoa(c.Row), lineText(c.Line), strconv.Itoa(c.Column), render.CSVText(c.Head), render.CSVText(c.Series), render.CSVText(c.Over), c.Quantity,
				number(c.Target), render.CSVText(c.Text), Verdict(c.State), c.State, number(c.Published), number(c.HalfUnit), number(c.Expected), number(c.Difference), number(c.Relative),
				strconv.FormatBool(c.Directional), number(c.Splined),
			}
			out = append(append(out, knotsCSV(c.Knots)...), knotsCSV(c.OverKnots)...)
			x := columns[c.LaidOut[1]]
			out = append(out, number(x.UsdPerGPUHour), number(x.KwPerGPU), number(x.OverUsdPerGPUHour), render.CSVText(c.Why))
			b.WriteString(strings.Join(append(out, under...), ",") + "\n")
		}
		for _, x := range t.Identities {
			verdict, why := "contradicts", x.Why
			if x.Sheet != "" {
				verdict, why = "another sheet", why+"; it is the price of the sheet of "+x.Sheet
			}
			out := []string{
				strconv.Itoa(t.Number), strconv.Itoa(x.Row), lineText(x.Line), "", "", render.CSVText(x.Series), "", "cost x throughput", number(x.Target), "",
				verdict, "breaks_identity", number(&x.Implied), "", number(&x.UsdPerGPUHour), "", "", "", "",
			}
			out = append(append(out, knotsCSV(nil)...), knotsCSV(nil)...)
			out = append(out, number(&x.UsdPerGPUHour), "", "", render.CSVText(why))
			b.WriteString(strings.Join(append(out, under...), ",") + "\n")
		}
	}
	return b.String()
}

func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', 12, 64)
}

func lineText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// knotsCSV are the columns of a bracket, empty where it has no such knot.
func knotsCSV(knots []wire.Knot) []string {
	var out []string
	for n := range 2 {
		if n >= len(knots) {
			out = append(out, "", "", "", "")
			continue
		}
		x, run := &knots[n], ""
		if x.Run != nil {
			run = *x.Run
		}
		out = append(out, number(&x.X), number(&x.Y), strconv.Itoa(x.Concurrency), render.CSVText(run))
	}
	return out
}
