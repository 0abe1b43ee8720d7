package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
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
	var b strings.Builder
	switch list {
	case listWithin:
		a.withinBasis(&b, t, row)
	case listEven:
		base := &t.Rows[t.Spec.Baseline]
		if v, ok := iso.BreakEven(&r.Cells[0], &base.Cells[0], base.Series).Get(); ok {
			formula(&b, "Break-even = price of "+a.versus()+" × y ÷ y of "+a.versus()+" = $"+render.Exact(base.Series.Price)+" × "+digits6(r.Cells[0].Throughput())+" ÷ "+
				digits6(base.Cells[0].Throughput())+" = $"+render.Significant(v, 4)+" per GPU-hour")
		}
		b.WriteString(a.detailHTML(series, a.lineX()))
		b.WriteString(a.detailHTML(a.rowSeries[t.Spec.Baseline], a.lineX()))
		a.sheetBasis(&b, base.Series)
	case listFleet:
		a.fleetBasis(&b, t, row)
		b.WriteString(a.detailHTML(series, a.lineX()))
	default:
		b.WriteString(a.detailHTML(series, a.lineX()))
		c := &r.Cells[0]
		switch v, ok := render.Quantity(a.st.quantity()).Of(c).Get(); {
		case !ok:
		case a.st.quantity() == string(render.TokensPerUsd):
			formula(&b, "Tokens/$ = 3600 × "+digits6(c.Throughput())+" ÷ $"+render.Exact(r.Series.Price)+" = "+render.TokensPerUsd.Format(v, 4))
		case a.st.quantity() == string(render.PerMW):
			formula(&b, "Tokens/s per MW = 1000 × "+digits6(c.Throughput())+" ÷ "+render.Exact(r.Series.Kw)+" kW = "+render.PerMW.Format(v, 4))
		}
	}
	a.sheetBasis(&b, r.Series)
	return b.String()
}

func formula(b *strings.Builder, s string) { b.WriteString(`<p class="formula">` + text(s) + `</p>`) }

// digits6 is a throughput as formulas show it.
func digits6(y opt.Float) string {
	v, _ := y.Get()
	return render.Throughput.Format(v, 6)
}

// withinBasis shows how a bound becomes a throughput, and the points around where
// the curve has it.
func (a *app) withinBasis(b *strings.Builder, t *iso.Table, row int) {
	bound, ok := a.iBound(t)
	s := t.Rows[row].Series
	need := bound.Need(s)
	if !ok || !need.Ok() {
		return
	}
	y := digits6(need) + " " + render.Throughput.UnitOf(a.st.tokens())
	limit := short(bound.Value)
	switch bound.Kind {
	case iso.MaxCost:
		formula(b, "y = $"+render.Exact(s.Price)+" × 10⁶ ÷ (3600 × $"+limit+") = "+y)
	case iso.MaxEnergy:
		formula(b, "y = 1000 × "+render.Exact(s.Kw)+" kW ÷ "+limit+" J = "+y)
	default:
		formula(b, "y = "+y)
	}
	got := t.Rows[row].Frontier.Fastest(s, bound)
	if x, ok := got.X.Get(); ok {
		b.WriteString(a.detailHTML(a.rowSeries[row], x))
		return
	}
	b.WriteString("<p>Its slowest point has less: no measured speed is within the bound.</p>")
	a.knots(b, []string{"Nearest point"}, []iso.Point{s.Points[got.Lo]})
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
	formula(b, "GPUs = ⌊1000 × "+render.FormatTarget(a.megawatts())+" MW ÷ "+render.Exact(s.Kw)+" kW⌋ = "+gpus+", whole ones")
	if v, ok := f.UsdPerHour.Get(); ok {
		formula(b, "$/hour = "+gpus+" × $"+render.Exact(s.Price)+" = $"+render.Significant(v, 4))
	}
	v, ok := f.TokensPerSecond.Get()
	if !ok {
		return
	}
	formula(b, "Tokens/s = "+gpus+" × "+digits6(c.Throughput())+" = "+render.Significant(v, 6))
	lo, hi := s.OutputShare(c.Reading)
	if f.NoUsers != "" {
		b.WriteString("<p>" + text("Users: "+f.NoUsers+".") + "</p>")
		return
	}
	share := render.Significant(first(lo), 4)
	if high := render.Significant(first(hi), 4); high != share {
		share += " to " + high
	}
	formula(b, "Users = tokens/s × output tokens in each token counted (at the points below: "+share+") ÷ "+a.at()+" = "+usersText(&f))
	if t.Spec.Axis == iso.Interactivity {
		b.WriteString(`<p class="help">Whoever still waits for the first token is not among them.</p>`)
	}
}

func first(v opt.Float) float64 {
	f, _ := v.Get()
	return f
}

// sheetBasis names where the price and the power of a system come from.
func (a *app) sheetBasis(b *strings.Builder, s *iso.Series) {
	hardware := strings.ToLower(s.Hardware)
	fromSheet := false
	origin := func(v opt.Float, own map[string]float64, none, before, after, basis string) string {
		switch _, typed := own[hardware]; {
		case !v.Ok():
			return none
		case typed:
			return before + render.Exact(v) + after + ", your own"
		}
		fromSheet = true
		return before + render.Exact(v) + after + basis
	}
	out := text(strings.ToUpper(s.Hardware) + ": " + origin(s.Price, a.sel.Own, "no price", "$", " per GPU-hour", ", "+string(a.sel.Basis)) +
		"; " + origin(s.Kw, a.sel.OwnKw, "no power", "", " kW per GPU, all-in", ""))
	if fromSheet && a.sel.Sheet != nil {
		out += "; " + text("sheet of "+a.sel.Sheet.AsOf) + ": " + a.sourceLink(a.sel.Sheet.Source)
	}
	b.WriteString(`<p class="sheet">` + out + `.</p>`)
}
