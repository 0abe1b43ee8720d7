package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/render"
)

func (f *figure) yTicks(tall vg.Length) int { return min(max(int(tall/42), 3), 8) }

func (f *figure) xTicks() int { return min(max(int((f.box.Max.X-f.box.Min.X)/70), 3), 10) }

// drawAxes draws grid, frame, ticks and the axes' titles with their units.
func (f *figure) drawAxes(c *draw.Canvas) {
	b := f.box
	grid := draw.LineStyle{Color: f.theme.grid, Width: 0.6, Dashes: f.theme.dots}
	frame := draw.LineStyle{Color: f.theme.frame, Width: 0.8}
	tick := f.style(tickSize, f.theme.text)
	tick.XAlign, tick.YAlign = text.XCenter, text.YTop
	end := vg.Length(math.Inf(-1))
	for _, t := range f.x.ticks(f.xTicks()) {
		x := f.at(t.v, f.y.hi).X
		c.StrokeLine2(grid, x, b.Min.Y, x, b.Max.Y)
		c.StrokeLine2(frame, x, b.Min.Y, x, b.Min.Y-3)
		if half := tick.Width(t.label) / 2; t.label != "" && x-half > end+4 {
			c.FillText(tick, vg.Point{X: x, Y: b.Min.Y - 5}, t.label)
			end = x + half
		}
	}
	tick.XAlign, tick.YAlign = text.XRight, text.YCenter
	for _, t := range f.y.ticks(f.yTicks(b.Max.Y - b.Min.Y)) {
		y := f.at(f.x.hi, t.v).Y
		c.StrokeLine2(grid, b.Min.X, y, b.Max.X, y)
		c.StrokeLine2(frame, b.Min.X, y, b.Min.X-3, y)
		if t.label != "" {
			c.FillText(tick, vg.Point{X: b.Min.X - 5, Y: y}, t.label)
		}
	}
	c.SetLineStyle(frame)
	c.Stroke(rectangle(b.Min.X, b.Min.Y, b.Max.X, b.Max.Y))

	title := f.style(labelSize, f.theme.text)
	title.XAlign, title.YAlign = text.XCenter, text.YTop
	c.FillText(title, vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: b.Min.Y - 5 - tickSize*leading - 2}, f.xTitle())
	title.Rotation = math.Pi / 2
	title.YAlign = text.YBottom
	c.FillText(title, vg.Point{X: margin + labelSize, Y: (b.Min.Y + b.Max.Y) / 2}, f.yTitle())
}

func (f *figure) yTitle() string {
	return fmt.Sprintf("%s (%s)%s", render.Throughput.Name(), render.Throughput.UnitOf(render.Tokens(f.chart.Tokens)), logMark(f.y.log))
}

func (f *figure) xTitle() string {
	name := f.axis.Name()
	if name[0] >= 'a' && name[0] <= 'z' {
		name = string(name[0]-'a'+'A') + name[1:]
	}
	if f.axis == iso.E2ENormalized {
		name += " (experimental)"
	}
	return fmt.Sprintf("%s at p%d (%s)%s", name, f.chart.Percentile, f.axis.Unit(), logMark(f.x.log))
}

func logMark(log bool) string {
	if log {
		return ", log scale"
	}
	return ""
}

// drawTargets draws a line per target, its value above the frame where that
// does not run into its neighbour's; the note names them all.
func (f *figure) drawTargets(c *draw.Canvas) {
	st := f.style(tickSize, f.theme.target)
	st.XAlign, st.YAlign = text.XCenter, text.YBottom
	end := vg.Length(math.Inf(-1))
	for _, t := range f.opt.Targets {
		x := f.at(t, f.y.hi).X
		c.StrokeLine2(draw.LineStyle{Color: f.theme.target, Width: 0.9, Dashes: []vg.Length{3, 3}}, x, f.box.Min.Y, x, f.box.Max.Y)
		label := render.FormatTarget(t)
		half := st.Width(label) / 2
		at := min(x, f.w-2-half)
		if at-half > end+4 {
			c.FillText(st, vg.Point{X: at, Y: f.box.Max.Y + 3}, label)
			end = at + half
		}
	}
}

func (f *figure) line(i int) draw.LineStyle {
	return draw.LineStyle{Color: f.theme.series[i%len(f.theme.series)], Width: 1.7, Dashes: dashes[i%len(dashes)]}
}

// drawCurve joins the core's samples by straight segments.
func (f *figure) drawCurve(c *draw.Canvas, i int) {
	s := &f.chart.Series[i]
	if len(s.CurveX) < 2 {
		return
	}
	pts := make([]vg.Point, len(s.CurveX))
	for k := range pts {
		pts[k] = f.at(s.CurveX[k], s.CurveY[k])
	}
	c.StrokeLines(f.line(i), pts)
}

// drawPoints draws the points off the frontier faint and hollow, then those on
// it, filled.
func (f *figure) drawPoints(c *draw.Canvas, i int) {
	s := &f.chart.Series[i]
	for _, on := range []bool{false, true} {
		for k, p := range s.Points {
			if s.Member[k] == on {
				f.drawMarker(c, i, f.at(p.X, p.Y), on)
			}
		}
	}
}

func (f *figure) drawMarker(c *draw.Canvas, i int, at vg.Point, on bool) {
	colour := f.theme.series[i%len(f.theme.series)]
	if on {
		c.SetColor(colour)
		c.Fill(marker(i, at, 3.1))
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: f.theme.fade(colour), Width: 0.9})
	c.Stroke(marker(i, at, 2.7))
}

// drawBetter marks the corner where both axes are at their best, in a row of its
// own above it, so that nothing drawn runs into it.
func (f *figure) drawBetter(c *draw.Canvas) {
	st := f.style(tickSize, f.theme.muted)
	const word = "better"
	y := f.box.Max.Y + 4
	if len(f.opt.Targets) > 0 {
		y += tickSize * leading
	}
	tip := vg.Point{X: f.box.Max.X, Y: y + 8}
	way := vg.Length(-1) // from the tip inwards
	if f.axis.Sense() == pareto.Maximise {
		st.XAlign = text.XRight
	} else {
		tip.X, way = f.box.Min.X, 1
	}
	c.SetLineStyle(draw.LineStyle{Color: f.theme.muted, Width: 1.1})
	var p vg.Path
	p.Move(vg.Point{X: tip.X + way*8, Y: tip.Y - 8})
	p.Line(tip)
	p.Move(vg.Point{X: tip.X + way*5, Y: tip.Y})
	p.Line(tip)
	p.Line(vg.Point{X: tip.X, Y: tip.Y - 5})
	c.Stroke(p)
	c.FillText(st, vg.Point{X: tip.X + way*12, Y: y}, word)
}

func (f *figure) drawLegend(c *draw.Canvas) {
	top := margin + vg.Length(len(f.footer))*noteSize*leading + 6 + vg.Length(f.legend.rows)*keySize*1.5
	st := f.style(keySize, f.theme.text)
	st.YAlign = text.YCenter
	for i, label := range f.legend.labels {
		x := margin + vg.Length(i/f.legend.rows)*f.legend.width
		y := top - (vg.Length(i%f.legend.rows)+0.5)*keySize*1.5
		c.StrokeLine2(f.line(i), x, y, x+sample, y)
		f.drawMarker(c, i, vg.Point{X: x + sample/2, Y: y}, true)
		c.FillText(st, vg.Point{X: x + sample + 6, Y: y}, label)
	}
}
