package audit

import (
	"fmt"
	"math"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// Verdict is a cell's state in one of four words, or "" where nothing was
// published: agrees, contradicts, unreachable (and published so) or not checkable.
func Verdict(state string) string {
	switch state {
	case wire.AuditAgrees:
		return "agrees"
	case wire.AuditUnreachable:
		return "unreachable"
	case wire.AuditDiffers, wire.AuditOutside, wire.AuditMissing:
		return "contradicts"
	case wire.AuditUnreadable, wire.AuditUnpriced:
		return "not checkable"
	}
	return ""
}

// Near reports whether a cell that differs does so by no more than one unit of its
// last printed digit: it was cut off there, or rounded from another value nearby.
func Near(c *wire.AuditCell) bool {
	return c.State == wire.AuditDiffers && c.Difference != nil && c.HalfUnit != nil && math.Abs(*c.Difference) <= 2**c.HalfUnit*(1+hair)
}

// Summary is the counts by verdict as one line. It counts cells that were read
// against measured points, and never those of columns that were not looked at.
func Summary(a *wire.Audit) string {
	n := &a.Counts
	near := 0
	for i := range a.Tables {
		for k := range a.Tables[i].Cells {
			if Near(&a.Tables[i].Cells[k]) {
				near++
			}
		}
	}
	against := n.Differs + n.Outside + n.Missing
	out := fmt.Sprintf("%d %s, %d %s", n.Agrees, verb(n.Agrees, "agree"), against, verb(against, "contradict"))
	var parts []string
	if n.Differs > 0 && n.Differs < against {
		parts = append(parts, fmt.Sprintf("%d %s", n.Differs, verb(n.Differs, "differ")))
	}
	switch {
	case near > 0 && len(parts) > 0:
		parts[0] += fmt.Sprintf(", %d of these by one unit of the last digit or less", near)
	case near > 0:
		parts = append(parts, fmt.Sprintf("%d of them by one unit of the last digit or less", near))
	}
	if n.Outside > 0 {
		parts = append(parts, fmt.Sprintf("%d beyond what was measured", n.Outside))
	}
	if n.Missing > 0 {
		parts = append(parts, fmt.Sprintf("%d printed as out of reach that %s not", n.Missing, map[bool]string{true: "is", false: "are"}[n.Missing == 1]))
	}
	if len(parts) > 0 {
		out += " (" + strings.Join(parts, "; ") + ")"
	}
	out += fmt.Sprintf(", %d unreachable, %d not checkable", n.Unreachable, n.Unreadable+n.Unpriced)
	switch n.BreaksIdentity {
	case 0:
	case 1:
		out += "; 1 cost does not fit the throughput beside it"
	default:
		out += fmt.Sprintf("; %d costs do not fit the throughput beside them", n.BreaksIdentity)
	}
	return out + otherSheet(n)
}

// otherSheet says how many costs are those of another price sheet.
func otherSheet(n *wire.AuditCounts) string {
	switch n.OtherSheet {
	case 0:
		return ""
	case 1:
		return "; 1 cost is at the price of another sheet"
	}
	return fmt.Sprintf("; %d costs are at the price of another sheet", n.OtherSheet)
}

// marks stand before a cell's text in a report.
var marks = map[string]string{"agrees": "✓ ", "contradicts": "✗ ", "unreachable": "∅ ", "not checkable": "? "}

// Mark is the sign of a verdict, "" for none.
func Mark(verdict string) string { return strings.TrimSuffix(marks[verdict], " ") }
