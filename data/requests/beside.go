package requests

import (
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Pair sets one of our figures beside the tool's figure that readers take for
// the same, both in Unit.
type Pair struct {
	Name, Unit, As string // ours, and the tool's name for its own
	Ours           *float64
	Theirs         float64
}

// Beside pairs our figures with those that a convention forms, leaving out what
// the tool does not print.
func Beside(convention string, m *wire.RequestMetrics, figures map[string]float64) (out []Pair) {
	for _, p := range pairs(convention) {
		theirs, ok := figures[p.tool]
		if !ok {
			continue
		}
		x := Pair{Name: p.ours, Unit: p.unit, As: p.tool, Theirs: query.Round12(theirs * p.per)}
		if v := p.value(m); v != nil {
			y := query.Round12(*v * p.scale)
			x.Ours = &y
		}
		out = append(out, x)
	}
	return out
}

// Figures are what a book prints, absent ones left out, to 12 digits.
func Figures(b *latency.Book) map[string]float64 {
	out := map[string]float64{}
	for name, v := range b.Print() {
		if x, ok := v.Get(); ok {
			out[name] = query.Round12(x)
		}
	}
	return out
}

// Dropped words the counts: how many were used, and why others were not.
func Dropped(c *wire.RequestCounts) string { return counts(c) }
