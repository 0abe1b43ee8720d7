package audit

import (
	"fmt"

	"github.com/isofront/isofront/data/wire"
)

// LayoutText says how a table that is not checked as it stands was laid out, "" of
// one that is.
func LayoutText(layout string) string {
	switch layout {
	case Turned:
		return "turned: its rows and columns are exchanged to be checked, and named as they stand in the document"
	case Long:
		return "laid out by system and target, of which it has one a line; cells are named as they stand in the document"
	}
	return ""
}

// ColumnText names a column of a table by its number: of one that was turned, the
// row that it is in the document.
func ColumnText(layout string, n int) string {
	switch {
	case layout == Turned && n == 1:
		return "the row of heads"
	case layout == Turned:
		return fmt.Sprintf("row %d", n-1)
	case layout == Long:
		return fmt.Sprintf("column %d as laid out", n)
	}
	return fmt.Sprintf("column %d", n)
}

// cellText names a cell by where it stands in the document.
func cellText(layout string, c *wire.AuditCell) string {
	if layout == Turned { // its head stands in front of it
		return fmt.Sprintf("%srow %d %s, column %d%s", line(c.Line), c.Row, quote(c.Head), c.Column, at(c.Target))
	}
	return fmt.Sprintf("%srow %d%s, column %d %s", line(c.Line), c.Row, at(c.Target), c.Column, quote(c.Head))
}

// IdentityText names the two cells that do not fit each other, at a target in a unit.
func IdentityText(x *wire.AuditIdentity, unit string) string {
	target := ""
	if x.Target != nil {
		target = at(x.Target) + unit
	}
	switch {
	case x.ThroughputRow == x.Row:
		return fmt.Sprintf("row %d%s, columns %d and %d", x.Row, target, min(x.CostColumn, x.ThroughputColumn), max(x.CostColumn, x.ThroughputColumn))
	case x.ThroughputColumn == x.CostColumn:
		return fmt.Sprintf("rows %d and %d%s, column %d", min(x.Row, x.ThroughputRow), max(x.Row, x.ThroughputRow), target, x.CostColumn)
	}
	return fmt.Sprintf("row %d, column %d, and row %d, column %d%s", x.Row, x.CostColumn, x.ThroughputRow, x.ThroughputColumn, target)
}

// PlaceText says where a cell of a table that was laid out anew stands in the
// document, "" of any other.
func PlaceText(layout string, c *wire.AuditCell) string {
	if layout == "" {
		return ""
	}
	return fmt.Sprintf("%srow %d, column %d of your table", line(c.Line), c.Row, c.Column)
}
