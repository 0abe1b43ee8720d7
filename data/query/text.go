package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// maxDigits is how many significant digits a table may be asked for.
const maxDigits = 15

// sheet forms the query's table with what its text names. Without quantities it
// is of cost.
func (e *Engine) sheet(q *wire.Query) (*render.Sheet, error) {
	var quantities []render.Quantity
	for _, name := range q.Quantities {
		quantity := render.Quantity(name)
		if !slices.Contains(render.Quantities, quantity) {
			return nil, usageError("quantity ", words.Quote(name), ": want ", quantityNames())
		}
		if !slices.Contains(quantities, quantity) {
			quantities = append(quantities, quantity)
		}
	}
	if len(quantities) == 0 {
		quantities = []render.Quantity{render.Cost}
	}
	if q.Digits < 0 || q.Digits > maxDigits {
		return nil, usageError("digits ", strconv.Itoa(q.Digits), ": want 1 to ", strconv.Itoa(maxDigits))
	}
	s, err := e.Table(q)
	if err != nil {
		return nil, err
	}
	return s.Render(quantities, q.Digits), nil
}

func quantityNames() string {
	var names []string
	for _, q := range render.Quantities {
		names = append(names, string(q))
	}
	return strings.Join(names, ", ")
}

// Text writes the query's table in its format.
func (e *Engine) Text(q *wire.Query) (*wire.Text, error) {
	write := render.HTML
	switch q.Format {
	case "", "html":
	case "markdown":
		write = render.Markdown
	case "csv":
		write = render.CSV
	case "latex":
		write = render.LaTeX
	default:
		return nil, usageError("format ", words.Quote(q.Format), ": want html, markdown, csv or latex")
	}
	sheet, err := e.sheet(q)
	if err != nil {
		return nil, err
	}
	return &wire.Text{Format: q.Format, Text: write(sheet)}, nil
}

// Sheet lays the query's table out for reading.
func (e *Engine) Sheet(q *wire.Query) (*wire.Sheet, error) {
	sheet, err := e.sheet(q)
	if err != nil {
		return nil, err
	}
	out := &wire.Sheet{Grids: []wire.Grid{}, Notes: []wire.Note{}}
	for _, g := range sheet.Grids() {
		w := wire.Grid{Caption: g.Caption, Corner: sheet.Corner(), Heads: g.Heads, Lines: make([]wire.GridLine, len(g.Lines))}
		for i, cells := range g.Lines {
			line := &w.Lines[i]
			line.Target, line.Text, line.Cells = g.Targets[i], render.FormatTarget(g.Targets[i]), make([]wire.GridCell, len(cells))
			for j, c := range cells {
				to := &line.Cells[j]
				to.Text, to.State, to.Value, to.Ratio = c.Text, c.State, num(c.Value), c.Ratio
			}
		}
		out.Grids = append(out.Grids, w)
	}
	for _, n := range sheet.LinkedNotes() {
		out.Notes = append(out.Notes, wire.Note{Text: n.Text, URL: n.URL, Mark: n.Mark})
	}
	return out, nil
}
