package query

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/quantile"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// Selection is the series that a query means, ready for core.
type Selection struct {
	Model, Workload string
	Axis            iso.Axis
	Percentile      int
	Reach           iso.Reach
	Tokens          render.Tokens
	NorthStar       bool
	Series          []iso.Series
	rows            [][]int // rows[i][k] is the bundle's row behind Series[i].Points[k]
	bundle          *data.Bundle
	sources         []data.Source
	Basis           cost.Basis
	Sheet           *cost.Sheet // nil when none applies
	Own, OwnKw      map[string]float64
	Warnings        []string

	baseline int
	chain    []int
	curves   *curves
	table    *iso.Table // formed by Table
}

// resolve finds what the query means in its bundle.
func (e *Engine) resolve(q *wire.Query, b *data.Bundle) (*Selection, error) {
	s := &Selection{Model: b.Model(), Workload: b.Workload(), bundle: b, sources: e.index.Sources, baseline: -1, curves: &curves{}}
	if err := s.options(q); err != nil {
		return nil, err
	}
	groups := snapshots(b, e.index, q.AsOf, q.AllDates)
	if len(groups) == 0 {
		return nil, usageError(b.Model(), " ", b.Workload(), ": nothing was measured by ", q.AsOf)
	}
	names := make([]string, len(groups))
	for i := range groups {
		names[i] = groups[i].name()
	}
	p, err := choose(q, names)
	if err != nil {
		return nil, err
	}
	s.Sheet = cost.Newest(e.sheets, q.PricesAsOf)
	if s.Sheet == nil {
		if len(e.sheets) > 0 {
			s.note("no price sheet is as old as ", q.PricesAsOf, ": costs are absent but for prices given")
		} else {
			s.note("this data has no price sheet: costs are absent but for prices given")
		}
	}
	s.warnOfSynthetic(groups, p.series)
	s.Series = make([]iso.Series, len(p.series))
	for k, i := range p.series {
		s.add(&s.Series[k], &groups[i])
	}
	s.unused("price", s.Own)
	s.unused("power", s.OwnKw)
	s.baseline, s.chain = p.baseline, p.chain
	return s, nil
}

// options checks and takes the query's plain settings.
func (s *Selection) options(q *wire.Query) error {
	s.Axis = iso.Axis(q.Axis)
	if q.Axis == "" {
		s.Axis = iso.Interactivity
	}
	if !slices.Contains(iso.Axes, s.Axis) {
		return usageError("axis ", words.Quote(q.Axis), ": want interactivity, ttft, e2el or e2e-normalized")
	}
	s.Percentile = q.Percentile
	if q.Percentile == 0 {
		s.Percentile = DefaultPercentile(s.Workload)
	}
	if !slices.Contains(data.Percentiles[:], s.Percentile) {
		return usageError("percentile ", digits.Int(q.Percentile), ": want 50, 75, 90 or 95")
	}
	s.NorthStar = NorthStar(s.Workload, s.Axis)
	s.Reach = iso.Reach(q.Reach)
	if q.Reach == "" {
		s.Reach = iso.Strict
	}
	if s.Reach != iso.Strict && s.Reach != iso.ServeSlowest {
		return usageError("reach ", words.Quote(q.Reach), ": want strict or at-least")
	}
	s.Tokens = render.Tokens(q.Tokens)
	if q.Tokens == "" {
		s.Tokens = render.Total
	}
	if !slices.Contains(render.TokenKinds, s.Tokens) {
		return usageError("tokens ", words.Quote(q.Tokens), ": want total, output or input")
	}
	s.Basis = cost.Basis(q.Basis)
	if q.Basis == "" {
		s.Basis = cost.Hyperscaler
	}
	if !slices.Contains(cost.Bases, s.Basis) {
		return usageError("basis ", words.Quote(q.Basis), ": want hyperscaler, neocloud or rental")
	}
	for _, d := range [...]struct{ name, date string }{{"as-of", q.AsOf}, {"prices-as-of", q.PricesAsOf}} {
		if d.date != "" && !data.ValidDate(d.date) {
			return usageError(d.name, " ", words.Quote(d.date), ": want a date as 2026-03-18")
		}
	}
	var err error
	if s.Own, err = own("price", q.Prices); err == nil {
		s.OwnKw, err = own("power", q.Powers)
	}
	return err
}

// names are the keys, ascending.
func names(of map[string]float64) (out []string) {
	for name := range of {
		out = append(out, name)
	}
	order.Strings(out)
	return out
}

// own takes values given by hardware; letter case does not matter.
func own(what string, given map[string]float64) (map[string]float64, error) {
	out := map[string]float64{}
	for _, hw := range names(given) {
		v := given[hw]
		if !(v >= data.LeastPrice && v <= data.MostPrice) {
			return nil, usageError(what, " of ", clip(hw), ": ", digits.Text(v), ": must be a number from 1e-06 to 1e+09")
		}
		out[words.Lower(hw)] = v
	}
	return out, nil
}

// note joins the parts of a warning.
func (s *Selection) note(parts ...string) { s.Warnings = append(s.Warnings, strings.Join(parts, "")) }

// add turns one group of rows into a series on the selection's axes.
func (s *Selection) add(out *iso.Series, g *group) {
	k := &g.key
	price, kw := s.Sheet.Lookup(k.Hardware, s.Basis)
	if own, ok := s.Own[words.Lower(k.Hardware)]; ok {
		price = opt.Of(own)
	}
	if own, ok := s.OwnKw[words.Lower(k.Hardware)]; ok {
		kw = opt.Of(own)
	}
	out.Name, out.Hardware, out.Framework, out.Precision, out.SpecDecoding = g.name(), k.Hardware, k.Framework, k.Precision, k.SpecDecoding
	out.Disagg, out.Official, out.Synthetic, out.Snapshot = k.Disagg, k.Official, k.Synthetic(), g.snapshot
	out.Price, out.Kw, out.Points = price, kw, make([]iso.Point, len(g.rows))
	disagree, bare, nearMax := 0, 0, 0
	for i, at := range g.rows {
		b, r := s.bundle, row{s.bundle, at}
		p, isBare := &out.Points[i], false
		p.X, isBare = coordinate(r, s.Axis, s.Percentile)
		p.Normalized, _ = coordinate(r, iso.E2ENormalized, s.Percentile)
		p.Interactivity, _ = coordinate(r, iso.Interactivity, s.Percentile)
		p.Y, p.TTFT, p.E2EL = r.throughput(s.Tokens), r.time(data.TTFT, s.Percentile), r.time(data.E2EL, s.Percentile)
		p.Output, p.MeasuredJoules = r.value(data.OutputTputPerGPU), r.value(data.MeasuredJoules)
		p.Concurrency, p.Recipe, p.MeasuredOn, p.Run, p.Source = b.Concurrency(at), b.Recipe(at), b.MeasuredOn(at), b.Run(at), b.Source(at)
		if b.Flags(at)&data.FlagRatesDisagree != 0 {
			disagree++
		}
		if isBare {
			bare++
		}
		if n, ok := r.value(data.RequestsUsed).Get(); ok && quantile.CloseToMaximum(int(n), float64(s.Percentile)/100) {
			nearMax++
		}
	}
	of, percentile := " of "+digits.Int(len(g.rows))+" points", "p"+digits.Int(s.Percentile)
	if disagree > 0 && s.Axis == iso.Interactivity && s.Percentile == DefaultPercentile(s.Workload) {
		s.note(out.Name, ": interactivity and TPOT differ by more than 1% in ", digits.Int(disagree), of, "; interactivity is used")
	}
	if bare > 0 {
		s.note(out.Name, ": ", digits.Int(bare), of, " give interactivity without saying at which percentile; it is taken as ", percentile)
	}
	if nearMax > 0 {
		s.note(out.Name, ": ", percentile, " is close to the maximum in ", digits.Int(nearMax), of, ": fewer than one request lies beyond it")
	}
	if g.undated > 0 {
		s.note(k.Name(), ": points without a date are left out: ", digits.Int(g.undated))
	}
	for _, o := range g.older {
		s.note(k.Name(), ": an older source is not shown: ", o.source, ", measured until ", o.date, "; all dates shows it")
	}
	s.rows = append(s.rows, g.rows)
}

// warnOfSynthetic says which of the picked series nobody measured.
func (s *Selection) warnOfSynthetic(groups []group, picked []int) {
	var made []string
	for _, i := range picked {
		if groups[i].key.Synthetic() {
			made = append(made, groups[i].name())
		}
	}
	switch len(made) {
	case 0:
	case len(picked):
		s.note("these figures are ", data.SyntheticNote)
	default:
		s.note(strings.Join(made, ", "), ": ", data.SyntheticNote)
	}
}

// unused warns of values given for hardware that no series is on.
func (s *Selection) unused(what string, given map[string]float64) {
	for _, hw := range names(given) {
		used := slices.ContainsFunc(s.Series, func(x iso.Series) bool { return words.Same(x.Hardware, hw) })
		if !used {
			s.note(what, " of ", hw, ": no series here is on that hardware")
		}
	}
}

// Table resolves the query and forms its table.
func (e *Engine) Table(q *wire.Query) (*Selection, error) {
	s, err := e.Select(q)
	if err != nil {
		return nil, err
	}
	if err := s.Form(q.Targets); err != nil {
		return nil, err
	}
	return s, nil
}

// NotOfAll begins the warning that suggested targets are not within reach of all.
const NotOfAll = "no target is within reach of all "

// Form forms the table at targets; none given: suggested ones, which not every series
// need reach, and a warning says so.
func (s *Selection) Form(targets []float64) error {
	reach, suggested := len(s.Series), len(targets) == 0
	if suggested {
		targets, reach = iso.Suggest(s.Frontiers())
	}
	t, err := iso.MakeWith(s.Series, s.Frontiers(), iso.Spec{Axis: s.Axis, Targets: targets, Baseline: s.baseline, Chain: s.chain, Reach: s.Reach, NorthStar: s.NorthStar})
	if err != nil {
		return usageError(strings.TrimPrefix(err.Error(), "iso: "))
	}
	switch all := len(s.Series); {
	case len(targets) == 0 || !slices.ContainsFunc(s.Frontiers(), func(f *iso.Frontier) bool { return len(f.Knots) > 0 }):
		s.note(render.NoPoint(s.Axis, s.Percentile, s.Tokens, s.NorthStar))
	case reach < all:
		s.note(NotOfAll, digits.Int(all), " series; these are of ", digits.Int(reach))
	case suggested && len(targets) == 1 && all > 1:
		// A reader of many wide frontiers wonders where the other targets are.
		var points []string
		for i, f := range s.Frontiers() {
			if lo, hi, ok := f.Range(); ok && lo == hi && len(points) < 3 {
				points = append(points, s.Series[i].Name)
			}
		}
		if len(points) > 0 {
			s.note("no other target is within reach of all: the frontier is one point of ", strings.Join(points, ", "))
		}
	}
	s.table = t
	return nil
}

// Frontiers are the series' frontiers, built once.
func (s *Selection) Frontiers() []*iso.Frontier {
	if s.curves == nil { // of a selection that was put together by hand
		s.curves = &curves{}
	}
	if s.curves.frontiers == nil {
		s.curves.frontiers = iso.BuildAll(s.Series, s.Axis, s.NorthStar)
	}
	return s.curves.frontiers
}

// Formed is the table, nil before Table or Form.
func (s *Selection) Formed() *iso.Table { return s.table }

// Render is the formed table with what its text names.
func (s *Selection) Render(quantities []render.Quantity, digits int) *render.Sheet {
	sh := &render.Sheet{
		Table: s.table, Model: s.Model, Workload: s.Workload, Percentile: s.Percentile, Tokens: s.Tokens,
		Quantities: quantities, Digits: digits, Basis: string(s.Basis), Own: s.Own, OwnKw: s.OwnKw, Warnings: s.Warnings,
	}
	for _, src := range s.sources {
		sh.Sources = append(sh.Sources, render.Source{ID: src.ID, Title: src.Title, URL: src.URL})
	}
	if s.Sheet != nil {
		sh.PricesAsOf, sh.PricesSource = s.Sheet.AsOf, s.Sheet.Source
	}
	return sh
}
