package audit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// about is what the long form that isofront writes says of a table in columns of
// their own: "" where it says nothing.
type about struct{ model, workload, axis, percentile string }

// Heads of the columns of a long form, in lower case without emphasis.
var (
	systemHead   = regexp.MustCompile(`^(?:series|systems?(?: name)?|hardware|gpus?|gpu type|accelerators?|chip|platform)$`)
	detailHead   = regexp.MustCompile(`^(?:framework|engine|runtime|precision|quanti[sz]ation|dtype|spec(?:ulative)?[ -]?decoding|mode|serving|measured[ -]on)$`)
	targetHead   = regexp.MustCompile(`^targets?\b|(?:/|per) ?u(?:ser)?\b|interactivity|ttft|latency|e2el`)
	quantityHead = regexp.MustCompile(`^(?:quantity|metric|measure|variable)$`)
	valueHead    = regexp.MustCompile(`^(?:values?|published|result)$`)
)

// quantityWords are words of a head that names a quantity and no system.
var quantityWords = append([]string{"output", "input", "total", "mw", "megawatt", "average", "avg", "mean", "published"}, unitWords...)

// longForm says which columns of a table in the long form hold what, by index; -1
// for one that there is not.
type longForm struct {
	system, target  int
	details         []int
	values          []int
	quantity        int // names what the one of values holds
	state           int // of isofront's own
	perUsd, through int // its ratios
	perJoule        int
	ratioState      int
	about           [4]int
	isl, osl        int
	price, power    int
	measured, note  int
}

// longs lays out those tables of a document that are in the long form.
func longs(grids []Grid, b *budget) []Grid {
	var out []Grid
	for i := range grids {
		f, ok := findLong(&grids[i])
		if !ok {
			out = append(out, grids[i])
			continue
		}
		wide := f.layOut(&grids[i], b)
		if len(out)+len(wide) > MaxTables || len(wide) == 0 {
			wide = grids[i : i+1]
		}
		out = append(out, wide...)
	}
	return out
}

// findLong tells by the heads whether each line of a table is one system at one
// target: a column of systems, one of targets, and others of quantities that name
// no system, or one of quantities and one of values.
func findLong(g *Grid) (longForm, bool) {
	f := longForm{system: -1, target: -1, quantity: -1, state: -1, perUsd: -1, through: -1, perJoule: -1, ratioState: -1, about: [4]int{-1, -1, -1, -1}, isl: -1, osl: -1, price: -1, power: -1, measured: -1, note: -1}
	value := -1
	for i, h := range g.Head {
		h = strings.ReplaceAll(bare(h), "_", " ")
		u, isQuantity, _ := recognise(h)
		first := func(to *int) {
			if *to < 0 {
				*to = i
			}
		}
		switch {
		case systemHead.MatchString(h):
			if f.system >= 0 && h != "series" {
				f.details = append(f.details, i)
				break
			}
			f.system = i
		case detailHead.MatchString(h):
			f.details = append(f.details, i)
		case quantityHead.MatchString(h):
			first(&f.quantity)
		case valueHead.MatchString(h):
			first(&value)
		case h == "perf per dollar ratio":
			first(&f.perUsd)
		case h == "tokens per joule ratio":
			first(&f.perJoule)
		case h == "throughput ratio":
			first(&f.through)
		case h == "ratio state":
			first(&f.ratioState)
		case h == "state":
			first(&f.state)
		case slices.Contains([]string{"model", "workload", "axis", "percentile"}, h):
			first(&f.about[slices.Index([]string{"model", "workload", "axis", "percentile"}, h)])
		case workloadHead.MatchString(h):
			first(&f.about[1])
		case h == "isl":
			first(&f.isl)
		case h == "osl":
			first(&f.osl)
		case h == priceHead:
			first(&f.price)
		case h == powerHead:
			first(&f.power)
		case h == "note":
			first(&f.note)
		case h == "last measured":
			first(&f.measured)
		case ratioWords.MatchString(h):
		case isQuantity && u.quantity != "" && namesOnlyAQuantity(h):
			f.values = append(f.values, i)
		case f.target < 0 && targetHead.MatchString(h) && slices.ContainsFunc(g.Rows, func(r Row) bool { return !r.Merged && (isNumber(r.Cells[i]) || isNumber(swapped(r.Cells[i]))) }):
			f.target = i
		}
	}
	if f.quantity >= 0 && value >= 0 {
		f.values = []int{value}
	} else {
		f.quantity = -1
	}
	if f.system < 0 || f.target < 0 || len(f.values) == 0 {
		return f, false
	}
	if !f.own() {
		f.perUsd, f.through, f.perJoule, f.state, f.ratioState = -1, -1, -1, -1, -1
	}
	for _, r := range g.Rows {
		if c := ReadCell(r.Cells[f.system]); !r.Merged && (c.Kind == Number || c.Ratio) {
			return f, false // a number of GPUs
		}
	}
	return f, true
}

func namesOnlyAQuantity(head string) bool {
	for _, w := range headWords(head) {
		if !slices.Contains(quantityWords, w) {
			return false
		}
	}
	return true
}

// own reports whether it is the form that isofront writes.
func (f *longForm) own() bool {
	return f.state >= 0 && f.ratioState >= 0 && f.through >= 0 && f.about[0] >= 0 && f.about[1] >= 0
}

// layOut gives each system and quantity a column and each target a row, in tables
// of what they are about. A second value of a system at a target gets a row of its
// own. It gives none where that is larger than a document may be.
func (f *longForm) layOut(g *Grid, b *budget) []Grid {
	baseline, bounds := "", map[about]map[string]bool{} // the targets at which the baseline has a bound
	if f.own() {
		baseline = f.baseline(g)
		for _, r := range g.Rows {
			if a := f.aboutOf(r); f.isBound(r) && f.name(r) == baseline {
				if bounds[a] == nil {
					bounds[a] = map[string]bool{}
				}
				bounds[a][r.Cells[f.target]] = true
			}
		}
	}
	var out []*wideTable
	for i, r := range g.Rows {
		if r.Merged {
			continue
		}
		w := f.tableOf(&out, r)
		if w == nil {
			return nil
		}
		if f.own() {
			hardware, _, _ := strings.Cut(r.Cells[f.system], "/")
			if f.price >= 0 {
				w.said.say(&w.said.prices, "price", hardware, r.Cells[f.price])
			}
			if f.power >= 0 {
				w.said.say(&w.said.powers, "power", hardware, r.Cells[f.power])
			}
			if f.measured >= 0 {
				w.measured = max(w.measured, newestDay(r.Cells[f.measured]))
			}
		}
		row := -1
		put := func(head string, column int, text string) bool {
			k, ok := w.column(head, place{0, column + 1, g.Line})
			if !ok {
				return false
			}
			if row < 0 {
				row = w.row(r.Cells[f.target], k, place{i + 1, f.target + 1, r.Line})
			}
			w.cells[row][k] = text
			w.places[row][k] = place{i + 1, column + 1, r.Line}
			return true
		}
		system := f.name(r)
		for k, v := range f.values {
			what := g.Head[v]
			if f.quantity >= 0 {
				what = r.Cells[f.quantity]
			}
			text := r.Cells[v]
			if u, _, _ := recognise(what); text != "" && f.isBound(r) { // as isofront's tables write what is served at least
				text = sense(u.quantity) + " " + text
			}
			if text == "" && f.own() && r.Cells[f.state] == iso.NotMeasured.String() {
				text = "not measured"
			}
			if text == "" && f.state >= 0 && (r.Cells[f.state] == "above" || r.Cells[f.state] == "below") {
				text = "unreachable"
				if k == 0 && f.own() && f.note >= 0 { // where its measured points end is said once
					text = cmp.Or(saidEnd.FindString(r.Cells[f.note]), text)
				}
			}
			if !put(system+" "+what, v, text) {
				return nil
			}
		}
		if baseline == "" || system == baseline {
			continue
		}
		for _, x := range []struct {
			at   int
			head string
		}{{f.through, "throughput ratio"}, {f.perUsd, "perf/$ ratio"}, {f.perJoule, "tokens/J ratio"}} {
			if x.at < 0 {
				continue
			}
			text := r.Cells[x.at]
			switch base := bounds[w.about][r.Cells[f.target]]; {
			case text != "" && f.isBound(r) && !base:
				text = atLeast + " " + text
			case text != "" && base && !f.isBound(r):
				text = atMost + " " + text
			case text == "":
				text = map[string]string{"neither": "neither", "only_baseline": "only baseline", "only_system": "∞"}[r.Cells[f.ratioState]]
			}
			if !put(system+": "+x.head, x.at, text) {
				return nil
			}
		}
	}
	cells := 0
	for _, w := range out {
		cells += (len(w.rows) + 1) * (len(w.heads) + 1)
	}
	if cells > MaxCells-b.laid {
		return nil
	}
	b.laid += cells
	var grids []Grid
	for _, w := range out {
		grids = append(grids, w.grid(g, f.target))
	}
	return grids
}

// name is a line's system, with what other columns say of it.
func (f *longForm) name(r Row) string {
	out := r.Cells[f.system]
	for _, k := range f.details {
		if c := r.Cells[k]; c != "" {
			out += " " + c
		}
	}
	return strings.TrimSpace(out)
}

// baseline is the one system that is compared with itself: whose ratios are 1; ""
// where there is not exactly one.
func (f *longForm) baseline(g *Grid) string {
	one, other := map[string]bool{}, map[string]bool{}
	for _, r := range g.Rows {
		switch r.Cells[f.through] {
		case "":
		case "1":
			one[f.name(r)] = true
		default:
			other[f.name(r)] = true
		}
	}
	out := ""
	for name := range one {
		if other[name] {
			continue
		}
		if out != "" {
			return ""
		}
		out = name
	}
	return out
}

// wideTable is one that is being laid out.
type wideTable struct {
	about
	said     said
	measured string
	rows     []string
	at       []place // of the targets
	byRow    map[string][]int
	heads    []string
	froms    []place
	byHead   map[string]int
	cells    []map[int]string
	places   []map[int]place
}

// isBound reports whether a line of isofront's own says what is served at least.
func (f *longForm) isBound(r Row) bool {
	return f.state >= 0 && r.Cells[f.state] == iso.AtLeast.String()
}

// aboutOf is what a line is about.
func (f *longForm) aboutOf(r Row) (a about) {
	for i, to := range []*string{&a.model, &a.workload, &a.axis, &a.percentile} {
		if k := f.about[i]; k >= 0 && (i < 2 || f.own()) {
			*to = r.Cells[k]
		}
	}
	if a.workload == "" && f.isl >= 0 && f.osl >= 0 {
		a.workload = r.Cells[f.isl] + "/" + r.Cells[f.osl]
	}
	return a
}

// tableOf is the table of a line, by what the line is about; nil of one too many.
func (f *longForm) tableOf(all *[]*wideTable, r Row) *wideTable {
	a := f.aboutOf(r)
	for _, w := range *all {
		if w.about == a {
			return w
		}
	}
	if len(*all) == MaxTables {
		return nil
	}
	w := &wideTable{about: a, byRow: map[string][]int{}, byHead: map[string]int{}}
	*all = append(*all, w)
	return w
}

// column is the index of a head; ok is false of one too many.
func (w *wideTable) column(head string, from place) (k int, ok bool) {
	k, there := w.byHead[head]
	if !there {
		k = len(w.heads)
		w.byHead[head] = k
		w.heads, w.froms = append(w.heads, head), append(w.froms, from)
	}
	return k, k+1 < MaxColumns
}

// row is the first of a target that holds nothing in a column yet.
func (w *wideTable) row(target string, column int, from place) int {
	for _, i := range w.byRow[target] {
		if _, taken := w.cells[i][column]; !taken {
			return i
		}
	}
	i := len(w.rows)
	w.rows, w.at = append(w.rows, target), append(w.at, from)
	w.byRow[target] = append(w.byRow[target], i)
	w.cells, w.places = append(w.cells, map[int]string{}), append(w.places, map[int]place{})
	return i
}

func (w *wideTable) grid(g *Grid, target int) Grid {
	out := Grid{Form: g.Form, Line: g.Line, Caption: g.Caption, Layout: Long, about: w.about, said: w.said, measured: w.measured}
	if out.Caption == "" && w.model != "" {
		out.Caption = w.model + ", " + w.workload
	}
	out.Head = append([]string{g.Head[target]}, w.heads...)
	out.from = append(out.from, append([]place{{0, target + 1, g.Line}}, w.froms...))
	for i, t := range w.rows {
		row, from := Row{Cells: []string{t}}, []place{w.at[i]}
		for k := range w.heads {
			row.Cells = append(row.Cells, w.cells[i][k])
			from = append(from, w.places[i][k])
		}
		out.Rows, out.from = append(out.Rows, row), append(out.from, from)
	}
	return out
}
