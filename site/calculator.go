package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
)

// The Calculator ranks systems and solves for what a reader can pay. All of it is
// parts of the page: a frame that never changes, the fields' values, and lists
// whose rows open to what they rest on (calclists.go, calcbasis.go).

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

// calculatorFrame is what stands while the numbers change.
func calculatorFrame() string {
	// The placeholder is what holds while the field is empty.
	number := func(id, name, usual string) string {
		return filled(`<div class="field"><label for="%" id="%-label">%</label><input id="%" data-field="%" type="text" inputmode="decimal" autocomplete="off" spellcheck="false" maxlength="24" data-live placeholder="%" aria-describedby="%-note"></div>`,
			id, id, name, id, id, usual, id)
	}
	choose := func(id, name string, options []choice) string {
		out := ""
		for _, o := range options {
			out += markup(`<option value="%">%</option>`, o.Value, o.Label)
		}
		return filled(`<div class="field"><label for="%">%</label><select id="%" data-field="%">%</select></div>`, id, name, id, id, out)
	}
	return filled(`<section class="card" aria-labelledby="calc-title"><div class="card-head"><h2 id="calc-title"></h2><div class="target-fields">%%%</div></div>`+
		`<p class="note" id="calc-x-note" role="status" hidden></p><div id="calc-systems"></div><div id="calc-rank"></div></section>`+
		`<div class="calc-pair"><section class="card" aria-labelledby="within-title"><h2 id="within-title">How fast within a bound</h2><div class="target-fields">%%</div>`+
		`<p class="note" id="calc-limit-note" role="status" hidden></p><div id="calc-within"></div></section>`+
		`<section class="card" aria-labelledby="even-title"><h2 id="even-title">Break-even price</h2><div id="calc-even"></div></section></div>`+
		`<section class="card" aria-labelledby="fleet-title"><div class="card-head"><h2 id="fleet-title">What a power budget runs</h2>%</div>`+
		`<p class="note" id="calc-mw-note" role="status" hidden></p><div id="calc-fleet"></div></section>`,
		number("calc-x", "", ""), choose("calc-quantity", "Rank by", quantities), choose("calc-tokens", "Counting", tokenKinds),
		choose("calc-bound", "At most, or at least", bounds), number("calc-limit", "", "the baseline’s"), number("calc-mw", "Power budget, MW", render.FormatTarget(defaultMW)))
}

// calculatorParts are the frame and what goes into it.
func (a *app) calculatorParts() []part {
	s := &a.st
	out := []part{
		{"calculator", calculatorFrame()},
		{"calc-title", a.lineTitle()}, {"calc-x-label", text(a.axisLabel())}, {"calc-limit-label", a.boundUnit()},
		{"calc-x", a.speedText()}, {"calc-x-note", text(a.speedNote())},
		{"calc-quantity", s.quantity()}, {"calc-tokens", string(s.tokens())}, {"calc-bound", s.bound()},
		{"calc-limit", s.Limit}, {"calc-limit-note", text(numberNote(s.Limit, "bound"))},
		{"calc-mw", s.MW}, {"calc-mw-note", text(numberNote(s.MW, "budget"))},
		{"calc-systems", a.systemsHTML()},
	}
	t := a.calculated()
	if t == nil {
		return append(out, part{"calc-rank", markup(`<p class="help">%</p>`, a.refusal+a.empty())}, part{"calc-within", ""}, part{"calc-even", ""}, part{"calc-fleet", ""})
	}
	return append(out, part{"calc-rank", a.rankHTML(t)}, part{"calc-within", a.withinHTML(t)}, part{"calc-even", a.evenHTML(t)}, part{"calc-fleet", a.fleetHTML(t)})
}

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
	sheet.Warnings = slices.DeleteFunc(slices.Clone(sheet.Warnings), func(w string) bool { return strings.HasPrefix(w, query.NotOfAll) })
	if _, notes, ok := strings.Cut(render.HTML(sheet), notesMark); ok {
		return notesMark + notes
	}
	return ""
}

// at is the target in words.
func (a *app) at() string { return render.Brief(a.lineX()) + " " + a.unit() }

// versus names the baseline.
func (a *app) versus() string { return shortTitle(a.shownHeads()) }

// inverse is the bound that the inverse keeps to; ok is false where neither the
// reader nor the baseline gives a limit.
func (a *app) inverse(t *iso.Table) (b iso.Bound, ok bool) {
	q := render.Quantity(a.st.bound())
	switch b.Kind = iso.MinThroughput; q {
	case render.Cost:
		b.Kind = iso.MaxCost
	case render.Energy:
		b.Kind = iso.MaxEnergy
	}
	if b.Value, ok = parsePrice(a.st.Limit); ok || t.Spec.Baseline < 0 {
		return b, ok
	}
	b.Value, ok = q.Of(&t.Rows[t.Spec.Baseline].Cells[0]).Get()
	return b, ok
}

func (a *app) boundUnit() string { return render.Quantity(a.st.bound()).UnitOf(a.st.tokens()) }

// boundText says a bound with its number.
func (a *app) boundText(b iso.Bound) string {
	unit, priced := strings.CutPrefix(a.boundUnit(), "$")
	if !priced {
		unit = " " + unit
	}
	way := "at most "
	if b.Kind == iso.MinThroughput {
		way = "at least "
	}
	return way + render.Quantity(a.st.bound()).Format(b.Value, 3) + unit
}

// megawatts is the power budget.
func (a *app) megawatts() float64 {
	if v, ok := parsePrice(a.st.MW); ok {
		return v
	}
	return defaultMW
}

// systemsHTML is the choice of systems.
func (a *app) systemsHTML() string {
	var b strings.Builder
	b.WriteString(filled(`<details class="systems" data-key="systems"><summary>Systems: % of %</summary><fieldset class="system-list"><legend class="sr">Systems that take part</legend>`,
		strconv.Itoa(len(a.names())), strconv.Itoa(len(a.shown))))
	for i := range a.heads {
		k := a.key(i)
		flags := ""
		if a.shown[i] {
			flags = " checked"
		}
		if k.locked {
			flags += " disabled"
		}
		b.WriteString(filled(`<label title="%"><input type="checkbox" data-system="%"%>%<span><b>%</b> <small>% %</small></span></label>`,
			text(k.head.Name), strconv.Itoa(i), flags, string(swatch(a.looks[i])), text(title(k.head)), text(detail(k.head)), text(k.note)))
	}
	all := ""
	if len(a.st.Shown) > 0 {
		s := a.st
		s.Shown = nil
		all = markup(`<p><a href="#%">All systems</a></p>`, encodeHash(s))
	}
	b.WriteString("</fieldset>" + all + "</details>")
	return b.String()
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
	if a.speedTyped = typed; ok || typed == "" {
		a.speedTyped = ""
	}
	a.change(func(s *state) {
		if a.speedTyped == "" {
			s.Line = v
		}
	})
}

// numberNote says why a typed number is not used.
func numberNote(typed, what string) string {
	if _, ok := parsePrice(typed); ok || typed == "" {
		return ""
	}
	return wrong(typed, what) + " The usual one is used."
}
