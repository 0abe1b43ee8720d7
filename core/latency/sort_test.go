package latency

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortNumbers: as slices.Sort, on sizes around the switch.
func TestSortNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{0, 1, radixMin - 1, radixMin, 3 * radixMin} {
		for kind, draw := range map[string]func() float64{
			"times":     rng.Float64,
			"equal":     func() float64 { return 2 },
			"few":       func() float64 { return float64(rng.IntN(3)) },
			"both":      func() float64 { return rng.NormFloat64() * 1e9 },
			"noisy":     func() float64 { return float64(rng.IntN(40)) / 1000 * (1 + 1e-15*rng.Float64()) },
			"any scale": func() float64 { return math.Ldexp(rng.Float64()-0.5, rng.IntN(2000)-1000) },
		} {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = draw()
			}
			want := slices.Clone(xs)
			slices.Sort(want)
			weights, weightOf := make([]int64, n), map[float64]int64{}
			for i, x := range xs {
				weights[i] = int64(i)
				weightOf[x] += int64(i)
			}
			again := slices.Clone(xs)
			if (&sorter{}).sort(xs); !slices.Equal(xs, want) {
				t.Errorf("%d %s: out of order", n, kind)
			}
			if sortWeighted(again, weights); !slices.Equal(again, want) {
				t.Errorf("%d %s: out of order with weights", n, kind)
			}
			for i, x := range again {
				weightOf[x] -= weights[i]
			}
			for x, w := range weightOf {
				if w != 0 {
					t.Fatalf("%d %s: weights of %v went elsewhere", n, kind, x)
				}
			}
		}
	}
}
