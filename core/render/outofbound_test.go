package render_test

import (
	"testing"

	"github.com/isofront/isofront/core/render"
)

// The best that a frontier has is written apart from the bound that it misses.
func TestOutOfBound(t *testing.T) {
	for _, c := range []struct {
		q           render.Quantity
		best, bound float64
		want        string
	}{
		{render.Cost, 0.058, 0.02, "unreachable: lowest is $0.0580"},
		{render.Cost, 0.05783, 0.0578, "unreachable: lowest is $0.05783"}, // 3e-5: the fourth digit
		{render.Cost, 0.0578000001, 0.0578, "unreachable: lowest is $0.0578000001"},
		{render.Throughput, 8930, 9000, "unreachable: highest is 8,930"},
		{render.Throughput, 8999.6, 9000, "unreachable: highest is 8,999.6"},
	} {
		if got := render.OutOfBound(c.q, c.best, c.bound); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.best, c.bound, got, c.want)
		}
	}
}
