package latency_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// stream draws a request with every chunk's tokens known.
func stream() *rapid.Generator[*latency.Record] {
	return rapid.Custom(func(t *rapid.T) *latency.Record {
		at, osl := rapid.Float64Range(0.001, 50).Draw(t, "ttft"), 0
		r := &latency.Record{Start: opt.Of(rapid.Float64Range(-100, 100).Draw(t, "start"))}
		for range rapid.IntRange(1, 40).Draw(t, "chunks") {
			n := rapid.IntRange(1, 5).Draw(t, "tokens")
			kind := rapid.SampledFrom([]latency.Kind{latency.Content, latency.Reasoning, latency.Tool}).Draw(t, "kind")
			r.Chunks = append(r.Chunks, latency.Chunk{At: at, Kind: kind, Tokens: opt.Of(float64(n))})
			osl += n
			at += rapid.Float64Range(0, 2).Draw(t, "gap")
		}
		r.Output = server(float64(osl))
		r.Outcome = latency.Outcome(rapid.IntRange(0, 8).Draw(t, "outcome") / 7)
		return r
	})
}

func TestRequestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := stream().Draw(t, "request")
		m, err := latency.Measure(r)
		if err != nil {
			t.Fatal(err)
		}
		first, _ := m.TTFT.Get()
		last, _ := m.E2EL.Get()
		osl, _ := m.OSL.Get()
		// The identity: E2EL/OSL = ITL (1 - 1/OSL) + TTFT/OSL.
		itl, _ := m.ITL.Get()
		perToken, _ := m.E2EPerToken.Get()
		if d := perToken - itl*(1-1/osl) - first/osl; math.Abs(d) > 1e-12*(1+perToken) {
			t.Fatalf("identity off by %v", d)
		}
		decode, _ := m.Split.DecodeShare.Get()
		wait, _ := m.Split.FirstTokenShare.Get()
		if math.Abs(decode+wait-1) > 1e-12 {
			t.Fatalf("shares %v and %v", decode, wait)
		}
		gaps, ok, err := tokenGaps(r)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		total := 0.0
		for _, g := range gaps {
			total += g
		}
		firstTokens, _ := r.Chunks[0].Tokens.Get()
		if len(gaps) != int(osl-firstTokens) || math.Abs(total-(last-first)) > 1e-9 {
			t.Fatalf("%d gaps sum to %v; OSL %v, E2EL - TTFT %v", len(gaps), total, osl, last-first)
		}
		// As figures, the same request has the same metrics.
		f := &latency.Record{Start: r.Start, Output: r.Output, Figures: latency.Figures{TTFT: m.TTFT, FirstVisible: m.FirstVisible, E2EL: m.E2EL, Gaps: []float64{}}}
		for i, c := range r.Chunks {
			n, _ := c.Tokens.Get()
			f.Figures.ChunkTokens = append(f.Figures.ChunkTokens, int32(n))
			if i > 0 {
				f.Figures.Gaps = append(f.Figures.Gaps, c.At-r.Chunks[i-1].At)
			}
		}
		if same, err := latency.Measure(f); err != nil || !reflect.DeepEqual(same, m) {
			t.Fatalf("as figures: %+v, as chunks: %+v, %v", same, m, err)
		}
	})
}

func TestRunProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOfN(stream(), 1, 12).Draw(t, "requests")
		window := rapid.Float64Range(0.01, 20).Draw(t, "window")
		o := latency.Options{Window: opt.Of(window)}
		if rapid.Bool().Draw(t, "timed by the tool") {
			o.Duration = opt.Of(rapid.Float64Range(0.1, 300).Draw(t, "duration"))
		}
		sum := func(rs []*latency.Record) *latency.Summary {
			r := latency.NewRun(o)
			for _, rec := range rs {
				if _, _, err := r.Add(rec); err != nil {
					t.Fatal(err)
				}
			}
			return r.Summary()
		}
		s := sum(records)
		dropped := 0
		for _, n := range s.Dropped {
			dropped += n
		}
		if s.Used+dropped != s.Total || s.Total != len(records) {
			t.Fatalf("%d used, %d dropped of %d", s.Used, dropped, s.Total)
		}
		if peak, ok := s.Throughput.PeakOutput.Get(); ok {
			if average, _ := s.Throughput.Output.Get(); peak < average*(1-1e-12) {
				t.Fatalf("peak %v below average %v", peak, average)
			}
		}
		// Order does not matter: percentiles and token gaps to the bit.
		shuffled := slices.Clone(records)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		other := sum(shuffled)
		for _, p := range latency.Percentiles {
			if s.ITL.At(p) != other.ITL.At(p) || s.E2ENormalized.At(p) != other.E2ENormalized.At(p) || s.Steadiness.TokenGaps.At(p) != other.Steadiness.TokenGaps.At(p) {
				t.Fatalf("p%v differs with the order", 100*p)
			}
			// Interactivity at p is the inverse of ITL at p.
			if itl, ok := s.ITL.At(p).Positive(); ok {
				if v, _ := s.Interactivity.At(p).Get(); v != 1/itl {
					t.Fatalf("interactivity %v, 1/ITL %v", v, 1/itl)
				}
			}
		}
		if s.TTFT.Mean() != other.TTFT.Mean() || s.Steadiness.TokenGaps.Mean() != other.Steadiness.TokenGaps.Mean() {
			t.Fatal("means differ with the order")
		}
		tenths := int64(0)
		for _, g := range s.Steadiness.ByTenth {
			tenths += g.N()
		}
		if tenths != s.Steadiness.TokenGaps.N() {
			t.Fatalf("%d gaps by tenth of %d", tenths, s.Steadiness.TokenGaps.N())
		}
		g := s.Goodput(latency.SLO{})
		if g.Met != s.Used || g.Sent != s.Total {
			t.Fatalf("%+v without objectives", g)
		}
	})
}

// TestGapsExpand: a weighted sample is the sample with each value repeated.
func TestGapsExpand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g latency.Gaps
		var expanded []float64
		for range rapid.IntRange(1, 30).Draw(t, "values") {
			v, n := rapid.Float64Range(0, 3).Draw(t, "value"), rapid.IntRange(1, 6).Draw(t, "times")
			g.Add(v, int64(n))
			expanded = append(expanded, slices.Repeat([]float64{v}, n)...)
		}
		s, err := quantile.New(expanded)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 101 {
			p := float64(k) / 100
			if g.At(p) != s.Type7(p) || g.NearestRank(p) != s.NearestRank(p) {
				t.Fatalf("p%d: %v %v, want %v %v", k, g.At(p), g.NearestRank(p), s.Type7(p), s.NearestRank(p))
			}
		}
		for _, v := range [][2]opt.Float{{g.Mean(), s.Mean()}, {g.Deviation(), s.Deviation()}, {g.Max(), s.Max()}} {
			a, _ := v[0].Get()
			b, _ := v[1].Get()
			if math.Abs(a-b) > 1e-12 {
				t.Fatalf("%v, want %v", a, b)
			}
		}
	})
}

// TestEveryConvention: none panics or lets NaN through, and each says how it
// differs and where it was read.
func TestEveryConvention(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range latency.Conventions() {
		if c.Name == "" || c.Tool == "" || c.Source == "" || c.Differs == "" || seen[c.Name] {
			t.Errorf("%q is not fully described, or twice", c.Name)
		}
		seen[c.Name] = true
		c.Book(latency.Options{}).Print() // of nothing
		rapid.Check(t, func(t *rapid.T) {
			b := c.Book(latency.Options{})
			for _, r := range rapid.SliceOfN(stream(), 0, 8).Draw(t, "requests") {
				if err := b.Add(r); err != nil {
					t.Fatal(err)
				}
			}
			for name, v := range b.Print() {
				if x, _ := v.Get(); math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
					t.Fatalf("%s: %v", name, x)
				}
			}
		})
	}
	if len(seen) != 13 {
		t.Errorf("%d conventions", len(seen))
	}
	if _, ok := latency.Lookup("none"); ok {
		t.Error("found what is not there")
	}
}
