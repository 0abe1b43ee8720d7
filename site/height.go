package main

import (
	"slices"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// What the chart's heights are. All but the measured energy follow from the one
// interpolated throughput, sample by sample, so that cost times throughput is
// constant along a curve; measured energy is what sources measured at their
// points, and has no curve.
const measuredEnergy = "measured-energy"

var (
	heights = []choice{
		{string(render.Throughput), "Tokens/s per GPU"},
		{string(render.Cost), "$ per million tokens"},
		{string(render.TokensPerUsd), "Tokens per dollar"},
		{string(render.Energy), "Joules per token, modelled"},
		{measuredEnergy, "Joules per token, measured"},
		{string(render.PerMW), "Tokens/s per MW"},
	}
	tokenKinds = []choice{{string(render.Total), "input and output tokens"}, {string(render.Output), "output tokens"}, {string(render.Input), "input tokens"}}
)

func (s *state) height() string        { return known(heights, s.Height) }
func (s *state) tokens() render.Tokens { return render.Tokens(known(tokenKinds, s.Tokens)) }

// heightOf is the chart's height of a throughput of a series; absent without the
// price or power that it needs, and where only sources can tell.
func (a *app) heightOf(y opt.Float, s *iso.Series) opt.Float {
	if a.st.height() == measuredEnergy {
		return opt.Float{}
	}
	return render.Quantity(a.st.height()).From(y, s.Price, s.Kw)
}

// heightLabel names the chart's y axis.
func (a *app) heightLabel() string {
	if a.st.height() == measuredEnergy {
		return "measured energy, J/token"
	}
	q := render.Quantity(a.st.height())
	return words.Lower(q.Name()) + ", " + q.UnitOf(a.st.tokens())
}

// logY reports whether the heights are on a logarithmic scale. What falls with the
// throughput spans decades towards its fastest points, and is so by default.
func (s *state) logY() bool { return s.ScaleY == "y" || s.ScaleY == "" && s.falls() }

// setLogY takes a reader's scale; the usual one is no choice.
func (s *state) setLogY(on bool) { s.ScaleY = scaled(on, s.falls(), "y", "l") }

// logX reports whether the axis is on a logarithmic scale. Times are so by default: the
// points that are off a frontier take many times as long as those on it.
func (s *state) logX() bool { return s.ScaleX == "x" || s.ScaleX == "" && s.isTime() }

func (s *state) setLogX(on bool) { s.ScaleX = scaled(on, s.isTime(), "x", "n") }

// isTime reports whether less of the axis is better.
func (s *state) isTime() bool { return s.axis().Sense() == pareto.Minimise }

// scaled is a reader's choice of a scale, "" where it is the usual one.
func scaled(on, usual bool, yes, no string) string {
	switch {
	case on == usual:
		return ""
	case on:
		return yes
	}
	return no
}

// falls reports whether less of the chart's height is better.
func (s *state) falls() bool {
	h := s.height()
	return h == measuredEnergy || render.Quantity(h).SmallerIsBetter()
}

// better is the corner of the chart where a system is better off: ne, nw, se, sw.
func (a *app) better() string {
	up, right := "n", "e"
	if a.st.falls() {
		up = "s"
	}
	if a.st.isTime() {
		right = "w"
	}
	return up + right
}

// raise puts the chart's heights in place of its throughputs. What has no height
// is not drawn; pointAt keeps which point each drawn one is.
func (a *app) raise(c *wire.Chart) {
	a.pointAt = make([][]int, len(c.Series))
	for i := range c.Series {
		cs, s := &c.Series[i], &a.drawn.Series[i]
		index := slices.Clone(a.drawn.Frontiers()[i].Eligible())
		kept := 0
		for k := range cs.Points {
			y := a.heightOf(opt.Of(cs.Points[k].Y), s)
			if a.st.height() == measuredEnergy {
				y = s.Points[index[k]].MeasuredJoules
			}
			if v, ok := y.Positive(); ok {
				cs.Points[kept], cs.Member[kept], index[kept] = cs.Points[k], cs.Member[k], index[k]
				cs.Points[kept].Y = v
				kept++
			}
		}
		cs.Points, cs.Member, a.pointAt[i] = cs.Points[:kept], cs.Member[:kept], index[:kept]
		kept = 0
		for k := range cs.CurveX {
			if v, ok := a.heightOf(opt.Of(cs.CurveY[k]), s).Positive(); ok {
				cs.CurveX[kept], cs.CurveY[kept] = cs.CurveX[k], v
				kept++
			}
		}
		cs.CurveX, cs.CurveY = cs.CurveX[:kept], cs.CurveY[:kept]
	}
}

// noHeight says why a series that the axis has is not drawn; "" when it is.
func (a *app) noHeight(i int) string {
	if len(a.chart.Series[i].Points) > 0 || len(a.heads[i].Range) != 2 {
		return ""
	}
	switch q := render.Quantity(a.st.height()); q {
	case measuredEnergy:
		return "its sources measured no energy"
	case render.Cost, render.TokensPerUsd:
		return "not drawn: no price for this hardware"
	case render.Energy, render.PerMW:
		return "not drawn: no power for this hardware"
	}
	return ""
}

// setHeight takes what the chart's heights are.
func (a *app) setHeight(value string) {
	a.change(func(s *state) {
		if s.Height = known(heights, value); s.Height == heights[0].Value {
			s.Height = ""
		}
	})
}

// setTokens takes which tokens count.
func (a *app) setTokens(value string) {
	a.change(func(s *state) {
		if s.Tokens = known(tokenKinds, value); s.Tokens == tokenKinds[0].Value {
			s.Tokens = ""
		}
	})
}
