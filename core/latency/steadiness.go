package latency

import (
	"math"

	"github.com/isofront/isofront/core/opt"
)

// steady accumulates the rhythm of the streams. Token gaps are kept by tenth of
// the answer; all tenths together are the pool.
type steady struct {
	tenths   [10]Gaps
	counted  int // requests whose token gaps are known
	chunked  int // requests whose inter-chunk gaps are known
	stalls   int
	stalled  float64 // s
	spans    float64 // s, E2EL - TTFT of the chunked requests
	chunkGap Gaps
}

func (a *steady) init() {
	for i := range a.tenths {
		a.tenths[i].limit = ExactGaps / len(a.tenths)
	}
}

func (a *steady) add(m *Metrics, s *stream) {
	if n, ok := m.Stalls.Count.Get(); ok {
		time, _ := m.Stalls.Time.Get()
		span, known := m.span()
		if !known || m.Flags.Has(GapsDisagree) {
			span = sum(s.gaps)
		}
		a.chunked++
		a.stalls += int(n)
		a.stalled += time
		a.spans += span
		for _, g := range s.gaps {
			a.chunkGap.Add(g, 1)
		}
	}
	if s.tokens == nil || len(s.gaps) == 0 {
		return
	}
	a.counted++
	a.spread(s)
}

// spread puts each gap, spread over the tokens of its chunk, into the tenths that
// these are in: the token at position k of total is in tenth floor(10 k/total).
func (a *steady) spread(s *stream) {
	total, done := sum(s.tokens), s.tokens[0]
	tenth, end := 0, math.Ceil(total/10) // the position where the tenth ends
	for i, g := range s.gaps {
		n := s.tokens[i+1]
		each := g / n
		for n > 0 {
			for tenth < 9 && done >= end {
				tenth++
				end = math.Ceil(float64(float64(tenth+1)*total) / 10)
			}
			part := n
			if tenth < 9 {
				part = min(n, end-done)
			}
			a.tenths[tenth].Add(each, int64(part))
			done, n = done+part, n-part
		}
	}
}

// Steadiness is the rhythm of streaming over a run.
type Steadiness struct {
	// TokenGaps pools every token gap of the requests whose chunk token counts are
	// known; Requests says how many those are.
	TokenGaps *Gaps
	Requests  int
	// ByTenth are the token gaps by tenth of the answer, since they grow with the
	// KV cache.
	ByTenth [10]*Gaps
	// InterChunk pools the gaps between chunks, whatever they carry, of Chunked
	// requests.
	InterChunk *Gaps
	Chunked    int
	// Stalls are gaps longer than 5 times their request's median gap, StallShare
	// their time over the sum of E2EL - TTFT; absent without inter-chunk gaps.
	Stalls, StallShare opt.Float
}

func (a *steady) summary() Steadiness {
	out := Steadiness{TokenGaps: &Gaps{}, Requests: a.counted, InterChunk: &a.chunkGap, Chunked: a.chunked}
	entries := 0
	for i := range a.tenths {
		entries += len(a.tenths[i].values)
	}
	out.TokenGaps.grow(entries)
	for i := range a.tenths {
		out.ByTenth[i] = &a.tenths[i]
		out.TokenGaps.merge(&a.tenths[i])
	}
	if a.chunked > 0 {
		out.Stalls = opt.Of(float64(a.stalls))
		if a.spans > 0 {
			out.StallShare = opt.Of(min(a.stalled/a.spans, 1))
		}
	}
	return out
}

// Bucket is the ITL of the requests whose first token came in [From, To), in s
// since the run's first request was sent (the last bucket includes its end).
type Bucket struct {
	From, To float64
	N        int
	Mean     opt.Float // s/token
	Median   opt.Float // s/token
}

// Drift gives ITL over the run in k buckets of equal length, so that a drift
// shows; nil when k < 1 or no request has a start, a TTFT and an ITL.
func (r *Run) Drift(k int) []Bucket {
	if k < 1 || k > 1000 || !r.timed {
		return nil
	}
	values, found := make([][]float64, k), false
	span := r.end - r.first
	for i, itl := range r.itl {
		at := r.start[i] + r.ttft[i] - r.first
		if math.IsNaN(itl) || math.IsNaN(at) {
			continue
		}
		b := 0
		if span > 0 {
			b = min(max(int(at/span*float64(k)), 0), k-1)
		}
		values[b], found = append(values[b], itl), true
	}
	if !found {
		return nil
	}
	out, by := make([]Bucket, k), &sorter{}
	for i := range out {
		s := by.sample(values[i])
		width := span / float64(k)
		out[i] = Bucket{float64(i) * width, float64(i+1) * width, s.N(), s.Mean(), s.Type7(0.5)}
	}
	return out
}
