package importer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/data"
)

// The fixtures below are made up, in the shape of the InferenceX API.

// apiRow is an aggregated run on 4 GPUs: 100 + 900 tok/s/GPU at concurrency 4,
// 20 ms per token, 0.5 s to the first, 1023 x 0.02 + 0.5 = 20.96 s in all. Its
// per-chunk ITL is 100 times TPOT, the inverse of the spread of TPOT 50 times
// the interactivity.
const apiRow = `{"hardware":"b200","framework":"sglang","model":"dsr1","precision":"fp8","spec_method":"none","disagg":false,"is_multinode":false,` +
	`"prefill_tp":4,"prefill_ep":4,"prefill_dp_attention":false,"prefill_num_workers":0,"decode_tp":4,"decode_ep":4,"decode_dp_attention":false,"decode_num_workers":0,` +
	`"num_prefill_gpu":16,"num_decode_gpu":16,"isl":8192,"osl":1024,"conc":4,"image":"img","metrics":{"tput_per_gpu":1000,"input_tput_per_gpu":900,"output_tput_per_gpu":100,` +
	`"median_tpot":0.02,"p90_tpot":0.025,"median_intvty":50,"p90_intvty":40,"std_intvty":2500,"std_tpot":0.0004,"median_itl":2,"p90_itl":2.5,` +
	`"median_ttft":0.5,"p90_ttft":0.6,"median_e2el":20.96,"p90_e2el":26.2,"joules_per_total_token":0.8,"avg_power_w":800},` +
	`"workers":null,"date":"2026-05-20","run_url":"https://example.com/actions/runs/7/attempts/1"}`

// disaggRow is 4 prefill and 12 decode GPUs with 60000 in and 20000 out tok/s:
// 15000 per prefill GPU, 1666.67 per decode GPU, 5000 per GPU (CASES 22, 23).
const disaggRow = `{"hardware":"gb200","framework":"dynamo-trt","model":"dsr1","precision":"fp4","spec_method":"mtp","disagg":true,"is_multinode":true,` +
	`"prefill_tp":4,"prefill_ep":4,"prefill_dp_attention":true,"prefill_num_workers":1,"decode_tp":4,"decode_ep":1,"decode_dp_attention":false,"decode_num_workers":3,` +
	`"num_prefill_gpu":4,"num_decode_gpu":12,"isl":8192,"osl":1024,"conc":64,"metrics":{"tput_per_gpu":5000,"input_tput_per_gpu":15000,"output_tput_per_gpu":1666.6666666666667,` +
	`"median_tpot":0.003,"median_intvty":333.3333,"median_ttft":0.3,"median_e2el":3.3},"date":"2026-05-21T00:00:00.000Z","run_url":"u"}`

func with(row string, edits ...string) string {
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(row, edits[i]) {
			panic("no " + edits[i])
		}
		row = strings.Replace(row, edits[i], edits[i+1], 1)
	}
	return row
}

// values are the metrics of a point that are present, by name.
func values(p *data.Point) map[string]float64 {
	out := map[string]float64{}
	for m := range data.Metric(data.NumMetrics) {
		if v, ok := p.Value(m).Get(); ok {
			out[m.Name()] = v
		}
	}
	return out
}

func TestInferenceXRow(t *testing.T) {
	res := read(t, "["+apiRow+",\n"+disaggRow+"]")
	if res.Kept != 2 || len(res.Refused)+len(res.Warnings) > 0 || res.Format != "InferenceX API rows" || len(res.Sources) != 1 || res.Sources[0].Dated {
		t.Fatalf("%+v", res)
	}
	p := res.Points[0]
	// GPUs are tp x pp x pcp, not the 16 of the row, which multiplies by EP.
	want := map[string]float64{
		"tput_per_gpu": 1000, "input_tput_per_gpu": 900, "output_tput_per_gpu": 100, "interactivity": 50, "tpot_s": 0.02, "gpus": 4,
		"p50_ttft_s": 0.5, "p90_ttft_s": 0.6, "p50_itl_s": 0.02, "p90_itl_s": 0.025, "p50_e2el_s": 20.96, "p90_e2el_s": 26.2,
		"measured_joules_per_token": 0.8, "measured_watts_per_gpu": 800,
	}
	if diff := cmp.Diff(want, values(&p)); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	p.Values = data.Point{}.Values
	if diff := cmp.Diff(data.Point{
		Model: "DeepSeek-R1-0528", Workload: "8192/1024", Hardware: "b200", Framework: "sglang", Precision: "fp8", SpecDecoding: "none", Official: true,
		Recipe: "TP=4, EP=4", Concurrency: 4, MeasuredOn: "2026-05-20", Run: "https://example.com/actions/runs/7/attempts/1", Source: "InferenceX",
	}, p, cmp.Comparer(func(a, b data.Point) bool { return a == b })); diff != "" {
		t.Error(diff)
	}

	p = res.Points[1]
	want = map[string]float64{
		"tput_per_gpu": 5000, "gpus": 16, "prefill_gpus": 4, "decode_gpus": 12,
		"input_tput_per_prefill_gpu": 15000, "output_tput_per_decode_gpu": 1666.6666666666667,
		"input_tput_per_gpu": 3750, "output_tput_per_gpu": 1250, // 15000 x 4/16 and 1666.67 x 12/16, sum 5000
		"interactivity": 333.3333, "tpot_s": 0.003, "p50_itl_s": 0.003, "p50_ttft_s": 0.3, "p50_e2el_s": 3.3,
	}
	if diff := cmp.Diff(want, values(&p)); diff != "" {
		t.Errorf("disaggregated (-want +got):\n%s", diff)
	}
	if p.Recipe != "prefill 1 x (TP=4, EP=4, DP attention); decode 3 x (TP=4)" || !p.Disagg || p.MeasuredOn != "2026-05-21" || p.Workload != "8192/1024" {
		t.Errorf("%+v", p)
	}
}

// GPU counts appear only where they follow; no decode GPUs divide nothing (CASES 23).
func TestGPUCounts(t *testing.T) {
	for _, c := range []struct {
		name, row string
		gpus      float64
	}{
		{"mi355x TP4 aggregated", with(apiRow, `"hardware":"b200"`, `"hardware":"mi355x"`), 4},
		{"b200 trt TP8 EP8", strings.NewReplacer(`_tp":4`, `_tp":8`, `_ep":4`, `_ep":8`, `gpu":16`, `gpu":64`).Replace(apiRow), 8},
		{"pipeline parallelism kept with the metrics", with(apiRow, `"median_tpot"`, `"pp":2,"median_tpot"`), 8},
		{"prefill context parallelism", with(apiRow, `"decode_tp"`, `"prefill_pcp_size":2,"decode_pcp_size":2,"decode_tp"`), 8},
		{"several aggregated workers", with(apiRow, `"decode_num_workers":0`, `"decode_num_workers":2`), 0},
		{"halves that differ", with(apiRow, `"decode_tp":4`, `"decode_tp":8`), 0},
		{"reproduces the rate", disaggRow, 16},
		{"to 0.1%", with(disaggRow, `"tput_per_gpu":5000`, `"tput_per_gpu":5004`), 16},
		{"beyond 0.1%", with(disaggRow, `"tput_per_gpu":5000`, `"tput_per_gpu":5006`), 0},
		{"no decode GPUs", with(disaggRow, `"num_decode_gpu":12`, `"num_decode_gpu":0`), 0},
		{"a role's rate missing", with(disaggRow, `"input_tput_per_gpu":15000,`, ``), 0},
	} {
		res := read(t, "["+c.row+"]")
		if res.Kept != 1 {
			t.Fatalf("%s: %v", c.name, res.Refused)
		}
		if got, _ := res.Points[0].Value(data.GPUs).Get(); got != c.gpus {
			t.Errorf("%s: %v GPUs, want %v", c.name, got, c.gpus)
		}
		if res.Points[0].Disagg && c.gpus == 0 && (res.Points[0].Value(data.OutputTputPerGPU).Ok() || res.Points[0].Value(data.DecodeGPUs).Ok()) {
			t.Errorf("%s: rates or counts that do not follow", c.name)
		}
	}
}

func TestInferenceXRowsRefused(t *testing.T) {
	for _, c := range []struct{ name, row, want string }{
		{"failed run", with(apiRow, `"workers"`, `"error":"out of memory","workers"`), `error: the run failed: "out of memory"`},
		{"no throughput", with(apiRow, `"tput_per_gpu":1000,`, ``), "metrics.tput_per_gpu: is empty or zero"},
		{"throughput 0", with(apiRow, `"tput_per_gpu":1000,`, `"tput_per_gpu":0,`), "metrics.tput_per_gpu: is empty or zero"},
		{"negative", with(apiRow, `"median_ttft":0.5`, `"median_ttft":-0.5`), `metrics.median_ttft: is negative: "-0.5"`},
		{"text", with(apiRow, `"median_ttft":0.5`, `"median_ttft":"fast"`), `metrics.median_ttft: is not a number: "fast"`},
		{"no hardware", with(apiRow, `"hardware":"b200"`, `"hardware":null`), "hardware: is empty"},
		{"no length", with(apiRow, `"isl":8192`, `"isl":0`), "isl: is empty or zero"},
		{"no concurrency", with(apiRow, `"conc":4`, `"conc":null`), "conc: is empty or zero"},
		{"half a client", with(apiRow, `"conc":4`, `"conc":4.5`), `conc: is not a whole number: "4.5"`},
		{"no date", with(apiRow, `"2026-05-20"`, `"yesterday"`), `date: is not a date (YYYY-MM-DD): "yesterday"`},
		{"twice", with(apiRow, `"isl":8192`, `"isl":8192,"isl":1024`), "isl: field appears twice"},
		{"TPOT in ms", with(apiRow, `"median_tpot":0.02`, `"median_tpot":20`, `"median_e2el":20.96`, `"median_e2el":20960`, `"median_ttft":0.5`, `"median_ttft":500`),
			reasonUnits + ": time per token and interactivity are in different units: 20 s against 50 tok/s/user"},
		{"TTFT in ms", with(apiRow, `"median_ttft":0.5`, `"median_ttft":500`),
			reasonUnits + ": p50 of the time to first token exceeds that of the whole request: 500 against 20.96 s"},
		// 100 tok/s/GPU x 4 GPUs x 20960 s / 1024 tokens = 8187.5 at concurrency 4
		{"E2EL in ms", with(apiRow, `"median_e2el":20.96`, `"median_e2el":20960`), reasonUnits + ": 8.19e+03 requests in flight by throughput and latency, at concurrency 4"},
		{"E2EL at the end of float64", with(apiRow, `"median_e2el":20.96`, `"median_e2el":1e308`), reasonUnits + ": over 1e308 requests in flight by throughput and latency, at concurrency 4"},
		{"a percentile below a lower one", with(apiRow, `"p90_ttft":0.6`, `"p90_ttft":0.4`), reasonUnits + ": p90 of TTFT is below its p50: 0.4 against 0.5 s"},
		{"a number", "17", "is not an object"},
	} {
		res := read(t, "["+disaggRow+","+c.row+"]")
		if got := notes(res.Refused); res.Kept != 1 || len(got) != 1 || got[0] != "points.csv: row 2: "+c.want {
			t.Errorf("%s: kept %d, refused %q, want %q", c.name, res.Kept, got, c.want)
		}
	}
	res := read(t, "["+apiRow+","+apiRow+"]")
	if got := notes(res.Refused); len(got) != 1 || got[0] != "points.csv: row 2: duplicate row: the same as row 1" {
		t.Errorf("twice: %q", got)
	}
	if _, err := Read("x.json", strings.NewReader("["+apiRow+",")); err == nil || err.Error() != "importer: x.json: row 1: the file ends in the middle of a value: it was cut short" {
		t.Errorf("cut short: %v", err)
	}
}

// A percentile that does not exist is stored as 0: it is absent, not a point
// at 0 (CASES 25). The spread of interactivity is never read (CASES 27).
func TestInferenceXAbsent(t *testing.T) {
	res := read(t, "["+with(apiRow, `"median_intvty":50`, `"median_intvty":0`, `"p90_tpot":0.025`, `"p90_tpot":0`, `"median_ttft":0.5`, `"median_ttft":NaN`)+"]")
	p := &res.Points[0]
	if p.Value(data.Interactivity).Ok() || p.Values[data.TPOT] != percentile(p, data.ITL, 50) || percentile(p, data.ITL, 90).Ok() || percentile(p, data.TTFT, 50).Ok() {
		t.Errorf("%v", values(p))
	}
	for name, v := range values(p) {
		if v == 2500 || v == 2 || v == 2.5 { // std_intvty, per-chunk ITL
			t.Errorf("%s is %v", name, v)
		}
	}
	// Energy that InferenceX itself withholds.
	res = read(t, "["+with(apiRow, `"avg_power_w"`, `"power_valid":0,"avg_power_w"`)+"]")
	if res.Points[0].Value(data.MeasuredJoules).Ok() || res.Points[0].Value(data.MeasuredWattsPerGPU).Ok() {
		t.Error("withheld energy is kept")
	}
}

func TestInferenceXWarnings(t *testing.T) {
	res := read(t, "["+with(apiRow, `"median_intvty":50`, `"median_intvty":51`, `dsr1`, `new1`, `b200`, `B200-TRT`, `sglang`, `other`)+","+
		with(disaggRow, `dsr1`, `new1`)+"]")
	want := []string{
		`points.csv: row 1: model: unknown name, kept as it is: "new1"`,
		`points.csv: row 1: framework: unknown name, kept as it is: "other"`,
		"points.csv: row 1: metrics.median_intvty: differs from 1/TPOT by more than 1%, interactivity is used: 51 tok/s/user against 0.02 s",
	}
	if diff := cmp.Diff(want, notes(res.Warnings)); diff != "" || res.Kept != 2 || res.Points[0].Hardware != "b200" {
		t.Errorf("%s: %s", res.Points[0].Hardware, diff)
	}
}

// Agentic rows: no lengths, ITL per request, read at p90.
func TestInferenceXAgenticRows(t *testing.T) {
	agentic := with(apiRow, `"isl":8192,"osl":1024`, `"isl":null,"osl":null,"benchmark_type":"agentic_traces","offload_mode":"on"`,
		`"p90_itl":2.5`, `"p75_itl":0.022,"p90_itl":0.0251`, `"median_itl":2`, `"median_itl":0.021`)
	res := read(t, "["+agentic+"]")
	if res.Kept != 1 {
		t.Fatal(res.Refused)
	}
	p := &res.Points[0]
	v := values(p)
	if p.Workload != "agentic" || p.Recipe != "TP=4, EP=4, KV offload on" || v["interactivity"] != 40 || v["tpot_s"] != 0.0251 || v["p75_itl_s"] != 0.022 || v["p50_itl_s"] != 0.021 {
		t.Errorf("%+v %v", p, v)
	}
	// 1/p90(ITL) is at most 1/p50(ITL); a p90 above it is a percentile of rates.
	res = read(t, "["+with(agentic, `"p90_intvty":40`, `"p90_intvty":60`)+"]")
	if got := notes(res.Warnings); len(got) != 1 || !strings.Contains(got[0], "the fast tail: not used") || res.Points[0].Value(data.Interactivity).Ok() {
		t.Errorf("%q", got)
	}
}

// Result files: flat, first agentic, nested, and a fork's.
const (
	aggFlat = `{"hw":"MI355X-amds_03","conc":8,"model":"org/Some-Model","infmax_model_prefix":"kimik2.5","framework":"vllm","precision":"NVFP4","spec_decoding":"MTP","disagg":false,` +
		`"isl":1024,"osl":1024,"tp":8,"ep":1,"dp_attention":"false","tput_per_gpu":60,"output_tput_per_gpu":30,"input_tput_per_gpu":30,` +
		`"median_tpot":0.0320,"median_intvty":31.25,"median_itl":0.09,"median_ttft":0.4,"median_e2el":33.1}`
	aggAgentic = `{"hw":"b200","users":16,"model":"nvidia/DeepSeek-R1-0528-FP4","infmax_model_prefix":"dsr1","framework":"vllm","precision":"fp4","scenario_type":"agentic-coding",` +
		`"is_multinode":false,"tp":4,"ep":4,"dp_attention":"false","offload_mode":"off","num_requests_total":90,"num_requests_successful":80,` +
		`"median_ttft":2.0,"p90_ttft":9.0,"median_ttlt":30.5,"p90_ttlt":80,"median_itl":0.011,"p90_itl":0.0125,"std_itl":null,"tput_per_gpu":1500,"output_tput_per_gpu":40,"input_tput_per_gpu":1460}`
	aggNested = `{"hw":"cluster:mi355x-amds","conc":4,"model":"amd/Kimi-K2.7-Code-MXFP4","infmax_model_prefix":"kimik2.7","framework":"vllm","precision":"fp4","spec_decoding":"none","disagg":false,` +
		`"scenario_type":"agentic-coding","tp":8,"ep":1,"pp":1,"pcp_size":1,"dcp_size":2,"dp_attention":"false","kv_offloading":"dram","kv_offload_backend":{"name":"lmcache"},` +
		`"num_requests_total":50,"num_requests_successful":39,"request_accounting":{"records_total":50,"records_warmup_dropped":10},` +
		`"request_metrics":{"latency":{"ttft":{"p50":1,"p75":2,"p90":3,"p95":4},"e2el":{"p50":10,"p75":20,"p90":30,"p95":40},"itl":{"p50":0.02,"p75":0.03,"p90":0.04,"p95":0.05},` +
		`"tpot":{"p90":0.04},"intvty":{"p50":50,"p90":25,"std":3}},"throughput":{"per_gpu":{"total_tput_tps":4000,"output_tput_tps":40,"input_tput_tps":3960}}}}`
	aggFork = `{"hw":"b200","model":"nvidia/DeepSeek-R1-0528-FP4","framework":"sglang","precision":"fp4","isl":1024,"osl":1024,"tp":8,"ep":8,"conc":16,"ts":"2026-06-11T23:20:26+00:00",` +
		`"metrics":{"successful_requests":160,"total_token_throughput":2400,"output_token_throughput":1200,"median_ttft_ms":350,"median_tpot_ms":12.5,"median_itl_ms":99,"median_e2el_ms":13000},` +
		`"gpu":{"n_gpus":8,"mean_power_per_gpu_w":450,"total_avg_power_w":3600}}`
)

func TestInferenceXResultFiles(t *testing.T) {
	res := read(t, "["+aggFlat+","+aggAgentic+","+aggNested+"]")
	if res.Kept != 3 || len(res.Refused)+len(res.Warnings) > 0 {
		t.Fatalf("%v %v", res.Refused, res.Warnings)
	}
	for i, want := range []struct {
		identity string
		values   map[string]float64
	}{
		{"Kimi-K2.5 1024/1024 mi355x/vllm/fp4/mtp/agg/unofficial 8 TP=8", map[string]float64{
			"tput_per_gpu": 60, "output_tput_per_gpu": 30, "input_tput_per_gpu": 30, "gpus": 8, "interactivity": 31.25, "tpot_s": 0.032,
			"p50_itl_s": 0.032, "p50_ttft_s": 0.4, "p50_e2el_s": 33.1}},
		{"DeepSeek-R1-0528 agentic b200/vllm/fp4/none/agg/unofficial 16 TP=4, EP=4, KV offload off", map[string]float64{
			"tput_per_gpu": 1500, "output_tput_per_gpu": 40, "input_tput_per_gpu": 1460, "gpus": 4, "requests": 90, "requests_used": 80, "tpot_s": 0.0125,
			"p50_itl_s": 0.011, "p90_itl_s": 0.0125, "p50_ttft_s": 2, "p90_ttft_s": 9, "p50_e2el_s": 30.5, "p90_e2el_s": 80}},
		{"Kimi-K2.7-Code agentic mi355x/vllm/fp4/none/agg/unofficial 4 TP=8, DCP=2, KV offload to dram by lmcache", map[string]float64{
			"tput_per_gpu": 4000, "output_tput_per_gpu": 40, "input_tput_per_gpu": 3960, "gpus": 8, "requests": 40, "requests_used": 39, "interactivity": 25, "tpot_s": 0.04,
			"p50_itl_s": 0.02, "p75_itl_s": 0.03, "p90_itl_s": 0.04, "p95_itl_s": 0.05, "p50_ttft_s": 1, "p75_ttft_s": 2, "p90_ttft_s": 3, "p95_ttft_s": 4,
			"p50_e2el_s": 10, "p75_e2el_s": 20, "p90_e2el_s": 30, "p95_e2el_s": 40}},
	} {
		p := &res.Points[i]
		if got := fmt.Sprintf("%s %s %s %d %s", p.Model, p.Workload, p.Key().Name(), p.Concurrency, p.Recipe); got != want.identity {
			t.Errorf("%s\nwant %s", got, want.identity)
		}
		if diff := cmp.Diff(want.values, values(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.identity, diff)
		}
	}
	for text, want := range map[string]string{
		with(aggNested, `"num_requests_successful":39`, `"num_requests_successful":0`): "points.csv: row 1: num_requests_successful: the run failed",
		with(aggFlat, `"hw"`, `"benchmark_outcome":{"status":"failed"},"hw"`):          "points.csv: row 1: num_requests_successful: the run failed",
		with(aggFlat, `"isl":1024,"osl":1024,`, ``):                                    "points.csv: row 1: isl: is empty or zero",
	} {
		if got := notes(read(t, text).Refused); len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The fork says nothing of speculative decoding and gives totals: what is
// missing must be given, and GPU counts that disagree are not guessed at.
func TestInferenceXFork(t *testing.T) {
	two := with(aggFork, `"tp":8`, `"tp":4`)
	for text, want := range map[string]string{
		aggFork: "missing spec_decoding: give", two: "missing spec_decoding, gpus (tensor parallelism says 4 GPUs and gpu.n_gpus says 8): give",
	} {
		if got := notes(read(t, text).Refused); len(got) != 1 || !strings.Contains(got[0], reasonIncomplete+": "+want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	res, err := ReadGiven("f.json", strings.NewReader(aggFork), given(t, "spec_decoding=none", "official=true", "run=r7"))
	if err != nil || res.Kept != 1 || len(res.Warnings) > 0 {
		t.Fatalf("%+v %v", res, err)
	}
	p := res.Points[0]
	// 2400 / 8 and 1200 / 8 tok/s/GPU; 3600 W / 2400 tok/s = 1.5 J/token
	want := map[string]float64{
		"tput_per_gpu": 300, "output_tput_per_gpu": 150, "gpus": 8, "tpot_s": 0.0125, "p50_itl_s": 0.0125, "p50_ttft_s": 0.35, "p50_e2el_s": 13,
		"requests_used": 160, "measured_joules_per_token": 1.5, "measured_watts_per_gpu": 450,
	}
	if diff := cmp.Diff(want, values(&p)); diff != "" || !p.Official || p.Run != "r7" || p.MeasuredOn != "2026-06-11" || p.Recipe != "TP=8, EP=8" {
		t.Errorf("%+v %s", p, diff)
	}
	// Four GPUs serve, eight were measured: no energy per token.
	res, err = ReadGiven("f.json", strings.NewReader(two), given(t, "spec_decoding=none", "gpus=4"))
	if err != nil || res.Kept != 1 || values(&res.Points[0])["tput_per_gpu"] != 600 || res.Points[0].Value(data.MeasuredJoules).Ok() {
		t.Errorf("%+v %v", res, err)
	}
}

func given(t *testing.T, settings ...string) Given {
	t.Helper()
	g, err := ParseGiven("--set", settings)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestNames(t *testing.T) {
	n := newNamer(func(column, reason, detail string) {})
	for in, want := range map[string]string{
		"dsr1": "DeepSeek-R1-0528", "DSR1-fp8": "DeepSeek-R1-0528", "nvidia/DeepSeek-R1-0528-FP4-v2": "DeepSeek-R1-0528", "amd/DeepSeek-R1-0528-MXFP4-Preview": "DeepSeek-R1-0528",
		"/mnt/models/deepseek-r1-0528-nvfp4-v2": "DeepSeek-R1-0528", "openai/gpt-oss-120b": "gpt-oss-120b", "gptoss": "gpt-oss-120b", "kimik2.7-fp4": "Kimi-K2.7-Code",
		"amd/Kimi-K2.7-Code-MXFP4": "Kimi-K2.7-Code", "nvidia/Llama-3.3-70B-Instruct-FP8": "Llama-3.3-70B-Instruct", "glm5.1": "GLM-5.1", "Qwen/Qwen3.5-397B-A17B-FP8": "Qwen-3.5-397B-A17B",
		"org/New-Model-FP8": "org/New-Model-FP8", "-fp8": "-fp8", "": "",
	} {
		if got := n.model("model", in); got != want {
			t.Errorf("model %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"b200": "b200", "b200-trt": "b200", "GB300-nv": "gb300", "cluster:mi355x-amds": "mi355x", "h200_0": "h200", "b200-dgxc-slurm_3": "b200", "h100-cw": "h100",
		"tpu-v7": "tpu-v7", "b200x": "b200x", "b200_a": "b200_a",
	} {
		if got := n.hardware("hw", in); got != want {
			t.Errorf("hardware %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"vllm": "vllm false", "TRTLLM": "trt false", "sglang-disagg": "mori-sglang true", "dynamo-trtllm": "dynamo-trt false", "New": "new false"} {
		name, disagg := n.framework("framework", in)
		if got := fmt.Sprint(name, " ", disagg); got != want {
			t.Errorf("framework %q is %q, want %q", in, got, want)
		}
	}
}
