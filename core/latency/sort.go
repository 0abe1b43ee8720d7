package latency

import (
	"math"
	"math/bits"
	"slices"
	"sort"
)

// A run sorts a dozen columns of up to a million finite numbers, which is most of
// the cost of a summary. Below radixMin a radix sort's histograms cost more than
// they save.
const (
	radixMin  = 1 << 12
	digitBits = 11
	radixBits = 3 * digitBits
)

// order maps a float64 to an integer of the same order, -0 before 0.
func order(v float64) uint64 {
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// sortNumbers sorts xs in place, none of it NaN.
func sortNumbers(xs []float64) {
	if len(xs) < radixMin {
		slices.Sort(xs)
		return
	}
	radix(xs, nil)
}

// sortWeighted sorts xs in place, none of it NaN, and takes along the weight of
// each.
func sortWeighted(xs []float64, weights []int64) {
	if len(xs) < radixMin {
		sort.Sort(&weighted{xs, weights})
		return
	}
	radix(xs, weights)
}

// radix sorts xs by the leading 33 bits of the range that its keys lie in, in
// three passes from the least significant digit up, and then what is equal in
// these bits by comparison: few numbers are, and nearly sorted is soon sorted.
func radix(xs []float64, weights []int64) {
	least, most := order(xs[0]), order(xs[0])
	for _, x := range xs {
		k := order(x)
		least, most = min(least, k), max(most, k)
	}
	shift := max(bits.Len64(most-least)-radixBits, 0)
	const mask = 1<<digitBits - 1
	var counts [radixBits / digitBits][mask + 1]uint32
	for _, x := range xs {
		k := (order(x) - least) >> shift
		counts[0][k&mask]++
		counts[1][k>>digitBits&mask]++
		counts[2][k>>(2*digitBits)&mask]++
	}
	from, to := xs, make([]float64, len(xs))
	fromW, toW := weights, make([]int64, len(weights))
	for d := range counts {
		count, by := &counts[d], shift+d*digitBits
		if int(count[(order(from[0])-least)>>by&mask]) == len(xs) {
			continue // all share the digit
		}
		total := uint32(0)
		for i, n := range count {
			count[i] = total
			total += n
		}
		if weights == nil {
			for _, x := range from {
				at := &count[(order(x)-least)>>by&mask]
				to[*at] = x
				*at++
			}
		} else {
			for i, x := range from {
				at := &count[(order(x)-least)>>by&mask]
				to[*at], toW[*at] = x, fromW[i]
				*at++
			}
		}
		from, to, fromW, toW = to, from, toW, fromW
	}
	if &from[0] != &xs[0] {
		copy(xs, from)
		copy(weights, fromW)
	}
	if shift > 0 {
		finish(xs, weights, least, shift)
	}
}

// finish sorts each group of numbers whose keys are equal above the lowest bits.
func finish(xs []float64, weights []int64, least uint64, shift int) {
	for lo, hi := 0, 0; lo < len(xs); lo = hi {
		group, mixed := (order(xs[lo])-least)>>shift, false
		for hi = lo + 1; hi < len(xs) && (order(xs[hi])-least)>>shift == group; hi++ {
			mixed = mixed || xs[hi] < xs[hi-1]
		}
		switch {
		case !mixed:
		case weights != nil:
			sort.Sort(&weighted{xs[lo:hi], weights[lo:hi]})
		default:
			slices.Sort(xs[lo:hi])
		}
	}
}

// weighted sorts numbers with their weights.
type weighted struct {
	xs      []float64
	weights []int64
}

func (w *weighted) Len() int           { return len(w.xs) }
func (w *weighted) Less(i, j int) bool { return w.xs[i] < w.xs[j] }
func (w *weighted) Swap(i, j int) {
	w.xs[i], w.xs[j] = w.xs[j], w.xs[i]
	w.weights[i], w.weights[j] = w.weights[j], w.weights[i]
}
