package importer

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// What the files of InferenceX share: the configuration of a run, and its
// metrics in seconds under names such as median_tpot.
//
// In fixed-sequence runs "itl" is pooled over stream chunks, which may hold
// hundreds of tokens: it is never read, and time per token comes from "tpot".
// In agentic runs "itl" is formed per request as (E2EL - TTFT)/(OSL - 1). The
// standard deviation of interactivity, which InferenceX forms as the inverse
// of a spread, is never read.

// inferenceXSource is the source of published rows. It is not dated: its runs
// replace each other.
var inferenceXSource = data.Source{
	ID:    "InferenceX",
	Title: "InferenceX benchmark results",
	URL:   "https://inferencex.semianalysis.com",
	Note:  "Rows of its API and database dumps",
}

// ixRole is one of the two halves of a disaggregated run, or the whole of an
// aggregated one. 0 is "not given".
type ixRole struct {
	tp, ep, pp, pcp, dcp, workers, gpus int
	dpAttention                         bool
}

// perWorker is tp x pp x pcp. Expert and data parallelism share those GPUs.
func (r *ixRole) perWorker() int { return r.tp * max(r.pp, 1) * max(r.pcp, 1) }

func (r *ixRole) String() string {
	s := "TP=" + strconv.Itoa(r.tp)
	for _, part := range []struct {
		name string
		n    int
	}{{"EP", r.ep}, {"PP", r.pp}, {"PCP", r.pcp}, {"DCP", r.dcp}} {
		if part.n > 1 {
			s += ", " + part.name + "=" + strconv.Itoa(part.n)
		}
	}
	if r.dpAttention {
		s += ", DP attention"
	}
	return s
}

// ixConfig is the configuration of a run.
type ixConfig struct {
	model, hardware, framework, precision, spec string
	disagg, multinode                           bool
	prefill, decode                             ixRole // equal in aggregated runs
}

// recipe words the whole parallelism, so that no two configurations share it.
func (c *ixConfig) recipe() string {
	s := c.decode.String()
	if c.disagg {
		s = "prefill " + c.prefill.workersText() + "; decode " + c.decode.workersText()
	} else if c.decode.workers > 1 {
		s = c.decode.workersText()
	}
	if c.multinode && !c.disagg {
		s += ", multi-node"
	}
	return s
}

func (r *ixRole) workersText() string {
	if r.workers < 1 {
		return r.String()
	}
	return strconv.Itoa(r.workers) + " x (" + r.String() + ")"
}

// gpus returns the GPUs of an aggregated run, absent when they do not follow.
// What the rows say per role is wrong there: it multiplies by EP.
func (c *ixConfig) gpus() opt.Float {
	if n := c.decode.perWorker(); n > 0 && c.prefill.perWorker() == n && c.decode.workers <= 1 {
		return opt.Of(float64(n))
	}
	return opt.Float{}
}

// configPaths are the fields of a configuration, as rows of the API and of the
// dump's table of configurations name them.
var configPaths = []string{
	"hardware", "framework", "model", "precision", "spec_method", "disagg", "is_multinode",
	"prefill_tp", "prefill_ep", "prefill_pp", "prefill_pcp_size", "prefill_dcp_size", "prefill_dp_attention", "prefill_num_workers", "num_prefill_gpu",
	"decode_tp", "decode_ep", "decode_pp", "decode_pcp_size", "decode_dcp_size", "decode_dp_attention", "decode_num_workers", "num_decode_gpu",
}

// readConfig reads a published configuration.
func readConfig(r *row, n *namer) ixConfig {
	c := ixConfig{
		model:     n.model("model", r.text("model", true)),
		hardware:  n.hardware("hardware", r.text("hardware", true)),
		precision: precision(r.text("precision", true)),
		spec:      strings.ToLower(r.text("spec_method", true)),
		multinode: r.boolean("is_multinode", false),
		prefill:   readRole(r, "prefill"),
		decode:    readRole(r, "decode"),
	}
	var alone bool
	c.framework, alone = n.framework("framework", r.text("framework", true))
	c.disagg = r.boolean("disagg", alone) || alone
	return c
}

func readRole(r *row, role string) ixRole {
	number := func(name string) int { n, _ := r.count(name); return n }
	return ixRole{
		tp: number(role + "_tp"), ep: number(role + "_ep"), pp: number(role + "_pp"),
		pcp: number(role + "_pcp_size"), dcp: number(role + "_dcp_size"),
		workers: number(role + "_num_workers"), gpus: number("num_" + role + "_gpu"),
		dpAttention: r.boolean(role+"_dp_attention", false),
	}
}

// metricsAt says where a file keeps its metrics.
type metricsAt struct {
	prefix string // before the names of metrics
	nested bool   // percentiles lie in objects, as written since July 2026
}

const (
	nestedLatency    = "request_metrics.latency."
	nestedThroughput = "request_metrics.throughput.per_gpu."
)

var nestedRates = map[string]string{
	"tput_per_gpu": "total_tput_tps", "output_tput_per_gpu": "output_tput_tps", "input_tput_per_gpu": "input_tput_tps",
}

func (a metricsAt) rate(name string) string {
	if a.nested {
		return nestedThroughput + nestedRates[name]
	}
	return a.prefix + name
}

// stat is the path of a percentile.
func (a metricsAt) stat(latency string, pct int) string {
	name := "p" + strconv.Itoa(pct)
	switch {
	case a.nested:
		return nestedLatency + latency + "." + name
	case pct == 50:
		name = "median"
	}
	return a.prefix + name + "_" + latency
}

var ixLatencies = []string{"ttft", "tpot", "itl", "e2el", "ttlt", "intvty"}

func (a metricsAt) paths() (out []string) {
	for _, l := range ixLatencies {
		for _, p := range data.Percentiles {
			out = append(out, a.stat(l, p))
		}
	}
	for name := range nestedRates {
		out = append(out, a.rate(name))
	}
	for _, name := range []string{"joules_per_total_token", "avg_power_w", "power_valid", "pp", "pcp_size", "offload_mode", "median_full_response_itl"} {
		out = append(out, a.prefix+name)
	}
	return out
}

// measured reads a number; 0 is how InferenceX stores one that it has not.
func measured(r *row, path string) opt.Float {
	v := r.number(path, 0, notNegative)
	if _, ok := v.Positive(); !ok {
		return opt.Float{}
	}
	return v
}

// readMetrics fills in what was measured and the GPUs. The point has its
// workload already.
func (a metricsAt) readMetrics(r *row, p *data.Point, c *ixConfig) (warnings []Note) {
	agentic := p.Workload == agenticWorkload
	for _, pct := range data.Percentiles {
		setPercentile(p, data.TTFT, pct, measured(r, a.stat("ttft", pct)))
		e2el := measured(r, a.stat("e2el", pct))
		if !e2el.Ok() {
			e2el = measured(r, a.stat("ttlt", pct)) // its name in the first agentic files
		}
		setPercentile(p, data.E2EL, pct, e2el)
		itl := opt.Float{}
		if agentic {
			itl = measured(r, a.stat("itl", pct))
		}
		if !itl.Ok() {
			itl = measured(r, a.stat("tpot", pct))
		}
		setPercentile(p, data.ITL, pct, itl)
	}
	at := 50
	if agentic {
		at = 90
	}
	p.Values[data.Interactivity] = measured(r, a.stat("intvty", at))
	p.Values[data.TPOT] = percentile(p, data.ITL, at)
	if fast, slow := measured(r, a.stat("intvty", 90)), measured(r, a.stat("intvty", 50)); agentic && above(fast, slow) {
		p.Values[data.Interactivity] = opt.Float{}
		warnings = append(warnings, Note{Column: a.stat("intvty", 90), Reason: "a percentile of rates, the fast tail: not used"})
	}
	if agentic && r.t.cell(a.prefix+"median_full_response_itl") != "" {
		warnings = append(warnings, Note{Column: a.stat("itl", 50), Reason: "time per token is up to the end of the response, after the last token"})
	}
	if p.Flags()&data.FlagRatesDisagree != 0 {
		x, _ := p.Values[data.Interactivity].Get()
		t, _ := p.Values[data.TPOT].Get()
		warnings = append(warnings, Note{Column: a.stat("intvty", at), Reason: "differs from 1/TPOT by more than 1%, interactivity is used",
			Detail: fmt.Sprintf("%.6g tok/s/user against %.6g s", x, t)})
	}
	if p.Values[data.TputPerGPU] = measured(r, a.rate("tput_per_gpu")); !p.Values[data.TputPerGPU].Ok() {
		r.refuse(a.rate("tput_per_gpu"), "is empty or zero", "")
	}
	if valid := r.t.cell(a.prefix + "power_valid"); valid == "" || valid == "1" {
		p.Values[data.MeasuredJoules] = measured(r, a.prefix+"joules_per_total_token")
		p.Values[data.MeasuredWattsPerGPU] = measured(r, a.prefix+"avg_power_w")
	}
	// Kept beside the metrics in published rows: the table of configurations
	// has no column for them.
	for name, to := range map[string]*[2]*int{"pp": {&c.prefill.pp, &c.decode.pp}, "pcp_size": {&c.prefill.pcp, &c.decode.pcp}} {
		if n, ok := r.count(a.prefix + name); ok {
			for _, to := range to {
				if *to == 0 {
					*to = n
				}
			}
		}
	}
	a.readRates(r, p, c)
	return warnings
}

func above(a, b opt.Float) bool {
	x, okX := a.Get()
	y, okY := b.Get()
	return okX && okY && x > y*(1+1e-9)
}

// readRates reads the rates whose denominator depends on the run.
func (a metricsAt) readRates(r *row, p *data.Point, c *ixConfig) {
	in, out := measured(r, a.rate("input_tput_per_gpu")), measured(r, a.rate("output_tput_per_gpu"))
	if !c.disagg {
		p.Values[data.InputTputPerGPU], p.Values[data.OutputTputPerGPU] = in, out
		p.Values[data.GPUs] = c.gpus()
		return
	}
	// Input per prefill GPU and output per decode GPU, under the names that
	// mean per GPU elsewhere.
	p.Values[data.InputTputPerPrefillGPU] = in
	if c.decode.gpus > 0 {
		p.Values[data.OutputTputPerDecodeGPU] = out
	} // else InferenceX divides by all GPUs
	total, okT := p.Values[data.TputPerGPU].Get()
	x, okX := in.Get()
	y, okY := out.Get()
	prefill, decode := float64(c.prefill.gpus), float64(c.decode.gpus)
	if !okT || !okX || !okY || prefill == 0 || decode == 0 {
		return
	}
	inPer, outPer := x*prefill/(prefill+decode), y*decode/(prefill+decode)
	if sum := inPer + outPer; sum < total*(1-1e-3) || sum > total*(1+1e-3) {
		return // the counts do not reproduce the rate: they are not those of this run
	}
	p.Values[data.PrefillGPUs], p.Values[data.DecodeGPUs] = opt.Of(prefill), opt.Of(decode)
	p.Values[data.GPUs] = opt.Of(prefill + decode)
	p.Values[data.InputTputPerGPU], p.Values[data.OutputTputPerGPU] = opt.Of(inPer), opt.Of(outPer)
}

// agenticWorkload is the workload of multi-turn agent traffic.
const agenticWorkload = "agentic"

// onOff reduces where the KV cache is offloaded to: "" when nothing is said.
func offloadText(mode, backend string) string {
	switch low := strings.ToLower(mode); low {
	case "":
		return ""
	case "off", "none", "false":
		return ", KV offload off"
	case "on", "true":
		return ", KV offload on"
	default:
		if backend != "" {
			low += " by " + backend
		}
		return ", KV offload to " + low
	}
}
