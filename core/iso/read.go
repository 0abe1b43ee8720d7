package iso

import (
	"slices"

	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/pareto"
)

// State says how a target met a frontier.
type State int8

const (
	Measured     State = iota + 1 // at a knot
	Interpolated                  // between two knots
	AtLeast                       // slower than anything measured, served by the slowest knot
	Above                         // faster than anything measured: unreachable
	Below                         // slower than anything measured: unreachable
	NotMeasured                   // the series has no knots
)

var states = [...]string{"", "measured", "interpolated", "at_least", "above", "below", "not_measured"}

// String is the state as replies and files name it.
func (s State) String() string { return states[s] }

// StateOf is the state of that name, 0 for no state's.
func StateOf(name string) State {
	return State(max(slices.Index(states[:], name), 0))
}

// Reachable reports whether cells in this state have values.
func (s State) Reachable() bool {
	return s == Measured || s == Interpolated || s == AtLeast
}

// Reach is the rule for targets outside the knots.
type Reach string

const (
	Strict       Reach = "strict"   // unreachable; the default
	ServeSlowest Reach = "at-least" // Below is served by the slowest knot and marked
)

// Reading is a frontier read at one target. Y is present iff the state is
// reachable. Lo and Hi index the series' points: the bracket when interpolated,
// twice the knot when measured or at least, and otherwise both the end of the
// frontier nearest to the target (-1 without knots).
type Reading struct {
	Y           opt.Float
	Lo, Hi      int
	State       State
	Directional bool
}

// At reads the frontier at a target in the axis's unit. Faster and slower
// follow the axis: on TTFT and E2EL a smaller target is faster.
//
// Directional marks an interpolated value that the data hardly supports: its
// bracket spans more than a third of the frontier's x range, or y differs by a
// factor of 3 or more across it, or the frontier has only two knots.
func (f *Frontier) At(target float64, reach Reach) Reading {
	if f.curve == nil {
		return Reading{State: NotMeasured, Lo: -1, Hi: -1}
	}
	r, ok := f.curve.At(target)
	if !ok {
		return Reading{State: NotMeasured, Lo: -1, Hi: -1}
	}
	out := Reading{Lo: f.Knots[r.Lo], Hi: f.Knots[r.Hi]}
	switch r.Where {
	case interp.OnKnot:
		out.State, out.Y = Measured, opt.Of(r.Y)
	case interp.Inside:
		out.State, out.Y = Interpolated, opt.Of(r.Y)
		out.Directional = f.directional(r.Lo, r.Hi)
	default:
		faster := r.Where == interp.Over
		if f.Axis.Sense() == pareto.Minimise {
			faster = !faster
		}
		out.State = Below
		if faster {
			out.State = Above
		} else if reach == ServeSlowest {
			_, y := f.curve.Knot(r.Lo)
			out.State, out.Y = AtLeast, opt.Of(y)
		}
	}
	return out
}

// End returns the knot x that an unreachable target lies beyond: the fastest for
// Above, the slowest for Below. ok is false without knots.
func (f *Frontier) End(state State) (x float64, ok bool) {
	lo, hi, ok := f.Range()
	return f.Axis.End(lo, hi, state), ok
}

// End is the end of a range from lo to hi that an unreachable target lies beyond.
func (a Axis) End(lo, hi float64, state State) float64 {
	if (state == Above) == (a.Sense() == pareto.Maximise) {
		return hi
	}
	return lo
}

func (f *Frontier) directional(lo, hi int) bool {
	n := f.curve.Len()
	if n == 2 {
		return true
	}
	x0, y0 := f.curve.Knot(lo)
	x1, y1 := f.curve.Knot(hi)
	first, last, _ := f.Range()
	// y > 0 at every knot, and the ratio is taken large over small.
	return x1-x0 > (last-first)/3 || max(y0, y1) >= 3*min(y0, y1)
}
