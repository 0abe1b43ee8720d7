package audit

import (
	"fmt"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// identities checks a row's published costs against its published throughputs
// of the same series: $/M tokens x tok/s/GPU is price x 1e6 / 3600, whatever the
// target. It needs no knots, so it also finds rows that contradict themselves.
// A row breaks it when no two values within the rounding of both give the price.
func (c *checker) identities(g *Grid, row int, target float64, columns []mapped, read []Published) []wire.AuditIdentity {
	var out []wire.AuditIdentity
	for i, m := range columns {
		if m.unit.quantity != render.Cost || read[i].Kind != Number {
			continue
		}
		s := &c.sel.Series[m.series]
		price, ok := s.Price.Positive()
		if !ok {
			continue
		}
		for j, n := range columns {
			if n.series != m.series || n.unit.quantity != render.Throughput || read[j].Kind != Number {
				continue
			}
			usd, y := read[i], read[j]
			lo := implied(max(usd.Value-usd.Half, 0), max(y.Value-y.Half, 0))
			hi := implied(usd.Value+usd.Half, y.Value+y.Half)
			if slack := hair * price; price >= lo-slack && price <= hi+slack {
				continue
			}
			p := implied(usd.Value, y.Value)
			from, to := g.place(row, m.at+1), g.place(row, n.at+1)
			out = append(out, wire.AuditIdentity{
				Row: from.row, Line: from.line, Target: ptr(target), Series: s.Name, CostColumn: from.column, ThroughputRow: to.row, ThroughputColumn: to.column,
				Cost: usd.Value, Throughput: y.Value, UsdPerGPUHour: price, Implied: query.Round12(p), ImpliedRange: []float64{query.Round12(lo), query.Round12(hi)},
				Why: fmt.Sprintf("$%s%s x %s %s implies $%s per GPU-hour (%s to %s), not $%s",
					Short(usd.Value), strings.TrimPrefix(render.Cost.UnitOf(c.sel.Tokens), "$"), Short(y.Value), render.Throughput.UnitOf(c.sel.Tokens), three(p), three(lo), three(hi), render.Money(price)),
			})
		}
	}
	return out
}

// implied is the price in $/GPU-hour at which y tok/s/GPU cost usd $/M tokens.
func implied(usd, y float64) float64 {
	v, _ := opt.Of(usd * y * 3600 / 1e6).Get()
	return v
}

func three(v float64) string { return render.Significant(v, 3) }
