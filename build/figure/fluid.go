package figure

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/render"
)

// A fluid figure fills any width without scaling its text and marks, by SVG alone:
// places are percentages, sizes are CSS pixels, and only the curves are stretched.
// It needs no style sheet, which the page around may not take, and no two drawings.
// Whatever else a page's sheet says of svg elements, nothing is drawn beyond its own
// viewport, and every mark has its own colours.
const (
	fluidHeight = 360
	fluidText   = vg.Length(12)
	fluidMark   = 6   // half the side of a marker's place
	narrowest   = 280 // the width in which no two labels run into each other
	unitsWide   = 1000
	fluidTop    = 36 // a row for the axis's title, one for the targets
	fluidRight  = 98 // percent
)

// fluid is a figure being laid out in percentages of its place.
type fluid struct {
	*figure
	high   float64 // CSS pixels
	left   float64 // percent: right of the labels that stand on the grid's lines
	bottom float64 // CSS pixels
	across []string
	out    strings.Builder
}

// fluidSVG is the chart as an svg element for any width.
func fluidSVG(f *figure, name string) string {
	d := &fluid{figure: f, high: f.opt.Height}
	if d.high == 0 {
		d.high = fluidHeight
	}
	d.across = wrap(d.font(), d.xTitle(), narrowest)
	d.bottom = d.high - 21 - 15*float64(len(d.across))
	widest := vg.Length(0)
	for _, t := range d.yMarks() {
		widest = max(widest, d.font().Width(t.label))
	}
	d.left = math.Ceil(float64(widest+8) / narrowest * 100)
	d.put(`<svg width="100%%" height="%s" direction="ltr" role="img" aria-label="%s" font-family="system-ui,sans-serif" font-size="%v"><desc>%s</desc>`,
		number(d.high), html.EscapeString(name), float64(fluidText), html.EscapeString(d.described()))
	if f.theme.page != nil {
		d.put(`<rect width="100%%" height="100%%" fill="%s"/>`, paint(f.theme.page))
	}
	d.axes()
	d.targets()
	d.curves()
	d.points()
	d.put("</svg>")
	return d.out.String()
}

func (d *fluid) put(format string, args ...any) {
	fmt.Fprintf(&d.out, format, args...)
	if strings.HasSuffix(format, ">") {
		d.out.WriteByte('\n')
	}
}

func (d *fluid) font() text.Style { return d.style(fluidText, nil) }

// described says in words what the axes are and which ticks they have.
func (d *fluid) described() string {
	span := func(s scale, n int) string {
		t := slices.DeleteFunc(s.ticks(n), func(t tick) bool { return t.label == "" })
		if len(t) == 0 {
			return "without ticks"
		}
		return "ticks from " + t[0].label + " to " + t[len(t)-1].label
	}
	return fmt.Sprintf("Across: %s, %s. Up: %s, %s. The points are in the table below.", d.xTitle(), span(d.x, 5), d.yTitle(), span(d.y, 5))
}

// percent places a value in the data area, from the left and from the top.
func (d *fluid) percent(x, y float64) (across, down float64) {
	top, bottom := fluidTop/d.high*100, d.bottom/d.high*100
	return d.left + d.x.unit(x)*(fluidRight-d.left), bottom - d.y.unit(y)*(bottom-top)
}

func (d *fluid) yMarks() []tick { return d.y.ticks(d.yTicks(vg.Length(d.bottom-fluidTop) * 0.75)) }

// ink is the colour of text: that of the page around, unless the figure has a
// ground of its own.
func (d *fluid) ink() string {
	if d.theme.page == nil {
		return "currentColor"
	}
	return paint(d.theme.text)
}

// inset is how far labels stand from the figure's edges where it has a ground.
func (d *fluid) inset() int {
	if d.theme.page == nil {
		return 0
	}
	return 5
}

func (d *fluid) label(x, y, anchor, fill, words string, more string) {
	if n := d.inset(); n > 0 && more == "" && anchor != "middle" {
		if anchor == "end" {
			n = -n
		}
		more = fmt.Sprintf(` dx="%d"`, n)
	}
	d.put(`<text x="%s" y="%s" text-anchor="%s" fill="%s"%s>%s</text>`, x, y, anchor, fill, more, html.EscapeString(words))
}

// centred writes labels in a row where they do not run into each other in the
// narrowest figure, nor beyond its end.
func (d *fluid) centred(ticks []tick, y, fill string) {
	end := math.Inf(-1)
	for _, t := range ticks {
		across, _ := d.percent(t.v, d.y.hi)
		at, half := across/100*narrowest, float64(d.font().Width(t.label))/2*1.1
		if t.label == "" || at-half <= end+5 {
			continue
		}
		if end = at + half; end > narrowest {
			d.label("100%", y, "end", fill, t.label, "")
			continue
		}
		d.label(number(across)+"%", y, "middle", fill, t.label, "")
	}
}

// axes draws the grid, its labels and the axes' titles. The labels of the upward
// axis stand on their lines, which begin at the figure's edge.
func (d *fluid) axes() {
	grid := `stroke="currentColor" stroke-opacity="0.2"`
	if d.theme.page != nil {
		grid = `stroke="` + paint(d.theme.grid) + `"`
	}
	down := func(px float64) string { return number(px/d.high*100) + "%" }
	across := d.x.ticks(5)
	for _, t := range across {
		x, _ := d.percent(t.v, d.y.hi)
		d.put(`<line x1="%s%%" x2="%[1]s%%" y1="%s" y2="%s" %s/>`, number(x), down(fluidTop), down(d.bottom), grid)
	}
	for _, t := range d.yMarks() {
		_, y := d.percent(d.x.hi, t.v)
		d.put(`<line x1="0" x2="100%%" y1="%s%%" y2="%[1]s%%" %s/>`, number(y), grid)
		if t.label != "" {
			d.label("0", number(y)+"%", "start", d.ink(), t.label, fmt.Sprintf(` dx="%d" dy="-4"`, d.inset()))
		}
	}
	d.put(`<line x1="0" x2="100%%" y1="%s" y2="%[1]s" stroke="%s"/>`, down(d.bottom), d.ink())
	d.centred(across, down(d.bottom+16), d.ink())
	for i, line := range d.across {
		d.label("100%", down(d.bottom+32+15*float64(i)), "end", d.ink(), line, "")
	}
	d.label("0", "12", "start", d.ink(), d.yTitle(), "")
	// The corner where both axes are at their best.
	arrow := "M3 11L11 3M5 3H11V9"
	if d.axis.Sense() != pareto.Maximise {
		arrow = "M11 11L3 3M9 3H3V9"
	}
	d.label("100%", "12", "end", d.ink(), "better", fmt.Sprintf(` dx="%d"`, -15-d.inset()))
	d.put(`<g transform="translate(%d 0)"><svg x="100%%" y="0" width="13" height="13"><path d="%s" fill="none" stroke="%s"/></svg></g>`, -13-d.inset(), arrow, d.ink())
}

func (d *fluid) targets() {
	fill := paint(d.theme.target)
	var ticks []tick
	for _, x := range d.opt.Targets {
		across, _ := d.percent(x, d.y.hi)
		d.put(`<line x1="%s%%" x2="%[1]s%%" y1="%s%%" y2="%s%%" stroke="%s" stroke-dasharray="4 4"/>`,
			number(across), number(fluidTop/d.high*100), number(d.bottom/d.high*100), fill)
		ticks = append(ticks, tick{x, render.FormatTarget(x)})
	}
	d.centred(ticks, "30", fill)
}

// curves are stretched with the figure, their lines' widths and dashes are not.
func (d *fluid) curves() {
	d.put(`<svg width="100%%" height="100%%" viewBox="0 0 %d %[1]d" preserveAspectRatio="none">`, unitsWide)
	for i := range d.chart.Series {
		s := &d.chart.Series[i]
		if len(s.CurveX) < 2 {
			continue
		}
		path, last := "", ""
		for k := range s.CurveX {
			x, y := d.percent(s.CurveX[k], s.CurveY[k])
			at := number(x*unitsWide/100) + " " + number(y*unitsWide/100)
			if at == last {
				continue
			}
			if last = at; path != "" {
				at = "L" + at
			}
			path += at
		}
		d.put(`<path vector-effect="non-scaling-stroke" d="M%s" fill="none"%s/>`, path, d.stroke(i))
	}
	d.put("</svg>")
}

func (d *fluid) stroke(i int) string {
	line := d.line(i)
	out := fmt.Sprintf(` stroke="%s" stroke-width="2"`, paint(line.Color))
	if len(line.Dashes) > 0 {
		var dashes []string
		for _, dash := range line.Dashes {
			dashes = append(dashes, number(float64(dash)/0.75))
		}
		out += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
	}
	return out
}

// points draws those off the frontier faint and hollow, then those on it, filled.
func (d *fluid) points() {
	d.put(`<g transform="translate(%d %[1]d)">`, -fluidMark)
	for i := range d.chart.Series {
		s := &d.chart.Series[i]
		for _, on := range []bool{false, true} {
			for k, p := range s.Points {
				if s.Member[k] == on {
					x, y := d.percent(p.X, p.Y)
					d.put(`<svg x="%s%%" y="%s%%" width="%d" height="%[3]d">%s</svg>`, number(x), number(y), 2*fluidMark, d.mark(i, on, fluidMark, fluidMark))
				}
			}
		}
	}
	d.put("</g>")
}

// mark is a series' marker around a place.
func (f *figure) mark(i int, on bool, x, y float64) string {
	colour := f.theme.series[i%len(f.theme.series)]
	fill, stroke, r := paint(colour), "", 4.2
	if !on {
		fill, stroke, r = "none", ` stroke="`+paint(f.theme.fade(colour))+`" stroke-width="1.2"`, 3.6
	}
	var b strings.Builder
	for _, c := range marker(i, vg.Point{}, vg.Length(r)) {
		at := number(x+float64(c.Pos.X)) + " " + number(y-float64(c.Pos.Y))
		switch c.Type {
		case vg.MoveComp:
			b.WriteString("M" + at)
		case vg.LineComp:
			b.WriteString("L" + at)
		case vg.CloseComp:
			b.WriteString("Z")
		}
	}
	if shapes[i%len(shapes)][1].Type == vg.ArcComp {
		return fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>`, number(x), number(y), number(r), fill, stroke)
	}
	return fmt.Sprintf(`<path d="%s" fill="%s"%s/>`, b.String(), fill, stroke)
}

// key is a series' line and marker, beside its name.
func (d *figure) key(i int) string {
	page := ""
	if d.theme.page != nil {
		page = `<rect width="36" height="14" fill="` + paint(d.theme.page) + `"/>`
	}
	f := &fluid{figure: d}
	return `<svg width="36" height="14" aria-hidden="true">` + page + `<path d="M1 7H35" fill="none"` + f.stroke(i) + `/>` + d.mark(i, true, 18, 7) + `</svg>`
}

// paint writes a colour.
func paint(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// number writes two decimals at most.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
