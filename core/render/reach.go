package render

import (
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
)

const unreachable = "unreachable: "

// Unreachable says why a cell has no value and where the frontier ends.
func Unreachable(f *iso.Frontier, c *iso.Cell) string {
	end, ok := f.End(c.Reading.State)
	if !ok || c.Reading.State == iso.NotMeasured {
		return "not measured"
	}
	return Beyond(end, c.Target, c.Reading.State)
}

// Beyond is Unreachable with the end of the frontier given.
func Beyond(end, target float64, state iso.State) string {
	if state == iso.Above {
		return unreachable + "fastest is " + endText(end, target)
	}
	return unreachable + "slowest is " + endText(end, target)
}

// UnreachableShort is Unreachable for a narrow column: where the frontier ends.
func UnreachableShort(f *iso.Frontier, c *iso.Cell) string {
	return strings.TrimPrefix(Unreachable(f, c), unreachable)
}

// OutOfBound says that no point of a frontier holds a bound on a quantity, and what
// the best of them has, to more digits than usual where it would read as the bound.
func OutOfBound(q Quantity, best, bound float64) string {
	text := q.Format(best, max(rules[q].digits, apart(best, bound)))
	if q.SmallerIsBetter() {
		return unreachable + "lowest is " + text
	}
	return unreachable + "highest is " + text
}

// NoPoint says that nothing can be read along an axis: of the systems compared, none
// has what it takes, which by the North Star rule is an E2E-normalized value, too.
func NoPoint(a iso.Axis, percentile int, t Tokens, northStar bool) string {
	and := " and throughput"
	if t == Output || t == Input {
		and += " of " + string(t) + " tokens"
	}
	if northStar {
		and += " and an E2E-normalized value"
	}
	return "no system here has a point with " + a.Name() + " at p" + digits.Int(percentile) + and
}

// BracketHeads name the two points of a bracket, in the order of their values on the
// axis: less is faster where the axis is a time.
func BracketHeads(a iso.Axis) []string {
	if a.Sense() == pareto.Minimise {
		return []string{"Faster point", "Slower point"}
	}
	return []string{"Slower point", "Faster point"}
}

// endText writes the end of a frontier, of which a target misses, to 4 digits without
// trailing zeros, and to more where these would lie on the target or beyond it.
func endText(end, target float64) string {
	return withoutZeros(Significant(end, max(4, apart(end, target))))
}

// apart is to how many digits a value is told from another, at most 12.
func apart(v, other float64) int {
	gap := v - other
	if gap == 0 || v == 0 {
		return 0
	}
	return min(digits.Exponent(v)-digits.Exponent(gap)+1, digits.Twelve)
}
