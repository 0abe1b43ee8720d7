package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Operating points of dropped files lie over the site's own as unofficial series
// of their own. They last as long as the page, and leave it in no export unless
// the reader asks for that.

// drop is one dropped file of operating points.
type drop struct {
	Name          string // what it is called: one file may give several runs
	File          string
	Recorded      []dropSeries // those whose points' requests were dropped too
	Kept, Refused int
	Notes         []string
	where         []string // models and workloads, in words
	laid          []wire.Opened
	series        []dropSeries
	known         int // rows of bundles that the site has as they are
	same          int // rows that the site has, those too
}

type dropSeries struct{ model, workload, name string }

// show goes to a view.
func (a *app) show(view string) { a.change(func(s *state) { s.View = known(views, view) }) }

// overlay lays the bundles of a dropped file over the data and goes to Explore,
// to where the first of them belongs.
func (a *app) overlay(d drop, files [][]byte) {
	if a.catalogue == nil {
		a.notice = append(a.notice, "“"+d.Name+"” was dropped before the site’s own results were there: drop it again.")
		return
	}
	a.drops = slices.DeleteFunc(a.drops, func(x drop) bool { return x.Name == d.Name })
	a.engine.Lift(d.Name) // also where it was of another model
	var first wire.Opened
	for _, file := range files {
		opened, err := a.engine.Overlay(d.Name, file)
		if err != nil {
			a.notice = append(a.notice, "“"+d.Name+"”: "+err.Error())
			continue
		}
		if first.Kind == "" || a.entry != nil && opened.Model == a.entry.Model && opened.Workload == a.entry.Workload {
			first = opened
		}
		d.where = append(d.where, opened.Model+", "+workloadLabel(opened.Workload))
		if opened.Kind == query.KindKnown {
			d.known += opened.Rows
		} else {
			d.laid = append(d.laid, opened)
		}
	}
	if first.Kind == "" {
		return
	}
	a.drops = append(a.drops, d)
	a.recount()
	was, line, targets := a.entry, a.lineAt(), a.suggested()
	a.shifted = ""
	a.redraw()
	a.change(func(s *state) {
		if was == nil || was.Model != first.Model || was.Workload != first.Workload {
			s.Model, s.Workload, s.Baseline, s.Shown, s.Pin = first.Model, first.Workload, "", nil, ""
		}
		s.View = ""
		s.Drops = a.dropFiles()
	})
	a.showDropped(first)
	if was != nil && was.Model == first.Model && was.Workload == first.Workload {
		a.sayShifted(line, targets)
	}
}

// lineAt and suggested are the line and the targets where the reader did not set
// them, as text; "" where they did, or nothing is on show.
func (a *app) lineAt() string {
	if a.chart == nil || a.st.Line > 0 {
		return ""
	}
	return render.FormatTarget(a.lineX())
}

func (a *app) suggested() string {
	if a.st.Targets != "" {
		return ""
	}
	return joinDecimals(a.targets())
}

// sayShifted says what dropped series moved of that, and why.
func (a *app) sayShifted(line, targets string) {
	var moved []string
	for _, x := range [][3]string{{"the line", line, a.lineAt()}, {"the suggested targets", targets, a.suggested()}} {
		if x[1] != "" && x[2] != "" && x[1] != x[2] {
			moved = append(moved, x[0]+" moved from "+x[1]+" to "+x[2]+" "+a.unit())
		}
	}
	if len(moved) > 0 {
		a.shifted = "With the dropped results on show " + strings.Join(moved, " and ") + ", where most systems were measured. What you set yourself stays."
	}
}

// recount settles which series each dropped file gives and how many of its rows
// the site has: known only once the site's own bundle is there.
func (a *app) recount() {
	for i := range a.drops {
		d := &a.drops[i]
		d.same, d.series = d.known, nil
		for _, at := range d.laid {
			same, _ := a.engine.Repeated(d.Name, at.Model, at.Workload)
			d.same += same
			d.series = append(d.series, a.overlaidBy(d.Name, at)...)
		}
	}
}

// dropFiles names the dropped files that something is drawn of, for a link.
func (a *app) dropFiles() (out []string) {
	for _, d := range a.drops {
		if len(d.series) > 0 && !slices.Contains(out, d.File) {
			out = append(out, d.File)
		}
	}
	return out
}

// overlaidBy names the series that a bundle of a dropped file gives.
func (a *app) overlaidBy(name string, o wire.Opened) (out []dropSeries) {
	for _, series := range a.engine.Overlaid(name, o.Model, o.Workload) {
		out = append(out, dropSeries{o.Model, o.Workload, series})
	}
	return out
}

// showDropped puts the dropped series of the place on show beside the others.
func (a *app) showDropped(at wire.Opened) {
	if a.phase != ready || a.chart == nil || a.chart.Model != at.Model || a.chart.Workload != at.Workload {
		a.reveal = true // once its bundle is there
		return
	}
	a.reveal = false
	changed := false
	for i := range a.heads {
		if !a.chosen[i] && a.dropped(&a.heads[i]) {
			a.chosen[i], changed = true, true
		}
	}
	if !changed {
		return
	}
	a.change(func(s *state) { s.Shown = a.references(a.chosen) })
}

// redraw takes over that the data under the page changed. What is on show stays
// until what takes its place is there.
func (a *app) redraw() {
	if r := a.engine.Answer(wire.Query{Verb: wire.VerbCatalogue}); r.Catalogue != nil {
		a.catalogue = r.Catalogue
	}
	for i := range a.catalogue.Entries {
		if file := a.catalogue.Entries[i].File; strings.HasPrefix(file, query.OverlayPrefix) {
			a.opened[file] = true
		}
	}
	a.entry, a.moot = nil, true
}

// dropped reports whether a series on show came from a dropped file.
func (a *app) dropped(h *wire.Head) bool {
	if a.chart == nil || h.Official {
		return false
	}
	name, _, _ := strings.Cut(h.Name, "@")
	for _, d := range a.drops {
		if slices.Contains(d.series, dropSeries{a.chart.Model, a.chart.Workload, name}) {
			return true
		}
	}
	return false
}

// droppedLast gives dropped series looks of their own behind all others, whose
// looks stay as they are without them.
func (a *app) droppedLast(looks []int) []int {
	rank := func(i int) int {
		if a.dropped(&a.heads[i]) {
			return looks[i] + len(looks)
		}
		return looks[i]
	}
	out := make([]int, len(looks))
	for i := range looks {
		for j := range looks {
			if rank(j) < rank(i) {
				out[i]++
			}
		}
	}
	return out
}

// anyDropped reports whether a dropped series is on show.
func (a *app) anyDropped() bool {
	for i, on := range a.shown {
		if on && i < len(a.heads) && a.dropped(&a.heads[i]) {
			return true
		}
	}
	return false
}

// lift takes a dropped file's points away.
func (a *app) lift(i int) {
	if i < 0 || i >= len(a.drops) {
		return
	}
	a.engine.Lift(a.drops[i].Name)
	a.shifted = ""
	a.drops = slices.Delete(a.drops, i, i+1)
	a.redraw()
	a.change(func(s *state) {
		s.Drops = a.dropFiles()
		s.Shown, s.Baseline = nil, ""
	})
}

// words says what a dropped file gave.
func (d *drop) words() string {
	out := count(d.Kept, "operating point")
	if len(d.where) > 0 {
		const most = 3
		where := d.where
		if len(where) > most {
			where = append(slices.Clone(where[:most]), strconv.Itoa(len(d.where)-most)+" more")
		}
		out += " of " + strings.Join(where, "; ")
	}
	if d.Refused > 0 {
		out += "; " + count(d.Refused, "row") + " refused"
	}
	switch {
	case d.same == 0:
	case len(d.series) == 0:
		out += ": the same that this site has, so nothing was laid over"
	default:
		out += "; " + strconv.Itoa(d.same) + " of them this site has already, not drawn twice"
	}
	return out + "."
}

// badge says what the points of a dropped file are.
func (d *drop) badge() string {
	if len(d.series) == 0 {
		return "already here"
	}
	return "unofficial"
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// missing lists the dropped files that a link was made with and that are not
// here.
func (a *app) missing() (out []string) {
	for _, name := range a.st.Drops {
		if !slices.ContainsFunc(a.drops, func(d drop) bool { return d.File == name }) {
			out = append(out, name)
		}
	}
	return out
}

// missingText says what the receiver of a link needs.
func (a *app) missingText() string {
	names := a.missing()
	if len(names) == 0 {
		return ""
	}
	for i := range names {
		names[i] = asked(names[i])
	}
	return "This link was made with files that a reader had dropped and that it cannot carry: " + strings.Join(names, ", ") + ". Ask for them and drop them here to see the same; without them only the published results are shown."
}

// exportSheet is the table at the targets for an export.
func (a *app) exportSheet() *render.Sheet {
	sel := a.exportSelection()
	if sel == nil {
		return nil
	}
	return sel.Render([]render.Quantity{render.Quantity(a.st.quantity())}, 0)
}

// exportSelection is what is on show for an export: without dropped series unless
// they are asked for.
func (a *app) exportSelection() *query.Selection {
	if a.copyAll || !a.anyDropped() {
		return a.sel
	}
	q := a.query(a.targets())
	q.Series, q.Baseline = nil, ""
	for i, on := range a.shown {
		if on && !a.dropped(&a.heads[i]) {
			q.Series = append(q.Series, a.heads[i].Name)
			if i == a.baseline {
				q.Baseline = a.heads[i].Name
			}
		}
	}
	if len(q.Series) == 0 {
		return nil
	}
	for _, own := range []map[string]float64{q.Prices, q.Powers} {
		for hardware := range own {
			if !slices.ContainsFunc(q.Series, func(name string) bool { return strings.HasPrefix(name, hardware+"/") }) {
				delete(own, hardware)
			}
		}
	}
	sel, err := a.engine.Table(&q)
	if err != nil {
		return nil
	}
	return sel
}

// mostOpen is how many remarks on the rows of a file stand open.
const mostOpen = 5

// remarksHTML lists what was remarkable about the rows of dropped files: those refused
// first, as the importers have them, folded where they are many.
func (a *app) remarksHTML() string {
	var b strings.Builder
	for _, d := range a.drops {
		if len(d.Notes) == 0 {
			continue
		}
		open := ""
		if len(d.Notes) <= mostOpen {
			open = " open"
		}
		b.WriteString(filled(`<details data-key="%"%><summary>Rows of %, remark by remark</summary><ul>`, text(d.Name), open, text(d.Name)))
		for _, n := range d.Notes {
			b.WriteString(markup(`<li>%</li>`, n))
		}
		b.WriteString(`</ul></details>`)
	}
	return b.String()
}
