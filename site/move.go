package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// visited is what a reader chose about one model and workload. It holds as
// long as the page: going back to a model finds it as it was left.
type visited struct {
	baseline, targets string
	shown             []string
}

// choose moves to another model, or to another workload of the model on show.
// The matched speed, typed targets, prices and scales stay. What was said of the
// old one's series is kept for the way back.
func (a *app) choose(model, workload string) {
	given := workload != ""
	a.change(func(s *state) {
		if a.entry != nil {
			a.visits[placeOf(a.entry)] = visited{s.Baseline, s.Targets, s.Shown}
			a.workloadOf[a.entry.Model] = a.entry.Workload
			if workload == "" {
				workload = a.entry.Workload
			}
		}
		if last, ok := a.workloadOf[model]; ok && !given && model != a.model() {
			workload = last
		}
		s.Model, s.Workload = model, workload
		entry := a.pickEntry()
		if s.Workload = entry.Workload; a.isFirstWorkload(entry) {
			s.Workload = ""
		}
		v := a.visits[placeOf(entry)]
		s.Baseline, s.Shown = v.baseline, v.shown
		a.moved, a.left, a.shifted, a.notice = s.Targets != "", "", "", nil
		if s.Targets == "" {
			s.Targets = v.targets // typed right there
		}
	})
}

// cut takes a place from the script: its model, and its workload where one is meant.
func cut(place string) (model, workload string) {
	model, workload, _ = strings.Cut(place, fieldEnd)
	return model, workload
}

func placeOf(e *wire.CatalogueEntry) [2]string { return [2]string{e.Model, e.Workload} }

// isFirstWorkload reports what an address need not say.
func (a *app) isFirstWorkload(e *wire.CatalogueEntry) bool {
	i := slices.IndexFunc(a.entries(), func(x wire.CatalogueEntry) bool { return x.Model == e.Model })
	return i >= 0 && a.entries()[i].Workload == e.Workload
}

// leaveTargets goes over to the suggested targets after a move to where none of
// the typed ones is within reach of a system on show, and says so.
func (a *app) leaveTargets() {
	good, _ := parseTargets(a.st.Targets)
	if len(good) == 0 {
		return
	}
	for i, on := range a.shown {
		r := a.heads[i].Range
		if on && len(r) == 2 && slices.ContainsFunc(good, func(x float64) bool { return r[0] <= x && x <= r[1] }) {
			return
		}
	}
	a.left = "Nothing shown here was measured at " + joinDecimals(good) + " " + a.unit() + ": the suggested targets are shown."
	a.st.Targets = ""
}
