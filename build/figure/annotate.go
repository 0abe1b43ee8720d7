package figure

import (
	"fmt"
	"slices"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Annotate adds what is named under the figure: sources, and what it leaves out
// and warns of.
func (o *Options) Annotate(e *query.Engine, sel *query.Selection, chart *wire.Chart) (err error) {
	o.Sources = sourceTitles(e, chart)
	o.Notes, err = notes(sel, chart, o.Targets)
	return err
}

func notes(sel *query.Selection, chart *wire.Chart, targets []float64) ([]string, error) {
	var out []string
	if sel.NorthStar {
		out = append(out, "Agentic: only points that are also on the E2E-normalized frontier are on this one.")
	}
	labels := Labels(chart)
	for i := range chart.Series {
		h := &chart.Series[i].Head
		for _, reason := range sortedReasons(h.Ineligible) {
			out = append(out, fmt.Sprintf("%s: %d of %d points left out: %s.", labels[i], h.Ineligible[reason], h.OperatingPoints, reason))
		}
	}
	if len(targets) == 0 {
		targets = []float64{1} // the table's warnings do not depend on them
	}
	if err := sel.Form(targets); err != nil {
		return nil, err
	}
	for _, w := range append(slices.Clone(sel.Formed().Warnings), sel.Warnings...) {
		out = append(out, "Warning: "+w+".")
	}
	return out, nil
}

func sortedReasons(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// sourceTitles names the sources of what is drawn, by their titles where the
// index has them.
func sourceTitles(e *query.Engine, chart *wire.Chart) []string {
	titles := map[string]string{}
	if x := e.Index(); x != nil {
		for _, s := range x.Sources {
			titles[s.ID] = s.Title
		}
	}
	var out []string
	for i := range chart.Series {
		for _, id := range chart.Series[i].Sources {
			name := id
			if t := titles[id]; t != "" {
				name = t
			}
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}
