package audit

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// decimals is how the commas and points of a table's numbers are meant: by column,
// as its own cells show, or where they do not, those of the other columns.
type decimals struct {
	columns []separators
	table   separators // what the columns together show
}

// separators says which of the two were found between whole and part.
type separators struct {
	commas, points bool
	any            bool   // there are numbers with either
	shown          string // the first that shows a decimal comma
}

var (
	// separated is a number with a comma or a point in it.
	separated = regexp.MustCompile(`\d[.,]\d|(?:^|[^\d.,])[.,]\d`)
	numbers   = regexp.MustCompile(`[.,]?\d[\d.,]*`)
	// surelyComma is a number that can only be meant with a decimal comma: 0,22 and
	// 1.234,5, not 7,20, which may lack a digit.
	surelyComma = regexp.MustCompile(`(?:^|[^\d.,])0?,\d|\d\.\d{3},\d|\.\d{3}\.\d{3}`)
)

// swapped is a text with the commas and points of its numbers exchanged.
func swapped(s string) string {
	return numbers.ReplaceAllStringFunc(s, func(n string) string {
		return strings.Map(func(r rune) rune {
			switch r {
			case '.':
				return ','
			case ',':
				return '.'
			}
			return r
		}, n)
	})
}

// How a number is written, as far as its form alone says.
const (
	plain     = iota // without either
	withPoint        // 12.5 or 1,234.5 or 1,234,567
	withComma        // 12,5 or 1.234,5 or 1.234.567
	twofold          // 1,234 or 1.234
)

// written says how the first number of a cell is written that has a comma or a point.
func written(s string) int {
	if !separated.MatchString(s) {
		return plain
	}
	for _, n := range numbers.FindAllString(s, 4) {
		n = strings.TrimRight(n, ".,")
		last := strings.LastIndexAny(n, ".,")
		if last < 0 {
			continue
		}
		commas, points := strings.Count(n, ","), strings.Count(n, ".")
		point := n[last] == '.'
		switch {
		case commas > 0 && points > 0:
		case commas+points > 1: // they group thousands
			point = !point
		case last > 0 && last <= 3 && len(n)-last == 4 && n[0] != '0':
			return twofold
		}
		if point {
			return withPoint
		}
		return withComma
	}
	return plain
}

// isNumber reports whether a cell reads as a value, a ratio or a target.
func isNumber(s string) bool {
	if c := ReadCell(s); c.Kind != Unreadable || c.Ratio {
		return c.Kind == Number || c.Ratio
	}
	_, _, why := readTarget(s, "")
	return why == ""
}

// decimal finds out how the table's numbers are written, once. Of each way the first
// cell that reads so shows it for its column.
func (g *Grid) decimal() *decimals {
	if g.decimals != nil {
		return g.decimals
	}
	d := &decimals{columns: make([]separators, len(g.Head))}
	for k := range d.columns {
		c := &d.columns[k]
		for _, r := range g.Rows {
			if r.Merged {
				continue
			}
			way := written(r.Cells[k])
			c.any = c.any || way != plain
			switch {
			case way == withPoint && !c.points:
				c.points = isNumber(r.Cells[k])
			case way == withComma && !c.commas && isNumber(swapped(r.Cells[k])):
				c.commas, c.shown = true, r.Cells[k]
			}
		}
		d.table.commas = d.table.commas || c.commas
		d.table.points = d.table.points || c.points
		d.table.shown = cmp.Or(d.table.shown, c.shown)
	}
	g.decimals = d
	return d
}

// of is what decides on a cell of a column that can be read in two ways.
func (d *decimals) of(column int) separators {
	if s := d.columns[column]; s.commas || s.points {
		return s
	}
	return d.table
}

// Commas is a cell that shows that the numbers of a column, by its index, are read
// with decimal commas, "" where they are not.
func (g *Grid) Commas(column int) string {
	d := g.decimal()
	if s := d.of(column); d.columns[column].any && s.commas && !s.points {
		return s.shown
	}
	return ""
}

// text is a cell's text with a decimal point, as far as that is clear.
func (d *decimals) text(column int, s string) string {
	out, _, _ := d.read(column, s)
	return out
}

// read is a cell's text with a decimal point. clear is false where nothing says
// what its comma or point means; either says that it could be the other thing.
func (d *decimals) read(column int, s string) (out string, clear, either bool) {
	by := d.of(column)
	switch written(s) {
	case twofold:
		if by.commas && !by.points {
			s = swapped(s)
		}
		return s, !by.commas || !by.points, true
	case withComma:
		if !by.points || surelyComma.MatchString(s) {
			s = swapped(s)
		}
	}
	return s, true, false
}

// cell reads a cell of a column. One that can be read in two ways, in a table that
// is written in both, is not read.
func (d *decimals) cell(column int, s string) Published {
	s, clear, either := d.read(column, s)
	p := ReadCell(s)
	switch {
	case !either || p.Kind != Number:
	case !clear:
		u := unreadable(fmt.Sprintf("%s or %s: the table has decimal commas and decimal points", Short(p.Value), Short(ReadCell(swapped(s)).Value)))
		u.unclear = true
		return u
	default:
		p.other = swapped(s)
	}
	return p
}

// commas says of which checked columns the commas are read as decimal ones.
func (p *plan) commas(number int, g *Grid) []string {
	var heads []string
	shown := ""
	for _, m := range p.columns {
		if s := g.Commas(m.at); s != "" {
			heads, shown = append(heads, strconv.Quote(g.Head[m.at])), cmp.Or(shown, s)
		}
	}
	switch {
	case len(heads) == 0:
		return nil
	case len(heads) > 3:
		heads = append(heads[:2], fmt.Sprintf("%d more columns", len(heads)-2))
	}
	return []string{fmt.Sprintf("table %d: commas are read as decimal ones, as %q shows, in %s", number, shown, strings.Join(heads, ", "))}
}

// otherwise is what a cell says where its comma or point means the other thing, and
// whether that agrees with what is wanted.
func (p Published) otherwise(want float64) (v float64, agrees bool) {
	if p.other == "" {
		return 0, false
	}
	q := ReadCell(p.other)
	by := cmp.Or(p.by, 1)
	return q.Value * by, q.Kind == Number && math.Abs(q.Value*by-want) <= q.Half*by+hair*want
}
