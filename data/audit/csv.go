package audit

import (
	"slices"
	"strings"
)

// record is one line of CSV.
type record struct {
	line  int
	cells []string
}

// parseCSV finds tables in comma-, semicolon- or tab-separated text. A table is
// a run of lines with the same number of fields, two or more, and at least one
// field under its head that reads as a published value; other lines are prose.
// The separator that gives the most rows is taken, of several the one that is
// seldomest in numbers and words.
func parseCSV(text string, b *budget) ([]Grid, error) {
	var best []Grid
	most := 0
	for _, sep := range []byte{'\t', ';', ','} {
		grids, rows := csvTables(text, sep)
		if rows > most {
			best, most = grids, rows
		}
	}
	for i := range best {
		if err := b.take(&best[i]); err != nil {
			return nil, err
		}
	}
	if len(best) == 0 { // isofront's own has these
		if head, _, _ := csvRecord(text, 0, 1, ','); slices.Contains(head, "series") && slices.Contains(head, "state") {
			b.bare = 1
		}
	}
	return best, nil
}

// csvTables reads a text line by line and counts the rows of its tables. What is no
// table is not kept, and of tables no more than is one too many.
func csvTables(text string, sep byte) (out []Grid, rows int) {
	caption, cells := "", 0
	run := csvRun{}
	end := func() {
		if run.value {
			run.grid.refuse(run.rows, len(run.grid.Head))
			if rows += run.rows; len(out) <= MaxTables && cells <= MaxCells {
				run.grid.Caption = caption
				out = append(out, run.grid)
				cells += (len(run.grid.Rows) + 1) * len(run.grid.Head)
			}
			caption = ""
		} else if t := strings.Trim(strings.Join(run.last, " "), "# "); t != "" {
			caption = t
		}
	}
	for at, line := 0, 1; at < len(text); {
		r := record{line: line}
		r.cells, at, line = csvRecord(text, at, line, sep)
		if !run.take(r) {
			end()
			run = csvRun{grid: Grid{Form: CSV, Line: r.line, Head: r.cells}, last: r.cells}
		}
	}
	end()
	return out, rows
}

// csvRun is a run of lines with the same number of fields.
type csvRun struct {
	grid  Grid
	rows  int
	value bool     // some field under the head reads as a value
	last  []string // the fields of its last line
}

// take adds a line where it belongs to the run.
func (c *csvRun) take(r record) bool {
	n := len(c.grid.Head)
	if n < 2 || len(r.cells) != n {
		return false
	}
	if c.rows++; len(c.grid.Rows) <= MaxRows && len(c.grid.Rows)*n <= MaxCells {
		c.grid.Rows = append(c.grid.Rows, Row{Line: r.line, Cells: r.cells})
	}
	for _, cell := range r.cells {
		if c.value {
			break
		}
		c.value = strings.ContainsAny(cell, "0123456789") && (ReadCell(cell).Kind == Number || ReadCell(swapped(cell)).Kind == Number)
	}
	c.last = r.cells
	return true
}

// csvRecord reads one line as RFC 4180 does, and returns where the next one begins. A
// quoted field may hold line breaks; a quote that does not close within MaxCell bytes
// is an ordinary character.
func csvRecord(text string, at, line int, sep byte) (cells []string, next, nextLine int) {
	for {
		var field string
		var lines int
		field, at, lines = csvField(text, at, sep)
		line += lines
		cells = append(cells, clean(field))
		if len(cells) > MaxColumns { // no table: to the end of the line
			for at < len(text) && text[at] != '\n' {
				at++
			}
		}
		if at >= len(text) || text[at] != sep {
			break
		}
		at++
	}
	if at < len(text) { // the line break
		at++
		line++
	}
	return cells, at, line
}

// csvField reads one field and returns where its separator or line break is.
func csvField(text string, at int, sep byte) (field string, end, lines int) {
	if at < len(text) && text[at] == '"' {
		if field, end, ok := quoted(text, at+1); ok && (end == len(text) || text[end] == sep || text[end] == '\n') {
			return field, end, strings.Count(text[at:end], "\n")
		}
	}
	end = at
	for end < len(text) && text[end] != sep && text[end] != '\n' {
		end++
	}
	return text[at:end], end, 0
}

func quoted(text string, at int) (field string, end int, ok bool) {
	var b strings.Builder
	for i := at; i < len(text) && i-at <= MaxCell; i++ {
		if text[i] != '"' {
			b.WriteByte(text[i])
			continue
		}
		if i+1 < len(text) && text[i+1] == '"' {
			b.WriteByte('"')
			i++
			continue
		}
		return b.String(), i + 1, true
	}
	return "", 0, false
}
