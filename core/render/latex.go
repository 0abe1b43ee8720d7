package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/words"
)

// LaTeX writes the sheet as booktabs tables, one per quantity, each with its
// notes. All text is escaped. Heads are stacked word by word and unreachable
// cells shortened to the end of their frontier (> 74.13), so that a table with a
// few systems fits a page.
func LaTeX(sh *Sheet) string {
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}\n")
	for _, g := range sh.Grids() {
		b.WriteString("\\begin{table}\n\\centering\n\\caption{" + latexText(g.Caption) + "}\n")
		columns, heads := "r", latexText(sh.Corner())
		for _, h := range g.Heads {
			columns += "r"
			heads += " & " + latexStack(h)
		}
		b.WriteString("\\begin{tabular}{" + columns + "}\n\\toprule\n" + heads + " \\\\\n\\midrule\n")
		shortened := false
		for j, line := range g.Lines {
			b.WriteString(FormatTarget(g.Targets[j]))
			for _, c := range line {
				text := latexText(c.Text)
				if !c.Ratio && (c.State == iso.Above.String() || c.State == iso.Below.String()) {
					text, shortened = sh.latexEnd(c, g.Targets[j]), true
				}
				b.WriteString(" & " + text)
			}
			b.WriteString(" \\\\\n")
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if shortened {
			b.WriteString("\\par\\footnotesize $<$, $>$: unreachable, with the slowest or fastest measured point.\n")
		}
		for _, n := range sh.Notes() {
			b.WriteString("\\par\\footnotesize " + latexText(n) + "\n")
		}
		b.WriteString("\\end{table}\n")
	}
	return b.String()
}

// latexStack sets the words of a head under each other.
func latexStack(head string) string {
	return "\\begin{tabular}[b]{@{}r@{}}" + words.Escapes{" ", "\\\\"}.Replace(latexText(head)) + "\\end{tabular}"
}

// latexEnd is an unreachable cell as the end of the frontier it lies beyond.
func (sh *Sheet) latexEnd(c GridCell, target float64) string {
	f := sh.Table.Rows[c.Row].Frontier
	end, ok := f.End(iso.StateOf(c.State))
	if !ok {
		return latexText(c.Text)
	}
	sign := "$<$ "
	if (c.State == iso.Above.String()) == (f.Axis.Sense() == pareto.Maximise) {
		sign = "$>$ "
	}
	return sign + endText(end, target)
}

var latexEscaper = words.Escapes{
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `$\sim$`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"∞", `$\infty$`, "≥", `$\geq$`, "≤", `$\leq$`, "→", `$\rightarrow$`, "–", "--", "\n", " ", "\r", " "}

func latexText(s string) string { return latexEscaper.Replace(s) }
