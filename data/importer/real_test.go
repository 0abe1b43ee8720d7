package importer

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
)

// Tests on real result files, which are not part of the project.
const shared = "../../../shared/"

// readReal reads one real file; the test is skipped where it is not.
func readReal(t *testing.T, path string, settings ...string) *Result {
	t.Helper()
	f, err := os.Open(shared + path)
	if err != nil {
		t.Skipf("the real result files are not here: %v", err)
	}
	defer f.Close()
	res, err := ReadGiven(filepath.Base(path), f, given(t, settings...))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// realFiles lists a folder of real files.
func realFiles(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(shared + dir)
	if err != nil {
		t.Skipf("the real result files are not here: %v", err)
	}
	for _, e := range entries {
		out = append(out, dir+"/"+e.Name())
	}
	return out
}

func TestRealAPIRows(t *testing.T) {
	res := readReal(t, "results/inferencex_api_benchmarks.json")
	if res.Kept != 435 || len(res.Refused) != 0 || len(res.Warnings) != 0 {
		t.Errorf("%d kept, %v refused, %v", res.Kept, notes(res.Refused), notes(res.Warnings))
	}
	byRow := map[int]*data.Point{}
	gpus, absent := 0, 0
	for i := range res.Points {
		p := &res.Points[i]
		byRow[res.PointRows[i]] = p
		if p.Value(data.GPUs).Ok() {
			gpus++
		} else if absent++; !p.Disagg {
			t.Errorf("row %d: aggregated without GPUs", res.PointRows[i])
		}
		// Interactivity is 1/TPOT at every statistic that is kept.
		x, _ := p.Value(data.Interactivity).Get()
		tpot, _ := p.Value(data.TPOT).Get()
		if math.Abs(x*tpot-1) > 1e-9 || p.Values[data.TPOT] != percentile(p, data.ITL, 50) {
			t.Errorf("row %d: %v tok/s/user, %v s per token", res.PointRows[i], x, tpot)
		}
	}
	// The counts of 8 disaggregated rows, all of December 2025 on gb200, do
	// not reproduce their rates.
	if gpus != 427 || absent != 8 {
		t.Errorf("GPUs of %d rows, absent in %d", gpus, absent)
	}
	for row, want := range map[int]map[string]float64{
		// 628.907 W / 198.9448 tok/s = 3.161 J/token
		1: {"tput_per_gpu": 198.9447984579421, "interactivity": 103.64816793368249, "tpot_s": 0.009648023886344358, "gpus": 4,
			"measured_joules_per_token": 3.161212, "p90_itl_s": 0.009700189354334428, "p50_ttft_s": 0.10217383736744523, "p90_e2el_s": 9.838155750464647},
		// TP 8, EP 8; the row itself says 64 GPUs. Its ITL per chunk is 22 times TPOT.
		17: {"tput_per_gpu": 193.44744504181523, "gpus": 8, "interactivity": 101.9412577930764, "p50_itl_s": 0.009809570939666369},
		// (4740.144290655592 x 16 + 1186.2472529925478 x 8) / 24 = 3555.5119
		200: {"tput_per_gpu": 3555.5119447679103, "gpus": 24, "prefill_gpus": 16, "decode_gpus": 8, "input_tput_per_prefill_gpu": 4740.144290655592,
			"output_tput_per_decode_gpu": 1186.2472529925478, "input_tput_per_gpu": 4740.144290655592 * 16 / 24, "output_tput_per_gpu": 1186.2472529925478 * 8 / 24},
		// Its ITL per chunk, 0.78 s, is 297 times TPOT; the inverse of the spread is 2511.
		261: {"interactivity": 380.28891135752656, "tpot_s": 0.002629579696211167, "p50_itl_s": 0.002629579696211167},
	} {
		got := values(byRow[row])
		for name, v := range want {
			if g, ok := got[name]; !ok || math.Abs(g/v-1) > 1e-12 {
				t.Errorf("row %d: %s is %v, want %v", row, name, g, v)
			}
		}
	}
}

func TestRealResultFiles(t *testing.T) {
	for dir, want := range map[string]struct{ kept, incomplete int }{
		"results/agg_agentic": {22, 0}, "results/agg_agentic_nested": {10, 0},
		// 3 results, the 3 raw files behind them, and 13 of a fork that does
		// not say whether tokens were speculated
		"results/agg_fixed": {3, 16},
	} {
		kept, incomplete := 0, 0
		for _, f := range realFiles(t, dir) {
			res := readReal(t, f)
			kept += res.Kept
			for _, n := range res.Refused {
				if n.Reason != reasonIncomplete {
					t.Errorf("%s", n)
				}
				incomplete++
			}
			if len(res.Warnings) > 0 {
				t.Errorf("%v", notes(res.Warnings))
			}
		}
		if kept != want.kept || incomplete != want.incomplete {
			t.Errorf("%s: %d kept, %d incomplete, want %+v", dir, kept, incomplete, want)
		}
	}
}

// The raw file of a run and the result made from it give the same figures.
func TestRealRawAndResultAgree(t *testing.T) {
	const name = "kimik2.5_8k1k_int4_vllm_tp8-ep1-dpafalse_disagg-false_spec-mtp_conc64_MI355-gbt350-odcdh5-wbb3.json"
	agg := readReal(t, "results/agg_fixed/agg_"+name)
	raw := readReal(t, "results/agg_fixed/"+name, "hardware=mi355x", "framework=vllm", "precision=int4", "spec_decoding=mtp", "workload=8192/1024", "gpus=8")
	if agg.Kept != 1 || raw.Kept != 1 {
		t.Fatalf("%v %v", notes(agg.Refused), notes(raw.Refused))
	}
	a, b := values(&agg.Points[0]), values(&raw.Points[0])
	for name, v := range a {
		if w, ok := b[name]; name != "interactivity" && (!ok || math.Abs(v/w-1) > 1e-12) {
			t.Errorf("%s: %v and %v", name, v, w)
		}
	}
	if raw.Points[0].MeasuredOn != "2026-05-27" || raw.Points[0].Key() != agg.Points[0].Key() {
		t.Errorf("%+v", raw.Points[0])
	}
}

// The AIPerf aggregate of a run and the InferenceX result made from its records
// agree to the five decimals of the latter.
func TestRealAIPerfAndResultAgree(t *testing.T) {
	on := []string{"hardware=mi355x", "framework=vllm", "precision=fp4", "spec_decoding=none", "gpus=4"}
	for aiperf, agg := range map[string]string{
		"profile_export_aiperf.json":        "conc1_kvnone_fp4_vllm_tp4-dcp1-pcp1-ep1-dpafalse_disagg-false_spec-none_conc1_mi355x-amds_01.json",
		"conc4_profile_export_aiperf.json":  "conc4_kvnone_fp4_vllm_tp4-dcp1-pcp1-ep1-dpafalse_disagg-false_spec-none_conc4_mi355x-amds_02.json",
		"conc16_profile_export_aiperf.json": "conc16_kvdram-lmcache_fp4_vllm_tp4-dcp1-pcp1-ep1-dpafalse_disagg-false_spec-none_conc16_mi355x-amds_04.json",
	} {
		if res := readReal(t, "traces/aiperf/"+aiperf); len(res.Refused) != 1 || !strings.Contains(res.Refused[0].Detail, "missing hardware, framework, precision, spec_decoding, gpus:") {
			t.Errorf("%v", notes(res.Refused))
		}
		a := readReal(t, "traces/aiperf/"+aiperf, on...)
		b := readReal(t, "results/agg_agentic_nested/tp4_sweep_29003473063__kimik2.7_tp4_"+agg)
		if a.Kept != 1 || b.Kept != 1 {
			t.Fatalf("%v %v", notes(a.Refused), notes(b.Refused))
		}
		if a.Points[0].Key() != b.Points[0].Key() || a.Points[0].Concurrency != b.Points[0].Concurrency {
			t.Errorf("%+v and %+v", a.Points[0], b.Points[0])
		}
		va, vb := values(&a.Points[0]), values(&b.Points[0])
		for name, v := range vb {
			w, ok := va[name]
			switch {
			case strings.HasSuffix(name, "tput_per_gpu"):
				// AIPerf's own rates are over a longer time than the profiling
				// phase: 2.4% at concurrency 1, with a warning.
				if math.Abs(v/w-1) > 0.01 && !strings.Contains(strings.Join(notes(a.Warnings), ""), reasonOtherTotal) || math.Abs(v/w-1) > 0.03 {
					t.Errorf("%s: %s is %v and %v", aiperf, name, v, w)
				}
			case name == "interactivity": // AIPerf prints percentiles of rates
				if ok {
					t.Errorf("interactivity %v", w)
				}
			case !ok || math.Abs(v-w) > 0.51e-5:
				t.Errorf("%s: %s is %v and %v", aiperf, name, v, w)
			}
		}
	}
}

func TestRealInferencePerf(t *testing.T) {
	const file = "traces/inference-perf/vllm_batch_size_stage_6_lifecycle_metrics.json"
	if res := readReal(t, file); len(res.Refused) != 1 || !strings.Contains(res.Refused[0].Detail, "missing model, hardware, framework, precision, spec_decoding, workload, concurrency, gpus") {
		t.Errorf("%v", notes(res.Refused))
	}
	res := readReal(t, file, "model=M", "hardware=h100", "framework=vllm", "precision=bf16", "spec_decoding=none", "workload=200/64", "concurrency=512", "gpus=1")
	if res.Kept != 1 {
		t.Fatal(notes(res.Refused))
	}
	v := values(&res.Points[0])
	for name, want := range map[string]float64{
		"tput_per_gpu": 29978.35726849101, "p50_itl_s": 0.012453835775223814, "p90_itl_s": 0.012749668632547348, "p90_ttft_s": 2.712144484138116,
		"p95_e2el_s": 4.376573206158355, "p50_e2el_per_token_s": 0.05762568623322295, "requests": 13369, "requests_used": 13369,
	} {
		if v[name] != want {
			t.Errorf("%s is %v, want %v", name, v[name], want)
		}
	}
}

// Traces hold requests one by one: each is told what it is.
func TestRealTracesAreTold(t *testing.T) {
	for file, want := range map[string]string{
		"aiperf/profile_export.jsonl": "AIPerf per-request records (JSONL)", "llmperf/individual_responses.FRAGMENT.json": "llmperf per-request records (JSON)",
		"vllm_trace_replay/SAMPLE_full_rows_with_token_timestamps.csv":              "vLLM trace-replay records (CSV)",
		"vllm_trace_replay/dsr1_b200_vllm_tp4_users12_offloadoff__dgxc-slurm_8.csv": "vLLM trace-replay records (CSV)",
	} {
		f, err := os.Open(shared + "traces/" + file)
		if err != nil {
			t.Skipf("the real trace files are not here: %v", err)
		}
		head := make([]byte, HeadSize)
		n, _ := f.Read(head)
		f.Close()
		if got, ok := Recognise(head[:n]); !ok || got.Name != want {
			t.Errorf("%s is taken for %q, want %q", file, got.Name, want)
		}
	}
}
