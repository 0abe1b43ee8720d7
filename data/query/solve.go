package query

import (
	"math"

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
		return nil, usageError(words.Escapes{"_", " "}.Replace(q.Bound), " ", digits.Text(q.Limit), ": must be a number above 0")
	}
	s, err := e.Select(q)
	if err != nil {
		return nil, err
	}
	out := &wire.Solve{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(),
		Bound: q.Bound, Limit: q.Limit, Prices: s.Prices(), Warnings: append([]string{}, s.Warnings...), Series: make([]wire.SolveSeries, len(s.Series))}
	var n numbers
	for i := range s.Series {
		x, f, ws := &s.Series[i], s.Frontiers()[i], &out.Series[i]
		r := f.Fastest(x, bound)
		s.head(&ws.Head, i, f)
		ws.State, ws.X, ws.Throughput, ws.Directional = string(r.State), num(r.X), num(r.Y), r.Directional
		ws.UsdPerMtok, ws.JoulesPerToken = num(cost.UsdPerMtok(x.Price, r.Y)), num(cost.JoulesPerToken(x.Kw, r.Y))
		switch r.State {
		case iso.BetweenTwo:
			ws.Bracket = n.knots(x.Points, []int{r.Lo, r.Hi})
		case iso.AtKnot, iso.FrontierEnd, iso.TooTight:
			ws.Point = &n.knots(x.Points, []int{r.Lo})[0]
		}
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
	out := &wire.BreakEven{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(),
		Target: q.Targets[0], Baseline: base.Series.Name, Prices: s.Prices(),
		Warnings: append(append([]string{}, s.table.Warnings...), s.Warnings...), Series: make([]wire.BreakEvenSeries, len(s.table.Rows)-1)}
	rest := out.Series
	var n numbers
	for i := range s.table.Rows {
		if i == s.baseline {
			continue
		}
		r, ws := &s.table.Rows[i], &rest[0]
		rest = rest[1:]
		var p opt.Float
		if r.Cells[0].Reading.State.Reachable() {
			p = iso.BreakEven(&r.Cells[0], &base.Cells[0], base.Series)
		}
		s.head(&ws.Head, i, r.Frontier)
		one := make([]wire.Cell, 1)
		n.cells(one, r)
		ws.Cell = one[0]
		ws.BreakEvenUsd = num(p)
	}
	return out, nil
}
