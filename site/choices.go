package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// models lists the models of the catalogue, in its order.
func (a *app) models() []choice {
	var out []choice
	for i := range a.entries() {
		e := &a.entries()[i]
		out = appendNew(out, e.Model, e.Synthetic)
	}
	return out
}

// workloads lists the workloads of the model on show.
func (a *app) workloads() []choice {
	var out []choice
	for i := range a.entries() {
		if a.entry != nil && a.entries()[i].Model == a.entry.Model {
			out = append(out, choice{a.entries()[i].Workload, workloadLabel(a.entries()[i].Workload)})
		}
	}
	return out
}

func (a *app) entries() []wire.CatalogueEntry {
	if a.catalogue == nil {
		return nil
	}
	return a.catalogue.Entries
}

func appendNew(out []choice, value string, synthetic bool) []choice {
	if slices.ContainsFunc(out, func(c choice) bool { return c.Value == value }) {
		return out
	}
	label := value
	if synthetic {
		label += " (not measured)"
	}
	return append(out, choice{value, label})
}

func workloadLabel(workload string) string {
	if workload == "agentic" {
		return "Agentic traces"
	}
	return workload + " tokens in/out"
}

// dates lists the price sheets, newest first, and a date from a link that lies
// between two of them.
func (a *app) dates() []choice {
	newest := "Newest"
	if len(a.sheets) > 0 {
		newest += ", now " + a.sheets[0].AsOf
	}
	out := []choice{{"", newest}}
	for i := range a.sheets {
		out = append(out, choice{a.sheets[i].AsOf, a.sheets[i].AsOf})
	}
	if d := a.st.PricesAsOf; d != "" && !slices.ContainsFunc(out, func(c choice) bool { return c.Value == d }) {
		out = append(out, choice{d, "as of " + d})
	}
	return out
}

// baselines lists every series as a baseline.
func (a *app) baselines() []choice {
	out := make([]choice, len(a.heads))
	for i := range a.heads {
		out[i] = choice{a.heads[i].Name, title(&a.heads[i]) + " · " + detail(&a.heads[i])}
	}
	return out
}

// priceField is the reader's own price for one kind of hardware.
type priceField struct {
	Hardware string
	Label    string
	Text     string // as typed
	Sheet    string // the sheet's price, as the field's placeholder
	Note     string // why the typed price is not used
}

// priceFields gives one field per kind of hardware on show.
func (a *app) priceFields() []priceField {
	return a.ownFields(a.st.Own, "price", "$", "Cost is left out.", a.sheetPrice)
}

// pricesClass gives many fields rows of their own from the start: a page that is
// painted before all of them have arrived would move them there.
func (a *app) pricesClass() string {
	if len(a.priceFields()) > 3 {
		return "field prices many"
	}
	return "field prices"
}

// powerFields do the same for power. They are on show where power matters most,
// and wherever one of them holds something.
func (a *app) powerFields() []priceField {
	view, energy := a.st.view(), strings.Contains(a.st.Quantity, "energy") || strings.Contains(a.st.Quantity, "-mw")
	if view != "calculator" && (view != "tables" || !energy) && len(a.st.OwnKw) == 0 {
		return nil
	}
	return a.ownFields(a.st.OwnKw, "power", "", "Energy is left out.", a.sheetPower)
}

func (a *app) ownFields(typed map[string]string, what, unit, without string, sheet func(hardware string) *float64) []priceField {
	var fields []priceField
	for i, on := range a.shown {
		hardware := a.heads[i].Hardware
		// A published table may be of any system.
		if !on && a.st.view() != "audit" || slices.ContainsFunc(fields, func(f priceField) bool { return f.Hardware == hardware }) {
			continue
		}
		f := priceField{Hardware: hardware, Label: title(&a.heads[i]), Text: typed[hardware], Sheet: "no " + what}
		usual := sheet(hardware)
		if usual != nil {
			f.Sheet = decimal(*usual)
		}
		if _, ok := parsePrice(f.Text); f.Text != "" && !ok {
			f.Note = wrong(f.Text, what) + " "
			if usual != nil {
				f.Note += "The sheet’s " + unit + f.Sheet + " is used."
			} else {
				f.Note += without
			}
		}
		fields = append(fields, f)
	}
	return fields
}

// sheetPrice is the price that holds without an own one; nil when there is
// none.
func (a *app) sheetPrice(hardware string) *float64 {
	row := a.sheetRow(hardware)
	if row == nil {
		return nil
	}
	switch a.st.basis() {
	case "neocloud":
		return row.Neocloud
	case "rental":
		return row.Rental
	}
	return row.Hyperscaler
}

func (a *app) sheetPower(hardware string) *float64 {
	if row := a.sheetRow(hardware); row != nil {
		return row.AllInKw
	}
	return nil
}

// sheetRow is what the sheet that holds says of a kind of hardware.
func (a *app) sheetRow(hardware string) *wire.CatalogueSheetRow {
	for i := range a.sheets {
		if a.st.PricesAsOf != "" && a.sheets[i].AsOf > a.st.PricesAsOf {
			continue
		}
		for j := range a.sheets[i].Rows {
			if row := &a.sheets[i].Rows[j]; words.Same(row.Hardware, hardware) {
				return row
			}
		}
		return nil
	}
	return nil
}

// targetsText is what the targets field holds: as typed, else the suggestion.
func (a *app) targetsText() string {
	if a.st.Targets != "" {
		return a.st.Targets
	}
	return joinDecimals(a.targets())
}

// badTargets reports whether something that was typed is no target.
func (a *app) badTargets() bool {
	_, bad := parseTargets(a.st.Targets)
	return len(bad) > 0
}

// targetsNote names the entries that were not used.
func (a *app) targetsNote() string {
	good, bad := parseTargets(a.st.Targets)
	if len(bad) == 0 && a.left == "" {
		return a.beyond()
	}
	if len(bad) == 0 {
		return a.left
	}
	note := "Not used: "
	for i, b := range bad {
		if i > 0 {
			note += ", "
		}
		note += "“" + b + "”"
	}
	note += ". A target is a number above 0, such as 23.5."
	if len(good) == 0 {
		note += " The suggested ones are shown."
	}
	return note
}

// addTarget adds a speed to the targets and marks them in the chart.
func (a *app) addTarget(x float64) {
	if !(x > 0) || x > maxTarget {
		return
	}
	a.change(func(s *state) {
		typed := a.targetsText()
		if typed != "" {
			typed += ", "
		}
		if typed += decimal(x); len(typed) <= maxTyped {
			s.Targets, s.Marked, a.left = typed, true, ""
		}
	})
}

// pins lists what can be pinned beside the baseline.
func (a *app) pins() []choice {
	out := []choice{{"", "nothing"}}
	for i, on := range a.shown {
		if on && i != a.baseline {
			out = append(out, choice{a.heads[i].Name, title(&a.heads[i]) + " · " + detail(&a.heads[i])})
		}
	}
	return out
}

func (a *app) pinName() string {
	if a.pin < 0 {
		return ""
	}
	return a.heads[a.pin].Name
}
