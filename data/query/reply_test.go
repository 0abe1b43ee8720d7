package query

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/wire"
)

// alone forms a cell by itself: its knots are sought among the series' points and
// shared with no other cell.
func alone(r *iso.Row, c *iso.Cell) wire.Cell {
	w := wire.Cell{Target: c.Target, State: c.Reading.State.String(), Directional: c.Reading.Directional,
		Throughput: num(c.Throughput()), UsdPerMtok: num(c.UsdPerMtok), TokensPerUsd: num(c.TokensPerUsd), JoulesPerToken: num(c.JoulesPerToken)}
	knot := func(i int) wire.Knot {
		p := &r.Series.Points[i]
		return wire.Knot{X: *num(p.X), Y: *num(p.Y), Concurrency: p.Concurrency, Recipe: p.Recipe,
			TTFT: num(p.TTFT), E2EL: num(p.E2EL), MeasuredJoules: num(p.MeasuredJoules), MeasuredOn: text(p.MeasuredOn), Run: text(p.Run), Source: text(p.Source)}
	}
	switch c.Reading.State {
	case iso.Interpolated:
		w.Bracket = []wire.Knot{knot(c.Reading.Lo), knot(c.Reading.Hi)}
	case iso.Measured, iso.AtLeast:
		k := knot(c.Reading.Lo)
		w.Point = &k
	}
	if p, ok := r.Penalty(c); ok {
		w.Penalty = &wire.Penalty{}
		for i := range p.Alone {
			w.Penalty.Interactivity = append(w.Penalty.Interactivity, Round12(p.Alone[i]))
			w.Penalty.Taken = append(w.Penalty.Taken, Round12(p.Taken[i]))
		}
	}
	if x := &c.Ratio; x.State != iso.NoBaseline {
		w.Ratio = &wire.Ratio{State: x.State.String(), Reason: x.State.Reason(), PerfPerDollar: num(x.PerfPerDollar), Throughput: num(x.Throughput)}
	}
	return w
}

// TestCellsOfAReply: cells that share knots and numbers say what each would say by
// itself, on every axis, under both rules of reach, and with the North Star's.
func TestCellsOfAReply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := func(what string) opt.Float { // few values, so that coordinates are equal
			if n := rapid.IntRange(-1, 9).Draw(t, what); n >= 0 {
				return opt.Of(float64(n) * 3.7)
			}
			return opt.Float{}
		}
		all := make([]iso.Series, rapid.IntRange(1, 3).Draw(t, "series"))
		var targets []float64
		for i := range all {
			s := &all[i]
			s.Price, s.Kw = few("price"), few("power")
			for k := range rapid.IntRange(0, 12).Draw(t, "points") {
				p := iso.Point{X: few("x"), Y: few("y"), Normalized: few("normalized"), TTFT: few("TTFT"), E2EL: few("E2EL"),
					Concurrency: k, Recipe: rapid.SampledFrom([]string{"", "TP=8"}).Draw(t, "recipe"), MeasuredOn: "2026-05-22"}
				s.Points = append(s.Points, p)
				if x, ok := p.X.Positive(); ok && rapid.Bool().Draw(t, "at it") {
					targets = append(targets, x)
				}
			}
		}
		targets = append(targets, rapid.SliceOfN(rapid.Float64Range(0.5, 40), 0, 20).Draw(t, "targets")...)
		table, err := iso.Make(all, iso.Spec{
			Axis:      rapid.SampledFrom([]iso.Axis{iso.Interactivity, iso.TTFT, iso.E2EL, iso.E2ENormalized}).Draw(t, "axis"),
			Reach:     rapid.SampledFrom([]iso.Reach{iso.Strict, iso.ServeSlowest}).Draw(t, "reach"),
			NorthStar: rapid.Bool().Draw(t, "north star"),
			Baseline:  rapid.IntRange(-1, len(all)-1).Draw(t, "baseline"),
			Targets:   targets,
		})
		if err != nil {
			t.Fatal(err)
		}
		var n numbers
		for i := range table.Rows {
			r := &table.Rows[i]
			got := make([]wire.Cell, len(r.Cells))
			n.cells(got, r)
			for j := range got {
				if want := alone(r, &r.Cells[j]); !reflect.DeepEqual(got[j], want) {
					t.Fatalf("series %d at %v: %+v, want %+v", i, want.Target, got[j], want)
				}
			}
		}
	})
}

// TestKnotsOfNeighboursAreApart: a cell's bracket can be appended to without a change
// of the next one's.
func TestKnotsOfNeighboursAreApart(t *testing.T) {
	s := []iso.Series{{}}
	for i := range 3 {
		s[0].Points = append(s[0].Points, iso.Point{X: opt.Of(float64(10 * (i + 1))), Y: opt.Of(float64(90 - 30*i))})
	}
	table, err := iso.Make(s, iso.Spec{Axis: iso.Interactivity, Targets: []float64{15, 25}, Baseline: -1})
	if err != nil {
		t.Fatal(err)
	}
	var n numbers
	out := make([]wire.Cell, 2)
	n.cells(out, &table.Rows[0])
	before := slices.Clone(out[1].Bracket)
	_ = append(out[0].Bracket, wire.Knot{X: 1})
	if !reflect.DeepEqual(out[1].Bracket, before) {
		t.Errorf("%+v became %+v", before, out[1].Bracket)
	}
}

// TestNumbersOfAReply: numbers that lie side by side are each what it would be by itself,
// and none is another's place; no finite one becomes infinite by rounding.
func TestNumbersOfAReply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.SliceOfN(rapid.Uint64(), 0, 600).Draw(t, "bits")
		var n numbers
		var got, want []*float64
		seen := map[*float64]bool{}
		for _, b := range append(bits, math.Float64bits(math.MaxFloat64), 1) {
			v := opt.Of(math.Float64frombits(b))
			p := n.of(v)
			if p != nil && seen[p] {
				t.Fatal("two numbers at one place")
			}
			seen[p] = true
			got, want = append(got, p), append(want, num(v))
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
