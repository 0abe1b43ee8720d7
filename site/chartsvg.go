//go:build !(js && wasm)

package main

import (
	"math"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/render"
)

// The chart of the first view, drawn as web/chart.ts draws it, in a box of the
// same shape: what a reader sees until the program runs, or without one.
const (
	svgWidth, svgHeight                    = 600.0, 440.0
	svgLeft, svgRight, svgTop, svgBottom   = 74.0, 12.0, 22.0, 52.0
	svgInnerWidth, svgInnerHeight, svgStep = svgWidth - svgLeft - svgRight, svgHeight - svgTop - svgBottom, 6.0
)

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
	px := func(x float64) float64 { return svgLeft + (x-lo)/(hi-lo)*svgInnerWidth }
	py := func(y float64) float64 { return svgTop + (1-y/top)*svgInnerHeight }
	n := func(v float64) string { return digits.Fixed(v, 1) }
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	w(`<svg class="first" viewBox="0 0 600 440" role="img" aria-label="`, text(a.heightLabel()+" against "+a.axisLabel()), `; the numbers are in the tables">`)
	for _, v := range svgTicks(0, top) {
		w(`<line class="grid" x1="`, n(svgLeft), `" x2="`, n(svgWidth-svgRight), `" y1="`, n(py(v)), `" y2="`, n(py(v)), `"/><text x="`, n(svgLeft-8), `" y="`, n(py(v)+4), `" text-anchor="end">`, tickText(v), `</text>`)
	}
	for _, v := range svgTicks(lo, hi) {
		w(`<line class="grid" x1="`, n(px(v)), `" x2="`, n(px(v)), `" y1="`, n(svgTop), `" y2="`, n(svgHeight-svgBottom), `"/><text x="`, n(px(v)), `" y="`, n(svgHeight-svgBottom+18), `" text-anchor="middle">`, tickText(v), `</text>`)
	}
	w(`<text x="`, n(svgLeft+svgInnerWidth/2), `" y="434" text-anchor="middle">`, text(a.axisLabel()), `</text>`)
	w(`<text transform="translate(12 `, n(svgTop+svgInnerHeight/2), `) rotate(-90)" text-anchor="middle">`, text(a.heightLabel()), `</text>`)
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
			path += command + n(px(s.CurveX[k])) + " " + n(py(s.CurveY[k]))
		}
		w(`<path `, colour, ` d="`, path, `" fill="none" stroke="currentColor" stroke-width="2"`)
		if d := dash(a.looks[i]); d != "" {
			w(` stroke-dasharray="`, d, `"`)
		}
		w(`/>`)
		for k, p := range s.Points {
			w(`<path `, colour, ` transform="translate(`, n(px(p.X)), ` `, n(py(p.Y)), `)`)
			if s.Member[k] {
				w(`" fill="currentColor"`)
			} else {
				w(` scale(.72)" fill="none" stroke="currentColor" opacity=".6"`)
			}
			w(` d="`, marker(a.looks[i]), `"/>`)
		}
	}
	if x := a.lineX(); x > lo && x < hi {
		w(`<line class="at" x1="`, n(px(x)), `" x2="`, n(px(x)), `" y1="`, n(svgTop), `" y2="`, n(svgHeight-svgBottom), `"/>`)
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
