package interp

import "math"

// Slopes returns the slope of the curve at each of the knots (xs[i], ys[i]),
// xs strictly ascending, at least two knots.
//
// Interior slopes are M. Steffen's, "A simple method for monotonic
// interpolation in one dimension", Astronomy and Astrophysics 239 (1990),
// eq. 11: with h the widths and s the secants on either side,
//
//	p = (s0 h1 + s1 h0) / (h0 + h1)
//	m = (sign s0 + sign s1) min(|s0|, |s1|, |p|/2)
//
// so a slope is 0 where neighbouring secants differ in sign or either is 0.
// End slopes are those of d3-shape's curveMonotoneX, (3s - m)/2, where s is the
// end secant and m the slope at its inner knot. Two knots are a straight line.
//
// Products are rounded before they are added (float64(a*b) + c), so that the
// slopes agree bit for bit on architectures that would fuse them.
func Slopes(xs, ys []float64) []float64 {
	n := len(xs)
	m := make([]float64, n)
	secant := func(i int) float64 { return (ys[i+1] - ys[i]) / (xs[i+1] - xs[i]) }
	if n == 2 {
		m[0] = secant(0)
		m[1] = m[0]
		return m
	}
	for i := 1; i < n-1; i++ {
		s0, s1 := secant(i-1), secant(i)
		if s0 == 0 || s1 == 0 || (s0 > 0) != (s1 > 0) {
			continue // tested before dividing: flat neighbours give 0, not 0/0
		}
		h0, h1 := xs[i]-xs[i-1], xs[i+1]-xs[i]
		p := (float64(s0*h1) + float64(s1*h0)) / (h0 + h1)
		m[i] = math.Copysign(2*min(math.Abs(s0), math.Abs(s1), math.Abs(p)/2), s0)
	}
	m[0] = (float64(3*secant(0)) - m[1]) / 2
	m[n-1] = (float64(3*secant(n-2)) - m[n-2]) / 2
	return m
}
