package render

import "strings"

// LaTeX writes the sheet as booktabs tables, one per quantity, the notes under
// each tabular. All text is escaped. It needs \usepackage{booktabs}.
func LaTeX(sh *Sheet) string {
	var b strings.Builder
	grids := sh.grids()
	for i, g := range grids {
		b.WriteString("\\begin{table}\n\\centering\n\\caption{" + latexText(g.caption) + "}\n")
		b.WriteString("\\begin{tabular}{r" + strings.Repeat("r", len(g.heads)) + "}\n\\toprule\n" + latexText(sh.Corner()))
		for _, h := range g.heads {
			b.WriteString(" & " + latexText(h))
		}
		b.WriteString(" \\\\\n\\midrule\n")
		for j, line := range g.lines {
			b.WriteString(FormatTarget(g.targets[j]))
			for _, c := range line {
				b.WriteString(" & " + latexText(c.text))
			}
			b.WriteString(" \\\\\n")
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if i == len(grids)-1 {
			for _, n := range sh.Notes() {
				b.WriteString("\\par\\footnotesize " + latexText(n) + "\n")
			}
		}
		b.WriteString("\\end{table}\n")
	}
	return b.String()
}

var latexEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `$\sim$`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"∞", `$\infty$`, "≥", `$\geq$`, "≤", `$\leq$`, "→", `$\rightarrow$`, "–", "--", "\n", " ", "\r", " ")

func latexText(s string) string { return latexEscaper.Replace(s) }
