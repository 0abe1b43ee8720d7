package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// Calculators of one request and of a sample of them. Each returns the number of
// the field that does not fit, -1 for none.

// stream takes chunks. It gives TTFT, the first visible output and E2EL in s; how
// many chunks carry a token, and OSL; the gaps between those chunks, and each
// divided by the tokens after it, in s; and ITL in s.
func (r *results) stream(f fields) (bad int) {
	var first, visible, last opt.Float
	var between, each results
	bearing, osl, before := 0.0, 0.0, 0.0
	for c := f.list(0); len(c) > 2; c = c[3:] {
		at, kind, tokens := c[0], formula.Kind(c[1]), c[2]
		if at < before {
			return 0
		}
		before = at
		if !formula.Bears(kind, opt.Of(tokens)) {
			continue
		}
		if prior, ok := last.Get(); ok {
			between.put(1, opt.Of(at-prior))
			each.put(1, opt.Of((at-prior)/tokens))
		}
		bearing++
		osl += tokens
		if last = opt.Of(at); !first.Ok() {
			first = last
		}
		if kind != formula.Reasoning && !visible.Ok() {
			visible = last
		}
	}
	r.put(1, first, visible, last, opt.Of(bearing), opt.Of(osl))
	*r = append(*r, strings.Join(between, ", "), strings.Join(each, ", "))
	r.put(1, formula.ITL(first, last, opt.Of(osl)))
	return -1
}

// request takes TTFT, E2EL in s, OSL, reasoning tokens among them and ISL. It
// gives ITL in ms and interactivity; E2E-normalized interactivity, E2EL/OSL and
// its two terms in ms, their shares in percent; and visible output and input per
// output token.
func (r *results) request(f fields) (bad int) {
	ttft, e2el, osl := f.one(0), f.one(1), f.one(2)
	first, _ := ttft.Get()
	last, timed := e2el.Get()
	n, _ := osl.Get()
	reasoning, _ := f.one(3).Get()
	switch {
	case timed && first > last:
		return 0
	case n != float64(int64(n)):
		return 2
	case reasoning > n:
		return 3
	}
	itl, per, s := formula.ITL(ttft, e2el, osl), formula.PerToken(e2el, osl), formula.SplitOf(ttft, e2el, osl)
	r.put(1000, itl)
	r.put(1, formula.Rate(itl), formula.Rate(per))
	r.put(1000, per, s.Decode, s.FirstToken)
	r.put(100, s.DecodeShare, s.FirstTokenShare)
	r.put(1, opt.Of(n-reasoning), f.one(4).Map(func(isl float64) float64 { return isl / n }))
	return -1
}

// sample takes times in ms and a percentile. It gives the mean, p50, p95, p99 and
// the longest in ms, the coefficient of variation, how many are stalls and their
// share of the time in percent, and the rate at the mean; then the time at the
// percentile in ms, its rate, the percentile of the rates instead, the time by
// nearest rank in ms, and N where the percentile is close to the maximum.
func (r *results) sample(f fields) (bad int) {
	p := 0.5
	if v, ok := f.one(1).Get(); ok {
		p = v / 100
	}
	times, rates := slices.Clone(f.list(0)), []float64{}
	for i := range times {
		times[i] /= 1000
		if v, ok := formula.Rate(opt.Of(times[i])).Get(); ok {
			rates = append(rates, v)
		}
	}
	slices.Sort(times)
	s, _ := quantile.FromSorted(times)
	mean, ok := s.Mean().Positive()
	switch {
	case !ok:
		return 0
	case p > 1:
		return 1
	}
	stalls, time := formula.Stalls(times)
	r.put(1000, s.Mean(), s.Type7(0.5), s.Type7(0.95), s.Type7(0.99), s.Max())
	r.put(1, s.Deviation().Map(func(d float64) float64 { return d / mean }), opt.Of(float64(stalls)))
	r.put(100, opt.Of(time/(mean*float64(len(times)))))
	r.put(1, formula.Rate(s.Mean()))
	at := s.Type7(p)
	r.put(1000, at)
	other, _ := quantile.New(rates)
	r.put(1, formula.Rate(at), other.Type7(p))
	r.put(1000, s.NearestRank(p))
	near := opt.Float{}
	if quantile.CloseToMaximum(len(times), p) {
		near = opt.Of(float64(len(times)))
	}
	r.put(1, near)
	return -1
}

// goodput takes TTFT in s and ITL in ms of each request that succeeded, the
// objectives in the same units, how many failed, and the duration in s. It gives
// requests/s, the share of those sent in percent, how many met and were sent.
func (r *results) goodput(f fields) (bad int) {
	failed, _ := f.one(3).Get()
	met, sent := 0.0, failed
	for c := f.list(0); len(c) > 1; c = c[2:] {
		sent++
		if formula.Meets(opt.Of(c[0]), opt.Of(c[1]), f.one(1), f.one(2)) {
			met++
		}
	}
	r.put(1, f.one(4).Map(func(d float64) float64 { return met / d }))
	r.put(100, opt.Of(met/sent))
	r.put(1, opt.Of(met), opt.Of(sent))
	return -1
}
