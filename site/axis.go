package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// The axes that systems can be compared along, and the percentiles of the times
// behind them.
var (
	axes = []choice{
		{string(iso.Interactivity), "Interactivity"},
		{string(iso.E2ENormalized), "E2E-normalized (experimental)"},
		{string(iso.TTFT), "TTFT"},
		{string(iso.E2EL), "E2E latency"},
	}
	percentiles = []choice{{"50", "p50, the median"}, {"75", "p75"}, {"90", "p90"}, {"95", "p95"}}
)

func (s *state) axis() iso.Axis { return iso.Axis(known(axes, s.Axis)) }

// percentile is the reader's, else the usual one of the workload on show.
func (a *app) percentile() int {
	if a.st.Percentile != 0 {
		return a.st.Percentile
	}
	return query.DefaultPercentile(a.workload())
}

func (a *app) percentileText() string { return strconv.Itoa(a.percentile()) }

// place is where the line and the targets are on one axis.
type place struct {
	line    float64
	targets string
}

// setAxis goes to another axis: its line and targets are as they were left
// there, since a speed is no number of seconds.
func (a *app) setAxis(value string) {
	a.change(func(s *state) {
		value = known(axes, value)
		if value == string(s.axis()) {
			return
		}
		if a.left, a.speedTyped = "", ""; a.places == nil {
			a.places = map[string]place{}
		}
		a.places[string(s.axis())] = place{s.Line, s.Targets}
		was := a.places[value]
		s.Axis, s.Line, s.Targets = value, was.line, was.targets
	})
}

// setPercentile takes a percentile; the workload's usual one is no choice.
func (a *app) setPercentile(value string) {
	a.change(func(s *state) {
		s.Percentile = 0
		if p, err := strconv.Atoi(known(percentiles, value)); err == nil && p != query.DefaultPercentile(a.workload()) {
			s.Percentile = p
		}
	})
}

// onAxis is what a query of the state on show is read along.
func (a *app) onAxis(q wire.Query) wire.Query {
	q.Axis, q.Percentile = string(a.st.axis()), a.percentile()
	q.Tokens, q.AllDates, q.AsOf = string(a.st.tokens()), a.st.AllDates, a.st.AsOf
	return q
}

func (a *app) unit() string { return a.st.axis().Unit() }

// spokenUnit is the unit as one says it.
func (a *app) spokenUnit() string {
	if a.unit() == "s" {
		return "seconds"
	}
	return "tokens per second per user"
}

// axisName is the axis in words, with its percentile.
func (a *app) axisName() string {
	name := a.st.axis().Name()
	if a.st.axis() == iso.E2ENormalized {
		name += ", experimental"
	}
	return name + " (p" + a.percentileText() + ")"
}

// axisLabel names the chart's x axis.
func (a *app) axisLabel() string { return a.axisName() + ", " + a.unit() }

// lineTitle heads the table that follows the line.
func (a *app) lineTitle() string {
	switch a.st.axis() {
	case iso.Interactivity:
		return "At equal speed"
	case iso.E2ENormalized:
		return "At equal E2E-normalized speed"
	}
	return "At equal " + a.st.axis().Name()
}

// needsRecords is why a series has no E2E-normalized values.
const needsRecords = "E2E-normalized values need per-request records, or percentiles that were computed from such records"

// off says why a dropped series stays off the axis on show; "" when it does
// not. The normalized view of unofficial results needs their records.
func (a *app) off(h *wire.Head) string {
	if a.st.axis() != iso.E2ENormalized || !a.dropped(h) {
		return ""
	}
	if !a.droppedRecords(h) {
		return "off on this axis: the dropped file holds no per-request records"
	}
	if !a.st.Unofficial {
		return "off on this axis until you switch unofficial results on"
	}
	return ""
}

// droppedRecords reports whether the files that a series came from hold the
// requests behind all of its points.
func (a *app) droppedRecords(h *wire.Head) bool {
	name, _, _ := strings.Cut(h.Name, "@")
	key := dropSeries{a.chart.Model, a.chart.Workload, name}
	for _, d := range a.drops {
		if slices.Contains(d.series, key) && !slices.Contains(d.Recorded, key) {
			return false
		}
	}
	return true
}

// maySwitch reports whether the reader can switch unofficial results on here.
func (a *app) maySwitch() bool {
	for i := range a.heads {
		if a.st.axis() == iso.E2ENormalized && a.dropped(&a.heads[i]) && a.droppedRecords(&a.heads[i]) {
			return true
		}
	}
	return false
}

// leftOut words why points of the series take no part: "12 points: TTFT absent".
func leftOut(reasons map[string]int) string {
	var out []string
	for _, reason := range sortedReasons(reasons) {
		out = append(out, count(reasons[reason], "point")+": "+reason)
	}
	return strings.Join(out, "; ")
}

// notDrawn is leftOut beside how many points there are.
func notDrawn(reasons map[string]int, all int) string {
	list := sortedReasons(reasons)
	if len(list) == 1 {
		return "Not drawn: " + strconv.Itoa(reasons[list[0]]) + " of " + count(all, "point") + ", " + list[0] + "."
	}
	for i, reason := range list {
		list[i] = strconv.Itoa(reasons[reason]) + ", " + reason
	}
	return "Not drawn, of " + count(all, "point") + ": " + strings.Join(list, "; ") + "."
}

func sortedReasons(reasons map[string]int) []string {
	var out []string
	for reason := range reasons {
		out = append(out, reason)
	}
	order.Strings(out)
	return out
}

// noCurve says why a series is not to be seen on the axis on show; "" when it
// has a curve or a point there.
func (a *app) noCurve(h *wire.Head) string {
	if why := a.off(h); why != "" {
		return why
	}
	if len(h.Range) == 2 {
		return ""
	}
	return "nothing to draw, " + leftOut(h.Ineligible)
}

// empty says why the chart shows nothing; "" when it shows something.
func (a *app) empty() string {
	if a.chart == nil {
		return ""
	}
	for i, on := range a.shown {
		if on && len(a.heads[i].Range) == 2 {
			return ""
		}
	}
	out := "N" + render.NoPoint(a.st.axis(), a.percentile(), a.st.tokens(), query.NorthStar(a.chart.Workload, a.st.axis()))[1:] + "."
	if a.st.axis() == iso.E2ENormalized {
		out += " " + needsRecords + "."
	}
	return out + " Choose another axis or percentile."
}

// emptyChart says why nothing is drawn, also where the table at the targets has
// values; "" when something is.
func (a *app) emptyChart() string {
	out := a.empty()
	if out != "" || a.chart == nil {
		return out
	}
	for i, on := range a.shown {
		if on && len(a.chart.Series[i].Points) > 0 {
			return ""
		}
	}
	switch render.Quantity(a.st.height()) {
	case measuredEnergy:
		out = "The sources of the systems on show measured no energy."
	case render.Cost, render.TokensPerUsd:
		out = "No system on show has a price."
	default:
		out = "No system on show has a power."
	}
	return out + " Choose another height."
}

// about says in plain words how the axis on show is formed and what the chart
// leaves out, since points that a reader knows of else seem to be missing.
func (a *app) about() string {
	if a.chart == nil {
		return ""
	}
	p := "p" + a.percentileText()
	var out []string
	switch {
	case a.st.axis() == iso.E2ENormalized:
		out = append(out, "Experimental. E2E-normalized interactivity is output tokens over the whole wait, from sending the request to its last token (E2EL): "+
			"ordinary interactivity with a penalty for the wait for the first token, which short answers feel most. "+
			"At "+p+" it is 1 / "+p+" of E2EL/OSL, "+tail(a.percentile())+". “Normalized” means by output length: it is no score from 0 to 1, and relative to no other system.")
	case query.IsAgentic(a.chart.Workload):
		out = append(out, "Agentic traces: "+a.st.axis().Name()+" is at "+p+", "+tail(a.percentile())+", and a curve runs only through points that are also "+
			"on the frontier of E2E-normalized interactivity (output tokens over the whole wait), so that a long wait for the first token cannot hide behind fast streaming.")
	}
	all, missing := 0, map[string]int{}
	for i, on := range a.shown {
		if !on {
			continue
		}
		all += a.heads[i].OperatingPoints
		for reason, n := range a.heads[i].Ineligible {
			missing[reason] += n
		}
		if n := len(a.drawn.Frontiers()[i].Eligible()) - len(a.pointAt[i]); n > 0 {
			missing["without "+a.heightLabel()] += n
		}
	}
	if len(missing) > 0 {
		out = append(out, notDrawn(missing, all))
	}
	if a.st.AsOf != "" {
		out = append(out, "Nothing measured after "+a.st.AsOf+" counts, as set on Tables.")
	}
	return strings.Join(out, " ")
}

// tail says which part of the requests a percentile is about.
func tail(percentile int) string {
	if percentile == 50 {
		return "the median"
	}
	return "the slow tail"
}
