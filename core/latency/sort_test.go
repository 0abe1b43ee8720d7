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
			"any scale": func() float64 { return math.Ldexp(rng.Float64()-0.5, rng.IntN(2000)-1000) },
		} {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = draw()
			}
			want := slices.Clone(xs)
			slices.Sort(want)
			if sortNumbers(xs); !slices.Equal(xs, want) {
				t.Errorf("%d %s: out of order", n, kind)
			}
		}
	}
}
