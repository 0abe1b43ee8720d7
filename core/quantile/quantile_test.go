package quantile_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

func sample(t testing.TB, xs ...float64) quantile.Sample {
	t.Helper()
	s, err := quantile.New(xs)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func oneTo(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i + 1)
	}
	return out
}

func is(t *testing.T, what string, got opt.Float, want float64) {
	t.Helper()
	if v, ok := got.Get(); !ok || math.Abs(v-want) > 1e-12*math.Abs(want) {
		t.Errorf("%s: %v %v, want %v", what, v, ok, want)
	}
}

func TestPercentiles(t *testing.T) {
	// CASES 37: h = 3*0.5 = 1.5, halfway from 20 to 30. Type 4 gives 20.
	is(t, "median of 4", sample(t, 40, 10, 30, 20).Type7(0.5), 25)
	// CASES 38.
	ten, hundred := sample(t, oneTo(10)...), sample(t, oneTo(100)...)
	is(t, "nearest rank p95 of 10", ten.NearestRank(0.95), 10)
	is(t, "nearest rank p99 of 10", ten.NearestRank(0.99), 10)
	is(t, "type 7 p95 of 10", ten.Type7(0.95), 9.55) // h = 8.55
	is(t, "type 7 p99 of 10", ten.Type7(0.99), 9.91) // h = 8.91
	is(t, "nearest rank p99 of 100", hundred.NearestRank(0.99), 99)
	is(t, "type 7 p99 of 100", hundred.Type7(0.99), 99.01)        // h = 98.01
	is(t, "nearest rank p7 of 100", hundred.NearestRank(0.07), 7) // 0.07*100 > 7 in binary
	one := sample(t, 3)
	for _, p := range []float64{0, 0.5, 0.99, 1} {
		is(t, "one value", one.Type7(p), 3)
		is(t, "one value", one.NearestRank(p), 3)
	}
	// CASES 10: nine gaps of 0.02 and one of 0.50 pooled with ten of 0.03.
	gaps := []float64{0.5}
	for range 9 {
		gaps = append(gaps, 0.02)
	}
	for range 10 {
		gaps = append(gaps, 0.03)
	}
	pooled := sample(t, gaps...)
	is(t, "pooled mean", pooled.Mean(), 0.049)
	is(t, "pooled p50", pooled.Type7(0.5), 0.030)
	is(t, "pooled p95", pooled.Type7(0.95), 0.0535) // h = 18.05: 0.03 + 0.05*0.47
	is(t, "pooled p99", pooled.Type7(0.99), 0.4107) // h = 18.81: 0.03 + 0.81*0.47
	is(t, "per-request p99", sample(t, 0.068, 0.030).Type7(0.99), 0.06762)
	// CASES 27: population deviation of [111.11, 100, 90.91].
	is(t, "deviation", sample(t, 1000.0/9, 100, 1000.0/11).Deviation(), 8.26117450935037)
	is(t, "no deviation", sample(t, 5, 5, 5).Deviation(), 0)
	// CASES 28: percentile of the time, then invert: 1000/34; h = 3.6.
	tpot := sample(t, 10, 10, 10, 10, 50)
	is(t, "p90 of TPOT", tpot.Type7(0.9), 34)
	rates := sample(t, 100, 100, 100, 100, 20)
	is(t, "p10 of rates is not its inverse", rates.Type7(0.1), 52)
	is(t, "nearest rank commutes", rates.NearestRank(0.1), 1000/50)
}

func TestAbsent(t *testing.T) {
	none := sample(t)
	for name, v := range map[string]opt.Float{
		"type 7": none.Type7(0.5), "nearest rank": none.NearestRank(0.5), "mean": none.Mean(), "deviation": none.Deviation(), "max": none.Max(),
		"p above 1": sample(t, 1).Type7(1.1), "p below 0": sample(t, 1).NearestRank(-0.1), "p NaN": sample(t, 1).Type7(math.NaN()),
	} {
		if v.Ok() {
			t.Errorf("%s: %v, want absent", name, v)
		}
	}
	if _, err := quantile.New([]float64{1, math.NaN()}); err == nil || err.Error() != "quantile: value 1 is NaN" {
		t.Error(err)
	}
}

// TestWithFailures: CASES 18, successes 1..8 and two failures. p90 over 10 is
// rank 9, a failure; p80 is rank 8. Over the successes alone p90 is 7.3.
func TestWithFailures(t *testing.T) {
	s := sample(t, oneTo(8)...)
	if b := s.WithFailures(0.9, 2); !b.Unbounded || b.Value.Ok() {
		t.Errorf("p90: %+v", b)
	}
	if b := s.WithFailures(0.8, 2); b.Unbounded || b.Value != opt.Of(8) {
		t.Errorf("p80: %+v", b)
	}
	is(t, "p90 of the successes", s.Type7(0.9), 7.3)
	if b := sample(t).WithFailures(0.5, 0); b.Unbounded || b.Value.Ok() {
		t.Errorf("nothing: %+v", b)
	}
}

func TestCloseToMaximum(t *testing.T) {
	for _, c := range []struct {
		n    int
		p    float64
		want bool
	}{{10, 0.9, false}, {9, 0.9, true}, {100, 0.99, false}, {99, 0.99, true}, {20, 0.95, false}, {2, 0.5, false}, {1, 0.5, true}} {
		if got := quantile.CloseToMaximum(c.n, c.p); got != c.want {
			t.Errorf("N=%d p=%v: %v", c.n, c.p, got)
		}
	}
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 1, 60).Draw(t, "xs")
		before := slices.Clone(xs)
		s, err := quantile.New(xs)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := slices.Min(xs), slices.Max(xs)
		last := lo
		for k := 0; k <= 20; k++ {
			p := float64(k) / 20
			v, ok := s.Type7(p).Get()
			if !ok || v < last-1e-6 || v > hi {
				t.Fatalf("p=%v: %v after %v, maximum %v", p, v, last, hi)
			}
			last = v
			r, _ := s.NearestRank(p).Get()
			if !slices.Contains(xs, r) {
				t.Fatalf("nearest rank %v is no value of the sample", r)
			}
			below := 0
			for _, x := range xs {
				if x <= r {
					below++
				}
			}
			if float64(below) < p*float64(len(xs))-1e-9 {
				t.Fatalf("p=%v: %d of %d values do not exceed %v", p, below, len(xs), r)
			}
		}
		if !slices.Equal(xs, before) {
			t.Fatal("the input was reordered")
		}
	})
}

func TestBootstrap(t *testing.T) {
	s := sample(t, oneTo(40)...)
	a, ok := s.Bootstrap(0.5)
	b, _ := s.Bootstrap(0.5)
	if !ok || a != b {
		t.Errorf("%v %v: not the same twice", a, b)
	}
	// The median of 1..40 is 20.5, its bootstrap deviation about sqrt(N)/2 ranks
	// = 3.2 values: the interval is roughly 20.5 +- 6.2.
	if a.Low < 11 || a.Low > 17.5 || a.High < 23.5 || a.High > 30 {
		t.Errorf("%v", a)
	}
	if iv, _ := sample(t, 7, 7, 7, 7, 7).Bootstrap(0.9); iv != (quantile.Interval{Low: 7, High: 7}) {
		t.Errorf("equal values: %v", iv)
	}
	for _, n := range []int{4, 201} {
		if _, ok := sample(t, oneTo(n)...).Bootstrap(0.5); ok {
			t.Errorf("N=%d has an interval", n)
		}
	}
	inv, ok := quantile.Interval{Low: 0.02, High: 0.05}.Invert()
	if !ok || inv != (quantile.Interval{Low: 20, High: 50}) {
		t.Errorf("%v %v", inv, ok)
	}
	if _, ok := (quantile.Interval{Low: 0, High: 1}).Invert(); ok {
		t.Error("1/0")
	}
}

func TestFromSorted(t *testing.T) {
	s, err := quantile.FromSorted([]float64{10, 20, 20, 40})
	if err != nil {
		t.Fatal(err)
	}
	is(t, "median", s.Type7(0.5), 20)
	for want, xs := range map[string][]float64{
		"quantile: value 1 is NaN":                     {1, math.NaN(), 2},
		"quantile: value 2 is +Inf":                    {1, 2, math.Inf(1)},
		"quantile: value 2 is 1, below the one before": {1, 2, 1},
	} {
		if _, err := quantile.FromSorted(xs); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", xs, err, want)
		}
	}
}
