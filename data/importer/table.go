package importer

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/isofront/isofront/data"
)

// table reads a CSV file with a header by the names of its columns.
type table struct {
	file    string
	csv     *csvReader
	names   []string
	at      map[string]int
	fields  []string
	res     *Result
	columns int
	known   []string
	texts   map[string]string // one copy of each text, apart from the row it came in
	given   map[string]string // what stands for an empty or missing cell
	warned  map[string]bool   // columns that say otherwise
}

// openTable reads the header. known lists the columns of the format, required
// those that must be there.
func openTable(format, file string, r io.Reader, known, required []string) (*table, error) {
	t := &table{file: file, known: known, csv: newCSVReader(r), at: map[string]int{}, texts: map[string]string{}, res: &Result{File: file, Format: format}}
	fields, reason, err := t.csv.header()
	switch {
	case err == io.EOF:
		return nil, t.fail("the file is empty")
	case err != nil:
		return nil, &FileError{file, err}
	case reason != "":
		return nil, t.fail("header: " + reason)
	}
	t.columns = len(fields)
	for i, f := range fields {
		name := strings.ToLower(strings.TrimSpace(f))
		if name == "" {
			continue
		}
		if _, ok := t.at[name]; ok {
			return nil, t.fail("column " + quote(name) + " appears twice")
		}
		t.at[name] = i
		t.names = append(t.names, name)
		if !slices.Contains(known, name) {
			t.res.warn(Note{File: file, Column: shown(name), Reason: "unknown column, not read"})
		}
	}
	var missing []string
	for _, name := range required {
		if !t.has(name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, t.missing(missing)
	}
	return t, nil
}

func (t *table) fail(what string) error { return &FileError{t.file, errors.New(what)} }

func (t *table) missing(names []string) error {
	if len(names) == 1 {
		return t.fail("missing column " + names[0])
	}
	return t.fail("missing columns " + strings.Join(names, ", "))
}

func (t *table) has(name string) bool {
	_, ok := t.at[name]
	return ok || t.given[name] != ""
}

// next moves to the next row that is not blank; rows that cannot be split are
// refused on the way.
func (t *table) next() (bool, error) {
	for {
		fields, reason, err := t.csv.read()
		switch {
		case err == io.EOF:
			return false, nil
		case err != nil:
			return false, &FileError{t.file, fmt.Errorf("row %d: %w", t.csv.row, err)}
		case reason != "":
			t.log(Note{t.file, t.csv.row, "", reason, ""})
		case blank(fields):
		case len(fields) != t.columns:
			t.log(Note{t.file, t.csv.row, "", "wrong number of fields", fmt.Sprintf("%d, the header has %d", len(fields), t.columns)})
			t.csv.back()
		default:
			t.fields = fields
			return true, nil
		}
	}
}

// header reads the first row that is not blank.
func (c *csvReader) header() (fields []string, reason string, err error) {
	for err == nil && reason == "" && blank(fields) {
		fields, reason, err = c.read()
	}
	return fields, reason, err
}

func blank(fields []string) bool {
	for _, f := range fields {
		if strings.TrimSpace(f) != "" {
			return false
		}
	}
	return true
}

// cell returns the trimmed text of a column; what is given, or "", when it is empty or
// there is no such column.
func (t *table) cell(name string) string {
	if i, ok := t.at[name]; ok {
		if s := strings.TrimSpace(t.fields[i]); s != "" {
			return s
		}
	}
	return t.given[name]
}

// gainsaid warns, once for each, of what is given and the row says otherwise.
func (t *table) gainsaid(given Given) {
	for name, value := range given.values {
		i, ok := t.at[name]
		if !ok || t.warned[name] {
			continue
		}
		if said := unguard(strings.TrimSpace(t.fields[i])); said != "" && !strings.EqualFold(ours(name, said), value) {
			if t.warned == nil {
				t.warned = map[string]bool{}
			}
			t.warned[name] = true
			t.warn(name, "the file says otherwise and is believed", quote(said)+" against "+quote(value)+" in "+given.from[name])
		}
	}
}

// rawText undoes the guard against running as a formula in a spreadsheet.
func (t *table) rawText(name string) string { return unguard(t.cell(name)) }

// intern returns one shared copy of s: most texts of a file repeat on every
// row, and a part of a row keeps the whole row in memory.
func (t *table) intern(s string) string {
	if kept, ok := t.texts[s]; ok {
		return kept
	}
	s = strings.Clone(s)
	t.texts[s] = s
	return s
}

func (t *table) log(n Note) { t.res.refuse(n) }

// refuse refuses the row. When a field that is read holds a line end, a stray
// quote may have made the row of several, so the lines behind its first are
// read again.
func (t *table) refuse(column, reason, detail string) {
	t.log(Note{t.file, t.csv.row, column, reason, detail})
	for name, i := range t.at {
		if slices.Contains(t.known, name) && strings.IndexByte(t.fields[i], '\n') >= 0 {
			t.csv.back()
			return
		}
	}
}

func (t *table) warn(column, reason, detail string) {
	t.res.warn(Note{t.file, t.csv.row, column, reason, detail})
}

// shown is a column's name as it may stand in a message.
func shown(name string) string {
	if len(name) > 40 || data.UnsoundText(name) != "" {
		return quote(name)
	}
	return name
}

// headerOf returns the column names in the first row of head.
func headerOf(head []byte) map[string]bool {
	fields, _, err := newCSVReaderOf(head).header()
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, f := range fields {
		names[strings.ToLower(strings.TrimSpace(f))] = true
	}
	return names
}

// count returns how many of list are in names.
func count(names map[string]bool, list ...string) (n int) {
	for _, name := range list {
		if names[name] {
			n++
		}
	}
	return n
}
