//go:build !(js && wasm)

package main

import (
	"math"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/render"
)

// svgStep is about how many ticks an axis of the first view's chart has.
const svgStep = 6.0

// chartSVG is the chart of the first view, drawn as web/chart.ts draws it, in a box of
// the same shape: what a reader sees until the program runs, or without one. Places are
// percentages of the area inside the axes, whose room the style sheet keeps: text and
// marks have the same size at any width, only the curves are stretched.
func (a *app) chartSVG() string {
	x0, x1, y1 := math.Inf(1), 0.0, 0.0
	for i, s := range a.chart.Series {
		if a.shown[i] {
			for _, p := range s.Points {
				x0, x1, y1 = min(x0, p.X), max(x1, p.X), max(y1, p.Y)
			}
		}
	}
	if !(x1 > 0) || !(y1 > 0) {
		return ""
	}
	span := x1 - x0
	if span == 0 {
		span = x1
	}
	lo, hi, top := x0-0.06*span, x1+0.05*span, 1.06*y1
	if x0 < 0.4*x1 {
		lo = 0
	}
	px := func(x float64) float64 { return 100 * (x - lo) / (hi - lo) }
	py := func(y float64) float64 { return 100 * (1 - y/top) }
	n := func(v float64) string { return digits.Fixed(v, 2) + "%" }
	unit := func(v float64) string { return digits.Fixed(10*v, 1) } // of the curves' thousand
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	w(`<svg class="first" role="img" aria-label="`, text(a.heightLabel()+" against "+a.axisLabel()), `; the numbers are in the tables">`)
	for _, v := range svgTicks(0, top) {
		w(`<line class="grid" x2="100%" y1="`, n(py(v)), `" y2="`, n(py(v)), `"/><text y="`, n(py(v)), `" dx="-.67em" dy=".33em" text-anchor="end">`, tickText(v), `</text>`)
	}
	for _, v := range svgTicks(lo, hi) {
		w(`<line class="grid" x1="`, n(px(v)), `" x2="`, n(px(v)), `" y2="100%"/><text x="`, n(px(v)), `" y="100%" dy="1.5em" text-anchor="middle">`, tickText(v), `</text>`)
	}
	w(`<text x="50%" y="100%" dy="3.83em" text-anchor="middle">`, text(a.axisLabel()), `</text>`)
	w(`<svg x="-5.17em" y="50%"><text transform="rotate(-90)" text-anchor="middle">`, text(a.heightLabel()), `</text></svg>`)
	for i, s := range a.chart.Series {
		if !a.shown[i] {
			continue
		}
		colour := `class="s` + strconv.Itoa(a.looks[i]%colours) + `"`
		path := ""
		for k := range s.CurveX {
			command := "L"
			if k == 0 {
				command = "M"
			}
			path += command + unit(px(s.CurveX[k])) + " " + unit(py(s.CurveY[k]))
		}
		w(`<svg viewBox="0 0 1000 1000" preserveAspectRatio="none"><path `, colour, ` d="`, path, `" vector-effect="non-scaling-stroke" fill="none" stroke="currentColor" stroke-width="2"`)
		if d := dash(a.looks[i]); d != "" {
			w(` stroke-dasharray="`, d, `"`)
		}
		w(`/></svg>`)
		for k, p := range s.Points {
			w(`<svg x="`, n(px(p.X)), `" y="`, n(py(p.Y)), `"><path `, colour)
			if s.Member[k] {
				w(` fill="currentColor"`)
			} else {
				w(` transform="scale(.72)" fill="none" stroke="currentColor" opacity=".6"`)
			}
			w(` d="`, marker(a.looks[i]), `"/></svg>`)
		}
	}
	if x := a.lineX(); x > lo && x < hi {
		w(`<line class="at" x1="`, n(px(x)), `" x2="`, n(px(x)), `" y2="100%"/>`)
	}
	w(`</svg>`)
	return b.String()
}

// svgTicks are about six round values of a range.
func svgTicks(lo, hi float64) (out []float64) {
	step := niceStep((hi - lo) / (svgStep - 1))
	for v := math.Ceil(lo/step) * step; v <= hi; v += step {
		out = append(out, round(v, step))
	}
	return out
}

func tickText(v float64) string {
	if v == math.Trunc(v) {
		return render.Significant(v, 1)
	}
	return render.FormatTarget(v)
}
