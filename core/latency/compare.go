package latency

import (
	"cmp"
	"math"
	"slices"

	"github.com/isofront/isofront/core/opt"
)

// Difference is a figure that a tool printed otherwise than its convention gives
// from the records.
type Difference struct {
	Name         string
	Ours, Theirs float64
}

// Compare sets a tool's own summary beside ours. It gives the number of names
// that both have with a value and, in order of name, those that differ by more
// than the relative tolerance (of the larger magnitude). A figure of theirs that
// is not finite is not compared.
func (p Printed) Compare(theirs map[string]float64, tolerance float64) (compared int, differ []Difference) {
	for name, v := range theirs {
		ours, ok := p[name].Get()
		if !ok || !opt.Of(v).Ok() {
			continue
		}
		compared++
		if math.Abs(ours-v) > tolerance*max(math.Abs(ours), math.Abs(v)) {
			differ = append(differ, Difference{name, ours, v})
		}
	}
	slices.SortFunc(differ, func(a, b Difference) int { return cmp.Compare(a.Name, b.Name) })
	return compared, differ
}
