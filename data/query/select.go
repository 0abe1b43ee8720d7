package query

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// Selection is the series that a query means, ready for core.
type Selection struct {
	Model, Workload string
	Axis            iso.Axis
	Percentile      int
	Reach           iso.Reach
	NorthStar       bool
	Series          []iso.Series
	Points          [][]data.Point // Points[i][k] is where Series[i].Points[k] comes from
	Basis           cost.Basis
	Sheet           *cost.Sheet // nil when none applies
	Own             map[string]float64
	Warnings        []string

	baseline int
	chain    []int
	table    *iso.Table // formed by Table
}

// Select resolves the query: its bundle, snapshot, globs and prices.
func (e *Engine) Select(q *wire.Query) (*Selection, error) {
	b, err := e.bundle(q)
	if err != nil {
		return nil, err
	}
	s := &Selection{Model: b.Model(), Workload: b.Workload(), baseline: -1}
	if err := s.options(q); err != nil {
		return nil, err
	}
	groups, undated := snapshots(b, e.index, q.AsOf, q.AllDates)
	if undated > 0 {
		s.warn("%d points without a date are left out as of %s", undated, q.AsOf)
	}
	names := make([]string, len(groups))
	for i := range groups {
		names[i] = groups[i].name()
	}
	chosen, err := choose(q, names)
	if err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		return nil, usage("%s %s: nothing was measured by %s", b.Model(), b.Workload(), q.AsOf)
	}
	s.Sheet = cost.Newest(e.sheets, q.PricesAsOf)
	if s.Sheet == nil {
		if len(e.sheets) > 0 {
			s.warn("no price sheet is as old as %s: costs are absent but for prices given", q.PricesAsOf)
		} else {
			s.warn("this data has no price sheet: costs are absent but for prices given")
		}
	}
	for _, i := range chosen {
		s.add(b, &groups[i])
	}
	s.unusedPrices()
	if s.baseline, err = one("baseline", q.Baseline, s.names()); err != nil {
		return nil, err
	}
	for _, glob := range q.Chain {
		k, err := one("chain", glob, s.names())
		if err != nil {
			return nil, err
		}
		s.chain = append(s.chain, k)
	}
	if len(q.Chain) == 1 {
		return nil, usage("chain: name at least two series")
	}
	return s, nil
}

// options checks and takes the query's plain settings.
func (s *Selection) options(q *wire.Query) error {
	s.Axis = iso.Axis(q.Axis)
	if q.Axis == "" {
		s.Axis = iso.Interactivity
	}
	if !slices.Contains(iso.Axes, s.Axis) {
		return usage("axis %q: want interactivity, ttft, e2el or e2e-normalized", q.Axis)
	}
	s.Percentile = q.Percentile
	if q.Percentile == 0 {
		s.Percentile = DefaultPercentile(s.Workload)
	}
	if !slices.Contains(data.Percentiles[:], s.Percentile) {
		return usage("percentile %d: want 50, 75, 90 or 95", q.Percentile)
	}
	s.NorthStar = s.Workload == Agentic && s.Axis != iso.E2ENormalized
	s.Reach = iso.Reach(q.Reach)
	if q.Reach == "" {
		s.Reach = iso.Strict
	}
	if s.Reach != iso.Strict && s.Reach != iso.ServeSlowest {
		return usage("reach %q: want strict or at-least", q.Reach)
	}
	s.Basis = cost.Basis(q.Basis)
	if q.Basis == "" {
		s.Basis = cost.Hyperscaler
	}
	if !slices.Contains(cost.Bases, s.Basis) {
		return usage("basis %q: want hyperscaler, neocloud or rental", q.Basis)
	}
	for name, date := range map[string]string{"as-of": q.AsOf, "prices-as-of": q.PricesAsOf} {
		if date != "" && !data.ValidDate(date) {
			return usage("%s %q: want a date as 2026-03-18", name, date)
		}
	}
	s.Own = map[string]float64{}
	for hw, p := range q.Prices {
		if !(p > 0) || math.IsInf(p, 0) {
			return usage("price of %s: %v: must be a number above 0", hw, p)
		}
		s.Own[strings.ToLower(hw)] = p
	}
	return nil
}

// choose returns which of the names the query's series, baseline and chain
// globs mean, in the order of names. Without globs it is all of them.
func choose(q *wire.Query, names []string) ([]int, error) {
	keep := make([]bool, len(names))
	if len(q.Series) == 0 {
		for i := range keep {
			keep[i] = true
		}
	}
	globs := slices.Clone(q.Series)
	if len(q.Series) > 0 && q.Baseline != "" {
		globs = append(globs, q.Baseline)
	}
	if len(q.Series) > 0 {
		globs = append(globs, q.Chain...)
	}
	for _, glob := range globs {
		found := false
		for i, n := range names {
			ok, err := Match(glob, n)
			if err != nil {
				return nil, usage("series %q: not a valid pattern", glob)
			}
			if ok {
				keep[i], found = true, true
			}
		}
		if !found {
			return nil, usage("series %q: matches none of %s", glob, strings.Join(names, ", "))
		}
	}
	var out []int
	for i, k := range keep {
		if k {
			out = append(out, i)
		}
	}
	return out, nil
}

// one finds the single series that a glob means; -1 for an empty glob.
func one(what, glob string, names []string) (int, error) {
	if glob == "" {
		return -1, nil
	}
	found := -1
	var all []string
	for i, n := range names {
		ok, err := Match(glob, n)
		if err != nil {
			return -1, usage("%s %q: not a valid pattern", what, glob)
		}
		if n == glob {
			return i, nil
		}
		if ok {
			found = i
			all = append(all, n)
		}
	}
	switch len(all) {
	case 0:
		return -1, usage("%s %q: matches none of %s", what, glob, strings.Join(names, ", "))
	case 1:
		return found, nil
	}
	return -1, usage("%s %q: must match one series, matches %s", what, glob, strings.Join(all, ", "))
}

func (s *Selection) names() []string {
	out := make([]string, len(s.Series))
	for i := range s.Series {
		out[i] = s.Series[i].Name
	}
	return out
}

func (s *Selection) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// add turns one group of rows into a series on the selection's axes.
func (s *Selection) add(b *data.Bundle, g *group) {
	k := g.key
	price, kw := s.Sheet.Lookup(k.Hardware, s.Basis)
	if own, ok := s.Own[strings.ToLower(k.Hardware)]; ok {
		price = opt.Of(own)
	}
	out := iso.Series{
		Name: g.name(), Hardware: k.Hardware, Framework: k.Framework, Precision: k.Precision, SpecDecoding: k.SpecDecoding,
		Disagg: k.Disagg, Official: k.Official, Snapshot: g.snapshot, Price: price, Kw: kw,
	}
	disagree := 0
	points := make([]data.Point, len(g.rows))
	for i, row := range g.rows {
		points[i] = b.Point(row)
		p := &points[i]
		if p.Flags()&data.FlagRatesDisagree != 0 {
			disagree++
		}
		out.Points = append(out.Points, iso.Point{
			X: coordinate(p, s.Axis, s.Percentile), Y: p.Value(data.TputPerGPU),
			Normalized:  coordinate(p, iso.E2ENormalized, s.Percentile),
			Concurrency: p.Concurrency, Recipe: p.Recipe,
			TTFT: timeAt(p, data.TTFT, s.Percentile), E2EL: timeAt(p, data.E2EL, s.Percentile),
			MeasuredJoules: p.Value(data.MeasuredJoules), MeasuredOn: p.MeasuredOn, Run: p.Run, Source: p.Source,
		})
	}
	if disagree > 0 && s.Axis == iso.Interactivity && s.Percentile == DefaultPercentile(s.Workload) {
		s.warn("%s: interactivity and TPOT differ by more than 1%% in %d of %d points; interactivity is used", out.Name, disagree, len(g.rows))
	}
	s.Series = append(s.Series, out)
	s.Points = append(s.Points, points)
}

func (s *Selection) unusedPrices() {
	var unused []string
	for hw := range s.Own {
		used := slices.ContainsFunc(s.Series, func(x iso.Series) bool { return strings.EqualFold(x.Hardware, hw) })
		if !used {
			unused = append(unused, hw)
		}
	}
	slices.Sort(unused)
	for _, hw := range unused {
		s.warn("price of %s: no series here is on that hardware", hw)
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

// Form forms the table at targets; none given: suggested ones.
func (s *Selection) Form(targets []float64) error {
	suggested := len(targets) == 0
	if suggested {
		var fs []*iso.Frontier
		for i := range s.Series {
			fs = append(fs, iso.Build(&s.Series[i], s.Axis, s.NorthStar))
		}
		targets = iso.Suggest(fs)
	}
	t, err := iso.Make(s.Series, iso.Spec{Axis: s.Axis, Targets: targets, Baseline: s.baseline, Chain: s.chain, Reach: s.Reach, NorthStar: s.NorthStar})
	if err != nil {
		return usage("%s", strings.TrimPrefix(err.Error(), "iso: "))
	}
	if suggested && len(targets) == 0 {
		s.warn("no target is within reach of every series; name targets")
	}
	s.table = t
	return nil
}

// Formed is the table, nil before Table or Form.
func (s *Selection) Formed() *iso.Table { return s.table }

// Render is the formed table with what its text names.
func (s *Selection) Render(quantities []render.Quantity, digits int) *render.Sheet {
	sh := &render.Sheet{
		Table: s.table, Model: s.Model, Workload: s.Workload, Percentile: s.Percentile,
		Quantities: quantities, Digits: digits, Basis: string(s.Basis), Own: s.Own, Warnings: s.Warnings,
	}
	if s.Sheet != nil {
		sh.PricesAsOf, sh.PricesSource = s.Sheet.AsOf, s.Sheet.Source
	}
	return sh
}
