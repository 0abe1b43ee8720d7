//go:build !tinygo

// Real files, which may not be there: a skipped test goes on under TinyGo.

package latency_test

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// shared is where real files of the tools may lie; nothing needs them.
const shared = "../../../shared"

func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("no real file: %v", err)
	}
	return b
}

func near(t testing.TB, what string, got opt.Float, want, relative float64) {
	t.Helper()
	if v, ok := got.Get(); !ok || math.Abs(v-want) > relative*math.Abs(want) {
		t.Errorf("%s: %v %v, want %v", what, v, ok, want)
	}
}

// aiperfRecords reads the per-request file of AIPerf, as far as these tests need.
func aiperfRecords(t testing.TB) []*latency.Record {
	type metric struct{ Value json.RawMessage }
	var out []*latency.Record
	sc := bufio.NewScanner(bytes.NewReader(file(t, "traces/aiperf/profile_export.jsonl")))
	sc.Buffer(nil, 16<<20)
	const origin = 1783588508 // s, so that nanoseconds survive in a float64
	for sc.Scan() {
		var row struct {
			Metadata struct {
				Phase string `json:"benchmark_phase"`
				Start int64  `json:"request_start_ns"`
				End   int64  `json:"request_end_ns"`
			}
			Metrics map[string]metric
		}
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		get := func(name string, scale float64) opt.Float {
			v, err := strconv.ParseFloat(string(row.Metrics[name].Value), 64)
			if err != nil {
				return opt.Float{}
			}
			return opt.Of(v / scale)
		}
		seconds := func(ns int64) float64 { return float64(ns-origin*1e9) / 1e9 }
		r := &latency.Record{
			Start:   opt.Of(seconds(row.Metadata.Start)),
			Output:  latency.Count{Server: get("usage_completion_tokens", 1)},
			Input:   latency.Count{Server: get("usage_prompt_tokens", 1)},
			Figures: latency.Figures{TTFT: get("time_to_first_token", 1000), E2EL: get("request_latency", 1000), ITL: get("inter_token_latency", 1000), SecondGap: get("time_to_second_token", 1000)},
		}
		if row.Metadata.Phase == "warmup" {
			r.Phase = latency.WarmUp
		}
		if raw := row.Metrics["inter_chunk_latency"].Value; raw != nil {
			if err := json.Unmarshal(raw, &r.Figures.Gaps); err != nil {
				t.Fatal(err)
			}
			for i := range r.Figures.Gaps {
				r.Figures.Gaps[i] /= 1000
			}
		}
		out = append(out, r)
	}
	return out
}

// TestAIPerf: a real run gives what its own aggregate says.
func TestAIPerf(t *testing.T) {
	records := aiperfRecords(t)
	s := run(t, latency.Options{}, records...)
	if s.Total != 196 || s.Used != 195 || s.Dropped[latency.DroppedWarmUp] != 1 || s.ITL.N() != 195 {
		t.Errorf("%d %d %v %d", s.Total, s.Used, s.Dropped, s.ITL.N())
	}
	for _, c := range []struct {
		what string
		got  opt.Float
		want float64
	}{
		{"interactivity p50", s.Interactivity.At(0.5), 76.7060040}, {"p75", s.Interactivity.At(0.75), 72.6286477},
		{"p90", s.Interactivity.At(0.9), 69.6122032}, {"p95", s.Interactivity.At(0.95), 65.0861801},
		{"E2E-normalized p90", s.E2ENormalized.At(0.9), 8.38751809}, {"TTFT p90", s.TTFT.At(0.9), 26.178687},
		{"mean ITL", s.ITL.Mean(), 0.0132061427}, {"E2EL p90", s.E2EL.At(0.9), 77.6014093}, {"output tok/s", s.Throughput.Output, 60.12642},
	} {
		near(t, c.what, c.got, c.want, 1e-7)
	}

	var printed map[string]json.RawMessage
	if err := json.Unmarshal(file(t, "traces/aiperf/profile_export_aiperf.json"), &printed); err != nil {
		t.Fatal(err)
	}
	b := mustLookup(t, "aiperf").Book(latency.Options{})
	for _, r := range records {
		if err := b.Add(r); err != nil {
			t.Error(err)
		}
	}
	ours, compared := b.Print(), 0
	for name, raw := range printed {
		var stats map[string]any
		if json.Unmarshal(raw, &stats) != nil {
			continue
		}
		for stat, v := range stats {
			want, isNumber := v.(float64)
			got, has := ours[name+"."+stat]
			switch {
			case !isNumber || !has:
			case name == "inter_chunk_latency": // only 4 of 195 requests kept their gaps in the file
			case strings.HasSuffix(name, "throughput") && strings.Contains(name, "token_throughput") && !strings.HasPrefix(name, "e2e"), name == "request_throughput":
				// This version divides by its phase's length, which no record holds.
				if v, _ := got.Get(); v < want || v > 1.03*want {
					t.Errorf("%s: %v against %v", name, v, want)
				}
			default:
				near(t, name+"."+stat, got, want, 1e-9)
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d figures compared", compared)
	}
	t.Logf("%d printed figures agree to 1e-9", compared)
}

// TestInferenceXAgentic: the harness's aggregate of the same run, five digits.
func TestInferenceXAgentic(t *testing.T) {
	b := mustLookup(t, "inferencex-agentic").Book(latency.Options{Duration: opt.Of(1)}) // it takes no duration
	for _, r := range aiperfRecords(t) {
		_ = b.Add(r)
	}
	var agg struct {
		Metrics map[string]any `json:"request_metrics"`
	}
	if err := json.Unmarshal(file(t, "results/agg_agentic_nested/tp4_sweep_29003473063__kimik2.7_tp4_conc1_kvnone_fp4_vllm_tp4-dcp1-pcp1-ep1-dpafalse_disagg-false_spec-none_conc1_mi355x-amds_01.json"), &agg); err != nil {
		t.Fatal(err)
	}
	ours, compared := b.Print(), 0
	var walk func(prefix string, v any)
	walk = func(prefix string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, w := range v {
				walk(prefix+"."+k, w)
			}
		case float64:
			if got, ok := ours[strings.TrimPrefix(prefix, ".")]; ok {
				compared++
				if x, _ := got.Get(); math.Abs(x-v) > 0.6e-5 {
					t.Errorf("%s: %v, want %v", prefix, x, v)
				}
			}
		}
	}
	walk("", agg.Metrics)
	if compared < 40 {
		t.Errorf("only %d figures compared", compared)
	}
	t.Logf("%d printed figures agree to five decimals", compared)
}

// replay reads a detailed_results.csv of the trace replay, whole or reduced.
func replay(t testing.TB, name string) (records []*latency.Record, rows []map[string]string) {
	all, err := csv.NewReader(bytes.NewReader(file(t, "traces/vllm_trace_replay/"+name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, h := range all[0] {
			row[h] = line[i]
		}
		num := func(k string) opt.Float {
			v, err := strconv.ParseFloat(row[k], 64)
			if err != nil {
				return opt.Float{}
			}
			return opt.Of(v)
		}
		r := &latency.Record{Start: num("request_start_time"), Output: latency.Count{Server: num("output_tokens_actual")}, Input: latency.Count{Server: num("input_tokens")},
			Requested: num("output_tokens_expected"),
			Figures:   latency.Figures{TTFT: num("ttft"), E2EL: num("ttlt"), ITL: num("itl")}}
		if row["success"] != "True" {
			r.Outcome = latency.Failed
		}
		var times []float64
		if raw := row["token_timestamps"]; raw != "" {
			if json.Unmarshal([]byte(raw), &times) != nil || json.Unmarshal([]byte(row["tokens_per_chunk"]), &r.Figures.ChunkTokens) != nil {
				t.Fatal("token arrays")
			}
			for i := 1; i < len(times); i++ {
				r.Figures.Gaps = append(r.Figures.Gaps, times[i]-times[i-1])
			}
		}
		records, rows = append(records, r), append(rows, row)
	}
	return records, rows
}

// TestReplayRows: on rows with every token's time, ITL is (ttlt - ttft)/(OSL - 1)
// as the tool writes it, the gaps sum to the last token's time and their number
// is OSL less the first chunk.
func TestReplayRows(t *testing.T) {
	records, rows := replay(t, "SAMPLE_full_rows_with_token_timestamps.csv")
	for i, r := range records {
		m := measure(t, r)
		itl, _ := strconv.ParseFloat(rows[i]["itl"], 64)
		near(t, "ITL", m.ITL, itl, 1e-12)
		if m.Flags != latency.LaterEnd {
			t.Errorf("row %d: %v", i, m.Flags.Words())
		}
		gaps, ok, err := tokenGaps(r)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		osl, _ := m.OSL.Get()
		if len(gaps) != int(osl)-int(r.Figures.ChunkTokens[0]) {
			t.Errorf("row %d: %d gaps of %v tokens", i, len(gaps), osl)
		}
		total, first := 0.0, 0.0
		for _, g := range gaps {
			total += g
		}
		first, _ = m.TTFT.Get()
		last, _ := m.E2EL.Get()
		if d := last - first - total; d < 0 || d > 0.1 {
			t.Errorf("row %d: gaps sum to %v s less than E2EL - TTFT", i, d)
		}
	}
	s := run(t, latency.Options{}, records...)
	if !s.Throughput.PeakOutput.Ok() || s.Steadiness.Requests != len(records) {
		t.Errorf("%+v", s.Throughput)
	}
	peak, _ := s.Throughput.PeakOutput.Get()
	average, _ := s.Throughput.Output.Get()
	p50, _ := s.Steadiness.TokenGaps.At(0.5).Get()
	p99, _ := s.Steadiness.TokenGaps.At(0.99).Get()
	t.Logf("%d rows, %d token gaps: p50 %.4f s, p99 %.4f s, %v stalls; %.1f tok/s, peak %.1f", len(records), s.Steadiness.TokenGaps.N(), p50, p99, s.Steadiness.Stalls, average, peak)
	if peak < average {
		t.Error("peak below average")
	}
}

// TestAgenticPoints: the percentiles of the published agentic points, to their
// six digits, from the traces that have a point.
func TestAgenticPoints(t *testing.T) {
	points, err := csv.NewReader(bytes.NewReader(file(t, "reference/agentic_points.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, trace := range []struct {
		file, recipe, concurrency string
	}{
		{"dsr1_b200_vllm_tp4_users12_offloadoff__dgxc-slurm_8.csv", "TP=4, KV offload off", "12"},
		{"dsr1_b200_vllm_tp4_users1_offloadon__nb_0.csv", "TP=4, KV offload on", "1"},
		{"dsr1_b200_vllm_tp4_users32_offloadoff__dgxc-slurm_7.csv", "TP=4, KV offload off", "32"},
		{"dsr1_b200_vllm_tp8_users12_offloadoff__dgxc-slurm_7.csv", "TP=8, KV offload off", "12"},
		{"dsr1_b200_vllm_tp8_users16_offloadoff__dgxc-slurm_2.csv", "TP=8, KV offload off", "16"},
		{"dsr1_b200_vllm_tp8_users1_offloadoff__nb_0.csv", "TP=8, KV offload off", "1"},
		{"dsr1_b200_vllm_tp8_users256_offloadoff__dgxc-slurm_6.csv", "TP=8, KV offload off", "256"},
		{"dsr1_b200_vllm_tp8_users32_offloadoff__dgxc-slurm_3.csv", "TP=8, KV offload off", "32"},
	} {
		records, rows := replay(t, trace.file)
		for i, r := range records {
			if r.Outcome != latency.OK {
				continue
			}
			if m := measure(t, r); m.ITL.Ok() {
				itl, _ := strconv.ParseFloat(rows[i]["itl"], 64)
				near(t, "ITL of a row", m.ITL, itl, 1e-12)
			}
		}
		s := run(t, latency.Options{}, records...)
		for _, row := range points[1:] {
			p := map[string]string{}
			for i, h := range points[0] {
				p[h] = row[i]
			}
			if p["recipe"] != trace.recipe || p["concurrency"] != trace.concurrency {
				continue
			}
			found++
			if p["requests"] != strconv.Itoa(s.Total) || p["requests_used"] != strconv.Itoa(s.Used) {
				t.Errorf("%s: %d of %d used, want %s of %s", trace.file, s.Used, s.Total, p["requests_used"], p["requests"])
			}
			for metric, times := range map[string]latency.Times{"ttft": s.TTFT, "itl": s.ITL, "e2el": s.E2EL, "e2el_per_token": s.E2EPerToken} {
				for _, q := range []int{50, 75, 90, 95} {
					v, _ := times.At(float64(q) / 100).Get()
					column := "p" + strconv.Itoa(q) + "_" + metric + "_s"
					if got := strconv.FormatFloat(v, 'g', 6, 64); got != p[column] {
						t.Errorf("%s %s: %s, want %s", trace.file, column, got, p[column])
					}
				}
			}
		}
	}
	if found != 8 {
		t.Errorf("%d points found", found)
	}
}

// TestReplayAggregate: what the trace replay's own aggregate prints; a request
// without a token is in its ttlt and not in its ttft.
func TestReplayAggregate(t *testing.T) {
	for trace, agg := range map[string]string{
		"dsr1_b200_vllm_tp4_users12_offloadoff__dgxc-slurm_8.csv":  "agg_dsr1_tp4_users12_offloadoff_fp4_vllm_tp4-ep4-dpafalse_disagg-false_spec-none_conc12_b200-dgxc-slurm_8.json",
		"dsr1_b200_vllm_tp4_users32_offloadoff__dgxc-slurm_7.csv":  "agg_dsr1_tp4_users32_offloadoff_fp4_vllm_tp4-ep4-dpafalse_disagg-false_spec-none_conc32_b200-dgxc-slurm_7.json",
		"dsr1_b200_vllm_tp8_users1_offloadoff__nb_0.csv":           "agg_dsr1_tp8_users1_offloadoff_fp4_vllm_tp8-ep8-dpafalse_disagg-false_spec-none_conc1_b200-nb_0.json",
		"dsr1_b200_vllm_tp8_users256_offloadoff__dgxc-slurm_6.csv": "agg_dsr1_tp8_users256_offloadoff_fp4_vllm_tp8-ep8-dpafalse_disagg-false_spec-none_conc256_b200-dgxc-slurm_6.json",
		"dsr1_b200_vllm_tp8_users32_offloadoff__dgxc-slurm_3.csv":  "agg_dsr1_tp8_users32_offloadoff_fp4_vllm_tp8-ep8-dpafalse_disagg-false_spec-none_conc32_b200-dgxc-slurm_3.json",
	} {
		var printed map[string]any
		if err := json.Unmarshal(file(t, "results/agg_agentic/"+agg), &printed); err != nil {
			t.Fatal(err)
		}
		b := mustLookup(t, "vllm-trace-replay").Book(latency.Options{})
		records, _ := replay(t, trace)
		for _, r := range records {
			if err := b.Add(r); err != nil {
				t.Error(err)
			}
		}
		compared := 0
		for name, got := range b.Print() {
			if want, ok := printed[name].(float64); ok {
				near(t, trace+" "+name, got, want, 1e-6)
				compared++
			}
		}
		if compared < 20 {
			t.Errorf("%s: only %d figures compared", trace, compared)
		}
		t.Logf("%s: %d figures", trace, compared)
	}
}

// TestLlmperfRows: its own rows print E2EL/N to about a thousandth, as the sum of
// gaps ends at the last token and E2EL at the end of the body.
func TestLlmperfRows(t *testing.T) {
	var rows []struct {
		ITL  float64 `json:"inter_token_latency_s"`
		TTFT float64 `json:"ttft_s"`
		E2EL float64 `json:"end_to_end_latency_s"`
		N    float64 `json:"number_output_tokens"`
		Rate float64 `json:"request_output_throughput_token_per_s"`
	}
	if err := json.Unmarshal(file(t, "traces/llmperf/individual_responses.FRAGMENT.json"), &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		r := &latency.Record{Figures: latency.Figures{TTFT: opt.Of(row.TTFT), E2EL: opt.Of(row.E2EL)}, Output: latency.Count{Client: opt.Of(row.N)}}
		b := mustLookup(t, "llmperf").Book(latency.Options{})
		_ = b.Add(r)
		p := b.Print()
		near(t, "inter-token", p["inter_token_latency_s.mean"], row.ITL, 1e-3)
		near(t, "rate", p["request_output_throughput_token_per_s.mean"], row.Rate, 1e-12)
		if itl, _ := measure(t, r).ITL.Get(); itl > row.ITL*0.97 {
			t.Errorf("ours %v leaves the first token out of %v", itl, row.ITL)
		}
	}
}
