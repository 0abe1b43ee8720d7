package query

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// Agentic is the workload of multi-turn agent traffic; every other one is a
// fixed input/output length.
const Agentic = "agentic"

// DefaultPercentile is where a workload's latencies are read unless a
// percentile is chosen: the median for fixed lengths, p90 for agentic traffic.
func DefaultPercentile(workload string) int {
	if workload == Agentic {
		return 90
	}
	return 50
}

// coordinate returns a point's x on an axis at a percentile. A percentile is
// taken of the time and then inverted: interactivity at p90 is 1/p90(ITL),
// E2E-normalized at p90 is 1/p90(E2EL/OSL), the slow tail.
//
// The source's own interactivity, given without a percentile, stands at the
// workload's default one; where it is missing, ITL and then TPOT are inverted.
func coordinate(p *data.Point, axis iso.Axis, percentile int) opt.Float {
	switch axis {
	case iso.TTFT:
		return timeAt(p, data.TTFT, percentile)
	case iso.E2EL:
		return timeAt(p, data.E2EL, percentile)
	case iso.E2ENormalized:
		return inverse(timeAt(p, data.E2ELPerToken, percentile))
	}
	itl := inverse(timeAt(p, data.ITL, percentile))
	if percentile != DefaultPercentile(p.Workload) {
		return itl
	}
	if v := p.Value(data.Interactivity); v.Ok() {
		return v
	}
	if itl.Ok() {
		return itl
	}
	return inverse(p.Value(data.TPOT))
}

func timeAt(p *data.Point, kind data.Kind, percentile int) opt.Float {
	m, ok := data.PercentileMetric(kind, percentile)
	if !ok {
		return opt.Float{}
	}
	return p.Value(m)
}

// inverse is 1/t; a time that is not above 0 has none.
func inverse(t opt.Float) opt.Float {
	if _, ok := t.Positive(); !ok {
		return opt.Float{}
	}
	return t.Map(func(t float64) float64 { return 1 / t })
}
