package audit

import (
	"strings"

	"github.com/isofront/isofront/core/render"
)

const (
	ratioInHead, ratioInCells = "its head names a ratio", "its cells are ratios"
	stepUnclear               = "its head is a step from one system to another, and its words do not name exactly two series"
)

func isRatioColumn(why string) bool {
	return why == ratioInHead || why == ratioInCells || why == stepUnclear
}

// notValues says why an unnamed column holds no quantity; "" when it may.
func notValues(g *Grid, at int) string {
	if ratioWords.MatchString(strings.ToLower(g.Head[at])) {
		return ratioInHead
	}
	numbers, ratios, words, absent := 0, 0, 0, 0
	for i := range g.Rows {
		c := g.cell(i, at)
		if c.bound != "" && g.isOwn() {
			numbers++
			continue
		}
		switch c = c.bounding(); {
		case c.Kind == Number || c.unclear:
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
		c := g.cell(i, at).bounding()
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
	if u, ok, _ := recognise(g.Caption); ok && p.captionUnit(g.Caption) == "" {
		return u, ""
	}
	return unit{}, "nothing says whether it is cost or throughput"
}

// bounding is the number of a bound, or an end of a range, any other cell itself.
func (p Published) bounding() Published {
	switch {
	case p.bound != "":
		return ReadCell(p.bound)
	case p.span != nil:
		return p.span[1]
	}
	return p
}
