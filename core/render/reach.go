package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
)

const unreachable = "unreachable: "

// Unreachable says why a target has no value and where the frontier ends.
func Unreachable(f *iso.Frontier, state iso.State) string {
	end, ok := f.End(state)
	if !ok || state == iso.NotMeasured {
		return "not measured"
	}
	return Beyond(end, state)
}

// Beyond is Unreachable with the end of the frontier given.
func Beyond(end float64, state iso.State) string {
	if state == iso.Above {
		return unreachable + "fastest is " + axisValue(end)
	}
	return unreachable + "slowest is " + axisValue(end)
}

// UnreachableShort is Unreachable for a narrow column: where the frontier ends.
func UnreachableShort(f *iso.Frontier, state iso.State) string {
	return strings.TrimPrefix(Unreachable(f, state), unreachable)
}

// OutOfBound says that no point of a frontier holds a bound on a quantity, and what
// the best of them has.
func OutOfBound(q Quantity, best string) string {
	if q.SmallerIsBetter() {
		return unreachable + "lowest is " + best
	}
	return unreachable + "highest is " + best
}

// BracketHeads name the two points of a bracket, in the order of their values on the
// axis: less is faster where the axis is a time.
func BracketHeads(a iso.Axis) []string {
	if a.Sense() == pareto.Minimise {
		return []string{"Faster point", "Slower point"}
	}
	return []string{"Slower point", "Faster point"}
}

// axisValue writes an axis value to 4 digits without trailing zeros.
func axisValue(v float64) string {
	return withoutZeros(Significant(v, 4))
}
