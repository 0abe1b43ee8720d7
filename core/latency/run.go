package latency

import (
	"math"

	"github.com/isofront/isofront/core/opt"
)

// Options are what a run's records do not say.
type Options struct {
	// Duration is the wall time in s that the tool measured; absent: from the
	// first request sent to the last answer ended.
	Duration opt.Float
	// Concurrency is how many requests at once were asked for.
	Concurrency opt.Float
	// Window is the length in s of the windows in which the peak token rate is
	// sought; absent: 1.
	Window opt.Float
	// Expect is about how many records will come, if known: it saves growing.
	Expect int
}

// Run accumulates records. It keeps 56 bytes per used request, 16 per distinct
// gap up to 2 x ExactGaps in all (then histograms of 6.3 MB), and 16 per chunk
// for the peak token rate up to ExactGaps (then the peak is absent). It keeps
// nothing of the records themselves, so one Record can be filled again and
// again.
type Run struct {
	options Options
	work    work

	total   int
	dropped [reasonCount]int
	flags   [flagCount]int

	start, ttft, visible, e2el, osl, isl, itl column
	split                                     struct {
		n                  int
		decode, firstToken float64
	}
	first, end float64 // of the requests sent in the profiling phase
	timed      bool    // first and end hold something

	steady   steady
	arrivals arrivals
}

// maxExpect bounds what an expectation alone may allocate: 56 MB, and 92 MB for a
// Book.
const maxExpect = 1 << 20

// NewRun begins a run.
func NewRun(o Options) *Run {
	r := &Run{options: o}
	if n := min(max(o.Expect, 0), maxExpect); n > 0 {
		for _, c := range []*column{&r.start, &r.ttft, &r.visible, &r.e2el, &r.osl, &r.isl, &r.itl} {
			*c = make(column, 0, n)
		}
	}
	r.steady.init()
	return r
}

// Add takes one record and says whether it is in the sample, with its metrics if
// so. An error comes with DroppedInvalid and names the impossible figure. A
// request that was not used in the end counts by its first reason: warm-up
// before failure before invalid figures before no output.
func (r *Run) Add(rec *Record) (Metrics, Reason, error) {
	m, reason, err := r.take(rec)
	r.total++
	r.dropped[reason]++
	return m, reason, err
}

func (r *Run) take(rec *Record) (Metrics, Reason, error) {
	switch rec.Phase {
	case Profiling:
	case WarmUp:
		return Metrics{}, DroppedWarmUp, nil
	default:
		return Metrics{}, DroppedPhase, nil
	}
	if rec.Outcome != OK {
		r.span(rec, Metrics{E2EL: rec.Figures.E2EL})
		if rec.Outcome == Cancelled {
			return Metrics{}, DroppedCancel, nil
		}
		return Metrics{}, DroppedFailed, nil
	}
	m, s, err := r.work.measure(rec)
	if err != nil {
		return Metrics{}, DroppedInvalid, err
	}
	r.span(rec, m)
	if n, ok := m.OSL.Get(); ok && n == 0 || !ok && !m.TTFT.Ok() && !m.E2EL.Ok() && s.chunks == 0 {
		return m, DroppedNoOutput, nil
	}
	r.keep(rec, &m, &s)
	return m, Used, nil
}

// span widens the run's wall time.
func (r *Run) span(rec *Record, m Metrics) {
	start, ok := rec.Start.Get()
	if !ok || math.Abs(start) > maxStart {
		return
	}
	end, last := start, opt.Float{}
	if k := len(rec.Chunks); k > 0 {
		last = opt.Of(rec.Chunks[k-1].At)
	}
	for _, v := range [...]opt.Float{m.E2EL, rec.Figures.End, last} {
		if e, ok := v.Get(); ok && e >= 0 && e <= MaxSeconds {
			end = max(end, start+e)
		}
	}
	if !r.timed {
		r.first, r.end, r.timed = start, end, true
	}
	r.first, r.end = min(r.first, start), max(r.end, end)
}

func (r *Run) keep(rec *Record, m *Metrics, s *stream) {
	r.start.add(rec.Start)
	r.ttft.add(m.TTFT)
	r.visible.add(m.FirstVisible)
	r.e2el.add(m.E2EL)
	r.osl.add(m.OSL)
	r.isl.add(m.ISL)
	r.itl.add(m.ITL)
	if d, ok := m.Split.Decode.Get(); ok {
		f, _ := m.Split.FirstToken.Get()
		r.split.n++
		r.split.decode += d
		r.split.firstToken += f
	}
	for i := range r.flags {
		if m.Flags&(1<<i) != 0 {
			r.flags[i]++
		}
	}
	r.steady.add(m, s)
	r.arrivals.add(rec.Start, m, s)
}

// perToken is E2EL/OSL of each used request.
func (r *Run) perToken() column {
	out := make(column, len(r.e2el))
	for i := range out {
		out[i] = math.NaN()
		if r.osl[i] >= 1 && r.e2el[i] > 0 {
			out[i] = r.e2el[i] / r.osl[i]
		}
	}
	return out
}
