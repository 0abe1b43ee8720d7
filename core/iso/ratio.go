package iso

import (
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

// RatioState says which sides of a comparison can be had at a target.
type RatioState string

const (
	Both         RatioState = "both"
	OnlySystem   RatioState = "only_system"   // the baseline cannot go that fast: infinite, never a number
	OnlyBaseline RatioState = "only_baseline" // the system cannot be had there
	Neither      RatioState = "neither"
	NoRatio      RatioState = "absent" // see Ratio.Reason
)

// Reasons of a ratio in state NoRatio.
const (
	BaselineBelow       = "the baseline was not measured this slow"
	BaselineNotMeasured = "the baseline has no measured points"
)

// Ratio compares a system with a baseline at one target. PerfPerDollar is
// (y/p) / (y_b/p_b); it is absent without both prices, while Throughput, the
// ratio of tokens/s per GPU, stays.
type Ratio struct {
	State         RatioState
	Reason        string
	PerfPerDollar opt.Float
	Throughput    opt.Float
}

// Compare forms the ratio of a cell against the baseline's cell at the same
// target.
func Compare(c *Cell, s *Series, base *Cell, baseSeries *Series) Ratio {
	has, baseHas := c.Reading.State.Reachable(), base.Reading.State.Reachable()
	switch {
	case has && baseHas:
		return Ratio{
			State:         Both,
			PerfPerDollar: cost.PerfPerDollar(c.Reading.Y, s.Price, base.Reading.Y, baseSeries.Price),
			Throughput:    cost.ThroughputRatio(c.Reading.Y, base.Reading.Y),
		}
	case has && base.Reading.State == Above:
		return Ratio{State: OnlySystem}
	case has && base.Reading.State == Below:
		return Ratio{State: NoRatio, Reason: BaselineBelow}
	case has:
		return Ratio{State: NoRatio, Reason: BaselineNotMeasured}
	case baseHas:
		return Ratio{State: OnlyBaseline}
	}
	return Ratio{State: Neither}
}
