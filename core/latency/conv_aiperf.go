package latency

import (
	"math"
	"strconv"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

var aiperf = Convention{
	Name:    "aiperf",
	Tool:    "AIPerf",
	Source:  "aiperf src/aiperf/metrics/types/* @58dd5dea, @894f72a7, @58028d5b",
	Differs: "the same TTFT, ITL and latency as ours; output_token_throughput_per_user takes percentiles of rates, so its p90 is the fast tail; inter_chunk_latency is a metric of its own",
	sees:    bearing, pools: chunkGaps,
	print: func(b *Book) Printed { return b.aiperf(tpotOf) },
}

var aiperfPerChunk = Convention{
	Name:    "aiperf-per-chunk",
	Tool:    "AIPerf --per-chunk-usage",
	Source:  "aiperf src/aiperf/metrics/types/* @58028d5b",
	Differs: "ITL is (E2EL - TTFT)/(OSL - tokens in the first chunk), not /(OSL - 1), where chunk token counts are known",
	sees:    bearing, pools: chunkGaps,
	print: func(b *Book) Printed {
		return b.aiperf(func(x *row) float64 {
			if x.firstTokens() >= 1 && x.n() > x.firstTokens() {
				return (x.latency() - x.ttft()) / (x.n() - x.firstTokens())
			}
			return tpotOf(x)
		})
	},
}

// aiperf prints each metric as its object of statistics. A metric that a request
// does not have is absent there, never 0.
func (b *Book) aiperf(itl func(*row) float64) Printed {
	p := Printed{}
	p.aiperfStats("request_latency", b.sample(latencyOf), 1000)
	p.aiperfStats("time_to_first_token", b.sample(ttftOf), 1000)
	p.aiperfStats("time_to_second_token", b.sample(func(x *row) float64 { return x.second() }), 1000)
	itls := b.sample(itl)
	p.aiperfStats("inter_token_latency", itls, 1000)
	p.aiperfStats("output_token_throughput_per_user", inverted(itls), 1)
	p.aiperfStats("e2e_output_token_throughput", b.sample(rateOf), 1)
	p.aiperfStats("prefill_throughput_per_user", b.sample(func(x *row) float64 { return x.isl() / x.ttft() }), 1)
	p.aiperfStats("output_sequence_length", b.sample(outputOf), 1)
	p.aiperfStats("input_sequence_length", b.sample(inputOf), 1)
	p.aiperfStats("inter_chunk_latency", b.pooled(chunkGaps), 1000)
	out, in := b.total(outputOf), b.total(inputOf)
	ok, _ := b.count()
	p["request_count.avg"] = opt.Of(ok)
	p["total_output_tokens.avg"] = opt.Of(out)
	p["total_osl.avg"], p["total_isl.avg"] = opt.Of(out), opt.Of(in)
	p["benchmark_duration.avg"] = b.duration()
	b.rate(p, "request_throughput.avg", ok)
	b.rate(p, "output_token_throughput.avg", out)
	b.rate(p, "input_token_throughput.avg", in)
	b.rate(p, "total_token_throughput.avg", in+out)
	perToken := b.sample(perTokenOf)
	for _, q := range []struct {
		name string
		p    float64
	}{{"p75", 0.75}, {"p90", 0.9}} {
		p["e2e_normalized_interactivity_"+q.name+".avg"] = formula.Rate(perToken.Type7(q.p))
	}
	return p
}

// perTokenOf is latency/n for latency and n above 0.
func perTokenOf(x *row) float64 {
	if x.n() > 0 && x.latency() > 0 {
		return x.latency() / x.n()
	}
	return math.NaN()
}

// distribution is what Gaps and quantile.Sample share.
type distribution interface {
	Mean() opt.Float
	Moments() (mean, deviation opt.Float)
	Max() opt.Float
}

func at(d distribution, p float64) (opt.Float, float64) {
	switch d := d.(type) {
	case quantile.Sample:
		return d.Type7(p), float64(d.N())
	case *Gaps:
		return d.At(p), float64(d.N())
	}
	return opt.Float{}, 0
}

var aiperfPercentiles = []float64{1, 5, 10, 25, 50, 75, 90, 95, 99}

func (p Printed) aiperfStats(name string, d distribution, scale float64) {
	times := func(v float64) float64 { return v * scale }
	least, n := at(d, 0)
	if n == 0 {
		return // AIPerf leaves such a metric out
	}
	for _, q := range aiperfPercentiles {
		v, _ := at(d, q/100)
		p[name+".p"+strconv.FormatFloat(q, 'g', -1, 64)] = v.Map(times)
	}
	mean, deviation := d.Moments()
	p[name+".avg"], p[name+".std"] = mean.Map(times), deviation.Map(times)
	p[name+".min"], p[name+".max"] = least.Map(times), d.Max().Map(times)
	p[name+".count"] = opt.Of(n)
	p[name+".sum"] = mean.Map(func(v float64) float64 { return v * n * scale })
}

var inferenceXAgentic = Convention{
	Name:    "inferencex-agentic",
	Tool:    "InferenceX agentic aggregation of AIPerf records",
	Source:  "InferenceX utils/agentic/aggregation/request_metrics.py",
	Differs: "the same as ours: 1/percentile(ITL) and 1/percentile(E2EL/OSL); its tpot repeats its itl, its mean interactivity is 1/mean(ITL), its std that of the rates",
	sees:    bearing,
	print:   (*Book).agentic,
}

// agentic prints the request_metrics object: seconds, only times above 0, and
// the wall time from the first start to the last end of the records themselves.
func (b *Book) agentic() Printed {
	p := Printed{}
	above := func(of func(*row) float64) quantile.Sample {
		return b.sample(func(x *row) float64 {
			if v := of(x); v > 0 {
				return v
			}
			return math.NaN()
		})
	}
	itls, perToken := above(tpotOf), above(perTokenOf)
	p.agenticStats("latency.ttft", above(ttftOf))
	p.agenticStats("latency.e2el", above(latencyOf))
	p.agenticStats("latency.itl", itls)
	p.agenticStats("latency.tpot", itls)
	p.agenticRates("latency.intvty", itls)
	p.agenticRates("latency.e2e_norm_intvty", perToken)
	p.agenticStats("tokens.input", b.sample(inputOf))
	p.agenticStats("tokens.output_actual", b.sample(outputOf))
	out, in := b.total(outputOf), b.total(inputOf)
	wall := b.span()
	p["throughput.duration_seconds"] = wall
	for name, tokens := range map[string]float64{"input": in, "output": out, "total": in + out} {
		p["throughput."+name+".tokens_per_second"] = wall.Map(func(d float64) float64 { return tokens / d })
	}
	return p
}

var agenticPercentiles = []struct {
	name string
	p    float64
}{{"p50", 0.5}, {"p75", 0.75}, {"p90", 0.9}, {"p95", 0.95}}

func (p Printed) agenticStats(name string, s quantile.Sample) {
	if s.N() == 0 {
		return
	}
	p[name+".mean"], p[name+".std"] = s.Moments()
	for _, q := range agenticPercentiles {
		p[name+"."+q.name] = s.Type7(q.p)
	}
}

func (p Printed) agenticRates(name string, s quantile.Sample) {
	if s.N() == 0 {
		return
	}
	p[name+".mean"], p[name+".std"] = formula.Rate(s.Mean()), rateDeviation(s.Sorted())
	for _, q := range agenticPercentiles {
		p[name+"."+q.name] = formula.Rate(s.Type7(q.p))
	}
}
