package render

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// gridCell is one cell of a table as every text format writes it.
type gridCell struct {
	text  string
	value opt.Float // what data-value carries
	row   int       // the table's row (series), -1 for a chain step
	state string
	ratio bool
}

// grid is one quantity of a sheet laid out for reading: a line per target, a
// column per series, and beside each but the baseline its ratio.
type grid struct {
	caption string
	heads   []string
	targets []float64
	lines   [][]gridCell
}

// grids lays out every quantity of the sheet, then the chain.
func (sh *Sheet) grids() []grid {
	var out []grid
	for _, q := range sh.Quantities {
		out = append(out, sh.grid(q))
	}
	if sh.Table.Spec.Axis == iso.E2ENormalized {
		out = append(out, sh.penaltyGrid())
	}
	if len(sh.Table.Chain) > 0 {
		out = append(out, sh.chainGrid())
	}
	return out
}

func (sh *Sheet) grid(q Quantity) grid {
	t := sh.Table
	labels, short := sh.labels(), sh.shortLabels()
	base := t.Spec.Baseline
	g := grid{caption: sh.Caption(q), targets: t.Spec.Targets}
	for i := range t.Rows {
		g.heads = append(g.heads, labels[i])
		if base >= 0 && i != base {
			g.heads = append(g.heads, short[i]+": "+ratioHead(q))
		}
	}
	for j := range t.Spec.Targets {
		var line []gridCell
		for i := range t.Rows {
			c := &t.Rows[i].Cells[j]
			line = append(line, gridCell{sh.CellText(i, j, q), q.Of(c), i, string(c.Reading.State), false})
			if base >= 0 && i != base {
				v := ratioOf(q, c, &t.Rows[base].Cells[j])
				line = append(line, gridCell{sh.ratioText(i, j, q, v), v, i, string(c.Ratio.State), true})
			}
		}
		g.lines = append(g.lines, line)
	}
	return g
}

func (sh *Sheet) chainGrid() grid {
	t := sh.Table
	labels := sh.shortLabels()
	g := grid{caption: sh.chainCaption(), targets: t.Spec.Targets}
	for _, s := range t.Chain {
		head := labels[s.From] + " → " + labels[s.To]
		switch {
		case s.Whole:
			head = "whole: " + head
		case len(s.Differs) > 1:
			head += " (differs in " + join(s.Differs) + ")"
		case len(s.Differs) == 1:
			head += " (" + s.Differs[0] + ")"
		}
		g.heads = append(g.heads, head)
	}
	for j := range t.Spec.Targets {
		var line []gridCell
		for _, s := range t.Chain {
			r := &s.Ratios[j]
			v := sh.chainRatio(r)
			text := mark(&t.Rows[s.To].Cells[j], &t.Rows[s.From].Cells[j]) + RatioText(r, v)
			line = append(line, gridCell{text, v, -1, string(r.State), true})
		}
		g.lines = append(g.lines, line)
	}
	return g
}

// chainRatio is the ratio that a chain's steps multiply by: of performance per
// dollar where every series has a price, else of throughput.
func (sh *Sheet) chainRatio(r *iso.Ratio) opt.Float {
	if sh.Table.ChainPriced() {
		return r.PerfPerDollar
	}
	return r.Throughput
}

func (sh *Sheet) chainCaption() string {
	if sh.Table.ChainPriced() {
		return "Performance per dollar, step by step"
	}
	return "Throughput per GPU, step by step (a price is missing)"
}

func join(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			out += " and "
		default:
			out += ", "
		}
		out += w
	}
	return out
}
