package latency

import (
	"math"
	"slices"

	"github.com/isofront/isofront/core/opt"
)

// arrivals remembers when tokens came, for the peak token rate.
type arrivals struct {
	at      []arrival
	untimed bool // a used request's tokens have no times
	full    bool
}

type arrival struct{ at, tokens float64 }

// add notes a request's tokens. Tokens that the usage count has and the chunks
// have not (an end-of-sequence token, mostly) came with the last chunk.
func (a *arrivals) add(start opt.Float, m *Metrics, s *stream) {
	if a.untimed || a.full {
		return
	}
	t, ok := start.Get()
	first, hasFirst := m.TTFT.Get()
	osl, hasOSL := m.OSL.Get()
	if !ok || !hasFirst || !hasOSL || s.tokens == nil || len(s.tokens) != len(s.gaps)+1 {
		a.untimed, a.at = true, nil
		return
	}
	if len(a.at)+len(s.tokens) > ExactGaps {
		a.full, a.at = true, nil
		return
	}
	if k := len(a.at); k+len(s.tokens) > cap(a.at) { // by doubling: millions come
		a.at = slices.Grow(a.at, max(k, len(s.tokens)))
	}
	t += first
	counted := 0.0
	for i, n := range s.tokens {
		if i > 0 {
			t += s.gaps[i-1]
		}
		counted += n
		a.at = append(a.at, arrival{t, n})
	}
	a.at[len(a.at)-1].tokens += max(osl-counted, 0)
}

// peak is the highest token rate over a tiling of [from, from+duration] by
// equal windows, at least as long as window. Tokens outside count in the nearest
// window, so the peak is never below the average.
func (a *arrivals) peak(from, duration, window float64) opt.Float {
	if a.untimed || a.full || len(a.at) == 0 || !(duration > 0) || !(window > 0) {
		return opt.Float{}
	}
	k := int(min(max(math.Floor(duration/window), 1), 1<<20))
	sums := make([]float64, k)
	for _, e := range a.at {
		i := int(min(max((e.at-from)/duration*float64(k), 0), float64(k-1)))
		sums[i] += e.tokens
	}
	return opt.Of(slices.Max(sums) / (duration / float64(k)))
}

// Throughput is what the run delivered per second of wall time, over the used
// requests. It is never formed from a concurrency and a per-user rate.
type Throughput struct {
	Duration opt.Float // s
	// DurationDerived: the first request sent to the last answer ended, since the
	// tool gave none.
	DurationDerived bool
	Requests        opt.Float // answered requests/s
	// Output, Input and Total are tok/s, absent when a used request's length is
	// not known.
	Output, Input, Total opt.Float
	// PeakOutput is the highest output rate in any window of a tiling of the wall
	// time, tok/s; absent unless the arrival of every token is known.
	PeakOutput, Window opt.Float
}

func (r *Run) throughput() Throughput {
	t := Throughput{Duration: r.options.Duration}
	if d, ok := t.Duration.Get(); !ok || d <= 0 || d > MaxSeconds {
		t.Duration, t.DurationDerived = opt.Float{}, true
		if r.timed && r.end > r.first {
			t.Duration = opt.Of(r.end - r.first)
		}
	}
	d, ok := t.Duration.Positive()
	if !ok {
		t.DurationDerived = false
		return t
	}
	window, given := r.options.Window.Positive()
	if !given {
		window = 1
	}
	per := func(v opt.Float) opt.Float { return v.Map(func(x float64) float64 { return x / d }) }
	out, in := total(r.osl), total(r.isl)
	t.Requests = opt.Of(float64(len(r.osl)) / d)
	t.Output, t.Input = per(out), per(in)
	if o, ok := out.Get(); ok {
		if i, ok := in.Get(); ok {
			t.Total = opt.Of((o + i) / d)
		}
	}
	from := r.first
	if t.PeakOutput = r.arrivals.peak(from, d, window); t.PeakOutput.Ok() {
		t.Window = opt.Of(d / min(max(math.Floor(d/window), 1), 1<<20))
	}
	return t
}

// total sums a column; absent when a value of it is.
func total(c column) opt.Float {
	if len(c) == 0 {
		return opt.Of(0)
	}
	return opt.Of(sum(c))
}

// Concurrency is how many requests were in hand at once. InFlight counts from
// the moment of sending, Decoding from the first token: what the server admitted.
// The means are over the wall time, absent without start times.
type Concurrency struct {
	Asked                      opt.Float
	InFlight, InFlightPeak     opt.Float
	Decoding, DecodingPeak     opt.Float
	AnsweredWithTimes, Without int // requests counted, requests without times
	// Idle is the longest time in s between requests in which none of those counted
	// was in hand, 0 where there is none; absent without times.
	Idle opt.Float
}

func (r *Run) concurrency(duration opt.Float, by *sorter) Concurrency {
	c := Concurrency{Asked: r.options.Concurrency}
	n := len(r.start)
	room := make([]float64, 3*n)
	starts, firsts, ends := room[:n:n], room[n:n:2*n], room[2*n:]
	e2el, ttft := r.e2el[:n], r.ttft[:n]
	busy, decoding, k := 0.0, 0.0, 0
	for i, s := range r.start {
		took := e2el[i]
		end := s + took
		if math.IsNaN(end) {
			c.Without++
			continue
		}
		starts[k], ends[k] = s, end
		k++
		busy += took
		if f := ttft[i]; !math.IsNaN(f) {
			firsts = append(firsts, s+f)
			decoding += took - f
		}
	}
	starts, ends, c.AnsweredWithTimes = starts[:k], ends[:k], k
	if len(starts) == 0 {
		return c
	}
	by.sort(starts)
	by.sort(ends)
	d, ok := duration.Positive()
	c.InFlightPeak = opt.Of(float64(overlap(starts, ends)))
	c.Idle = opt.Of(longestGap(starts, ends))
	if ok {
		c.InFlight = opt.Of(busy / d)
	}
	if len(firsts) == len(starts) {
		by.sort(firsts)
		c.DecodingPeak = opt.Of(float64(overlap(firsts, ends)))
		if ok {
			c.Decoding = opt.Of(decoding / d)
		}
	}
	return c
}

// longestGap is the longest time between intervals that none of them covers, both sorted
// on their own: where as many have ended as have begun.
func longestGap(from, to []float64) (longest float64) {
	for i := 1; i < len(from); i++ {
		longest = max(longest, from[i]-to[i-1])
	}
	return longest
}

// overlap is the largest number of half-open intervals [from, to) that share a
// moment, both sorted on their own.
func overlap(from, to []float64) int {
	most, j := 0, 0
	for i, t := range from {
		for j < len(to) && to[j] <= t {
			j++
		}
		most = max(most, i+1-j)
	}
	return most
}
