package latency

import (
	"math"
	"strconv"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

var genaiPerf = Convention{
	Name:    "genai-perf",
	Tool:    "genai-perf",
	Source:  "genai-perf genai_perf/profile_data_parser/llm_profile_data_parser.py @00168fe7",
	Differs: "ITL is rounded to the nanosecond per request; output lengths are re-tokenised by the client; request_throughput counts empty answers too",
	sees:    bearing,
	print: func(b *Book) Printed {
		p := Printed{}
		itl := func(x *row) float64 { return math.RoundToEven(1e9*tpotOf(x)) / 1e9 }
		perUser := func(x *row) float64 { return 1 / itl(x) }
		stats := func(name string, s quantile.Sample, scale float64) {
			times := func(v float64) float64 { return v * scale }
			mean, deviation := s.Moments()
			p[name+".avg"], p[name+".std"] = mean.Map(times), deviation.Map(times)
			p[name+".min"], p[name+".max"] = s.Type7(0).Map(times), s.Max().Map(times)
			for _, q := range []float64{25, 50, 75, 90, 95, 99} {
				p[name+".p"+strconv.FormatFloat(q, 'g', -1, 64)] = s.Type7(q / 100).Map(times)
			}
		}
		stats("request_latency", b.sample(latencyOf), 1000)
		stats("time_to_first_token", b.sample(ttftOf), 1000)
		stats("time_to_second_token", b.sample(func(x *row) float64 { return x.second() }), 1000)
		stats("inter_token_latency", b.sample(itl), 1000)
		stats("output_token_throughput_per_user", b.sample(perUser), 1)
		stats("output_sequence_length", b.sample(outputOf), 1)
		stats("input_sequence_length", b.sample(inputOf), 1)
		b.rate(p, "output_token_throughput.avg", b.total(outputOf))
		b.rate(p, "request_throughput.avg", float64(len(b.rows.ok)))
		return p
	},
}

var guideLLM = Convention{
	Name:    "guidellm",
	Tool:    "GuideLLM",
	Source:  "guidellm src/guidellm/schemas/request_stats.py @ee7a7745; statistics.py",
	Differs: "its TPOT includes the first token, so it is 1/(E2E-normalized); TPOT and ITL are per-request means weighted by their tokens; percentiles are nearest rank; requests without a value count as 0",
	sees:    bearing,
	print: func(b *Book) Printed {
		p := Printed{}
		chunksOr := func(x *row) float64 {
			if !math.IsNaN(x.n()) {
				return x.n()
			}
			return x.chunks() // it takes each iteration for a token
		}
		weighted := func(name string, value, weight func(*row) float64) {
			var g Gaps
			for x := range b.rows.each {
				g.Add(zeroIfAbsent(value)(x), int64(zeroIfAbsent(weight)(x)))
			}
			p.guide(name, &g)
		}
		one := func(*row) float64 { return 1 }
		weighted("time_to_first_token_ms", func(x *row) float64 { return 1000 * x.ttft() }, one)
		weighted("time_per_output_token_ms", func(x *row) float64 {
			if n := chunksOr(x); n > 0 {
				return 1000 * x.latency() / n
			}
			return math.NaN()
		}, chunksOr)
		weighted("inter_token_latency_ms", func(x *row) float64 {
			if n := chunksOr(x); n > 1 {
				return 1000 * (x.latency() - x.ttft()) / (n - 1)
			}
			return math.NaN()
		}, func(x *row) float64 { return chunksOr(x) - 1 })
		weighted("request_latency", func(x *row) float64 {
			if !math.IsNaN(x.end()) {
				return x.end()
			}
			return x.latency()
		}, one)
		weighted("output_token_count", chunksOr, one)
		weighted("prompt_token_count", inputOf, one)
		return p
	},
}

func (p Printed) guide(name string, g *Gaps) {
	p[name+".mean"], p[name+".std_dev"] = orZero(g.Mean()), orZero(g.Deviation())
	p[name+".median"] = orZero(g.NearestRank(0.5))
	for _, q := range []struct {
		name string
		p    float64
	}{{"p75", 0.75}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}} {
		p[name+".percentiles."+q.name] = orZero(g.NearestRank(q.p))
	}
	p[name+".max"] = orZero(g.Max())
}

var llmperf = Convention{
	Name:    "llmperf",
	Tool:    "llmperf",
	Source:  "llmperf token_benchmark_ray.py, ray_clients @f1d6bed4",
	Differs: "its inter-token latency is the sum of all gaps, the wait for the first token among them, over the tokens: about E2EL/OSL, prefill leaks in; 0 where no token came; sample standard deviation",
	sees:    text, last: atHTTPEnd,
	print: func(b *Book) Printed {
		p := Printed{}
		itl := func(x *row) float64 {
			// The gaps from sending to the last chunk add up to its time.
			if x.n() > 0 {
				return x.latency() / x.n()
			}
			return 0
		}
		p.pandas("inter_token_latency_s", b.sample(itl))
		p.pandas("ttft_s", b.sample(zeroIfAbsent(ttftOf)))
		p.pandas("end_to_end_latency_s", b.sample(zeroIfAbsent(latencyOf)))
		p.pandas("request_output_throughput_token_per_s", b.sample(zeroIfAbsent(rateOf)))
		p.pandas("number_output_tokens", b.sample(zeroIfAbsent(outputOf)))
		p.pandas("number_input_tokens", b.sample(inputOf))
		ok, failed := b.count()
		p["num_requests_started"] = opt.Of(ok + failed)
		p["number_errors"] = opt.Of(failed)
		p["num_completed_requests"] = opt.Of(ok)
		p["error_rate"] = opt.Of(0)
		if ok+failed > 0 {
			p["error_rate"] = opt.Of(failed / (ok + failed))
		}
		b.rate(p, "mean_output_throughput_token_per_s", b.total(outputOf))
		b.rate(p, "num_completed_requests_per_min", 60*ok)
		return p
	},
}

// pandas prints a Series' statistics: its standard deviation divides by N - 1.
func (p Printed) pandas(name string, s quantile.Sample) {
	n := float64(s.N())
	mean, deviation := s.Moments()
	for _, q := range []float64{25, 50, 75, 90, 95, 99} {
		p[name+".quantiles.p"+strconv.FormatFloat(q, 'g', -1, 64)] = s.Type7(q / 100)
	}
	p[name+".mean"], p[name+".min"], p[name+".max"] = mean, s.Type7(0), s.Max()
	p[name+".stddev"] = opt.Float{}
	if n > 1 {
		p[name+".stddev"] = deviation.Map(func(v float64) float64 { return v * math.Sqrt(n/(n-1)) })
	}
}

var inferencePerf = Convention{
	Name:    "inference-perf",
	Tool:    "inference-perf",
	Source:  "inference-perf inference_perf/reportgen/base.py @7de5ef2e",
	Differs: "every token of a chunk gets the chunk's time, so gaps within a chunk are 0 and the median ITL falls far below the mean; normalized time per output token is E2EL/OSL, and 0 where no token came",
	sees:    bearing, last: atHTTPEnd, pools: chunkGaps,
	print: func(b *Book) Printed {
		p := Printed{}
		stats := func(name string, d distribution) {
			if _, n := at(d, 0); n == 0 {
				return // null in the tool's file
			}
			name = "latency." + name
			p[name+".mean"], p[name+".max"] = d.Mean(), d.Max()
			p[name+".min"], _ = at(d, 0)
			for _, q := range []float64{0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9} {
				key := "p" + strconv.FormatFloat(q, 'g', -1, 64)
				if q == 50 {
					key = "median"
				}
				p[name+"."+key], _ = at(d, q/100)
			}
		}
		perToken := func(x *row) float64 {
			if x.n() > 0 {
				return x.latency() / x.n()
			}
			return 0
		}
		// (last token - first token)/(N - 1): the response's end is not in it.
		stats("request_latency", b.sample(latencyOf))
		stats("normalized_time_per_output_token", b.sample(perToken))
		stats("time_per_output_token", b.sample(func(x *row) float64 { return x.decode() }))
		stats("time_to_first_token", b.sample(ttftOf))
		var zeros Gaps
		zeros.merge(b.pooled(chunkGaps))
		zeros.Add(0, b.keeper(chunkGaps).together)
		stats("inter_token_latency", &zeros)
		ok, failed := b.count()
		p["count"], p["failures.count"] = opt.Of(ok), opt.Of(failed)
		out, in := b.total(outputOf), b.total(inputOf)
		b.rate(p, "throughput.input_tokens_per_sec", in)
		b.rate(p, "throughput.output_tokens_per_sec", out)
		b.rate(p, "throughput.total_tokens_per_sec", in+out)
		b.rate(p, "throughput.requests_per_sec", ok)
		return p
	},
}

var traceReplay = Convention{
	Name:    "vllm-trace-replay",
	Tool:    "InferenceX vLLM trace replay",
	Source:  "InferenceX experimental/multiturn (2026-04), detailed_results.csv",
	Differs: "ttlt, its latency, runs past the last token to the end of the stream, and ITL is (ttlt - ttft)/(OSL - 1) with it; ttlt also counts requests that ended well without a token",
	sees:    bearing, last: atAnyChunk,
	print: func(b *Book) Printed {
		p := Printed{}
		stats := func(name string, s quantile.Sample) {
			p["mean_"+name] = s.Mean()
			for _, q := range servePercentiles {
				if q.name != "p95" {
					p[q.name+"_"+name] = s.Type7(q.p)
				}
			}
		}
		above0 := func(of func(*row) float64) func(*row) float64 {
			return func(x *row) float64 {
				if v := of(x); v > 0 {
					return v
				}
				return math.NaN()
			}
		}
		stats("ttft", b.sample(above0(ttftOf)))
		stats("ttlt", b.sample(latencyOf))
		stats("itl", b.sample(above0(tpotOf)))
		stats("input_tokens", b.sample(inputOf))
		stats("output_tokens_actual", b.sample(outputOf))
		ok, failed := b.count()
		p["num_requests_total"], p["num_requests_successful"] = opt.Of(ok+failed), opt.Of(ok)
		p["duration_seconds"] = b.duration()
		return p
	},
}
