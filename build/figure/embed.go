package figure

import (
	"html"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Embed is the tag of an article with the static figure inside, which is as wide as
// its place. The theme is one of the tag's; address is that of the site, or empty.
func Embed(e *query.Engine, asked *wire.Query, sel *query.Selection, o Options, address string) (string, error) {
	theme, log := o.Theme, ""
	if usual := UsualLogX(sel.Axis); o.LogX && !usual {
		log = "x"
	} else if usual && !o.LogX {
		log = "n"
	}
	if o.LogY {
		log += "y"
	}
	if theme == embed.Themes[0] {
		o.Theme = "transparent"
	}
	o.Width, o.Scale = DefaultWidth, DefaultScale
	f, err := prepared(Chart(sel, o.LogX || o.LogY), o)
	if err != nil {
		return "", err
	}
	// What a live figure asks for, beside the chart.
	q := *asked
	q.Baseline, q.Chain, q.Targets = "", nil, o.Targets
	formed, err := e.Table(&q)
	if err != nil {
		return "", err
	}
	sheet := formed.Render([]render.Quantity{render.Throughput}, 0)
	ref, err := e.Resolve(sel.Model, sel.Workload)
	if err != nil {
		return "", err
	}
	tag := embed.Chart{Address: address, Hash: ref.SHA256, Asked: asked, Selection: sel, Targets: o.Targets, Log: log, Theme: theme, Sheet: sheet, Figure: f.inline(sheet.Grids()[0].Heads)}
	return tag.HTML(), nil
}

// inline is the figure as part of a page. Names and words are the page's own text,
// which wraps and has its size; there is no id and no style attribute, which a page's
// policy may forbid.
func (f *figure) inline(names []string) string {
	var b strings.Builder
	heading := f.heading()
	b.WriteString("<div class=\"iso-figure\" dir=\"ltr\">\n<p class=\"iso-heading\"><strong>" + html.EscapeString(heading) + "</strong></p>\n" + fluidSVG(f, heading) + "<ul class=\"iso-keys\">\n")
	for i, name := range names {
		b.WriteString("<li>" + f.key(i) + " " + html.EscapeString(name) + "</li>\n")
	}
	b.WriteString("</ul>\n<p class=\"iso-reading\">" + html.EscapeString(f.reading()) + "</p>\n</div>")
	return b.String()
}

// heading is that of a live figure.
func (f *figure) heading() string {
	name := f.axis.Name()
	if f.axis == iso.E2ENormalized {
		name += " (experimental)"
	}
	return "Throughput per GPU at equal " + name + ", " + f.chart.Model + ", " + f.chart.Workload
}

// reading says how the figure is read.
func (f *figure) reading() string {
	return "Filled: on the frontier. Hollow: off it. Nothing is drawn beyond the points." + f.linesAt()
}
