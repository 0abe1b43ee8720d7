package latency

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/isofront/isofront/core/opt"
)

// TestHistogram: beyond its limit a sample keeps its promise of error, whether it
// grew there or was merged there, and its moments stay exact.
func TestHistogram(t *testing.T) {
	const limit = 1 << 12
	rng := rand.New(rand.NewPCG(7, 7))
	parts := make([]Gaps, 4)
	grown, all := Gaps{limit: limit}, []float64{0}
	grown.Add(0, 1)
	parts[0].Add(0, 1)
	for i := range 3 * limit {
		v := 0.01 * math.Exp(rng.NormFloat64())
		grown.Add(v, 1)
		parts[i%4].Add(v, 1)
		all = append(all, v)
	}
	parts[3].spill() // one part is a histogram already
	merged := Gaps{limit: limit}
	for i := range parts {
		merged.merge(&parts[i])
	}
	slices.Sort(all)
	total, squares := 0.0, 0.0
	for _, v := range all {
		total += v
	}
	mean := total / float64(len(all))
	for _, v := range all {
		squares += (v - mean) * (v - mean)
	}
	within := func(what string, got opt.Float, want, relative float64) {
		t.Helper()
		if v, ok := got.Get(); !ok || math.Abs(v-want) > relative*want {
			t.Errorf("%s: %v %v, want %v", what, v, ok, want)
		}
	}
	for name, g := range map[string]*Gaps{"grown": &grown, "merged": &merged} {
		if g.Exact() || g.N() != int64(len(all)) {
			t.Fatalf("%s: exact %v, N %d", name, g.Exact(), g.N())
		}
		for _, k := range []int{0, 12, len(all) / 2, len(all) - 100, len(all) - 1} {
			within(name, g.At(float64(k)/float64(len(all)-1)), all[k], GapError+1e-6)
			within(name+" nearest rank", g.NearestRank(float64(k+1)/float64(len(all))), all[k], GapError+1e-6)
		}
		within(name+" mean", g.Mean(), mean, 1e-12)
		within(name+" deviation", g.Deviation(), math.Sqrt(squares/float64(len(all))), 1e-9)
		within(name+" variation", g.Variation(), math.Sqrt(squares/float64(len(all)))/mean, 1e-9)
		within(name+" max", g.Max(), all[len(all)-1], 0)
	}
}

// TestGapsOfNothing: no gaps, no figures; all of 0, no variation.
func TestGapsOfNothing(t *testing.T) {
	var g Gaps
	g.Add(-1, 1)
	g.Add(math.NaN(), 1)
	g.Add(math.Inf(1), 1)
	g.Add(1, 0)
	for _, v := range []opt.Float{g.At(0.5), g.NearestRank(0.5), g.Mean(), g.Deviation(), g.Variation(), g.Max()} {
		if v.Ok() {
			t.Errorf("%v of nothing", v)
		}
	}
	g.Add(0, 5)
	if v := g.Variation(); v.Ok() {
		t.Errorf("variation %v around 0", v)
	}
	if g.At(0.5) != opt.Of(0) || g.At(1.5).Ok() || g.NearestRank(-1).Ok() {
		t.Error("percentiles of zeros")
	}
}

// TestBoundedStreams: a run past its limits still answers, without the peak.
func TestBoundedStreams(t *testing.T) {
	r := NewRun(Options{Expect: 2})
	r.arrivals.at = make([]arrival, ExactGaps-1)
	for i := range r.steady.tenths {
		r.steady.tenths[i].limit = 3
	}
	rec := Record{Start: opt.Of(0), Output: Count{Server: opt.Of(5000)}}
	for i := range 5000 {
		rec.Chunks = append(rec.Chunks, Chunk{At: 1 + math.Sqrt(float64(i)), Kind: Content})
	}
	if _, _, err := r.Add(&rec); err != nil {
		t.Fatal(err)
	}
	s := r.Summary()
	if s.Throughput.PeakOutput.Ok() || s.Steadiness.TokenGaps.Exact() || s.Steadiness.TokenGaps.N() != 4999 {
		t.Errorf("%+v", s.Throughput)
	}
	found := false
	for _, w := range s.Warnings {
		found = found || w == "token gaps: percentiles from a histogram, within 0.049%"
	}
	if !found {
		t.Error(s.Warnings)
	}
}
