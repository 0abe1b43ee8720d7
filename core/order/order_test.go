package order_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/order"
)

type pair struct{ key, at int }

// It is the library's stable sort.
func TestSortIsStableAndSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 70).Draw(t, "keys")
		list := make([]pair, len(keys))
		for i, k := range keys {
			list[i] = pair{k, i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b pair) int { return a.key - b.key })
		order.Sort(list, func(i, j int) bool { return list[i].key < list[j].key })
		if !slices.Equal(list, want) {
			t.Fatalf("%v became %v, want %v", keys, list, want)
		}
	})
}

func TestStringsAndFloats(t *testing.T) {
	s := []string{"b", "", "a", "b", "ä"}
	order.Strings(s)
	if !slices.Equal(s, []string{"", "a", "b", "b", "ä"}) {
		t.Error(s)
	}
	f := []float64{3, math.Inf(-1), 0, 1e300, -1}
	order.Floats(f)
	if !slices.IsSorted(f) {
		t.Error(f)
	}
	order.Floats(nil)
}

func TestAnOrderThatContradictsItselfStillEnds(t *testing.T) {
	flip := false
	got := order.Indices(100, func(i, j int) bool { flip = !flip; return flip })
	slices.Sort(got)
	for i, k := range got {
		if i != k {
			t.Fatalf("%d is missing or there twice", i)
		}
	}
}

func BenchmarkIndices(b *testing.B) {
	list := make([]float64, 100_000)
	for i := range list {
		list[i] = math.Sin(float64(i))
	}
	for b.Loop() {
		order.Indices(len(list), func(i, j int) bool { return list[i] < list[j] })
	}
}
