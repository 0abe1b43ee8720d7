// Package quantile forms percentiles of measured times and says how far they
// can be trusted. It names its methods, since tools that print "p99" mean
// different things, and it never reorders its input.
package quantile

import (
	"errors"
	"math"
	"slices"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
)

// Sample is a set of values in ascending order.
type Sample struct{ sorted []float64 }

// New sorts a copy of xs. A value that is NaN or infinite is an error that
// names its index: an absent value must be left out by the caller, who counts
// it.
func New(xs []float64) (Sample, error) {
	for i, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Sample{}, wrong(i, x, "")
		}
	}
	s := slices.Clone(xs)
	slices.Sort(s)
	return Sample{s}, nil
}

// FromSorted takes over xs, which must ascend. A value that is out of order, NaN
// or infinite is an error that names its index.
func FromSorted(xs []float64) (Sample, error) {
	for i, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return Sample{}, wrong(i, x, "")
		}
		if i > 0 && x < xs[i-1] {
			return Sample{}, wrong(i, x, ", below the one before")
		}
	}
	return Sample{xs}, nil
}

// Ascending takes over xs, which ascend and are finite: whoever has sorted a
// million of them knows, and nothing is checked.
func Ascending(xs []float64) Sample { return Sample{xs} }

// Sorted are the values, which are the sample's own and must stay as they are.
func (s Sample) Sorted() []float64 { return s.sorted }

// wrong is said without fmt, which would weigh on pages that form a percentile.
func wrong(i int, x float64, why string) error {
	return errors.New("quantile: value " + digits.Int(i) + " is " + digits.Shortest(x) + why)
}

// N is the number of values.
func (s Sample) N() int { return len(s.sorted) }

// Type7 is the p-quantile (p in [0, 1]) with linear interpolation between the
// closest ranks, h = (N-1)p: type 7 of R. J. Hyndman and Y. Fan, "Sample
// quantiles in statistical packages", The American Statistician 50 (1996), and
// the default of numpy and of the benchmark tools built on it. One value is its
// own quantile for every p; none, or a p outside [0, 1], is absent.
func (s Sample) Type7(p float64) opt.Float {
	n := len(s.sorted)
	if n == 0 || !(p >= 0 && p <= 1) {
		return opt.Float{}
	}
	h := float64(float64(n-1) * p)
	k := int(math.Floor(h))
	if k >= n-1 {
		return opt.Of(s.sorted[n-1])
	}
	lo, hi := s.sorted[k], s.sorted[k+1]
	if lo == hi {
		return opt.Of(lo)
	}
	return opt.Of(lo + float64((h-float64(k))*(hi-lo)))
}

// NearestRank is the smallest value that at least pN of the N values do not
// exceed: x[ceil(pN)], 1-based. p = 0 is the minimum. None, or a p outside
// [0, 1], is absent.
func (s Sample) NearestRank(p float64) opt.Float {
	n := len(s.sorted)
	if n == 0 || !(p >= 0 && p <= 1) {
		return opt.Float{}
	}
	return opt.Of(s.sorted[rank(p, n)-1])
}

// rank is ceil(pN), at least 1. The product is first rounded to the nearest
// multiple of 1e-9, since 0.07*100 is a hair above 7.
func rank(p float64, n int) int {
	h := float64(p * float64(n))
	if near := math.Round(h); math.Abs(h-near) < 1e-9 {
		h = near
	}
	return min(max(int(math.Ceil(h)), 1), n)
}

// Bound is a quantile of a sample in which some requests never ended: a value,
// or unbounded.
type Bound struct {
	Value     opt.Float
	Unbounded bool
}

// WithFailures is the nearest-rank p-quantile over the values and a number of
// failures, each counted as slower than every value. Rank falls on a failure:
// Unbounded. So a server cannot better its percentiles by refusing work.
func (s Sample) WithFailures(p float64, failures int) Bound {
	n := len(s.sorted) + max(failures, 0)
	if n == 0 || !(p >= 0 && p <= 1) {
		return Bound{}
	}
	if r := rank(p, n); r <= len(s.sorted) {
		return Bound{Value: opt.Of(s.sorted[r-1])}
	}
	return Bound{Unbounded: true}
}

// CloseToMaximum reports whether fewer than one value lies beyond the
// p-quantile, N(1-p) < 1: such a percentile says little more than the maximum.
func CloseToMaximum(n int, p float64) bool { return float64(float64(n)*(1-p)) < 1-1e-9 }

// Max is the largest value.
func (s Sample) Max() opt.Float { return s.Type7(1) }

// Mean is the arithmetic mean.
func (s Sample) Mean() opt.Float {
	if len(s.sorted) == 0 {
		return opt.Float{}
	}
	return opt.Of(mean(s.sorted))
}

// Deviation is the population standard deviation. It is never inverted: the
// spread of 1/x is not 1/spread of x.
func (s Sample) Deviation() opt.Float {
	_, d := s.Moments()
	return d
}

// Moments are Mean and Deviation, at the cost of the latter.
func (s Sample) Moments() (average, deviation opt.Float) {
	n := len(s.sorted)
	if n == 0 {
		return opt.Float{}, opt.Float{}
	}
	m, sum := mean(s.sorted), 0.0
	for _, x := range s.sorted {
		sum += float64((x - m) * (x - m))
	}
	return opt.Of(m), opt.Of(math.Sqrt(sum / float64(n)))
}

// mean divides first when the sum would overflow.
func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	if !math.IsInf(sum, 0) {
		return sum / float64(len(xs))
	}
	sum = 0
	for _, x := range xs {
		sum += x / float64(len(xs))
	}
	return sum
}
