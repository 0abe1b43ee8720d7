package iso

import (
	"math"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/pareto"
)

// Bound is what a system has to hold: a largest cost in $/M tokens, a largest
// energy in J/token, or a smallest throughput in tokens/s per GPU. Each comes
// down to a smallest throughput, since cost and energy are derived from it.
type Bound struct {
	Kind  BoundKind
	Value float64
}

// BoundKind names what is bounded.
type BoundKind string

const (
	MaxCost       BoundKind = "max_cost"       // $/M tokens
	MaxEnergy     BoundKind = "max_energy"     // J/token
	MinThroughput BoundKind = "min_throughput" // tok/s/GPU
)

// throughput is the least throughput that holds the bound, 0 for one that any
// holds and infinite for one that none does; ok is false without the price or
// power that it needs.
func (b Bound) throughput(s *Series) (y float64, ok bool) {
	if !(b.Value > 0) || math.IsInf(b.Value, 0) {
		return 0, false
	}
	switch b.Kind {
	case MaxCost: // cost falls as 1/y, so y at that cost is cost at that y
		p, ok := s.Price.Positive()
		return p / 3600 * 1e6 / b.Value, ok
	case MaxEnergy:
		w, ok := s.Kw.Positive()
		return 1000 * w / b.Value, ok
	}
	return b.Value, true
}

// Need is the least throughput, in tokens/s per GPU, that holds the bound on a
// series; absent without the price or power that it needs.
func (b Bound) Need(s *Series) opt.Float {
	y, ok := b.throughput(s)
	if !ok {
		return opt.Float{}
	}
	return opt.Of(y)
}

// SolutionState says how a bound met a frontier.
type SolutionState string

const (
	AtKnot      SolutionState = "measured"     // the bound is a knot's own value
	BetweenTwo  SolutionState = "interpolated" // between two knots
	FrontierEnd SolutionState = "frontier_end" // looser than the whole curve: the fastest knot
	TooTight    SolutionState = "unreachable"  // tighter than the whole curve
	NoBasis     SolutionState = "absent"       // no price or power to bound by, or nothing measured
)

// Solution is the fastest point of a frontier that holds a bound. X is in the
// axis's unit and Y in tokens/s per GPU; both are absent when the state is
// TooTight or NoBasis. Lo and Hi index the series' points as in Reading.
type Solution struct {
	State       SolutionState
	X, Y        opt.Float
	Lo, Hi      int
	Directional bool
}

// Fastest solves for the fastest target at which the series holds the bound:
// the largest interactivity, or the smallest TTFT or E2EL.
//
// A bound equal to a knot's own value (1e-11 relative, so that a value printed with 12
// digits finds it) gives that knot; one
// looser than the whole curve gives the fastest knot, marked FrontierEnd; one
// tighter than the whole curve gives none.
func (f *Frontier) Fastest(s *Series, b Bound) Solution {
	none := Solution{State: NoBasis, Lo: -1, Hi: -1}
	need, ok := b.throughput(s)
	if !ok || f.curve == nil {
		return none
	}
	// On every axis a faster target costs throughput, so the fastest knot is the
	// one with the least.
	fastest, slowest := f.curve.Len()-1, 0
	if f.Axis.Sense() == pareto.Minimise {
		fastest, slowest = slowest, fastest
	}
	if inv, ok := f.curve.Solve(need); ok {
		r := Solution{State: BetweenTwo, X: opt.Of(inv.X), Y: opt.Of(inv.Y), Lo: f.Knots[inv.Lo], Hi: f.Knots[inv.Hi]}
		if inv.Lo == inv.Hi {
			r.State = AtKnot
			return r
		}
		r.Directional = f.directional(inv.Lo, inv.Hi)
		return r
	}
	if x, y := f.curve.Knot(fastest); need < y {
		return Solution{State: FrontierEnd, X: opt.Of(x), Y: opt.Of(y), Lo: f.Knots[fastest], Hi: f.Knots[fastest]}
	}
	return Solution{State: TooTight, Lo: f.Knots[slowest], Hi: f.Knots[slowest]}
}

// BreakEven is the price of a system, in $/GPU-hour, at which it delivers the
// same tokens per dollar as the baseline at one target; absent where either is
// out of reach or the baseline has no price.
func BreakEven(c, base *Cell, baseline *Series) opt.Float {
	return cost.BreakEven(c.Throughput(), base.Throughput(), baseline.Price)
}
