package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Column says what a column holds. Head is a column's head, letter case and
// spaces aside, or #N for the N-th column; Number, where it is above 0, is the
// column whatever its head. Glob must match one series; "" leaves it to the words
// of the head. Quantity "" leaves it to the head, the cells and the caption. With
// Ratio, Over, or a Quantity of Ratios, it is a ratio of that series over another. Skip
// leaves the column out.
type Column struct {
	Head     string
	Number   int
	Glob     string
	Over     string
	Ratio    bool
	Quantity render.Quantity
	Skip     bool
}

// QuantityList names what a column can hold, for help and errors.
func QuantityList() string {
	var out []string
	for _, q := range render.Quantities {
		out = append(out, string(q))
	}
	for _, q := range Ratios {
		out = append(out, "GLOB over GLOB:"+string(q))
	}
	return strings.Join(out, ", ")
}

// ParseColumn reads HEAD=GLOB, HEAD=GLOB:QUANTITY, HEAD=:QUANTITY, HEAD=GLOB over
// GLOB:QUANTITY and HEAD=- (not to be checked). The last = divides, so a head may hold one.
func ParseColumn(s string) (Column, error) {
	i := strings.LastIndexByte(s, '=')
	if i < 0 || strings.TrimSpace(s[:i]) == "" {
		return Column{}, usage("column %q: want HEAD=GLOB, HEAD=GLOB:cost or HEAD=GLOB:throughput", s)
	}
	c := Column{Head: strings.TrimSpace(s[:i]), Glob: strings.TrimSpace(s[i+1:])}
	if c.Glob == "-" {
		return Column{Head: c.Head, Skip: true}, nil
	}
	if k := strings.LastIndexByte(c.Glob, ':'); k >= 0 {
		q := render.Quantity(strings.ToLower(strings.TrimSpace(c.Glob[k+1:])))
		if !slices.Contains(render.Quantities, q) && !IsRatio(q) {
			return Column{}, usage("column %q: quantity %q: want %s", s, c.Glob[k+1:], QuantityList())
		}
		c.Glob, c.Quantity = strings.TrimSpace(c.Glob[:k]), q
	}
	if err := c.parseOver(); err != nil {
		return Column{}, err
	}
	if c.Glob == "" && c.Quantity == "" {
		return Column{}, usage("column %q: names neither a series nor a quantity", s)
	}
	return c, nil
}

func usage(format string, args ...any) error {
	return &query.Fault{Kind: query.KindUsage, Message: fmt.Sprintf(format, args...)}
}

// bare is a head for comparison: one case, single spaces, no emphasis.
func bare(head string) string {
	return strings.ToLower(strings.Trim(clean(head), "*_` "))
}

// find returns the columns of a table that a name means, as indices.
func find(g *Grid, name string) []int {
	var out []int
	for i, h := range g.Head {
		if bare(h) == bare(name) {
			out = append(out, i)
		}
	}
	if len(out) == 0 && strings.HasPrefix(name, "#") {
		if n, err := strconv.Atoi(name[1:]); err == nil && n >= 1 && n <= len(g.Head) {
			out = []int{n - 1}
		}
	}
	return out
}

// in finds the columns of a table that are meant, as indices.
func (c *Column) in(g *Grid) []int {
	switch {
	case c.Number == 0:
		return find(g, c.Head)
	case c.Number <= len(g.Head):
		return []int{c.Number - 1}
	}
	return nil
}

// mapped is a column that will be checked.
type mapped struct {
	at       int // index
	series   int
	unit     unit
	proposed bool
	ratio    bool // of series over this one:
	over     int
}

// plan is how one table is read.
type plan struct {
	target  int
	columns []mapped
	skips   []wire.AuditSkip
	skipped string           // why nothing of the table is checked
	open    map[int]question // by index: what is to be said of a column
}

// question is what has to be said of a column before it can be checked.
type question struct {
	why   string
	could []int // the series that it can mean, where it can mean several
	unit  unit  // what is known of it
	ratio bool  // a ratio of two series, -1 for one that is not known:
	of    int
	over  int
	fault error // the same to whoever asked for a check
}

// planner maps tables to a selection's series.
type planner struct {
	sel    *query.Selection
	opt    *Options
	labels [][]string // words of every series' label
	names  []string
	own    [][]string       // words of every series' framework
	fit    map[string][]int // what propose found for a head
	used   []bool           // by Options.Columns: found in some table
}

func newPlanner(sel *query.Selection, opt *Options) *planner {
	p := &planner{sel: sel, opt: opt, fit: map[string][]int{}, used: make([]bool, len(opt.Columns))}
	for i := range sel.Series {
		p.names = append(p.names, sel.Series[i].Name)
		p.labels = append(p.labels, headWords(render.Label(&sel.Series[i])))
		p.own = append(p.own, headWords(sel.Series[i].Framework))
	}
	return p
}

// plan maps one table. The error is about what was asked; a table that is not
// about these series is skipped with a reason.
func (p *planner) plan(g *Grid, only bool) (*plan, error) {
	if p.opt.Lenient {
		return p.lenient(g), nil
	}
	out := &plan{}
	said := make([]Column, len(g.Head))
	explicit := make([]bool, len(g.Head))
	named := false
	for i, c := range p.opt.Columns {
		at := c.in(g)
		if len(at) == 0 {
			continue
		}
		if strings.HasPrefix(c.Head, "#") && !only && bare(g.Head[at[0]]) != bare(c.Head) {
			return nil, usage("column %q: the document holds several tables; choose one", c.Head)
		}
		if len(at) > 1 {
			return nil, usage("column %q: the table at line %d has %d of that head; say #%d or #%d", c.Head, g.Line, len(at), at[0]+1, at[1]+1)
		}
		if explicit[at[0]] {
			return nil, usage("column %q: given twice", c.Head)
		}
		said[at[0]], explicit[at[0]], p.used[i] = c, true, true
		named = named || !c.Skip
	}
	if p.opt.TargetColumn != "" {
		at := find(g, p.opt.TargetColumn)
		switch {
		case len(at) == 1:
			out.target = at[0]
		case len(at) > 1:
			return nil, usage("target column %q: the table at line %d has %d of that head; say #%d", p.opt.TargetColumn, g.Line, len(at), at[0]+1)
		case named || only:
			return nil, usage("target column %q: the table at line %d has no such column; it has %s", p.opt.TargetColumn, g.Line, heads(g))
		default:
			out.skipped = fmt.Sprintf("no column %q", p.opt.TargetColumn)
			return out, nil
		}
	} else {
		out.target = p.guessTarget(g, said)
	}
	if !g.hasTargets(out.target) {
		why := fmt.Sprintf("column %q holds no targets", g.Head[out.target])
		if named {
			return nil, usage("the table at line %d: %s; name the column of targets", g.Line, why)
		}
		out.skipped = why
		return out, nil
	}
	for i := range g.Head {
		if i == out.target {
			continue
		}
		m, why, ask := p.column(g, i, said[i])
		if ask != nil {
			return nil, ask.fault
		}
		if why != "" {
			out.skips = append(out.skips, wire.AuditSkip{Column: i + 1, Head: g.Head[i], Why: why})
			continue
		}
		out.columns = append(out.columns, m)
	}
	if len(out.columns) == 0 {
		out.skipped = "no column names one of the series"
	}
	return out, nil
}

// hasTargets reports whether a column holds a target, by its index.
func (g *Grid) hasTargets(at int) bool {
	if g.targets == nil {
		g.targets = make([]int8, len(g.Head))
	}
	if g.targets[at] == 0 {
		g.targets[at] = -1
		for _, r := range g.Rows {
			if _, why := readTarget(r.Cells[at], ""); why == "" {
				g.targets[at] = 1
				break
			}
		}
	}
	return g.targets[at] > 0
}

func heads(g *Grid) string {
	var out []string
	for _, h := range g.Head {
		out = append(out, strconv.Quote(h))
	}
	return strings.Join(out, ", ")
}

// column maps one column, or says why it is left out, or what is to be said of it
// first.
func (p *planner) column(g *Grid, at int, c Column) (m mapped, why string, ask *question) {
	head := g.Head[at]
	if c.Skip {
		return m, "left out as asked", nil
	}
	m.at = at
	if c.Ratio || c.Over != "" || IsRatio(c.Quantity) {
		m, ask = p.ratio(g, at, c)
		return m, "", ask
	}
	if c.Glob != "" {
		var err error
		if m.series, err = p.glob(c); err != nil {
			return m, "", &question{why: "no series is called " + c.Glob, fault: err}
		}
	} else {
		if c.Quantity == "" {
			if why := notValues(g, at); why != "" {
				// What its head says wholly is checked; else it is left out.
				if isRatioColumn(why) {
					if r, ask := p.ratio(g, at, c); ask == nil {
						return r, "", nil
					}
				}
				return m, why, nil
			}
			if why := p.otherUnit(head); why != "" {
				return m, why, nil
			}
			if _, ok, _ := recognise(head); !ok && otherWords.MatchString(strings.ToLower(head)) {
				return m, "its head names no quantity that is checked", nil
			}
		}
		known, _ := p.columnUnit(g, at, c.Quantity)
		fits := p.propose(head)
		switch {
		case len(fits) == 0 && c.Quantity != "":
			return m, "", &question{why: "its head names none of the series", unit: known,
				fault: usage("column %q: its head names none of %s; say %s=GLOB", head, strings.Join(p.names, ", "), head)}
		case len(fits) == 0:
			return m, "its head names none of the series", nil
		case len(fits) > 1:
			var names []string
			for _, k := range fits {
				names = append(names, p.names[k])
			}
			return m, "", &question{why: fmt.Sprintf("its head could mean %d series", len(fits)), could: fits, unit: known,
				fault: usage("column %q of the table at line %d: could be %s; say which with %s=GLOB, or %s=- to leave it out", head, g.Line, strings.Join(names, " or "), head, head)}
		}
		m.series, m.proposed = fits[0], true
	}
	if m.unit, why = p.columnUnit(g, at, c.Quantity); why != "" {
		return m, "", &question{why: why, could: []int{m.series},
			fault: usage("column %q of the table at line %d: %s; say %s=GLOB:cost or %s=GLOB:throughput", head, g.Line, why, head, head)}
	}
	return m, "", nil
}

func (p *planner) glob(c Column) (int, error) {
	found := -1
	var all []string
	for i, n := range p.names {
		if n == c.Glob {
			return i, nil
		}
		ok, err := query.Match(c.Glob, n)
		if err != nil {
			return 0, usage("column %q: series %q: not a valid pattern", c.Head, c.Glob)
		}
		if ok {
			found = i
			all = append(all, n)
		}
	}
	switch len(all) {
	case 0:
		return 0, usage("column %q: series %q: matches none of %s", c.Head, c.Glob, strings.Join(p.names, ", "))
	case 1:
		return found, nil
	}
	return 0, usage("column %q: series %q: must match one series, matches %s", c.Head, c.Glob, strings.Join(all, ", "))
}

const ratioInHead, ratioInCells = "its head names a ratio", "its cells are ratios"

func isRatioColumn(why string) bool { return why == ratioInHead || why == ratioInCells }

// notValues says why an unnamed column holds no quantity; "" when it may.
func notValues(g *Grid, at int) string {
	if ratioWords.MatchString(strings.ToLower(g.Head[at])) {
		return ratioInHead
	}
	numbers, ratios, words, absent := 0, 0, 0, 0
	for i := range g.Rows {
		switch c := g.cell(i, at); {
		case c.Kind == Number:
			numbers++
		case c.Kind == Absent:
			absent++
		case c.Ratio:
			ratios++
		case c.Kind == Unreadable:
			words++
		}
	}
	switch {
	case numbers == 0 && ratios > 0:
		return ratioInCells
	case numbers+absent == 0:
		return "its cells are not values"
	case numbers == 0 && words > 0:
		return "its cells are not values"
	}
	return ""
}

// columnUnit finds what a column holds: as given, from its head, from dollar
// signs or units in all its cells, or from the caption.
func (p *planner) columnUnit(g *Grid, at int, given render.Quantity) (u unit, why string) {
	fromHead, ok, both := recognise(g.Head[at])
	switch {
	case given != "" && ok && fromHead.quantity == given:
		return fromHead, "" // the head may carry a scale
	case given != "":
		return unit{given, 1}, ""
	}
	if why := p.otherUnit(g.Head[at]); why != "" {
		return u, why
	}
	switch {
	case both:
		return u, "its head names more than one quantity"
	case ok:
		return fromHead, ""
	}
	var inCells unit
	numbers, same := 0, true
	for i := range g.Rows {
		c := g.cell(i, at)
		if c.Kind != Number {
			continue
		}
		if numbers++; numbers == 1 {
			inCells = c.unit
		}
		same = same && c.unit == inCells
	}
	if numbers > 0 && same && inCells.quantity != "" {
		return inCells, ""
	}
	// A caption speaks of the columns that say nothing themselves.
	if u, ok, _ := recognise(g.Caption); ok && p.otherUnit(g.Caption) == "" {
		return u, ""
	}
	return unit{}, "nothing says whether it is cost or throughput"
}

// millis is the unit of a head, in whichever brackets.
var millis = regexp.MustCompile(`(?:^|[^a-z])(?:ms|msec|milliseconds?)(?:[^a-z]|$)`)

// readTarget reads a target cell. head carries a unit that the cell may lack.
func readTarget(text, head string) (float64, string) {
	s := strings.ToLower(clean(text))
	milli := millis.MatchString(strings.ToLower(head))
	for _, suffix := range targetUnits {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			milli = suffix == "ms" || suffix == "milliseconds"
			s = strings.TrimSpace(rest)
			break
		}
	}
	c := ReadCell(s)
	switch {
	case c.Kind == Blank:
		return 0, "no target"
	case c.Kind == Absent:
		return 0, "no target"
	case c.Kind == Unreadable:
		return 0, c.Why
	case c.unit != unit{}:
		return 0, "not a target"
	case !(c.Value > 0):
		return 0, "a target must be above 0"
	}
	if milli {
		return c.Value / 1000, ""
	}
	return c.Value, ""
}

var targetUnits = []string{"tok/s/user", "toks/s/user", "tokens/s/user", "tokens/sec/user", "tok/sec/user", "tok/s per user", "tps/user", "tok/s/u", "tok/s", "tps", "milliseconds", "ms", "seconds", "sec", "s"}

// axisWords warns when a target column's head speaks of another axis.
func axisWords(head string, axis iso.Axis) string {
	h := strings.ToLower(head)
	rate := strings.Contains(h, "/user") || strings.Contains(h, "interactivity")
	time := strings.Contains(h, "ttft") || strings.Contains(h, "latency") || strings.Contains(h, "e2el") || strings.Contains(h, "first token")
	if rate && axis.Unit() == "s" || time && axis.Unit() != "s" {
		return fmt.Sprintf("the column of targets is headed %q, but cells are read at equal %s", head, axis.Name())
	}
	return ""
}
