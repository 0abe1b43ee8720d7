package audit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/isofront/isofront/data/audit"
)

// A tabular as articles have it reads as the table that it prints.
func TestLaTeX(t *testing.T) {
	for name, c := range map[string]struct{ doc, caption, want string }{
		"booktabs": {`Words \cite{a}.
\begin{table}[t]
\caption[short]{Cost of \textbf{B200} at 20--60~tok/s\label{t}}
\begin{tabular}{@{}rr@{}} \toprule
tok/s/user & B200 tok/s/GPU & B200 \$/M tok\footnote{n} \\ \midrule
20 & \textbf{1{,}000} & \$0.56 \\[2pt]
% 30 & 1 & 2 \\
60 & $\sim$250\textsuperscript{a} & $2.22$ \\ 70 & -- & --- \\
\bottomrule
\end{tabular}\end{table}`, "Cost of B200 at 20–60 tok/s", "tok/s/user|B200 tok/s/GPU|B200 $/M tok/20|1,000|$0.56/60|~250^a|2.22/70|–|—"},
		"spans": {`\begin{tabular*}{\linewidth}{|l|c c|}\hline
\multirow{2}{*}{tok/s/user} & \multicolumn{2}{c|}{B200} \\ \cmidrule(lr){2-3} \cline{2-3}
& tok/s/GPU & \$/M \\ \hline\hline
20 & 1\,000 & \cellcolor{red!20}{0.56} \\ \hline
60 & \SI{250}{\per\second} & \textcolor{blue}{2.22} \tabularnewline
\end{tabular*}
\caption{Behind}`, "Behind", "tok/s/user|B200 tok/s/GPU|B200 $/M/20|1 000|0.56/60|250|2.22"},
		"no rules":    {"\\begin{tabularx}{1cm}{lX}tok/s/user&B200 tok/s/GPU\\\\20&1000\\\\60&250\\end{tabularx}", "", "tok/s/user|B200 tok/s/GPU/20|1000/60|250"},
		"stacked":     {"\\begin{tabular}{rr}tok/s/user & \\begin{tabular}[b]{@{}r@{}}B200\\\\tok/s/GPU\\end{tabular}\\\\\\midrule 20 & \\makecell[r]{1000 \\\\ (best)}\\\\60&250\\\\\\end{tabular}", "", "tok/s/user|B200 tok/s/GPU/20|1000 (best)/60|250"},
		"unclosed":    {"\\begin{tabular}{rr}tok/s/user & B200 tok/s/GPU \\\\ 20 & {1000 \\\\ 60 & 250", "", "tok/s/user|B200 tok/s/GPU/20|1000 60 250"},
		"signs":       {`\begin{tabular}{rr}a \& b & c\_d \% \\ 1 & $10^{3} \times \infty \leq$ \\ \end{tabular}`, "", "a & b|c_d %/1|10^3 × ∞≤"},
		"in Markdown": {"Words\n\n```latex\n\\begin{tabular}{rr}a&b\\\\1&2\\end{tabular}\n```\n", "", "a|b/1|2"},
	} {
		grids, err := audit.Parse([]byte(c.doc))
		if err != nil || len(grids) != 1 {
			t.Errorf("%s: %v, %d tables", name, err, len(grids))
			continue
		}
		got := strings.Join(grids[0].Head, "|")
		for _, r := range grids[0].Rows {
			got += "/" + strings.Join(r.Cells, "|")
			if line := strings.Split(c.doc, "\n")[r.Line-1]; !strings.Contains(line, r.Cells[0]) {
				t.Errorf("%s: %q is not on line %d: %s", name, r.Cells, r.Line, line)
			}
		}
		if got != c.want || grids[0].Caption != c.caption || grids[0].Form != audit.LaTeX {
			t.Errorf("%s: %q\n%s\nwant\n%s", name, grids[0].Caption, got, c.want)
		}
	}
	a, err := check(t, "\\begin{tabular}{rr}tok/s/user & B200 tok/s/GPU \\\\ \\hline 20 & 1000 \\\\ 60 & 251 \\\\ 70 & $>$ 60.0 \\\\ 80 & $>$ 50 \\\\ 40 & $>$ 60 \\end{tabular}", audit.Options{})
	if err != nil || a.Counts.Agrees != 1 || a.Counts.Differs != 1 || a.Counts.Unreachable != 1 || a.Counts.Outside != 1 || a.Counts.Unreadable != 1 {
		t.Errorf("%v %+v", err, a.Counts)
	}
	// Beside a table of another form, each is found.
	grids, err := audit.Parse([]byte("|a|b|\n|-|-|\n|1|2|\n\n\\begin{tabular}{rr}c&d\\\\1&2\\end{tabular}\n\n<table><tr><td>e<td>f<tr><td>1<td>2</table>\n"))
	if err != nil || len(grids) != 3 || grids[1].Head[0] != "c" || grids[2].Line != 7 {
		t.Errorf("%v %+v", err, grids)
	}
}

// The worst that we could think of costs a second at most where a machine is idle.
func TestLaTeXHostile(t *testing.T) {
	for _, unit := range []string{
		`\begin{tabular}`, `\begin{tabular}{r}a&b\\`, `\end{tabular}`, `\multirow{2}{*}{`, `\multicolumn{9}{c}{a}&`, `\cite{`, `\SI{`, `{`, `}`, `\\`, `&`, `\`, `%`, "%\n", `\hline`, `\cline[`, `\begin`, `\caption{`, `[`, `\\[`, `$`, `\textbf{`, `-`, `\tabularnewline`,
	} {
		for _, head := range []string{"", `\begin{tabular}{rr}a & b \\ \hline 1 & `} {
			start := time.Now()
			_, _ = audit.Parse([]byte(head + strings.Repeat(unit, audit.MaxBytes/4/len(unit))))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s: %v", unit, took)
			}
		}
	}
}
