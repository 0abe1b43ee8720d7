package audit

import "fmt"

// Turn exchanges the rows and columns of a table whose rows are systems and whose
// heads are targets: row i of the body becomes column i + 1 under the first cell
// it had. A row of it is on no line of the document: its Line is 0. The error says that it has more rows than a table may have columns.
func (g *Grid) Turn() (Grid, error) {
	if len(g.Rows)+1 > MaxColumns {
		return Grid{}, fmt.Errorf("line %d: a table of %d rows cannot be turned: more than %d", g.Line, len(g.Rows), MaxColumns-1)
	}
	out := Grid{Form: g.Form, Line: g.Line, Caption: g.Caption, Head: []string{g.Head[0]}}
	for _, r := range g.Rows {
		out.Head = append(out.Head, r.Cells[0])
	}
	for k := 1; k < len(g.Head); k++ {
		row := Row{Cells: []string{g.Head[k]}}
		for _, r := range g.Rows {
			row.Cells = append(row.Cells, r.Cells[k])
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}
