package audit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

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
	cures   []cure           // what would have it checked, where that is not to say what columns hold
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
	sel     *query.Selection
	opt     *Options
	labels  [][]string // words of every series' label
	names   []string
	own     [][]string       // words of every series' framework
	said    [][]string       // words of every series' name and label
	context []string         // once about was asked
	fit     map[string][]int // what propose found for a head
	grids   []Grid           // of the document
	beside  map[int]bool     // once besides was asked
	used    []bool           // by Options.Columns: found in some table
}

func newPlanner(sel *query.Selection, opt *Options, grids []Grid) *planner {
	p := &planner{grids: grids, sel: sel, opt: opt, fit: map[string][]int{}, used: make([]bool, len(opt.Columns))}
	for i := range sel.Series {
		p.names = append(p.names, sel.Series[i].Name)
		p.labels = append(p.labels, headWords(render.Label(&sel.Series[i])))
		p.own = append(p.own, headWords(sel.Series[i].Framework))
		p.said = append(p.said, append(headWords(sel.Series[i].Name), p.labels[i]...))
	}
	return p
}

// plan maps one table. The error is about what was asked; a table that is not
// about these series is skipped with a reason.
func (p *planner) plan(g *Grid, only bool) (*plan, error) {
	if p.opt.Lenient || g.Refused != "" {
		return p.lenient(g), nil
	}
	out := &plan{}
	if out.skipped, out.cures = first(p.elsewhere(g)); out.skipped != "" {
		return out, nil
	}
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
	}
	why := ""
	if p.opt.TargetColumn == "" {
		out.target, why = p.guessTarget(g, said)
	} else if !g.hasTargets(out.target, p.sel.Axis) {
		why = fmt.Sprintf("column %q holds no targets", g.Head[out.target])
	}
	switch {
	case why != "" && named:
		return nil, usage("the table at line %d: %s; name the column of targets with --target-column", g.Line, why)
	case why != "":
		out.skipped, out.cures = why, p.targetCure(g, out.target)
		return out, nil
	}
	for i := range g.Head {
		if i == out.target {
			continue
		}
		m, why, ask := p.column(g, i, said[i])
		if ask != nil && !only && !named {
			// One table that nobody spoke of does not keep the others from being checked.
			out.columns, out.skipped = nil, fmt.Sprintf("column %q: %s", g.Head[i], ask.why)
			return out, nil
		}
		if ask != nil {
			return nil, ask.fault
		}
		if why != "" {
			out.skips = append(out.skips, wire.AuditSkip{Column: i + 1, Head: g.Head[i], Why: why})
			continue
		}
		out.columns = append(out.columns, m)
	}
	p.ownRatios(g, out, said)
	p.ownSteps(g, out, said)
	if len(out.columns) == 0 {
		out.skipped, out.cures = "no column names one of the series", p.datesCure(g)
		for _, skip := range out.skips { // or one does, and holds nothing to check
			if skip.Why == stepUnclear || len(p.propose(skip.Head)) > 0 {
				out.skipped, out.cures = fmt.Sprintf("column %q: %s", skip.Head, skip.Why), p.headCures(skip.Head+" "+g.Caption)
				break
			}
		}
	}
	return out, nil
}

// refused is the plan of a table beyond a limit, for which nothing can be said.
func refused(g *Grid) *plan { return &plan{target: -1, skipped: g.Refused, cures: []cure{{}}} }

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
				fault: usage("column %q: its head names none of %s; say --column '%s=GLOB'", head, strings.Join(p.names, ", "), head)}
		case len(fits) == 0:
			return m, "its head names none of the series", nil
		case len(fits) > 1:
			var names []string
			for _, k := range fits {
				names = append(names, p.names[k])
			}
			return m, "", &question{why: fmt.Sprintf("its head could mean %d series", len(fits)), could: fits, unit: known,
				fault: usage("column %q of the table at line %d: could be %s; say which with --column '%s=GLOB', or leave it out with --column '%s=-'", head, g.Line, strings.Join(names, " or "), head, head)}
		}
		m.series, m.proposed = fits[0], true
		if c.Quantity == "" {
			if why := p.unknownIn(head, false, fits[0]); why != "" {
				return m, why, nil
			}
			// What a head leaves unsaid is in its caption, other units too.
			_, ok, both := recognise(head)
			if !ok && !both {
				if why := p.captionUnit(g.Caption); why != "" {
					return m, strings.Replace(why, "its head", "the caption", 1), nil
				}
			}
			if why := p.captionChanges(g, at, fits[0], !ok && !both); why != "" {
				return m, why, nil
			}
		}
	}
	if m.unit, why = p.columnUnit(g, at, c.Quantity); why != "" {
		return m, "", &question{why: why, could: []int{m.series},
			fault: usage("column %q of the table at line %d: %s; say --column '%s=GLOB:cost' or --column '%s=GLOB:throughput'", head, g.Line, why, head, head)}
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

func heads(g *Grid) string {
	var out []string
	for _, h := range g.Head {
		out = append(out, strconv.Quote(h))
	}
	return strings.Join(out, ", ")
}
