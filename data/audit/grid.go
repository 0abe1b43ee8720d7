package audit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Limits on a document, so that a hostile one costs an error and little memory.
const (
	MaxBytes   = 4 << 20
	MaxTables  = 100
	MaxRows    = 5000   // of one table
	MaxColumns = 200    // of one table
	MaxCells   = 200000 // of one document, spans counted out
	MaxCell    = 4096   // bytes of one cell's text
)

// Forms of a table in a document.
const (
	Markdown = "markdown"
	HTML     = "html"
	CSV      = "csv"
	LaTeX    = "latex"
)

// ErrNoTable is what Parse returns when a document holds no table.
var ErrNoTable = errors.New("no table found: want a Markdown pipe table, an HTML <table>, a LaTeX tabular, or CSV with a header line")

// noRows is what is said of a table that has a head alone.
const noRows = "the table has no rows, only a head"

// Grid is one table of a document as text. Every row is as long as Head.
type Grid struct {
	Form    string
	Line    int    // where it starts, 1-based
	Caption string // its caption, or the line of text before it; "" for none
	Head    []string
	Rows    []Row
	Layout  string // "" as in the document, Turned or Long
	Refused string // of one beyond a limit, of which no head and no row is kept: which limit

	from     [][]place         // of a table that was laid out anew: of every cell, the head in front
	decimals *decimals         // once it was asked for
	about    about             // what a table says in columns of their own
	said     said              // what it was computed with, likewise
	measured string            // the newest day, likewise
	read     []Published       // of every cell, row by row, once one was asked for
	targets  []map[string]bool // by column: the units of its targets, once asked for
}

// Layouts of a table that is not as it stands in its document.
const (
	Turned = "turned" // rows and columns are exchanged
	Long   = "long"   // a line of the document is one system at one target, or one value of it
)

// place is where a cell stands in the document's own table: row 0 is the head.
type place struct{ row, column, line int }

// Place is where a cell stands in the document's own table, by row and column, all
// of them 1-based below the head, whose row is 0.
func (g *Grid) Place(row, column int) [2]int {
	at := g.place(row, column)
	return [2]int{at.row, at.column}
}

func (g *Grid) place(row, column int) place {
	switch {
	case g.from != nil:
		return g.from[row][column-1]
	case row == 0:
		return place{0, column, g.Line}
	}
	return place{row, column, g.Rows[row-1].Line}
}

// cell reads a cell, by indices. A table is read once, however often it is asked
// what its columns could be: a copy made before that reads for itself.
func (g *Grid) cell(row, column int) Published {
	if g.read == nil {
		g.read = make([]Published, 0, len(g.Rows)*len(g.Head))
		m := g.decimal()
		for _, r := range g.Rows {
			for k, c := range r.Cells {
				if r.Merged {
					c = ""
				}
				g.read = append(g.read, m.cell(k, c))
			}
		}
	}
	return g.read[row*len(g.Head)+column]
}

// Row is one line of a table's body.
type Row struct {
	Line   int // 1-based; 0 of a table that was laid out anew
	Cells  []string
	Merged bool // one cell spans it, whose text every column has: a head amid rows, whatever it says
}

// Parse finds the tables of a document in their order, recognised by content:
// Markdown, HTML and LaTeX tables may stand side by side in one text; a document
// with none of them is read as CSV, with commas, semicolons or tabs. It returns ErrNoTable
// when there is none and an error when the document exceeds a limit. One table of
// several that exceeds a table's own limit is refused alone.
func Parse(doc []byte) ([]Grid, error) {
	if len(doc) > MaxBytes {
		return nil, fmt.Errorf("larger than %d MiB", MaxBytes>>20)
	}
	if bytes.HasPrefix(doc, []byte("\xff\xfe")) || bytes.HasPrefix(doc, []byte("\xfe\xff")) {
		return nil, errors.New("it is UTF-16: save it as UTF-8")
	}
	if bytes.IndexByte(doc, 0) >= 0 {
		return nil, errors.New("not text")
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(doc), "\uFFFD"), "\uFEFF")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	b := &budget{}
	grids, rest, err := parseLaTeX(text, b)
	if err != nil {
		return nil, err
	}
	html, rest, err := parseHTML(rest, b)
	if err != nil {
		return nil, err
	}
	grids = append(grids, html...)
	md, err := parseMarkdown(rest, b)
	if err != nil {
		return nil, err
	}
	grids = append(grids, md...)
	if len(grids) == 0 {
		if grids, err = parseCSV(text, b); err != nil {
			return nil, err
		}
	}
	switch {
	case len(grids) == 0 && b.bare > 0:
		return nil, fmt.Errorf("line %d: %s", b.bare, noRows)
	case len(grids) == 0:
		return nil, ErrNoTable
	}
	sort.SliceStable(grids, func(i, j int) bool { return grids[i].Line < grids[j].Line })
	for i := range grids {
		grids[i].settleHead()
	}
	if !slices.ContainsFunc(grids, func(g Grid) bool { return g.Refused == "" }) {
		return nil, fmt.Errorf("line %d: a table of %s", grids[0].Line, grids[0].Refused)
	}
	return longs(grids, b), nil
}

// budget counts what a document has asked for.
type budget struct {
	tables, cells int
	laid          int // cells of tables that were laid out anew
	bare          int // the line of a table that has no rows
}

// take counts one table, or says which limit the document exceeds by it.
func (b *budget) take(g *Grid) error {
	g.refuse(len(g.Rows), len(g.Head))
	b.tables++
	b.cells += (len(g.Rows) + 1) * len(g.Head)
	switch {
	case b.tables > MaxTables:
		return fmt.Errorf("line %d: more than %d tables", g.Line, MaxTables)
	case b.cells > MaxCells:
		return fmt.Errorf("line %d: more than %d cells", g.Line, MaxCells)
	}
	return nil
}

// refuse drops what a table holds whose size is beyond a limit.
func (g *Grid) refuse(rows, columns int) {
	if g.Refused = cmp.Or(g.Refused, tooLarge(rows, columns)); g.Refused != "" {
		g.Head, g.Rows = nil, nil
	}
}

// tooLarge says which limit of one table a size exceeds, "" of one within them.
func tooLarge(rows, columns int) string {
	switch {
	case columns > MaxColumns:
		return fmt.Sprintf("more than %d columns", MaxColumns)
	case rows > MaxRows:
		return fmt.Sprintf("more than %d rows", MaxRows)
	}
	return ""
}

// clean is a cell's text on one line, without control characters, at most
// MaxCell bytes.
func clean(s string) string {
	if len(s) <= MaxCell && isClean(s) {
		return s
	}
	if len(s) > MaxCell {
		s = s[:MaxCell]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\u00a0' || r == '\u202f' || r == '\u2009' || r == '\u2007':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return -1
		case r == '\u200b' || r == '\u200d' || r == '\u2060' || r == '\ufeff' || r == '\u00ad':
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// isClean reports whether a text is clean as it is: printable ASCII with single spaces
// inside.
func isClean(s string) bool {
	space := true
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == ' ' && space {
			return false
		}
		space = s[i] == ' '
	}
	return s == "" || !space
}

// fit pads a row to n cells; cells beyond n are dropped.
func fit(cells []string, n int) []string {
	if len(cells) > n {
		return cells[:n:n]
	}
	for len(cells) < n {
		cells = append(cells, "")
	}
	return cells
}
