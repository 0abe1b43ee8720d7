package main

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// What the chart draws, as text: a table for who cannot see it, a CSV to take away,
// and what stands around the picture of it. Dropped series are in no export unless
// the reader asks for them.

// The forms of drawnText, by the number that crosses from the script.
const (
	drawnTable = iota
	drawnCSV
	drawnCaption
)

func (a *app) drawnText(form int) string {
	switch {
	case a.chart == nil:
		return ""
	case form == drawnTable:
		return a.drawnTable()
	case form == drawnCSV:
		return a.drawnCSV()
	}
	return a.drawnCaption()
}

// twin is where the table stands, written once: what is in it is the script's.
func (a *app) twin() any {
	if a.keys != "" {
		return nil
	}
	return vugu.HTML(`<details><summary>The chart as a table</summary><div class="scroll" role="region" aria-label="The chart as a table" tabindex="0"></div></details>`)
}

// drawnTable lists the knots of every frontier on show. All text from data is
// escaped here.
func (a *app) drawnTable() string {
	var b strings.Builder
	b.WriteString("<table><caption>" + text(a.chartTitle()) + ": the points on the frontier of each system on show</caption><thead><tr>")
	for _, head := range []string{"System", a.axisLabel(), a.heightLabel(), "Concurrency", "Measured", "Configuration"} {
		b.WriteString(`<th scope="col">` + text(head) + `</th>`)
	}
	b.WriteString("</tr></thead>")
	for i := range a.chart.Series {
		if !a.shown[i] {
			continue
		}
		s := &a.chart.Series[i]
		knots := 0
		for _, on := range s.Member {
			if on {
				knots++
			}
		}
		b.WriteString(`<tbody><tr><th scope="rowgroup" rowspan="` + strconv.Itoa(max(knots, 1)) + `">` + text(title(&s.Head)) + ` <small>` + text(detail(&s.Head)) + `</small></th>`)
		if knots == 0 {
			b.WriteString(`<td colspan="5">` + text(cmp.Or(a.key(i).note, "no point on the frontier")) + `</td></tr>`)
		}
		for k, first := 0, true; k < len(s.Points); k++ {
			if p := &s.Points[k]; s.Member[k] {
				if !first {
					b.WriteString("<tr>")
				}
				first = false
				for _, cell := range []string{exactly(opt.Of(p.X)), exactly(opt.Of(p.Y)), concurrency(p.Concurrency), given(p.MeasuredOn), p.Recipe} {
					b.WriteString("<td>" + text(cell) + "</td>")
				}
				b.WriteString("</tr>")
			}
		}
		b.WriteString("</tbody>")
	}
	b.WriteString("</table>")
	return b.String()
}

func given(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// exported reports whether a series is in an export of what is on show.
func (a *app) exported(i int) bool {
	return a.shown[i] && (a.copyAll || !a.dropped(&a.heads[i]))
}

// drawnCSV lists every point that is drawn.
func (a *app) drawnCSV() string {
	var b strings.Builder
	b.WriteString("model,workload,series," + render.CSVText(a.axisLabel()) + "," + render.CSVText(a.heightLabel()) + ",on the frontier,configuration,concurrency,measured on,run,source\r\n")
	for i := range a.chart.Series {
		if !a.exported(i) {
			continue
		}
		s := &a.chart.Series[i]
		for k := range s.Points {
			p, on := &s.Points[k], "no"
			if s.Member[k] {
				on = "yes"
			} else if a.st.Frontier {
				continue // not drawn
			}
			for k, field := range []string{a.chart.Model, a.chart.Workload, s.Name, render.Exact(opt.Of(p.X)), render.Exact(opt.Of(p.Y)), on,
				p.Recipe, concurrency(p.Concurrency), given(p.MeasuredOn), given(p.Run), given(p.Source)} {
				if k > 0 {
					b.WriteByte(',')
				}
				b.WriteString(render.CSVText(field))
			}
			b.WriteString("\r\n")
		}
	}
	return b.String()
}

// drawnCaption is what stands around the picture of the chart: its title, a record
// of the index and name of each series in it, and
// one of each line below, without an index.
func (a *app) drawnCaption() string {
	out, left := []string{a.chartTitle()}, 0
	for i := range a.heads {
		switch {
		case a.exported(i):
			out = append(out, strconv.Itoa(i)+fieldEnd+title(&a.heads[i])+" "+detail(&a.heads[i]))
		case a.shown[i]:
			left++
		}
	}
	sel := a.exportSelection()
	if sel == nil {
		return strings.Join(out, recordEnd)
	}
	if left > 0 {
		out = append(out, fieldEnd+"Left out: dropped results, unofficial, of "+strconv.Itoa(left)+" of the systems on show.")
	}
	quantity := render.Quantity(a.st.height())
	if quantity == measuredEnergy {
		quantity = render.Throughput
	}
	for _, note := range sel.Render([]render.Quantity{quantity}, 0).Notes() {
		for _, start := range []string{"Price", "Power", "Measured", "Source", "Only", "Experimental", "Agentic", "Warning: these figures"} {
			if strings.HasPrefix(note, start) {
				out = append(out, fieldEnd+note)
			}
		}
	}
	return strings.Join(out, recordEnd)
}
