package main

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
)

// bar is one system in a list: its value, or the reason why it has none.
type bar struct {
	row         int // of the table
	value       opt.Float
	text, more  string // the value and what else there is to say, in words
	directional bool
	reason      string // where value is absent
}

// mostApart is how many systems without a value stand open under a list.
const mostApart = 6

// barsHTML writes a list in the order of its values, the best first, each with a
// bar from zero under what help says of them; systems without a value stand apart
// with the reason, and never as a bar of no length.
func (a *app) barsHTML(t *iso.Table, list int, bars []bar, smallest bool, help, apart string) string {
	order.Sort(bars, func(i, j int) bool {
		v, ok := bars[i].value.Get()
		w, wok := bars[j].value.Get()
		if ok != wok || !ok {
			return ok && !wok
		}
		return v != w && (v < w) == smallest
	})
	most := 0.0
	for _, r := range bars {
		v, _ := r.value.Get()
		most = max(most, v)
	}
	var with, without strings.Builder
	for _, r := range bars {
		i := a.rowSeries[r.row]
		look := strconv.Itoa(a.looks[i] % colours)
		to, says := &without, ""
		if v, ok := r.value.Get(); ok {
			to = &with
			part, mark := 0.0, ""
			if most > 0 {
				part = 100 * v / most
			}
			if r.directional {
				mark = "~"
			}
			says = markup(`<svg class="bar s%" width="100%" height="12" aria-hidden="true"><rect width="%" height="12" rx="2" fill="currentColor"/></svg><span class="bar-value" data-value="%">%%</span>`,
				look, "%", digits.Fixed(part, 2)+"%", render.Exact(r.value), mark, r.text)
		} else {
			says = markup(`<span class="bar-reason">%</span>`, r.reason)
		}
		if r.more != "" {
			says += markup(`<small class="bar-more">%</small>`, r.more)
		}
		at := strconv.Itoa(list)
		to.WriteString(filled(`<li><details data-key="% %" data-list="%" data-series="%"><summary><span class="bar-name">%<span><b>%</b> <small>%</small></span></span>%</summary><div class="detail basis"></div></details></li>`,
			at, text(a.heads[i].Name), at, strconv.Itoa(i), string(swatch(a.looks[i])), text(title(&a.heads[i])), text(detail(&a.heads[i])), says))
	}
	out := markup(`<p class="help">%</p>`, help)
	if with.Len() > 0 {
		out += `<ol class="bars">` + with.String() + `</ol>`
	}
	if n := strings.Count(without.String(), "<li>"); n > mostApart {
		out += filled(`<details data-key="% apart"><summary><b>%</b>: % systems</summary><ul class="bars apart">%</ul></details>`, strconv.Itoa(list), text(apart), strconv.Itoa(n), without.String())
	} else if n > 0 {
		out += markup(`<h3>%</h3><ul class="bars apart">`, apart) + without.String() + `</ul>`
	}
	return out
}

// rankHTML ranks the systems at the target.
func (a *app) rankHTML(t *iso.Table) string {
	q := render.Quantity(a.st.quantity())
	bars := make([]bar, len(t.Rows))
	for i := range t.Rows {
		c := &t.Rows[i].Cells[0]
		r := bar{row: i, value: q.Of(c), directional: c.Reading.Directional}
		switch v, ok := r.value.Get(); {
		case ok:
			r.text = q.Format(v, 0)
			if i == t.Spec.Baseline {
				r.more = "baseline"
			} else if c.Ratio.PerfPerDollar.Ok() {
				r.more = render.MarkedRatio(c, &t.Rows[t.Spec.Baseline].Cells[0], c.Ratio.PerfPerDollar) + " perf/$"
			}
		case c.Reading.State.Reachable():
			r.reason = value(c, q) + " for this hardware"
		default:
			r.reason = stateText(t.Rows[i].Frontier, c)
		}
		bars[i] = r
	}
	way := "longest"
	if q.SmallerIsBetter() {
		way = "shortest"
	}
	help := filled("%, %, at %: the % is best. Perf/$ is against %. Open a row for what it rests on.", q.Name(), q.UnitOf(a.st.tokens()), a.at(), way, a.versus())
	return a.barsHTML(t, listRank, bars, q.SmallerIsBetter(), help, "Not ranked at "+a.at()) + a.calculatorNotes(t, q)
}

// withinHTML is the fastest that each system is within the bound.
func (a *app) withinHTML(t *iso.Table) string {
	b, ok := a.inverse(t)
	if !ok {
		return markup(`<p class="help">% has no value at % to begin from: type a bound.</p>`, a.versus(), a.at())
	}
	q := render.Quantity(a.st.bound())
	bars := make([]bar, len(t.Rows))
	for i := range t.Rows {
		s := t.Rows[i].Series
		got := t.Rows[i].Frontier.Fastest(s, b)
		r := bar{row: i, value: got.X, directional: got.Directional}
		if x, ok := got.X.Get(); ok {
			r.text = render.Significant(x, 4) + " " + a.unit()
		}
		switch got.State {
		case iso.FrontierEnd:
			r.more = "its fastest measured point; the bound allows more"
		case iso.AtKnot:
			r.more = "measured"
		case iso.TooTight:
			best, _ := q.From(s.Points[got.Lo].Y, s.Price, s.Kw).Get()
			r.reason = render.OutOfBound(q, best, b.Value)
		case iso.NoBasis:
			r.reason = "not measured on this axis"
			if _, _, ok := t.Rows[i].Frontier.Range(); ok {
				r.reason = value(&iso.Cell{Reading: iso.Reading{State: iso.Measured}}, q) + " for this hardware"
			}
		}
		bars[i] = r
	}
	from := ""
	if _, typed := parsePrice(a.st.Limit); !typed {
		from = filled(", what % takes at %", a.versus(), a.at())
	}
	return a.barsHTML(t, listWithin, bars, a.unit() == "s", filled("The fastest % with %%.", a.axisName(), a.boundText(b), from), "Not within it at any measured speed")
}

// evenHTML is the price at which each system gives the baseline's tokens per
// dollar.
func (a *app) evenHTML(t *iso.Table) string {
	if t.Spec.Baseline < 0 || len(t.Rows) < 2 {
		return `<p class="help">Choose a second system: a break-even price is between two.</p>`
	}
	base := &t.Rows[t.Spec.Baseline]
	var bars []bar
	for i := range t.Rows {
		if i == t.Spec.Baseline {
			continue
		}
		s, c := t.Rows[i].Series, &t.Rows[i].Cells[0]
		r := bar{row: i, value: iso.BreakEven(c, &base.Cells[0], base.Series), directional: c.Reading.Directional || base.Cells[0].Reading.Directional}
		switch v, ok := r.value.Get(); {
		case ok:
			r.text, r.more = "$"+render.Significant(v, 3), "no price known"
			if p, ok := s.Price.Get(); ok {
				r.more = filled("now $%, % perf/$", render.Money(p), render.MarkedRatio(c, &base.Cells[0], c.Ratio.PerfPerDollar))
			}
		case !c.Reading.State.Reachable():
			r.reason = stateText(t.Rows[i].Frontier, c)
		case !base.Cells[0].Reading.State.Reachable():
			r.reason = a.versus() + ": " + stateText(base.Frontier, &base.Cells[0])
		default:
			r.reason = a.versus() + " has no price"
		}
		bars = append(bars, r)
	}
	help := filled("$/GPU-hour at which a system gives as many tokens per dollar as % at %. Below that price it gives more.", a.versus(), a.at())
	return a.barsHTML(t, listEven, bars, false, help, "No break-even price at "+a.at())
}

// fleetHTML is what the power budget runs.
func (a *app) fleetHTML(t *iso.Table) string {
	bars := make([]bar, len(t.Rows))
	for i := range t.Rows {
		s, c := t.Rows[i].Series, &t.Rows[i].Cells[0]
		f := iso.FleetOf(s, t.Spec.Axis, c, a.megawatts())
		r := bar{row: i, value: f.TokensPerSecond, directional: c.Reading.Directional}
		gpus, powered := f.GPUs.Get()
		switch v, ok := r.value.Get(); {
		case ok:
			price := ""
			if u, ok := f.UsdPerHour.Get(); ok {
				price = ", $" + render.Significant(u, 3) + " an hour"
			}
			r.text, r.more = render.Significant(v, 4)+" tok/s", filled("GPUs: %%, users: %", render.Significant(gpus, 1), price, usersText(&f))
		case !powered:
			r.reason = "no power for this hardware"
		default:
			r.reason = stateText(t.Rows[i].Frontier, c)
		}
		bars[i] = r
	}
	what := ""
	if tokens := a.st.tokens(); tokens != render.Total {
		what = string(tokens) + " "
	}
	help := filled("% MW of all-in power at %: %tokens/s of all GPUs.", render.FormatTarget(a.megawatts()), a.at(), what)
	if !a.st.isTime() {
		help += " Users are answers that stream at once: output tokens/s ÷ the speed per user."
	}
	return a.barsHTML(t, listFleet, bars, false, help, "Nothing at "+a.at())
}

func usersText(f *iso.Fleet) string {
	lo, ok := f.UsersLow.Get()
	if !ok {
		return "not derivable"
	}
	hi, _ := f.UsersHigh.Get()
	out := render.Significant(lo, 3)
	if high := render.Significant(hi, 3); high != out {
		out += " to " + high
	}
	return out
}
