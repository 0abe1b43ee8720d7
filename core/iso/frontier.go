package iso

import (
	"fmt"

	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/pareto"
)

// Reasons why a point is not eligible for a frontier.
const (
	XAbsent          = "x absent"
	XNotPositive     = "x not above 0"
	YAbsent          = "throughput absent"
	YNotPositive     = "throughput not above 0"
	NormalizedAbsent = "no E2E-normalized value"
	OutOfRange       = "outside the range of numbers that can be interpolated"
)

// Frontier is the frontier of one series and the curve through it.
type Frontier struct {
	Axis       Axis
	Eligible   []int          // indices of the series' points that took part, ascending x
	Members    []int          // indices of those on the frontier, ascending x
	Knots      []int          // one member per distinct coordinate, ascending x
	Ineligible map[string]int // points that took no part, by reason
	curve      *interp.Curve  // nil without knots
}

// Build forms the frontier of throughput (larger is better) against the axis.
//
// A point whose x or y is absent or not above 0 takes no part and is counted
// with its reason. With northStar the frontier is pareto.NorthStar's: points
// without an E2E-normalized value are not members and are counted too, though
// they still dominate. The series is not changed.
func Build(s *Series, axis Axis, northStar bool) *Frontier {
	f := &Frontier{Axis: axis, Ineligible: map[string]int{}}
	var xs, ys, ns []float64
	var has []bool
	var index []int
	for i := range s.Points {
		p := &s.Points[i]
		x, y, reason := eligible(p)
		if reason != "" {
			f.Ineligible[reason]++
			continue
		}
		n, ok := p.Normalized.Positive()
		if northStar && !ok {
			f.Ineligible[NormalizedAbsent]++
		}
		xs, ys, ns, has, index = append(xs, x), append(ys, y), append(ns, n), append(has, ok), append(index, i)
	}
	var kept []int
	var err error
	if northStar {
		kept, err = pareto.NorthStar(xs, ys, ns, has, axis.Sense(), pareto.Maximise)
	} else {
		kept, err = pareto.Frontier(xs, ys, axis.Sense(), pareto.Maximise)
	}
	if err != nil { // unreachable: opt.Float is finite
		panic(err)
	}
	f.Eligible = ascending(index, xs)
	var kx, ky []float64
	for _, k := range kept {
		f.Members = append(f.Members, index[k])
		if n := len(kx); n > 0 && kx[n-1] == xs[k] {
			continue // equal coordinates: one knot
		}
		kx, ky = append(kx, xs[k]), append(ky, ys[k])
		f.Knots = append(f.Knots, index[k])
	}
	if len(kx) == 0 {
		return f
	}
	f.curve, err = interp.Fit(kx, ky)
	if err != nil {
		// Finite values so far apart that slopes overflow: no curve is better
		// than a wrong one.
		f.Ineligible[OutOfRange] += len(f.Members)
		f.Members, f.Knots = nil, nil
	}
	return f
}

func eligible(p *Point) (x, y float64, reason string) {
	x, xok := p.X.Get()
	y, yok := p.Y.Get()
	switch {
	case !xok:
		return 0, 0, XAbsent
	case x <= 0:
		return 0, 0, XNotPositive
	case !yok:
		return 0, 0, YAbsent
	case y <= 0:
		return 0, 0, YNotPositive
	}
	return x, y, ""
}

// Range returns the lowest and highest knot x; ok is false without knots.
func (f *Frontier) Range() (lo, hi float64, ok bool) {
	if f.curve == nil {
		return 0, 0, false
	}
	lo, _ = f.curve.Knot(0)
	hi, _ = f.curve.Knot(f.curve.Len() - 1)
	return lo, hi, true
}

// LeaveOneOut is interp.LeaveOneOut over the knots.
func (f *Frontier) LeaveOneOut() (median, maximum opt.Float) {
	if f.curve == nil {
		return
	}
	n := f.curve.Len()
	xs, ys := make([]float64, n), make([]float64, n)
	for i := range xs {
		xs[i], ys[i] = f.curve.Knot(i)
	}
	if m, x, ok := interp.LeaveOneOut(xs, ys); ok {
		return opt.Of(m), opt.Of(x)
	}
	return
}

// Sample is the curve's interp.Curve.Sample; nil without knots.
func (f *Frontier) Sample(per int) (xs, ys []float64) {
	if f.curve == nil {
		return nil, nil
	}
	return f.curve.Sample(per)
}

// String says what the frontier holds, for errors and tests.
func (f *Frontier) String() string {
	lo, hi, ok := f.Range()
	if !ok {
		return "no knots"
	}
	return fmt.Sprintf("%d knots from %v to %v", len(f.Knots), lo, hi)
}
