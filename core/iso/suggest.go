package iso

import (
	"math"

	"github.com/isofront/isofront/core/digits"
)

// MaxSuggested is the most targets that Suggest gives.
const MaxSuggested = 8

// Suggest returns targets inside the ranges of all frontiers, as Between gives them.
// It is nil when the ranges share nothing, as they do where a frontier has no knots.
func Suggest(fs []*Frontier) []float64 {
	lo, hi := 0.0, math.Inf(1)
	for _, f := range fs {
		a, b, ok := f.Range()
		if !ok {
			return nil
		}
		lo, hi = max(lo, a), min(hi, b)
	}
	return Between(lo, hi)
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
