package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// mostSearched is how many bundles are opened to see whether they have an axis.
const mostSearched = 50

// elsewhere says which of the data have points on the axis of a query that has none;
// "" where it has some.
func (d *dataFlag) elsewhere(e *query.Engine, q wire.Query) string {
	has := func(q wire.Query) bool { // what the axis alone takes: E2E-normalized values may be what points lack
		sel, err := e.Select(&q)
		return err == nil && slices.ContainsFunc(sel.Frontiers(), func(f *iso.Frontier) bool {
			return len(f.Knots) > 0 || f.Ineligible[iso.NormalizedAbsent] > 0
		})
	}
	if has(q) {
		return ""
	}
	source, err := openData(d.Data)
	if err != nil {
		return ""
	}
	var names []string
	all := e.Index().Bundles
	for _, b := range all[:min(len(all), mostSearched)] {
		if source.open(e, b.File) == nil && has(wire.Query{Verb: wire.VerbChart, Model: b.Model, Workload: b.Workload, Axis: q.Axis, Percentile: q.Percentile, Tokens: q.Tokens}) {
			names = append(names, b.Model+" "+b.Workload)
		}
	}
	what := iso.Axis(q.Axis).Name()
	if q.Percentile != 0 {
		what += " at p" + strconv.Itoa(q.Percentile)
	}
	if q.Tokens != "" && q.Tokens != string(render.Total) {
		what += " and throughput of " + q.Tokens + " tokens"
	}
	switch {
	case len(names) > 0:
		return "points with " + what + " are in " + strings.Join(names, ", ")
	case len(all) > mostSearched:
		return ""
	}
	return "none of these data has a point with " + what
}
