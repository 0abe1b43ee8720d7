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
		Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.counted(), Reach: string(s.Reach),
		Prices:   s.prices(),
		Targets:  append([]float64{}, t.Spec.Targets...),
		Warnings: append(append([]string{}, t.Warnings...), s.Warnings...),
		Series:   []wire.Series{},
	}
	if s.baseline >= 0 {
		out.Baseline = &s.Series[s.baseline].Name
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		ws := wire.Series{Head: s.head(i, r.Frontier), Knots: len(r.Frontier.Knots), Cells: []wire.Cell{}}
		for j := range r.Cells {
			ws.Cells = append(ws.Cells, cell(r, &r.Cells[j]))
		}
		out.Series = append(out.Series, ws)
	}
	for _, st := range t.Chain {
		ws := wire.ChainStep{From: s.Series[st.From].Name, To: s.Series[st.To].Name, Whole: st.Whole, Differs: append([]string{}, st.Differs...), Ratios: []wire.Ratio{}}
		for j := range st.Ratios {
			ws.Ratios = append(ws.Ratios, *ratio(&st.Ratios[j]))
		}
		out.Chain = append(out.Chain, ws)
	}
	return out
}

// counted names the tokens that count where not all do.
func (s *Selection) counted() string {
	if s.Tokens == render.Total {
		return ""
	}
	return string(s.Tokens)
}

func (s *Selection) prices() wire.Prices {
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

func (s *Selection) head(i int, f *iso.Frontier) wire.Head {
	x := &s.Series[i]
	h := wire.Head{
		Name: x.Name, Hardware: x.Hardware, Framework: x.Framework, Precision: x.Precision, SpecDecoding: x.SpecDecoding,
		Disagg: x.Disagg, Official: x.Official, UsdPerGPUHour: num(x.Price), KwPerGPU: num(x.Kw),
		OperatingPoints: len(x.Points), Ineligible: f.Ineligible, Sources: []string{},
	}
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
	return h
}

func cell(r *iso.Row, c *iso.Cell) wire.Cell {
	out := wire.Cell{
		Target: c.Target, State: string(c.Reading.State), Directional: c.Reading.Directional,
		Throughput: num(c.Throughput()), UsdPerMtok: num(c.UsdPerMtok), TokensPerUsd: num(c.TokensPerUsd), JoulesPerToken: num(c.JoulesPerToken),
	}
	switch c.Reading.State {
	case iso.Interpolated:
		out.Bracket = []wire.Knot{knot(&r.Series.Points[c.Reading.Lo]), knot(&r.Series.Points[c.Reading.Hi])}
	case iso.Measured, iso.AtLeast:
		k := knot(&r.Series.Points[c.Reading.Lo])
		out.Point = &k
	}
	if c.Ratio != nil {
		out.Ratio = ratio(c.Ratio)
	}
	if p, ok := r.Penalty(c); ok {
		out.Penalty = &wire.Penalty{}
		for i := range p.Alone {
			out.Penalty.Interactivity = append(out.Penalty.Interactivity, Round12(p.Alone[i]))
			out.Penalty.Taken = append(out.Penalty.Taken, Round12(p.Taken[i]))
		}
	}
	return out
}

func ratio(r *iso.Ratio) *wire.Ratio {
	return &wire.Ratio{State: string(r.State), Reason: r.Reason, PerfPerDollar: num(r.PerfPerDollar), Throughput: num(r.Throughput)}
}

// knot writes a point that is on a frontier, so its x and y are present.
func knot(p *iso.Point) wire.Knot {
	x, _ := p.X.Get()
	y, _ := p.Y.Get()
	return wire.Knot{
		X: Round12(x), Y: Round12(y), Concurrency: p.Concurrency, Recipe: p.Recipe, TTFT: num(p.TTFT), E2EL: num(p.E2EL), MeasuredJoules: num(p.MeasuredJoules),
		MeasuredOn: text(p.MeasuredOn), Run: text(p.Run), Source: text(p.Source),
	}
}

// WireFrontier is the selection's knots as a reply.
func (s *Selection) WireFrontier() *wire.Frontier {
	out := &wire.Frontier{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.counted(),
		Warnings: append([]string{}, s.Warnings...), Series: []wire.FrontierSeries{}}
	for i := range s.Series {
		f := s.Frontiers()[i]
		fs := wire.FrontierSeries{Head: s.head(i, f), Knots: []wire.Knot{}}
		for _, k := range f.Knots {
			fs.Knots = append(fs.Knots, knot(&s.Series[i].Points[k]))
		}
		out.Series = append(out.Series, fs)
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
	out := &wire.Chart{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.counted(),
		Warnings: append([]string{}, s.Warnings...), Series: []wire.ChartSeries{}}
	for i := range s.Series {
		f := s.Frontiers()[i]
		member := map[int]bool{}
		for _, k := range f.Members {
			member[k] = true
		}
		cs := wire.ChartSeries{Head: s.head(i, f), Points: []wire.Knot{}, Member: []bool{}}
		for _, k := range f.Eligible {
			cs.Points = append(cs.Points, knot(&s.Series[i].Points[k]))
			cs.Member = append(cs.Member, member[k])
		}
		cs.CurveX, cs.CurveY = f.Sample(samplesPerSegment)
		for k := range cs.CurveX {
			cs.CurveX[k], cs.CurveY[k] = Round12(cs.CurveX[k]), Round12(cs.CurveY[k])
		}
		out.Series = append(out.Series, cs)
	}
	return out
}
