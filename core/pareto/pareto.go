// Package pareto decides which points of a benchmark sweep no other point
// beats. It refuses values that are not finite; it never repairs them.
package pareto

import (
	"errors"
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
// two dimensions: O(n log n). Most dominated points are taken out before the sort.
func Frontier(xs, ys []float64, sx, sy Sense) ([]int, error) {
	if len(xs) != len(ys) {
		return nil, errors.New("pareto: " + digits.Int(len(xs)) + " x values against " + digits.Int(len(ys)) + " y values")
	}
	if len(xs) == 0 {
		return nil, nil
	}
	lo, hi, rest := xs[0], xs[0], 0.0
	for i, x := range xs {
		rest += (x - x) + (ys[i] - ys[i]) // of what is not finite NaN is left
		if x < lo {
			lo = x
		}
		if x > hi {
			hi = x
		}
	}
	if rest != 0 {
		return nil, notFinite(xs, ys)
	}
	sorted := unbeaten(xs, ys, lo, hi, sx, sy)
	// Where the best x are last they are read from there: the best y is last, too.
	order.Sort(sorted, func(a, b int) bool {
		i, j := sorted[a], sorted[b]
		if xs[i] != xs[j] {
			return xs[i] < xs[j]
		}
		return ys[i] != ys[j] && sy.Better(ys[i], ys[j]) == (sx == Minimise)
	})
	if sx == Maximise {
		slices.Reverse(sorted)
	}
	// Best x first: a point survives when its y beats every y seen so far, or
	// when it repeats the survivor just before it.
	n := 1
	for _, i := range sorted[1:] {
		last := sorted[n-1]
		if sy.Better(ys[i], ys[last]) || xs[i] == xs[last] && ys[i] == ys[last] {
			sorted[n] = i
			n++
		}
	}
	kept := sorted[:n]
	if sx == Maximise {
		slices.Reverse(kept)
	}
	return kept, nil
}

func notFinite(xs, ys []float64) error {
	for i := range xs {
		if !finite(xs[i]) {
			return pointError(i, "x", xs[i])
		}
		if !finite(ys[i]) {
			return pointError(i, "y", ys[i])
		}
	}
	return nil
}

func pointError(i int, what string, v float64) error {
	return errors.New("pareto: point " + digits.Int(i) + ": " + what + " is " + digits.Text(v))
}

// finite: of infinities and NaN nothing is left but NaN.
func finite(v float64) bool { return v-v == 0 }
