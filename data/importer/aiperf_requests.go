package importer

import (
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// AIPerf's requests, profile_export.jsonl: one object a line with metadata,
// metrics that each carry a unit, and error where there was one. Its clock
// counts nanoseconds. request_latency ends with the last response; a metric
// that a request does not have is left out.
var aiperfRequestsFormat = requestsFormat(Format{
	Name: "AIPerf per-request records (JSONL)",
	Recognise: func(h *Head) bool {
		return h.JSON().has("metadata.request_start_ns", "metrics") || h.JSON().has("metadata.benchmark_phase", "metrics")
	},
	convention: "aiperf",
	source:     aiperfSource,
	requests:   readAIPerfRequests,
	own: &ownSummary{
		beside:   func(name string) string { return replaceEnd(name, ".jsonl", "_aiperf.json") },
		name:     twoWords,
		read:     readAIPerf,
		duration: "benchmark_duration.avg",
		asked:    "input_config.loadgen.concurrency",
	},
})

// aiperfMetric is one metric of a request.
type aiperfMetric struct {
	value opt.Float
	list  []float64
	unit  string
	has   bool
}

// The metrics that are read.
const (
	aiperfLatency = iota
	aiperfTTFT
	aiperfFirstOutput
	aiperfITL
	aiperfSecond
	aiperfChunks
	aiperfOutput
	aiperfOutputUsage
	aiperfInput
	aiperfInputUsage
	aiperfReasoning
	aiperfReasoningUsage
	aiperfMetrics = iota
)

func aiperfMetricOf(name []byte) int {
	switch string(name) {
	case "request_latency":
		return aiperfLatency
	case "time_to_first_token":
		return aiperfTTFT
	case "time_to_first_output_token":
		return aiperfFirstOutput
	case "inter_token_latency":
		return aiperfITL
	case "time_to_second_token":
		return aiperfSecond
	case "inter_chunk_latency":
		return aiperfChunks
	case "output_sequence_length":
		return aiperfOutput
	case "usage_completion_tokens":
		return aiperfOutputUsage
	case "input_sequence_length":
		return aiperfInput
	case "usage_prompt_tokens":
		return aiperfInputUsage
	case "reasoning_token_count":
		return aiperfReasoning
	case "usage_reasoning_tokens":
		return aiperfReasoningUsage
	}
	return -1
}

type aiperfLine struct {
	w                       *walk
	gaps                    []float64
	m                       [aiperfMetrics]aiperfMetric
	phase                   string
	start                   int64
	started, cancel, failed bool
	hasMeta, hasMetrics     bool
}

func readAIPerfRequests(in File, o *recorder) error {
	x := &aiperfLine{gaps: make([]float64, 0, 64)}
	clock := runClock{}
	return jsonLines(in, o, func(w *walk, _ int) bool {
		*x = aiperfLine{w: w, gaps: x.gaps[:0]}
		w.object("", x.field)
		if w.err != nil || w.bad {
			return false
		}
		if !x.hasMeta || !x.hasMetrics && !x.failed {
			w.refuse("", "is not a record of AIPerf", "no metadata or no metrics")
			return false
		}
		if x.started {
			o.rec.Start = clock.at(x.start)
		}
		x.fill(&o.rec)
		return true
	})
}

func (x *aiperfLine) field(name []byte) {
	w := x.w
	switch string(name) {
	case "metadata":
		x.hasMeta = w.object("metadata", x.meta)
	case "metrics":
		x.hasMetrics = w.object("metrics", func(name []byte) {
			if i := aiperfMetricOf(name); i >= 0 {
				x.metric(&x.m[i], string(name))
			} else {
				w.skip()
			}
		})
	case "error":
		x.failed = w.holds()
	default:
		w.skip()
	}
}

func (x *aiperfLine) meta(name []byte) {
	w := x.w
	switch string(name) {
	case "benchmark_phase":
		x.phase = w.text("metadata.benchmark_phase", 32)
	case "request_start_ns":
		x.start, x.started = w.integer("metadata.request_start_ns")
	case "was_cancelled":
		x.cancel = w.truth("metadata.was_cancelled")
	default:
		w.skip()
	}
}

func (x *aiperfLine) metric(m *aiperfMetric, name string) {
	w := x.w
	m.has = w.object("metrics."+name, func(field []byte) {
		switch string(field) {
		case "value":
			if w.first() == '[' {
				x.gaps = w.numbers("metrics."+name, x.gaps[:0], maxChunks)
				m.list = x.gaps
			} else {
				m.value = w.number("metrics." + name)
			}
		case "unit":
			m.unit = w.text("metrics."+name+".unit", 32)
		default:
			w.skip()
		}
	})
}

// seconds reads a time, whose unit must be one of time.
func (x *aiperfLine) seconds(i int, name string) opt.Float {
	m := &x.m[i]
	if !m.value.Ok() {
		return opt.Float{}
	}
	per, ok := unitPerSecond(m.unit)
	if !ok {
		x.w.refuse("metrics."+name+".unit", "is not a unit of time", quote(m.unit))
		return opt.Float{}
	}
	return nanoseconds(m.value, per)
}

// tokens reads a count, whose unit must be tokens.
func (x *aiperfLine) tokens(i int, name string) opt.Float {
	m := &x.m[i]
	if m.value.Ok() && m.unit != "tokens" && m.unit != "token" {
		x.w.refuse("metrics."+name+".unit", "is not tokens", quote(m.unit))
	}
	return m.value
}

func (x *aiperfLine) fill(r *latency.Record) {
	switch {
	case x.phase == "warmup":
		r.Phase = latency.WarmUp
	case x.phase != "" && x.phase != "profiling":
		r.Phase = latency.OtherPhase
	}
	switch {
	case x.cancel:
		r.Outcome = latency.Cancelled
	case x.failed:
		r.Outcome = latency.Failed
	}
	r.Output = latency.Count{Server: x.tokens(aiperfOutputUsage, "usage_completion_tokens"), Client: x.tokens(aiperfOutput, "output_sequence_length")}
	r.Input = latency.Count{Server: x.tokens(aiperfInputUsage, "usage_prompt_tokens"), Client: x.tokens(aiperfInput, "input_sequence_length")}
	r.Reasoning = x.tokens(aiperfReasoningUsage, "usage_reasoning_tokens")
	if !r.Reasoning.Ok() {
		r.Reasoning = x.tokens(aiperfReasoning, "reasoning_token_count")
	}
	f := &r.Figures
	f.E2EL = x.seconds(aiperfLatency, "request_latency")
	f.TTFT = x.seconds(aiperfTTFT, "time_to_first_token")
	f.FirstVisible = x.seconds(aiperfFirstOutput, "time_to_first_output_token")
	f.SecondGap = x.seconds(aiperfSecond, "time_to_second_token")
	f.ITL = x.seconds(aiperfITL, "inter_token_latency")
	if m := &x.m[aiperfChunks]; m.has && m.list != nil {
		per, ok := unitPerSecond(m.unit)
		if !ok {
			x.w.refuse("metrics.inter_chunk_latency.unit", "is not a unit of time", quote(m.unit))
			return
		}
		for i, g := range x.gaps {
			x.gaps[i], _ = nanoseconds(opt.Of(g), per).Get()
		}
		f.Gaps = x.gaps
	}
}

// runClock turns a tool's clock in ns into s since the first request read:
// a float64 cannot hold nanoseconds since 1970.
type runClock struct {
	origin int64
	set    bool
}

func (c *runClock) at(ns int64) opt.Float {
	if !c.set {
		c.origin, c.set = ns, true
	}
	return opt.Of(float64(ns-c.origin) / 1e9)
}
