package audit

import "fmt"

// Turn exchanges the rows and columns of a table whose rows are systems and whose
// heads are targets: row i of the body becomes column i + 1 under the first cell
// it had. Its cells keep their places in the document. The error says that it has
// more rows than a table may have columns, or was refused.
func (g *Grid) Turn() (Grid, error) {
	if g.Refused != "" {
		return Grid{}, fmt.Errorf("line %d: a table of %s cannot be turned", g.Line, g.Refused)
	}
	if len(g.Rows)+1 > MaxColumns {
		return Grid{}, fmt.Errorf("line %d: a table of %d rows cannot be turned: more than %d", g.Line, len(g.Rows), MaxColumns-1)
	}
	out := Grid{Form: g.Form, Line: g.Line, Caption: g.Caption, Layout: Turned, about: g.about, from: make([][]place, len(g.Head))}
	for k := range g.Head {
		cells := []string{g.Head[k]}
		out.from[k] = append(out.from[k], g.place(0, k+1))
		for i, r := range g.Rows {
			cells = append(cells, r.Cells[k])
			out.from[k] = append(out.from[k], g.place(i+1, k+1))
		}
		if k == 0 {
			out.Head = cells
		} else {
			out.Rows = append(out.Rows, Row{Cells: cells})
		}
	}
	if g.Layout == Turned {
		out.Layout = ""
	}
	return out, nil
}
