package main

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
)

// Calculator is the view that ranks systems and solves for what a reader can
// pay. Its lists are parts of the page: their HTML is formed here and escaped,
// and each row opens to what it rests on (calcbasis.go).
type Calculator struct{ App *app }

// The lists of the Calculator, by the number that crosses from the script.
const (
	listRank = iota
	listWithin
	listEven
	listFleet
)

// bounds are what the inverse keeps to; the first is the default.
var bounds = []choice{{"cost", "$ per million tokens, at most"}, {"energy", "Joules per token, at most"}, {"throughput", "Tokens/s per GPU, at least"}}

// defaultMW is the power budget until a reader types one.
const defaultMW = 1.0

func (s *state) bound() string { return known(bounds, s.Bound) }

// calculated is the table of one target that the Calculator shows, formed by the
// core from the frontiers on show; nil when there is none.
func (a *app) calculated() *iso.Table {
	if a.sel == nil {
		return nil
	}
	spec := a.sel.Formed().Spec
	spec.Targets, spec.Chain = []float64{a.lineX()}, nil
	t, err := iso.MakeWith(a.sel.Series, a.sel.Frontiers(), spec)
	if err != nil {
		return nil
	}
	return t
}

// calculatorParts are the lists and the choice of systems.
func (a *app) calculatorParts() map[string]string {
	t := a.calculated()
	if t == nil {
		none := `<p class="help">` + text(a.refusal+a.empty()) + `</p>`
		return map[string]string{"calc-rank": none, "calc-within": "", "calc-even": "", "calc-fleet": "", "calc-systems": a.systemsHTML()}
	}
	return map[string]string{
		"calc-rank": a.rankHTML(t), "calc-within": a.withinHTML(t), "calc-even": a.evenHTML(t), "calc-fleet": a.fleetHTML(t),
		"calc-systems": a.systemsHTML(),
	}
}

// bar is one system in a list: its value, or the reason why it has none.
type bar struct {
	row         int // of the table
	value       opt.Float
	text, more  string // the value and what else there is to say, in words
	directional bool
	reason      string // where value is absent
}

// barsHTML writes a list in the order of its values, the best first, each with a
// bar from zero; systems without a value stand apart with the reason, and never as
// a bar of no length. None is also how a reader learns what a sheet lacks.
func (a *app) barsHTML(t *iso.Table, list int, bars []bar, smallest bool, apart string) string {
	sort.SliceStable(bars, func(i, j int) bool {
		v, ok := bars[i].value.Get()
		w, wok := bars[j].value.Get()
		if ok != wok || !ok {
			return ok && !wok
		}
		if smallest {
			return v < w
		}
		return v > w
	})
	most, first := 0.0, 0 // first of those without a value
	for _, r := range bars {
		if v, ok := r.value.Get(); ok {
			most = max(most, v)
			first++
		}
	}
	var b strings.Builder
	write := func(r *bar) {
		s := t.Rows[r.row].Series
		i := a.rowSeries[r.row]
		key := strconv.Itoa(list) + " " + s.Name
		b.WriteString(`<li><details data-key="` + text(key) + `" data-list="` + strconv.Itoa(list) + `" data-series="` + strconv.Itoa(i) + `"><summary><span class="bar-name">` +
			string(swatch(a.looks[i])) + `<span><b>` + text(title(&a.heads[i])) + `</b> <small>` + text(detail(&a.heads[i])) + `</small></span></span>`)
		v, ok := r.value.Get()
		if !ok {
			b.WriteString(`<span class="bar-reason">` + text(r.reason) + `</span>`)
		} else {
			mark, part := "", 0.0
			if r.directional {
				mark = "~"
			}
			if most > 0 {
				part = 100 * v / most
			}
			b.WriteString(`<svg class="bar s` + strconv.Itoa(a.looks[i]%colours) + `" width="100%" height="12" aria-hidden="true"><rect width="` +
				strconv.FormatFloat(part, 'f', 2, 64) + `%" height="12" rx="2" fill="currentColor"/></svg><span class="bar-value" data-value="` + render.Exact(r.value) + `">` + mark + text(r.text) + `</span>`)
		}
		if r.more != "" {
			b.WriteString(`<small class="bar-more">` + text(r.more) + `</small>`)
		}
		b.WriteString(`</summary><div class="detail basis"></div></details></li>`)
	}
	if first > 0 {
		b.WriteString(`<ol class="bars">`)
		for i := range bars[:first] {
			write(&bars[i])
		}
		b.WriteString(`</ol>`)
	}
	if first < len(bars) {
		b.WriteString(`<h3>` + apart + `</h3><ul class="bars apart">`)
		for i := range bars[first:] {
			write(&bars[first+i])
		}
		b.WriteString(`</ul>`)
	}
	return b.String()
}

// at is the target in words.
func (a *app) at() string { return render.FormatTarget(a.lineX()) + " " + a.unit() }

// versus names the baseline.
func (a *app) versus() string { return shortTitle(a.shownHeads()) }

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
			} else if c.Ratio.State == iso.Both && c.Ratio.PerfPerDollar.Ok() {
				r.more = render.RatioText(c.Ratio, c.Ratio.PerfPerDollar) + " perf/$"
			}
		case c.Reading.State.Reachable():
			r.reason = value(c, q) + " for this hardware"
		default:
			r.reason = stateText(t.Rows[i].Frontier, c)
		}
		bars[i] = r
	}
	way := "the longest is best"
	if q.SmallerIsBetter() {
		way = "the shortest is best"
	}
	return `<p class="help">` + text(q.Name()+", "+q.UnitOf(a.st.tokens())+", at "+a.at()+": "+way+". Perf/$ is against "+a.versus()+". Open a row for what it rests on.") + `</p>` +
		a.barsHTML(t, listRank, bars, q.SmallerIsBetter(), text("Not ranked at "+a.at())) + a.calculatorNotes(t, q)
}

// calculatorNotes are what stands under a table of the values that are ranked:
// prices, dates, sources and warnings. How ratios are marked goes without saying
// here, and so does that targets might be suggested.
func (a *app) calculatorNotes(t *iso.Table, q render.Quantity) string {
	spec := t.Spec
	spec.Baseline = -1
	plain, err := iso.MakeWith(a.sel.Series, a.sel.Frontiers(), spec)
	if err != nil {
		return ""
	}
	sheet := a.sel.Render([]render.Quantity{q}, 0)
	sheet.Table = plain
	sheet.Warnings = slices.DeleteFunc(slices.Clone(sheet.Warnings), func(w string) bool { return w == query.NoSharedTarget })
	if _, notes, ok := strings.Cut(render.HTML(sheet), notesMark); ok {
		return notesMark + notes
	}
	return ""
}

// iBound is the bound that the inverse keeps to; ok is false where neither the
// reader nor the baseline gives a limit.
func (a *app) iBound(t *iso.Table) (b iso.Bound, ok bool) {
	q := render.Quantity(a.st.bound())
	b.Kind = map[render.Quantity]iso.BoundKind{render.Cost: iso.MaxCost, render.Energy: iso.MaxEnergy, render.Throughput: iso.MinThroughput}[q]
	if v, ok := parsePrice(a.st.Limit); ok {
		b.Value = v
		return b, true
	}
	if t == nil || t.Spec.Baseline < 0 {
		return b, false
	}
	b.Value, ok = q.Of(&t.Rows[t.Spec.Baseline].Cells[0]).Get()
	return b, ok
}

func (a *app) boundUnit() string { return render.Quantity(a.st.bound()).UnitOf(a.st.tokens()) }

// limitHint is the limit that holds until a reader types one.
func (a *app) limitHint() string {
	if b, ok := a.iBound(a.calculated()); ok && a.st.Limit == "" {
		return render.Significant(b.Value, 3)
	}
	return ""
}

// boundText says a bound with its number.
func (a *app) boundText(b iso.Bound) string {
	q := render.Quantity(a.st.bound())
	out := "at most "
	if b.Kind == iso.MinThroughput {
		out = "at least "
	}
	if unit, priced := strings.CutPrefix(a.boundUnit(), "$"); priced {
		return out + q.Format(b.Value, 3) + unit
	}
	return out + q.Format(b.Value, 3) + " " + a.boundUnit()
}

// withinHTML is the fastest that each system is within the bound.
func (a *app) withinHTML(t *iso.Table) string {
	b, ok := a.iBound(t)
	if !ok {
		return `<p class="help">` + text(a.versus()+" has no value at "+a.at()+" to begin from: type a bound.") + `</p>`
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
			r.reason = "out of reach"
			if v, ok := q.From(s.Points[got.Lo].Y, s.Price, s.Kw).Get(); ok {
				r.reason = "the best it reaches is " + q.Format(v, 0)
			}
		case iso.NoBasis:
			r.reason = "not measured on this axis"
			if _, _, ok := t.Rows[i].Frontier.Range(); ok {
				r.reason = value(&iso.Cell{Reading: iso.Reading{State: iso.Measured}}, q) + " for this hardware"
			}
		}
		bars[i] = r
	}
	from := ""
	if a.st.Limit == "" {
		from = ", what " + a.versus() + " takes at " + a.at()
	}
	return `<p class="help">` + text("The fastest "+a.axisName()+" with "+a.boundText(b)+from+".") + `</p>` +
		a.barsHTML(t, listWithin, bars, a.unit() == "s", "Not within it at any measured speed")
}

// evenHTML is the price at which each system gives the baseline's tokens per
// dollar.
func (a *app) evenHTML(t *iso.Table) string {
	if t.Spec.Baseline < 0 {
		return ""
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
			r.text = "$" + render.Significant(v, 3)
			r.more = "no price known"
			if p, ok := s.Price.Get(); ok {
				r.more = "now $" + render.Money(p)
				if ratio, ok := c.Ratio.PerfPerDollar.Get(); ok {
					r.more += ", " + render.FormatRatio(ratio) + " perf/$"
				}
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
	if len(bars) == 0 {
		return `<p class="help">Choose a second system: a break-even price is between two.</p>`
	}
	return `<p class="help">` + text("$/GPU-hour at which a system gives as many tokens per dollar as "+a.versus()+" at "+a.at()+". Below that price it gives more.") + `</p>` +
		a.barsHTML(t, listEven, bars, false, text("No break-even price at "+a.at()))
}

// megawatts is the power budget.
func (a *app) megawatts() float64 {
	if v, ok := parsePrice(a.st.MW); ok {
		return v
	}
	return defaultMW
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
			r.text = render.Significant(v, 4) + " tok/s"
			r.more = count(int(min(gpus, 1e15)), "GPU")
			if gpus >= 1000 {
				r.more = render.Significant(gpus, 1) + " GPUs"
			}
			if u, ok := f.UsdPerHour.Get(); ok {
				r.more += ", $" + render.Significant(u, 3) + " an hour"
			}
			r.more += ", " + usersText(&f)
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
	return `<p class="help">` + text(render.FormatTarget(a.megawatts())+" MW at the sheet’s all-in power, each user at "+a.at()+": "+what+"tokens/s of all GPUs. Users are answers that stream at once: output tokens/s ÷ the speed per user.") + `</p>` +
		a.barsHTML(t, listFleet, bars, false, text("Nothing at "+a.at()))
}

func usersText(f *iso.Fleet) string {
	lo, ok := f.UsersLow.Get()
	if !ok {
		return "users not derivable"
	}
	hi, _ := f.UsersHigh.Get()
	low, high := render.Significant(lo, 3), render.Significant(hi, 3)
	if low == high {
		return low + " users"
	}
	return low + " to " + high + " users"
}

// systemsHTML is the choice of systems.
func (a *app) systemsHTML() string {
	var b strings.Builder
	b.WriteString(`<details class="systems" data-key="systems"><summary>Systems: ` + strconv.Itoa(len(a.names())) + " of " + strconv.Itoa(len(a.shown)) +
		`</summary><fieldset class="system-list"><legend class="sr">Systems that take part</legend>`)
	for i := range a.heads {
		k := a.key(i)
		flags := ""
		if a.shown[i] {
			flags = " checked"
		}
		if k.locked {
			flags += " disabled"
		}
		b.WriteString(`<label title="` + text(k.head.Name) + `"><input type="checkbox" data-system="` + strconv.Itoa(i) + `"` + flags + `>` + string(swatch(a.looks[i])) +
			`<span><b>` + text(title(k.head)) + `</b> <small>` + text(detail(k.head)+" "+k.note) + `</small></span></label>`)
	}
	b.WriteString(`</fieldset>`)
	if len(a.st.Shown) > 0 {
		all := a.st
		all.Shown = nil
		b.WriteString(`<p><a href="#` + text(encodeHash(all)) + `">All systems</a></p>`)
	}
	return b.String() + `</details>`
}

// speedText is what the speed's field holds: as typed where that is no speed.
func (a *app) speedText() string {
	if a.speedTyped != "" {
		return a.speedTyped
	}
	return a.lineInput()
}

func (a *app) speedNote() string {
	if a.speedTyped == "" {
		return ""
	}
	return wrong(a.speedTyped, "number") + " It stays at " + a.at() + "."
}

// setSpeed takes the typed speed; an empty field goes back to the default.
func (a *app) setSpeed(typed string) {
	typed = clip(trim(typed), maxToken)
	v, ok := number(typed, maxTarget)
	a.change(func(s *state) {
		switch {
		case ok:
			a.speedTyped, s.Line = "", v
		case typed == "":
			a.speedTyped, s.Line = "", 0
		default:
			a.speedTyped = typed
		}
	})
}

// numberNote says why a typed number is not used.
func (a *app) numberNote(typed, what string) string {
	if _, ok := parsePrice(typed); ok || typed == "" {
		return ""
	}
	return wrong(typed, what) + " The usual one is used."
}
