package interp

import "math"

// KnotTolerance is how close, relative to a knot's value, a sought value counts
// as that knot's: a value printed with 12 digits is off by up to 5e-12.
const KnotTolerance = 1e-11

// Inverse is where a falling or rising curve takes a value.
type Inverse struct {
	X, Y   float64 // Y is the curve at X
	Lo, Hi int     // the knots on either side; both the same on a knot
}

// Solve finds the x at which the curve takes y. The knots' values must be
// strictly monotone, as those of a frontier are; ok is false where they are not
// and where y lies outside them. A y within KnotTolerance of a knot's value is
// that knot, returned exactly.
//
// Inside a segment the cubic is monotone, so bisection down to neighbouring
// floats finds the one crossing; of those two the one whose value is not below y
// is returned, so that what was solved for holds.
func (c *Curve) Solve(y float64) (inv Inverse, ok bool) {
	n := len(c.xs)
	if math.IsNaN(y) {
		return Inverse{}, false
	}
	rising := n > 1 && c.ys[n-1] > c.ys[0]
	for i := 1; i < n; i++ {
		if c.ys[i] == c.ys[i-1] || (c.ys[i] > c.ys[i-1]) != rising {
			return Inverse{}, false
		}
	}
	for i, k := range c.ys {
		if math.Abs(y-k) <= float64(KnotTolerance*math.Abs(k)) {
			return Inverse{c.xs[i], k, i, i}, true
		}
	}
	for i := 1; i < n; i++ {
		a, b := c.ys[i-1], c.ys[i]
		if y < min(a, b) || y > max(a, b) {
			continue
		}
		lo, hi := c.xs[i-1], c.xs[i]
		for {
			mid := lo + float64((hi-lo)*0.5)
			if !(mid > lo && mid < hi) {
				break
			}
			if (c.cubic.Predict(mid) < y) == rising {
				lo = mid
			} else {
				hi = mid
			}
		}
		x := hi
		if !rising {
			x = lo
		}
		at := c.cubic.Predict(x)
		switch x { // the segment may be as narrow as two floats
		case c.xs[i-1]:
			at = a
		case c.xs[i]:
			at = b
		}
		return Inverse{x, at, i - 1, i}, true
	}
	return Inverse{}, false
}
