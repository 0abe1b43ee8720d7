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

// numbers makes the many numbers of a reply a few hundred at a time: each by
// itself would be a piece of memory of its own.
type numbers struct{ free []float64 }

// of is num.
func (n *numbers) of(v opt.Float) *float64 {
	x, ok := v.Get()
	if !ok {
		return nil
	}
	if len(n.free) == 0 {
		n.free = make([]float64, 256)
	}
	p := &n.free[0]
	*p, n.free = Round12(x), n.free[1:]
	return p
}

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
	var n numbers
	for i := range t.Rows {
		r, ws := &t.Rows[i], &out.Series[i]
		s.head(&ws.Head, i, r.Frontier)
		ws.Knots, ws.Cells = len(r.Frontier.Knots), make([]wire.Cell, len(r.Cells))
		n.cells(ws.Cells, r)
	}
	for i := range t.Chain {
		st := &t.Chain[i]
		ws := wire.ChainStep{From: s.Series[st.From].Name, To: s.Series[st.To].Name, Whole: st.Whole, Differs: append([]string{}, st.Differs...),
			Ratios: make([]wire.Ratio, len(st.Ratios))}
		for j := range st.Ratios {
			n.ratio(&ws.Ratios[j], &st.Ratios[j])
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
	if h.Ineligible == nil {
		h.Ineligible = map[string]int{}
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
}

// cells fills the cells of a row. Those between the same knots share them: a reply is
// read, not changed.
func (n *numbers) cells(out []wire.Cell, r *iso.Row) {
	ks := n.knots(r.Series.Points, r.Frontier.Knots)
	var ratios []wire.Ratio // one piece of memory, and none without a baseline
	at := 0
	for j := range out {
		w, c := &out[j], &r.Cells[j]
		n.cell(w, r, c)
		// Targets ascend, and knots with them.
		for at < len(ks)-1 && r.Frontier.Knots[at] != c.Reading.Lo {
			at++
		}
		switch c.Reading.State {
		case iso.Interpolated:
			w.Bracket = ks[at : at+2 : at+2]
		case iso.Measured, iso.AtLeast:
			w.Point = &ks[at]
		}
		if c.Ratio.State != iso.NoBaseline {
			if ratios == nil {
				ratios = make([]wire.Ratio, len(out))
			}
			w.Ratio = &ratios[j]
			n.ratio(w.Ratio, &c.Ratio)
		}
	}
}

func (n *numbers) cell(out *wire.Cell, r *iso.Row, c *iso.Cell) {
	out.Target, out.State, out.Directional = c.Target, c.Reading.State.String(), c.Reading.Directional
	out.Throughput, out.UsdPerMtok = n.of(c.Throughput()), n.of(c.UsdPerMtok)
	out.TokensPerUsd, out.JoulesPerToken = n.of(c.TokensPerUsd), n.of(c.JoulesPerToken)
	if p, ok := r.Penalty(c); ok {
		out.Penalty = &wire.Penalty{}
		for i := range p.Alone {
			out.Penalty.Interactivity = append(out.Penalty.Interactivity, Round12(p.Alone[i]))
			out.Penalty.Taken = append(out.Penalty.Taken, Round12(p.Taken[i]))
		}
	}
}

func (n *numbers) ratio(out *wire.Ratio, r *iso.Ratio) {
	out.State, out.Reason, out.PerfPerDollar, out.Throughput = r.State.String(), r.State.Reason(), n.of(r.PerfPerDollar), n.of(r.Throughput)
}

// knots writes points that take part in a frontier, so their x and y are present.
func (n *numbers) knots(points []iso.Point, index []int) []wire.Knot {
	out := make([]wire.Knot, len(index))
	for i, at := range index {
		k, p := &out[i], &points[at]
		x, _ := p.X.Get()
		y, _ := p.Y.Get()
		k.X, k.Y, k.Concurrency, k.Recipe = Round12(x), Round12(y), p.Concurrency, p.Recipe
		k.TTFT, k.E2EL, k.MeasuredJoules = n.of(p.TTFT), n.of(p.E2EL), n.of(p.MeasuredJoules)
		k.MeasuredOn, k.Run, k.Source = text(p.MeasuredOn), text(p.Run), text(p.Source)
	}
	return out
}

// WireFrontier is the selection's knots as a reply.
func (s *Selection) WireFrontier() *wire.Frontier {
	out := &wire.Frontier{Model: s.Model, Workload: s.Workload, Axis: string(s.Axis), Percentile: s.Percentile, Tokens: s.Counted(),
		Warnings: append([]string{}, s.Warnings...), Series: make([]wire.FrontierSeries, len(s.Series))}
	var n numbers
	for i := range s.Series {
		f, fs := s.Frontiers()[i], &out.Series[i]
		s.head(&fs.Head, i, f)
		fs.Knots = n.knots(s.Series[i].Points, f.Knots)
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
	var n numbers
	for i := range s.Series {
		f, cs := s.Frontiers()[i], &out.Series[i]
		member := make([]bool, len(s.Series[i].Points))
		for _, k := range f.Members {
			member[k] = true
		}
		s.head(&cs.Head, i, f)
		cs.Points, cs.Member = n.knots(s.Series[i].Points, f.Eligible()), make([]bool, len(f.Eligible()))
		for at, k := range f.Eligible() {
			cs.Member[at] = member[k]
		}
		cs.CurveX, cs.CurveY = sampled(f, samplesPerSegment)
	}
	return out
}
