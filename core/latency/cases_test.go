package latency_test

import (
	"math"
	"slices"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

func is(t testing.TB, what string, got opt.Float, want float64) {
	t.Helper()
	if v, ok := got.Get(); !ok || math.Abs(v-want) > 1e-9*math.Max(1, math.Abs(want)) {
		t.Errorf("%s: %v %v, want %v", what, v, ok, want)
	}
}

func absent(t testing.TB, what string, got opt.Float) {
	t.Helper()
	if v, ok := got.Get(); ok {
		t.Errorf("%s: %v, want absent", what, v)
	}
}

func are(t testing.TB, what string, got []float64, want ...float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

func server(n float64) latency.Count { return latency.Count{Server: opt.Of(n)} }

// figures is a request as a tool gives it.
func figures(ttft, e2el, osl float64) *latency.Record {
	return &latency.Record{Figures: latency.Figures{TTFT: opt.Of(ttft), E2EL: opt.Of(e2el)}, Output: server(osl)}
}

// chunks is a stream of content at the given times, one token a chunk.
func chunks(kind latency.Kind, at ...float64) []latency.Chunk {
	var out []latency.Chunk
	for _, t := range at {
		out = append(out, latency.Chunk{At: t, Kind: kind, Tokens: opt.Of(1)})
	}
	return out
}

func measure(t testing.TB, r *latency.Record) latency.Metrics {
	t.Helper()
	m, err := latency.Measure(r)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tokenGaps writes every token's gap out.
func tokenGaps(r *latency.Record) (gaps []float64, ok bool, err error) {
	runs, ok, err := latency.TokenGaps(r)
	for _, g := range runs {
		gaps = append(gaps, slices.Repeat([]float64{g.Each}, int(g.Tokens))...)
	}
	return gaps, ok, err
}

func run(t testing.TB, o latency.Options, records ...*latency.Record) *latency.Summary {
	t.Helper()
	r := latency.NewRun(o)
	for _, rec := range records {
		if _, _, err := r.Add(rec); err != nil {
			t.Fatal(err)
		}
	}
	return r.Summary()
}

// TestRoleOnly: CASES 1. The role comes at 0.004, the tokens at 0.210, 0.230,
// 0.250: TPOT (0.250 - 0.210)/2.
func TestRoleOnly(t *testing.T) {
	for _, c := range []struct {
		role, first, second, third float64
	}{{0.004, 0.210, 0.230, 0.250}, {0.9, 2.2, 2.22, 2.24}} {
		r := &latency.Record{Output: server(3), Chunks: append([]latency.Chunk{{At: c.role, Kind: latency.RoleOnly}},
			latency.Chunk{At: c.first, Kind: latency.Content}, latency.Chunk{At: c.second, Kind: latency.Content}, latency.Chunk{At: c.third, Kind: latency.Content},
			latency.Chunk{At: c.third + 0.1, Kind: latency.UsageOnly})}
		m := measure(t, r)
		is(t, "TTFT", m.TTFT, c.first)
		is(t, "E2EL", m.E2EL, c.third)
		is(t, "TPOT", m.ITL, 0.020)
		gaps, err := latency.InterChunk(r)
		if err != nil {
			t.Error(err)
		}
		are(t, "inter-chunk", gaps, 0.02, 0.02)
		// Three chunks, three tokens: each carries one.
		spread, ok, _ := tokenGaps(r)
		if !ok || !m.Flags.Has(latency.OneTokenPerChunk) {
			t.Error("chunk tokens do not follow")
		}
		are(t, "token gaps", spread, 0.02, 0.02)
		// The bench-serve family takes the role for the first token.
		b := mustLookup(t, "vllm").Book(latency.Options{})
		if err := b.Add(r); err != nil {
			t.Error(err)
		}
		is(t, "vLLM's TTFT", b.Print()["mean_ttft_ms"], 1000*c.role)
		is(t, "vLLM's E2EL", b.Print()["mean_e2el_ms"], 1000*c.third)
	}
}

func mustLookup(t testing.TB, name string) latency.Convention {
	t.Helper()
	c, ok := latency.Lookup(name)
	if !ok {
		t.Fatalf("no convention %s", name)
	}
	return c
}

// TestNoToken: CASES 2. TTFT 0.30, 0.32 and three without a token: the median is
// 0.31 over two. In chunks, and by a tool that leaves its 0.
func TestNoToken(t *testing.T) {
	silent := &latency.Record{Chunks: []latency.Chunk{{At: 0.1, Kind: latency.RoleOnly}}}
	s := run(t, latency.Options{}, figures(0.30, 1, 5), figures(0.32, 1, 5), silent, figures(0, 3, 0), &latency.Record{Output: server(0)})
	is(t, "median TTFT", s.TTFT.At(0.5), 0.31)
	if s.TTFT.N() != 2 || s.Used != 2 || s.Dropped[latency.DroppedNoOutput] != 3 || s.Total != 5 {
		t.Errorf("%d used, dropped %v", s.Used, s.Dropped)
	}
	// A TTFT of 0 with tokens is a stand-in too.
	m := measure(t, figures(0, 1, 5))
	absent(t, "TTFT of 0", m.TTFT)
	absent(t, "its ITL", m.ITL)
	is(t, "its normalized rate", m.E2ENormalized, 5)
	if !m.Flags.Has(latency.NoTTFT) {
		t.Error("not flagged")
	}
	// So is an E2EL of 0: no token comes in no time.
	m = measure(t, figures(0, 0, 5))
	absent(t, "E2EL of 0", m.E2EL)
	absent(t, "its normalized rate", m.E2ENormalized)
	if !m.Flags.Has(latency.NoE2EL) {
		t.Error("not flagged")
	}
	if s := run(t, latency.Options{}, figures(0.1, 0.2, 5), figures(0.1, 0.4, 5), figures(0, 0, 5)); s.E2EL.N() != 2 || s.Used != 3 {
		t.Errorf("%d E2EL of %d used", s.E2EL.N(), s.Used)
	} else {
		is(t, "median E2EL", s.E2EL.At(0.5), 0.3)
	}
}

// TestReasoning: CASES 4. Reasoning from 0.20 every 0.10 to 3.10, content at 3.20
// and 3.30, n = 32: TPOT (3.30 - 0.20)/31.
func TestReasoning(t *testing.T) {
	var cs []latency.Chunk
	for i := range 30 {
		cs = append(cs, latency.Chunk{At: 0.2 + 0.1*float64(i), Kind: latency.Reasoning})
	}
	r := &latency.Record{Chunks: append(slices.Clone(cs), chunks(latency.Content, 3.2, 3.3)...), Output: server(32), Reasoning: opt.Of(30)}
	m := measure(t, r)
	is(t, "TTFT", m.TTFT, 0.2)
	is(t, "first visible", m.FirstVisible, 3.2)
	is(t, "TPOT", m.ITL, 0.1)
	is(t, "visible tokens", m.Visible, 2)
	only := measure(t, &latency.Record{Chunks: cs, Output: server(30)})
	is(t, "reasoning only TTFT", only.TTFT, 0.2)
	absent(t, "reasoning only first visible", only.FirstVisible)
	is(t, "reasoning only OSL", only.OSL, 30)
}

// TestOneToken: CASES 5. TPOT absent, (0.9 - 0.5)/4, absent.
func TestOneToken(t *testing.T) {
	s := run(t, latency.Options{Duration: opt.Of(10)}, figures(0.5, 0.5, 1), figures(0.5, 0.9, 5), &latency.Record{Output: server(0)})
	is(t, "mean TPOT", s.ITL.Mean(), 0.1)
	if s.ITL.N() != 1 || s.TTFT.N() != 2 || s.E2EL.N() != 2 {
		t.Errorf("N %d %d %d", s.ITL.N(), s.TTFT.N(), s.E2EL.N())
	}
	g := s.Goodput(latency.SLO{ITL: opt.Of(0.05)})
	if g.Met != 1 { // the absent one; the other is 0.1
		t.Errorf("%+v", g)
	}
	one := measure(t, figures(0.5, 0.5, 1))
	is(t, "one token's normalized rate", one.E2ENormalized, 2)
	is(t, "its first-token share", one.Split.FirstTokenShare, 1)
}

// TestPrefillStaysOut: CASES 6. (1.45 - 1.0)/9; llmperf's way 1.45/10.
func TestPrefillStaysOut(t *testing.T) {
	r := figures(1, 1.45, 10)
	is(t, "ITL", measure(t, r).ITL, 0.05)
	b := mustLookup(t, "llmperf").Book(latency.Options{})
	_ = b.Add(r)
	is(t, "llmperf", b.Print()["inter_token_latency_s.mean"], 0.145)
}

// TestManyTokensPerChunk: CASES 7. Chunks 0.5 (1), 0.8 (3), 1.1 (3), n = 7: TPOT
// 0.6/6, token gaps six times 0.1, inter-chunk gaps 0.3 and 0.3.
func TestManyTokensPerChunk(t *testing.T) {
	r := &latency.Record{Output: server(7), Start: opt.Of(0), Chunks: []latency.Chunk{
		{At: 0.5, Kind: latency.Content, Tokens: opt.Of(1)}, {At: 0.8, Kind: latency.Tool, Tokens: opt.Of(3)}, {At: 1.1, Kind: latency.Content, Tokens: opt.Of(3)}}}
	is(t, "TPOT", measure(t, r).ITL, 0.1)
	gaps, ok, err := tokenGaps(r)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	are(t, "token gaps", gaps, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)
	between, _ := latency.InterChunk(r)
	are(t, "inter-chunk", between, 0.3, 0.3)
	for name, want := range map[string]float64{"vllm": 300, "sglang": 100, "sglang-oai": 300, "tensorrt-llm": 300, "inferencex": 300} {
		b := mustLookup(t, name).Book(latency.Options{})
		_ = b.Add(r)
		is(t, name+" median ITL", b.Print()["median_itl_ms"], want)
		is(t, name+" TPOT", b.Print()["median_tpot_ms"], 100)
	}
	// inference-perf: gaps 0.3, 0, 0, 0.3, 0, 0 have median 0 and mean 0.1.
	b := mustLookup(t, "inference-perf").Book(latency.Options{})
	_ = b.Add(r)
	is(t, "inference-perf median", b.Print()["latency.inter_token_latency.median"], 0)
	is(t, "inference-perf mean", b.Print()["latency.inter_token_latency.mean"], 0.1)
	// With a first chunk of 2 tokens of 7, AIPerf's other form divides by 5.
	r.Chunks[0].Tokens, r.Chunks[1].Tokens = opt.Of(2), opt.Of(2)
	b = mustLookup(t, "aiperf-per-chunk").Book(latency.Options{})
	_ = b.Add(r)
	is(t, "AIPerf per chunk", b.Print()["inter_token_latency.avg"], 120)
	is(t, "ours all the same", measure(t, r).ITL, 0.1)
	// An unknown count anywhere leaves the token gaps absent.
	r.Chunks[1].Tokens = opt.Float{}
	if _, ok, _ := tokenGaps(r); ok {
		t.Error("token gaps without counts")
	}
}

// TestPeak: CASES 9. One second, two chunks of 4 tokens: average and peak 8
// tok/s, where counting chunks gives 2.
func TestPeak(t *testing.T) {
	r := &latency.Record{Output: server(8), Start: opt.Of(100), Chunks: []latency.Chunk{
		{At: 0.5, Kind: latency.Content, Tokens: opt.Of(4)}, {At: 1, Kind: latency.Content, Tokens: opt.Of(4)}}}
	s := run(t, latency.Options{Duration: opt.Of(1)}, r)
	is(t, "average", s.Throughput.Output, 8)
	is(t, "peak", s.Throughput.PeakOutput, 8)
	b := mustLookup(t, "vllm").Book(latency.Options{Duration: opt.Of(1)})
	_ = b.Add(r)
	is(t, "vLLM's peak", b.Print()["max_output_tokens_per_s"], 1) // one chunk in each second
	// Without token counts there is no peak.
	r.Chunks[0].Tokens = opt.Float{}
	absent(t, "peak of chunks", run(t, latency.Options{Duration: opt.Of(1)}, r).Throughput.PeakOutput)
}

// TestPooledAndPerRequest: CASES 10. Nine gaps of 0.02 and one of 0.50 (mean
// 0.068), and ten of 0.03: pooled p99 0.4107, per-request p99 0.0676.
func TestPooledAndPerRequest(t *testing.T) {
	stream := func(gaps ...float64) *latency.Record {
		at := []float64{1}
		for _, g := range gaps {
			at = append(at, at[len(at)-1]+g)
		}
		return &latency.Record{Chunks: chunks(latency.Content, at...), Output: server(11)}
	}
	a := slices.Repeat([]float64{0.02}, 10)
	a[6] = 0.5
	s := run(t, latency.Options{}, stream(a...), stream(slices.Repeat([]float64{0.03}, 10)...))
	g := s.Steadiness.TokenGaps
	if g.N() != 20 {
		t.Errorf("%d gaps", g.N())
	}
	is(t, "mean", g.Mean(), 0.049)
	is(t, "p50", g.At(0.5), 0.030)
	is(t, "p95", g.At(0.95), 0.0535) // h = 18.05
	is(t, "p99", g.At(0.99), 0.4107) // h = 18.81
	is(t, "max", g.Max(), 0.5)
	is(t, "per-request p99", s.ITL.At(0.99), 0.06762) // 0.03 + 0.99*0.038
	// The stall: 0.5 > 5 * 0.02, of 0.68 + 0.30 seconds of streaming.
	is(t, "stalls", s.Steadiness.Stalls, 1)
	is(t, "their share", s.Steadiness.StallShare, 0.5/0.98)
}

// TestRequestedIsNotProduced: CASES 11. Asked 256, n = 65: 1.28/64.
func TestRequestedIsNotProduced(t *testing.T) {
	r := figures(0.2, 1.48, 65)
	r.Requested = opt.Of(256)
	is(t, "TPOT", measure(t, r).ITL, 0.02)
	r.Output = latency.Count{}
	m := measure(t, r)
	absent(t, "OSL without a count", m.OSL)
	absent(t, "TPOT without a count", m.ITL)
	is(t, "TTFT stays", m.TTFT, 0.2)
}

// TestRetokenised: CASES 12. The server's 15 against a client's 1: 0.28/14.
func TestRetokenised(t *testing.T) {
	r := figures(0.1, 0.38, 15)
	r.Output.Client = opt.Of(1)
	is(t, "server count", measure(t, r).ITL, 0.02)
	r.Output = latency.Count{Client: opt.Of(2)}
	m := measure(t, r)
	is(t, "client count", m.ITL, 0.28)
	if !m.Flags.Has(latency.ClientOutput) {
		t.Error("a client's count is not flagged")
	}
}

// TestEndOfSequence: CASES 14. [7 4 9 EOS EOS EOS] is four tokens.
func TestEndOfSequence(t *testing.T) {
	if n := latency.OutputLength([]int32{7, 4, 9, 2, 2, 2}, 2); n != 4 {
		t.Error(n)
	}
	if n := latency.OutputLength([]int32{7, 4, 9}, 2); n != 3 {
		t.Error(n)
	}
}

// TestReasoningIsWithin: CASES 15. Completion 500, of which reasoning 300.
func TestReasoningIsWithin(t *testing.T) {
	r := figures(1, 2, 500)
	r.Reasoning = opt.Of(300)
	m := measure(t, r)
	is(t, "n", m.OSL, 500)
	is(t, "visible", m.Visible, 200)
	r.Reasoning = opt.Of(501)
	if !measure(t, r).Flags.Has(latency.ReasoningExceeds) {
		t.Error("501 of 500 tokens are reasoning, and no flag")
	}
}

// TestFailuresStayOut: CASES 17. Mean of 820 over 3, two failures stamped 0.4 ms.
func TestFailuresStayOut(t *testing.T) {
	failed := figures(0.0004, 0.0004, 1)
	failed.Outcome = latency.Failed
	s := run(t, latency.Options{}, figures(0.1, 0.8, 5), figures(0.1, 0.82, 5), figures(0.1, 0.84, 5), failed, failed)
	is(t, "mean", s.E2EL.Mean(), 0.82)
	if s.E2EL.N() != 3 || s.Dropped[latency.DroppedFailed] != 2 {
		t.Errorf("N %d, %v", s.E2EL.N(), s.Dropped)
	}
}

// TestRefusedWork: CASES 18. Successes 1..8 s, two failures: p90 7.3 (h = 6.3)
// with 20% failures; adjusted p90 is rank 9, unbounded, p80 rank 8.
func TestRefusedWork(t *testing.T) {
	var rs []*latency.Record
	for i := range 8 {
		rs = append(rs, figures(0.5, float64(i+1), 10))
	}
	failed := &latency.Record{Outcome: latency.Failed}
	s := run(t, latency.Options{}, append(rs, failed, failed)...)
	is(t, "p90", s.E2EL.At(0.9), 7.3)
	is(t, "failure share", s.FailureShare, 0.2)
	if b := s.E2EL.Adjusted(0.9); !b.Unbounded {
		t.Errorf("adjusted p90 %+v", b)
	}
	is(t, "adjusted p80", s.E2EL.Adjusted(0.8).Value, 8)
}

// TestAdmitted: CASES 21. 32 asked, 16 in hand at a time, 20 tok/s each for 10 s:
// 16*200/10 = 320 tok/s, not 640.
func TestAdmitted(t *testing.T) {
	var rs []*latency.Record
	for range 16 {
		r := figures(0.05, 10, 200)
		r.Start = opt.Of(5)
		rs = append(rs, r)
	}
	s := run(t, latency.Options{Duration: opt.Of(10), Concurrency: opt.Of(32)}, rs...)
	is(t, "output throughput", s.Throughput.Output, 320)
	is(t, "asked", s.Concurrency.Asked, 32)
	is(t, "streaming at once", s.Concurrency.DecodingPeak, 16)
	is(t, "in flight", s.Concurrency.InFlight, 16)
	if !slices.Contains(s.Warnings, "concurrency: 32 asked, at most 16 streaming at once") {
		t.Error(s.Warnings)
	}
}

// TestSpreadOfRates: CASES 27. TPOT 9, 10, 11 ms: the population deviation of
// 111.11, 100, 90.91 is 8.261; the harness prints 1000/0.8165.
func TestSpreadOfRates(t *testing.T) {
	rs := []*latency.Record{figures(1, 1.9, 101), figures(1, 2, 101), figures(1, 2.1, 101)}
	is(t, "deviation", run(t, latency.Options{}, rs...).Interactivity.Deviation(), 8.26117450935037)
	b := mustLookup(t, "inferencex").Book(latency.Options{})
	for _, r := range rs {
		_ = b.Add(r)
	}
	is(t, "harness", b.Print()["std_intvty"], 1000/math.Sqrt(2.0/3))
	is(t, "equal times", run(t, latency.Options{}, rs[0], rs[0]).Interactivity.Deviation(), 0)
}

// TestInvertAfter: CASES 28. TPOT 10, 10, 10, 10, 50 ms: p90 34 (h = 3.6), so
// 29.41; 1/mean = 1000/18; AIPerf's p90 of rates is 100.
func TestInvertAfter(t *testing.T) {
	var rs []*latency.Record
	for _, ms := range []float64{10, 10, 10, 10, 50} {
		rs = append(rs, figures(1, 1+0.1*ms, 101))
	}
	s := run(t, latency.Options{}, rs...)
	is(t, "interactivity at p90", s.Interactivity.At(0.9), 1000.0/34)
	is(t, "at the mean", s.Interactivity.AtMean(), 1000.0/18)
	if p := s.Interactivity.Percentile(0.9); !p.CloseToMaximum || p.Interval == nil {
		t.Errorf("%+v", p) // 5*0.1 < 1
	} else if p.Interval.Low != 20 || math.Abs(p.Interval.High-100) > 1e-9 {
		t.Errorf("interval %v", p.Interval) // the times' ends are 10 and 50 ms
	}
	b := mustLookup(t, "aiperf").Book(latency.Options{})
	for _, r := range rs {
		_ = b.Add(r)
	}
	is(t, "AIPerf p90 of rates", b.Print()["output_token_throughput_per_user.p90"], 100)
	is(t, "AIPerf p10 of rates", b.Print()["output_token_throughput_per_user.p10"], 52)
}

// TestTwoInteractivities: CASES 29. TTFT 2, TPOT 0.02, n = 101, E2EL 4: 50 and
// 101/4. The split: 2/101 s of decoding and 2/101 s of waiting per token.
func TestTwoInteractivities(t *testing.T) {
	m := measure(t, figures(2, 4, 101))
	is(t, "interactivity", m.Interactivity, 50)
	is(t, "E2E-normalized", m.E2ENormalized, 25.25)
	is(t, "decode", m.Split.Decode, 2.0/101)
	is(t, "first-token share", m.Split.FirstTokenShare, 0.5)
	// GuideLLM's TPOT is 1/normalized, TensorRT-LLM's user throughput OSL/E2EL.
	for name, want := range map[string]struct {
		metric string
		v      float64
	}{"guidellm": {"time_per_output_token_ms.mean", 4000.0 / 101}, "tensorrt-llm": {"user_throughput", 25.25}, "inference-perf": {"latency.normalized_time_per_output_token.mean", 4.0 / 101}} {
		b := mustLookup(t, name).Book(latency.Options{})
		_ = b.Add(figures(2, 4, 101))
		is(t, name, b.Print()[want.metric], want.v)
	}
}
