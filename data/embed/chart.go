package embed

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Chart is one figure to embed. Of the attributes it has those that say what is
// drawn: throughput against the axis, and a line at each target.
type Chart struct {
	Address   string // of the site; "": left out
	Hash      string
	Asked     *wire.Query
	Selection *query.Selection
	Targets   []float64
	Log       string // "", x, y, xy, n or ny
	Theme     string
	Sheet     *render.Sheet // throughput at the targets, as a live figure asks for it
	Figure    string        // the static figure, one element of the class iso-figure
}

// HTML writes the tag with the static figure inside and, under it, the notes and the
// points on the frontiers in numbers: what is drawn, for those who do not see it.
func (c *Chart) HTML() string {
	s := c.Selection
	name := func(i int) string { return s.Series[i].Name }
	var b strings.Builder
	put := putter(&b)
	b.WriteString("<" + Figure)
	put(Data, c.Address)
	put(Hash, c.Hash)
	put(Model, s.Model)
	put(Workload, s.Workload)
	put(Systems, list(len(s.Series), name))
	put(Targets, list(len(c.Targets), func(i int) string { return exact(c.Targets[i]) }))
	put(AsOf, c.Asked.AsOf)
	put(AllDates, unless(!c.Asked.AllDates, AllDates))
	put(Axis, unless(s.Axis == iso.Interactivity, string(s.Axis)))
	put(Tokens, unless(s.Tokens == render.Total, string(s.Tokens)))
	put(Percentile, unless(s.Percentile == query.DefaultPercentile(s.Workload), strconv.Itoa(s.Percentile)))
	put(Log, c.Log)
	put(Theme, unless(c.Theme == Themes[0], c.Theme))
	b.WriteString(">\n" + c.Figure + "\n" + render.HTMLNotes(c.Sheet) + c.points() + "</" + Figure + ">\n")
	return b.String()
}

// points is the table of the points on the frontiers, in the order of the series
// and then of the axis.
func (c *Chart) points() string {
	w := c.Selection.WireChart()
	var b strings.Builder
	b.WriteString("<details class=\"iso-points\">\n<summary>The points on the frontiers, in numbers</summary>\n<table class=\"iso-table\">\n<caption>Measured points on the frontiers</caption>\n" +
		"<thead><tr><th scope=\"col\">System</th><th scope=\"col\">" + render.Escape(c.Sheet.Corner()) + "</th><th scope=\"col\">" + render.Escape(render.Throughput.UnitOf(c.Selection.Tokens)) +
		"</th><th scope=\"col\">Concurrency</th></tr></thead>\n<tbody>\n")
	value := func(v float64, text string) {
		b.WriteString("<td data-value=\"" + render.Exact(opt.Of(v)) + "\">" + text + "</td>")
	}
	heads := c.Sheet.Grids()[0].Heads
	for i := range w.Series {
		label := render.Escape(heads[i])
		for k, p := range w.Series[i].Points {
			if !w.Series[i].Member[k] {
				continue
			}
			b.WriteString("<tr><th scope=\"row\">" + label + "</th>")
			value(p.X, render.Significant(p.X, 4))
			value(p.Y, render.Throughput.Format(p.Y, 0))
			b.WriteString("<td>" + strconv.Itoa(p.Concurrency) + "</td></tr>\n")
		}
	}
	b.WriteString("</tbody>\n</table>\n</details>\n")
	return b.String()
}
