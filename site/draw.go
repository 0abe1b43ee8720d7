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
	sel, err := a.engine.Select(&wire.Query{Verb: wire.VerbChart, Model: a.entry.Model, Workload: a.entry.Workload})
	if err != nil || len(sel.Series) == 0 {
		problem := "The results for " + a.entry.Model + " hold no series that can be drawn."
		if err != nil {
			problem += " " + err.Error()
		}
		a.fail(problem)
		return false
	}
	same := a.chart != nil && a.chart.Model == a.entry.Model && a.chart.Workload == a.entry.Workload
	a.chart, a.chartStale, a.perSegment = sel.WireChartSampled(per), true, per
	if same {
		return true
	}
	a.heads = make([]wire.Head, len(a.chart.Series))
	for i := range a.heads {
		a.heads[i] = a.chart.Series[i].Head
	}
	a.looks = a.droppedLast(a.defaultLooks())
	return true
}
