package latency_test

import (
	"math"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// mixed is a run that every tool reads in its own way, sent at 0, 1, 2 and 3:
//
//	a  role 0.1, reasoning 0.5 (1 token), content 0.9 (2), content 1.3 (1), usage 1.4; n 4
//	b  content 0.2 (1), content 0.4 (1), usage 0.5; n 2
//	c  a usage of 0 and no token-bearing chunk, role at 0.3
//	d  failed
func mixed() []*latency.Record {
	chunk := func(at float64, k latency.Kind, n float64) latency.Chunk {
		return latency.Chunk{At: at, Kind: k, Tokens: opt.Of(n)}
	}
	role := func(at float64) latency.Chunk { return latency.Chunk{At: at, Kind: latency.RoleOnly} }
	usage := func(at float64) latency.Chunk { return latency.Chunk{At: at, Kind: latency.UsageOnly} }
	return []*latency.Record{
		{Start: opt.Of(0), Input: server(10), Output: server(4), Chunks: []latency.Chunk{role(0.1), chunk(0.5, latency.Reasoning, 1), chunk(0.9, latency.Content, 2), chunk(1.3, latency.Content, 1), usage(1.4)}},
		{Start: opt.Of(1), Input: server(20), Output: server(2), Chunks: []latency.Chunk{chunk(0.2, latency.Content, 1), chunk(0.4, latency.Content, 1), usage(0.5)}},
		{Start: opt.Of(2), Input: server(30), Output: server(0), Chunks: []latency.Chunk{role(0.3)}},
		{Start: opt.Of(3), Outcome: latency.Failed},
	}
}

// TestConventions: what each tool makes of the mixed run, over 4 s.
func TestConventions(t *testing.T) {
	for name, want := range map[string]map[string]float64{
		// TTFT of the first choice: 0.1, 0.2, 0.3. TPOT 1.2/3, 0.2. Gaps 0.4, 0.4,
		// 0.4, 0.2. E2EL 1.3, 0.4, 0.3. A success without a token counts.
		"vllm": {"mean_ttft_ms": 200, "median_tpot_ms": 300, "median_itl_ms": 400, "mean_itl_ms": 350, "median_e2el_ms": 400, "completed": 3, "failed": 1,
			"total_input_tokens": 60, "total_output_tokens": 6, "output_throughput": 1.5, "total_token_throughput": 16.5, "request_throughput": 0.75, "duration": 4, "max_output_tokens_per_s": 3},
		"inferencex": {"mean_ttft_ms": 200, "median_tpot_ms": 300, "median_intvty": 1000.0 / 300, "std_tpot_ms": 100, "std_intvty": 10, "p90_tpot_ms": 380, "p90_intvty": 1000.0 / 380},
		// User throughput: mean of 4/1.3, 2/0.4 and 0/0.3.
		"tensorrt-llm": {"user_throughput": (4/1.3 + 5) / 3, "mean_tpot_ms": 300},
		// First tokens 0.5, 0.2 and a 0; latency to the last line 1.4, 0.5, 0.3. Token
		// gaps 0.2, 0.2, 0.4, 0.2 against chunk gaps 0.4, 0.4, 0.2.
		"sglang":     {"median_ttft_ms": 200, "mean_tpot_ms": 300, "mean_e2e_latency_ms": 2200.0 / 3, "median_itl_ms": 200, "max_itl_ms": 400, "concurrency": 2.2 / 4, "total_throughput": 16.5},
		"sglang-oai": {"median_itl_ms": 400, "mean_itl_ms": 1000.0 / 3},
		// Ours: ITL 0.8/3 and 0.2; the percentile of rates is the fast tail: 3.75 and 5.
		"aiperf": {"inter_token_latency.avg": 700.0 / 3, "inter_token_latency.count": 2, "time_to_first_token.avg": 350, "request_latency.max": 1300, "inter_chunk_latency.count": 3,
			"output_token_throughput_per_user.p90": 4.875, "e2e_normalized_interactivity_p75.avg": 1 / (0.2 + 0.75*0.125), "time_to_second_token.avg": 300, "request_count.avg": 3},
		// Request a has one token in its first chunk: the same.
		"aiperf-per-chunk":   {"inter_token_latency.avg": 700.0 / 3},
		"inferencex-agentic": {"latency.itl.p90": 0.2 + 0.9*0.2/3, "latency.tpot.p90": 0.2 + 0.9*0.2/3, "latency.intvty.p90": 1 / (0.2 + 0.9*0.2/3), "latency.intvty.mean": 30.0 / 7, "latency.intvty.std": 0.625, "latency.e2e_norm_intvty.p90": 1 / (0.2 + 0.9*0.125), "tokens.output_actual.mean": 2},
		// 266666666.67 ns is rounded; three answers and a failure count as requests.
		"genai-perf": {"inter_token_latency.max": 266.666667, "request_throughput.avg": 1, "output_token_throughput.avg": 1.5},
		// Weighted by tokens: TPOT 1.3/4 four times, 0.4/2 twice; ITL 0.8/3 three
		// times, 0.2 once. Nearest rank. The answer without a token is a TTFT of 0.
		"guidellm": {"time_per_output_token_ms.mean": 1700.0 / 6, "time_per_output_token_ms.median": 325, "inter_token_latency_ms.mean": 250, "inter_token_latency_ms.median": 800.0 / 3, "time_to_first_token_ms.mean": 700.0 / 3, "time_to_first_token_ms.median": 200},
		// First content 0.9; to the end of the body: 1.4/4, 0.5/2 and 0; the sample
		// deviation of those.
		"llmperf": {"ttft_s.max": 0.9, "inter_token_latency_s.mean": 0.2, "inter_token_latency_s.stddev": math.Sqrt(0.0325), "error_rate": 0.25, "num_completed_requests": 3, "mean_output_throughput_token_per_s": 1.5},
		// Gaps 0.4, 0, 0.4 and 0.2; 1.4/4, 0.5/2 and a 0.
		"inference-perf":    {"latency.inter_token_latency.median": 0.3, "latency.inter_token_latency.mean": 0.25, "latency.normalized_time_per_output_token.mean": 0.2, "latency.time_per_output_token.mean": 0.7 / 3, "latency.request_latency.max": 1.4, "failures.count": 1},
		"vllm-trace-replay": {"mean_itl": 0.3, "mean_ttft": 0.35, "mean_ttlt": 2.2 / 3, "num_requests_total": 4, "num_requests_successful": 3},
	} {
		b := mustLookup(t, name).Book(latency.Options{Duration: opt.Of(4)})
		for _, r := range mixed() {
			if err := b.Add(r); err != nil {
				t.Error(err)
			}
		}
		got := b.Print()
		compared, differ := got.Compare(want, 1e-9)
		if compared != len(want) || len(differ) > 0 {
			t.Errorf("%s: %d of %d compared, %+v", name, compared, len(want), differ)
		}
	}
}

// TestSecondsOfChunks: vLLM's peak in chunks: with starts 0 and 1 the chunks come
// at 0.1, 0.5, 0.9, 1.3 and 1.2, 1.4: three in each second.
func TestSecondsOfChunks(t *testing.T) {
	b := mustLookup(t, "vllm").Book(latency.Options{})
	for _, r := range mixed()[:2] {
		_ = b.Add(r)
	}
	is(t, "peak", b.Print()["max_output_tokens_per_s"], 3)
	is(t, "duration", b.Print()["duration"], 1.4)
}

func TestCompare(t *testing.T) {
	p := latency.Printed{"a": opt.Of(1), "b": opt.Of(2), "c": {}}
	n, differ := p.Compare(map[string]float64{"a": 1.0005, "b": 2.1, "c": 3, "d": 4}, 1e-3)
	if n != 2 || len(differ) != 1 || differ[0] != (latency.Difference{Name: "b", Ours: 2, Theirs: 2.1}) {
		t.Error(n, differ)
	}
	if n, _ := p.Compare(map[string]float64{"a": math.NaN()}, 1); n != 0 {
		t.Error("NaN compared")
	}
}
