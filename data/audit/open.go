package audit

import (
	"slices"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Open says of every table of a document what its columns could be, so that a
// page can offer a choice: which holds the targets, which a series and what of
// it, which is left out and why, and which is open until somebody says more.
// What Options say of columns is taken where it can be; nothing of it is an
// error. Check with Lenient reads the same columns in the same way.
func Open(grids []Grid, sel *query.Selection, o Options) *wire.AuditOpened {
	o.Lenient = true
	p := newPlanner(sel, &o, grids)
	out := &wire.AuditOpened{Tables: []wire.AuditOpenedTable{}, Series: []wire.AuditSeries{}}
	for i := range sel.Series {
		out.Series = append(out.Series, wire.AuditSeries{Name: sel.Series[i].Name, Label: render.Label(&sel.Series[i])})
	}
	for i := range grids {
		if o.Table > 0 && o.Table != i+1 {
			continue
		}
		g := &grids[i]
		pl := p.lenient(g)
		out.Tables = append(out.Tables, wire.AuditOpenedTable{
			Number: i + 1, Form: g.Form, Line: g.Line, Caption: g.Caption, Layout: g.Layout, Rows: len(g.Rows),
			TargetColumn: pl.target + 1, Skipped: pl.skipped, Remedy: pl.remedy(), Columns: p.choices(g, pl),
		})
	}
	return out
}

// lenient maps one table and leaves open what it cannot map.
func (p *planner) lenient(g *Grid) *plan {
	if g.Refused != "" {
		return refused(g)
	}
	out := &plan{open: map[int]question{}}
	said := make([]Column, len(g.Head))
	for i := range p.opt.Columns {
		for _, at := range p.opt.Columns[i].in(g) {
			said[at] = p.opt.Columns[i]
		}
	}
	switch at := p.opt.TargetNumber; {
	case at > 0 && at <= len(g.Head):
		out.target = at - 1
		if !g.hasTargets(out.target, p.sel.Axis) {
			out.skipped = "the column chosen holds no targets"
		}
	case p.opt.TargetColumn != "" && len(find(g, p.opt.TargetColumn)) > 0:
		out.target = find(g, p.opt.TargetColumn)[0]
	default:
		out.target, out.skipped = p.guessTarget(g, said)
	}
	if out.skipped != "" {
		out.cures = p.targetCure(g, out.target)
	}
	if why, cures := first(p.elsewhere(g)); why != "" {
		out.skipped, out.cures = why, cures
	}
	for i := range g.Head {
		if i == out.target {
			continue
		}
		m, why, ask := p.column(g, i, said[i])
		switch {
		case ask != nil:
			out.open[i] = *ask
			out.skips = append(out.skips, wire.AuditSkip{Column: i + 1, Head: g.Head[i], Why: ask.why})
		case why != "":
			out.skips = append(out.skips, wire.AuditSkip{Column: i + 1, Head: g.Head[i], Why: why})
		default:
			out.columns = append(out.columns, m)
		}
	}
	p.ownRatios(g, out, said)
	p.ownSteps(g, out, said)
	switch {
	case out.skipped != "":
		out.columns = nil
	case len(out.columns) == 0 && len(out.open) > 0:
		out.skipped = "no column is clear enough to be checked"
	case len(out.columns) == 0:
		out.skipped, out.cures = "no column names one of the series", p.datesCure(g)
	}
	return out
}

// choices are the columns of a table as they are read.
func (p *planner) choices(g *Grid, pl *plan) []wire.AuditChoice {
	out := make([]wire.AuditChoice, len(g.Head))
	for i, head := range g.Head {
		out[i] = wire.AuditChoice{Column: i + 1, Head: head, Role: wire.AuditLeftOut, Could: []string{}}
	}
	if pl.target >= 0 {
		out[pl.target].Role = wire.AuditTarget
	}
	for _, m := range pl.columns {
		c := &out[m.at]
		c.Role, c.Series, c.Quantity, c.Proposed = wire.AuditChecked, p.names[m.series], string(m.unit.quantity), m.proposed
		if c.Ratio = m.ratio; m.ratio {
			c.Over = p.names[m.over]
		}
	}
	for _, s := range pl.skips {
		c := &out[s.Column-1]
		if c.Why = s.Why; isRatioColumn(s.Why) {
			c.Series, c.Over, c.Quantity = p.ratioNames(p.ratioHead(c.Head))
		}
	}
	for at, ask := range pl.open {
		c := &out[at]
		c.Role, c.Quantity = wire.AuditOpen, string(ask.unit.quantity)
		if c.Ratio = ask.ratio; ask.ratio {
			c.Series, c.Over, c.Quantity = p.ratioNames(ask.of, ask.over, ask.unit.quantity)
		}
		for _, k := range ask.could {
			c.Could = append(c.Could, p.names[k])
		}
		if len(ask.could) == 1 {
			c.Series = c.Could[0]
		}
	}
	if pl.skipped != "" {
		for i := range out {
			if c := &out[i]; c.Role == wire.AuditLeftOut && c.Why == "" {
				c.Why = pl.skipped
			}
		}
	}
	return out
}

// ratioNames are the series of a ratio by name, "" for one that is not known.
func (p *planner) ratioNames(of, over int, q render.Quantity) (string, string, string) {
	name := func(i int) string {
		if i < 0 {
			return ""
		}
		return p.names[i]
	}
	return name(of), name(over), string(q)
}

// Readable reports whether a table has a column that can be checked or could be
// once somebody says more.
func Readable(t *wire.AuditOpenedTable) bool {
	return slices.ContainsFunc(t.Columns, func(c wire.AuditChoice) bool { return c.Role == wire.AuditChecked || c.Role == wire.AuditOpen })
}
