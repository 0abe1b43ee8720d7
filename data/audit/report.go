package audit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

var mdEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "~", `\~`)

func md(s string) string { return mdEscapes.Replace(s) }

// ReportMarkdown is a report on the tables of an audit: the published tables with a
// mark before each checked cell and what the measured points give behind those that they
// contradict, then each finding in words. grids are those that were checked.
func ReportMarkdown(a *wire.Audit, grids []Grid) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**Checked against the measured points: %s**\n\n%s.\n", md(Settings(a)), md(Summary(a)))
	for i := range a.Tables {
		t := &a.Tables[i]
		if t.Number < 1 || t.Number > len(grids) {
			continue
		}
		markdownTable(&b, t, &grids[t.Number-1])
	}
	b.WriteString("\n✓ agrees at its printed rounding, ✗ contradicts the measured points, ∅ out of reach of them and published so, ? cannot be checked; cells without a mark were not checked.\n")
	for _, w := range a.Warnings {
		b.WriteString("\n- " + md(w))
	}
	if len(a.Warnings) > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

func markdownTable(b *strings.Builder, t *wire.AuditTable, g *Grid) {
	b.WriteString("\n")
	if g.Caption != "" {
		b.WriteString("**" + md(g.Caption) + "**\n\n")
	}
	if t.Skipped != "" {
		b.WriteString("Not checked: " + md(t.Skipped) + ".\n")
		return
	}
	if t.Layout == Turned { // back to how its reader knows it
		if back, err := g.Turn(); err == nil {
			g = &back
		}
	}
	for i, h := range g.Head {
		if i == 0 {
			b.WriteString("|")
		}
		b.WriteString(" " + md(h) + " |")
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(g.Head)) + "\n")
	at := Cells(t)
	for r := range g.Rows {
		b.WriteString("|")
		for k, text := range g.Rows[r].Cells {
			if g.Rows[r].Merged && k > 0 {
				text = "" // said once: Markdown has no cells that span others
			}
			out := md(text)
			if c := at[g.Place(r+1, k+1)]; c != nil {
				v := Verdict(c.State)
				out = marks[v] + out
				if v == "contradicts" && c.Expected != nil {
					told := Telling(c)
					if c.Directional {
						told = "~" + told
					}
					out += " (" + md(told) + ")"
				}
			}
			b.WriteString(" " + out + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	for _, c := range t.Cells {
		if Finding(c.State) {
			fmt.Fprintf(b, "- %s%s, %s: %s\n", md(c.Head), md(at12(c.Target)), md(strconv.Quote(c.Text)), md(c.Why))
		}
	}
	broken, explained := BrokenTexts(t, "")
	for i, list := range [][]string{broken, explained} {
		for _, s := range list {
			fmt.Fprintf(b, "- %s: %s\n", BrokenLead(i == 1), md(s))
		}
	}
	for _, s := range t.Unchecked {
		fmt.Fprintf(b, "- %s is not checked: %s\n", md(strconv.Quote(s.Head)), md(s.Why))
	}
}

func at12(target *float64) string {
	if target == nil {
		return ""
	}
	return " at " + render.FormatTarget(*target)
}

// Telling writes what a cell should be with as many digits as tell it from what
// was printed; "" where nothing is expected.
func Telling(c *wire.AuditCell) string {
	if c.Expected == nil {
		return ""
	}
	digits := 3
	for c.Published != nil && digits < 8 && Value(c.Quantity, *c.Expected, digits) == Value(c.Quantity, *c.Published, digits) {
		digits++
	}
	return Value(c.Quantity, *c.Expected, digits)
}

// Cells finds a table's checked cells by where they stand in the document: see
// Grid.Place.
func Cells(t *wire.AuditTable) map[[2]int]*wire.AuditCell {
	out := make(map[[2]int]*wire.AuditCell, len(t.Cells))
	for i := range t.Cells {
		out[[2]int{t.Cells[i].Row, t.Cells[i].Column}] = &t.Cells[i]
	}
	return out
}
