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
	records:    true,
	source:     aiperfSource,
	lines:      readAIPerfRequests,
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

// aiperfColumns are their names, as messages show them.
var aiperfColumns = [aiperfMetrics]string{
	"metrics.request_latency", "metrics.time_to_first_token", "metrics.time_to_first_output_token", "metrics.inter_token_latency",
	"metrics.time_to_second_token", "metrics.inter_chunk_latency", "metrics.output_sequence_length", "metrics.usage_completion_tokens",
	"metrics.input_sequence_length", "metrics.usage_prompt_tokens", "metrics.reasoning_token_count", "metrics.usage_reasoning_tokens",
}

func aiperfMetricOf(name []byte) int {
	for i, column := range aiperfColumns {
		if string(name) == column[len("metrics."):] {
			return i
		}
	}
	return -1
}

// The fields of a line that must not come twice: the metrics, what is in each, and these.
const (
	aiperfValue = aiperfMetrics
	aiperfUnit  = 2 * aiperfMetrics
)

const (
	aiperfMetadata = 3*aiperfMetrics + iota
	aiperfAll
	aiperfError
	aiperfPhase
	aiperfStart
	aiperfRequestID
	aiperfCancelled
)

// aiperfWords are the texts that repeat on every line.
var aiperfWords = []string{"ms", "tokens", "profiling", "warmup"}

type aiperfLine struct {
	w                       *walk
	gaps                    []float64
	m                       [aiperfMetrics]aiperfMetric
	phase                   string
	start                   int64
	id                      uint64
	started, cancel, failed bool
	hasMeta, hasMetrics     bool
}

func readAIPerfRequests(o *recorder) requestObject {
	x := &aiperfLine{gaps: make([]float64, 0, 64)}
	clock := runClock{}
	return func(w *walk) bool {
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
		o.id = x.id
		return true
	}
}

func (x *aiperfLine) field(name []byte) {
	w := x.w
	switch string(name) {
	case "metadata":
		w.once(aiperfMetadata, "metadata")
		x.hasMeta = w.object("metadata", x.meta)
	case "metrics":
		w.once(aiperfAll, "metrics")
		x.hasMetrics = w.object("metrics", func(name []byte) {
			if i := aiperfMetricOf(name); i >= 0 {
				x.metric(i)
			} else {
				w.skip()
			}
		})
	case "error":
		w.once(aiperfError, "error")
		x.failed = w.holds()
	default:
		w.skip()
	}
}

func (x *aiperfLine) meta(name []byte) {
	w := x.w
	switch string(name) {
	case "benchmark_phase":
		w.once(aiperfPhase, "metadata.benchmark_phase")
		x.phase = w.oneOf("metadata.benchmark_phase", aiperfWords)
	case "request_start_ns":
		w.once(aiperfStart, "metadata.request_start_ns")
		x.start, x.started = w.integer("metadata.request_start_ns")
	case "x_request_id":
		w.once(aiperfRequestID, "metadata.x_request_id")
		x.id = w.id()
	case "was_cancelled":
		w.once(aiperfCancelled, "metadata.was_cancelled")
		x.cancel = w.truth("metadata.was_cancelled")
	default:
		w.skip()
	}
}

func (x *aiperfLine) metric(i int) {
	w, m, column := x.w, &x.m[i], aiperfColumns[i]
	w.once(i, column)
	m.has = w.object(column, func(field []byte) {
		switch string(field) {
		case "value":
			w.once(aiperfValue+i, column)
			if w.first() == '[' {
				x.gaps = w.numbers(column, x.gaps[:0], maxChunks)
				m.list = x.gaps
			} else {
				m.value = w.number(column)
			}
		case "unit":
			w.once(aiperfUnit+i, column)
			m.unit = w.oneOf(column, aiperfWords)
		default:
			w.skip()
		}
	})
}

// seconds reads a time, whose unit must be one of time.
func (x *aiperfLine) seconds(i int) opt.Float {
	m := &x.m[i]
	if !m.value.Ok() {
		return opt.Float{}
	}
	per, ok := unitPerSecond(m.unit)
	if !ok {
		x.w.refuse(aiperfColumns[i]+".unit", "is not a unit of time", quote(m.unit))
		return opt.Float{}
	}
	return nanoseconds(m.value, per)
}

// tokens reads a count, whose unit must be tokens.
func (x *aiperfLine) tokens(i int) opt.Float {
	m := &x.m[i]
	if m.value.Ok() && m.unit != "tokens" && m.unit != "token" {
		x.w.refuse(aiperfColumns[i]+".unit", "is not tokens", quote(m.unit))
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
	r.Output = latency.Count{Server: x.tokens(aiperfOutputUsage), Client: x.tokens(aiperfOutput)}
	r.Input = latency.Count{Server: x.tokens(aiperfInputUsage), Client: x.tokens(aiperfInput)}
	r.Reasoning = x.tokens(aiperfReasoningUsage)
	if !r.Reasoning.Ok() {
		r.Reasoning = x.tokens(aiperfReasoning)
	}
	f := &r.Figures
	f.E2EL = x.seconds(aiperfLatency)
	f.TTFT = x.seconds(aiperfTTFT)
	f.FirstVisible = x.seconds(aiperfFirstOutput)
	f.SecondGap = x.seconds(aiperfSecond)
	f.ITL = x.seconds(aiperfITL)
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
