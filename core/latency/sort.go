package latency

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"github.com/isofront/isofront/core/quantile"
)

// A run sorts a dozen columns of up to a million finite numbers, which is most of
// the cost of a summary. Below radixMin a radix sort's histograms cost more than
// they save.
const (
	radixMin     = 1 << 12
	digitBits    = 12
	fractionBits = 52
)

// order maps a float64 to an integer of the same order, -0 before 0.
func order(v float64) uint64 {
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// sorter keeps the room that sorting a column takes, for the next column.
type sorter struct{ spare []float64 }

// sort sorts xs in place, none of it NaN.
func (s *sorter) sort(xs []float64) {
	if len(xs) < radixMin {
		slices.Sort(xs)
		return
	}
	if cap(s.spare) < len(xs) {
		s.spare = make([]float64, len(xs))
	}
	radix(xs, nil, s.spare[:len(xs)])
}

// sample sorts xs in place, all of it finite, and takes it over.
func (s *sorter) sample(xs []float64) quantile.Sample {
	s.sort(xs)
	return quantile.Ascending(xs)
}

// sortWeighted sorts xs in place, none of it NaN, and takes along the weight of
// each.
func sortWeighted(xs []float64, weights []int64) {
	if len(xs) < radixMin {
		sort.Sort(&weighted{xs, weights})
		return
	}
	radix(xs, weights, make([]float64, len(xs)))
}

// radix sorts xs by the leading 24 bits, or 36, of the range that its keys lie in, in
// passes from the least significant digit up, and then what is equal in these bits
// by comparison: few numbers are, and nearly sorted is soon sorted. room is as long
// as xs.
func radix(xs []float64, weights []int64, room []float64) {
	least, most, before, sorted := xs[0], xs[0], xs[0], true
	for _, x := range xs {
		if x < least {
			least = x
		} else if x > most {
			most = x
		}
		sorted, before = sorted && x >= before, x
	}
	if sorted {
		return
	}
	low, high := order(least), order(most)
	if least == 0 { // either zero, which are not in this order
		low = order(math.Copysign(0, -1))
	}
	if most == 0 {
		high = order(0)
	}
	wide := bits.Len64(high - low)
	passes := 2
	if wide-passes*digitBits > fractionBits-17 { // an octave would have few groups, as where there is a 0
		passes = 3
	}
	shift := max(wide-passes*digitBits, 0)
	const mask = 1<<digitBits - 1
	var room3 [3][mask + 1]uint32
	counts := room3[:passes]
	for _, x := range xs {
		k := (order(x) - low) >> shift
		room3[0][k&mask]++
		room3[1][k>>digitBits&mask]++
	}
	if passes == 3 {
		for _, x := range xs {
			room3[2][(order(x)-low)>>shift>>(2*digitBits)&mask]++
		}
	}
	from, to := xs, room
	fromW, toW := weights, make([]int64, len(weights))
	for d := range counts {
		count, by := &counts[d], shift+d*digitBits
		if int(count[(order(from[0])-low)>>by&mask]) == len(xs) {
			continue // all share the digit
		}
		total := uint32(0)
		for i, n := range count {
			count[i] = total
			total += n
		}
		if weights == nil {
			for _, x := range from {
				at := &count[(order(x)-low)>>by&mask]
				to[*at] = x
				*at++
			}
		} else {
			for i, x := range from {
				at := &count[(order(x)-low)>>by&mask]
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
	if shift > 0 && !insert(xs, weights) {
		finish(xs, weights, low, shift)
	}
}

// insert sorts what is nearly sorted by insertion, false when it is not: then
// nothing is lost but the time.
func insert(xs []float64, weights []int64) bool {
	moves := 4 * len(xs)
	for i := 1; i < len(xs); i++ {
		x := xs[i]
		if xs[i-1] <= x {
			continue
		}
		j := i
		for ; j > 0 && xs[j-1] > x && moves > 0; j-- {
			xs[j] = xs[j-1]
			moves--
		}
		xs[j] = x
		if weights != nil {
			w := weights[i]
			copy(weights[j+1:i+1], weights[j:i])
			weights[j] = w
		}
		if moves == 0 {
			return false
		}
	}
	return true
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
