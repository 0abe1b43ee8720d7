package pareto_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/pareto"
)

const maxi, mini = pareto.Maximise, pareto.Minimise

func TestFrontier(t *testing.T) {
	for _, c := range []struct {
		name   string
		xs, ys []float64
		sx, sy pareto.Sense
		want   []int
	}{
		// CASES 30: a(10,100), b(5,100), c(10,100), d(12,80), e(12,70). b loses to a
		// on x at equal y, e to d on y at equal x; a and c are equal and both stay.
		{"ties and duplicates", []float64{10, 5, 10, 12, 12}, []float64{100, 100, 100, 80, 70}, maxi, maxi, []int{0, 2, 3}},
		// CASES 30, second input: latency small, throughput large.
		{"minimise x", []float64{1, 1, 2, 3}, []float64{50, 70, 60, 90}, mini, maxi, []int{1, 3}},
		{"minimise both", []float64{1, 2, 3}, []float64{3, 2, 2}, mini, mini, []int{0, 1}},
		// Their difference is no number; 0 loses to the greatest on x at equal y.
		{"as far apart as numbers go", []float64{math.MaxFloat64, -math.MaxFloat64, 0}, []float64{1, 2, 1}, maxi, maxi, []int{1, 0}},
		{"none", nil, nil, maxi, maxi, nil},
		{"one", []float64{4}, []float64{2}, maxi, maxi, []int{0}},
		{"all equal", []float64{1, 1, 1}, []float64{2, 2, 2}, maxi, mini, []int{0, 1, 2}},
	} {
		got, err := pareto.Frontier(c.xs, c.ys, c.sx, c.sy)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}

func TestFrontierRefuses(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   string
	}{
		{[]float64{1, math.NaN()}, []float64{1, 2}, "pareto: point 1: x is NaN"},
		{[]float64{1, 2}, []float64{math.Inf(1), 2}, "pareto: point 0: y is +Inf"},
		{[]float64{1, 2, 3}, []float64{3, 2, math.NaN()}, "pareto: point 2: y is NaN"}, // in ascending x
		{[]float64{1}, nil, "pareto: 1 x values against 0 y values"},
	} {
		if _, err := pareto.Frontier(c.xs, c.ys, maxi, maxi); err == nil || err.Error() != c.want {
			t.Errorf("%v %v: %v, want %s", c.xs, c.ys, err, c.want)
		}
	}
}

// dominated is the definition, in O(n^2).
func dominated(i int, xs, ys []float64, sx, sy pareto.Sense) bool {
	for j := range xs {
		atLeast := !sx.Better(xs[i], xs[j]) && !sy.Better(ys[i], ys[j])
		if atLeast && (sx.Better(xs[j], xs[i]) || sy.Better(ys[j], ys[i])) {
			return true
		}
	}
	return false
}

// few draws coordinates from a small set, so that ties are common.
func few(t *rapid.T, n int, label string) []float64 {
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) }), n, n).Draw(t, label)
}

func sense(t *rapid.T, label string) pareto.Sense {
	return rapid.SampledFrom([]pareto.Sense{maxi, mini}).Draw(t, label)
}

func TestFrontierProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "n")
		xs, ys := few(t, n, "xs"), few(t, n, "ys")
		sx, sy := sense(t, "sx"), sense(t, "sy")
		x0, y0 := slices.Clone(xs), slices.Clone(ys)
		got, err := pareto.Frontier(xs, ys, sx, sy)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(xs, x0) || !slices.Equal(ys, y0) {
			t.Fatal("the inputs were changed")
		}
		for i := range xs {
			if slices.Contains(got, i) == dominated(i, xs, ys, sx, sy) {
				t.Fatalf("point %d (%v, %v): membership against the definition", i, xs[i], ys[i])
			}
		}
		// In ascending x, and those with equal coordinates in the order they came.
		for k := 1; k < len(got); k++ {
			if a, b := got[k-1], got[k]; xs[a] > xs[b] || xs[a] == xs[b] && (ys[a] != ys[b] || a > b) {
				t.Fatalf("%v: point %d stands before %d", got, a, b)
			}
		}
		// Idempotent: the frontier of the frontier is all of it.
		var fx, fy []float64
		for _, i := range got {
			fx, fy = append(fx, xs[i]), append(fy, ys[i])
		}
		if again, _ := pareto.Frontier(fx, fy, sx, sy); len(again) != len(got) {
			t.Fatalf("frontier of the frontier has %d of %d members", len(again), len(got))
		}
		// Independent of order: the same coordinates come out of a permutation.
		perm := rapid.Permutation(index(n)).Draw(t, "perm")
		var px, py []float64
		for _, i := range perm {
			px, py = append(px, xs[i]), append(py, ys[i])
		}
		shuffled, _ := pareto.Frontier(px, py, sx, sy)
		members := make([]int, 0, len(shuffled))
		for _, k := range shuffled {
			members = append(members, perm[k])
		}
		slices.Sort(members)
		sorted := slices.Clone(got)
		slices.Sort(sorted)
		if !slices.Equal(members, sorted) {
			t.Fatalf("members %v, in another order %v", sorted, members)
		}
	})
}

// TestFrontierOfAnyNumbers: members are those that the definition gives, in ascending x,
// for points that come sorted or not, that are many, and whose x are far apart, nearly
// equal or as large and as small as numbers go.
func TestFrontierOfAnyNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.SampledFrom([]*rapid.Generator[float64]{
			rapid.Float64(), rapid.Float64Range(1, 2), rapid.Float64Range(1, 1+1e-15), rapid.Float64Range(0, 1e-320),
			rapid.SampledFrom([]float64{-math.MaxFloat64, -1, 0, 1, math.MaxFloat64}),
			rapid.Map(rapid.IntRange(0, 40), func(i int) float64 { return float64(i) }),
		}).Draw(t, "values")
		n := rapid.IntRange(0, 150).Draw(t, "n")
		xs, ys := rapid.SliceOfN(value, n, n).Draw(t, "xs"), rapid.SliceOfN(value, n, n).Draw(t, "ys")
		if rapid.Bool().Draw(t, "sorted") {
			slices.Sort(xs)
		}
		sx, sy := sense(t, "sx"), sense(t, "sy")
		got, err := pareto.Frontier(xs, ys, sx, sy)
		if err != nil {
			t.Fatal(err)
		}
		var want []int
		for i := range xs {
			if !dominated(i, xs, ys, sx, sy) {
				want = append(want, i)
			}
		}
		// Members of equal x are equal, or one would dominate the other.
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func index(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
