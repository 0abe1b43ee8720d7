package latency

import (
	"slices"
	"testing"
)

func TestCountPutsEveryGapIntoOneInterval(t *testing.T) {
	edges := []float64{0, 1, 2, 4}
	for _, limit := range []int{0, 1} { // exact, and as a histogram
		g := Gaps{limit: limit}
		for _, v := range []float64{0, 0.5, 1, 1.5, 3.5, 4} {
			g.Add(v, 2)
		}
		if got, want := g.Count(edges), []int64{4, 4, 4}; !slices.Equal(got, want) {
			t.Errorf("limit %d: got %v, want %v", limit, got, want)
		}
	}
	var none Gaps
	if none.Count(nil) != nil || !slices.Equal(none.Count(edges), []int64{0, 0, 0}) {
		t.Error("an empty sample must count nothing")
	}
}
