package latency

import (
	"math"
	"slices"
)

// A run sorts a dozen columns of up to a million finite numbers, which is most of
// the cost of a summary. A radix sort on the bits takes two thirds of a comparison sort's
// time there, and far less for lengths, whose low bits are all 0. Below radixMin its histograms cost more than they save.
const (
	radixMin  = 1 << 12
	digitBits = 11
	digits    = (64 + digitBits - 1) / digitBits
)

// order maps a float64 to an integer of the same order, -0 before 0.
func order(v float64) uint64 {
	b := math.Float64bits(v)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// sortNumbers sorts xs in place, none of it NaN.
func sortNumbers(xs []float64) {
	if len(xs) < radixMin {
		slices.Sort(xs)
		return
	}
	radix(xs, order)
}

// radix sorts xs in place by key, equal keys in input order: least significant
// digit first, leaving out the digits that all keys share.
func radix[T any](xs []T, key func(T) uint64) {
	counts := new([digits][1 << digitBits]uint32)
	for _, x := range xs {
		k := key(x)
		for d := range digits {
			counts[d][k>>(d*digitBits)&(1<<digitBits-1)]++
		}
	}
	from, to := xs, make([]T, len(xs))
	for d := range digits {
		shift, count := d*digitBits, &counts[d]
		if int(count[key(xs[0])>>shift&(1<<digitBits-1)]) == len(xs) {
			continue
		}
		total := uint32(0)
		for i, n := range count {
			count[i] = total
			total += n
		}
		for _, x := range from {
			k := key(x) >> shift & (1<<digitBits - 1)
			to[count[k]] = x
			count[k]++
		}
		from, to = to, from
	}
	if &from[0] != &xs[0] {
		copy(xs, from)
	}
}
