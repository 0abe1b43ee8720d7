package audit

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxNested bounds tables inside tables; deeper ones are text.
const maxNested = 8

// parseHTML finds HTML tables. rest is the text with the tables taken out, line
// breaks kept, so that what stands around them can be read as Markdown.
//
// It works on tokens, not on a tree: a document of unclosed elements costs no
// more than its length. Spans are written out, rows of a thead, or else leading
// rows of th alone, are the head, joined column by column.
func parseHTML(text string, b *budget) (out []Grid, rest string, err error) {
	if !strings.Contains(strings.ToLower(text), "<table") {
		return nil, text, nil
	}
	p := &htmlParser{budget: b, line: 1, text: text}
	z := html.NewTokenizer(strings.NewReader(text))
	z.SetMaxBuf(MaxBytes + 1)
	for {
		kind := z.Next()
		raw := len(z.Raw())
		if kind == html.ErrorToken {
			break
		}
		if err := p.token(z, kind, raw); err != nil {
			return nil, "", err
		}
		p.line += strings.Count(text[p.at:p.at+raw], "\n")
		p.at += raw
	}
	for len(p.open) > 0 { // unclosed at the end
		if err := p.close(len(text), false); err != nil {
			return nil, "", err
		}
	}
	p.rest.WriteString(text[min(p.copied, len(text)):])
	return p.out, p.rest.String(), nil
}

type htmlParser struct {
	budget *budget
	text   string
	at     int // offset of the token in hand
	line   int
	open   []*htmlTable
	out    []Grid
	rest   strings.Builder
	copied int // how much of text rest has seen
	skip   atom.Atom
	before string          // the last paragraph before a table
	words  strings.Builder // of the one that is being read
}

// htmlTable is a table being read.
type htmlTable struct {
	start, line int
	before      string // the paragraph before it
	caption     strings.Builder
	rows        []htmlRow
	spans       []span // by column, from rows above
	cell        *strings.Builder
	rowspan     int
	colspan     int
	inRow       bool
	inHead      bool
	inCaption   bool
	number      int // of the cell, from 1
	edge        int // what stood behind the cell so far: a tag, 1, or the end of a line, 2
	struck      int // open elements whose text was taken back
	columns     int
	cells       int
	refused     string // the limit that it exceeds: nothing more of it is kept
}

type htmlRow struct {
	line  int
	cells []string
	head  bool // in a thead
	allTh bool

	merged bool // all of it is one cell
	last   int  // the number of its last cell
}

// span is a cell that reaches down: its number, and how many rows are left of it.
type span struct {
	left int
	text string
	cell int
}

func (p *htmlParser) token(z *html.Tokenizer, kind html.TokenType, raw int) error {
	switch kind {
	case html.TextToken:
		switch {
		case p.skip != 0:
		case len(p.open) > 0:
			p.open[len(p.open)-1].write(string(z.Text()))
		case p.words.Len() < MaxCell:
			p.words.Write(z.Text())
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		name, more := z.TagName()
		tag := atom.Lookup(name)
		if tag == atom.Script || tag == atom.Style || tag == atom.Textarea || tag == atom.Title {
			if kind == html.StartTagToken {
				p.skip = tag
			}
			return nil
		}
		if tag == atom.Table {
			if len(p.open) < maxNested {
				t := &htmlTable{start: p.at, line: p.line}
				if len(p.open) == 0 {
					t.before = p.paragraph()
				}
				p.open = append(p.open, t)
			}
			return nil
		}
		if len(p.open) == 0 {
			p.breaks(tag)
			return nil
		}
		t := p.open[len(p.open)-1]
		if t.refused != "" {
			return nil
		}
		t.edge = max(t.edge, 1)
		switch tag {
		case atom.Caption:
			t.endRow()
			t.inCaption = true
		case atom.Thead, atom.Tbody, atom.Tfoot:
			t.endGroup()
			t.inHead = tag == atom.Thead
		case atom.Del, atom.S, atom.Strike:
			if kind == html.StartTagToken {
				t.struck++
			}
		case atom.Tr:
			t.endRow()
			t.startRow(p.line)
		case atom.Td, atom.Th:
			t.endCell()
			t.startCell(p.line, tag == atom.Th)
			for more {
				var key, val []byte
				key, val, more = z.TagAttr()
				switch string(key) {
				case "colspan":
					t.colspan = max(spanOf(val), 1)
				case "rowspan":
					if t.rowspan = spanOf(val); t.rowspan == 0 { // to the end of the group
						t.rowspan = MaxRows
					}
				}
			}
		case atom.Sup:
			t.write("^")
		case atom.Br, atom.P, atom.Div, atom.Li:
			t.edge = 2
		}
		return t.bounded()
	case html.EndTagToken:
		name, _ := z.TagName()
		tag := atom.Lookup(name)
		if p.skip != 0 && tag == p.skip {
			p.skip = 0
			return nil
		}
		if len(p.open) == 0 {
			p.breaks(tag)
			return nil
		}
		t := p.open[len(p.open)-1]
		t.edge = max(t.edge, 1)
		switch tag {
		case atom.Table:
			return p.close(p.at+raw, true)
		case atom.Caption:
			t.inCaption = false
		case atom.Thead, atom.Tbody, atom.Tfoot:
			t.endGroup()
			t.inHead = false
		case atom.Tr:
			t.endRow()
		case atom.Del, atom.S, atom.Strike:
			t.struck = max(t.struck-1, 0)
		case atom.P, atom.Div, atom.Li:
			t.edge = 2
		case atom.Td, atom.Th:
			t.endCell()
		}
		return t.bounded()
	}
	return nil
}

// breaks ends a paragraph outside of tables at a tag that does.
func (p *htmlParser) breaks(tag atom.Atom) {
	switch tag {
	case atom.P, atom.Div, atom.Br, atom.Li, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Figure, atom.Figcaption, atom.Pre:
		if s := clean(p.words.String()); s != "" {
			p.before = s
		}
		p.words.Reset()
	}
}

// paragraph is what stands before a table that begins: the last line of text, or
// else the last paragraph.
func (p *htmlParser) paragraph() string {
	out := p.before
	for line := range strings.SplitSeq(p.words.String(), "\n") {
		if s := plainLine(line); s != "" {
			out = s
		}
	}
	p.before = ""
	p.words.Reset()
	return out
}

func spanOf(val []byte) int {
	n, err := strconv.Atoi(strings.TrimSpace(string(val)))
	if err != nil || n < 0 {
		return 1
	}
	return min(n, MaxRows)
}

func (t *htmlTable) write(s string) {
	switch {
	case t.inCaption && t.caption.Len() < MaxCell:
		t.caption.WriteString(s)
	case t.cell != nil && t.struck == 0 && t.cell.Len() < MaxCell:
		before := t.cell.String()
		switch {
		case s == "":
			return
		case t.edge > 0 && before != "" && isDigit(s[0]) && isDigit(before[len(before)-1]):
			// Two numbers with a tag between them are not one: a mark, a line of its own.
			t.cell.WriteString(" ; ")
		case t.edge > 1:
			t.cell.WriteString(" ")
		}
		t.edge = 0
		t.cell.WriteString(s)
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (t *htmlTable) startRow(line int) {
	t.inCaption, t.inRow = false, true
	t.rows = append(t.rows, htmlRow{line: line, head: t.inHead, allTh: true})
	t.fill()
}

func (t *htmlTable) startCell(line int, th bool) {
	if !t.inRow {
		t.startRow(line)
	}
	t.cell, t.colspan, t.rowspan = &strings.Builder{}, 1, 1
	t.number++
	t.edge, t.struck = 0, 0
	if !th {
		t.rows[len(t.rows)-1].allTh = false
	}
}

// endCell puts the open cell into its row, once for every column it spans.
func (t *htmlTable) endCell() {
	if t.cell == nil {
		return
	}
	text := clean(t.cell.String())
	t.cell = nil
	for range min(t.colspan, MaxColumns+1) {
		t.put(span{t.rowspan - 1, text, t.number})
	}
	t.fill()
}

func (t *htmlTable) put(s span) {
	r := &t.rows[len(t.rows)-1]
	if len(r.cells) > MaxColumns {
		return // bounded refuses the table
	}
	k := len(r.cells)
	if k < len(t.spans) {
		t.spans[k] = s
	} else {
		t.spans = append(t.spans, s)
	}
	r.merged = k == 0 || r.merged && r.last == s.cell
	r.last = s.cell
	r.cells = append(r.cells, s.text)
	t.cells++
	t.columns = max(t.columns, len(r.cells))
}

// fill writes the cells that rows above span into the columns that come next.
func (t *htmlTable) fill() {
	for {
		k := len(t.rows[len(t.rows)-1].cells)
		if k >= len(t.spans) || t.spans[k].left == 0 {
			return
		}
		s := t.spans[k]
		s.left--
		t.put(s)
		if len(t.rows[len(t.rows)-1].cells) == k {
			return
		}
	}
}

// endGroup ends a group of rows, beyond which no cell reaches.
func (t *htmlTable) endGroup() {
	t.endRow()
	t.spans = nil
}

func (t *htmlTable) endRow() {
	t.endCell()
	t.inRow = false
}

// bounded keeps a table within its limits: of one beyond them only that is known.
func (t *htmlTable) bounded() error {
	if t.refused = cmp.Or(t.refused, tooLarge(len(t.rows)-maxNested, t.columns)); t.refused != "" {
		t.rows, t.spans, t.cell, t.inRow, t.inCaption = nil, nil, nil, false, false
		return nil
	}
	if t.cells > MaxCells {
		return fmt.Errorf("line %d: more than %d cells", t.line, MaxCells)
	}
	return nil
}

// close ends the innermost table. A closed outermost one is cut from rest.
func (p *htmlParser) close(end int, closed bool) error {
	t := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	t.endRow()
	if err := t.bounded(); err != nil {
		return err
	}
	g, ok := t.grid()
	if !ok {
		p.budget.noteBare(t)
		return nil
	}
	if err := p.budget.take(&g); err != nil {
		return err
	}
	if closed && len(p.open) == 0 {
		p.rest.WriteString(p.text[p.copied:t.start])
		p.rest.WriteString(strings.Repeat("\n", strings.Count(p.text[t.start:end], "\n")))
		p.copied = end
	}
	p.out = append(p.out, g)
	return nil
}

// noteBare remembers a table that has a head and nothing under it.
func (b *budget) noteBare(t *htmlTable) {
	if len(t.rows) > 0 && t.rows[0].head && t.columns > 1 {
		b.bare = t.line
	}
}

// grid forms the table; ok is false for one without a body or of one column.
func (t *htmlTable) grid() (Grid, bool) {
	g := Grid{Form: HTML, Line: t.line, Caption: cmp.Or(clean(t.caption.String()), t.before), Refused: t.refused}
	if g.Refused != "" {
		return g, true
	}
	heads := 0
	for heads < len(t.rows) && t.rows[heads].head {
		heads++
	}
	for heads == 0 || heads < len(t.rows) && !t.rows[0].head && t.rows[heads].allTh && t.rows[heads-1].allTh {
		heads++
	}
	if heads >= len(t.rows) || t.columns < 2 {
		return g, false
	}
	g.Head = make([]string, t.columns)
	for c := range g.Head {
		last := ""
		for _, r := range t.rows[:heads] {
			if c < len(r.cells) && r.cells[c] != last && r.cells[c] != "" {
				last = r.cells[c]
				g.Head[c] = strings.TrimSpace(g.Head[c] + " " + last)
			}
		}
		g.Head[c] = clean(g.Head[c])
	}
	for _, r := range t.rows[heads:] {
		if len(r.cells) > 0 {
			g.Rows = append(g.Rows, Row{r.line, fit(r.cells, t.columns), r.merged && len(r.cells) > 1})
		}
	}
	return g, len(g.Rows) > 0
}
