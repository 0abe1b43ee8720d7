package audit

import (
	"regexp"
	"strconv"
	"strings"
)

// Environments of LaTeX that hold a table; those of the second list have a width
// in front of their columns.
const (
	tabulars      = `tabular|array|longtable|longtblr|tblr|supertabular|xtabular|NiceTabular|deluxetable`
	tabularsWidth = `tabular\*|tabularx|tabulary|xltabular|NiceTabularX`
)

var (
	latexEnd     = regexp.MustCompile(`\\(begin|end)\s*\{((?:` + tabulars + `|` + tabularsWidth + `)\*?)\}`)
	latexInner   = regexp.MustCompile(`^` + latexEnd.String())
	latexWidth   = regexp.MustCompile(`^(?:` + tabularsWidth + `)$`)
	latexCaption = regexp.MustCompile(`\\caption\*?\s*(?:\[[^\]]*\])?\s*\{`)
	latexFloat   = regexp.MustCompile(`\\(?:begin|end)\s*\{(?:table|figure|wraptable|sidewaystable)`)
	latexRule    = regexp.MustCompile(`^\s*\\(?:hline|midrule|toprule|specialrule|Xhline|hhline)`)
	latexSpan    = regexp.MustCompile(`^\\(multicolumn|multirow)\s*(?:\[[^\]]*\])?\s*\{\s*(\d{0,4})[^{}]*\}`)
	latexSkips   = regexp.MustCompile(`^\s*(?:\\(?:hline|midrule|toprule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|noalign|centering|raggedright|raggedleft)\b|\\(?:cmidrule|cline|addlinespace|rowcolor|cellcolor|hhline|specialrule|morecmidrules|arrayrulecolor)\s*(?:\([^()]*\)|\[[^\]]*\]|\{[^{}]*\})*)`)
)

// mostSpans bounds the spans in spans of one cell: one down, one across.
const mostSpans = 3

// parseLaTeX finds tabulars. rest is the text with them taken out, line breaks
// kept. Rows above the first rule that follows one are the head.
func parseLaTeX(text string, b *budget) (out []Grid, rest string, err error) {
	ends := latexEnd.FindAllStringSubmatchIndex(text, -1)
	var kept strings.Builder
	copied, line := 0, 1
	for i := 0; i < len(ends); i++ {
		first := ends[i]
		if text[first[2]:first[3]] != "begin" {
			continue
		}
		depth, to, end := 1, len(text), len(text) // unclosed: to the end
		for i++; i < len(ends); i++ {
			if depth += map[string]int{"begin": 1, "end": -1}[text[ends[i][2]:ends[i][3]]]; depth == 0 {
				to, end = ends[i][0], ends[i][1]
				break
			}
		}
		line += strings.Count(text[copied:first[0]], "\n")
		t := &htmlTable{start: first[0], line: line}
		t.before = captionAround(text, copied, first[0], end)
		from := latexColumns(text, first[1], text[first[4]:first[5]])
		if err := t.latexRows(text[min(from, to):to], line+strings.Count(text[first[0]:min(from, to)], "\n")); err != nil {
			return nil, "", err
		}
		if g, ok := t.grid(); ok {
			g.Form = LaTeX
			if err := b.take(&g); err != nil {
				return nil, "", err
			}
			out = append(out, g)
		} else {
			b.noteBare(t)
		}
		kept.WriteString(text[copied:first[0]])
		lines := strings.Count(text[first[0]:end], "\n")
		kept.WriteString(strings.Repeat("\n", lines))
		line += lines
		copied = end
	}
	if copied == 0 {
		return nil, text, nil
	}
	return out, kept.String() + text[copied:], nil
}

// captionAround is the caption of the float that a tabular stands in: the last
// between the one before it and itself, or the first behind it.
func captionAround(text string, from, at, end int) string {
	before := text[from:at]
	if all := latexFloat.FindAllStringIndex(before, -1); len(all) > 0 {
		before = before[all[len(all)-1][0]:]
	}
	if all := latexCaption.FindAllStringIndex(before, -1); len(all) > 0 {
		arg, _ := latexArg(before, all[len(all)-1][1]-1)
		return clean(latexText(arg, 0))
	}
	after := text[end:min(len(text), end+MaxCell)]
	if m := latexFloat.FindStringIndex(after); m != nil {
		after = after[:m[0]]
	}
	if m := latexCaption.FindStringIndex(after); m != nil {
		arg, _ := latexArg(after, m[1]-1)
		return clean(latexText(arg, 0))
	}
	return ""
}

// latexColumns is where the rows begin behind \begin{tabular}: after its options,
// its width where it has one, and its columns.
func latexColumns(text string, at int, name string) int {
	at = latexOption(text, at)
	if latexWidth.MatchString(name) {
		_, at = latexArg(text, at)
		at = latexOption(text, at)
	}
	_, at = latexArg(text, at)
	return at
}

// latexRows puts the rows of a tabular's body into the table.
func (t *htmlTable) latexRows(body string, line int) error {
	t.inHead = true
	start, depth, inner, counted := 0, 0, 0, 0
	var cells []string
	row := func(end int) error {
		cells = append(cells, body[start:end])
		line += strings.Count(body[counted:start], "\n")
		counted = start
		t.latexRow(cells, line)
		cells = nil
		return t.bounded()
	}
	rowStart := 0
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '%':
			for i+1 < len(body) && body[i+1] != '\n' {
				i++
			}
		case c == '{':
			depth++
		case c == '}':
			depth = max(depth-1, 0)
		case c == '\\' && i+1 < len(body) && body[i+1] == '\\' && depth == 0 && inner == 0:
			if err := row(i); err != nil || t.refused != "" {
				return err
			}
			i++
			if i+1 < len(body) && body[i+1] == '*' {
				i++
			}
			start = latexOption(body, i+1)
			i, rowStart = start-1, start
		case c == '\\' && i+1 < len(body):
			if strings.HasPrefix(body[i:], `\tabularnewline`) && depth == 0 && inner == 0 {
				if err := row(i); err != nil || t.refused != "" {
					return err
				}
				start = i + len(`\tabularnewline`)
				i, rowStart = start-1, start
				break
			}
			if m := latexInner.FindStringSubmatch(body[i:min(len(body), i+40)]); m != nil {
				inner = max(inner+map[string]int{"begin": 1, "end": -1}[m[1]], 0)
			}
			i++
		case c == '&' && depth == 0 && inner == 0:
			if len(cells) <= MaxColumns {
				cells = append(cells, body[start:i])
			}
			start = i + 1
		}
	}
	if strings.TrimSpace(body[rowStart:]) != "" {
		if err := row(len(body)); err != nil {
			return err
		}
	}
	if n := len(t.rows); n > 0 && t.rows[n-1].head { // no rule tells the head: its first row is it
		for i := range t.rows[1:] {
			t.rows[i+1].head = false
		}
	}
	return nil
}

// latexRow puts one row into the table. Rules and settings alone are none.
func (t *htmlTable) latexRow(cells []string, line int) {
	first := uncommented(cells[0])
	for {
		m := latexSkips.FindString(first)
		if m == "" {
			break
		}
		if latexRule.MatchString(m) && len(t.rows) > 0 {
			t.inHead = false
		}
		first = first[len(m):]
	}
	if len(cells) == 1 && strings.TrimSpace(latexText(first, 0)) == "" {
		return
	}
	// Beneath a cell that reaches down LaTeX has one of its own.
	t.inRow = true
	t.rows = append(t.rows, htmlRow{line: line, head: t.inHead})
	for i, c := range cells {
		if c = uncommented(c); i == 0 {
			c = first
		}
		t.startCell(line, false)
		c = strings.TrimSpace(c)
		for range mostSpans {
			m := latexSpan.FindStringSubmatch(c)
			if m == nil {
				break
			}
			n, err := strconv.Atoi(m[2])
			if err != nil {
				n = 1
			}
			_, at := latexArg(c, latexOption(c, len(m[0]))) // its columns, or its width
			if m[1] == "multicolumn" {
				t.colspan = max(n, 1)
			} else {
				t.rowspan = min(max(n, 1), MaxRows)
			}
			c, _ = latexArg(c, latexOption(c, at))
			c = strings.TrimSpace(c)
		}
		t.write(latexText(c, 0))
		t.latexCell()
	}
	t.endRow()
}

// latexCell ends a cell. An empty one beneath one that reaches down gives way.
func (t *htmlTable) latexCell() {
	r := &t.rows[len(t.rows)-1]
	if k := len(r.cells); k < len(t.spans) && t.spans[k].left > 0 && clean(t.cell.String()) == "" {
		s := t.spans[k]
		t.cell = nil
		s.left--
		t.put(s)
		return
	}
	text := clean(t.cell.String())
	t.cell = nil
	for range min(t.colspan, MaxColumns+1) {
		t.put(span{t.rowspan - 1, text, t.number})
	}
}

// uncommented takes the comments out of a source.
func uncommented(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte(s[i])
			i++
			b.WriteByte(s[i])
		case s[i] == '%':
			for i+1 < len(s) && s[i] != '\n' {
				i++
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
