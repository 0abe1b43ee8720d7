package latency

import (
	"math"

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

// Goodput forms it. A value at its objective meets it. An absent ITL does not
// violate, since an answer of one token has none; an absent TTFT was not shown to
// meet an objective on TTFT.
func (s *Summary) Goodput(slo SLO) Goodput {
	g := Goodput{Sent: s.Sent}
	ttft, asksTTFT := slo.TTFT.Get()
	itl, asksITL := slo.ITL.Get()
	for i := range s.ttft {
		if asksTTFT && !(s.ttft[i] <= ttft) || asksITL && !math.IsNaN(s.itl[i]) && s.itl[i] > itl {
			continue
		}
		g.Met++
	}
	if d, ok := s.Throughput.Duration.Positive(); ok {
		g.PerSecond = opt.Of(float64(g.Met) / d)
	}
	if g.Sent > 0 {
		g.Share = opt.Of(float64(g.Met) / float64(g.Sent))
	}
	return g
}
