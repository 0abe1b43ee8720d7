package latency

import (
	"math"
	"math/bits"

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
	var m Metrics
	var s, seen stream
	reason, err := r.add(rec, &m, &s, &seen)
	if err != nil {
		return Metrics{}, reason, err
	}
	m.rates()
	return m, reason, nil
}

// Feed adds one record to the run and, unless it is refused, to the books, as
// their Add would, but measures it once for all.
func (r *Run) Feed(rec *Record, books ...*Book) error {
	var m Metrics // not kept anywhere: that would cost the garbage collector's care
	var s, seen stream
	if _, err := r.add(rec, &m, &s, &seen); err != nil {
		return err
	}
	for _, b := range books {
		b.take(rec, &m, &seen)
	}
	return nil
}

func (r *Run) add(rec *Record, m *Metrics, s, seen *stream) (Reason, error) {
	reason, err := r.take(rec, m, s, seen)
	r.total++
	r.dropped[reason]++
	return reason, err
}

func (r *Run) take(rec *Record, m *Metrics, s, seen *stream) (Reason, error) {
	switch rec.Phase {
	case Profiling:
	case WarmUp:
		return DroppedWarmUp, nil
	default:
		return DroppedPhase, nil
	}
	if rec.Outcome != OK {
		r.span(rec, rec.Figures.E2EL)
		if rec.Outcome == Cancelled {
			return DroppedCancel, nil
		}
		return DroppedFailed, nil
	}
	if err := r.work.form(rec, m, s, seen); err != nil {
		return DroppedInvalid, err
	}
	r.span(rec, m.E2EL)
	if n, ok := m.OSL.Get(); ok && n == 0 || !ok && !m.TTFT.Ok() && !m.E2EL.Ok() && s.chunks == 0 {
		return DroppedNoOutput, nil
	}
	r.keep(rec, m, s)
	return Used, nil
}

// span widens the run's wall time.
func (r *Run) span(rec *Record, e2el opt.Float) {
	start, ok := rec.Start.Get()
	if !ok || math.Abs(start) > maxStart {
		return
	}
	end := start
	widen := func(v opt.Float) {
		if e, ok := v.Get(); ok && e >= 0 && e <= MaxSeconds && start+e > end {
			end = start + e
		}
	}
	widen(e2el)
	widen(rec.Figures.End)
	if k := len(rec.Chunks); k > 0 {
		widen(opt.Of(rec.Chunks[k-1].At))
	}
	if !r.timed {
		r.first, r.end, r.timed = start, end, true
	}
	if start < r.first {
		r.first = start
	}
	if end > r.end {
		r.end = end
	}
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
	for f := m.Flags; f != 0; f &= f - 1 {
		r.flags[bits.TrailingZeros16(uint16(f))]++
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
