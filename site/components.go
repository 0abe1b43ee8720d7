package main

//go:generate go tool vugugen -skip-go-mod -skip-main .
//go:generate gofmt -w .

import (
	"strings"

	"github.com/vugu/vugu"

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
	a.change(func(s *state) {
		if field == "log-x" {
			s.LogX = on
		} else {
			s.LogY = on
		}
	})
}

func (a *app) onPrice(hardware string, event vugu.DOMEvent) {
	a.change(func(s *state) { s.setOwn(hardware, event.PropString("target", "value")) })
}

// set applies a field of the page to the state.
func (a *app) set(field, value string) {
	a.change(func(s *state) {
		switch field {
		case "model":
			s.choose(value, "")
		case "workload":
			s.choose(a.model(), value)
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
				s.Targets = clip(value, maxTyped)
			}
		case "quantity":
			s.Quantity = known(quantities, value)
		}
	})
}

// suggest goes back to the suggested targets.
func (a *app) suggest() { a.change(func(s *state) { s.Targets = "" }) }

// toggle shows or hides a series; the baseline stays.
func (a *app) toggle(i int) {
	a.change(func(s *state) {
		if i >= len(a.shown) || i == a.baseline {
			return
		}
		a.shown[i] = !a.shown[i]
		s.Shown = nil
		for j, on := range a.shown {
			if on {
				s.Shown = append(s.Shown, shorten(a.heads, j))
			}
		}
	})
}

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

func (a *app) busyFlag() string { return ariaBool(a.phase == waiting) }

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

// lineHeads are the columns of the table at the line; the ratio's unit names
// the baseline.
func (a *app) lineHeads() []lineColumn {
	heads := lineColumns
	if a.chart != nil {
		heads[len(heads)-1].Unit = "vs " + shortTitle(a.shownHeads())
	}
	return heads[:]
}

func (a *app) isoHTML() vugu.HTML { return vugu.HTML(a.isoTable()) }

// key is a line of the legend.
type key struct {
	Name, Hardware, Detail, Title string
	Swatch                        vugu.HTML
	Shown, Locked                 bool
}

func (a *app) keys() []key {
	keys := make([]key, len(a.heads))
	for i := range a.heads {
		h := &a.heads[i]
		keys[i] = key{
			Name: h.Name, Hardware: title(h), Detail: detail(h), Swatch: swatch(i),
			Shown: a.shown[i], Locked: i == a.baseline,
			Title: h.Name + ", measured " + spanText(h),
		}
		if keys[i].Locked {
			keys[i].Detail += " · baseline"
			keys[i].Title += "; the baseline is always on show"
		}
	}
	return keys
}

func ariaBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// A series is told apart by colour, dash and marker together, so that no one
// of them has to be seen. The periods share no factor below 40 series.
var (
	dashes  = []string{"", "7 4", "2 3", "10 3 2 3", "5 2"}
	markers = []string{
		"M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z",
		"M-3.6-3.6H3.6V3.6H-3.6Z",
		"M0-5L4.8 3.4H-4.8Z",
		"M0-5.2L5.2 0 0 5.2-5.2 0Z",
		"M0 5L4.8-3.4H-4.8Z",
		"M-1.6-4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z",
		"M-4.6-1.8L-1.8-4.6 0-2.8 1.8-4.6 4.6-1.8 2.8 0 4.6 1.8 1.8 4.6 0 2.8-1.8 4.6-4.6 1.8-2.8 0Z",
	}
)

// colours is how many the style sheet defines, as classes s0, s1, ...
const colours = 8

func dash(i int) string   { return dashes[i%len(dashes)] }
func marker(i int) string { return markers[i%len(markers)] }

// swatch draws the line and marker of series i. It holds no text from data.
func swatch(i int) vugu.HTML {
	var b strings.Builder
	b.WriteString(`<svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" class="s` + string(rune('0'+i%colours)) + `">`)
	b.WriteString(`<path d="M1 7H33" fill="none" stroke="currentColor" stroke-width="2"`)
	if d := dash(i); d != "" {
		b.WriteString(` stroke-dasharray="` + d + `"`)
	}
	b.WriteString(`/><path transform="translate(17 7)" d="` + marker(i) + `" fill="currentColor"/></svg>`)
	return vugu.HTML(b.String())
}
