package latency

import (
	"math"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// Percentile is one percentile with how far it can be trusted.
type Percentile struct {
	Value opt.Float
	// CloseToMaximum: fewer than one request lies beyond it.
	CloseToMaximum bool
	// Interval is the 95% bootstrap interval; nil outside 5 <= N <= 200.
	Interval *quantile.Interval
}

// Times is the distribution of a time in s (or of a length in tokens) over the
// requests that have it.
type Times struct {
	of         *ordered // nil: of nothing
	unanswered int
}

func (t Times) sample() quantile.Sample {
	if t.of == nil {
		return quantile.Sample{}
	}
	return t.of.sample()
}

// N is the number of requests that have the value.
func (t Times) N() int { return t.sample().N() }

// Mean and Deviation (population) are of the times. Neither is a rate, and the
// deviation has no inverse.
func (t Times) Mean() opt.Float      { return t.sample().Mean() }
func (t Times) Deviation() opt.Float { return t.sample().Deviation() }

// Max is the largest value.
func (t Times) Max() opt.Float { return t.sample().Max() }

// At is the type-7 p-quantile, p in [0, 1].
func (t Times) At(p float64) opt.Float { return t.sample().Type7(p) }

// Percentile is At with its warning and interval.
func (t Times) Percentile(p float64) Percentile {
	out := Percentile{Value: t.At(p)}
	out.CloseToMaximum = out.Value.Ok() && quantile.CloseToMaximum(t.N(), p)
	if iv, ok := t.sample().Bootstrap(p); ok {
		out.Interval = &iv
	}
	return out
}

// Adjusted is the nearest-rank p-quantile in which every request that failed or
// brought no token counts as slower than all others: a server cannot better it
// by refusing work.
func (t Times) Adjusted(p float64) quantile.Bound { return t.sample().WithFailures(p, t.unanswered) }

// Rates reads a distribution of times per token as rates in tok/s/user. Each
// value is the inverse of the same statistic of the time, so the rate at p90 is
// the slow tail: neither a percentile of rates nor a ratio of aggregates.
type Rates struct {
	Times Times
}

// rateDeviation is the population deviation of 1/time over the requests, which
// only per-request times can give; absent when a time is 0, whose rate has no
// bound.
func rateDeviation(col column) opt.Float {
	n, mean, m2 := 0, 0.0, 0.0
	for _, v := range col {
		if math.IsNaN(v) {
			continue
		}
		if v <= 0 {
			return opt.Float{}
		}
		n++
		delta := 1/v - mean
		mean += delta / float64(n)
		m2 += float64(delta * (1/v - mean))
	}
	if n == 0 {
		return opt.Float{}
	}
	return opt.Of(math.Sqrt(m2 / float64(n)))
}

// N is the number of requests that have the time.
func (r Rates) N() int { return r.Times.N() }

// At is 1/(type-7 p-quantile of the time); absent where that time is 0.
func (r Rates) At(p float64) opt.Float { return formula.Rate(r.Times.At(p)) }

// AtMean is 1/(mean time), which is not the mean rate.
func (r Rates) AtMean() opt.Float { return formula.Rate(r.Times.Mean()) }

// Deviation is the population deviation of the requests' own rates. It is never
// formed from the deviation of the times.
func (r Rates) Deviation() opt.Float {
	if r.Times.of == nil {
		return opt.Float{}
	}
	return rateDeviation(r.Times.of.column)
}

// Percentile is At with its warning, and with the interval of the time inverted.
func (r Rates) Percentile(p float64) Percentile {
	t := r.Times.Percentile(p)
	out := Percentile{Value: formula.Rate(t.Value), CloseToMaximum: t.CloseToMaximum}
	if t.Interval != nil {
		if iv, ok := t.Interval.Invert(); ok {
			out.Interval = &iv
		}
	}
	return out
}

// column holds one number per request, NaN where it is absent. It never leaves
// the package: what reads it leaves the NaN out.
type column []float64

func (c *column) add(v opt.Float) {
	x, ok := v.Get()
	if !ok {
		x = math.NaN()
	}
	*c = append(*c, x)
}
