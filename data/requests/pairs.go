package requests

import (
	"github.com/isofront/isofront/data/wire"
)

// pair sets one of our figures beside the tool's figure that readers take for
// the same.
type pair struct {
	ours  string
	unit  string
	value func(*wire.RequestMetrics) *float64
	scale float64 // from our unit to the unit shown
	tool  string  // the tool's name for it
	per   float64 // what the tool's figure is multiplied by for the unit shown
}

type statistic struct {
	name string
	of   func(*wire.TimeStats) *float64
}

var statistics = []statistic{
	{"mean", func(t *wire.TimeStats) *float64 { return t.Mean }},
	{"p50", func(t *wire.TimeStats) *float64 { return t.P50 }},
	{"p90", func(t *wire.TimeStats) *float64 { return t.P90 }},
	{"p99", func(t *wire.TimeStats) *float64 { return t.P99 }},
}

// names are a tool's names for a metric's mean, p50, p90 and p99, "" where it
// prints none.
type names [4]string

// around puts a metric's name into the pattern of each statistic.
func around(metric string, before, after names) (out names) {
	for i := range out {
		if before[i]+after[i] != "" {
			out[i] = before[i] + metric + after[i]
		}
	}
	return out
}

func serveNames(metric string) names {
	return around(metric, names{"mean_", "median_", "p90_", "p99_"}, names{})
}

func dotted(metric string, stats names) names { return around(metric, names{}, stats) }

var (
	aiperfStats  = names{".avg", ".p50", ".p90", ".p99"}
	guideStats   = names{".mean", ".median", ".percentiles.p90", ".percentiles.p99"}
	pandasStats  = names{".mean", ".quantiles.p50", ".quantiles.p90", ".quantiles.p99"}
	medianStats  = names{".mean", ".median", ".p90", ".p99"}
	agenticStats = names{".mean", ".p50", ".p90", ""}
)

// toolNames are the names of TTFT, ITL and E2EL of each convention, and what its
// figures are multiplied by for s; more are rates and other cousins.
type toolNames struct {
	ttft, itl, e2el names
	unit            float64 // to s
	itlUnit         float64 // to s where it differs, else 0
	more            []more
}

type more struct {
	tool, ours string
	value      func(*wire.RequestMetrics) *float64
}

var (
	p90Rate       = func(m *wire.RequestMetrics) *float64 { return m.Interactivity.P90 }
	p90Normalized = func(m *wire.RequestMetrics) *float64 { return m.E2ENormalized.P90 }
	p75Normalized = func(m *wire.RequestMetrics) *float64 { return m.E2ENormalized.P75 }
)

var serveLike = toolNames{ttft: serveNames("ttft_ms"), itl: serveNames("tpot_ms"), e2el: serveNames("e2el_ms"), unit: 1e-3}

var sglangLike = toolNames{ttft: serveNames("ttft_ms"), itl: serveNames("tpot_ms"), e2el: serveNames("e2e_latency_ms"), unit: 1e-3}

var aiperfLike = toolNames{
	ttft: dotted("time_to_first_token", aiperfStats), itl: dotted("inter_token_latency", aiperfStats), e2el: dotted("request_latency", aiperfStats), unit: 1e-3,
	more: []more{
		{"output_token_throughput_per_user.p90", "interactivity p90", p90Rate},
		{"e2e_normalized_interactivity_p75.avg", "E2E-normalized p75", p75Normalized},
		{"e2e_normalized_interactivity_p90.avg", "E2E-normalized p90", p90Normalized},
		{"e2e_output_token_throughput.p90", "E2E-normalized p90", p90Normalized},
	},
}

var toolTables = map[string]toolNames{
	"inferencex": serveLike, "vllm": serveLike, "tensorrt-llm": serveLike, "sglang": sglangLike, "sglang-oai": sglangLike,
	"aiperf": aiperfLike, "aiperf-per-chunk": aiperfLike, "genai-perf": {ttft: aiperfLike.ttft, itl: aiperfLike.itl, e2el: aiperfLike.e2el, unit: 1e-3, more: aiperfLike.more[:1]},
	"inferencex-agentic": {ttft: dotted("latency.ttft", agenticStats), itl: dotted("latency.itl", agenticStats), e2el: dotted("latency.e2el", agenticStats), unit: 1,
		more: []more{{"latency.intvty.p90", "interactivity p90", p90Rate}, {"latency.e2e_norm_intvty.p90", "E2E-normalized p90", p90Normalized}}},
	"guidellm": {ttft: dotted("time_to_first_token_ms", guideStats), itl: dotted("inter_token_latency_ms", guideStats), e2el: dotted("request_latency", guideStats), unit: 1, itlUnit: 1e-3},
	"llmperf":  {ttft: dotted("ttft_s", pandasStats), itl: dotted("inter_token_latency_s", pandasStats), e2el: dotted("end_to_end_latency_s", pandasStats), unit: 1},
	"inference-perf": {ttft: dotted("latency.time_to_first_token", medianStats), itl: dotted("latency.time_per_output_token", medianStats),
		e2el: dotted("latency.request_latency", medianStats), unit: 1},
	"vllm-trace-replay": {ttft: serveNames("ttft"), itl: serveNames("itl"), e2el: serveNames("ttlt"), unit: 1},
}

// pooled are the figures that a convention calls inter-token latency though they
// pool gaps between chunks: beside our ITL they show how far apart the two are.
var pooled = map[string]names{
	"inferencex": serveNames("itl_ms"), "vllm": serveNames("itl_ms"), "tensorrt-llm": serveNames("itl_ms"), "sglang": serveNames("itl_ms"), "sglang-oai": serveNames("itl_ms"),
	"inference-perf": dotted("latency.inter_token_latency", medianStats),
	"guidellm":       dotted("time_per_output_token_ms", guideStats),
}

// pairs are what the text shows for a convention.
func pairs(convention string) (out []pair) {
	t, ok := toolTables[convention]
	if !ok {
		return nil
	}
	itlUnit := t.itlUnit
	if itlUnit == 0 {
		itlUnit = t.unit
	}
	ttftUnit := t.unit
	if convention == "guidellm" {
		ttftUnit = 1e-3 // its latency alone is in s
	}
	add := func(ours, unit string, scale float64, of func(*wire.RequestMetrics) *wire.TimeStats, n names, per float64) {
		for i, s := range statistics {
			if n[i] == "" {
				continue
			}
			out = append(out, pair{ours: ours + " " + s.name, unit: unit, value: func(m *wire.RequestMetrics) *float64 { return s.of(of(m)) }, scale: scale, tool: n[i], per: per * scale})
		}
	}
	itl := func(m *wire.RequestMetrics) *wire.TimeStats { return &m.ITL }
	add("TTFT", "s", 1, func(m *wire.RequestMetrics) *wire.TimeStats { return &m.TTFT }, t.ttft, ttftUnit)
	add("ITL", "ms", 1000, itl, t.itl, itlUnit)
	if n, ok := pooled[convention]; ok {
		add("ITL", "ms", 1000, itl, n, itlUnit)
	}
	add("E2EL", "s", 1, func(m *wire.RequestMetrics) *wire.TimeStats { return &m.E2EL }, t.e2el, t.unit)
	for _, x := range t.more {
		out = append(out, pair{ours: x.ours, unit: "tok/s/user", value: x.value, scale: 1, tool: x.tool, per: 1})
	}
	return out
}
