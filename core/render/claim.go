package render

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// claim is one number of a table as a sentence may use it: with the mark that it
// carries there. A served one stands where a system takes its slowest point for
// a target it was not measured at, and is never compared with others.
type claim struct {
	row, col   int
	v          float64
	text, mark string
	served     bool
}

func ratioClaim(row, col int, v float64, c, base *iso.Cell) claim {
	served := c.Reading.State == iso.AtLeast || base.Reading.State == iso.AtLeast
	return claim{row, col, v, FormatRatio(v), mark(c, base), served}
}

func (sh *Sheet) valueClaim(row, col int, q Quantity) (claim, opt.Float) {
	c := &sh.Table.Rows[row].Cells[col]
	v := q.Of(c)
	f, _ := v.Get()
	text := q.Format(f, sh.Digits)
	sign := strings.TrimSuffix(sh.CellText(row, col, q), text)
	return claim{row, col, f, text, sign, c.Reading.State == iso.AtLeast}, v
}

// number is the claim in words: a mark is said, not drawn.
func (c claim) number() string {
	switch c.mark {
	case "~":
		return "about " + c.text
	case "≥ ":
		return "at least " + c.text
	case "≤ ":
		return "at most " + c.text
	}
	return c.text
}

func keep(claims []claim, fits func(claim) bool) (out []claim) {
	for _, c := range claims {
		if fits(c) {
			out = append(out, c)
		}
	}
	return out
}

func read(c claim) bool   { return !c.served }
func served(c claim) bool { return c.served }
func firm(c claim) bool   { return c.mark == "" }

func ofRow(row int) func(claim) bool { return func(c claim) bool { return c.row == row } }

func rowsOf(claims []claim) (rows []int) {
	for _, c := range claims {
		if !slices.Contains(rows, c.row) {
			rows = append(rows, c.row)
		}
	}
	return rows
}

// extreme lists the claims that read like the largest (sign 1) or the smallest
// (sign -1) of some: what rounds alike is a tie. Where some of a tie carry no
// mark they alone speak. There must be one claim at least.
func extreme(claims []claim, sign float64) []claim {
	top := claims[0]
	for _, c := range claims {
		if sign*c.v > sign*top.v {
			top = c
		}
	}
	tie := keep(claims, func(c claim) bool { return c.text == top.text })
	if sure := keep(tie, firm); len(sure) > 0 {
		return sure
	}
	return tie
}

// between is the range of claims in words: a single number where all read
// alike, as sure as the least sure of them.
func between(claims []claim) (text string, single bool) {
	low, high := extreme(claims, -1)[0], extreme(claims, 1)[0]
	if low.text != high.text {
		return "between " + low.number() + " and " + high.number(), false
	}
	for _, c := range claims {
		if c.mark != "" {
			high.mark = c.mark
		}
	}
	return high.number(), true
}

// mostListed is how many targets are listed one by one.
const mostListed = 3

// targetList names targets by their place in the table, in ascending order.
func (p *prose) targetList(cols []int) string {
	all := p.sh.Table.Spec.Targets
	if len(cols) <= mostListed {
		texts := make([]string, len(cols))
		for i, j := range cols {
			texts[i] = FormatTarget(all[j])
		}
		return join(texts)
	}
	first, last := cols[0], cols[len(cols)-1]
	out := "the targets from "
	if last-first+1 > len(cols) {
		out = "several targets from "
	}
	return out + FormatTarget(all[first]) + " to " + FormatTarget(all[last])
}

func colsOf(claims []claim) (cols []int) {
	for _, c := range claims {
		if !slices.Contains(cols, c.col) {
			cols = append(cols, c.col)
		}
	}
	slices.Sort(cols)
	return cols
}

// at names the targets of claims with their unit.
func (p *prose) at(claims []claim) string { return "at " + p.targetList(colsOf(claims)) + " " + p.unit }

// who names the systems of claims, each with its targets.
func (p *prose) who(claims []claim) string {
	var parts []string
	for _, row := range rowsOf(claims) {
		parts = append(parts, p.labels[row]+" at "+p.targetList(colsOf(keep(claims, ofRow(row)))))
	}
	return join(parts) + " " + p.unit
}
