package main

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// On logarithmic axes, and where heights are derived from the throughput, a
// straight line between two samples is not what the curve does: there the chart
// has more of them.
const (
	linearSamples = 24
	logSamples    = 160
)

func (a *app) samples() int {
	if a.st.logX() || a.st.logY() || a.st.height() != heights[0].Value {
		return logSamples
	}
	return linearSamples
}

// draw makes the chart of the entry; false when there is nothing to draw.
func (a *app) draw(per int) bool {
	plain := wire.Query{Verb: wire.VerbChart, Model: a.entry.Model, Workload: a.entry.Workload, AllDates: a.st.AllDates, AsOf: a.st.AsOf}
	q := a.priced(a.onAxis(plain))
	sel, err := a.engine.Select(&q)
	if err != nil && q.AsOf != "" && a.measuredBy(q.AsOf) == 0 {
		a.vain = append(a.vain, vain{"asof", "date " + asked(q.AsOf) + ", by which nothing here was measured"})
		a.st.AsOf, a.vet = "", true
		q.AsOf = ""
		sel, err = a.engine.Select(&q)
	}
	if err != nil || len(sel.Series) == 0 {
		problem := "The results for " + a.entry.Model + " hold no series that can be drawn."
		if err != nil {
			problem += " " + err.Error()
		}
		a.fail(problem)
		return false
	}
	same := a.chart != nil && !a.moot && a.chart.Model == a.entry.Model && a.chart.Workload == a.entry.Workload && a.datesDrawn == a.st.dates()
	a.moot = false
	a.chart, a.chartStale, a.drawn, a.drawnFor, a.datesDrawn = sel.WireChartSampled(per), true, sel, a.chartKey(per), a.st.dates()
	a.heads = headsOf(a.chart)
	a.raise(a.chart)
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

// measuredBy is how many series of the place on show have a point until the date.
func (a *app) measuredBy(date string) (n int) {
	for _, s := range a.entry.Series {
		if len(s.MeasuredSpan) == 2 && s.MeasuredSpan[0] <= date {
			n++
		}
	}
	return n
}

func headsOf(c *wire.Chart) []wire.Head {
	out := make([]wire.Head, len(c.Series))
	for i := range out {
		out[i] = c.Series[i].Head
	}
	return out
}

// chartKey names everything that the chart depends on.
func (a *app) chartKey(per int) string {
	s := &a.st
	key := strings.Join([]string{a.entry.Model, a.entry.Workload, string(s.axis()), a.percentileText(), string(s.tokens()), s.height(), strconv.Itoa(per)}, "\n")
	key += "\n" + s.dates()
	if s.height() != heights[0].Value { // prices and powers count
		priced := state{Basis: s.Basis, PricesAsOf: s.PricesAsOf, Own: s.Own, OwnKw: s.OwnKw}
		key += "\n" + encodeHash(priced)
	}
	return key
}
