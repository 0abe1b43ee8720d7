// Package pareto decides which points of a benchmark sweep no other point
// beats. It refuses values that are not finite; it never repairs them.
package pareto

import (
	"fmt"
	"math"
	"sort"
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
		return nil, fmt.Errorf("pareto: %d x values against %d y values", len(xs), len(ys))
	}
	for i := range xs {
		if !finite(xs[i]) {
			return nil, fmt.Errorf("pareto: point %d: x is %v", i, xs[i])
		}
		if !finite(ys[i]) {
			return nil, fmt.Errorf("pareto: point %d: y is %v", i, ys[i])
		}
	}
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool {
		i, j := order[a], order[b]
		if xs[i] != xs[j] {
			return sx.Better(xs[i], xs[j])
		}
		if ys[i] != ys[j] {
			return sy.Better(ys[i], ys[j])
		}
		return i < j
	})
	// Best x first: a point survives when its y beats every y seen so far, or
	// when it repeats the survivor just before it.
	kept := order[:0]
	for _, i := range order {
		if n := len(kept); n > 0 {
			last := kept[n-1]
			equal := xs[i] == xs[last] && ys[i] == ys[last]
			if !equal && !sy.Better(ys[i], ys[last]) {
				continue
			}
		}
		kept = append(kept, i)
	}
	sort.Slice(kept, func(a, b int) bool {
		i, j := kept[a], kept[b]
		if xs[i] != xs[j] {
			return xs[i] < xs[j]
		}
		return i < j
	})
	return kept, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
