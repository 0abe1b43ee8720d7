package audit

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// delimiterRow is the line under the head of a pipe table.
var delimiterRow = regexp.MustCompile(`^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$`)

// parseMarkdown finds GitHub-flavoured pipe tables, also in quotes and lists:
// a head, a delimiter row of as many cells, and rows up to the first line
// without a pipe.
func parseMarkdown(text string, b *budget) ([]Grid, error) {
	lines := strings.Split(text, "\n")
	var out []Grid
	caption := ""
	for i := 0; i < len(lines); i++ {
		line := unquote(lines[i])
		if i+1 >= len(lines) || !strings.Contains(line, "|") || !isDelimiter(unquote(lines[i+1])) {
			if line != "" {
				caption = line
			}
			continue
		}
		head := pipeCells(line)
		if len(head) < 2 || len(head) != len(pipeCells(unquote(lines[i+1]))) {
			continue
		}
		g := Grid{Form: Markdown, Line: i + 1, Caption: plainLine(caption), Head: head}
		caption = ""
		for i += 2; i < len(lines); i++ {
			line := unquote(lines[i])
			if line == "" || !strings.Contains(line, "|") {
				break
			}
			if len(g.Rows) > MaxRows || len(head) > MaxColumns {
				continue // take refuses it
			}
			g.Rows = append(g.Rows, Row{Line: i + 1, Cells: fit(pipeCells(line), len(head))})
		}
		i-- // the line that ended the table may be a caption
		if err := b.take(&g); err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

func isDelimiter(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && delimiterRow.MatchString(line)
}

// unquote takes a line out of a block quote.
func unquote(line string) string {
	line = strings.TrimSpace(line)
	for strings.HasPrefix(line, ">") {
		line = strings.TrimSpace(line[1:])
	}
	return line
}

// plainLine is a line of prose as a caption.
func plainLine(line string) string {
	return strings.Trim(inline(line), "#*_ :")
}

// pipeCells splits a row at its pipes. A pipe after a backslash is text.
func pipeCells(line string) []string {
	line = strings.TrimPrefix(line, "|")
	var out []string
	start := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			out = append(out, inline(line[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(line[start:]); rest != "" {
		out = append(out, inline(rest))
	}
	return out
}

var (
	mdMath    = regexp.MustCompile(`\$[^$\\|]*\\[a-zA-Z,][^$|]*\$`) // with a command in it: $649\times$
	mdSup     = regexp.MustCompile(`(?i)<sup[^<>]*>([^<>]*)</sup>`)
	mdTag     = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
	apart     = regexp.MustCompile(`(\d)\s*(?:</?[a-zA-Z][^<>]*>\s*)+(\d)`)
	mdLink    = regexp.MustCompile(`!?\[([^\[\]]+)\]\([^()]*\)`)
	mdStrong  = regexp.MustCompile("\\*\\*([^*]+)\\*\\*|__([^_]+)__|`([^`]+)`")
	mdEscaped = regexp.MustCompile("\\\\([\\\\`*_{}\\[\\]()#+\\-.!|~$<>&])")
)

// inline takes the markup off a cell's text. A superscript becomes ^text, as a
// footnote or an exponent reads.
func inline(s string) string {
	if len(s) > 4*MaxCell {
		s = s[:4*MaxCell]
	}
	if !strings.ContainsAny(s, "<[*_`\\&") { // most cells of most tables: nothing below would change it
		return clean(s)
	}
	s = mdMath.ReplaceAllStringFunc(s, func(m string) string { return latexText(m, 0) })
	s = mdSup.ReplaceAllString(s, "^$1")
	s = apart.ReplaceAllString(s, "$1 ; $2") // as words, so that numbers beside it stay two
	s = mdTag.ReplaceAllString(s, " ")
	s = mdLink.ReplaceAllString(s, "$1")
	s = mdStrong.ReplaceAllString(s, "$1$2$3")
	s = mdEscaped.ReplaceAllString(s, "$1")
	return clean(html.UnescapeString(s))
}
