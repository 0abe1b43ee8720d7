package latency

import (
	"math"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// The bench-serve family descends from one script of vLLM: numpy percentiles,
// milliseconds, one flat object.

var inferenceXHarness = Convention{
	Name:    "inferencex",
	Tool:    "InferenceX harness",
	Source:  "InferenceX utils/bench_serving/benchmark_serving.py, utils/process_result.py @843c6254",
	Differs: "TTFT is the first chunk with a choice, text or not; \"ITL\" pools the gaps between chunks without spreading them over their tokens; interactivity is 1000/TPOT for every statistic, the standard deviation too",
	sees:    choices, pools: chunkGaps,
	print: func(b *Book) Printed {
		p := b.serve(b.pooled(chunkGaps))
		for _, stat := range []string{"mean", "median", "std", "p90", "p95", "p99", "p99.9"} {
			p[stat+"_intvty"] = formula.Rate(p[stat+"_tpot_ms"]).Map(func(v float64) float64 { return 1000 * v })
		}
		return p
	},
}

var vllmServe = Convention{
	Name:    "vllm",
	Tool:    "vLLM bench serve",
	Source:  "vllm/benchmarks/serve.py @009e6d4a",
	Differs: "TTFT is the first chunk with a choice, text or not; \"ITL\" pools the gaps between chunks without spreading them over their tokens; the peak counts chunks, not tokens",
	sees:    choices, pools: chunkGaps | chunkMoments,
	print: func(b *Book) Printed {
		p := b.serve(b.pooled(chunkGaps))
		_, failed := b.count()
		p["failed"] = opt.Of(failed)
		p["max_output_tokens_per_s"] = b.chunksPerSecond()
		return p
	},
}

var sglangNative = Convention{
	Name:    "sglang",
	Tool:    "SGLang bench serving, /generate",
	Source:  "sglang python/sglang/benchmark/serving.py @00f9ec47",
	Differs: "ITL pools per-token gaps as ours does; the latency runs to the last line of the stream, a trailing usage line included",
	sees:    bearing, last: atAnyChunk, pools: tokenGaps,
	print: func(b *Book) Printed { return b.sglang(b.pooled(tokenGaps)) },
}

var sglangOAI = Convention{
	Name:    "sglang-oai",
	Tool:    "SGLang bench serving, OpenAI endpoints",
	Source:  "sglang python/sglang/benchmark/serving.py @00f9ec47",
	Differs: "\"ITL\" pools the gaps between chunks without spreading them over their tokens; the latency runs to the last line of the stream, a trailing usage line included",
	sees:    bearing, last: atAnyChunk, pools: chunkGaps,
	print: func(b *Book) Printed { return b.sglang(b.pooled(chunkGaps)) },
}

var tensorRT = Convention{
	Name:    "tensorrt-llm",
	Tool:    "TensorRT-LLM benchmark_serving",
	Source:  "TensorRT-LLM tensorrt_llm/serve/scripts/benchmark_serving.py @0228a712",
	Differs: "TTFT is the first chunk with a choice; \"ITL\" pools the gaps between chunks; user_throughput is the mean over requests of OSL/E2EL, the first-token wait included",
	sees:    choices, pools: chunkGaps,
	print: func(b *Book) Printed {
		p := b.serve(b.pooled(chunkGaps))
		p["user_throughput"] = orZero(b.sample(rateOf).Mean())
		return p
	},
}

// serve prints the family's common part. Requests that succeeded without a token
// enter TTFT and E2EL with the 0 that the script starts from.
func (b *Book) serve(itl *Gaps) Printed {
	p := Printed{}
	b.totals(p)
	b.rate(p, "total_token_throughput", b.total(outputOf)+b.total(inputOf))
	p.numpy("ttft_ms", b.sample(zeroIfAbsent(ttftOf)))
	p.numpy("tpot_ms", b.sample(tpotOf))
	p.numpy("e2el_ms", b.sample(zeroIfAbsent(latencyOf)))
	p.pooled("itl_ms", itl)
	return p
}

func (b *Book) sglang(itl *Gaps) Printed {
	p := Printed{}
	b.totals(p)
	out, in := b.total(outputOf), b.total(inputOf)
	b.rate(p, "input_throughput", in)
	b.rate(p, "total_throughput", in+out)
	p.numpy("ttft_ms", b.sample(zeroIfAbsent(ttftOf)))
	p.numpy("tpot_ms", b.sample(tpotOf))
	latencies := b.sample(zeroIfAbsent(latencyOf))
	p.numpy("e2e_latency_ms", latencies)
	p.pooled("itl_ms", itl)
	p["max_itl_ms"] = orZero(itl.Max()).Map(milli)
	b.rate(p, "concurrency", sum(latencies.Sorted()))
	return p
}

// totals prints the counts and rates over all successful requests.
func (b *Book) totals(p Printed) {
	completed, _ := b.count()
	out, in := b.total(outputOf), b.total(inputOf)
	p["completed"] = opt.Of(completed)
	p["total_input_tokens"], p["total_output_tokens"] = opt.Of(in), opt.Of(out)
	p["duration"] = b.duration()
	b.rate(p, "request_throughput", completed)
	b.rate(p, "output_throughput", out)
}

// chunksPerSecond is the most chunks in any second counted from the first start.
func (b *Book) chunksPerSecond() opt.Float {
	if b.full {
		return opt.Float{}
	}
	first := math.Inf(1)
	for x := range b.rows.each {
		if !math.IsNaN(x.start()) {
			first = min(first, x.start())
		}
	}
	seconds, most := map[int64]float64{}, 0.0
	for _, a := range b.perSecond {
		k := int64(a.at - first)
		seconds[k]++
		most = max(most, seconds[k])
	}
	return opt.Of(most)
}

var servePercentiles = []struct {
	name string
	p    float64
}{{"median", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}, {"p99.9", 0.999}}

// numpy prints the statistics of times in s, in ms. Of nothing the script prints
// the statistics of a single 0.
func (p Printed) numpy(name string, s quantile.Sample) {
	mean, deviation := s.Moments()
	p["mean_"+name] = orZero(mean).Map(milli)
	p["std_"+name] = orZero(deviation).Map(milli)
	for _, q := range servePercentiles {
		p[q.name+"_"+name] = orZero(s.Type7(q.p)).Map(milli)
	}
}

// pooled is numpy over pooled gaps.
func (p Printed) pooled(name string, g *Gaps) {
	mean, deviation := g.Moments()
	p["mean_"+name] = orZero(mean).Map(milli)
	p["std_"+name] = orZero(deviation).Map(milli)
	for _, q := range servePercentiles {
		p[q.name+"_"+name] = orZero(g.At(q.p)).Map(milli)
	}
}

func orZero(v opt.Float) opt.Float {
	if v.Ok() {
		return v
	}
	return opt.Of(0)
}

func milli(v float64) float64 { return 1000 * v }
