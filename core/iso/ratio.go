package iso

import (
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

// RatioState says which sides of a comparison can be had at a target.
type RatioState int8

const (
	NoBaseline          RatioState = iota // nothing is compared
	Both                                  // both can be had
	OnlySystem                            // the baseline cannot go that fast: infinite, never a number
	OnlyBaseline                          // the system cannot be had there
	Neither                               // neither can be had
	BaselineBelow                         // no ratio: the baseline was not measured this slow
	BaselineNotMeasured                   // no ratio: the baseline has no measured points
)

var ratioStates = [...]string{"", "both", "only_system", "only_baseline", "neither", "absent", "absent"}

// String is the state as replies and files name it.
func (s RatioState) String() string { return ratioStates[s] }

// Reason says in words why there is no ratio, "" where there is one or where the
// state says all.
func (s RatioState) Reason() string {
	switch s {
	case BaselineBelow:
		return "the baseline was not measured this slow"
	case BaselineNotMeasured:
		return "the baseline has no measured points"
	}
	return ""
}

// Ratio compares a system with a baseline at one target. PerfPerDollar is
// (y/p) / (y_b/p_b), that of tokens per dollar; it is absent without both prices, while Throughput, the
// ratio of tokens/s per GPU, stays.
type Ratio struct {
	PerfPerDollar opt.Float
	Throughput    opt.Float
	State         RatioState
}

// Compare forms the ratio of a cell against the baseline's cell at the same
// target.
func Compare(c, base *Cell) Ratio {
	has, baseHas := c.Reading.State.Reachable(), base.Reading.State.Reachable()
	switch {
	case has && baseHas:
		return Ratio{
			State:         Both,
			PerfPerDollar: cost.Ratio(c.TokensPerUsd, base.TokensPerUsd),
			Throughput:    cost.Ratio(c.Reading.Y, base.Reading.Y),
		}
	case has && base.Reading.State == Above:
		return Ratio{State: OnlySystem}
	case has && base.Reading.State == Below:
		return Ratio{State: BaselineBelow}
	case has:
		return Ratio{State: BaselineNotMeasured}
	case baseHas:
		return Ratio{State: OnlyBaseline}
	}
	return Ratio{State: Neither}
}
