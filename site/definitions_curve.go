package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// curve takes points of interactivity and tok/s/GPU, or in field 1 points with
// E2E-normalized interactivity between the two, under the North Star rule; then a
// target and a price in $/GPU-hour.
//
// It gives the points on the plain frontier, those on the frontier that is read,
// those that others beat and those that take no part; how the target was read,
// the points that it rests on, and tok/s/GPU and $/M tokens there; the cost that a
// curve through the costs would give, and the price that this implies; and how
// far dropping a knot is off in the median and at most, in percent.
func (r *results) curve(f fields) {
	typed, n, northStar := f.list(0), 2, false
	if len(typed) == 0 {
		typed, n, northStar = f.list(1), 3, true
	}
	s := iso.Series{Price: f.one(3)}
	for ; len(typed) >= n; typed = typed[n:] {
		s.Points = append(s.Points, iso.Point{X: opt.Of(typed[0]), Normalized: opt.Of(typed[1]), Y: opt.Of(typed[n-1])})
	}
	plain, front := iso.Build(&s, iso.Interactivity, false), iso.Build(&s, iso.Interactivity, northStar)
	var beaten, out []int
	for i := range s.Points {
		switch {
		case !slices.Contains(plain.Eligible, i):
			out = append(out, i)
		case !slices.Contains(plain.Members, i):
			beaten = append(beaten, i)
		}
	}
	*r = append(*r, named(&s, plain.Members), named(&s, front.Members), named(&s, beaten), named(&s, out))
	target, _ := f.one(2).Get()
	c := iso.ReadCells(&s, front, []float64{target}, iso.Strict)[0]
	y := c.Reading.Y
	rests := []int{c.Reading.Lo, c.Reading.Hi}
	*r = append(*r, stateText(front, &c), named(&s, slices.Compact(rests)))
	var xs, usd []float64
	for _, k := range front.Knots {
		x, _ := s.Points[k].X.Get()
		v, _ := cost.UsdPerMtok(s.Price, s.Points[k].Y).Get()
		xs, usd = append(xs, x), append(usd, v)
	}
	splined := opt.Float{}
	if curve, err := interp.Fit(xs, usd); err == nil && c.UsdPerMtok.Ok() {
		at, _ := curve.At(target)
		splined = opt.Of(at.Y)
	}
	r.put(1, y, c.UsdPerMtok, splined, implied(splined, y))
	median, most := front.LeaveOneOut()
	r.put(100, median, most)
}

// named writes points as they are typed: x, and y.
func named(s *iso.Series, index []int) string {
	var out []string
	for _, k := range index {
		if k >= 0 {
			x, _ := s.Points[k].X.Get()
			y, _ := s.Points[k].Y.Get()
			out = append(out, decimal(x)+":"+decimal(y))
		}
	}
	return strings.Join(out, ", ")
}
