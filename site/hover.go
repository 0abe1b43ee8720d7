package main

import (
	"strconv"

	"github.com/isofront/isofront/core/render"
)

// crossing is one series on show at the pointer.
type crossing struct {
	row int     // of the table
	y   float64 // the chart's height there; below 0 when the curve has none
}

// appendHover appends every curve at x, in the order in which the chart has them
// from top to bottom, those out of reach last: a record of x with its unit, then one
// per series of its index, its value or why it has none, and "1" if it has one.
// It runs once a frame while the pointer moves, so its room is kept.
func (a *app) appendHover(b []byte, x float64) []byte {
	cells := a.readLine(x)
	order := a.crossings[:0]
	for i := range cells {
		y, ok := a.heightOf(cells[i].Throughput(), a.sel.Formed().Rows[i].Series).Get()
		if !ok {
			y = -1
		}
		order = append(order, crossing{i, y})
		for k := i; k > 0 && order[k-1].y < y; k-- {
			order[k-1], order[k] = order[k], order[k-1]
		}
	}
	a.crossings = order
	b = append(b, "at "+render.Brief(x)+" "+a.unit()...)
	for _, c := range order {
		cell := &cells[c.row]
		what := value(cell, render.Quantity(a.st.height())) // also why it has none
		switch {
		case c.y >= 0:
			what += fieldEnd + "1"
		case !cell.Reading.State.Reachable():
			what = render.UnreachableShort(a.sel.Formed().Rows[c.row].Frontier, cell)
		case a.st.height() == measuredEnergy:
			what = "at its points only"
		}
		b = append(strconv.AppendInt(append(b, recordEnd...), int64(a.rowSeries[c.row]), 10), fieldEnd+what...)
	}
	return b
}
