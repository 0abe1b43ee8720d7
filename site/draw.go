package main

import "github.com/isofront/isofront/data/wire"

// On logarithmic axes a straight line between two samples is not what the
// curve does: there the chart has more of them.
const (
	linearSamples = 24
	logSamples    = 160
)

func (a *app) samples() int {
	if a.st.LogX || a.st.LogY {
		return logSamples
	}
	return linearSamples
}

// draw makes the chart of the entry; false when there is nothing to draw.
func (a *app) draw(per int) bool {
	plain := wire.Query{Verb: wire.VerbChart, Model: a.entry.Model, Workload: a.entry.Workload}
	q := a.onAxis(plain)
	sel, err := a.engine.Select(&q)
	if err != nil || len(sel.Series) == 0 {
		problem := "The results for " + a.entry.Model + " hold no series that can be drawn."
		if err != nil {
			problem += " " + err.Error()
		}
		a.fail(problem)
		return false
	}
	same := a.chart != nil && a.chart.Model == a.entry.Model && a.chart.Workload == a.entry.Workload
	a.chart, a.chartStale, a.perSegment, a.drawn = sel.WireChartSampled(per), true, per, sel
	a.heads = headsOf(a.chart)
	if same {
		return true
	}
	// Looks are those of the usual axis, whichever is on show.
	onShow := a.heads
	if usual, err := a.engine.Select(&plain); err == nil {
		a.heads = headsOf(usual.WireChartSampled(1))
	}
	a.looks = a.droppedLast(a.defaultLooks())
	a.heads = onShow
	return true
}

func headsOf(c *wire.Chart) []wire.Head {
	out := make([]wire.Head, len(c.Series))
	for i := range out {
		out[i] = c.Series[i].Head
	}
	return out
}

// isDrawn reports whether the chart is of the place, axis and density wanted.
func (a *app) isDrawn(per int) bool {
	c := a.chart
	return c != nil && c.Model == a.entry.Model && c.Workload == a.entry.Workload &&
		c.Axis == string(a.st.axis()) && c.Percentile == a.percentile() && a.perSegment == per
}
