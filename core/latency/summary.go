package latency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// Percentiles are the percentiles that summaries show.
var Percentiles = []float64{0.5, 0.75, 0.9, 0.95, 0.99}

// Summary is a run in aggregate, over the successful requests of the profiling
// phase. Every metric has its own N.
type Summary struct {
	Total   int // all records, refused ones included
	Used    int
	Dropped map[Reason]int // reasons that occur
	// Sent is the records of the profiling phase, whatever became of them.
	Sent int
	// FailureShare is failed requests over Sent; absent when none was sent.
	FailureShare opt.Float
	// Flagged counts the remarks on used requests, by words.
	Flagged map[string]int

	TTFT, FirstVisible, ITL, E2EL, E2EPerToken Times // s, s/token
	OSL, ISL                                   Times // tokens
	Interactivity, E2ENormalized               Rates // tok/s/user

	Split       RunSplit
	Throughput  Throughput
	Concurrency Concurrency
	Steadiness  Steadiness
	Warnings    []string

	ttft, itl column
	columns   []*ordered // behind the Times
	sorter    sorter
}

// RunSplit is the split of the mean E2EL/OSL over the N requests that have a
// TTFT: the means of the two terms, in s/token, add up to it, and so do the
// shares to 1.
type RunSplit struct {
	N                            int
	Decode, FirstToken           opt.Float
	DecodeShare, FirstTokenShare opt.Float
}

// Summary aggregates what was added so far. It costs O(n log n) and leaves the
// run open to more.
func (r *Run) Summary() *Summary {
	s := &Summary{Total: r.total, Used: r.dropped[Used], Dropped: map[Reason]int{}, Flagged: map[string]int{}, ttft: r.ttft, itl: r.itl}
	for _, reason := range Reasons {
		if n := r.dropped[reason]; n > 0 {
			s.Dropped[reason] = n
		}
	}
	for i, n := range r.flags {
		if n > 0 {
			s.Flagged[flagNames[i]] = n
		}
	}
	s.Sent = r.total - r.dropped[DroppedWarmUp] - r.dropped[DroppedPhase]
	if s.Sent > 0 {
		s.FailureShare = opt.Of(float64(r.dropped[DroppedFailed]) / float64(s.Sent))
	}
	unanswered := r.dropped[DroppedFailed] + r.dropped[DroppedNoOutput]
	for _, c := range []struct {
		to  *Times
		col column
	}{{&s.TTFT, r.ttft}, {&s.FirstVisible, r.visible}, {&s.ITL, r.itl}, {&s.E2EL, r.e2el}, {&s.E2EPerToken, r.perToken()}, {&s.OSL, r.osl}, {&s.ISL, r.isl}} {
		o := &ordered{column: slices.Clip(c.col), sorter: &s.sorter}
		*c.to = Times{o, unanswered}
		s.columns = append(s.columns, o)
	}
	s.Interactivity, s.E2ENormalized = Rates{s.ITL}, Rates{s.E2EPerToken}
	s.Split = r.runSplit()
	s.Throughput = r.throughput()
	s.Concurrency = r.concurrency(s.Throughput.Duration, &s.sorter)
	s.Steadiness = r.steady.summary()
	s.warn(r)
	return s
}

func (r *Run) runSplit() RunSplit {
	out := RunSplit{N: r.split.n}
	if out.N == 0 {
		return out
	}
	n, all := float64(out.N), r.split.decode+r.split.firstToken
	out.Decode, out.FirstToken = opt.Of(r.split.decode/n), opt.Of(r.split.firstToken/n)
	if all > 0 {
		out.DecodeShare, out.FirstTokenShare = opt.Of(r.split.decode/all), opt.Of(r.split.firstToken/all)
	}
	return out
}

// Penalty is what the first-token wait takes from interactivity at a percentile:
// 1 - (E2E-normalized at p)/(interactivity at p). Absent where either is.
func (s *Summary) Penalty(p float64) opt.Float {
	plain, ok := s.Interactivity.At(p).Positive()
	if !ok {
		return opt.Float{}
	}
	return s.E2ENormalized.At(p).Map(func(v float64) float64 { return 1 - v/plain })
}

// LongIdle reports whether the run's rates count a time without any request in hand that
// is most of its duration, as where a clock was set in the midst or two runs are in one file.
func (s *Summary) LongIdle() (idle, duration float64, ok bool) {
	idle, some := s.Concurrency.Idle.Get()
	duration, _ = s.Throughput.Duration.Get()
	return idle, duration, some && s.Throughput.DurationDerived && 2*idle > duration
}

// warn says what a reader must know before trusting the figures.
func (s *Summary) warn(r *Run) {
	say := func(format string, args ...any) { s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...)) }
	for _, m := range []struct {
		name string
		t    Times
	}{{"TTFT", s.TTFT}, {"ITL", s.ITL}, {"E2EL", s.E2EL}, {"E2EL/OSL", s.E2EPerToken}} {
		var near []string
		for _, p := range Percentiles {
			if quantile.CloseToMaximum(m.t.N(), p) && m.t.N() > 0 {
				near = append(near, fmt.Sprintf("p%g", p*100))
			}
		}
		if len(near) > 0 {
			say("%s %s: close to the maximum, N=%d", m.name, strings.Join(near, ", "), m.t.N())
		}
	}
	for i, n := range r.flags {
		if n > 0 && Flags(1<<i) != OneTokenPerChunk {
			say("%d of %d requests: %s", n, s.Used, flagNames[i])
		}
	}
	if !s.Steadiness.TokenGaps.Exact() {
		say("token gaps: percentiles from a histogram, within %.2g%%", 100*GapError)
	}
	if s.Throughput.DurationDerived {
		say("duration: from the first request sent to the last answer ended, as the tool gives none")
	}
	if idle, duration, ok := s.LongIdle(); ok {
		say("rates: for %.6g of the %.6g s no answered request was under way: they count that time", idle, duration)
	}
	if asked, ok := s.Concurrency.Asked.Get(); ok {
		if peak, ok := s.Concurrency.DecodingPeak.Get(); ok && peak < asked {
			say("concurrency: %g asked, at most %g streaming at once", asked, peak)
		}
	}
}
