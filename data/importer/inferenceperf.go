package importer

import (
	"strconv"

	"github.com/isofront/isofront/data"
)

var inferencePerfSource = unnamedSource("inference-perf", "inference-perf")

// The summary of one stage of an inference-perf run, in seconds. Its
// inter_token_latency gives every token of a chunk the chunk's time and is not
// read. Its normalized_time_per_output_token is E2EL/OSL, with a 0 for each
// answer without tokens: it is read where every answer has one.
var inferencePerfFormat = Format{
	Name: "inference-perf stage summary (JSON)",
	Recognise: func(h *Head) bool {
		return h.JSON().has("load_summary", "successes", "failures")
	},
	Read: readInferencePerf,
}

var inferencePerfLatencies = map[string]data.Kind{
	"time_to_first_token": data.TTFT, "time_per_output_token": data.ITL, "request_latency": data.E2EL,
	"normalized_time_per_output_token": data.E2ELPerToken,
}

func readInferencePerf(in File) (*Result, error) {
	const at = "successes.latency."
	stat := func(pct int) string {
		if pct == 50 {
			return "median"
		}
		return "p" + strconv.Itoa(pct)
	}
	paths := []string{
		"load_summary.count", "load_summary.concurrency", "load_summary.concurrency_level", "successes.count", "failures.count",
		"successes.throughput.input_tokens_per_sec", "successes.throughput.output_tokens_per_sec", "successes.throughput.total_tokens_per_sec",
		"successes.output_len.min",
	}
	for l := range inferencePerfLatencies {
		for _, p := range data.Percentiles {
			paths = append(paths, at+l+"."+stat(p))
		}
	}
	o := openObjects("inference-perf stage summary (JSON)", in.Name, in.Reader, paths)
	ok, err := o.single()
	if err != nil || !ok {
		return o.res, err
	}
	r := &row{t: o}
	run := newSummary(o, r, in.Given)
	run.source = inferencePerfSource
	run.concurrency = o.cell("load_summary.concurrency")
	if run.concurrency == "" {
		run.concurrency = o.cell("load_summary.concurrency_level")
	}
	if run.concurrency == "" {
		run.notes = append(run.notes, "the load was a rate of requests, not a number of clients")
	}
	shortest, okMin := r.number("successes.output_len.min", 0, notNegative).Get()
	for name, kind := range inferencePerfLatencies {
		if kind == data.E2ELPerToken && (!okMin || shortest < 1) {
			continue
		}
		for _, pct := range data.Percentiles {
			run.set(kind, pct, r.number(at+name+"."+stat(pct), 0, notNegative))
		}
	}
	run.input = r.number("successes.throughput.input_tokens_per_sec", 0, notNegative)
	run.output = r.number("successes.throughput.output_tokens_per_sec", 0, notNegative)
	run.total = r.number("successes.throughput.total_tokens_per_sec", 0, notNegative)
	used := r.whole("successes.count", notNegative)
	failed := r.whole("failures.count", notNegative)
	run.p.Values[data.RequestsUsed] = used
	if f, ok := failed.Get(); ok {
		run.p.Values[data.Requests] = used.Map(func(v float64) float64 { return v + f })
	}
	if o.cell("successes.count") == "0" {
		r.refuse("successes.count", "the run failed", "no request succeeded")
	}
	run.finish(NewPointSet())
	return o.last()
}
