package render

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// RatioText is a ratio as a person reads it.
func RatioText(state iso.RatioState, v opt.Float) string {
	switch state {
	case iso.Both:
		if f, ok := v.Get(); ok {
			return FormatRatio(f)
		}
		return "no price"
	case iso.OnlySystem:
		return "∞"
	case iso.OnlyBaseline:
		return "only baseline"
	case iso.Neither:
		return "neither"
	}
	return "–"
}

// ratioText is RatioText marked as the less certain of its two sides is: ~ where
// one is directional, and a bound sign where one is served by its slowest point.
func (sh *Sheet) ratioText(row, col int, q Quantity, v opt.Float) string {
	c, base := &sh.Table.Rows[row].Cells[col], &sh.Table.Rows[sh.Table.Spec.Baseline].Cells[col]
	if c.Ratio.State == iso.Both && !v.Ok() {
		return absentText(q)
	}
	return mark(c, base) + RatioText(c.Ratio.State, v)
}

// MarkedRatio is a ratio as a table writes it, marked as the less certain of its
// two sides is. Words in place of an absent one carry no mark.
func MarkedRatio(c, base *iso.Cell, v opt.Float) string {
	if !v.Ok() {
		return RatioText(c.Ratio.State, v)
	}
	return mark(c, base) + RatioText(c.Ratio.State, v)
}

func mark(c, base *iso.Cell) string {
	both := c.Reading.State.Reachable() && base.Reading.State.Reachable()
	atLeast, baseAtLeast := c.Reading.State == iso.AtLeast, base.Reading.State == iso.AtLeast
	switch {
	case !both:
		return ""
	case atLeast && !baseAtLeast:
		return "≥ " // the system may do better, the baseline is what it is
	case baseAtLeast && !atLeast:
		return "≤ "
	case atLeast && baseAtLeast, c.Reading.Directional, base.Reading.Directional:
		return "~"
	}
	return ""
}

// ratioOf picks the ratio that goes with a quantity: throughput beside
// throughput, tokens per joule beside energy and throughput per MW, performance per dollar beside cost
// and tokens per dollar.
func ratioOf(q Quantity, c, base *iso.Cell) opt.Float {
	switch q {
	case Throughput:
		return c.Ratio.Throughput
	case Energy, PerMW:
		e, ok := c.JoulesPerToken.Positive()
		b, baseOk := base.JoulesPerToken.Positive()
		if c.Ratio.State != iso.Both || !ok || !baseOk {
			return opt.Float{}
		}
		return opt.Of(b / e)
	}
	return c.Ratio.PerfPerDollar
}

func ratioHead(q Quantity) string {
	switch q {
	case Throughput:
		return "throughput ratio"
	case Energy, PerMW:
		return "tokens/J ratio"
	}
	return "perf/$ ratio"
}
