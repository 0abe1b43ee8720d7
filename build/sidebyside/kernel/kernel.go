// Package kernel is an iso table's numbers and nothing else: no bundle, no query,
// no reply. It is what plain JavaScript is compared with.
package kernel

import (
	"math"
	"slices"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// PerCell is how many numbers a cell of the answer has: throughput in tok/s/GPU,
// $/M tokens, and the ratio of tokens per dollar to the first series.
const PerCell = 3

// Task is the operating points of a table and its targets.
type Task struct {
	series []iso.Series
	spec   iso.Spec
}

// Take reads a task, whose baseline is the first series. in holds the number of
// series, the number of targets, the targets in tok/s/user, and of each series its
// price in $/GPU-hour (NaN: none), how many points it has, and of each point
// interactivity and throughput. It is nil where in is not of this form.
func Take(in []float64) *Task {
	next := func() float64 {
		if len(in) == 0 {
			return math.NaN()
		}
		v := in[0]
		in = in[1:]
		return v
	}
	// taken is a count, of things of `each` numbers that must still be there.
	taken := func(each int) (int, bool) {
		n := next()
		return int(n), n >= 0 && n <= float64(len(in)/each)
	}
	series, ok := taken(1)
	if !ok {
		return nil
	}
	n, ok := taken(1)
	if !ok {
		return nil
	}
	spec := iso.Spec{Axis: iso.Interactivity, Targets: slices.Clone(in[:n])} // in is the next task's
	in = in[n:]
	all := make([]iso.Series, series)
	for i := range all {
		if price := next(); price > 0 {
			all[i].Price = opt.Of(price)
		}
		points, ok := taken(2)
		if !ok {
			return nil
		}
		all[i].Points = make([]iso.Point, points)
		for k := range all[i].Points {
			all[i].Points[k].X, all[i].Points[k].Y = opt.Of(in[2*k]), opt.Of(in[2*k+1])
		}
		in = in[2*points:]
	}
	return &Task{all, spec}
}

// Numbers forms the frontiers, the curves and the cells. The answer, appended to
// out, goes series by series and target by target; an absent number is NaN, since
// nothing but numbers crosses here. It is nil where no table can be made.
func (t *Task) Numbers(out []float64) []float64 {
	table, err := iso.Make(t.series, t.spec)
	if err != nil {
		return nil
	}
	at := len(out)
	out = append(out, make([]float64, PerCell*len(table.Rows)*len(table.Spec.Targets))...)
	for i := range table.Rows {
		for j := range table.Rows[i].Cells {
			c, to := &table.Rows[i].Cells[j], out[at:at+PerCell]
			to[0], to[1], to[2] = orNaN(c.Throughput()), orNaN(c.UsdPerMtok), orNaN(c.Ratio.PerfPerDollar)
			at += PerCell
		}
	}
	return out
}

// Curves forms the frontiers and the curves and reads each at every target, and
// nothing else: of the answer a cell is one number, the throughput in tok/s/GPU.
func (t *Task) Curves(out []float64) []float64 {
	at := len(out)
	out = slices.Grow(out, len(t.series)*len(t.spec.Targets))[:at+len(t.series)*len(t.spec.Targets)]
	for _, f := range iso.BuildAll(t.series, t.spec.Axis, false) {
		for _, x := range t.spec.Targets {
			out[at] = orNaN(f.At(x, iso.Strict).Y)
			at++
		}
	}
	return out
}

func orNaN(v opt.Float) float64 {
	if x, ok := v.Get(); ok {
		return x
	}
	return math.NaN()
}
