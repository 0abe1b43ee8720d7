package main

//go:generate go tool vugugen -skip-go-mod -skip-main .
//go:generate go run ../build/slimvugu .

import (
	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
)

// Root is the page; the others are its parts. All read the same app.
type Root struct{ App *app }

// Controls chooses what is compared and at which prices.
type Controls struct{ App *app }

// Choose is a labelled select for one field of the state.
type Choose struct {
	App          *app
	Field, Label string
	Options      []choice
	Value        string
}

// Legend says which curve is which and which are on show.
type Legend struct{ App *app }

// Atline is the table that follows the matched-speed line.
type Atline struct{ App *app }

// Targets is the table at the typed targets.
type Targets struct{ App *app }

// scripts marks an element whose content is the script's: vugu leaves it alone.
// Without it vugu would empty the element at each render.
var scripts any

// onChange takes a field's new value.
func (a *app) onChange(field string, event vugu.DOMEvent) {
	a.set(field, event.PropString("target", "value"))
}

func (a *app) onCheck(field string, event vugu.DOMEvent) {
	on := event.PropBool("target", "checked")
	if field == "dates" {
		a.setAllDates(on)
		return
	}
	a.change(func(s *state) {
		switch field {
		case "log-x":
			s.setLogX(on)
		case "log-y":
			s.setLogY(on)
		case "unofficial":
			s.Unofficial = on
		case "frontier":
			s.Frontier = on
		case "lines":
			s.Marked = on
		}
	})
}

func (a *app) onPrice(hardware string, event vugu.DOMEvent) {
	a.change(func(s *state) { s.setOwn(hardware, event.PropString("target", "value")) })
}

func (a *app) onPower(hardware string, event vugu.DOMEvent) {
	a.change(func(s *state) { s.setOwnKw(hardware, event.PropString("target", "value")) })
}

// set applies a field of the page to the state.
func (a *app) set(field, value string) {
	switch field {
	case "model":
		a.choose(value, "")
		return
	case "workload":
		a.choose(a.model(), value)
		return
	case "place": // both in one step
		a.choose(cut(value))
		return
	case "axis":
		a.setAxis(value)
		return
	case "percentile":
		a.setPercentile(value)
		return
	case "bundled":
		a.bundled = value
		return
	case "height":
		a.setHeight(value)
		return
	case "tokens", "calc-tokens":
		a.setTokens(value)
		return
	case "calc-x":
		a.setSpeed(value)
		return
	case "dates":
		a.setAllDates(value == "on")
		return
	}
	a.change(func(s *state) {
		switch field {
		case "baseline":
			if i, ok := resolve(a.heads, value); ok {
				s.Baseline = shorten(a.heads, i)
			}
		case "basis":
			s.Basis = known(bases, value)
		case "prices-as-of":
			s.PricesAsOf = value
		case "targets":
			if value != a.targetsText() {
				s.Targets, a.left = clip(value, maxTyped), ""
			}
		case "pin":
			s.Pin = ""
			if i, ok := resolve(a.heads, value); ok && i != a.baseline {
				s.Pin = shorten(a.heads, i)
			}
		case "calc-bound":
			if value = known(bounds, value); value != s.bound() {
				s.Bound, s.Limit = value, "" // the other's number means nothing here
			}
		case "calc-limit":
			s.Limit = clip(trim(value), maxToken)
		case "calc-mw":
			s.MW = clip(trim(value), maxToken)
		case "quantity", "calc-quantity":
			s.Quantity = known(quantities, value)
		}
	})
}

// suggest goes back to the suggested targets.
func (a *app) suggest() { a.change(func(s *state) { s.Targets, a.left = "", "" }) }

func (a *app) model() string {
	if a.entry == nil {
		return ""
	}
	return a.entry.Model
}

func (a *app) workload() string {
	if a.entry == nil {
		return ""
	}
	return a.entry.Workload
}

func (a *app) baselineName() string {
	if len(a.heads) == 0 {
		return ""
	}
	return a.heads[a.baseline].Name
}

func (a *app) busy() string {
	if a.phase != waiting {
		return ""
	}
	if a.catalogue == nil {
		return "Fetching the catalogue of results…"
	}
	return "Fetching the results of " + a.model() + "…"
}

// busyFlag is true while what is on screen is not what was asked for: its
// numbers are hidden then.
func (a *app) busyFlag() string { return ariaBool(a.phase != ready) }

func (a *app) chartTitle() string {
	if a.chart == nil {
		return ""
	}
	return a.chart.Model + ", " + workloadLabel(a.chart.Workload)
}

func (a *app) lineInput() string {
	if a.chart == nil {
		return ""
	}
	return render.FormatTarget(a.lineX())
}

// lineHelp says how the line is moved by keys.
func (a *app) lineHelp() string {
	if a.chart == nil {
		return ""
	}
	step := a.lineScale().Step
	return "Up and Down here, or arrow keys on the line: ± " + decimal(step) + "; with Shift, or Page Up and Page Down: ± " + decimal(round(10*step, step)) + "."
}

// label heads a value where the table is stacked on a narrow screen.
func (c lineColumn) label() string { return c.Head + "\n" + c.Unit }

// lineHeads are the columns of the table at the line; the ratio's unit names
// the baseline.
func (a *app) lineHeads() []lineColumn { return a.columns }

func (a *app) makeColumns() []lineColumn {
	heads := lineColumns
	for i := range heads[:3] {
		heads[i].Unit = shortUnit(render.Quantity(heads[i].Quantity).UnitOf(a.st.tokens()))
	}
	if list, b := a.shownHeads(); len(list) > 0 {
		heads[len(heads)-1].Unit = "vs " + shortTitle(list, b)
	}
	if a.st.axis() == iso.E2ENormalized {
		return append(heads[:], penaltyColumn)
	}
	return heads[:]
}

// mostBeside is how many series leave room beside the table at targets.
const mostBeside = 3

// targetsLayout puts what a cell rests on beside a narrow table and below a
// wide one.
func (a *app) targetsLayout() string {
	if len(a.rowSeries) <= mostBeside {
		return "targets-body beside"
	}
	return "targets-body"
}

func ariaBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
