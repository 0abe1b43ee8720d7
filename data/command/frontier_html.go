package command

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// frontierHTML writes a table for each series, a line for each knot, and below
// them what is to be known: warnings, points left out, sources. No styles, no
// scripts; all text is escaped.
func frontierHTML(f *wire.Frontier, sources []data.Source) string {
	axis := iso.Axis(f.Axis)
	heads := []string{axis.Name() + " (" + axis.Unit() + ")", render.Throughput.Name() + " (" + render.Throughput.UnitOf(render.Tokens(f.Tokens)) + ")",
		"Concurrency", "Recipe", "TTFT (s)", "E2EL (s)", "Measured energy (J/token)", "Measured on", "Run", "Source"}
	notes := slices.Clone(f.Warnings)
	cited := map[string]bool{}
	var b strings.Builder
	for i := range f.Series {
		s := &f.Series[i]
		caption := "Frontier of " + s.Name + ", " + f.Model + ", " + f.Workload + ", p" + strconv.Itoa(f.Percentile) + ": " +
			strconv.Itoa(len(s.Knots)) + " of " + strconv.Itoa(s.OperatingPoints) + " operating points"
		b.WriteString("<table class=\"iso-frontier\">\n<caption>" + html.EscapeString(caption) + "</caption>\n<thead><tr>")
		for _, h := range heads {
			b.WriteString("<th scope=\"col\">" + html.EscapeString(h) + "</th>")
		}
		b.WriteString("</tr></thead>\n<tbody>\n")
		for j := range s.Knots {
			k := &s.Knots[j]
			b.WriteString("<tr>")
			for _, text := range []string{digits.Text(k.X), digits.Text(k.Y), strconv.Itoa(k.Concurrency), k.Recipe,
				measured(k.TTFT), measured(k.E2EL), measured(k.MeasuredJoules), stated(k.MeasuredOn), stated(k.Run), stated(k.Source)} {
				b.WriteString("<td>" + html.EscapeString(text) + "</td>")
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</tbody>\n</table>\n")
		notes = append(notes, leftOut(s.Name, s.OperatingPoints, s.Ineligible)...)
		for _, id := range s.Sources {
			cited[id] = true
		}
	}
	for _, src := range sources {
		if cited[src.ID] {
			notes = append(notes, strings.TrimRight("Source "+src.ID+": "+strings.TrimSpace(src.Title+" "+src.URL), ": "))
		}
	}
	if len(notes) > 0 {
		b.WriteString("<ul class=\"iso-notes\">\n")
		for _, n := range notes {
			b.WriteString("<li>" + html.EscapeString(n) + "</li>\n")
		}
		b.WriteString("</ul>\n")
	}
	return b.String()
}

// measured is a value that may be absent, an empty cell then.
func measured(v *float64) string {
	if v == nil {
		return ""
	}
	return digits.Text(*v)
}

func stated(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
