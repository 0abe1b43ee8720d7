package query

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data/wire"
)

// WireChartSampled is WireChart with per samples of each curve between two
// knots. On logarithmic axes a straight line between two of WireChart's samples
// leaves the curve visibly.
func (s *Selection) WireChartSampled(per int) *wire.Chart {
	c := s.WireChart()
	for i := range c.Series {
		cs := &c.Series[i]
		cs.CurveX, cs.CurveY = sampled(s.Frontiers()[i], per)
	}
	return c
}

// sampled is a frontier's curve as replies carry it: empty, not absent, without
// knots.
func sampled(f *iso.Frontier, per int) (xs, ys []float64) {
	xs, ys = f.Sample(per)
	if xs == nil {
		return []float64{}, []float64{}
	}
	for k := range xs {
		xs[k], ys[k] = Round12(xs[k]), Round12(ys[k])
	}
	return xs, ys
}
