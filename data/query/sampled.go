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
		cs.CurveX, cs.CurveY = iso.Build(&s.Series[i], s.Axis, s.NorthStar).Sample(per)
		for k := range cs.CurveX {
			cs.CurveX[k], cs.CurveY[k] = Round12(cs.CurveX[k]), Round12(cs.CurveY[k])
		}
	}
	return c
}
