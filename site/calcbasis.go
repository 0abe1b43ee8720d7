package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
)

// basisHTML is what one row of a list of the Calculator rests on: the formula
// with its numbers, the measured points with their runs, and the price sheet. All
// text from data is escaped here.
func (a *app) basisHTML(list, series int) string {
	t := a.calculated()
	row := slices.Index(a.rowSeries, series)
	if t == nil || row < 0 || row >= len(t.Rows) {
		return ""
	}
	r := &t.Rows[row]
	s, c := r.Series, &r.Cells[0]
	y := digits6(c.Throughput())
	var b strings.Builder
	switch list {
	case listWithin:
		a.withinBasis(&b, t, row)
	case listEven:
		base := &t.Rows[t.Spec.Baseline]
		if v, ok := iso.BreakEven(c, &base.Cells[0], base.Series).Get(); ok {
			formula(&b, "Break-even = price of % × y ÷ y of % = $% × % ÷ % = $% per GPU-hour", a.versus(), a.versus(),
				money(base.Series.Price), y, digits6(base.Cells[0].Throughput()), render.Significant(v, 4))
		}
		b.WriteString(a.detailHTML(series, a.lineX()))
		b.WriteString(a.detailHTML(a.rowSeries[t.Spec.Baseline], a.lineX()))
		a.sheetBasis(&b, base.Series)
	case listFleet:
		a.fleetBasis(&b, t, row)
		b.WriteString(a.detailHTML(series, a.lineX()))
	default:
		b.WriteString(a.detailHTML(series, a.lineX()))
		q := render.Quantity(a.st.quantity())
		v, ok := q.Of(c).Get()
		switch {
		case ok && q == render.TokensPerUsd:
			formula(&b, "Tokens/$ = 3600 × % ÷ $% = %", y, money(s.Price), q.Format(v, 4))
		case ok && q == render.PerMW:
			formula(&b, "Tokens/s per MW = 1000 × % ÷ % kW = %", y, render.Exact(s.Kw), q.Format(v, 4))
		}
	}
	a.sheetBasis(&b, s)
	return b.String()
}

func formula(b *strings.Builder, pattern string, args ...string) {
	b.WriteString(markup(`<p class="formula">%</p>`, filled(pattern, args...)))
}

// digits6 is a throughput as formulas show it.
func digits6(y opt.Float) string {
	v, _ := y.Get()
	return render.Throughput.Format(v, 6)
}

// withinBasis shows how a bound becomes a throughput, and the points around where
// the curve has it.
func (a *app) withinBasis(b *strings.Builder, t *iso.Table, row int) {
	bound, ok := a.inverse(t)
	s := t.Rows[row].Series
	need := bound.Need(s)
	if !ok || !need.Ok() {
		return
	}
	y, limit := digits6(need)+" "+render.Throughput.UnitOf(a.st.tokens()), render.Brief(bound.Value)
	switch bound.Kind {
	case iso.MaxCost:
		formula(b, "y = $% × 10⁶ ÷ (3600 × $%) = %", money(s.Price), limit, y)
	case iso.MaxEnergy:
		formula(b, "y = 1000 × % kW ÷ % J = %", render.Exact(s.Kw), limit, y)
	default:
		formula(b, "y = %", y)
	}
	got := t.Rows[row].Frontier.Fastest(s, bound)
	switch x, ok := got.X.Get(); {
	case ok:
		b.WriteString(a.detailHTML(a.rowSeries[row], x))
	case got.Lo >= 0:
		b.WriteString("<p>Its slowest point has the most, " + digits6(s.Points[got.Lo].Y) + ": less than that y, so no measured speed is within the bound.</p>")
		a.knots(b, []string{"Nearest point"}, []iso.Point{s.Points[got.Lo]})
	}
}

// fleetBasis shows how a power budget becomes GPUs, tokens and users.
func (a *app) fleetBasis(b *strings.Builder, t *iso.Table, row int) {
	s, c := t.Rows[row].Series, &t.Rows[row].Cells[0]
	f := iso.FleetOf(s, t.Spec.Axis, c, a.megawatts())
	n, ok := f.GPUs.Get()
	if !ok {
		return
	}
	gpus := render.Significant(n, 1)
	formula(b, "GPUs = ⌊1000 × % MW ÷ % kW⌋ = %, whole ones", render.FormatTarget(a.megawatts()), render.Exact(s.Kw), gpus)
	if v, ok := f.UsdPerHour.Get(); ok {
		formula(b, "$/hour = % × $% = $%", gpus, money(s.Price), render.Significant(v, 4))
	}
	v, ok := f.TokensPerSecond.Get()
	if !ok {
		return
	}
	formula(b, "Tokens/s = % × % = %", gpus, digits6(c.Throughput()), render.Significant(v, 6))
	if f.NoUsers != "" {
		formula(b, "Users: %.", f.NoUsers)
		return
	}
	lo, hi := s.OutputShare(c.Reading)
	low, _ := lo.Get()
	high, _ := hi.Get()
	share := render.Significant(low, 4)
	if h := render.Significant(high, 4); h != share {
		share += " to " + h
	}
	waiting := ""
	if t.Spec.Axis == iso.Interactivity {
		waiting = "; whoever still waits for the first token is not among them"
	}
	formula(b, "Users = tokens/s × output tokens in each token counted (at the points below: %) ÷ % = %%", share, a.at(), usersText(&f), waiting)
}

// sheetBasis names where the price and the power of a system come from.
func (a *app) sheetBasis(b *strings.Builder, s *iso.Series) {
	hardware := words.Lower(s.Hardware)
	fromSheet := false
	origin := func(v opt.Float, number string, own map[string]float64, none, pattern, basis string) string {
		if !v.Ok() {
			return none
		}
		if _, typed := own[hardware]; typed {
			basis = ", your own"
		} else {
			fromSheet = true
		}
		return filled(pattern, number) + basis
	}
	price := origin(s.Price, money(s.Price), a.sel.Own, "no price", "$% per GPU-hour", ", "+string(a.sel.Basis))
	power := origin(s.Kw, render.Exact(s.Kw), a.sel.OwnKw, "no power", "% kW per GPU, all-in", "")
	from := ""
	if fromSheet && a.sel.Sheet != nil {
		from = markup("; sheet of %", a.sel.Sheet.AsOf)
		if source := a.sel.Sheet.Source; source != "" {
			from += ": " + a.sourceLink(source)
		}
	}
	b.WriteString(filled(`<p class="sheet">%: %; %%.</p>`, text(words.Upper(s.Hardware)), text(price), text(power), from))
}
