package main

import (
	"slices"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// phase is how far the page has come.
type phase int

const (
	waiting phase = iota // for the index or a bundle
	ready
	failed
)

// app holds the state and what follows from it. update is the only place where
// the second is derived from the first, and the engine computes every number.
type app struct {
	engine *query.Engine
	st     state

	phase   phase
	problem string // what failed and what to do, when failed
	wanted  string // a bundle to fetch, relative to the index; "" when none

	wantIndex bool // the index is to be fetched again

	place           string // the page's address, "" from disk
	more, moreChart bool   // on a phone: choices beside the first are shown

	speedTyped string // in the Calculator, where it is no speed

	catalogue *wire.Catalogue
	entry     *wire.CatalogueEntry
	opened    map[string]bool // bundles by file

	chart    *wire.Chart
	heads    []wire.Head // of chart.Series
	looks    []int       // by series
	shown    []bool      // by series
	baseline int         // index of a series
	sheets   []wire.CatalogueSheet

	sel       *query.Selection // the series on show, read at the targets
	rowSeries []int            // the series of each of its rows
	columns   []lineColumn     // of the table at the line
	cells     []iso.Cell       // at the line; reused
	crossings []crossing       // at the pointer; reused
	refusal   string           // why a table could not be made

	vain       []vain                // what the link asked for in vain, until said
	vet        bool                  // the state came from a link: look for such
	notice     []string              // the same in words, until dismissed
	visits     map[[2]string]visited // by model and workload
	workloadOf map[string]string     // last looked at, by model
	moved      bool                  // to another model: typed targets may not fit
	left       string                // why they were left
	drawn      *query.Selection      // what chart was made of
	chosen     []bool                // by series: shown, were it not for the axis
	places     map[string]place      // by axis
	drawnFor   string                // what the chart depended on
	datesDrawn string                // which measuring dates the chart has: state.dates
	pointAt    [][]int               // by series and drawn point: the point of drawn
	pin        int                   // a series, -1 for none

	bundled string // the run of the site's own whose requests are to be opened

	drops   []drop // files whose points are laid over
	copyAll bool   // exports hold unofficial overlays too
	soloed  solo
	keys    string // the legend as it was written last
	reveal  bool   // dropped series are to be shown once their place is there
	shifted string // how dropped series moved the line and the targets

	chartStale bool // the chart on screen is not a.chart
	moot       bool // the data changed since a.chart was made
	push       bool // the last change deserves a step in the history
}

func newApp(hash string) *app {
	a := &app{
		engine: query.New(), pin: -1, opened: map[string]bool{},
		visits: map[[2]string]visited{}, workloadOf: map[string]string{},
	}
	a.follow(hash)
	return a
}

// follow takes the state of a link.
func (a *app) follow(hash string) {
	a.st, a.vain = decodeHash(hash)
	a.vet, a.notice, a.moved, a.left, a.speedTyped, a.shifted = true, nil, false, "", "", ""
}

// openIndex takes the catalogue.
func (a *app) openIndex(file []byte) {
	if _, err := a.engine.Open(file); err != nil {
		a.fail("The catalogue of results could not be read: " + err.Error())
		return
	}
	reply := a.engine.Answer(wire.Query{Verb: wire.VerbCatalogue})
	switch {
	case reply.Error != nil:
		a.fail("The catalogue of results could not be read: " + reply.Error.Message)
	case reply.Catalogue == nil || len(reply.Catalogue.Entries) == 0:
		a.fail("The catalogue is empty: this site was built without any results. Pack some with “isofront pack” and build the site again.")
	default:
		a.catalogue = reply.Catalogue
		a.sheets = slices.Clone(reply.Catalogue.Prices)
		slices.Reverse(a.sheets) // an index has the oldest first
		a.update()
	}
}

// openBundle takes the bundle that was wanted.
func (a *app) openBundle(name string, file []byte) {
	if _, err := a.engine.Open(file); err != nil {
		a.fail("The results in " + name + " are damaged and were not used: " + err.Error())
		return
	}
	a.opened[name] = true
	a.recount()
	a.st.Drops = append(a.missing(), a.dropFiles()...)
	a.update()
	if a.reveal && a.chart != nil {
		a.showDropped(wire.Opened{Model: a.chart.Model, Workload: a.chart.Workload})
	}
}

func (a *app) fail(problem string) { a.phase, a.problem, a.wanted = failed, problem, "" }

// retry asks again for what failed.
func (a *app) retry() {
	a.phase, a.problem = waiting, ""
	a.wantIndex = a.catalogue == nil
	a.update()
}

// navigate takes a new address, as Back and pasted links bring it.
func (a *app) navigate(hash string) {
	if hash != encodeHash(a.st) {
		a.follow(hash)
		a.update()
	}
}

// change applies a reader's choice and steps forward in the history.
func (a *app) change(apply func(s *state)) {
	before := encodeHash(a.st)
	apply(&a.st)
	if encodeHash(a.st) != before {
		a.push = true
	}
	a.update()
}

// update derives everything from the state. It asks for a bundle that is not
// there yet and leaves what is on screen until it comes.
func (a *app) update() {
	if a.catalogue == nil {
		return
	}
	a.entry = a.pickEntry()
	if !a.opened[a.entry.File] {
		a.phase, a.wanted = waiting, a.entry.File
		return
	}
	a.phase, a.problem, a.wanted, a.refusal = ready, "", "", ""
	if per := a.samples(); a.chart == nil || a.moot || a.drawnFor != a.chartKey(per) {
		if !a.draw(per) {
			return
		}
	}
	vet := a.vet
	if a.vet = false; vet {
		a.dropVain()
	}
	a.pickSeries()
	if a.moved {
		a.moved = false
		a.leaveTargets()
	}
	a.readTargets()
	a.columns = a.makeColumns()
	if vet {
		a.sayVain()
	}
}

// pickEntry finds the model and workload asked for, else the first view's,
// else the first there is. An unknown workload falls back within its model.
func (a *app) pickEntry() *wire.CatalogueEntry {
	entries := a.catalogue.Entries
	find := func(model, workload string) int {
		return slices.IndexFunc(entries, func(e wire.CatalogueEntry) bool {
			return e.Model == model && (workload == "" || e.Workload == workload)
		})
	}
	for _, want := range [][2]string{
		{a.st.Model, a.st.Workload}, {a.st.Model, ""}, {firstView.Model, firstView.Workload},
	} {
		if want[0] == "" {
			continue
		}
		if i := find(want[0], want[1]); i >= 0 {
			return &entries[i]
		}
	}
	return &entries[0]
}

func (a *app) isFirstView() bool {
	return a.entry != nil && a.entry.Model == firstView.Model && a.entry.Workload == firstView.Workload
}

// pickSeries resolves the baseline and the series on show. The baseline is
// always on show: a ratio against a curve that cannot be seen helps nobody.
func (a *app) pickSeries() {
	baseline, shown := a.st.Baseline, a.st.Shown
	everything := a.st.view() == "calculator" // it ranks all there is until a reader chooses
	if a.isFirstView() {
		if baseline == "" {
			baseline = firstView.Baseline
		}
		if len(shown) == 0 && !everything {
			shown = firstView.Shown
		}
	}
	a.baseline = -1
	if all := a.resolveAll(baseline); len(all) > 0 {
		a.baseline = a.newest(all)
	}
	if a.baseline < 0 || a.off(&a.heads[a.baseline]) != "" {
		a.baseline = a.defaultBaseline()
	}
	a.chosen = make([]bool, len(a.heads))
	found := false
	for _, ref := range shown {
		list, on := a.resolveShown(ref)
		for _, i := range list {
			a.chosen[i], found = on, true
		}
	}
	switch {
	case found:
	case everything:
		for i := range a.chosen {
			a.chosen[i] = true
		}
	default:
		a.chosen = defaultShown(a.heads, a.baseline)
	}
	a.chosen[a.baseline] = true
	a.shown = slices.Clone(a.chosen)
	for i := range a.shown {
		if a.off(&a.heads[i]) != "" {
			a.shown[i] = false
		}
	}
	a.pin = -1
	if all := a.resolveAll(a.st.Pin); len(all) > 0 {
		if i := a.newest(all); a.shown[i] && i != a.baseline {
			a.pin = i
		}
	}
}

// defaultBaseline is the plainest system among those that the axis on show can
// have.
func (a *app) defaultBaseline() int {
	return defaultBaseline(a.heads, func(i int) bool { return a.off(&a.heads[i]) == "" })
}

// defaultLooks gives looks by what is on show before a reader chooses.
func (a *app) defaultLooks() []int {
	b := defaultBaseline(a.heads, nil)
	if !a.isFirstView() {
		return looks(defaultShown(a.heads, b))
	}
	first := make([]bool, len(a.heads))
	for _, ref := range firstView.Shown {
		for _, i := range a.resolveAll(ref) {
			first[i] = true
		}
	}
	return looks(first)
}

// names lists the series on show.
func (a *app) names() []string {
	var names []string
	for i, on := range a.shown {
		if on {
			names = append(names, a.heads[i].Name)
		}
	}
	return names
}

// query is a table of the series on show under the chosen prices.
func (a *app) query(targets []float64) wire.Query {
	q := a.priced(a.onAxis(wire.Query{
		Verb: wire.VerbTable, Model: a.entry.Model, Workload: a.entry.Workload,
		Series: a.names(), Baseline: a.heads[a.baseline].Name, Targets: targets,
	}))
	for _, own := range []map[string]float64{q.Prices, q.Powers} {
		for hardware := range own {
			if !a.onShow(hardware) {
				delete(own, hardware)
			}
		}
	}
	return q
}

// priced puts the chosen prices to a query.
func (a *app) priced(q wire.Query) wire.Query {
	q.Basis, q.PricesAsOf, q.Prices, q.Powers = a.st.basis(), a.st.PricesAsOf, numbersOf(a.st.Own), numbersOf(a.st.OwnKw)
	return q
}

// numbersOf are the typed values that can be used.
func numbersOf(typed map[string]string) map[string]float64 {
	out := map[string]float64{}
	for hardware, text := range typed {
		if v, ok := parsePrice(text); ok {
			out[hardware] = v
		}
	}
	return out
}

// onShow reports whether a system on show runs on the hardware.
func (a *app) onShow(hardware string) bool {
	for i, on := range a.shown {
		if on && a.heads[i].Hardware == hardware {
			return true
		}
	}
	return false
}

// readTargets makes the table at the typed targets; without a usable one, at
// the suggested ones.
func (a *app) readTargets() {
	good, _ := parseTargets(a.st.Targets)
	if !slices.Contains(a.shown, true) {
		a.sel, a.rowSeries, a.refusal = nil, nil, "" // the chart says why
		return
	}
	q := a.query(good)
	sel, err := a.engine.Table(&q)
	if err != nil {
		a.sel, a.refusal = nil, err.Error()
		return
	}
	a.sel, a.rowSeries = sel, a.rowSeries[:0]
	for i := range sel.Series {
		a.rowSeries = append(a.rowSeries, a.indexOf(sel.Series[i].Name))
	}
}

func (a *app) indexOf(name string) int {
	for i := range a.heads {
		if a.heads[i].Name == name {
			return i
		}
	}
	return -1
}

// targets are the speeds of the table, as the core sorted them.
func (a *app) targets() []float64 {
	if a.sel == nil {
		return nil
	}
	return a.sel.Formed().Spec.Targets
}

// shownHeads lists the series on show and where the baseline is among them.
func (a *app) shownHeads() (heads []wire.Head, baseline int) {
	for i, on := range a.shown {
		if i == a.baseline {
			baseline = len(heads)
		}
		if on {
			heads = append(heads, a.heads[i])
		}
	}
	return heads, baseline
}
