package iso

import (
	"math"

	"github.com/isofront/isofront/core/digits"
)

// MaxSuggested is the most targets that Suggest gives.
const MaxSuggested = 8

// Suggest returns targets, as Between gives them, that all frontiers reach or else
// most of them, and how many do. It is nil and 0 where none has a knot.
func Suggest(fs []*Frontier) (targets []float64, reach int) {
	var spans [][2]float64
	for _, f := range fs {
		if lo, hi, ok := f.Range(); ok {
			spans = append(spans, [2]float64{lo, hi})
		}
	}
	if len(spans) == 0 {
		return nil, 0
	}
	lo, hi, reach := Busiest(spans)
	return Between(lo, hi), reach
}

// Busiest is the span that lies in most of the spans given, each a lowest and a
// highest x, and in how many; the widest where there are several. All are 0 without
// any.
func Busiest(spans [][2]float64) (lo, hi float64, most int) {
	for _, from := range spans { // one begins where another does
		n, end := 0, math.Inf(1)
		for _, s := range spans {
			if s[0] <= from[0] && from[0] <= s[1] {
				n, end = n+1, min(end, s[1])
			}
		}
		if n > most || n == most && end-from[0] > hi-lo {
			lo, hi, most = from[0], end, n
		}
	}
	return lo, hi, most
}

// Between returns targets from lo to hi, both in the axis's unit: the multiples of
// the smallest step 1, 2 or 5 x 10^k that gives at most MaxSuggested, and lo where the
// two are one. It is nil for an empty or an endless range.
func Between(lo, hi float64) []float64 {
	switch {
	case math.IsInf(hi, 1) || !(lo <= hi):
		return nil
	case lo == hi:
		return []float64{lo}
	}
	// A hundredth of the width gives far more than the most; from there up.
	for k := digits.Exponent(hi-lo) - 2; k <= 308; k++ {
		for _, m := range [3]float64{1, 2, 5} {
			step := multiple(1, m, k)
			if hi/step > 1<<53 {
				continue // multiples this large are not exact
			}
			// One more each way: lo/step and hi/step may be a hair off.
			first, last := int64(math.Ceil(lo/step))-1, int64(math.Floor(hi/step))+1
			if last-first-1 > MaxSuggested+2 {
				continue
			}
			var out []float64
			for i := first; i <= last; i++ {
				if t := multiple(i, m, k); t >= lo && t <= hi && t > 0 {
					out = append(out, t)
				}
			}
			if len(out) <= MaxSuggested {
				return out
			}
		}
	}
	return nil
}

// multiple returns i x m x 10^k. A small step is a division by an exact power of
// ten, so that 3 x 0.1 is the number that reads 0.3.
func multiple(i int64, m float64, k int) float64 {
	if k < 0 {
		return float64(float64(i)*m) / math.Pow10(-k)
	}
	return float64(float64(i)*m) * math.Pow10(k)
}
