// Package interp draws the monotone curve through the knots of a frontier and
// reads it. A query inside the knots is answered; outside it is out of reach.
// Nothing is ever extrapolated or clamped.
package interp

import (
	"errors"
	"math"
	"sort"

	"gonum.org/v1/gonum/interp"

	"github.com/isofront/isofront/core/digits"
)

// How close, relative to a knot, a query counts as that knot: enough for a knot
// printed with 12 digits to find itself again, and more where there is only one
// knot and no curve to read beside it.
const (
	SnapTolerance       = 1e-11
	SingleKnotTolerance = 1e-9
)

// Curve is a piecewise cubic through its knots: continuous, with a continuous
// slope, and between two neighbouring knots never outside their values.
type Curve struct {
	xs, ys []float64 // ascending x, as given
	cubic  interp.PiecewiseCubic
}

// Fit returns the curve through the knots (xs[i], ys[i]).
//
// xs must be strictly ascending and every value finite; there must be at least
// one knot. Slopes are Slopes(xs, ys). The error names the first offending
// index. The slices are copied. Knots whose slopes or coefficients leave the
// range of float64 are an error, not a NaN later.
func Fit(xs, ys []float64) (*Curve, error) {
	if len(xs) != len(ys) {
		return nil, errors.New("interp: " + digits.Int(len(xs)) + " x values against " + digits.Int(len(ys)) + " y values")
	}
	if len(xs) == 0 {
		return nil, errors.New("interp: no knots")
	}
	for i := range xs {
		if math.IsNaN(xs[i]) || math.IsInf(xs[i], 0) {
			return nil, knotError(i, "x is "+digits.Text(xs[i]))
		}
		if math.IsNaN(ys[i]) || math.IsInf(ys[i], 0) {
			return nil, knotError(i, "y is "+digits.Text(ys[i]))
		}
		if i > 0 && !(xs[i] > xs[i-1]) {
			return nil, knotError(i, "x is "+digits.Text(xs[i])+", not above the "+digits.Text(xs[i-1])+" before it")
		}
	}
	c := &Curve{xs: append([]float64(nil), xs...), ys: append([]float64(nil), ys...)}
	if len(xs) == 1 {
		return c, nil
	}
	slopes := Slopes(c.xs, c.ys)
	for i, m := range slopes {
		if math.IsNaN(m) || math.IsInf(m, 0) {
			return nil, knotError(i, "the slope there is out of range")
		}
	}
	c.cubic.FitWithDerivatives(c.xs, c.ys, slopes)
	for i := 1; i < len(xs); i++ {
		mid := c.cubic.Predict(c.xs[i-1] + float64((c.xs[i]-c.xs[i-1])*0.5))
		if math.IsNaN(mid) || math.IsInf(mid, 0) {
			return nil, knotError(i, "the curve before it is out of range")
		}
	}
	return c, nil
}

func knotError(i int, what string) error {
	return errors.New("interp: knot " + digits.Int(i) + ": " + what)
}

// Where says where a query fell.
type Where int

const (
	Inside Where = iota // between two knots
	OnKnot              // at a knot, returned exactly
	Under               // left of the first knot
	Over                // right of the last knot
)

// Reading is the answer to a query. Y holds only for Inside and OnKnot. Lo and
// Hi are the knots on either side; on a knot both are that knot, and out of
// reach both are the nearest one.
type Reading struct {
	Where  Where
	Y      float64
	Lo, Hi int
}

// At reads the curve at x. ok is false when x is NaN. A query within
// SnapTolerance of a knot (SingleKnotTolerance of a single one) is that knot, whose
// y is returned without arithmetic.
func (c *Curve) At(x float64) (r Reading, ok bool) {
	if math.IsNaN(x) {
		return Reading{}, false
	}
	n := len(c.xs)
	hi := sort.SearchFloat64s(c.xs, x) // first knot with xs[hi] >= x
	if k, near := c.snap(x, hi); near {
		return Reading{OnKnot, c.ys[k], k, k}, true
	}
	switch {
	case hi == 0:
		return Reading{Under, 0, 0, 0}, true
	case hi == n:
		return Reading{Over, 0, n - 1, n - 1}, true
	}
	return Reading{Inside, c.cubic.Predict(x), hi - 1, hi}, true
}

// snap finds the knot that x stands for, looking at both neighbours of x.
func (c *Curve) snap(x float64, hi int) (int, bool) {
	best, gap := -1, math.Inf(1)
	tolerance := SnapTolerance
	if len(c.xs) == 1 {
		tolerance = SingleKnotTolerance
	}
	for k := max(hi-1, 0); k <= hi && k < len(c.xs); k++ {
		d := math.Abs(x - c.xs[k])
		if d <= float64(tolerance*math.Abs(c.xs[k])) && d < gap {
			best, gap = k, d
		}
	}
	return best, best >= 0
}

// Len is the number of knots.
func (c *Curve) Len() int { return len(c.xs) }

// Knot returns knot i.
func (c *Curve) Knot(i int) (x, y float64) { return c.xs[i], c.ys[i] }

// Sample returns the curve at every knot and at per evenly spaced x inside each
// segment, in ascending x: what a chart draws with straight lines, so that the
// drawn curve is the one tables read.
func (c *Curve) Sample(per int) (xs, ys []float64) {
	n := len(c.xs)
	xs = make([]float64, 0, n+(n-1)*per)
	ys = make([]float64, 0, cap(xs))
	for i := 0; i < n; i++ {
		xs, ys = append(xs, c.xs[i]), append(ys, c.ys[i])
		if i == n-1 {
			break
		}
		h := c.xs[i+1] - c.xs[i]
		for k := 1; k <= per; k++ {
			x := c.xs[i] + float64(h*(float64(k)/float64(per+1)))
			if !(x > xs[len(xs)-1]) || !(x < c.xs[i+1]) {
				continue // the segment is narrower than float64 can divide
			}
			xs, ys = append(xs, x), append(ys, c.cubic.Predict(x))
		}
	}
	return xs, ys
}
