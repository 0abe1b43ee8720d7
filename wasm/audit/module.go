package audit

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
	"github.com/isofront/isofront/wasm/exchange"
)

const (
	// maxCells bounds a table, and all those that are tried for one to begin with,
	// so that a page does not stand still for longer than a second or two: the
	// command line takes larger ones.
	maxCells = 20_000
	// maxPacked bounds a packed file.
	maxPacked = 256 << 20
)

// module is the state behind the exports: the packed files that were opened, and
// the last text with what was found in it.
type module struct {
	exchange.Exchange

	packed []byte // of a file that comes in pieces
	over   bool   // it is larger than maxPacked
	engine *query.Engine

	tables *tables // of the last text that could be read
	last   *found
}

// tables is a text's, kept with it as they are once they were read and turned.
type tables struct {
	text   string
	grids  []audit.Grid
	turned map[int][]audit.Grid // by index: the one, or none where it cannot be turned
	first  int                  // the number of the one to begin with
	series string               // those that first was found against
	// What each says by itself, nil where it was not read yet, under the query of key.
	verdicts []*verdict
	key      string
}

// found is what was found in a text.
type found struct {
	text   string
	turned bool // the table on show has rows and columns exchanged
	sel    *query.Selection
	tables *tables
	grids  []audit.Grid // as they are on show
	audit  *wire.Audit  // of one table
	taken  []string     // what the text says that it was made with, in words
	sheet  string       // the date of a price sheet under which it differs less
	opened *wire.AuditOpened
	// verdicts are of all tables, that on show as it is set.
	verdicts []verdict
}

// open takes a piece of a packed file and opens the whole with its last.
func (m *module) open(n int, more bool) (problem string) {
	defer m.caught(&problem)
	piece := m.Filled(n)
	if m.over = m.over || len(m.packed)+len(piece) > maxPacked; !m.over {
		m.packed = append(m.packed, piece...)
	}
	if more {
		return ""
	}
	file, over := m.packed, m.over
	m.packed, m.over = nil, false
	if over {
		return "larger than 256 MiB"
	}
	if m.engine == nil {
		m.engine = query.New()
	}
	if _, err := m.engine.Open(file); err != nil {
		return err.Error()
	}
	return ""
}

// Replies of ask begin with one of these and separator.
const (
	repliesNeeds   = "needs"   // a packed file to be opened first: the index for "", else a bundle
	repliesProblem = "problem" // in words
	repliesReport  = "report"  // HTML
	separator      = "\x1e"
)

// ask checks a text under settings. What it replies is the whole of it: nothing
// of the last text stays when this one cannot be used.
func (m *module) ask(settings, text string) (reply string) {
	problem := ""
	defer func() {
		if problem != "" {
			reply = repliesProblem + separator + problem
		}
	}()
	defer m.caught(&problem)
	m.last = nil
	a, err := readAsk(settings)
	if err != nil {
		problem = err.Error()
		return ""
	}
	if m.engine == nil || m.engine.Index() == nil {
		return repliesNeeds + separator
	}
	ref, err := m.engine.Resolve(a.query.Model, a.query.Workload)
	if err != nil {
		problem = err.Error()
		return ""
	}
	if !m.engine.Loaded(ref) {
		return repliesNeeds + separator + ref.File
	}
	sel, err := m.engine.Select(&a.query)
	if err != nil {
		problem = err.Error()
		return ""
	}
	if m.tables == nil || m.tables.text != text {
		m.tables = nil
		grids, err := audit.Parse([]byte(text))
		if err != nil {
			problem = err.Error()
			return ""
		}
		m.tables = &tables{text: text, grids: grids, turned: map[int][]audit.Grid{}}
	}
	if a.options.Table > len(m.tables.grids) { // what was said was said of another text
		a = &ask{query: a.query, options: audit.Options{Lenient: true}}
	}
	f := &found{text: text, sel: sel, tables: m.tables, grids: m.tables.grids}
	if a.options.Table == 0 {
		a.options.Table = f.first()
	}
	a.leaveOpen()
	asked := a.query
	var taken []string
	if sel, taken, err = audit.Taken(m.engine, &a.query, text, f.grids, &a.options); err != nil {
		problem = err.Error()
		return ""
	}
	f.sel = sel
	if g := f.grids[a.options.Table-1]; size(&g) > maxCells {
		problem = fmt.Sprintf("table %d has %d rows of %d columns, more than the %d cells that a page checks; the isofront command checks it", a.options.Table, len(g.Rows), len(g.Head), maxCells)
		return ""
	}
	f.turn(a)
	f.opened = audit.Open(f.grids, sel, a.options)
	if f.audit, err = audit.Check(f.grids, sel, a.options); err == nil {
		f.sheet = audit.TrySheets(m.engine, a.query, text, f.grids, a.options, f.audit)
		audit.Explain(m.engine.Index(), f.audit, f.sheet)
	}
	if err != nil {
		problem = err.Error()
		return ""
	}
	f.taken = taken
	f.audit.Warnings = append(slices.Clone(taken), f.audit.Warnings...) // the last stays that of a sheet
	f.others(m.engine, asked)
	if i := a.options.Table - 1; f.turned { // as it is now, once it was read
		m.tables.turned[i][0] = f.grids[i]
	}
	m.last = f
	return repliesReport + separator + f.html(m.engine, a.findings)
}

func size(g *audit.Grid) int { return len(g.Rows) * len(g.Head) }

// first is the table to begin with, by its number: the first that can be read
// against the series, turned or not, else the first. Tables are tried up to
// maxCells cells in all, one that was tried turned counting twice.
func (f *found) first() int {
	series := f.sel.Model + "\n" + f.sel.Workload + "\n" + string(f.sel.Axis) + "\n" + string(f.sel.Tokens) + "\n" + strconv.Itoa(f.sel.Percentile) + "\n"
	for i := range f.sel.Series {
		series += f.sel.Series[i].Name + "\n"
	}
	if t := f.tables; t.first == 0 || t.series != series {
		t.first, t.series = f.readableTable(), series
	}
	return f.tables.first
}

func (f *found) readableTable() int {
	left := maxCells
	for i := range f.grids {
		cells := size(&f.grids[i])
		if left -= cells; left < 0 {
			left += cells
			continue
		}
		if f.readable(f.grids[i : i+1]) {
			return i + 1
		}
		if left -= cells; left < 0 {
			left += cells
			continue
		}
		if f.readable(f.tables.turn(i)) {
			return i + 1
		}
	}
	return 1
}

// readable reports whether the one table of a slice can be read. It is the slice
// that is kept: a copy of its table would be read anew each time.
func (f *found) readable(one []audit.Grid) bool { return readable(f.sel, one) }

func readable(sel *query.Selection, one []audit.Grid) bool {
	return len(one) == 1 && audit.Readable(&audit.Open(one, sel, audit.Options{}).Tables[0])
}

// turn is a table turned, alone, or nothing where it cannot be.
func (t *tables) turn(i int) []audit.Grid {
	one, there := t.turned[i]
	if !there {
		if g, err := t.grids[i].Turn(); err == nil {
			one = []audit.Grid{g}
		}
		t.turned[i] = one
	}
	return one
}

// turn turns the table on show where that was said, or where it can be read only
// so. A table that cannot be turned stays.
func (f *found) turn(a *ask) {
	if a.turned == "off" {
		return
	}
	i := a.options.Table - 1
	turned := f.tables.turn(i)
	if len(turned) == 0 || a.turned != "on" && (f.readable(f.grids[i:i+1]) || !f.readable(turned)) {
		return
	}
	f.turned = true
	f.grids = append([]audit.Grid(nil), f.grids...)
	f.grids[i] = turned[0]
}

// The formats of export.
const (
	asMarkdown = iota
	asCSV
)

func (m *module) export(format int) string {
	switch {
	case m.last == nil:
		return ""
	case format == asMarkdown:
		return audit.ReportMarkdown(m.last.audit, m.last.grids)
	case format == asCSV:
		return audit.ReportCSV(m.last.audit)
	}
	return ""
}

// caught turns a panic into words: one odd text must not cost the page its
// module.
func (m *module) caught(problem *string) {
	if p := recover(); p != nil {
		*problem = fmt.Sprintf("a fault in isofront (%v)", p)
	}
}
