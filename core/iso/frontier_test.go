package iso_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/pareto"
)

// TestFrontierByDefinition: eligible points, members, knots and the counts of those left
// out are what the definitions say, formed point by point: on every axis, with and
// without the North Star's rule, with equal coordinates and absent values.
func TestFrontierByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := func(what string) opt.Float {
			if n := rapid.IntRange(-1, 8).Draw(t, what); n >= 0 {
				return opt.Of(float64(n))
			}
			return opt.Float{}
		}
		var s iso.Series
		for k := range rapid.IntRange(0, 14).Draw(t, "points") {
			s.Points = append(s.Points, iso.Point{X: few("x"), Y: few("y"), Normalized: few("normalized"), Concurrency: 100 - k})
		}
		axis := rapid.SampledFrom(iso.Axes).Draw(t, "axis")
		northStar := rapid.Bool().Draw(t, "north star")
		f := iso.Build(&s, axis, northStar)

		left := map[string]int{}
		var all, eligible, members []int // all: those that can dominate on the shown axis
		canonical := func(i int) (x, y float64, ok bool) {
			x, xok := s.Points[i].Normalized.Positive()
			y, yok := s.Points[i].Y.Positive()
			return x, y, xok && yok
		}
		shown := func(i int) (x, y float64, ok bool) {
			x, xok := s.Points[i].X.Positive()
			y, yok := s.Points[i].Y.Positive()
			return x, y, xok && yok
		}
		beaten := func(i int, at func(i int) (x, y float64, ok bool), sense pareto.Sense) bool {
			x, y, ok := at(i)
			if !ok {
				return true
			}
			for j := range s.Points {
				if u, v, ok := at(j); ok && !sense.Better(x, u) && y <= v && (x != u || y != v) {
					return true
				}
			}
			return false
		}
		for i := range s.Points {
			p := &s.Points[i]
			x, xok := p.X.Get()
			y, yok := p.Y.Get()
			switch {
			case !xok:
				left[axis.XAbsent()]++
			case x <= 0:
				left[axis.XNotPositive()]++
			case !yok:
				left[iso.YAbsent]++
			case y <= 0:
				left[iso.YNotPositive]++
			default:
				all = append(all, i)
			}
		}
		for _, i := range all {
			if _, ok := s.Points[i].Normalized.Positive(); northStar && !ok {
				left[iso.NormalizedAbsent]++
				continue
			}
			eligible = append(eligible, i)
			if !beaten(i, shown, axis.Sense()) && (!northStar || !beaten(i, canonical, pareto.Maximise)) {
				members = append(members, i)
			}
		}
		byX := func(list []int) []int {
			slices.SortStableFunc(list, func(a, b int) int {
				x, _ := s.Points[a].X.Get()
				y, _ := s.Points[b].X.Get()
				return int(x - y)
			})
			return list
		}
		if !maps.Equal(f.Ineligible, left) {
			t.Fatalf("left out %v, want %v", f.Ineligible, left)
		}
		if !slices.Equal(f.Eligible(), byX(eligible)) || !slices.Equal(f.Members, byX(members)) {
			t.Fatalf("eligible %v, members %v, want %v, %v", f.Eligible(), f.Members, eligible, members)
		}
		// Of equal coordinates the first by concurrency, which is the last as they came.
		var knots []int
		for _, i := range members {
			if n := len(knots); n > 0 && s.Points[knots[n-1]].X == s.Points[i].X {
				knots[n-1] = i
				continue
			}
			knots = append(knots, i)
		}
		if !slices.Equal(f.Knots, knots) {
			t.Fatalf("knots %v, want %v", f.Knots, knots)
		}
	})
}

// TestBuildAll: frontiers that are formed one after another in the same memory are
// those that each forms alone, whatever the others are.
func TestBuildAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Custom(func(t *rapid.T) opt.Float {
			if n := rapid.IntRange(-1, 30).Draw(t, "n"); n >= 0 {
				return opt.Of(float64(n))
			}
			return opt.Float{}
		})
		series := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) iso.Series {
			return iso.Series{Points: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) iso.Point {
				return iso.Point{X: value.Draw(t, "x"), Y: value.Draw(t, "y"), Normalized: value.Draw(t, "normalized")}
			}), 0, 40).Draw(t, "points")}
		}), 0, 5).Draw(t, "series")
		axis, northStar := rapid.SampledFrom(iso.Axes).Draw(t, "axis"), rapid.Bool().Draw(t, "north star")
		for i, f := range iso.BuildAll(series, axis, northStar) {
			alone := iso.Build(&series[i], axis, northStar)
			if !slices.Equal(f.Members, alone.Members) || !slices.Equal(f.Knots, alone.Knots) || !slices.Equal(f.Eligible(), alone.Eligible()) || !maps.Equal(f.Ineligible, alone.Ineligible) {
				t.Fatalf("series %d: %+v, alone %+v", i, f, alone)
			}
			for x := 0.5; x < 32; x += 0.5 {
				if got, want := f.At(x, iso.Strict), alone.At(x, iso.Strict); got != want {
					t.Fatalf("series %d at %v: %+v, alone %+v", i, x, got, want)
				}
			}
		}
	})
}
