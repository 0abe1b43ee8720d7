package main

import (
	"encoding/binary"
	"math"

	"github.com/isofront/isofront/data/wire"
)

// packChart writes what the chart draws as the script reads it (web/wire.ts): one
// run of float64, least byte first, of each series in turn: how many points and how
// many samples it has, the points' x, their y, 1 for each on the frontier, else 0,
// the samples' x and their y. Names and looks are the view's.
func packChart(c *wire.Chart) []byte {
	n := 0
	for i := range c.Series {
		n += 2 + 3*len(c.Series[i].Points) + 2*len(c.Series[i].CurveX)
	}
	b := make([]byte, 0, 8*n)
	put := func(v float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v)) }
	for i := range c.Series {
		s := &c.Series[i]
		put(float64(len(s.Points)))
		put(float64(len(s.CurveX)))
		for k := range s.Points {
			put(s.Points[k].X)
		}
		for k := range s.Points {
			put(s.Points[k].Y)
		}
		for _, on := range s.Member {
			if on {
				put(1)
			} else {
				put(0)
			}
		}
		for _, column := range [][]float64{s.CurveX, s.CurveY} {
			for _, v := range column {
				put(v)
			}
		}
	}
	return b
}
