//go:build !tinygo

package latency_test

import (
	"math/rand/v2"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// request fills r with the i-th request of a synthetic run.
func request(r *latency.Record, rng *rand.Rand, i int) {
	ttft, osl := 0.2+rng.ExpFloat64(), float64(2+rng.IntN(2000))
	*r = latency.Record{Start: opt.Of(float64(i) / 100), Output: server(osl), Input: server(1000),
		Figures: latency.Figures{TTFT: opt.Of(ttft), E2EL: opt.Of(ttft + osl*0.02*(1+0.1*rng.Float64()))}}
}

// BenchmarkMillionRequests: a summary of 1,000,000 per-request records.
func BenchmarkMillionRequests(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		rng := rand.New(rand.NewPCG(1, 1))
		run := latency.NewRun(latency.Options{Expect: 1_000_000})
		var r latency.Record
		for i := range 1_000_000 {
			request(&r, rng, i)
			if _, _, err := run.Add(&r); err != nil {
				b.Fatal(err)
			}
		}
		if s := run.Summary(); s.Used != 1_000_000 {
			b.Fatal(s.Used)
		}
	}
}

// BenchmarkStreams: requests of 1,000 chunks each, ns per token.
func BenchmarkStreams(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	r := latency.Record{Start: opt.Of(0), Output: server(1000)}
	at := 0.5
	for range 1000 {
		r.Chunks = append(r.Chunks, latency.Chunk{At: at, Kind: latency.Content, Tokens: opt.Of(1)})
		at += 0.02 * rng.Float64()
	}
	b.ReportAllocs()
	for b.Loop() {
		run := latency.NewRun(latency.Options{})
		for range 1000 {
			if _, _, err := run.Add(&r); err != nil {
				b.Fatal(err)
			}
		}
		run.Summary()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/token")
}
