package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
)

// dated is one system's snapshots at the line.
type dated struct {
	name string // of the system
	look int    // of its newest snapshot
	days []datedValue
	out  int // snapshots that do not reach the line
	none int // snapshots that reach it and have no such figure, or no date
}

type datedValue struct {
	date string
	day  int
	y    float64
	text string // as the table at the line writes it
}

// overDates reads every system on show that has several snapshots at x, by
// measuring date; only dates that reach x have a value.
func (a *app) overDates(x float64) []dated {
	if a.sel == nil || !a.st.AllDates {
		return nil
	}
	var out []dated
	for k, c := range a.readLine(x) {
		i := a.rowSeries[k]
		h := &a.heads[i]
		at := slices.IndexFunc(out, func(d dated) bool { return d.name == system(h.Name) })
		if at < 0 {
			out, at = append(out, dated{name: system(h.Name)}), len(out)
		}
		d := &out[at]
		d.look = a.looks[i]
		day, ok := iso.Day(measuredOn(h))
		y, has := a.heightOf(c.Throughput(), a.sel.Formed().Rows[k].Series).Get()
		if !c.Reading.State.Reachable() {
			d.out++
			continue
		}
		if !ok || !has {
			d.none++
			continue
		}
		d.days = append(d.days, datedValue{measuredOn(h), day, y, value(&c, render.Quantity(a.st.height()))})
	}
	out = slices.DeleteFunc(out, func(d dated) bool { return len(d.days)+d.out+d.none < 2 })
	for i := range out {
		days := out[i].days
		order.Sort(days, func(p, q int) bool { return days[p].day < days[q].day })
	}
	return out
}

// overDatesHTML draws the systems over their dates, with the numbers below.
func (a *app) overDatesHTML(x float64) string {
	systems := a.overDates(x)
	if len(systems) == 0 {
		return "<p class=\"help\">No system on show has more than one measuring date.</p>"
	}
	const width, height, left, bottom, top = 640.0, 180.0, 56.0, 24.0, 12.0
	first, last, most := 0, 0, 0.0
	for _, s := range systems {
		for _, d := range s.days {
			if first == 0 || d.day < first {
				first = d.day
			}
			last, most = max(last, d.day), max(most, d.y)
		}
	}
	px := func(day int) string {
		at := 0.5
		if last > first {
			at = float64(day-first) / float64(last-first)
		}
		return digits.Fixed(left+8+at*(width-left-24), 1)
	}
	py := func(y float64) string {
		return digits.Fixed(height-bottom-y/most*(height-bottom-top), 1)
	}
	var svg, table strings.Builder
	if most > 0 {
		svg.WriteString(`<svg viewBox="0 0 640 180" role="img" aria-label="Over measuring dates; the numbers are in the table below">`)
		for _, part := range []float64{0, 0.5, 1} {
			svg.WriteString(`<line class="grid" x1="56" x2="632" y1="` + py(part*most) + `" y2="` + py(part*most) + `"/><text x="50" y="` + py(part*most) + `" dy="4" text-anchor="end">` + render.Significant(part*most, 3) + `</text>`)
		}
	}
	table.WriteString("<table><thead><tr><th scope=\"col\">System</th><th scope=\"col\">Measured</th><th scope=\"col\" class=\"num\">" + text(a.heightLabel()) + "</th></tr></thead><tbody>")
	for _, s := range systems {
		path := ""
		for k, d := range s.days {
			command := "L"
			if k == 0 {
				command = "M"
			}
			path += command + px(d.day) + " " + py(d.y)
			svg.WriteString(`<circle class="s` + strconv.Itoa(s.look%colours) + `" cx="` + px(d.day) + `" cy="` + py(d.y) + `" r="4" fill="currentColor"/>`)
			table.WriteString("<tr><th scope=\"row\">" + text(s.name) + "</th><td>" + text(d.date) + "</td><td class=\"num\">" + text(d.text) + "</td></tr>")
		}
		svg.WriteString(`<path class="s` + strconv.Itoa(s.look%colours) + `" d="` + path + `" fill="none" stroke="currentColor" stroke-width="2"/>`)
		if s.out > 0 {
			table.WriteString("<tr><th scope=\"row\">" + text(s.name) + "</th><td colspan=\"2\">" + count(s.out, "date") + " not reaching " + text(render.Brief(x)) + " " + a.unit() + "</td></tr>")
		}
		if s.none > 0 {
			table.WriteString("<tr><th scope=\"row\">" + text(s.name) + "</th><td colspan=\"2\">" + count(s.none, "snapshot") + " without " + text(a.heightLabel()) + ", or without a date</td></tr>")
		}
	}
	if most > 0 {
		svg.WriteString(`<text x="64" y="176">` + dateOf(systems, first) + `</text>`)
		if last > first {
			svg.WriteString(`<text x="632" y="176" text-anchor="end">` + dateOf(systems, last) + `</text>`)
		}
		svg.WriteString("</svg>")
	}
	return svg.String() + "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Over measuring dates\">" + table.String() + "</tbody></table></div>"
}

func dateOf(systems []dated, day int) string {
	for _, s := range systems {
		for _, d := range s.days {
			if d.day == day {
				return d.date
			}
		}
	}
	return ""
}
