package render

import (
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/words"
)

// penaltyCaption heads what stands beside values on the E2E-normalized axis.
const penaltyCaption = "What interactivity alone says (tok/s/user), and how much of it the wait for the first token takes"

// penaltyGrid lays out the penalty of every cell: what ordinary interactivity
// says at the measured points that the cell rests on, and which share of it the
// wait for the first token takes.
func (sh *Sheet) penaltyGrid() Grid {
	g := Grid{Caption: penaltyCaption, Heads: sh.labels(), Targets: sh.Table.Spec.Targets}
	for j := range sh.Table.Spec.Targets {
		var line []GridCell
		for i := range sh.Table.Rows {
			r := &sh.Table.Rows[i]
			line = append(line, GridCell{Text: PenaltyText(r, &r.Cells[j]), Row: i, State: r.Cells[j].Reading.State.String()})
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

// PenaltyText is a cell's penalty as a person reads it: "28.8, takes 96%", with
// both ends where the cell lies between two points, and "–" where it has none.
func PenaltyText(r *iso.Row, c *iso.Cell) string {
	p, ok := r.Penalty(c)
	if !ok {
		return "–"
	}
	return span(p.Alone, func(v float64) string { return Significant(v, 3) }) +
		", takes " + words.Escapes{"%–", "–"}.Replace(span(p.Taken, Percent))
}

// Percent writes a share as a percentage, with a decimal where 99.6% would
// read 100%.
func Percent(share float64) string {
	decimals := 0
	if share > 0.99 || share > -0.01 && share < 0.01 {
		decimals = 1
	}
	return digits.Fixed(100*share, decimals) + "%"
}

// span writes two values, the smaller first, or one where they read alike.
func span(v [2]float64, write func(float64) string) string {
	lo, hi := write(min(v[0], v[1])), write(max(v[0], v[1]))
	if lo == hi {
		return lo
	}
	return lo + "–" + hi
}
