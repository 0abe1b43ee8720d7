package audit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Options say how a document is to be read.
type Options struct {
	Columns      []Column // what columns hold; the others are proposed from their heads
	TargetColumn string   // head or #N; "": the one that its head or its cells show to be it
	TargetNumber int      // 1-based: the column of targets, whatever its head; 0: TargetColumn
	Table        int      // 1-based: only this table of the document; 0: all
	Lenient      bool     // a column that is ambiguous is left out with its reason, and no table is an error: see Open

	// Own is what a table is checked with, by its number, where its prices and powers are
	// not those of the selection: see Taken. The series are the same.
	Own map[int]*query.Selection
}

// hair is what decimal rounding is allowed to lose in float64, relative.
const hair = 1e-9

// Check reads every cell of the tables that has a series and says whether it
// agrees with what the series' knots give at the row's target.
//
// A published number agrees when it is within half a unit of its last printed
// digit of the expected value. A *query.Fault says what is missing when a column
// is ambiguous, an option names nothing, or no column could be mapped.
func Check(grids []Grid, sel *query.Selection, o Options) (*wire.Audit, error) {
	if o.Table < 0 || o.Table > len(grids) {
		return nil, usage("table %d: the document holds %d", o.Table, len(grids))
	}
	a := &wire.Audit{
		Model: sel.Model, Workload: sel.Workload, Axis: string(sel.Axis), Percentile: sel.Percentile,
		Tokens: sel.Counted(), Prices: sel.Prices(), Warnings: append([]string{}, sel.Warnings...), Tables: []wire.AuditTable{},
	}
	p := newPlanner(sel, &o, grids)
	c := &checker{sel: sel, audit: a}
	only := len(grids) == 1 || o.Table > 0
	checked := false
	var skipped []*plan
	for i := range grids {
		if o.Table > 0 && o.Table != i+1 {
			continue
		}
		g := &grids[i]
		plan, err := p.plan(g, only)
		if err != nil {
			return nil, err
		}
		if checked = checked || len(plan.columns) > 0; plan.skipped != "" {
			skipped = append(skipped, plan)
		}
		if c.sel = sel; o.Own[i+1] != nil {
			c.sel = o.Own[i+1]
		}
		a.Tables = append(a.Tables, c.table(i+1, g, plan))
	}
	if n := c.summaries - mostFaults; n > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%d more rows are not checked: each is of several rows", n))
	}
	if o.Lenient {
		return a, nil
	}
	for i, used := range p.used {
		if !used {
			return nil, usage("column %q: no table has it; there are %s", o.Columns[i].Head, allHeads(grids, o.Table))
		}
	}
	if !checked {
		flags, all := curesText(skipped)
		turn := ""
		if p.rowsAreSystems(grids, o.Table) {
			turn, all = "; if its rows are systems, --turn reads it so", all && flags != ""
		}
		switch {
		case !slices.ContainsFunc(a.Tables, func(t wire.AuditTable) bool { return t.Skipped != noRows && grids[t.Number-1].Refused == "" }):
			return nil, usage("nothing could be checked (%s)", reasons(a.Tables))
		case all && flags != "":
			return nil, usage("nothing could be checked (%s): say %s%s; there are the columns %s", reasons(a.Tables), flags, turn, allHeads(grids, o.Table))
		case all && len(skipped) > 0:
			return nil, usage("nothing could be checked (%s)", reasons(a.Tables))
		case flags != "":
			flags = ", or " + flags
		}
		return nil, usage("no column could be mapped to a series (%s): say --column HEAD=GLOB for one of %s%s; the series are %s%s",
			reasons(a.Tables), allHeads(grids, o.Table), flags, strings.Join(p.names, ", "), turn)
	}
	return a, nil
}

// rowsAreSystems reports whether rows of a table, but for its head, begin with
// names of series.
func (p *planner) rowsAreSystems(grids []Grid, only int) bool {
	for i := range grids {
		if only > 0 && only != i+1 {
			continue
		}
		for _, r := range grids[i].Rows[:min(len(grids[i].Rows), 20)] {
			if len(p.propose(r.Cells[0])) > 0 {
				return true
			}
		}
	}
	return false
}

func reasons(tables []wire.AuditTable) string {
	var out []string
	for _, t := range tables {
		out = append(out, fmt.Sprintf("table %d: %s", t.Number, t.Skipped))
		if len(out) == 4 && len(tables) > 4 {
			return strings.Join(append(out, "..."), "; ")
		}
	}
	return strings.Join(out, "; ")
}

func allHeads(grids []Grid, only int) string {
	var out []string
	for i := range grids {
		if (only == 0 || only == i+1) && grids[i].Refused == "" {
			out = append(out, heads(&grids[i]))
		}
		if len(out) == 4 && len(grids) > 4 {
			out = append(out, "...")
			break
		}
	}
	return strings.Join(out, "; ")
}

type checker struct {
	sel   *query.Selection
	own   bool // the table is isofront's
	audit *wire.Audit

	summaries int // rows that sum others up
}

func (c *checker) frontier(series int) *iso.Frontier { return c.sel.Frontiers()[series] }

func (c *checker) table(number int, g *Grid, p *plan) wire.AuditTable {
	t := wire.AuditTable{
		Number: number, Form: g.Form, Line: g.Line, Caption: g.Caption, Layout: g.Layout, TargetColumn: p.target + 1, Skipped: p.skipped,
		Columns: []wire.AuditColumn{}, Unchecked: p.skips, Cells: []wire.AuditCell{}, Identities: []wire.AuditIdentity{},
	}
	if t.Unchecked == nil {
		t.Unchecked = []wire.AuditSkip{}
	}
	if p.target >= 0 {
		t.TargetHead = g.Head[p.target]
	}
	for _, m := range p.columns {
		s := &c.sel.Series[m.series]
		column := wire.AuditColumn{
			Column: m.at + 1, Head: g.Head[m.at], Series: s.Name, Quantity: string(m.unit.quantity), Proposed: m.proposed, UsdPerGPUHour: number12(s.Price), KwPerGPU: number12(s.Kw),
		}
		if m.ratio {
			column.Over, column.OverUsdPerGPUHour = c.sel.Series[m.over].Name, number12(c.sel.Series[m.over].Price)
		}
		t.Columns = append(t.Columns, column)
	}
	if len(p.columns) == 0 {
		return t
	}
	head := strings.ToLower(g.Head[p.target])
	unitOf := head
	if c.sel.Axis.Unit() != "s" { // milliseconds there are of something else
		unitOf = ""
	}
	if w := axisWords(head, c.sel.Axis); w != "" {
		c.audit.Warnings = append(c.audit.Warnings, fmt.Sprintf("table %d: %s", number, w))
	}
	c.own = g.isOwn()
	decimal := g.decimal()
	c.audit.Warnings = append(c.audit.Warnings, p.commas(number, g)...)
	for i, r := range g.Rows {
		if r.Merged {
			continue
		}
		text, clear, _ := decimal.read(p.target, r.Cells[p.target])
		target, unit, why := readTarget(text, unitOf)
		if why == "" {
			why = otherAxis(unit, c.sel.Axis)
		}
		if !clear {
			why = "its comma or point is not clear"
		}
		if why != "" && isNoteRow(r.Cells) {
			continue
		}
		if why != "" && isSummary(r.Cells[p.target]) {
			if c.summaries++; c.summaries <= mostFaults {
				at := g.place(i+1, p.target+1)
				c.audit.Warnings = append(c.audit.Warnings, fmt.Sprintf("table %d: %s%s is not checked: it is of several rows", number, line(at.line), quote(r.Cells[p.target])))
			}
			continue
		}
		var read []Published
		for _, m := range p.columns {
			var pub Published
			if m.ratio {
				pub = ReadRatio(decimal.text(m.at, r.Cells[m.at]))
			} else {
				pub = g.cell(i, m.at).in(m.unit)
			}
			if !c.own { // isofront's own ~ is of how a value was read, not of its digits
				pub.Half = max(pub.Half, pub.about)
			}
			at := g.place(i+1, m.at+1)
			cell := wire.AuditCell{
				Row: at.row, Line: at.line, Column: at.column, LaidOut: [2]int{i + 1, m.at + 1}, Head: g.Head[m.at], Series: c.sel.Series[m.series].Name,
				Quantity: string(m.unit.quantity), Text: r.Cells[m.at],
			}
			switch {
			case pub.Kind == Blank:
				cell.State = wire.AuditBlank
				if why == "" {
					cell.Target = ptr(target)
				}
			case why != "":
				cell.State, cell.Why = wire.AuditUnreadable, fmt.Sprintf("target %q: %s", r.Cells[p.target], why)
			case m.ratio:
				c.judgeRatio(&cell, pub, m, target)
			default:
				c.judge(&cell, pub, m, target)
			}
			if cell.State == wire.AuditUnreadable {
				pub.Kind = Unreadable // it fits nothing beside it either
			}
			read = append(read, pub)
			c.count(cell.State)
			t.Cells = append(t.Cells, cell)
		}
		if why == "" {
			t.Identities = append(t.Identities, c.identities(g, i+1, target, p.columns, read)...)
		}
	}
	c.audit.Counts.BreaksIdentity += len(t.Identities)
	return t
}

// in brings a cell to its column's quantity. A cell that names another is not
// readable there.
func (p Published) in(u unit) Published {
	if p.Kind != Number {
		return p
	}
	if p.scaled && u.quantity == render.Cost && p.unit.quantity == render.Cost && !p.named {
		return unreadable("a cost in k or M, which may be what it is per")
	}
	f := u.factor
	if p.scaled && f > 1 { // k under a head in thousands is said twice
		f = 1
	}
	if p.unit.quantity != "" {
		if p.unit.quantity != u.quantity {
			return unreadable(fmt.Sprintf("a value of %s in a column of %s", p.unit.quantity, u.quantity))
		}
		if p.named { // what a cell says of itself holds, whatever its head says of all
			f = p.unit.factor
		}
	}
	p.Value, p.Half, p.about = p.Value*f, p.Half*f, p.about*f
	p.by = f
	return p
}

// judge compares one published cell with what the measured points give.
func (c *checker) judge(cell *wire.AuditCell, pub Published, m mapped, target float64) {
	s, f := &c.sel.Series[m.series], c.frontier(m.series)
	q := m.unit.quantity
	got := iso.ReadCells(s, f, []float64{target}, iso.Strict)[0]
	if v, ok := pub.served(q, func(text string) Published { return ReadCell(text).in(m.unit) }); ok && got.Reading.State == iso.Below {
		at := iso.ReadCells(s, f, []float64{target}, iso.ServeSlowest)[0]
		if want, known := q.Of(&at).Get(); c.own || known && v.fits(want) { // another's may be a bound and no more
			pub, got = v, at
		}
	}
	cell.Target, cell.Reading, cell.Directional = ptr(target), got.Reading.State.String(), got.Reading.Directional
	cell.Knots = knots(s, got.Reading)
	if pub.bound != "" && pub.Kind == Unreadable {
		if pub = c.bounded(cell, pub, m, f, got); cell.State != "" {
			return
		}
	}
	if pub.span != nil {
		lo, hi := pub.span[0].in(m.unit), pub.span[1].in(m.unit)
		switch want, ok := q.Of(&got).Get(); {
		case !got.Reading.State.Reachable():
			cell.State, cell.Why = wire.AuditOutside, c.outside(f, s, got.Reading)
			return
		case ok && lo.Kind == Number && hi.Kind == Number:
			cell.Throughput = number12(got.Throughput())
			judgeSpan(cell, lo, hi, want, Short(want))
			return
		}
	}
	if pub.infinite {
		pub = unreadable("infinite, which no such value is")
	}
	if pub.Kind == Unreadable {
		cell.State, cell.Why = wire.AuditUnreadable, pub.Why
		return
	}
	if pub.Kind == Number {
		cell.Published, cell.HalfUnit = ptr(pub.Value), ptr(pub.Half)
	}
	expected := q.Of(&got)
	cell.Expected, cell.Throughput = number12(expected), number12(got.Throughput())
	reach := got.Reading.State.Reachable()
	want, priced := expected.Get()
	switch {
	case !reach && pub.Kind == Absent && (!c.own || fitsEnd(cell.Text, s, got.Reading)):
		cell.State = wire.AuditUnreachable
	case !reach:
		cell.State, cell.Why = wire.AuditOutside, c.outside(f, s, got.Reading)
	case !priced:
		cell.State, cell.Why = wire.AuditUnpriced, "no price is known for "+s.Hardware
		if q == render.Energy || q == render.PerMW {
			cell.Why = "no power is known for " + s.Hardware
		}
	case pub.Kind == Absent:
		cell.State = wire.AuditMissing
		cell.Why = fmt.Sprintf("the measured points do reach it: %s", Short(want))
	default:
		compare(cell, pub, want)
		if v, ok := splined(s, f, q, target).Get(); ok && cell.State == wire.AuditDiffers && math.Abs(pub.Value-v) <= pub.Half+hair*v {
			cell.Splined = ptr(v)
			cell.Why += "; a curve through the costs of the measured points gives " + render.Significant(v, 4)
		}
	}
}

// outside says which end of the frontier a target lies beyond.
func (c *checker) outside(f *iso.Frontier, s *iso.Series, r iso.Reading) string {
	if r.State == iso.NotMeasured || r.Lo < 0 {
		return "the series has no eligible points"
	}
	k := &s.Points[r.Lo]
	x, _ := k.X.Get()
	end, than := "fastest", "faster"
	if r.State == iso.Below {
		end, than = "slowest", "slower"
	}
	at := ""
	if k.Concurrency > 0 {
		at = fmt.Sprintf("concurrency %d", k.Concurrency)
	}
	if k.Recipe != "" {
		at = strings.TrimPrefix(at+", "+k.Recipe, ", ")
	}
	if at != "" { // data may give neither
		at = " (" + at + ")"
	}
	return fmt.Sprintf("%s than anything measured: the %s measured point is %s %s%s", than, end, Short(x), f.Axis.Unit(), at)
}

func (c *checker) count(state string) {
	n := &c.audit.Counts
	n.Cells++
	switch state {
	case wire.AuditAgrees:
		n.Agrees++
	case wire.AuditUnreachable:
		n.Unreachable++
	case wire.AuditUnpriced:
		n.Unpriced++
	case wire.AuditBlank:
		n.Blank++
	case wire.AuditDiffers:
		n.Differs++
		n.Findings++
	case wire.AuditOutside:
		n.Outside++
		n.Findings++
	case wire.AuditMissing:
		n.Missing++
		n.Findings++
	case wire.AuditUnreadable:
		n.Unreadable++
		n.Findings++
	}
}

// knots are the measured points that a reading rests on, or the end of the
// frontier that a target lies beyond.
func knots(s *iso.Series, r iso.Reading) []wire.Knot {
	if r.Lo < 0 {
		return nil
	}
	out := []wire.Knot{knot(&s.Points[r.Lo])}
	if r.Hi != r.Lo {
		out = append(out, knot(&s.Points[r.Hi]))
	}
	return out
}

func knot(p *iso.Point) wire.Knot {
	x, _ := p.X.Get()
	y, _ := p.Y.Get()
	k := wire.Knot{X: query.Round12(x), Y: query.Round12(y), Concurrency: p.Concurrency, Recipe: p.Recipe, TTFT: number12(p.TTFT), E2EL: number12(p.E2EL)}
	for to, text := range map[**string]string{&k.MeasuredOn: p.MeasuredOn, &k.Run: p.Run, &k.Source: p.Source} {
		if text != "" {
			*to = &text
		}
	}
	return k
}

func number12(v opt.Float) *float64 { return v.Map(query.Round12).Ptr() }

func ptr(v float64) *float64 { return number12(opt.Of(v)) }

// Short writes a value for reading, with 8 significant digits at most.
func Short(v float64) string { return strconv.FormatFloat(v, 'g', 8, 64) }

func percent(v float64) string { return strconv.FormatFloat(100*v, 'g', 3, 64) + "%" }

func signed(s string) string {
	if strings.HasPrefix(s, "-") {
		return s
	}
	return "+" + s
}
