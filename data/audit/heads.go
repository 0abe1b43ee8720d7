package audit

import "strings"

// mostHeads bounds the rows that a head can have.
const mostHeads = 3

// settleHead finds a table's head where the form does not tell it: a title above
// the head becomes the caption, and rows of words beneath it that name quantities
// are of it. A head that stands over several columns may be written in the first of
// them alone, as sheets do.
func (g *Grid) settleHead() {
	for len(g.Rows) > 1 && isTitle(g.Head) && !hasValues(g.Rows[0].Cells) {
		if title := strings.Join(distinct(g.Head), " "); title != "" && g.Caption == "" {
			g.Caption = title
		}
		g.Head, g.Rows = g.Rows[0].Cells, g.Rows[1:]
	}
	for n := 1; n < mostHeads && len(g.Rows) > 1 && isHead(g.Rows[0].Cells); n++ {
		joined, last := make([]string, len(g.Head)), ""
		for k, upper := range g.Head {
			if upper != "" {
				last = upper
			}
			switch lower := g.Rows[0].Cells[k]; {
			case lower == "" || lower == last:
				joined[k] = upper
			case upper == "" && !namesOnlyAQuantity(lower):
				joined[k] = lower // it says whose it is
			default:
				joined[k] = strings.TrimSpace(last + " " + lower)
			}
			joined[k] = clean(joined[k])
		}
		g.Head, g.Rows = joined, g.Rows[1:]
	}
}

// isTitle reports whether a row says one thing, in front, or nothing.
func isTitle(cells []string) bool {
	said := distinct(cells)
	return len(said) == 0 || len(said) == 1 && cells[0] != ""
}

// isHead reports whether a row that follows a head goes on with it: it names
// quantities and holds no value, nor says that there is none.
func isHead(cells []string) bool {
	names := 0
	for _, c := range cells {
		if _, ok, both := recognise(c); ok || both || targetWords.MatchString(strings.ToLower(c)) {
			names++
		}
	}
	return names > 0 && len(distinct(cells)) > 1 && !hasValues(cells)
}

func hasValues(cells []string) bool {
	for _, c := range cells {
		if p := ReadCell(c); p.Kind == Number || p.Kind == Absent || p.Ratio || c != "" && isNumber(c) || isNumber(swapped(c)) {
			return true
		}
	}
	return false
}

// distinct are the texts of a row, each once.
func distinct(cells []string) []string {
	var out []string
	for _, c := range cells {
		if c != "" && (len(out) == 0 || out[len(out)-1] != c) {
			out = append(out, c)
		}
	}
	return out
}
