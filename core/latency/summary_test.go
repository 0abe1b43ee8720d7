package latency_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// TestGoodput: ten sent in 10 s, 8 succeed, 6 meet: 0.6/s, 60%.
func TestGoodput(t *testing.T) {
	var rs []*latency.Record
	for range 5 {
		rs = append(rs, figures(0.5, 1.5, 11)) // ITL 0.1, exactly at its objective
	}
	rs = append(rs, figures(0.5, 0.5, 1))  // no ITL
	rs = append(rs, figures(1.1, 1.5, 11)) // TTFT too long
	rs = append(rs, figures(0.5, 2.5, 11)) // ITL 0.2
	rs = append(rs, &latency.Record{Outcome: latency.Failed}, &latency.Record{Outcome: latency.Failed})
	rs = append(rs, &latency.Record{Phase: latency.WarmUp})
	s := run(t, latency.Options{Duration: opt.Of(10)}, rs...)
	slo := latency.SLO{TTFT: opt.Of(1), ITL: opt.Of(0.1)}
	g := s.Goodput(slo)
	if g.Met != 6 || g.Sent != 10 {
		t.Errorf("%+v", g)
	}
	is(t, "per second", g.PerSecond, 0.6)
	is(t, "share", g.Share, 0.6)
	nothing := run(t, latency.Options{}).Goodput(slo)
	absent(t, "share of none", nothing.Share)
	absent(t, "rate without duration", nothing.PerSecond)
	// Without streaming nothing shows that a TTFT objective was met.
	silent := &latency.Record{Figures: latency.Figures{E2EL: opt.Of(1)}, Output: server(5)}
	if g := run(t, latency.Options{}, silent).Goodput(slo); g.Met != 0 {
		t.Errorf("%+v", g)
	}
}

// TestSplitOfARun: E2EL/OSL of 0.4 (0.3 + 0.1) and 0.2 (0.1 + 0.1): means 0.2 and
// 0.1 of 0.3.
func TestSplitOfARun(t *testing.T) {
	s := run(t, latency.Options{}, figures(1, 4, 10), figures(1, 2, 10))
	is(t, "decode", s.Split.Decode, 0.2)
	is(t, "first token", s.Split.FirstToken, 0.1)
	is(t, "decode share", s.Split.DecodeShare, 2.0/3)
	is(t, "first-token share", s.Split.FirstTokenShare, 1.0/3)
	is(t, "mean E2EL/OSL", s.E2EPerToken.Mean(), 0.3)
	// ITL 3/9 and 1/9 at p100: interactivity 3; normalized 1/0.4; 1 - 2.5/3.
	is(t, "penalty at the slowest", s.Penalty(1), 1-2.5/3)
}

// TestWallTime: sent at 10 and 12, ended at 14 and 20 (a failure): 10 s.
func TestWallTime(t *testing.T) {
	a, b := figures(1, 4, 10), figures(1, 8, 10)
	a.Start, b.Start, b.Outcome = opt.Of(10), opt.Of(12), latency.Failed
	a.Input = server(90)
	s := run(t, latency.Options{}, a, b)
	is(t, "duration", s.Throughput.Duration, 10)
	is(t, "output", s.Throughput.Output, 1)
	is(t, "input", s.Throughput.Input, 9)
	is(t, "total", s.Throughput.Total, 10)
	is(t, "requests", s.Throughput.Requests, 0.1)
	if !s.Throughput.DurationDerived {
		t.Error("not said to be derived")
	}
	a.Input = latency.Count{}
	unknown := run(t, latency.Options{}, a)
	absent(t, "input of unknown length", unknown.Throughput.Input)
	absent(t, "total of unknown length", unknown.Throughput.Total)
	absent(t, "duration without starts", run(t, latency.Options{}, figures(1, 2, 3)).Throughput.Duration)
}

// TestInHand: [0,4), [1,3) and [4,6): two at most; 4 + 2 + 2 over 6 s.
func TestInHand(t *testing.T) {
	var rs []*latency.Record
	for _, iv := range [][2]float64{{0, 4}, {1, 2}, {4, 2}} {
		r := figures(1.5, iv[1], 5)
		r.Start = opt.Of(iv[0])
		rs = append(rs, r)
	}
	c := run(t, latency.Options{}, rs...).Concurrency
	is(t, "peak in flight", c.InFlightPeak, 2)
	is(t, "in flight", c.InFlight, 8.0/6)
	is(t, "peak decoding", c.DecodingPeak, 2) // [1.5,4) and [2.5,3)
	is(t, "decoding", c.Decoding, 3.5/6)      // 2.5 + 0.5 + 0.5
}

// TestRhythm: gaps that grow along the answer show by tenth, a slower second half
// of the run by bucket.
func TestRhythm(t *testing.T) {
	r := latency.NewRun(latency.Options{})
	for i := range 10 {
		at, slow := []float64{1}, 1.0
		if i >= 5 {
			slow = 2
		}
		for k := range 100 {
			at = append(at, at[k]+slow*0.01*float64(1+k/10))
		}
		rec := &latency.Record{Start: opt.Of(float64(100 * i)), Chunks: chunks(latency.Content, at...), Output: server(101)}
		if _, _, err := r.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	s := r.Summary().Steadiness
	last := 0.0
	for i, g := range s.ByTenth {
		// Ten requests of 100 gaps at positions 1 to 100 of 101: tenth 0 has
		// positions 1 to 10, the others ten each.
		if g.N() != 100 {
			t.Errorf("tenth %d: %d gaps", i, g.N())
		}
		v, _ := g.Mean().Get()
		if v <= last {
			t.Errorf("tenth %d: %v after %v", i, v, last)
		}
		last = v
	}
	// Gaps 0.01 to 0.10, half of them doubled: mean 0.055*1.5, and the variance
	// E[slow^2] E[g^2] - mean^2 = 2.5*0.00385 - 0.00680625.
	is(t, "mean", s.TokenGaps.Mean(), 0.0825)
	is(t, "variation", s.TokenGaps.Variation(), math.Sqrt(2.5*0.00385-0.00680625)/0.0825)
	drift := r.Drift(2)
	if len(drift) != 2 || drift[0].N != 5 || drift[1].N != 5 || drift[0].From != 0 || drift[0].To != drift[1].From {
		t.Fatalf("%+v", drift)
	}
	is(t, "ITL at first", drift[0].Median, 0.055)
	is(t, "ITL later", drift[1].Median, 0.11)
	if r.Drift(0) != nil || latency.NewRun(latency.Options{}).Drift(3) != nil {
		t.Error("a drift of nothing")
	}
}

// TestNoStallAtMedianZero: gaps 0, 0, 3 have median 0, and no stall.
func TestNoStallAtMedianZero(t *testing.T) {
	m := measure(t, &latency.Record{Chunks: chunks(latency.Content, 1, 1, 1, 4)})
	is(t, "stalls", m.Stalls.Count, 0)
	is(t, "share", m.Stalls.Share, 0)
	// Gaps 0.1, 0.1, 0.1, 0.5, 0.51: five medians is not longer than five medians.
	m = measure(t, &latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), E2EL: opt.Of(2.31), Gaps: []float64{0.125, 0.125, 0.125, 0.625, 0.31}}, Output: server(7)})
	is(t, "stalls", m.Stalls.Count, 0)
	absent(t, "stalls without gaps", measure(t, figures(1, 2, 3)).Stalls.Count)
}

func TestShareByLength(t *testing.T) {
	r := latency.NewRun(latency.Options{})
	for _, rec := range []*latency.Record{figures(1, 1, 1), figures(1, 2, 2), figures(1, 3, 3), figures(1, 10, 100)} {
		_, _, _ = r.Add(rec)
	}
	g := r.ShareByLength()
	if len(g) != 3 || g[1].N != 2 || g[1].From != 2 || g[1].To != 3 || g[2].From != 64 {
		t.Fatalf("%+v", g)
	}
	is(t, "1 token", g[0].FirstTokenShare, 1)
	is(t, "2 and 3 tokens", g[1].FirstTokenShare, 0.4)
	is(t, "100 tokens", g[2].FirstTokenShare, 0.1)
}

// TestLoop: 3,000 tokens at 30 ms are 90 s, at 1.4 ms 4.2 s; ten steps of 300
// tokens with 2 s before each: 10*(2 + 299*0.03).
func TestLoop(t *testing.T) {
	is(t, "30 ms", latency.Loop{Steps: 1, Output: 3000, ITL: 0.030}.Wait(), 90)
	is(t, "1.4 ms", latency.Loop{Steps: 1, Output: 3000, ITL: 0.0014}.Wait(), 4.2)
	is(t, "ten steps", latency.Loop{Steps: 10, Output: 300, TTFT: opt.Of(2), ITL: 0.03}.Wait(), 109.7)
	is(t, "one token", latency.Loop{Steps: 2, Output: 1, TTFT: opt.Of(2), ITL: 0.03}.Wait(), 4)
	is(t, "no token", latency.Loop{Steps: 2, TTFT: opt.Of(2), ITL: 0.03}.Wait(), 0)
	for _, l := range []latency.Loop{{Steps: -1, Output: 1, ITL: 1}, {Steps: 1, Output: math.NaN(), ITL: 1}, {Steps: 1, Output: 1, ITL: math.Inf(1)}, {Steps: 1, Output: 1, ITL: 1, TTFT: opt.Of(-1)}} {
		absent(t, "impossible loop", l.Wait())
	}
}

// TestWarnings: a percentile past the last but one value says so.
func TestWarnings(t *testing.T) {
	var rs []*latency.Record
	for range 20 {
		rs = append(rs, figures(1, 2, 5))
	}
	w := strings.Join(run(t, latency.Options{}, rs...).Warnings, "\n")
	if !strings.Contains(w, "TTFT p99: close to the maximum, N=20") || strings.Contains(w, "p95") {
		t.Error(w) // 20*0.05 = 1
	}
	if w := strings.Join(run(t, latency.Options{}, rs[:5]...).Warnings, "\n"); !strings.Contains(w, "TTFT p90, p95, p99: close to the maximum, N=5") {
		t.Error(w) // 5*0.25 = 1.25, 5*0.1 = 0.5
	}
}

// TestLongIdle: [0,4), [1,3) and one sent at 10 and ended at 12: none in hand for 6 of 12 s,
// not most of them; sent at 100, for 96 of 102 s, which the rates count. Where the tool says
// how long the run took they do not.
func TestLongIdle(t *testing.T) {
	at := func(last float64, o latency.Options) *latency.Summary {
		var rs []*latency.Record
		for _, iv := range [][2]float64{{last, 2}, {0, 4}, {1, 2}} {
			r := figures(1.5, iv[1], 5)
			r.Start = opt.Of(iv[0])
			rs = append(rs, r)
		}
		return run(t, o, rs...)
	}
	for _, x := range []struct {
		last float64
		o    latency.Options
		idle float64
		long bool
	}{{3.5, latency.Options{}, 0, false}, {10, latency.Options{}, 6, false}, {100, latency.Options{}, 96, true}, {100, latency.Options{Duration: opt.Of(12)}, 96, false}} {
		s := at(x.last, x.o)
		is(t, "idle", s.Concurrency.Idle, x.idle)
		said := slices.Contains(s.Warnings, "rates: for 96 of the 102 s no answered request was under way: they count that time")
		if _, _, ok := s.LongIdle(); ok != x.long || said != x.long {
			t.Errorf("the last sent at %v s: long %v, warned %v", x.last, ok, said)
		}
	}
	absent(t, "idle without starts", run(t, latency.Options{}, figures(1, 2, 3)).Concurrency.Idle)
}
