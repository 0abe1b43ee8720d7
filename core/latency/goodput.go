package latency

import (
	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
)

// SLO are objectives in s; an absent one is not asked for.
type SLO struct{ TTFT, ITL opt.Float }

// Goodput counts the requests that succeeded and met every objective, as vLLM's
// goodput does. Ten sent in 10 s, 8 succeed, 6 meet: 0.6/s, 60%.
type Goodput struct {
	Met, Sent int
	PerSecond opt.Float // absent without a duration
	Share     opt.Float // of all requests sent; absent when none was
}

// Goodput forms it, by formula.Meets.
func (s *Summary) Goodput(slo SLO) Goodput {
	g := Goodput{Sent: s.Sent}
	for i := range s.ttft {
		// A column's NaN is an absent value, as opt.Of reads it.
		if formula.Meets(opt.Of(s.ttft[i]), opt.Of(s.itl[i]), slo.TTFT, slo.ITL) {
			g.Met++
		}
	}
	if d, ok := s.Throughput.Duration.Positive(); ok {
		g.PerSecond = opt.Of(float64(g.Met) / d)
	}
	if g.Sent > 0 {
		g.Share = opt.Of(float64(g.Met) / float64(g.Sent))
	}
	return g
}
