package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// Sizes in points.
const (
	margin    = vg.Length(12)
	titleSize = vg.Length(13)
	labelSize = vg.Length(9.5)
	tickSize  = vg.Length(8.5)
	keySize   = vg.Length(8.5)
	noteSize  = vg.Length(7.5)
	leading   = 1.35
	sample    = vg.Length(30) // length of a legend's line
)

// handler measures and draws text in the fonts that come with gonum.
var handler = text.Plain{Fonts: font.DefaultCache}

// style is the one font of figures. One, since a PDF writes several in no fixed
// order.
func (f *figure) style(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.From(font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans"}, size), Handler: handler}
}

func (f *figure) left() vg.Length { return margin }

// legend is the series' keys in columns.
type legend struct {
	labels  []string
	columns int
	rows    int
	width   vg.Length // of a column
}

// place gives every part its lines and the data area what remains.
func (f *figure) place() error {
	width := f.w - 2*margin
	f.title = wrap(f.style(titleSize, nil), fmt.Sprintf("%s, %s: throughput per GPU at equal %s", f.chart.Model, workload(f.chart.Workload), f.axis.Name()), width)
	f.legend = f.keys(width)
	for _, line := range f.notes() {
		f.footer = append(f.footer, wrap(f.style(noteSize, nil), line, width)...)
	}
	top := margin + vg.Length(len(f.title))*titleSize*leading + tickSize*leading + 2 // the better corner's mark
	if len(f.opt.Targets) > 0 {
		top += tickSize * leading
	}
	bottom := margin + vg.Length(len(f.footer))*noteSize*leading + 6 + // footer
		vg.Length(f.legend.rows)*keySize*1.5 + 8 + // legend
		labelSize*leading + 4 + tickSize*leading + 6 // axis title and ticks
	if f.h == 0 {
		f.h = max(f.w*2/3, top+bottom+f.w*0.45)
		if f.h > points(maxSide) {
			return f.crowded("")
		}
	}
	y := f.style(tickSize, nil)
	wide := vg.Length(0)
	for _, t := range f.y.ticks(f.yTicks(f.h - top - bottom)) {
		wide = max(wide, y.Width(t.label))
	}
	f.box = vg.Rectangle{
		Min: vg.Point{X: margin + labelSize*leading + 4 + wide + 6, Y: bottom},
		Max: vg.Point{X: f.w - margin - 6, Y: f.h - top},
	}
	if tall := f.box.Max.Y - f.box.Min.Y; tall < 0.3*f.h && f.opt.Height != 0 || tall < 80 {
		return f.crowded(" or a larger height")
	}
	if f.box.Max.X-f.box.Min.X < 100 {
		return fmt.Errorf("the axis leaves no room for the figure: choose a larger width")
	}
	return nil
}

// crowded says what leaves the figure no room, and so what to choose fewer of.
func (f *figure) crowded(or string) error {
	series, targets := len(f.chart.Series), len(f.opt.Targets)+len(f.beyond)
	fewer := "series"
	if targets > series {
		fewer = "targets or " + fewer
	}
	return fmt.Errorf("%d series, %d targets and %d lines of notes, which name them, leave no room for the figure: choose fewer %s%s", series, targets, len(f.footer), fewer, or)
}

func workload(w string) string {
	if in, out, ok := strings.Cut(w, "/"); ok {
		return in + " in / " + out + " out"
	}
	return w
}

// mostDated is of how many systems a figure's note says when each was measured.
const mostDated = 12

// notes are the lines under the figure: how to read it, where it is from.
func (f *figure) notes() []string {
	read := "Filled: on the frontier. Hollow: off it. The curve is the one that tables read; nothing is drawn beyond the points."
	out := []string{read + f.linesAt()}
	var dates []string
	of := map[string][]string{} // the systems of each
	labels := Labels(f.chart)
	for i := range f.chart.Series {
		span := f.chart.Series[i].MeasuredSpan
		if len(span) != 2 {
			continue
		}
		text := span[0]
		if span[1] != span[0] {
			text += " to " + span[1]
		}
		if of[text] == nil {
			dates = append(dates, text)
		}
		of[text] = append(of[text], labels[i])
	}
	slices.Sort(dates)
	// Of many systems, or of ones whose names hold their dates, this would be no note.
	if len(dates) > 1 && len(labels) <= mostDated && !strings.Contains(f.chart.Series[0].Name, "@") {
		for i, date := range dates {
			dates[i] = date + " (" + strings.Join(of[date], ", ") + ")"
		}
	}
	line := ""
	if len(dates) > 0 {
		line = "Measured " + strings.Join(dates, ", ") + ". "
	}
	if len(f.opt.Sources) > 0 {
		line += "Source: " + strings.Join(f.opt.Sources, "; ") + "."
	}
	if line != "" {
		out = append(out, strings.TrimSpace(line))
	}
	return append(out, f.opt.Notes...)
}

// linesAt says where lines are drawn, and where none is.
func (f *figure) linesAt() string {
	list := func(targets []float64) string {
		var at []string
		for _, x := range targets {
			at = append(at, render.FormatTarget(x))
		}
		return strings.Join(at, ", ") + " " + f.axis.Unit()
	}
	out := ""
	if len(f.opt.Targets) > 0 {
		out = " Lines at " + list(f.opt.Targets) + "."
	}
	if len(f.beyond) > 0 {
		out += " No line at " + list(f.beyond) + ": far beyond the points."
	}
	return out
}

// Labels names every series in words, by its full name where two would read
// alike.
func Labels(c *wire.Chart) []string {
	out := make([]string, len(c.Series))
	count := map[string]int{}
	for i := range c.Series {
		h := &c.Series[i].Head
		_, snapshot, _ := strings.Cut(h.Name, "@")
		out[i] = render.Label(&iso.Series{
			Hardware: h.Hardware, Framework: h.Framework, Precision: h.Precision, SpecDecoding: h.SpecDecoding,
			Disagg: h.Disagg, Official: h.Official, Snapshot: snapshot,
		})
		count[out[i]]++
	}
	for i := range out {
		if count[out[i]] > 1 {
			out[i] = c.Series[i].Name
		}
	}
	return out
}

// keys lays the legend out in as many equal columns as fit. A label wider than
// the figure is cut and ends in an ellipsis.
func (f *figure) keys(width vg.Length) legend {
	l := legend{labels: Labels(f.chart)}
	st := f.style(keySize, nil)
	for i := range l.labels {
		if len(f.chart.Series[i].Points) == 0 {
			l.labels[i] += " (no points)"
		}
		l.labels[i] = cut(st, l.labels[i], width-sample-8)
		l.width = max(l.width, sample+6+st.Width(l.labels[i])+18)
	}
	l.columns = max(1, min(int((width+18)/l.width), len(l.labels)))
	l.rows = (len(l.labels) + l.columns - 1) / l.columns
	return l
}

// wrap breaks a text into lines at spaces, and inside a word that is too long.
func wrap(st text.Style, s string, width vg.Length) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(s) {
		if joined := strings.TrimSpace(line + " " + word); st.Width(joined) <= width {
			line = joined
			continue
		}
		if line != "" {
			out = append(out, line)
		}
		for st.Width(word) > width {
			n := fitting(st, word, width)
			out = append(out, word[:n])
			word = word[n:]
		}
		line = word
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// fitting is how many bytes of a word fit a width, one character at least.
func fitting(st text.Style, word string, width vg.Length) int {
	n := 0
	for i, r := range word {
		end := i + len(string(r))
		if n > 0 && st.Width(word[:end]) > width {
			break
		}
		n = end
	}
	return n
}

func cut(st text.Style, s string, width vg.Length) string {
	if st.Width(s) <= width {
		return s
	}
	return s[:fitting(st, s, width-st.Width("..."))] + "..."
}
