package importer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// The summaries of vLLM's and SGLang's benchmark clients and of their many
// forks: milliseconds, one object per run. TPOT is per request
// (E2EL - TTFT)/(OSL - 1); ITL is pooled over stream chunks and is not read.
// Per-request arrays, where the file has them, are passed over.

var vllmBenchSource = unnamedSource("vllm bench serve", "vllm bench serve")

var sglangBenchSource = unnamedSource("SGLang bench_serving", "SGLang bench_serving")

var vllmBenchFormat = Format{
	Name:      "vLLM bench serve summary (JSON)",
	Recognise: func(h *Head) bool { return isVLLMBench(h.JSON()) && !hasDetails(h.JSON()) },
	records:   true,
	Read: func(in File) (*Result, error) {
		return readServing(in, "vLLM bench serve summary (JSON)", "e2el", vllmRun)
	},
}

var sglangBenchFormat = Format{
	Name:      "SGLang bench_serving summary (JSONL)",
	Recognise: func(h *Head) bool { return isSGLangBench(h.JSON()) && !hasDetails(h.JSON()) },
	records:   true,
	Read: func(in File) (*Result, error) {
		return readServing(in, "SGLang bench_serving summary (JSONL)", "e2e_latency", sglangRun)
	},
}

func isVLLMBench(s *shape) bool {
	return s.has("model_id", "num_prompts", "duration", "completed", "total_input_tokens")
}

func isSGLangBench(s *shape) bool {
	return s.has("backend", "duration", "completed", "total_output_tokens_retokenized") || s.has("backend", "random_input_len", "duration", "completed")
}

// servingMetadata are the fields that are read where a summary has them: vLLM
// writes --metadata KEY=VALUE as fields of its own.
var servingMetadata = []string{"hardware", "framework", "precision", "spec_decoding", "disagg", "workload", "recipe", "gpus"}

var servingStats = [...]string{"median", "p75", "p90", "p95"}

func servingPaths(e2el string) []string {
	paths := []string{
		"date", "model_id", "backend", "max_concurrency", "num_prompts", "completed", "failed", "duration", "total_input_tokens", "total_output_tokens",
		"output_throughput", "total_token_throughput", "input_throughput", "total_throughput",
		"dataset_name", "random_input_len", "random_output_len", "random_range_ratio",
		"server_info.model_path", "server_info.tp_size", "server_info.pp_size", "server_info.speculative_algorithm",
	}
	paths = append(paths, servingMetadata...)
	for _, latency := range []string{"ttft", "tpot", e2el} {
		for _, s := range servingStats {
			paths = append(paths, s+"_"+latency+"_ms")
		}
	}
	return paths
}

// readServing reads one or more summaries.
func readServing(in File, format, e2el string, describe func(*objects, *summary)) (*Result, error) {
	o := openObjects(format, in.Name, in.Reader, servingPaths(e2el))
	seen := NewPointSet()
	for {
		ok, err := o.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return o.res, nil
		}
		r := &row{t: o}
		run := newSummary(o, r, in.Given)
		run.concurrency = o.cell("max_concurrency")
		for i, stat := range servingStats {
			pct := data.Percentiles[i]
			run.set(data.TTFT, pct, r.number(stat+"_ttft_ms", -3, notNegative))
			run.set(data.ITL, pct, r.number(stat+"_tpot_ms", -3, notNegative))
			run.set(data.E2EL, pct, r.number(stat+"_"+e2el+"_ms", -3, notNegative))
		}
		servingTotals(o, r, run)
		describe(o, run)
		run.finish(seen)
	}
}

// servingTotals forms the rates from counts and duration, and says when the
// rate that the tool prints is another.
func servingTotals(o *objects, r *row, run *summary) {
	run.output = r.number("output_throughput", 0, notNegative)
	run.total = r.number("total_token_throughput", 0, notNegative)
	if !run.total.Ok() {
		run.total = r.number("total_throughput", 0, notNegative)
	}
	duration, okD := r.number("duration", 0, positive).Positive()
	in, okI := r.whole("total_input_tokens", notNegative).Get()
	out, okO := r.whole("total_output_tokens", notNegative).Get()
	if okD && okI {
		run.input = opt.Of(in / duration)
	}
	if okD && okI && okO {
		formed := (in + out) / duration
		if printed, ok := run.total.Get(); ok && !near(printed, formed) {
			run.warn("total_token_throughput", reasonOtherTotal, fmt.Sprintf("%.6g against %.6g tok/s", printed, formed))
		}
		if !run.total.Ok() {
			run.total = opt.Of(formed)
		}
	}
	used := r.whole("completed", notNegative)
	run.p.Values[data.RequestsUsed] = used
	run.p.Values[data.Requests] = r.whole("num_prompts", notNegative)
	if failed, ok := r.whole("failed", notNegative).Get(); ok && !run.p.Values[data.Requests].Ok() {
		run.p.Values[data.Requests] = used.Map(func(v float64) float64 { return v + failed })
	}
	if o.cell("completed") == "0" {
		r.refuse("completed", "the run failed", "no request succeeded")
	}
}

// vllmRun describes a run of vLLM's client. Its "backend" is the protocol that
// the client spoke, which many servers understand, so it names no framework.
func vllmRun(o *objects, run *summary) {
	run.source = vllmBenchSource
	run.model = run.r.text("model_id", false)
	run.measuredOn = o.intern(day(o.cell("date")))
	own := Given{}
	for _, key := range servingMetadata {
		if v := run.r.text(key, false); v != "" {
			if err := own.set("metadata", key, v); err != nil {
				run.r.refuse(key, "is not what the field holds", quote(v))
			}
		}
	}
	run.hardware, run.framework, run.precision = own.text("hardware"), own.text("framework"), own.text("precision")
	run.spec, run.workload, run.recipe = own.text("spec_decoding"), own.text("workload"), own.text("recipe")
	run.disagg = own.text("disagg") == "true"
	if n, ok := run.r.count("gpus"); ok && n > 0 {
		run.gpus = opt.Of(float64(n))
	}
}

// sglangRun describes a run of SGLang's client. Only SGLang itself understands
// the backend "sglang"; newer files say how their server was started.
func sglangRun(o *objects, run *summary) {
	run.source = sglangBenchSource
	run.model = run.r.text("server_info.model_path", false)
	if o.cell("backend") == "sglang" || o.cell("server_info.tp_size") != "" {
		run.framework = "sglang"
	}
	if tp, ok := run.r.count("server_info.tp_size"); ok && tp > 0 {
		role := ixRole{tp: tp}
		role.pp, _ = run.r.count("server_info.pp_size")
		run.gpus, run.recipe = opt.Of(float64(role.perWorker())), role.String()
		if run.spec = strings.ToLower(run.r.text("server_info.speculative_algorithm", false)); run.spec == "" {
			run.notes = append(run.notes, "server_info names no speculative algorithm")
		}
	}
	// Random lengths lie between this share of the nominal ones and them.
	// InferenceX calls 0.8 and above by the nominal lengths.
	if !strings.HasPrefix(o.cell("dataset_name"), "random") {
		return
	}
	ratio, err := strconv.ParseFloat(o.cell("random_range_ratio"), 64)
	if err != nil || ratio < 0.8 || ratio > 1 {
		run.notes = append(run.notes, "random lengths down to "+quote(o.cell("random_range_ratio"))+" of the nominal ones")
		return
	}
	run.workload = readWorkloadOf(run.r, "random_input_len", "random_output_len")
}
