package pareto

import "math"

// unbeaten returns indices, ascending, without those of points that are seen to be
// dominated before anything is sorted: x is cut into columns of equal width, and a
// point is out where a better column holds one at least as good in y. What is left of a
// sweep is little more than its frontier. No point that is not dominated is lost: of
// two points in different columns the one in the better column is strictly better in x.
//
// xs are finite and lie from lo to hi.
func unbeaten(xs, ys []float64, lo, hi float64, sx, sy Sense) []int {
	columns := 1 + int(4*math.Sqrt(float64(len(xs))))
	scale := float64(columns-1) / (hi - lo)
	if !finite(scale) || !finite(hi-lo) { // all x are equal, or as good as, or too far apart
		columns, scale, lo = 1, 0, 0
	}
	up := 1.0 // y times up is larger where it is better
	if sy == Minimise {
		up = -1
	}
	// The best of each column, and then of all columns that are better than it.
	best := make([]float64, columns)
	for c := range best {
		best[c] = math.Inf(-1)
	}
	ys = ys[:len(xs)]
	for i, x := range xs {
		if y, c := up*ys[i], whole(float64((x-lo)*scale)); y > best[c] {
			best[c] = y
		}
	}
	ahead := math.Inf(-1)
	for k := range best {
		c := k
		if sx == Maximise {
			c = columns - 1 - k
		}
		best[c], ahead = ahead, max(ahead, best[c])
	}
	left := make([]int, 0, columns) // about as many as there will be
	for i, x := range xs {
		if up*ys[i] > best[whole(float64((x-lo)*scale))] {
			left = append(left, i)
		}
	}
	return left
}

// whole rounds v, from 0 to below 2^32, to a whole number, of two values the larger to
// one not smaller. It stands in the lowest bits once 2^52 is added, where nothing
// else has room; a conversion to int costs as much as all the rest in WebAssembly.
func whole(v float64) uint32 { return uint32(math.Float64bits(v + 1<<52)) }
