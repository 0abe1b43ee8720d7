package iso

import (
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/pareto"
)

// State says how a target met a frontier.
type State string

const (
	Measured     State = "measured"     // at a knot
	Interpolated State = "interpolated" // between two knots
	AtLeast      State = "at_least"     // slower than anything measured, served by the slowest knot
	Above        State = "above"        // faster than anything measured: unreachable
	Below        State = "below"        // slower than anything measured: unreachable
	NotMeasured  State = "not_measured" // the series has no knots
)

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
	State       State
	Y           opt.Float
	Lo, Hi      int
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

// ascending returns index sorted by xs, equal xs in input order.
func ascending(index []int, xs []float64) []int {
	out := make([]int, len(index))
	for i, k := range order.Indices(len(index), func(a, b int) bool { return xs[a] < xs[b] }) {
		out[i] = index[k]
	}
	return out
}
