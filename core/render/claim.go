package render

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
)

// claim is one number of a table as a sentence may use it: said with the mark
// that it carries there, and firm without one. A served one stands where a system
// takes its slowest point for a target it was not measured at, and is never
// compared with others.
type claim struct {
	row, col     int
	v            float64
	text, said   string
	sign         string
	firm, served bool
}

func newClaim(row, col int, v float64, sign, text string, c, base *iso.Cell) *claim {
	words := ""
	switch sign {
	case "~":
		words = "about "
	case "≥ ":
		words = "at least "
	case "≤ ":
		words = "at most "
	}
	served := c.Reading.State == iso.AtLeast || base.Reading.State == iso.AtLeast
	return &claim{row, col, v, text, words + text, sign, sign == "", served}
}

func ratioClaim(row, col int, v opt.Float, c, base *iso.Cell) *claim {
	f, ok := v.Get()
	if !ok {
		return nil
	}
	return newClaim(row, col, f, mark(c, base), FormatRatio(f), c, base)
}

func (sh *Sheet) valueClaim(row, col int, q Quantity) *claim {
	c := &sh.Table.Rows[row].Cells[col]
	f, ok := q.Of(c).Get()
	if !ok {
		return nil
	}
	text := q.Format(f, sh.Digits)
	return newClaim(row, col, f, strings.TrimSuffix(sh.CellText(row, col, q), text), text, c, c)
}

func keep(claims []*claim, fits func(*claim) bool) (out []*claim) {
	for _, c := range claims {
		if fits(c) {
			out = append(out, c)
		}
	}
	return out
}

func isRead(c *claim) bool   { return !c.served }
func isServed(c *claim) bool { return c.served }
func isFirm(c *claim) bool   { return c.firm }

func rowOf(c *claim) int { return c.row }
func colOf(c *claim) int { return c.col }

// places are the distinct rows or columns of claims, ascending.
func places(claims []*claim, of func(*claim) int) (out []int) {
	for _, c := range claims {
		if !slices.Contains(out, of(c)) {
			out = append(out, of(c))
		}
	}
	order.Sort(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

// extreme lists the claims that read like the largest (sign 1) or the smallest
// (sign -1) of some: what rounds alike is a tie. Where some of a tie are firm
// they alone speak. There must be one claim at least.
func extreme(claims []*claim, sign float64) []*claim {
	top := claims[0]
	for _, c := range claims {
		if sign*c.v > sign*top.v {
			top = c
		}
	}
	tie := keep(claims, func(c *claim) bool { return c.text == top.text })
	if sure := keep(tie, isFirm); len(sure) > 0 {
		return sure
	}
	return tie
}

// between is the range of claims in words: a single number where all read
// alike, as sure as the least sure of them.
func between(claims []*claim) (text string, single bool) {
	low, high := extreme(claims, -1)[0], extreme(claims, 1)[0]
	if low.text != high.text {
		return fill("between # and #", low.said, high.said), false
	}
	for _, c := range claims {
		if !c.firm {
			high = c
		}
	}
	return high.said, true
}

// fill puts words for every # of a text, in order.
func fill(text string, words ...string) string {
	var b strings.Builder
	for _, w := range words {
		before, after, _ := strings.Cut(text, "#")
		b.WriteString(before)
		b.WriteString(w)
		text = after
	}
	b.WriteString(text)
	return b.String()
}

// mostListed is how many targets are listed one by one.
const mostListed = 3

// targetList names targets by their place in the table, in ascending order.
func (p *prose) targetList(cols []int) string {
	all := p.sh.Table.Spec.Targets
	if len(cols) <= mostListed {
		var texts []string
		for _, j := range cols {
			texts = append(texts, FormatTarget(all[j]))
		}
		return join(texts)
	}
	first, last := cols[0], cols[len(cols)-1]
	out := "the targets from # to #"
	if last-first+1 > len(cols) {
		out = "several targets from # to #"
	}
	return fill(out, FormatTarget(all[first]), FormatTarget(all[last]))
}

// at names the targets of claims with their unit.
func (p *prose) at(claims []*claim) string {
	return fill("at # #", p.targetList(places(claims, colOf)), p.unit)
}

// who names the systems of claims, each with its targets.
func (p *prose) who(claims []*claim) string {
	var parts []string
	for _, row := range places(claims, rowOf) {
		parts = append(parts, fill("# at #", p.labels[row], p.targetList(places(ofRow(claims, row), colOf))))
	}
	return fill("# #", join(parts), p.unit)
}

func ofRow(claims []*claim, row int) []*claim {
	return keep(claims, func(c *claim) bool { return c.row == row })
}
