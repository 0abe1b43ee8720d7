package importer

import (
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// aggSource is the source of result files that the InferenceX harness wrote.
// Whoever ran it: what is published is in the API and the dumps, so these
// files are unofficial unless the reader says otherwise.
var aggSource = unnamedSource("InferenceX result files", "the InferenceX harness")

// The result files agg_*.json of the InferenceX harness, of three generations:
// flat with seconds (fixed-sequence, and the first agentic ones, where E2EL is
// called ttlt), and agentic with nested objects. Also the layout of a fork
// that keeps milliseconds under "metrics" and what it saw of the GPUs under
// "gpu". One object, or an array of them.
var inferenceXAggFormat = Format{
	Name: "InferenceX result (agg JSON)",
	Recognise: func(h *Head) bool {
		s := h.JSON()
		return s.has("hw", "framework") && (s.has("tput_per_gpu") || s.has("request_metrics") || s.has("metrics", "tp") || s.has("infmax_model_prefix"))
	},
	Read:    readInferenceXAgg,
	records: true,
}

const nestedAccounting = "request_metrics"

func aggPaths() []string {
	paths := []string{
		"hw", "model", "infmax_model_prefix", "framework", "precision", "spec_decoding", "mtp", "disagg", "is_multinode",
		"tp", "ep", "pp", "pcp_size", "dcp_size", "dp_attention",
		"scenario_type", "isl", "osl", "conc", "users", "offload_mode", "offloading", "kv_offloading", "kv_offload_backend", "kv_offload_backend.name",
		"num_requests_total", "num_requests_successful", "request_accounting.records_total", "request_accounting.records_warmup_dropped",
		"benchmark_outcome.status", "ts", "date", nestedAccounting + ".throughput.duration_seconds",
	}
	paths = append(paths, configPaths...)
	paths = append(paths, metricsAt{}.paths()...)
	paths = append(paths, metricsAt{nested: true}.paths()...)
	return append(paths, forkPaths()...)
}

func readInferenceXAgg(in File) (*Result, error) {
	o := openObjects("InferenceX result (agg JSON)", in.Name, in.Reader, aggPaths())
	names := newNamer(o.warn)
	seen := NewPointSet()
	for {
		ok, err := o.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			for i := range o.res.Points {
				if o.res.Points[i].Source == aggSource.ID {
					o.res.unnamed(aggSource)
					break
				}
			}
			return o.res, nil
		}
		r := &row{t: o}
		if o.cell("tp") != "" && o.cell("tput_per_gpu") == "" && o.cell("metrics.total_token_throughput") != "" {
			readFork(o, r, names, seen, in.Given)
			continue
		}
		p, c, warnings := aggPoint(o, r, names, in.Given)
		if o.cell("benchmark_outcome.status") == "failed" || o.cell("num_requests_successful") == "0" {
			o.refuse("num_requests_successful", "the run failed", "")
			continue
		}
		p.Recipe = c.recipe() + offload(r, p.Workload)
		keepRun(o, seen, r, p, in.Given, warnings)
	}
}

// aggConfig reads the configuration of a result file.
func aggConfig(o *objects, r *row, n *namer) ixConfig {
	model, prefix := r.text("model", false), r.text("infmax_model_prefix", false)
	if _, known := knownModel(prefix); known || model == "" {
		model = prefix
	}
	c := ixConfig{
		model:     n.model("model", model),
		hardware:  n.hardware("hw", r.text("hw", true)),
		precision: precision(r.text("precision", true)),
		spec:      strings.ToLower(r.text("spec_decoding", false)),
		multinode: r.boolean("is_multinode", false),
	}
	if c.model == "" {
		r.refuse("model", "is empty", "")
	}
	var alone bool
	c.framework, alone = n.framework("framework", r.text("framework", true))
	c.disagg = r.boolean("disagg", alone || strings.HasPrefix(c.framework, "dynamo-")) || alone
	if o.cell("prefill_tp") != "" {
		c.prefill, c.decode = readRole(r, "prefill"), readRole(r, "decode")
		return c
	}
	number := func(name string) int { v, _ := r.count(name); return v }
	c.decode = ixRole{
		tp: number("tp"), ep: number("ep"), pp: number("pp"), pcp: number("pcp_size"), dcp: number("dcp_size"),
		dpAttention: r.boolean("dp_attention", false),
	}
	c.prefill = c.decode
	if c.disagg {
		c.prefill.gpus, c.decode.gpus = number("num_prefill_gpu"), number("num_decode_gpu")
	}
	return c
}

// aggPoint reads everything but the recipe and what is given.
func aggPoint(o *objects, r *row, n *namer, given Given) (data.Point, ixConfig, []Note) {
	c := aggConfig(o, r, n)
	if c.spec == "" {
		// As InferenceX reads its files: without the field, none.
		c.spec = "none"
		if mtp := strings.ToLower(o.cell("mtp")); mtp == "on" || mtp == "true" || mtp == "1" {
			c.spec = "mtp"
		}
	}
	p := data.Point{
		Model: c.model, Hardware: c.hardware, Framework: c.framework, Precision: c.precision, SpecDecoding: c.spec,
		Disagg: c.disagg, Source: aggSource.ID, MeasuredOn: o.intern(day(o.cell("date"))),
	}
	p.Workload = aggWorkload(o, r, given)
	p.Concurrency = aggConcurrency(o, r, p.Workload)
	at := metricsAt{nested: o.cell(nestedThroughput+"total_tput_tps") != ""}
	warnings := at.readMetrics(r, &p, &c)
	readAccounting(o, r, &p)
	return p, c, warnings
}

func aggWorkload(o *objects, r *row, given Given) string {
	if strings.HasPrefix(o.cell("scenario_type"), agenticWorkload) {
		return agenticWorkload
	}
	if o.cell("isl") == "" && o.cell("osl") == "" && given.text("workload") != "" {
		return given.text("workload")
	}
	return readWorkloadOf(r, "isl", "osl")
}

// aggConcurrency is the number of clients, which agentic files called users.
func aggConcurrency(o *objects, r *row, workload string) int {
	field := "conc"
	if o.cell("users") != "" && (workload == agenticWorkload || o.cell("conc") == "") {
		field = "users"
	}
	n, ok := r.count(field)
	if !ok || n == 0 {
		r.refuse(field, "is empty or zero", "")
	}
	return n
}

// readAccounting reads how many requests were sent and used. Warm-up requests
// are not of the profiling phase.
func readAccounting(o *objects, r *row, p *data.Point) {
	total := r.whole("num_requests_total", notNegative)
	if all := r.whole("request_accounting.records_total", notNegative); all.Ok() {
		warm, _ := r.whole("request_accounting.records_warmup_dropped", notNegative).Get()
		total = all.Map(func(v float64) float64 { return v - warm })
	}
	p.Values[data.Requests] = total
	p.Values[data.RequestsUsed] = r.whole("num_requests_successful", notNegative)
	if v, ok := total.Get(); ok && v < 0 {
		r.refuse("request_accounting.records_warmup_dropped", "is more than all requests", "")
	}
}

// offload words where the KV cache may go in an agentic run.
func offload(r *row, workload string) string {
	if workload != agenticWorkload {
		return ""
	}
	backend := r.text("kv_offload_backend", false)
	if backend == "" {
		backend = r.text("kv_offload_backend.name", false)
	}
	for _, field := range []string{"offload_mode", "kv_offloading", "offloading"} {
		if mode := r.text(field, false); mode != "" {
			return offloadText(mode, backend)
		}
	}
	return ""
}

// keepRun keeps the point of a file about one run, with what is given filled
// in.
func keepRun(o *objects, seen *PointSet, r *row, p data.Point, given Given, warnings []Note) bool {
	warn := func(column, reason, detail string) {
		warnings = append(warnings, Note{Column: column, Reason: reason, Detail: detail})
	}
	for key, said := range map[string]string{
		"model": p.Model, "hardware": p.Hardware, "framework": p.Framework, "precision": p.Precision,
		"spec_decoding": p.SpecDecoding, "workload": p.Workload,
	} {
		given.fill(key, said, warn)
	}
	sortNotes(warnings)
	p.MeasuredOn = given.fill("measured_on", p.MeasuredOn, warn)
	p.Run = given.fill("run", p.Run, warn)
	p.Official = given.text("official") == "true"
	o.res.UnofficialAssumed = o.res.UnofficialAssumed || given.text("official") == ""
	if s := given.text("source"); s != "" {
		p.Source = s
	}
	if s := given.text("recipe"); s != "" && p.Recipe == "" {
		p.Recipe = s
	}
	return keep(o, seen, r, p, warnings)
}

// forkPaths are those of the layout with milliseconds under "metrics".
func forkPaths() (out []string) {
	for _, name := range []string{"total_token_throughput", "output_token_throughput", "successful_requests"} {
		out = append(out, "metrics."+name)
	}
	for _, latency := range []string{"ttft", "tpot", "e2el"} {
		for _, stat := range []string{"median", "p75", "p90", "p95"} {
			out = append(out, "metrics."+stat+"_"+latency+"_ms")
		}
	}
	return append(out, "gpu.n_gpus", "gpu.mean_power_per_gpu_w", "gpu.total_avg_power_w")
}

// readFork reads the layout of the fork. It states totals, not rates per GPU,
// and nothing of speculative decoding, so that the GPUs must follow twice over
// or be given, and the latter must be given.
func readFork(o *objects, r *row, n *namer, seen *PointSet, given Given) {
	c := aggConfig(o, r, n)
	run := newSummary(o, r, given)
	run.model, run.hardware, run.framework, run.precision = c.model, c.hardware, c.framework, c.precision
	run.spec, run.recipe = c.spec, c.recipe()
	run.workload = aggWorkload(o, r, given)
	run.concurrency = o.cell("conc")
	run.measuredOn = day(o.cell("ts"))
	run.source = aggSource
	tp, seenGPUs := c.gpus(), r.whole("gpu.n_gpus", positive)
	if v, ok := tp.Get(); ok {
		if w, ok := seenGPUs.Get(); !ok || v == w {
			run.gpus = tp
		} else {
			run.notes = append(run.notes, "tensor parallelism says "+formatNumber(v, 0)+" GPUs and gpu.n_gpus says "+formatNumber(w, 0))
		}
	}
	run.total, run.output = r.number("metrics.total_token_throughput", 0, positive), r.number("metrics.output_token_throughput", 0, positive)
	for i, stat := range []string{"median", "p75", "p90", "p95"} {
		pct := data.Percentiles[i]
		run.set(data.TTFT, pct, r.number("metrics."+stat+"_ttft_ms", -3, notNegative))
		run.set(data.ITL, pct, r.number("metrics."+stat+"_tpot_ms", -3, notNegative))
		run.set(data.E2EL, pct, r.number("metrics."+stat+"_e2el_ms", -3, notNegative))
	}
	run.p.Values[data.RequestsUsed] = r.whole("metrics.successful_requests", notNegative)
	if run.gpus == seenGPUs {
		run.p.Values[data.MeasuredWattsPerGPU] = r.number("gpu.mean_power_per_gpu_w", 0, positive)
		watts, okW := r.number("gpu.total_avg_power_w", 0, positive).Get()
		if total, ok := run.total.Positive(); ok && okW {
			run.p.Values[data.MeasuredJoules] = opt.Of(watts / total)
		}
	}
	run.finish(seen)
}
