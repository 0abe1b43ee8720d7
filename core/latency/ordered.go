package latency

import (
	"math"
	"slices"

	"github.com/isofront/isofront/core/quantile"
)

// ordered is a column that is sorted when its order is first asked for: a report
// does not ask for that of every column, and the books of a run ask for the same
// ones again.
type ordered struct {
	column column // NaN is left out
	sorter *sorter
	sorted *quantile.Sample
}

func (o *ordered) sample() quantile.Sample {
	if o.sorted == nil {
		s := o.sorter.sample(o.column.present())
		o.sorted = &s
	}
	return *o.sorted
}

// present is a copy of what is there.
func (c column) present() []float64 {
	n := 0
	for _, v := range c {
		if v == v {
			n++
		}
	}
	if n == len(c) {
		return slices.Clone(c)
	}
	out := make([]float64, 0, n)
	for _, v := range c {
		if v == v {
			out = append(out, v)
		}
	}
	return out
}

// holds reports whether the column's values are these, in their order.
func (o *ordered) holds(xs []float64) bool {
	if len(xs) == 0 || len(xs) > len(o.column) {
		return false
	}
	k := 0
	for _, v := range o.column {
		if math.IsNaN(v) {
			continue
		}
		if k == len(xs) || math.Float64bits(v) != math.Float64bits(xs[k]) {
			return false
		}
		k++
	}
	return k == len(xs)
}

// inverted is the sample of 1/x of the values of s above 0 whose inverse is
// finite: as they ascend, these fall.
func inverted(s quantile.Sample) quantile.Sample {
	xs := s.Sorted()
	out := make([]float64, 0, len(xs))
	for i := len(xs) - 1; i >= 0 && xs[i] > 0; i-- {
		if v := 1 / xs[i]; !math.IsInf(v, 0) {
			out = append(out, v)
		}
	}
	return quantile.Ascending(out)
}

// Share lends a book the columns of a summary, of the run that it followed: what
// these hold need not be sorted twice.
func (b *Book) Share(s *Summary) { b.shared = s.columns }

// sample sorts one number per successful request, absent ones left out.
func (b *Book) sample(of func(*row) float64) quantile.Sample {
	b.buffer = b.appendValues(b.buffer[:0], of)
	for _, o := range b.shared {
		if o.holds(b.buffer) {
			return o.sample()
		}
	}
	return b.sorter.sample(slices.Clone(b.buffer))
}
