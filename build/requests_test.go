package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// A run that nobody measured, as AIPerf writes one: a warm-up, three answers, a
// failure, and a line that was cut.
func aiperfRun(t *testing.T) string {
	t.Helper()
	line := func(phase string, start int, ttft, latency float64, tokens int) string {
		return `{"metadata":{"request_start_ns":` + strconv.Itoa(1783588508000000000+start*1e9) + `,"benchmark_phase":"` + phase + `"},"metrics":{"request_latency":{"value":` +
			strconv.FormatFloat(latency, 'f', -1, 64) + `,"unit":"ms"},"time_to_first_token":{"value":` + strconv.FormatFloat(ttft, 'f', -1, 64) +
			`,"unit":"ms"},"usage_completion_tokens":{"value":` + strconv.Itoa(tokens) + `,"unit":"tokens"},"usage_prompt_tokens":{"value":1000,"unit":"tokens"}}}` + "\n"
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "profile_export.jsonl")
	text := line("warmup", 0, 5000, 5000, 1) + line("profiling", 1, 2000, 4000, 101) + line("profiling", 2, 500, 1500, 51) + line("profiling", 3, 250, 250, 1) +
		`{"metadata":{"request_start_ns":1783588512000000000,"benchmark_phase":"profiling"},"metrics":{},"error":{"code":503}}` + "\n" + `{"metadata":{"requ`
	own := `{"aiperf_version":"0.8.0","request_latency":{"unit":"ms","avg":1916.6666666666667,"p50":1500},"time_to_first_token":{"unit":"ms","avg":1}}`
	for name, content := range map[string]string{path: text, filepath.Join(dir, "profile_export_aiperf.json"): own} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestRequestsCommand(t *testing.T) {
	path := aiperfRun(t)
	dir := filepath.Dir(path)
	text := must(t, "requests", "--slo", "ttft=1,itl=0.03", path)
	golden(t, "requests.txt", strings.ReplaceAll(text, dir+"/", ""))
	golden(t, "requests.json", must(t, "requests", "--slo", "ttft=1,itl=0.03", "--format", "json", path))

	// Without the tool's own summary its figures are formed from the requests: it did not print them.
	bare := filepath.Join(t.TempDir(), "profile_export.jsonl")
	if content, err := os.ReadFile(path); err != nil || os.WriteFile(bare, content, 0o644) != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "AIPerf prints, in that unit") || !strings.Contains(must(t, "requests", bare), "AIPerf would print, in that unit") {
		t.Error(text)
	}

	// Several files: one report each, and a JSON array that says of which.
	var many []wire.Requests
	if err := json.Unmarshal([]byte(must(t, "requests", "--format", "json", path, path)), &many); err != nil || len(many) != 2 || many[1].File != path {
		t.Errorf("%v %+v", err, many)
	}
	if both := must(t, "requests", path, path); strings.Count(both, "5 requests") != 0 && strings.Count(both, "used") != 2 {
		t.Error(both)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"requests"}, exitUsage, `isofront: requests: expected "<file> ..."`},
		{[]string{"requests", "--format", "xml", path}, exitUsage, `isofront: requests: --format: "xml": want text or json`},
		{[]string{"requests", "--slo", "ttft", path}, exitUsage, `isofront: requests: --slo: "ttft": want seconds above 0, as in ttft=2,itl=0.05`},
		{[]string{"requests", "--slo", "e2el=1", path}, exitUsage, `isofront: requests: --slo: "e2el": want ttft or itl`},
		{[]string{"requests", "--slo", "itl=1,itl=2", path}, exitUsage, `isofront: requests: --slo: itl: given twice`},
		{[]string{"requests", "--slo", "itl=NaN", path}, exitUsage, `isofront: requests: --slo: "itl=NaN": want seconds`},
		{[]string{"requests", filepath.Join(dir, "none")}, exitData, "isofront: requests: " + filepath.Join(dir, "none") + ": no such file"},
		{[]string{"requests", dir}, exitData, "isofront: requests: " + dir + ": is a folder"},
		{[]string{"requests", filepath.Join(dir, "profile_export_aiperf.json")}, exitData, "isofront: requests: " + filepath.Join(dir, "profile_export_aiperf.json") + ": AIPerf aggregate (JSON): holds no requests one by one"},
	} {
		out, errs, code := isofront(t, c.args...)
		if code != c.code || !strings.HasPrefix(errs, c.want) || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q, want %d, %q", c.args, code, errs, c.code, c.want)
		}
	}
}

// From a trace to a folder of bundles with its requests, and back to the same
// report.
func TestRequestsArePacked(t *testing.T) {
	path := aiperfRun(t)
	out := filepath.Join(t.TempDir(), "bundles")
	pack := []string{"pack", "-o", out, "--set", "model=M", "--set", "hardware=b200", "--set", "framework=vllm", "--set", "precision=fp8", "--set", "spec_decoding=none",
		"--set", "gpus=8", "--set", "workload=agentic", "--set", "concurrency=2", path}
	if _, errs, code := isofront(t, pack...); code != exitData || !strings.Contains(errs, "the file ends in the middle of a request") {
		t.Errorf("a part of a run: %d %q", code, errs)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:strings.LastIndexByte(string(text), '\n')+1], 0o644); err != nil {
		t.Fatal(err)
	}
	said := must(t, pack...)
	if !strings.Contains(said, "requests of M agentic b200 at concurrency 2: 5 in requests-m-agentic.") {
		t.Error(said)
	}
	must(t, "check", out)
	files, err := filepath.Glob(filepath.Join(out, "requests-*.msgpack"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	must(t, "check", files[0])
	if got := must(t, "inspect", files[0]); !strings.Contains(got, "5 requests: 3 used, 2 dropped (warmup 1, failed 1)") {
		t.Error(got)
	}
	if got := must(t, "inspect", out); !strings.Contains(got, "M agentic: 5 requests of b200/vllm/fp8/none/agg/unofficial at concurrency 2") {
		t.Error(got)
	}
	// 1/p90(E2EL/OSL) of 4/101, 1.5/51, 0.25/1: type 7 between 4/101 and 0.25.
	table := must(t, "table", "--data", out, "--model", "M", "--workload", "agentic", "--axis", "e2e-normalized", "--targets", "4", "--format", "json")
	if !strings.Contains(table, `"axis": "e2e-normalized"`) {
		t.Error(table)
	}
	if err := os.WriteFile(files[0], []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := isofront(t, "check", out); code != exitData || !strings.Contains(errs, "not an isofront file") {
		t.Errorf("%d %q", code, errs)
	}
	// What the file lacks is named.
	_, errs, code := isofront(t, "pack", "-o", out+"2", path)
	if code != exitData || !strings.Contains(errs, "missing model, hardware") {
		t.Errorf("%d %q", code, errs)
	}
}

const sharedTraces = "../../shared/traces"

func realReport(t *testing.T, file string) wire.Requests {
	t.Helper()
	path := filepath.Join(sharedTraces, file)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no real file: %v", err)
	}
	var r wire.Requests
	if err := json.Unmarshal([]byte(must(t, "requests", "--format", "json", path)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// A real run of AIPerf: what its own aggregate says.
func TestRealAIPerf(t *testing.T) {
	r := realReport(t, "aiperf/profile_export.jsonl")
	if r.Source != "aiperf" || r.Requests.Total != 196 || r.Requests.Used != 195 || r.Requests.Dropped["warmup"] != 1 || len(r.Requests.Dropped) != 1 {
		t.Errorf("%+v", r.Requests)
	}
	m := &r.Metrics
	for _, c := range []struct {
		what string
		got  *float64
		want float64
	}{
		{"interactivity p50", m.Interactivity.P50, 76.7060040}, {"p75", m.Interactivity.P75, 72.6286477}, {"p90", m.Interactivity.P90, 69.6122032}, {"p95", m.Interactivity.P95, 65.0861801},
		{"E2E-normalized p90", m.E2ENormalized.P90, 8.38751809}, {"TTFT p90", m.TTFT.P90, 26.178687}, {"mean ITL", m.ITL.Mean, 0.0132061427}, {"E2EL p90", m.E2EL.P90, 77.6014093},
	} {
		if c.got == nil || math.Abs(*c.got-c.want) > 1e-6*max(c.want, 1e-2) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if tool := &r.AsTheToolPrints; tool.Summary != "profile_export_aiperf.json" || tool.Compared < 150 || len(tool.Differ) > 20 {
		t.Errorf("%d compared, %d differ", tool.Compared, len(tool.Differ))
	}
	for _, d := range r.AsTheToolPrints.Differ {
		// The file had most gaps removed; the tool divides by its phase's length.
		if !strings.HasPrefix(d.Name, "inter_chunk_latency.") && !strings.Contains(d.Name, "throughput.avg") {
			t.Errorf("%+v", d)
		}
	}
}

// The real trace replays: failures counted, and the published percentiles to
// their six digits.
func TestRealTraceReplay(t *testing.T) {
	f, err := os.Open("../../shared/reference/agentic_points.csv")
	if err != nil {
		t.Skipf("no reference: %v", err)
	}
	defer f.Close()
	points, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range []string{
		"tp4_users12_offloadoff__dgxc-slurm_8", "tp4_users1_offloadon__nb_0", "tp4_users32_offloadoff__dgxc-slurm_7", "tp8_users12_offloadoff__dgxc-slurm_7",
		"tp8_users16_offloadoff__dgxc-slurm_2", "tp8_users1_offloadoff__nb_0", "tp8_users256_offloadoff__dgxc-slurm_6", "tp8_users32_offloadoff__dgxc-slurm_3",
		"tp8_users64_offloadoff__dgxc-slurm_2", "tp8_users64_offloadon__dgxc-slurm_2", "tp8_users8_offloadon__dgxc-slurm_8",
	} {
		r := realReport(t, "vllm_trace_replay/dsr1_b200_vllm_"+file+".csv")
		parts := strings.Split(file, "_")
		recipe := "TP=" + parts[0][2:] + ", KV offload " + strings.TrimPrefix(parts[2], "offload")
		dropped := 0
		for _, n := range r.Requests.Dropped {
			dropped += n
		}
		if r.Requests.Total != r.Requests.Used+dropped {
			t.Errorf("%s: %+v", file, r.Requests)
		}
		for _, row := range points[1:] {
			p := map[string]string{}
			for i, h := range points[0] {
				p[h] = row[i]
			}
			if p["recipe"] != recipe || p["concurrency"] != strings.TrimPrefix(parts[1], "users") || p["requests"] != strconv.Itoa(r.Requests.Total) {
				continue
			}
			found++
			if p["requests_used"] != strconv.Itoa(r.Requests.Used) {
				t.Errorf("%s: %d used, want %s", file, r.Requests.Used, p["requests_used"])
			}
			inverse := func(v *float64) *float64 { w := 1 / *v; return &w }
			m := &r.Metrics
			for column, v := range map[string]*float64{
				"p50_ttft_s": m.TTFT.P50, "p75_ttft_s": m.TTFT.P75, "p90_ttft_s": m.TTFT.P90, "p95_ttft_s": m.TTFT.P95,
				"p50_itl_s": m.ITL.P50, "p75_itl_s": m.ITL.P75, "p90_itl_s": m.ITL.P90, "p95_itl_s": m.ITL.P95,
				"p50_e2el_s": m.E2EL.P50, "p75_e2el_s": m.E2EL.P75, "p90_e2el_s": m.E2EL.P90, "p95_e2el_s": m.E2EL.P95,
				"p50_e2el_per_token_s": inverse(m.E2ENormalized.P50), "p75_e2el_per_token_s": inverse(m.E2ENormalized.P75),
				"p90_e2el_per_token_s": inverse(m.E2ENormalized.P90), "p95_e2el_per_token_s": inverse(m.E2ENormalized.P95),
			} {
				if got := strconv.FormatFloat(*v, 'g', 6, 64); got != p[column] {
					t.Errorf("%s %s: %s, want %s", file, column, got, p[column])
				}
			}
		}
	}
	t.Logf("%d points reproduced", found)
	if found < 8 {
		t.Errorf("only %d points found", found)
	}
}

// The same replay as the tool writes it, with every chunk's time.
func TestRealTraceReplayWhole(t *testing.T) {
	r := realReport(t, "vllm_trace_replay/SAMPLE_full_rows_with_token_timestamps.csv")
	if r.Requests.Used != 6 || r.Steadiness.TokenGaps.Requests != 6 || r.Steadiness.TokenGaps.N != 9975 || len(r.Steadiness.ByTenth) != 10 || r.Steadiness.Stalls == nil {
		t.Errorf("%+v %+v", r.Requests, r.Steadiness.TokenGaps)
	}
}

// A remark on a row is told as one warning, and says once that it is one.
func TestRemarkOnARow(t *testing.T) {
	line := func(ttft string) string {
		return `{"metadata":{"x_request_id":"a","request_start_ns":1000000000,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"time_to_first_token":{"value":` + ttft +
			`,"unit":"ms"},"request_latency":{"value":1100,"unit":"ms"},"output_sequence_length":{"value":11,"unit":"tokens"},"input_sequence_length":{"value":50,"unit":"tokens"}}}` + "\n"
	}
	text := must(t, "requests", write(t, "profile_export.jsonl", line("100")+line("120")))
	if !strings.Contains(text, "\nwarning: row 2: has the id of an earlier request") {
		t.Error(text)
	}
}
