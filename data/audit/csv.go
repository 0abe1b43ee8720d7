package audit

import "strings"

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
		grids, rows := csvTables(csvRecords(text, sep))
		if rows > most {
			best, most = grids, rows
		}
	}
	for _, g := range best {
		if err := b.take(g.Line, len(g.Rows), len(g.Head)); err != nil {
			return nil, err
		}
	}
	return best, nil
}

func csvTables(records []record) (out []Grid, rows int) {
	caption := ""
	for i := 0; i < len(records); {
		n := len(records[i].cells)
		j := i + 1
		for j < len(records) && n >= 2 && len(records[j].cells) == n {
			j++
		}
		g := Grid{Form: CSV, Line: records[i].line, Caption: caption, Head: records[i].cells}
		value := false
		for _, r := range records[i+1 : j] {
			g.Rows = append(g.Rows, Row{r.line, r.cells})
			for _, c := range r.cells {
				if value {
					break
				}
				value = ReadCell(c).Kind == Number || ReadCell(swapped(c)).Kind == Number
			}
		}
		if n >= 2 && value {
			out = append(out, g)
			rows += len(g.Rows)
			caption = ""
		} else if t := strings.Trim(strings.Join(records[j-1].cells, " "), "# "); t != "" {
			caption = t
		}
		i = j
	}
	return out, rows
}

// csvRecords splits text as RFC 4180 does. A quoted field may hold line breaks;
// a quote that does not close within MaxCell bytes is an ordinary character.
func csvRecords(text string, sep byte) []record {
	var out []record
	line := 1
	for at := 0; at < len(text); {
		r := record{line: line}
		for {
			var field string
			var lines int
			field, at, lines = csvField(text, at, sep)
			line += lines
			r.cells = append(r.cells, clean(field))
			if len(r.cells) > MaxColumns { // no table: to the end of the line
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
		// Of blank lines one will do to end a table.
		blank := len(r.cells) == 1 && r.cells[0] == ""
		if n := len(out); !blank || n == 0 || len(out[n-1].cells) > 1 || out[n-1].cells[0] != "" {
			out = append(out, r)
		}
	}
	return out
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
