package render

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// GridCell is one cell of a table as every text format writes it.
type GridCell struct {
	Text  string
	Value opt.Float // what data-value carries
	Row   int       // the table's row (series), -1 for a chain step
	State string
	Ratio bool
}

// Grid is one quantity of a sheet laid out for reading: a line per target, a
// column per series, and beside each but the baseline its ratio.
type Grid struct {
	Caption string
	Heads   []string
	Targets []float64
	Lines   [][]GridCell
}

// Grids lays out every quantity of the sheet, then the chain.
func (sh *Sheet) Grids() []Grid {
	var out []Grid
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

func (sh *Sheet) grid(q Quantity) Grid {
	t := sh.Table
	labels, short := sh.labels(), sh.shortLabels()
	base := t.Spec.Baseline
	g := Grid{Caption: sh.Caption(q), Targets: t.Spec.Targets}
	for i := range t.Rows {
		g.Heads = append(g.Heads, labels[i])
		if base >= 0 && i != base {
			g.Heads = append(g.Heads, short[i]+": "+ratioHead(q))
		}
	}
	for j := range t.Spec.Targets {
		var line []GridCell
		for i := range t.Rows {
			c := &t.Rows[i].Cells[j]
			line = append(line, GridCell{sh.CellText(i, j, q), q.Of(c), i, c.Reading.State.String(), false})
			if base >= 0 && i != base {
				v := ratioOf(q, c, &t.Rows[base].Cells[j])
				line = append(line, GridCell{sh.ratioText(i, j, q, v), v, i, c.Ratio.State.String(), true})
			}
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

func (sh *Sheet) chainGrid() Grid {
	t := sh.Table
	labels := sh.shortLabels()
	g := Grid{Caption: sh.chainCaption(), Targets: t.Spec.Targets}
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
		g.Heads = append(g.Heads, head)
	}
	for j := range t.Spec.Targets {
		var line []GridCell
		for _, s := range t.Chain {
			r := &s.Ratios[j]
			v := sh.chainRatio(r)
			text := mark(&t.Rows[s.To].Cells[j], &t.Rows[s.From].Cells[j]) + RatioText(r.State, v)
			line = append(line, GridCell{text, v, -1, r.State.String(), true})
		}
		g.Lines = append(g.Lines, line)
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
