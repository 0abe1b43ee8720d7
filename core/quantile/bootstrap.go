package quantile

import (
	"math/rand/v2"
	"slices"

	"github.com/isofront/isofront/core/opt"
)

// The bootstrap's constants: a 95% interval from 2,000 resamples. Below 5 values
// resampling says nothing, above 200 the interval is narrower than what it
// costs. The seed is fixed so that the same data give the same interval.
const (
	Resamples    = 2000
	BootstrapMin = 5
	BootstrapMax = 200
	seed1, seed2 = 0x69736f66726f6e74, 1 // "isofront"
)

// Interval is the lower and upper end of a confidence interval.
type Interval struct{ Low, High float64 }

// Bootstrap is the percentile interval (B. Efron, "Bootstrap methods: another
// look at the jackknife", Annals of Statistics 7, 1979) of the type-7
// p-quantile. ok is false outside 5 <= N <= 200 and for a p outside [0, 1]. It
// is formed on the times; whoever shows a rate inverts its ends, which swaps
// them.
func (s Sample) Bootstrap(p float64) (iv Interval, ok bool) {
	n := len(s.sorted)
	if n < BootstrapMin || n > BootstrapMax || !(p >= 0 && p <= 1) {
		return Interval{}, false
	}
	rng := rand.New(rand.NewPCG(seed1, seed2))
	counts := make([]int, n)
	draw := Sample{make([]float64, n)}
	estimates := make([]float64, Resamples)
	for i := range estimates {
		// Counting draws per value keeps the resample sorted without sorting.
		clear(counts)
		for range n {
			counts[rng.IntN(n)]++
		}
		k := 0
		for j, c := range counts {
			for range c {
				draw.sorted[k] = s.sorted[j]
				k++
			}
		}
		estimates[i], _ = draw.Type7(p).Get()
	}
	slices.Sort(estimates)
	all := Sample{estimates}
	low, _ := all.Type7(0.025).Get()
	high, _ := all.Type7(0.975).Get()
	return Interval{low, high}, true
}

// Invert turns an interval of times into one of rates, 1/time. ok is false when
// an end is not above 0.
func (iv Interval) Invert() (Interval, bool) {
	if !(iv.Low > 0) {
		return Interval{}, false
	}
	low, high := opt.Of(1/iv.High), opt.Of(1/iv.Low)
	if !low.Ok() || !high.Ok() {
		return Interval{}, false
	}
	l, _ := low.Get()
	h, _ := high.Get()
	return Interval{l, h}, true
}
