// Package pareto decides which points of a benchmark sweep no other point
// beats. It refuses values that are not finite; it never repairs them.
package pareto

import (
	"errors"
	"math"
	"slices"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/order"
)

// Sense says which direction of an axis is better.
type Sense int

const (
	Maximise Sense = iota // larger is better: interactivity, throughput
	Minimise              // smaller is better: TTFT, E2EL, cost
)

// Better reports whether a is strictly better than b.
func (s Sense) Better(a, b float64) bool {
	if s == Minimise {
		return a < b
	}
	return a > b
}

// Frontier returns the indices of the points that no other point dominates, in
// ascending x and, between points with equal coordinates, in input order.
//
// xs and ys are equally long, point i being (xs[i], ys[i]). A point is out iff
// some other point is at least as good in both senses and better in one
// (Pareto dominance), so points with equal coordinates are in or out together.
// The inputs are not changed. A length mismatch or a value that is NaN or
// infinite is an error that names the point; no points give no indices.
//
// The sweep over points sorted best-first is that of Kung, Luccio and
// Preparata, "On finding the maxima of a set of vectors", J. ACM 22 (1975), in
// two dimensions: O(n log n).
func Frontier(xs, ys []float64, sx, sy Sense) ([]int, error) {
	if len(xs) != len(ys) {
		return nil, errors.New("pareto: " + digits.Int(len(xs)) + " x values against " + digits.Int(len(ys)) + " y values")
	}
	for i := range xs {
		if !finite(xs[i]) {
			return nil, pointError(i, "x", xs[i])
		}
		if !finite(ys[i]) {
			return nil, pointError(i, "y", ys[i])
		}
	}
	best := bestFirst(xs, ys, sx, sy)
	// Best x first: a point survives when its y beats every y seen so far, or
	// when it repeats the survivor just before it.
	kept := best[:0]
	for _, i := range best {
		if n := len(kept); n > 0 {
			last := kept[n-1]
			equal := xs[i] == xs[last] && ys[i] == ys[last]
			if !equal && !sy.Better(ys[i], ys[last]) {
				continue
			}
		}
		kept = append(kept, i)
	}
	if sx == Maximise {
		slices.Reverse(kept)
		// Those with equal coordinates stand side by side and keep their order.
		for lo := 0; lo < len(kept); {
			hi := lo + 1
			for hi < len(kept) && xs[kept[hi]] == xs[kept[lo]] {
				hi++
			}
			slices.Reverse(kept[lo:hi])
			lo = hi
		}
	}
	return kept, nil
}

// bestFirst returns the indices by x, the best first, and between equal x by y.
// Points of strictly ascending x, as a series' own are where no two are equal, need no
// sorting.
func bestFirst(xs, ys []float64, sx, sy Sense) []int {
	for i := 1; i < len(xs); i++ {
		if xs[i] > xs[i-1] {
			continue
		}
		return order.Indices(len(xs), func(i, j int) bool {
			if xs[i] != xs[j] {
				return sx.Better(xs[i], xs[j])
			}
			return sy.Better(ys[i], ys[j])
		})
	}
	best := make([]int, len(xs))
	for i := range best {
		best[i] = i
	}
	if sx == Maximise {
		slices.Reverse(best)
	}
	return best
}

func pointError(i int, what string, v float64) error {
	return errors.New("pareto: point " + digits.Int(i) + ": " + what + " is " + digits.Text(v))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
