package importer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The fixtures are made up from the documented schema of each tool.
const (
	vllmSummary = `{"date":"20260527-075026","backend":"vllm","model_id":"moonshotai/Kimi-K2.5","num_prompts":40,"request_rate":"inf","max_concurrency":4,"duration":100.0,"completed":38,` +
		`"total_input_tokens":40000,"total_output_tokens":20000,"request_throughput":0.38,"request_goodput:":null,"output_throughput":200.0,"total_token_throughput":600.0,` +
		`"input_lens":[1,2,3],"itls":[[0.1,0.2],[0.3]],"errors":["","",""],` +
		`"mean_ttft_ms":310.0,"median_ttft_ms":300.0,"p90_ttft_ms":350.0,"median_tpot_ms":17.5,"p90_tpot_ms":18.0,"std_tpot_ms":0.7,"median_itl_ms":44.0,"median_e2el_ms":16000.0}`
	sglangSummary = `{"tag":null,"backend":"sglang","dataset_name":"random","request_rate":Infinity,"max_concurrency":16,"random_input_len":1024,"random_output_len":512,"random_range_ratio":1.0,` +
		`"server_info":{"model_path":"openai/gpt-oss-120b","tp_size":4,"pp_size":2,"speculative_algorithm":null},` +
		`"duration":10,"completed":16,"total_input_tokens":16384,"total_output_tokens":8192,"total_output_tokens_retokenized":8000,"input_throughput":1638.4,"output_throughput":819.2,` +
		`"median_ttft_ms":200,"median_tpot_ms":10,"median_itl_ms":10,"median_e2e_latency_ms":5310,"p90_e2e_latency_ms":6000}`
	aiperfSummary = `{"schema_version":"1.2","aiperf_version":"0.8.0","benchmark_id":"b-1","request_latency":{"unit":"ms","p50":9000,"p75":9500,"p90":20000,"p95":30000},` +
		`"time_to_first_token":{"unit":"ms","p50":2000,"p75":3000,"p90":4000,"p95":5000},"inter_token_latency":{"unit":"ms","p50":12.5,"p75":13,"p90":16,"p95":20},` +
		`"inter_chunk_latency":{"unit":"ms","p50":1250},"output_token_throughput_per_user":{"unit":"tokens/sec/user","p50":80,"p90":99},"e2e_normalized_interactivity_p90":{"unit":"tokens/sec/user","avg":8},` +
		`"request_count":{"unit":"requests","avg":195},"error_request_count":{"unit":"requests","avg":5},"output_token_throughput":{"unit":"tokens/sec","avg":60},` +
		`"total_isl":{"unit":"tokens","avg":180000},"total_osl":{"unit":"tokens","avg":6000},"benchmark_duration":{"unit":"sec","avg":100},` +
		`"input_config":{"endpoint":{"model_names":["amd/Kimi-K2.7-Code-MXFP4"]},"loadgen":{"concurrency":2},"scenario":"inferencex-agentx-mvp"},"was_cancelled":true,"start_time":"2026-07-09T09:15:47.824596"}`
	inferencePerfSummary = `{"load_summary":{"count":100,"requested_rate":2.0},"successes":{"count":99,"latency":{` +
		`"request_latency":{"mean":3.5,"median":3.0,"p75":3.2,"p90":3.4,"p95":3.6},"time_to_first_token":{"median":1.0,"p75":1.1,"p90":1.2,"p95":1.3},` +
		`"time_per_output_token":{"median":0.0125,"p75":0.013,"p90":0.014,"p95":0.015},"inter_token_latency":{"median":0.00001},"normalized_time_per_output_token":{"median":0.05,"p75":0.06,"p90":0.07,"p95":0.08}},` +
		`"throughput":{"input_tokens_per_sec":3000,"output_tokens_per_sec":1000,"total_tokens_per_sec":4000},"output_len":{"min":15}},"failures":{"count":1}}`
)

// A client's summary needs to be told what it ran on, and says what.
func TestSummariesMissing(t *testing.T) {
	const ask = ": give them in an isofront.json beside the file or with --set "
	for name, c := range map[string]struct{ text, format, want string }{
		"vllm":           {vllmSummary, vllmBenchFormat.Name, "missing hardware, framework, precision, spec_decoding, workload, gpus" + ask + "hardware=..."},
		"sglang":         {sglangSummary, sglangBenchFormat.Name, "missing hardware, precision, spec_decoding (server_info names no speculative algorithm)" + ask + "hardware=..."},
		"aiperf":         {aiperfSummary, aiperfFormat.Name, "missing hardware, framework, precision, spec_decoding, gpus" + ask + "hardware=..."},
		"inference-perf": {inferencePerfSummary, inferencePerfFormat.Name, "missing model, hardware, framework, precision, spec_decoding, workload, concurrency, gpus (the load was a rate of requests, not a number of clients)" + ask + "model=..."},
		"sglang, lengths from 0": {with(sglangSummary, `"random_range_ratio":1.0`, `"random_range_ratio":0.0`), sglangBenchFormat.Name,
			`missing hardware, precision, spec_decoding, workload (server_info names no speculative algorithm; random lengths down to "0.0" of the nominal ones)` + ask + "hardware=..."},
		"aiperf, two models": {with(aiperfSummary, `MXFP4"]`, `MXFP4","other"]`), aiperfFormat.Name, "missing model, hardware, framework, precision, spec_decoding, gpus (several models were asked)" + ask + "model=..."},
	} {
		res := read(t, c.text)
		want := []string{"points.csv: row 1: " + reasonIncomplete + ": " + c.want}
		if diff := cmp.Diff(want, notes(res.Refused)); diff != "" || res.Kept != 0 || res.Format != c.format {
			t.Errorf("%s: %s kept %d, refused (-want +got):\n%s", name, res.Format, res.Kept, diff)
		}
	}
}

func TestSummaries(t *testing.T) {
	on := []string{"hardware=b200", "precision=fp4", "spec_decoding=none"}
	for name, c := range map[string]struct {
		text, identity string
		given          []string
		values         map[string]float64
		warnings       []string
	}{
		// 600 / 8, 200 / 8, and 40000 input tokens in 100 s on 8 GPUs
		"vllm": {vllmSummary, "Kimi-K2.5 8192/1024 b200/vllm/fp4/none/agg/unofficial", append(on, "framework=vllm", "gpus=8", "workload=8192/1024"), map[string]float64{
			"tput_per_gpu": 75, "output_tput_per_gpu": 25, "input_tput_per_gpu": 50, "gpus": 8, "requests": 40, "requests_used": 38, "tpot_s": 0.0175,
			"p50_itl_s": 0.0175, "p90_itl_s": 0.018, "p50_ttft_s": 0.3, "p90_ttft_s": 0.35, "p50_e2el_s": 16}, nil},
		// (16384 + 8192) / 10 s on 4 x 2 GPUs
		"sglang": {sglangSummary, "gpt-oss-120b 1024/512 b200/sglang/fp4/none/agg/unofficial", on, map[string]float64{
			"tput_per_gpu": 307.2, "output_tput_per_gpu": 102.4, "input_tput_per_gpu": 204.8, "gpus": 8, "requests_used": 16, "tpot_s": 0.01,
			"p50_itl_s": 0.01, "p50_ttft_s": 0.2, "p50_e2el_s": 5.31, "p90_e2el_s": 6}, nil},
		// (180000 + 6000) / 100 s on 4 GPUs; 1/8 s per token end to end
		"aiperf": {aiperfSummary, "Kimi-K2.7-Code agentic b200/vllm/fp4/none/agg/unofficial", append(on, "framework=vllm", "gpus=4"), map[string]float64{
			"tput_per_gpu": 465, "output_tput_per_gpu": 15, "input_tput_per_gpu": 450, "gpus": 4, "requests": 200, "requests_used": 195, "tpot_s": 0.016,
			"p50_itl_s": 0.0125, "p75_itl_s": 0.013, "p90_itl_s": 0.016, "p95_itl_s": 0.02, "p50_ttft_s": 2, "p75_ttft_s": 3, "p90_ttft_s": 4, "p95_ttft_s": 5,
			"p50_e2el_s": 9, "p75_e2el_s": 9.5, "p90_e2el_s": 20, "p95_e2el_s": 30, "p90_e2el_per_token_s": 0.125},
			[]string{"x.json: row 1: was_cancelled: the run was cancelled before its end"}},
		"inference-perf": {inferencePerfSummary, "My-Model 200/64 b200/vllm/fp4/none/agg/unofficial", append(on, "framework=vllm", "gpus=2", "model=My-Model", "workload=200/64", "concurrency=8"), map[string]float64{
			"tput_per_gpu": 2000, "output_tput_per_gpu": 500, "input_tput_per_gpu": 1500, "gpus": 2, "requests": 100, "requests_used": 99, "tpot_s": 0.0125,
			"p50_itl_s": 0.0125, "p75_itl_s": 0.013, "p90_itl_s": 0.014, "p95_itl_s": 0.015, "p50_ttft_s": 1, "p75_ttft_s": 1.1, "p90_ttft_s": 1.2, "p95_ttft_s": 1.3,
			"p50_e2el_s": 3, "p75_e2el_s": 3.2, "p90_e2el_s": 3.4, "p95_e2el_s": 3.6,
			"p50_e2el_per_token_s": 0.05, "p75_e2el_per_token_s": 0.06, "p90_e2el_per_token_s": 0.07, "p95_e2el_per_token_s": 0.08}, nil},
		"vllm with metadata": {with(vllmSummary, `"request_rate"`, `"hardware":"H200","framework":"trtllm","precision":"fp8","spec_decoding":"MTP","workload":"1024/1024","gpus":"4","request_rate"`),
			"Kimi-K2.5 1024/1024 h200/trt/fp8/mtp/agg/unofficial", nil, map[string]float64{
				"tput_per_gpu": 150, "output_tput_per_gpu": 50, "input_tput_per_gpu": 100, "gpus": 4, "requests": 40, "requests_used": 38, "tpot_s": 0.0175,
				"p50_itl_s": 0.0175, "p90_itl_s": 0.018, "p50_ttft_s": 0.3, "p90_ttft_s": 0.35, "p50_e2el_s": 16}, nil},
		"vllm, another total": {with(vllmSummary, `"total_token_throughput":600.0`, `"total_token_throughput":660.0`), "Kimi-K2.5 1024/1024 b200/vllm/fp4/none/agg/unofficial",
			append(on, "framework=vllm", "gpus=1", "workload=1024/1024"), nil,
			[]string{"x.json: row 1: total_token_throughput: differs from tokens over duration by more than 1%, the printed one is used: 660 against 600 tok/s"}},
	} {
		res, err := ReadGiven("x.json", strings.NewReader(c.text), given(t, c.given...))
		if err != nil || res.Kept != 1 {
			t.Errorf("%s: %+v %v", name, res, err)
			continue
		}
		p := &res.Points[0]
		if got := p.Model + " " + p.Workload + " " + p.Key().Name(); got != c.identity {
			t.Errorf("%s: %s, want %s", name, got, c.identity)
		}
		if c.values != nil {
			if diff := cmp.Diff(c.values, values(p)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		if diff := cmp.Diff(c.warnings, notes(res.Warnings)); diff != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", name, diff)
		}
	}
}

func TestSummariesRefused(t *testing.T) {
	all := []string{"hardware=b200", "framework=vllm", "precision=fp4", "spec_decoding=none", "gpus=8", "workload=8192/1024", "concurrency=4", "model=M"}
	for name, c := range map[string]struct{ text, want string }{
		"seconds in a field of milliseconds": {with(vllmSummary, `"median_tpot_ms":17.5`, `"median_tpot_ms":0.0175`), reasonUnits + ": p50 of the time per token is 1.75e-05 s"},
		"nothing succeeded":                  {with(vllmSummary, `"completed":38`, `"completed":0`), "completed: the run failed: no request succeeded"},
		"a unit that is none":                {with(aiperfSummary, `"request_latency":{"unit":"ms"`, `"request_latency":{"unit":"parsecs"`), `request_latency.unit: is not a unit of time: "parsecs"`},
		"requests, not tokens":               {with(aiperfSummary, `"output_token_throughput":{"unit":"tokens/sec"`, `"output_token_throughput":{"unit":"requests/sec"`), `output_token_throughput.unit: is not tokens per second: "requests/sec"`},
		"no answer":                          {with(inferencePerfSummary, `"count":99`, `"count":0`), "successes.count: the run failed: no request succeeded"},
		"no rate":                            {with(inferencePerfSummary, `"total_tokens_per_sec":4000`, `"total_tokens_per_sec":null`), "no total throughput"},
		"no token":                           {with(vllmSummary, `"total_token_throughput":600.0`, `"total_token_throughput":0`), "no total throughput"},
		"metadata that does not fit":         {with(vllmSummary, `"request_rate"`, `"workload":"8k/1k","request_rate"`), `workload: is not what the field holds: "8k/1k"`},
	} {
		res, err := ReadGiven("x.json", strings.NewReader(c.text), given(t, all...))
		if err != nil || res.Kept != 0 || len(res.Refused) != 1 || res.Refused[0].String() != "x.json: row 1: "+c.want {
			t.Errorf("%s: %v %v, want %s", name, notes(res.Refused), err, c.want)
		}
	}
	for _, text := range []string{aiperfSummary, inferencePerfSummary} {
		if _, err := Read("x.json", strings.NewReader(text+text)); err == nil || err.Error() != "importer: x.json: more than one object" {
			t.Errorf("two objects: %v", err)
		}
		if _, err := Read("x.json", strings.NewReader(text[:len(text)-3])); err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Errorf("cut short: %v", err)
		}
	}
	// An answer without tokens would count as 0 s per token.
	res, _ := ReadGiven("x.json", strings.NewReader(with(inferencePerfSummary, `"min":15`, `"min":0`)), given(t, all...))
	if _, ok := values(&res.Points[0])["p90_e2el_per_token_s"]; ok {
		t.Error("polluted percentiles are kept")
	}
}

// Each file is told what it is, whatever its name.
func TestFilesAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"[" + apiRow + "]": "InferenceX API rows", aggFlat: inferenceXAggFormat.Name, aggAgentic: inferenceXAggFormat.Name, aggNested: inferenceXAggFormat.Name, aggFork: inferenceXAggFormat.Name,
		vllmSummary: vllmBenchFormat.Name, sglangSummary: sglangBenchFormat.Name, aiperfSummary: aiperfFormat.Name, inferencePerfSummary: inferencePerfFormat.Name,
		header: operatingPointsFormat.Name, priceHeader: pricesFormat.Name,
		`{"metadata":{"request_start_ns":1,"benchmark_phase":"profiling"},"metrics":{"request_latency":{"value":1,"unit":"ms"}}}`: "AIPerf per-request records (JSONL)",
		"user_id,request_start_time,output_tokens_actual,ttft,ttlt,itl,success\n":                                                 "vLLM trace-replay records (CSV)",
		` [ {"error_code":null,"inter_token_latency_s":0.01,"end_to_end_latency_s":1}]`:                                           "llmperf per-request records (JSON)",
		`{"version":"1","results_inter_token_latency_s_mean":0.01}`:                                                               "llmperf summary (JSON)",
		`[{"start_time":1,"end_time":2,"request":"{}","response":"","info":{"input_tokens":1}}]`:                                  "inference-perf per-request records (JSON)",
		`{"service_kind":"openai","version":"1","experiments":[]}`:                                                                "genai-perf per-request records (JSON)",
		`{"args":{},"benchmarks":[{}]}`:                                                                                           "GuideLLM benchmarks (JSON)",
		dumpResultsText:                                                                                                           "table of an InferenceX dump (JSON)", dumpRunsText: "table of an InferenceX dump (JSON)", dumpConfigsText: "table of an InferenceX dump (JSON)",
	} {
		f, ok := Recognise([]byte(text))
		if !ok || f.Name != want {
			t.Errorf("%.60s: %q, want %q", text, f.Name, want)
		}
		// No other format takes it for its own before the one that is right.
		n := 0
		for _, f := range Formats() {
			if f.Recognise(&Head{bytes: []byte(text)}) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%.60s: %d formats know it", text, n)
		}
	}
	res := read(t, `{"metadata":{"request_start_ns":1},"metrics":{}}`)
	if got := notes(res.Refused); res.Kept != 0 || len(got) != 1 || got[0] != "points.csv: row 1: no request succeeded: zero output 1" {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"", "{}", "[]", `{"a":1}`, "hello", `["x"]`} {
		if f, ok := Recognise([]byte(text)); ok {
			t.Errorf("%q is taken for %s", text, f.Name)
		}
	}
}
