package importer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

var aiperfSource = unnamedSource("AIPerf", "AIPerf")

// The aggregate of an AIPerf run, profile_export_aiperf.json. Its
// inter_token_latency is formed per request as (E2EL - TTFT)/(OSL - 1);
// inter_chunk_latency is not read, nor are percentiles of rates, which name
// the fast tail. Every metric states its unit.
var aiperfFormat = Format{
	Name: "AIPerf aggregate (JSON)",
	Recognise: func(h *Head) bool {
		s := h.JSON()
		return s.has("aiperf_version") && !s.array || s.has("request_latency.unit", "time_to_first_token.unit", "request_latency.p50")
	},
	Read: readAIPerf,
}

var aiperfLatencies = map[string]data.Kind{
	"time_to_first_token": data.TTFT, "inter_token_latency": data.ITL, "request_latency": data.E2EL,
}

func aiperfPaths() []string {
	paths := []string{
		"input_config.endpoint.model_names.0", "input_config.endpoint.model_names.1", "input_config.scenario", "input_config.loadgen.concurrency",
		"input_config.input.prompt.input_tokens.mean", "input_config.input.prompt.input_tokens.stddev",
		"input_config.input.prompt.output_tokens.mean", "input_config.input.prompt.output_tokens.stddev",
		"benchmark_id", "start_time", "was_cancelled", "request_count.avg", "error_request_count.avg",
		"e2e_normalized_interactivity_p75.avg", "e2e_normalized_interactivity_p90.avg",
		"total_isl.avg", "total_osl.avg", "benchmark_duration.avg", "benchmark_duration.unit",
	}
	for _, rate := range []string{"total_token_throughput", "output_token_throughput", "input_token_throughput"} {
		paths = append(paths, rate+".avg", rate+".unit")
	}
	for l := range aiperfLatencies {
		paths = append(paths, l+".unit")
		for _, p := range data.Percentiles {
			paths = append(paths, l+".p"+strconv.Itoa(p))
		}
	}
	return paths
}

// secondsShift is the power of ten from a unit of time to seconds.
func secondsShift(unit string) (int, bool) {
	switch strings.ToLower(unit) {
	case "s", "sec", "seconds":
		return 0, true
	case "ms", "milliseconds":
		return -3, true
	case "us", "µs", "microseconds":
		return -6, true
	case "ns", "nanoseconds":
		return -9, true
	}
	return 0, false
}

// inSeconds reads a time whose unit is in the file.
func inSeconds(r *row, path, unitPath string) opt.Float {
	if r.t.cell(path) == "" {
		return opt.Float{}
	}
	shift, ok := secondsShift(r.t.cell(unitPath))
	if !ok {
		r.refuse(unitPath, "is not a unit of time", quote(r.t.cell(unitPath)))
	}
	return r.number(path, shift, notNegative)
}

// tokenRate reads a rate that must be in tokens per second.
func tokenRate(r *row, name string) opt.Float {
	if unit := r.t.cell(name + ".unit"); unit != "" && unit != "tokens/sec" && unit != "tokens/s" {
		r.refuse(name+".unit", "is not tokens per second", quote(unit))
	}
	return r.number(name+".avg", 0, notNegative)
}

func readAIPerf(in File) (*Result, error) {
	o := openObjects("AIPerf aggregate (JSON)", in.Name, in.Reader, aiperfPaths())
	ok, err := o.single()
	if err != nil || !ok {
		return o.res, err
	}
	r := &row{t: o}
	run := newSummary(o, r, in.Given)
	run.source = aiperfSource
	run.model = r.text("input_config.endpoint.model_names.0", false)
	if o.cell("input_config.endpoint.model_names.1") != "" {
		run.model = ""
		run.notes = append(run.notes, "several models were asked")
	}
	run.concurrency = o.cell("input_config.loadgen.concurrency")
	run.measuredOn = day(o.cell("start_time"))
	run.run = r.text("benchmark_id", false)
	run.workload = aiperfWorkload(o)
	for name, kind := range aiperfLatencies {
		for _, pct := range data.Percentiles {
			run.set(kind, pct, inSeconds(r, name+".p"+strconv.Itoa(pct), name+".unit"))
		}
	}
	// 1/p(E2EL/OSL), so that its inverse is p(E2EL/OSL).
	for _, pct := range []int{75, 90} {
		if v, ok := r.number("e2e_normalized_interactivity_p"+strconv.Itoa(pct)+".avg", 0, notNegative).Positive(); ok {
			run.set(data.E2ELPerToken, pct, opt.Of(1/v))
		}
	}
	run.total, run.output, run.input = tokenRate(r, "total_token_throughput"), tokenRate(r, "output_token_throughput"), tokenRate(r, "input_token_throughput")
	aiperfTotals(r, run)
	used := r.whole("request_count.avg", notNegative)
	run.p.Values[data.RequestsUsed] = used
	failed, _ := r.whole("error_request_count.avg", notNegative).Get()
	run.p.Values[data.Requests] = used.Map(func(v float64) float64 { return v + failed })
	if strings.EqualFold(o.cell("was_cancelled"), "true") {
		run.warn("was_cancelled", "the run was cancelled before its end", "")
	}
	run.finish(NewPointSet())
	return o.last()
}

// aiperfTotals forms the rates from the token counts and the duration where
// the file does not print them, and says when it prints another: AIPerf may
// count the time of its warm-up.
func aiperfTotals(r *row, run *summary) {
	duration, ok := inSeconds(r, "benchmark_duration.avg", "benchmark_duration.unit").Positive()
	isl, okI := r.number("total_isl.avg", 0, notNegative).Get()
	osl, okO := r.number("total_osl.avg", 0, notNegative).Get()
	if !ok || !okI || !okO {
		return
	}
	formed := (isl + osl) / duration
	if printed, ok := run.total.Get(); ok && !near(printed, formed) {
		run.warn("total_token_throughput.avg", reasonOtherTotal, fmt.Sprintf("%.6g against %.6g tok/s", printed, formed))
	}
	for _, rate := range []struct {
		to     *opt.Float
		tokens float64
	}{{&run.input, isl}, {&run.output, osl}, {&run.total, isl + osl}} {
		if !rate.to.Ok() {
			*rate.to = opt.Of(rate.tokens / duration)
		}
	}
}

// aiperfWorkload tells the workload where the file fixes it: the agentic
// scenario of InferenceX, or synthetic prompts of one length.
func aiperfWorkload(o *objects) string {
	if strings.HasPrefix(o.cell("input_config.scenario"), "inferencex-agentx") {
		return agenticWorkload
	}
	fixed := func(name string) (string, bool) {
		at := "input_config.input.prompt." + name
		spread := o.cell(at + ".stddev")
		v, err := strconv.ParseFloat(o.cell(at+".mean"), 64)
		if err != nil || v < 1 || v > 1<<31-1 || v != float64(int64(v)) || spread != "" && strings.Trim(spread, "0.") != "" {
			return "", false
		}
		return strconv.FormatInt(int64(v), 10), true
	}
	isl, okI := fixed("input_tokens")
	osl, okO := fixed("output_tokens")
	if okI && okO {
		return isl + "/" + osl
	}
	return ""
}
