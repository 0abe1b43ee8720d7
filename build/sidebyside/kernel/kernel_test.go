package kernel

import (
	"math"
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	// Two series, targets 10 and 20. The first costs $2: at 10 it was measured at 100,
	// 2e6 / (3600 x 100) = 5.5556 $/M; at 20 at 50: 11.1111. The second has no price and
	// one point, at 10.
	in := []float64{2, 2, 10, 20, 2, 2, 10, 100, 20, 50, math.NaN(), 1, 10, 300}
	want := []float64{100, 2e6 / 360000, 1, 50, 2e6 / 180000, 1, 300, math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	room := slices.Clone(in)
	task := Take(room)
	clear(room) // a task holds nothing of where it was read from
	got := task.Numbers(nil)
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Errorf("number %d: %v, want %v", i, got[i], want[i])
		}
	}
	for n := range in {
		if got := Take(in[:n]); got != nil {
			t.Errorf("%d of %d numbers: %v", n, len(in), got)
		}
	}
	for _, bad := range [][]float64{{-1, 0}, {math.NaN(), 0}, {1e18, 0}, {1, 1e18, 10}, {1, 1, 10, 2, 1e18}} {
		if got := Take(bad); got != nil {
			t.Errorf("%v: %v", bad, got)
		}
	}
	if got := Take([]float64{1, 1, -10, 2, 1, 10, 100}).Numbers(nil); got != nil {
		t.Errorf("a target below 0: %v", got)
	}
}
