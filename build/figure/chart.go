package figure

import (
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// perSegment is how many samples of a curve stand between two knots on
// logarithmic axes. There a straight line between two samples is not what the
// curve does; this many keep it within a twentieth of a point.
const perSegment = 160

// Chart is what to draw of a selection: query's chart, on logarithmic axes with
// more samples of the same curves.
func Chart(sel *query.Selection, log bool) *wire.Chart {
	c := sel.WireChart()
	if !log {
		return c
	}
	for i := range c.Series {
		c.Series[i].CurveX, c.Series[i].CurveY = sel.Frontiers()[i].Sample(perSegment)
	}
	return c
}
