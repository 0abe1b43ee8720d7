package query

import (
	"slices"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// Round12 rounds to the 12 significant digits that replies carry.
func Round12(v float64) float64 { return digits.Round12(v) }

func num(v opt.Float) *float64 { return v.Map(Round12).Ptr() }

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Wire is the formed table as a reply.
func (s *Selection) Wire() *wire.Table {
	t := s.table
	out := &wire.Table{
		Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(), Reach: string(s.Reach),
		Prices:   s.Prices(),
		Targets:  append([]float64{}, t.Spec.Targets...),
		Warnings: append(append([]string{}, t.Warnings...), s.Warnings...),
		Series:   make([]wire.Series, len(t.Rows)),
	}
	if s.baseline >= 0 {
		out.Baseline = &s.Series[s.baseline].Name
	}
	for i := range t.Rows {
		r, ws := &t.Rows[i], &out.Series[i]
		s.head(&ws.Head, i, r.Frontier)
		ws.Knots, ws.Cells = len(r.Frontier.Knots), make([]wire.Cell, len(r.Cells))
		for j := range r.Cells {
			cell(&ws.Cells[j], r, &r.Cells[j])
		}
	}
	for i := range t.Chain {
		st := &t.Chain[i]
		ws := wire.ChainStep{From: s.Series[st.From].Name, To: s.Series[st.To].Name, Whole: st.Whole, Differs: append([]string{}, st.Differs...),
			Ratios: make([]wire.Ratio, len(st.Ratios))}
		for j := range st.Ratios {
			ratio(&ws.Ratios[j], &st.Ratios[j])
		}
		out.Chain = append(out.Chain, ws)
	}
	return out
}

// Counted names the tokens that count where not all do.
func (s *Selection) Counted() string {
	if s.Tokens == render.Total {
		return ""
	}
	return string(s.Tokens)
}

// Prices is the sheet and the reader's own prices and powers, as replies name them.
func (s *Selection) Prices() wire.Prices {
	p := wire.Prices{Basis: string(s.Basis)}
	if s.Sheet != nil {
		p.AsOf, p.Source = text(s.Sheet.AsOf), text(s.Sheet.Source)
	}
	if len(s.Own) > 0 {
		p.Own = s.Own
	}
	if len(s.OwnKw) > 0 {
		p.OwnKw = s.OwnKw
	}
	return p
}

// The parts of a reply are filled where they lie: they are large, and TinyGo
// moves a struct that is returned word by word.

func (s *Selection) head(h *wire.Head, i int, f *iso.Frontier) {
	x := &s.Series[i]
	h.Name, h.Hardware, h.Framework, h.Precision, h.SpecDecoding = x.Name, x.Hardware, x.Framework, x.Precision, x.SpecDecoding
	h.Disagg, h.Official, h.UsdPerGPUHour, h.KwPerGPU = x.Disagg, x.Official, num(x.Price), num(x.Kw)
	h.OperatingPoints, h.Ineligible, h.Sources = len(x.Points), f.Ineligible, []string{}
	if first, last, ok := x.Span(); ok {
		h.MeasuredOn, h.MeasuredSpan = &last, []string{first, last}
	}
	for k := range x.Points {
		if id := x.Points[k].Source; id != "" && !slices.Contains(h.Sources, id) {
			h.Sources = append(h.Sources, id)
		}
	}
	order.Strings(h.Sources)
	if lo, hi, ok := f.Range(); ok {
		h.Range = []float64{Round12(lo), Round12(hi)}
	}
	if m, x := f.LeaveOneOut(); m.Ok() {
		mv, _ := m.Get()
		xv, _ := x.Get()
		h.LeaveOneOut = &wire.LeaveOneOut{Median: Round12(mv), Max: Round12(xv)}
	}
}

func cell(out *wire.Cell, r *iso.Row, c *iso.Cell) {
	out.Target, out.State, out.Directional = c.Target, string(c.Reading.State), c.Reading.Directional
	out.Throughput, out.UsdPerMtok = num(c.Throughput()), num(c.UsdPerMtok)
	out.TokensPerUsd, out.JoulesPerToken = num(c.TokensPerUsd), num(c.JoulesPerToken)
	switch c.Reading.State {
	case iso.Interpolated:
		out.Bracket = knots(r.Series.Points, c.Reading.Lo, c.Reading.Hi)
	case iso.Measured, iso.AtLeast:
		out.Point = &knots(r.Series.Points, c.Reading.Lo)[0]
	}
	if c.Ratio != nil {
		out.Ratio = &wire.Ratio{}
		ratio(out.Ratio, c.Ratio)
	}
	if p, ok := r.Penalty(c); ok {
		out.Penalty = &wire.Penalty{}
		for i := range p.Alone {
			out.Penalty.Interactivity = append(out.Penalty.Interactivity, Round12(p.Alone[i]))
			out.Penalty.Taken = append(out.Penalty.Taken, Round12(p.Taken[i]))
		}
	}
}

func ratio(out *wire.Ratio, r *iso.Ratio) {
	out.State, out.Reason, out.PerfPerDollar, out.Throughput = string(r.State), r.Reason, num(r.PerfPerDollar), num(r.Throughput)
}

// knots writes points that take part in a frontier, so their x and y are present.
func knots(points []iso.Point, index ...int) []wire.Knot {
	out := make([]wire.Knot, len(index))
	for i, at := range index {
		k, p := &out[i], &points[at]
		x, _ := p.X.Get()
		y, _ := p.Y.Get()
		k.X, k.Y, k.Concurrency, k.Recipe = Round12(x), Round12(y), p.Concurrency, p.Recipe
		k.TTFT, k.E2EL, k.MeasuredJoules = num(p.TTFT), num(p.E2EL), num(p.MeasuredJoules)
		k.MeasuredOn, k.Run, k.Source = text(p.MeasuredOn), text(p.Run), text(p.Source)
	}
	return out
}

// WireFrontier is the selection's knots as a reply.
func (s *Selection) WireFrontier() *wire.Frontier {
	out := &wire.Frontier{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(),
		Warnings: append([]string{}, s.Warnings...), Series: make([]wire.FrontierSeries, len(s.Series))}
	for i := range s.Series {
		f, fs := s.Frontiers()[i], &out.Series[i]
		s.head(&fs.Head, i, f)
		fs.Knots = knots(s.Series[i].Points, f.Knots...)
	}
	return out
}

// Knots are the operating points behind the knots of every series, in order.
func (s *Selection) Knots() []data.Point {
	var out []data.Point
	for i, f := range s.Frontiers() {
		for _, k := range f.Knots {
			out = append(out, s.bundle.Point(s.rows[i][k]))
		}
	}
	return out
}

// samplesPerSegment makes a drawn curve smooth at any zoom that matters.
const samplesPerSegment = 24

// WireChart is what a figure of the selection draws.
func (s *Selection) WireChart() *wire.Chart {
	out := &wire.Chart{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(),
		Warnings: append([]string{}, s.Warnings...), Series: make([]wire.ChartSeries, len(s.Series))}
	for i := range s.Series {
		f, cs := s.Frontiers()[i], &out.Series[i]
		member := make([]bool, len(s.Series[i].Points))
		for _, k := range f.Members {
			member[k] = true
		}
		s.head(&cs.Head, i, f)
		cs.Points, cs.Member = knots(s.Series[i].Points, f.Eligible...), make([]bool, len(f.Eligible))
		for at, k := range f.Eligible {
			cs.Member[at] = member[k]
		}
		cs.CurveX, cs.CurveY = sampled(f, samplesPerSegment)
	}
	return out
}
