package render

import (
	"strings"

	"github.com/isofront/isofront/core/words"
)

// Markdown writes the sheet as GitHub-flavoured Markdown: one table per
// quantity, the notes under the last. Text from data cannot break a table or
// start markup.
func Markdown(sh *Sheet) string {
	var b strings.Builder
	for _, g := range sh.Grids() {
		b.WriteString("**" + mdText(g.Caption) + "**\n\n")
		b.WriteString("| " + mdText(sh.Corner()) + " |")
		rule := "\n|---:|"
		for _, h := range g.Heads {
			b.WriteString(" " + mdText(h) + " |")
			rule += "---:|"
		}
		b.WriteString(rule + "\n")
		for j, line := range g.Lines {
			b.WriteString("| " + FormatTarget(g.Targets[j]) + " |")
			for _, c := range line {
				b.WriteString(" " + mdText(c.Text) + " |")
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	for _, n := range sh.Notes() {
		b.WriteString("- " + mdText(n) + "\n")
	}
	return b.String()
}

var mdEscaper = words.Escapes{
	"\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "]", "\\]",
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "~", "\\~", "\n", " ", "\r", " "}

func mdText(s string) string { return mdEscaper.Replace(s) }
