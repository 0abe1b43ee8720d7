package audit

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// WriteText writes what an audit found: per table how its columns were read,
// one line for each cell that does not agree and each row that breaks the
// identity, then the counts. Published text is quoted, so that nothing in it
// reaches a terminal as a control.
func WriteText(w io.Writer, a *wire.Audit) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n", Settings(a))
	for i := range a.Tables {
		writeTable(b, &a.Tables[i])
	}
	for _, s := range a.Warnings {
		fmt.Fprintf(b, "warning: %s\n", s)
	}
	fmt.Fprintf(b, "%s\n", CountText(&a.Counts))
	return b.Flush()
}

func writeTable(b *bufio.Writer, t *wire.AuditTable) {
	fmt.Fprintf(b, "table %d (%s, line %d)", t.Number, t.Form, t.Line)
	if t.Caption != "" {
		fmt.Fprintf(b, " %s", quote(t.Caption))
	}
	if t.Skipped != "" {
		fmt.Fprintf(b, ": not checked: %s\n", t.Skipped)
		return
	}
	if how := LayoutText(t.Layout); how != "" {
		fmt.Fprintf(b, "\n  %s", how)
	}
	fmt.Fprintf(b, "\n  %s %s holds the targets\n", ColumnText(t.Layout, t.TargetColumn), quote(t.TargetHead))
	for _, c := range t.Columns {
		fmt.Fprintf(b, "  %s %s is %s of %s%s", ColumnText(t.Layout, c.Column), quote(c.Head), c.Quantity, c.Series, over(c.Over))
		if c.UsdPerGPUHour != nil && (c.Quantity == "cost" || c.Quantity == "tokens-per-dollar") {
			fmt.Fprintf(b, " at $%s per GPU-hour", render.Money(*c.UsdPerGPUHour))
		}
		if c.Proposed {
			b.WriteString(" (by its head)")
		}
		fmt.Fprintln(b)
	}
	for _, s := range t.Unchecked {
		fmt.Fprintf(b, "  %s %s is not checked: %s", ColumnText(t.Layout, s.Column), quote(s.Head), s.Why)
		if isRatioColumn(s.Why) {
			fmt.Fprintf(b, "; %s", sayRatio(s.Head))
		}
		fmt.Fprintln(b)
	}
	for i := range t.Cells {
		if c := &t.Cells[i]; Finding(c.State) {
			fmt.Fprintf(b, "  %s: %s %s: %s\n", cellText(t.Layout, c), quote(c.Text), c.State, c.Why)
		}
	}
	broken, explained := brokenTexts(t, "", line)
	for _, s := range broken {
		fmt.Fprintf(b, "  breaks the identity cost x throughput = price: %s\n", s)
	}
	for _, s := range explained {
		fmt.Fprintf(b, "  cost x throughput is the price of another sheet: %s\n", s)
	}
}

// line is where a row stands in the document, "" of one that stands on no line.
func line(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("line %d, ", n)
}

func over(series string) string {
	if series == "" {
		return ""
	}
	return " over " + series
}

// Finding reports whether a cell's state is one that does not agree.
func Finding(state string) bool {
	switch state {
	case wire.AuditDiffers, wire.AuditOutside, wire.AuditMissing, wire.AuditUnreadable:
		return true
	}
	return false
}

// WriteColumns writes what the columns of a document's tables could be.
func WriteColumns(w io.Writer, o *wire.AuditOpened) error {
	b := bufio.NewWriter(w)
	for i := range o.Tables {
		t := &o.Tables[i]
		rows := "rows"
		if t.Rows == 1 {
			rows = "row"
		}
		fmt.Fprintf(b, "table %d (%s, line %d", t.Number, t.Form, t.Line)
		if len(t.Columns) > 0 { // of a refused one nothing is kept
			fmt.Fprintf(b, ", %d %s", t.Rows, rows)
		}
		b.WriteString(")")
		if t.Caption != "" {
			fmt.Fprintf(b, " %s", quote(t.Caption))
		}
		if t.Skipped != "" {
			fmt.Fprintf(b, ": %s", t.Skipped)
		}
		fmt.Fprintln(b)
		if how := LayoutText(t.Layout); how != "" {
			fmt.Fprintf(b, "  %s\n", how)
		}
		for _, c := range t.Columns {
			fmt.Fprintf(b, "  column %d", c.Column)
			if t.Layout == Turned {
				fmt.Fprintf(b, " (%s)", ColumnText(t.Layout, c.Column))
			}
			fmt.Fprintf(b, " %s", quote(c.Head))
			switch c.Role {
			case wire.AuditTarget:
				b.WriteString(" holds the targets")
			case wire.AuditChecked:
				fmt.Fprintf(b, " is %s of %s%s", c.Quantity, c.Series, over(c.Over))
			case wire.AuditOpen:
				fmt.Fprintf(b, " is open: %s", c.Why)
				if len(c.Could) > 0 {
					fmt.Fprintf(b, ": %s", strings.Join(c.Could, ", "))
				}
			default:
				fmt.Fprintf(b, " is left out: %s", c.Why)
			}
			fmt.Fprintln(b)
		}
	}
	b.WriteString("series:")
	for _, s := range o.Series {
		fmt.Fprintf(b, " %s", s.Name)
	}
	fmt.Fprintln(b)
	return b.Flush()
}

func at(target *float64) string {
	if target == nil {
		return ""
	}
	return ", at " + strconv.FormatFloat(*target, 'g', 12, 64)
}

// quote quotes published text, cut to a readable length.
func quote(s string) string {
	if r := []rune(s); len(r) > 80 {
		s = string(r[:79]) + "…"
	}
	return strconv.Quote(s)
}

// CountText is the counts as one line, naming only what there is.
func CountText(n *wire.AuditCounts) string {
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{
		{n.Agrees, verb(n.Agrees, "agree")}, {n.Unreachable, "unreachable by both"}, {n.Differs, verb(n.Differs, "differ")}, {n.Outside, "outside the frontier"},
		{n.Missing, "missing"}, {n.Unreadable, "unreadable"}, {n.Unpriced, "without a price or power"}, {n.Blank, "blank"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	text := fmt.Sprintf("%d cells: %s", n.Cells, strings.Join(parts, ", "))
	if n.Cells == 1 {
		text = strings.Replace(text, "cells", "cell", 1)
	}
	if n.Cells == 0 {
		text = "no cells"
	}
	switch n.BreaksIdentity {
	case 0:
	case 1:
		text += "; 1 cost breaks cost x throughput = price"
	default:
		text += fmt.Sprintf("; %d costs break cost x throughput = price", n.BreaksIdentity)
	}
	return text + otherSheet(n)
}

// verb is a verb after a number: 1 agrees, 2 agree.
func verb(n int, word string) string {
	if n == 1 {
		return word + "s"
	}
	return word
}
