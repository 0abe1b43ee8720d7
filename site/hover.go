package main

import (
	"cmp"
	"sort"
	"strconv"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// crossing is one series on show at the pointer.
type crossing struct {
	row int       // of the table
	y   opt.Float // the chart's height there; absent when the curve has none
}

// appendHover appends every curve at x, in the order in which the chart has them
// from top to bottom, those out of reach last: a record of x with its unit, then one
// per series of its index, its value or why it has none, and "1" when it has one.
// It runs once a frame while the pointer moves, so its room is kept.
func (a *app) appendHover(b []byte, x float64) []byte {
	cells := a.readLine(x)
	a.crossings = a.crossings[:0]
	for i := range cells {
		a.crossings = append(a.crossings, crossing{i, a.heightOf(cells[i].Throughput(), a.sel.Formed().Rows[i].Series)})
	}
	sort.SliceStable(a.crossings, func(i, j int) bool {
		v, ok := a.crossings[i].y.Get()
		w, wok := a.crossings[j].y.Get()
		return cmp.Or(truthFirst(ok, wok), cmp.Compare(w, v)) < 0
	})
	b = append(b, "at "+render.FormatTarget(x)+" "+a.unit()...)
	for _, c := range a.crossings {
		cell, f := &cells[c.row], a.sel.Formed().Rows[c.row].Frontier
		b = append(b, recordEnd...)
		b = strconv.AppendInt(b, int64(a.rowSeries[c.row]), 10)
		b = append(b, fieldEnd...)
		switch _, reached := c.y.Get(); {
		case reached:
			b = append(b, value(cell, render.Quantity(a.st.height()))+fieldEnd+"1"...)
		case !cell.Reading.State.Reachable():
			b = append(b, endText(f, cell)+fieldEnd...)
		case a.st.height() == measuredEnergy:
			b = append(b, "at its points only"+fieldEnd...)
		default:
			b = append(b, value(cell, render.Quantity(a.st.height()))+fieldEnd...) // why it has none
		}
	}
	return b
}
