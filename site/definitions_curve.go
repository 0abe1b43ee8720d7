package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// curve is a frontier of points, of interactivity and tok/s/GPU, or the curve
// through it.
func (m *machine) curve(op int) {
	price := opt.Float{}
	if op >= opCosts {
		price = m.one()
	}
	target, asked := price.Get()
	n := 2
	if op == opNorthStar {
		n = 3
	}
	v := m.pop()
	s := &iso.Series{Points: make([]iso.Point, len(v)/n)}
	var xs, ys []float64
	for i := range s.Points {
		x, y := v[i*n], v[i*n+n-1]
		xs, ys = append(xs, x), append(ys, y)
		p := &s.Points[i]
		p.X, p.Normalized, p.Y = opt.Of(x), opt.Of(v[i*n+1]), opt.Of(y)
	}
	f := iso.Build(s, iso.Interactivity, n == 3)
	c := &iso.ReadCells(s, f, []float64{target}, iso.Strict)[0]
	lo, hi := c.Reading.Lo, c.Reading.Hi
	switch op {
	case opPoints:
		out := make([]string, len(xs))
		for i := range xs {
			out[i] = decimal(xs[i]) + ":" + decimal(ys[i])
		}
		m.text = strings.Join(out, ", ")
		return
	case opState:
		if asked {
			m.text = stateText(f, c)
		}
		return
	case opAt:
		m.put(c.Reading.Y)
		return
	case opMedianOff, opMostOff:
		median, most := f.LeaveOneOut()
		if op == opMostOff {
			median = most
		}
		m.put(median)
		return
	case opSpline:
		if curve, err := interp.Fit(xs, ys); err == nil {
			if r, _ := curve.At(target); r.Where <= interp.OnKnot {
				m.add(r.Y)
			}
		}
		return
	}
	for i := range xs {
		if op != opIneligible { // those in ascending x
			if i >= len(f.Eligible()) {
				break
			}
			i = f.Eligible()[i]
		}
		keep := slices.Contains(f.Members, i)
		y := ys[i]
		switch op {
		case opBeaten:
			keep = !keep && slices.Contains(f.Eligible(), i)
		case opIneligible:
			keep = !slices.Contains(f.Eligible(), i)
		case opRests:
			keep = i == lo || i == hi
		case opCosts:
			keep = slices.Contains(f.Knots, i)
			y, _ = cost.UsdPerMtok(price, opt.Of(y)).Get()
		}
		if keep {
			m.add(xs[i])
			m.add(y)
		}
	}
}
