package synth

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

func summarise(t testing.TB, n int, o RequestOptions) (*latency.Run, *latency.Summary) {
	t.Helper()
	run := latency.NewRun(latency.Options{Expect: n, Concurrency: opt.Of(float64(o.Concurrency))})
	for r := range Requests(n, o) {
		if _, _, err := run.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	return run, run.Summary()
}

func at(v opt.Float) float64 {
	x, ok := v.Get()
	if !ok {
		return math.NaN()
	}
	return x
}

// An agentic run: a queue that makes a long tail of TTFT, gaps that grow along the
// answer, stalls, failures.
func TestAgenticShape(t *testing.T) {
	const n = 20_000
	_, s := summarise(t, n, RequestOptions{Seed: 2})
	share := func(r latency.Reason) float64 { return float64(s.Dropped[r]) / n }
	for _, c := range []struct {
		what        string
		got, lo, hi float64
	}{
		{"records", float64(s.Total), n, n},
		{"warm-up", float64(s.Dropped[latency.DroppedWarmUp]), 32, 32},
		{"failed", share(latency.DroppedFailed), 0.006, 0.013},
		{"cancelled", share(latency.DroppedCancel), 0.001, 0.005},
		{"zero output", share(latency.DroppedNoOutput), 0.0003, 0.002},
		{"invalid", share(latency.DroppedInvalid), 0, 0},
		{"TTFT p50, s", at(s.TTFT.At(0.5)), 0.05, 5},
		{"TTFT p99 over p50", at(s.TTFT.At(0.99)) / at(s.TTFT.At(0.5)), 5, 200},
		{"interactivity p90", at(s.Interactivity.At(0.9)), 20, 120},
		{"E2E-normalized over interactivity, p90", at(s.E2ENormalized.At(0.9)) / at(s.Interactivity.At(0.9)), 0.01, 0.7},
		{"ISL p90 over p50", at(s.ISL.At(0.9)) / at(s.ISL.At(0.5)), 1.5, 10},
		{"OSL p90 over p50", at(s.OSL.At(0.9)) / at(s.OSL.At(0.5)), 2.5, 6},
		{"OSL max", at(s.OSL.Max()), 4000, 8192},
		{"tokens per chunk", float64(s.Steadiness.TokenGaps.N()) / float64(s.Steadiness.InterChunk.N()), 1.5, 3},
		{"last tenth over first", at(s.Steadiness.ByTenth[9].At(0.5)) / at(s.Steadiness.ByTenth[0].At(0.5)), 1.02, 1.5},
		{"stalls of requests", at(s.Steadiness.Stalls) / float64(s.Used), 0.01, 0.05},
		{"longest gap over median", at(s.Steadiness.InterChunk.Max()) / at(s.Steadiness.InterChunk.At(0.5)), 20, 150},
		{"first-token share", at(s.Split.FirstTokenShare), 0.05, 0.9},
		{"visible later", at(s.FirstVisible.Mean()) / at(s.TTFT.Mean()), 1.05, 20},
	} {
		t.Logf("%s: %.4g", c.what, c.got)
		if !(c.got >= c.lo && c.got <= c.hi) {
			t.Errorf("%s: %v, want %v to %v", c.what, c.got, c.lo, c.hi)
		}
	}
	flagged := map[string]int{}
	for what, k := range s.Flagged {
		flagged[what] = k
	}
	delete(flagged, "as many chunks as tokens: each carries one")
	if len(flagged) > 0 {
		t.Errorf("remarks on requests: %v", flagged)
	}
}

func TestSteadyShape(t *testing.T) {
	run, s := summarise(t, 5000, RequestOptions{Shape: Steady, Concurrency: 16, ISL: 8192, OSL: 100})
	if s.Used != 4984 || s.Dropped[latency.DroppedWarmUp] != 16 || at(s.OSL.At(0)) != 100 || at(s.OSL.Max()) != 100 || at(s.ISL.At(0)) != 8192 {
		t.Errorf("used %d, dropped %v", s.Used, s.Dropped)
	}
	if v := at(s.Steadiness.TokenGaps.Variation()); v > 0.2 {
		t.Errorf("gaps vary by %v", v)
	}
	lo, hi := math.Inf(1), 0.0
	for _, b := range run.Drift(10) {
		lo, hi = min(lo, at(b.Median)), max(hi, at(b.Median))
	}
	if hi > 1.05*lo {
		t.Errorf("ITL drifts from %v to %v", lo, hi)
	}
	if at(s.Concurrency.InFlightPeak) > 16 {
		t.Errorf("%v in flight", s.Concurrency.InFlightPeak)
	}
}

// Times are whole microseconds, gaps sum to E2EL - TTFT, chunk tokens to the
// output length, requests come in the order in which they were sent.
func TestRecordsAddUp(t *testing.T) {
	for _, o := range []RequestOptions{{}, {Shape: Steady}} {
		before := 0.0
		for r := range Requests(3000, o) {
			if v := at(r.Start); v < before {
				t.Fatalf("sent at %v after %v", v, before)
			} else {
				before = v
			}
			f := &r.Figures
			if r.Outcome != latency.OK {
				if f.E2EL.Ok() || r.Output.Server.Ok() {
					t.Fatalf("%+v", r)
				}
				continue
			}
			if f.Gaps == nil { // no output
				continue
			}
			us, tokens := math.Round(at(f.TTFT)*1e6), 0
			for i, k := range f.ChunkTokens {
				tokens += int(k)
				if i > 0 {
					us += math.Round(f.Gaps[i-1] * 1e6)
				}
			}
			if us != at(f.E2EL)*1e6 && us/1e6 != at(f.E2EL) || tokens != int(at(r.Output.Server)) || len(f.ChunkTokens) != len(f.Gaps)+1 {
				t.Fatalf("%v us, %d tokens: %+v", us, tokens, r)
			}
		}
	}
}

// Without the gaps, all else is the same.
func TestFiguresOnly(t *testing.T) {
	var all [2][]latency.Record
	for i := range all {
		for r := range Requests(2000, RequestOptions{Seed: 4, FiguresOnly: i == 1}) {
			if i == 1 && r.Figures.Gaps != nil {
				t.Fatal("gaps")
			}
			c := *r
			c.Figures.Gaps, c.Figures.ChunkTokens = nil, nil
			all[i] = append(all[i], c)
		}
	}
	same := func(a, b latency.Record) bool {
		x, y := newDigest(), newDigest()
		x.record(&a)
		y.record(&b)
		return x.String() == y.String()
	}
	if !slices.EqualFunc(all[0], all[1], same) {
		t.Error("figures differ")
	}
}

// A seed, the shape and the concurrency all matter; the same ones give the same.
func TestSeeds(t *testing.T) {
	seen := map[string]RequestOptions{}
	for _, o := range []RequestOptions{{}, {Seed: 1}, {Concurrency: 8}, {Shape: Steady}, {Shape: Steady, OSL: 10}, {Shape: Steady, Seed: 1}} {
		d := newDigest()
		for r := range Requests(300, o) {
			d.record(r)
		}
		if before, ok := seen[d.String()]; ok {
			t.Errorf("%+v gives what %+v gives", o, before)
		}
		seen[d.String()] = o
	}
	for n := range 4 {
		k := 0
		for range Requests(n, RequestOptions{}) {
			k++
		}
		if k != n {
			t.Errorf("%d records, want %d", k, n)
		}
	}
	for range Requests(10, RequestOptions{}) {
		break
	}
}

// Ten times the requests take no more memory: nothing is held of those given.
func TestRequestsAreNotHeld(t *testing.T) {
	allocated := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range Requests(n, RequestOptions{Concurrency: 64}) {
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := allocated(2000), allocated(20_000)
	t.Logf("%d bytes for 2,000 requests, %d for 20,000", few, many)
	if many > few+256<<10 {
		t.Error("memory grows with the requests")
	}
}

// BenchmarkMillionRequests makes and summarises 1,000,000 records, with and
// without their streams.
func BenchmarkMillionRequests(b *testing.B) {
	for _, c := range []struct {
		name string
		o    RequestOptions
	}{{"figures", RequestOptions{FiguresOnly: true}}, {"streams", RequestOptions{}}, {"steady", RequestOptions{Shape: Steady, OSL: 128}}} {
		b.Run(c.name+"/make", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for range Requests(1_000_000, c.o) {
				}
			}
		})
		b.Run(c.name+"/summarise", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, s := summarise(b, 1_000_000, c.o); s.Total != 1_000_000 {
					b.Fatal(s.Total)
				}
			}
		})
	}
}
