// Package figure draws a selection's frontiers as a static figure: SVG, PNG or
// PDF. It draws what the core computed: the operating points and the samples of
// the very curve that tables read, as straight segments, on any scale. It
// computes no curve of its own.
//
// The same chart and options give the same bytes. Text that does not fit is
// broken over lines; what cannot be drawn is an error, never left out.
package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Options are the looks of a figure. Width and Scale have no zero value.
type Options struct {
	Width      float64   // in CSS pixels, 1/96 inch
	Height     float64   // 0: two thirds of the width, more where legend and notes need it
	Scale      float64   // PNG pixels per CSS pixel
	LogX, LogY bool      // logarithmic axes
	Targets    []float64 // vertical lines
	Theme      string    // light, dark, transparent; "": light
	Sources    []string  // named in the source line
	Notes      []string  // lines under it
}

// The size of a figure unless it is asked for, and its bounds.
const (
	DefaultWidth        = 960
	DefaultScale        = 2
	minWidth, minHeight = 320, 240
	maxSide             = 8192
	maxPixels           = 64 << 20
)

// figure is a chart being laid out. Lengths are in points, from the bottom left.
type figure struct {
	chart *wire.Chart
	opt   Options
	axis  iso.Axis
	theme theme
	w, h  vg.Length
	x, y  scale

	beyond []float64 // targets too far from the points to draw

	title  []string
	legend legend
	footer []string
	box    vg.Rectangle // the data area
}

// layout finds a place for everything.
func layout(c *wire.Chart, o Options) (*figure, error) {
	f, err := prepared(c, o)
	if err != nil {
		return nil, err
	}
	return f, f.place()
}

// prepared checks the options and sets the scales.
func prepared(c *wire.Chart, o Options) (*figure, error) {
	switch {
	case !(o.Width >= minWidth && o.Width <= maxSide):
		return nil, fmt.Errorf("width %v: want %d to %d", o.Width, minWidth, maxSide)
	case o.Height != 0 && !(o.Height >= minHeight && o.Height <= maxSide):
		return nil, fmt.Errorf("height %v: want %d to %d", o.Height, minHeight, maxSide)
	case !(o.Scale >= 0.5 && o.Scale <= 8):
		return nil, fmt.Errorf("scale %v: want 0.5 to 8", o.Scale)
	case o.Width*max(o.Height, o.Width)*o.Scale*o.Scale > maxPixels:
		return nil, fmt.Errorf("width x height x scale: more than %d million pixels", maxPixels>>20)
	}
	if o.Theme == "" {
		o.Theme = Themes[0]
	}
	t, ok := themes[o.Theme]
	if !ok {
		return nil, fmt.Errorf("theme %q: want light, dark or transparent", o.Theme)
	}
	for _, x := range o.Targets {
		if !(x > 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("target %v: must be a number above 0", x)
		}
	}
	slices.Sort(o.Targets)
	o.Targets = slices.Compact(o.Targets)
	f := &figure{chart: c, opt: o, axis: iso.Axis(c.Axis), theme: t, w: points(o.Width), h: points(o.Height)}
	return f, f.scales()
}

// points converts CSS pixels.
func points(px float64) vg.Length { return vg.Length(px * 0.75) }

// scales sets the axes' ranges from everything that is drawn.
func (f *figure) scales() error {
	var xs, ys []float64
	for i := range f.chart.Series {
		s := &f.chart.Series[i]
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
		xs, ys = append(xs, s.CurveX...), append(ys, s.CurveY...)
	}
	if len(xs) == 0 {
		return errors.New(render.NoPoint(f.axis, f.chart.Percentile, render.Tokens(f.chart.Tokens), query.NorthStar(f.chart.Workload, f.axis)))
	}
	for _, v := range append(slices.Clone(xs), ys...) {
		if !(v > 0) || math.IsInf(v, 0) { // unreachable: points are eligible only above 0
			return fmt.Errorf("a point at %v cannot be drawn", v)
		}
	}
	lo, hi := reach(slices.Min(xs), slices.Max(xs), f.opt.LogX)
	var near []float64
	for _, t := range f.opt.Targets {
		if t >= lo && t <= hi {
			near = append(near, t)
		} else {
			f.beyond = append(f.beyond, t)
		}
	}
	f.opt.Targets = near
	xs = append(xs, near...)
	f.x = newScale(slices.Min(xs), slices.Max(xs), f.opt.LogX, false)
	f.y = newScale(slices.Min(ys), slices.Max(ys), f.opt.LogY, true)
	return nil
}

// draw draws the laid out figure.
func (f *figure) draw(canvas vg.CanvasSizer) {
	c := draw.New(canvas)
	if f.theme.page != nil {
		c.SetColor(f.theme.page)
		c.Fill(rectangle(0, 0, f.w, f.h))
	}
	y := f.h - margin
	for _, line := range f.title {
		y -= titleSize * leading
		c.FillText(f.style(titleSize, f.theme.text), vg.Point{X: f.left(), Y: y + titleSize*(leading-1)}, line)
	}
	f.drawAxes(&c)
	f.drawTargets(&c)
	for i := range f.chart.Series {
		f.drawCurve(&c, i)
	}
	for i := range f.chart.Series {
		f.drawPoints(&c, i)
	}
	f.drawBetter(&c)
	f.drawLegend(&c)
	y = margin + vg.Length(len(f.footer))*noteSize*leading
	for _, line := range f.footer {
		y -= noteSize * leading
		c.FillText(f.style(noteSize, f.theme.muted), vg.Point{X: f.left(), Y: y}, line)
	}
}

// at places a data point in the data area.
func (f *figure) at(x, y float64) vg.Point {
	return vg.Point{
		X: f.box.Min.X + vg.Length(f.x.unit(x))*(f.box.Max.X-f.box.Min.X),
		Y: f.box.Min.Y + vg.Length(f.y.unit(y))*(f.box.Max.Y-f.box.Min.Y),
	}
}
