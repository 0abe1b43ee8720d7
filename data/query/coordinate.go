package query

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
)

// Agentic is data.Agentic.
const Agentic = data.Agentic

// IsAgentic reports whether a workload is agentic, letter case aside.
func IsAgentic(workload string) bool { return words.Same(workload, Agentic) }

// NorthStar reports whether only points with an E2E-normalized value take part on an
// axis: those of an agentic workload on any other.
func NorthStar(workload string, axis iso.Axis) bool {
	return IsAgentic(workload) && axis != iso.E2ENormalized
}

// DefaultPercentile is where a workload's latencies are read unless a
// percentile is chosen: the median for fixed lengths, p90 for agentic traffic.
func DefaultPercentile(workload string) int {
	if IsAgentic(workload) {
		return 90
	}
	return 50
}

// row is one row of an opened bundle.
type row struct {
	b *data.Bundle
	i int
}

func (r row) value(m data.Metric) opt.Float { return r.b.Value(m, r.i) }

// coordinate returns a row's x on an axis at a percentile. A percentile is
// taken of the time and then inverted: interactivity at p90 is 1/p90(ITL),
// E2E-normalized at p90 is 1/p90(E2EL/OSL), the slow tail.
//
// For fixed lengths the source's own interactivity stands at the median; where
// it is missing, the median ITL and then TPOT are inverted. For agentic traffic
// the percentile must be the time's own; a bare interactivity is taken at the
// default percentile only as a last resort, and bare says so.
func coordinate(r row, axis iso.Axis, percentile int) (x opt.Float, bare bool) {
	switch axis {
	case iso.TTFT:
		return r.time(data.TTFT, percentile), false
	case iso.E2EL:
		return r.time(data.E2EL, percentile), false
	case iso.E2ENormalized:
		return inverse(r.time(data.E2ELPerToken, percentile)), false
	}
	itl := inverse(r.time(data.ITL, percentile))
	own := r.value(data.Interactivity)
	agentic := IsAgentic(r.b.Workload())
	switch {
	case percentile != DefaultPercentile(r.b.Workload()):
		return itl, false
	case agentic && itl.Ok():
		return itl, false
	case agentic:
		return own, own.Ok()
	case own.Ok():
		return own, false
	case itl.Ok():
		return itl, false
	}
	return inverse(r.value(data.TPOT)), false
}

// throughput is tok/s/GPU of the tokens that count. Per-role rates of
// disaggregated runs are another thing and are never taken.
func (r row) throughput(t render.Tokens) opt.Float {
	switch t {
	case render.Output:
		return r.value(data.OutputTputPerGPU)
	case render.Input:
		return r.value(data.InputTputPerGPU)
	}
	return r.value(data.TputPerGPU)
}

func (r row) time(kind data.Kind, percentile int) opt.Float {
	m, ok := data.PercentileMetric(kind, percentile)
	if !ok {
		return opt.Float{}
	}
	return r.value(m)
}

// inverse is 1/t; a time that is not above 0 has none.
func inverse(t opt.Float) opt.Float {
	if _, ok := t.Positive(); !ok {
		return opt.Float{}
	}
	return t.Map(func(t float64) float64 { return 1 / t })
}
