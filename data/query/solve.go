package query

import (
	"math"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// Solve finds the fastest target at which each series holds the query's bound.
func (e *Engine) Solve(q *wire.Query) (*wire.Solve, error) {
	bound := iso.Bound{Kind: iso.BoundKind(q.Bound), Value: q.Limit}
	switch bound.Kind {
	case iso.MaxCost, iso.MaxEnergy, iso.MinThroughput:
	default:
		return nil, usageError("bound ", words.Quote(q.Bound), ": want max_cost, max_energy or min_throughput")
	}
	if !(q.Limit > 0) || math.IsInf(q.Limit, 0) {
		return nil, usageError(strings.ReplaceAll(q.Bound, "_", " "), " ", digits.Text(q.Limit), ": must be a number above 0")
	}
	s, err := e.Select(q)
	if err != nil {
		return nil, err
	}
	out := &wire.Solve{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.counted(),
		Bound: q.Bound, Limit: q.Limit, Prices: s.prices(), Warnings: append([]string{}, s.Warnings...), Series: []wire.SolveSeries{}}
	for i := range s.Series {
		x := &s.Series[i]
		f := s.Frontiers()[i]
		r := f.Fastest(x, bound)
		ws := wire.SolveSeries{
			Head: s.head(i, f), State: string(r.State), X: num(r.X), Throughput: num(r.Y),
			UsdPerMtok: num(cost.UsdPerMtok(x.Price, r.Y)), JoulesPerToken: num(cost.JoulesPerToken(x.Kw, r.Y)), Directional: r.Directional,
		}
		switch r.State {
		case iso.BetweenTwo:
			ws.Bracket = []wire.Knot{knot(&x.Points[r.Lo]), knot(&x.Points[r.Hi])}
		case iso.AtKnot, iso.FrontierEnd:
			k := knot(&x.Points[r.Lo])
			ws.Point = &k
		}
		out.Series = append(out.Series, ws)
	}
	return out, nil
}

// BreakEven finds the price at which each series matches the baseline's tokens
// per dollar at the query's one target.
func (e *Engine) BreakEven(q *wire.Query) (*wire.BreakEven, error) {
	if q.Baseline == "" {
		return nil, usageError("break-even: name a baseline")
	}
	if len(q.Targets) != 1 {
		return nil, usageError("break-even: name one target")
	}
	s, err := e.Table(q)
	if err != nil {
		return nil, err
	}
	base := &s.table.Rows[s.baseline]
	out := &wire.BreakEven{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.counted(),
		Target: q.Targets[0], Baseline: base.Series.Name, Prices: s.prices(),
		Warnings: append(append([]string{}, s.table.Warnings...), s.Warnings...), Series: []wire.BreakEvenSeries{}}
	for i := range s.table.Rows {
		if i == s.baseline {
			continue
		}
		r := &s.table.Rows[i]
		var p opt.Float
		if r.Cells[0].Reading.State.Reachable() {
			p = iso.BreakEven(&r.Cells[0], &base.Cells[0], base.Series)
		}
		out.Series = append(out.Series, wire.BreakEvenSeries{Head: s.head(i, r.Frontier), Cell: cell(r, &r.Cells[0]), BreakEvenUsd: num(p)})
	}
	return out, nil
}
