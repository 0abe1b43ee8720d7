package audit

import (
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// splined is what a curve through a series' costs gives at a target, as tables
// are made that do not derive cost from throughput: absent for other quantities.
func splined(s *iso.Series, f *iso.Frontier, q render.Quantity, target float64) opt.Float {
	if q != render.Cost {
		return opt.Float{}
	}
	var xs, ys []float64
	for _, k := range f.Knots {
		x, _ := s.Points[k].X.Get()
		usd, ok := cost.UsdPerMtok(s.Price, s.Points[k].Y).Get()
		if !ok {
			return opt.Float{}
		}
		xs, ys = append(xs, x), append(ys, usd)
	}
	c, err := interp.Fit(xs, ys)
	if err != nil {
		return opt.Float{}
	}
	at, ok := c.At(target)
	if !ok || at.Where != interp.Inside {
		return opt.Float{}
	}
	return opt.Of(at.Y)
}
