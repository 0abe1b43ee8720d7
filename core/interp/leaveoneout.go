package interp

import (
	"math"

	"github.com/isofront/isofront/core/order"
)

// LeaveOneOut drops each interior knot in turn, predicts it from the others and
// returns the median and the maximum of |predicted - y| / |y|: how far the
// curve can be off where nothing was measured. ok is false under three knots or
// where a y is 0. The frontier is not rebuilt without the knot.
func LeaveOneOut(xs, ys []float64) (median, maximum float64, ok bool) {
	n := len(xs)
	if n < 3 {
		return 0, 0, false
	}
	errs := make([]float64, 0, n-2)
	for i := 1; i < n-1; i++ {
		// The slopes at i-1 and i+1 see one knot further each way, so four knots
		// predict what all the others would.
		var restX, restY []float64
		for k := max(i-2, 0); k <= min(i+2, n-1); k++ {
			if k != i {
				restX, restY = append(restX, xs[k]), append(restY, ys[k])
			}
		}
		curve, err := Fit(restX, restY)
		if err != nil || ys[i] == 0 {
			return 0, 0, false
		}
		r, _ := curve.At(xs[i])
		errs = append(errs, math.Abs(r.Y-ys[i])/math.Abs(ys[i]))
	}
	order.Floats(errs)
	k := len(errs)
	median = errs[k/2]
	if k%2 == 0 {
		median = (errs[k/2-1] + errs[k/2]) / 2
	}
	return median, errs[k-1], true
}
