package ingest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Marks of an axis are written as the tables write numbers.
func TestGrouped(t *testing.T) {
	for v, want := range map[float64]string{5000: "5,000", 1500000: "1,500,000", 0.5: "0.5", 2.5: "2.5", 0: "0", 3 * 0.1: "0.3"} {
		if got := grouped(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// Ticks that are shown differ, with as few digits as that takes.
func TestTicksDiffer(t *testing.T) {
	for _, c := range []struct {
		values []float64
		every  int
		want   string
	}{
		{[]float64{1.04, 2.1, 4.4}, 1, "1.0 2.1 4.4"},
		{[]float64{29.8, 29.9, 30.04, 30.1, 30.3}, 2, "29.8 30.0 30.3"},
		{[]float64{30, 30.0000001, 31}, 1, "30.0000  31.0000"}, // six digits do not tell the first two apart
		{[]float64{0.5, 0.5}, 1, "0.500000 "},
	} {
		var shown []string
		for i, name := range ticks(c.values, c.every, 2) {
			if i%c.every == 0 {
				shown = append(shown, name)
			}
		}
		if got := strings.Join(shown, " "); got != c.want {
			t.Errorf("%v: %q, want %q", c.values, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		values := []float64{r.ExpFloat64() * 100}
		for range 35 {
			values = append(values, values[len(values)-1]*(1+r.Float64()*0.001))
		}
		names := slices.DeleteFunc(ticks(values, 1, 2), func(s string) bool { return s == "" })
		if slices.Sort(names); len(slices.Compact(names)) != len(names) {
			t.Fatalf("%v: %q", values, names)
		}
	}
}
