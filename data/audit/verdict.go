package audit

import (
	"fmt"
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

// Summary is the counts by verdict as one line. It counts cells that were read
// against knots, and never those of columns that were not looked at.
func Summary(n *wire.AuditCounts) string {
	out := fmt.Sprintf("%d agree, %d contradict, %d unreachable, %d not checkable", n.Agrees, n.Differs+n.Outside+n.Missing, n.Unreachable, n.Unreadable+n.Unpriced)
	switch n.BreaksIdentity {
	case 0:
	case 1:
		out += "; 1 row breaks cost × throughput = price"
	default:
		out += fmt.Sprintf("; %d rows break cost × throughput = price", n.BreaksIdentity)
	}
	return out
}

// marks stand before a cell's text in a report.
var marks = map[string]string{"agrees": "✓ ", "contradicts": "✗ ", "unreachable": "∅ ", "not checkable": "? "}

// Mark is the sign of a verdict, "" for none.
func Mark(verdict string) string { return strings.TrimSuffix(marks[verdict], " ") }
