package synth

import (
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// answer makes one record after another in the same memory.
type answer struct {
	*random
	hall        *hall
	figuresOnly bool
	rec         latency.Record
	gaps        []float64
	tokens      []int32
}

func (a *answer) begin(at int64) { a.rec = latency.Record{Start: seconds(at)} }

// lose makes a record of a request that did not end well: what was seen of it is
// not kept.
func (a *answer) lose(how latency.Outcome) {
	a.rec.Outcome = how
	a.rec.Figures, a.rec.Output, a.rec.Reasoning = latency.Figures{}, latency.Count{}, opt.Float{}
}

// send fills in the record of a request that was sent at t, and gives the moment
// at which its session knows how it ended.
func (a *answer) send(of *traffic, s *session, t int64) (end int64) {
	isl, unread := s.next(a.random, of)
	a.rec.Input.Server = count(isl)
	a.rec.Requested = count(max(of.answer.most, int64(of.answer.median)))
	switch {
	case a.perMillion(of.refused):
		a.lose(latency.Failed)
		return t + 20_000 + a.below(60_000)
	case a.perMillion(of.silent):
		first, _ := a.hall.admit(t, unread)
		a.hall.leave(first)
		a.rec.Output.Server, a.rec.Figures.E2EL = count(0), seconds(first-t)
		return first
	}
	osl := a.length(&of.answer)
	s.context = isl + osl
	first, others := a.hall.admit(t, unread)
	end, visible := a.stream(of, first, isl, osl, others)
	a.hall.leave(end)
	a.rec.Output.Server = count(osl)
	f := &a.rec.Figures
	f.TTFT, f.FirstVisible, f.E2EL = seconds(first-t), seconds(visible-t), seconds(end-t)
	switch {
	case a.perMillion(of.broken):
		a.lose(latency.Failed)
	case a.perMillion(of.givenUp):
		a.lose(latency.Cancelled)
	}
	return end
}

// stream makes the chunks of an answer and gives its end and when its first token
// that is not reasoning came. A step takes longer
// the more requests are streamed and the longer the context is, so gaps grow along the
// answer. A random word serves two chunks, since chunks are nearly all of the work.
func (a *answer) stream(of *traffic, first, isl, osl, others int64) (end, visible int64) {
	thought := int64(0)
	if a.perMillion(of.reasoning) {
		thought = osl * (200 + a.below(600)) / 1000
		a.rec.Reasoning = count(thought)
	}
	stall := int64(-1) // the output token that is held up
	if a.perMillion(of.stalling) {
		stall = a.below(osl)
	}
	h := a.hall
	base := h.step + h.share*others + h.context*isl/1000
	gaps, tokens := a.gaps[:0], a.tokens[:0]
	end, visible = first, -1
	done := int64(0)
	var word uint64
	for chunk := 0; done < osl; chunk++ {
		if chunk&1 == 0 {
			word = a.word()
		}
		bits := word >> (chunk & 1 * 32)
		k := int64(h.accepted[bits&255])
		step := base + h.growth*done/1000
		if uint8(bits>>8) < of.merged { // two steps came together
			k, step = 2*k, 2*step
		}
		k = min(k, osl-done)
		if chunk > 0 {
			// A triangular jitter of at most 12%.
			step += step * (int64(bits>>16&255) + int64(bits>>24&255) - 255) / 2125
			gap := max(step/(1000*h.tick), 1) * h.tick
			if stall >= done && stall < done+k {
				gap *= 10 + a.below(50)
			}
			end += gap
			if !a.figuresOnly {
				gaps = append(gaps, float64(gap)/1e6)
			}
		} else {
			k = 1
		}
		if !a.figuresOnly {
			tokens = append(tokens, int32(k))
		}
		if done += k; done > thought && visible < 0 {
			visible = end
		}
	}
	if !a.figuresOnly {
		a.gaps, a.tokens = gaps, tokens
		a.rec.Figures.Gaps, a.rec.Figures.ChunkTokens = gaps, tokens
	}
	return end, visible
}
