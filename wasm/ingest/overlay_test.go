package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

var said = []string{"model=Kimi-K2.5", "workload=agentic", "hardware=H200", "framework=vllm", "precision=nvfp4", "spec_decoding=none", "gpus=4", "concurrency=6", "recipe=TP4"}

// served is a file of vLLM's client that says a part of it.
const served = `{"date":"20260510-101112","endpoint_type":"openai-chat","model_id":"meta/L","num_prompts":3,"max_concurrency":2,"duration":10.0,"completed":2,"failed":1,"total_input_tokens":200,"total_output_tokens":12,"hardware":"b200",` +
	`"output_throughput":1.2,"total_token_throughput":21.25,"input_lens":[100,100,100],"output_lens":[7,5,0],"ttfts":[0.5,0.4,0.0],"itls":[[0.3,0.3],[0.1,0.1,0.1,0.1],[]],"start_times":[10.5,10.75,11.0],"errors":["","","x"]}`

// packed is what the command line packs with --set.
func packed(t *testing.T, settings []string, files map[string]string) pack.Files {
	t.Helper()
	given, err := importer.ParseGiven("--set", settings)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, report, err := pack.BuildGiven(given, dir)
	if err != nil {
		t.Fatalf("%v, %+v", err, report)
	}
	return out
}

func open(t *testing.T, file []byte) *data.Bundle {
	t.Helper()
	_, _, b, err := data.OpenFile(file)
	if err != nil || b == nil {
		t.Fatal(err)
	}
	return b
}

// begins gives the files whose name begins so.
func begins(files pack.Files, begin string) (out [][]byte) {
	for name, file := range files {
		if strings.HasPrefix(name, begin) {
			out = append(out, file)
		}
	}
	return out
}

// lay decodes what the export returns.
func lay(t *testing.T, m *module, run int, settings ...string) *Reply {
	t.Helper()
	return decode(t, m.pack(m.point(run, strings.Join(settings, "\n"))))
}

// aggregate is what AIPerf prints beside a_profile.jsonl.
const aggregate = `{"aiperf_version":"0.8.0","request_latency":{"unit":"ms","p50":400},"time_to_first_token":{"unit":"ms","p50":100},"inter_token_latency":{"unit":"ms","p50":10},` +
	`"request_count":{"unit":"requests","avg":50},"total_isl":{"unit":"tokens","avg":50000},"total_osl":{"unit":"tokens","avg":1725},"benchmark_duration":{"unit":"sec","avg":61.7},` +
	`"input_config":{"endpoint":{"model_names":["moonshotai/Kimi-K2.5"]},"loadgen":{"concurrency":6}},"start_time":"2026-07-09T09:15:47.824596"}`

func TestALaidRunIsThePointThatPackMakes(t *testing.T) {
	own := map[string]string{"a.jsonl": "a_aiperf.json"}
	for _, files := range []map[string]string{
		{"a.jsonl": string(trace(50, "x"))},
		{"a.jsonl": string(trace(50, "x")), "a_aiperf.json": aggregate},
		{"b.json": served},
		{"b.jsonl": served + "\n" + strings.Replace(served, `"max_concurrency":2`, `"max_concurrency":5`, 1)},
	} {
		b := open(t, begins(packed(t, said, files), "points-")[0])
		want := b.Points()
		var got []data.Point
		m := &module{}
		for _, name := range []string{"a.jsonl", "b.json", "b.jsonl"} {
			text, ok := files[name]
			if !ok {
				continue
			}
			if summary, ok := files[own[name]]; ok {
				give(m, own[name], []byte(summary))
			}
			for i := range feed(t, m, name, []byte(text), 100).Runs {
				r := lay(t, m, i, said...)
				if r.Kind != KindPoints || len(r.Bundles) != 1 {
					t.Fatalf("%s: %s %s %+v", name, r.Kind, r.Problem, r.Faults)
				}
				got = append(got, open(t, r.Bundles[0].File).Points()...)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v\npack makes\n%+v", got, want)
		}
	}
}

// Kept requests say all but the GPUs, and give the point back.
func TestPackedRequestsLackTheirGPUs(t *testing.T) {
	files := packed(t, said, map[string]string{"a.jsonl": string(trace(50, "x"))})
	m := &module{}
	form := feed(t, m, "r.msgpack", begins(files, "requests-")[0], 1000).Runs[0].HTML
	if n := strings.Count(form, " readonly"); n != 8 || !strings.Contains(form, `value="h200"`) {
		t.Errorf("%d fields are the file's: %s", n, form)
	}
	if r := lay(t, m, 0); len(r.Faults) != 1 || r.Faults[0].Field != "gpus" {
		t.Errorf("%+v", r)
	}
	r := lay(t, m, 0, "gpus=4")
	if want := open(t, begins(files, "points-")[0]).Point(0); r.Kind != KindPoints || open(t, r.Bundles[0].File).Point(0) != want {
		t.Errorf("%+v", r)
	}
	const name = "r.msgpack: h200/vllm/fp4/none/agg, concurrency 6, TP4"
	if r.Laid != name || !slices.Equal(r.Bundles[0].Recorded, []string{"h200/vllm/fp4/none/agg/unofficial"}) {
		t.Errorf("%q, %q", r.Laid, r.Bundles[0].Recorded)
	}
}

func TestTheFormAsksForWhatTheFileDoesNotSay(t *testing.T) {
	m := &module{}
	form := feed(t, m, "b.json", []byte(served), 100).Runs[0].HTML
	for _, want := range []string{
		`name="hardware" type="text" autocomplete="off" spellcheck="false" maxlength="120" placeholder="such as h200" value="b200" aria-describedby="lay-hardware-note" readonly`,
		`name="concurrency" type="text" autocomplete="off" spellcheck="false" maxlength="120" placeholder="such as 16" value="2" aria-describedby="lay-concurrency-note" readonly`,
		`value="meta/L" aria-describedby="lay-model-note" list="lay-model-list"`, // of no known model: it may be called otherwise
		`value="" aria-describedby="lay-gpus-note">`,
	} {
		if !strings.Contains(form, want) {
			t.Errorf("the form lacks %s\n%s", want, form)
		}
	}
	even := strings.Replace(served, `"output_lens":[7,5,0]`, `"output_lens":[5,5,0]`, 1)
	if form := feed(t, m, "b.json", []byte(even), 100).Runs[0].HTML; !strings.Contains(form, `value="100/5" aria-describedby="lay-workload-note" list`) {
		t.Errorf("requests of one length are no workload: %s", form)
	}
	evil := strings.Replace(served, "meta/L", `\"><script>`, 1)
	if form := feed(t, m, "b.json", []byte(evil), 100).Runs[0].HTML; strings.Contains(form, "<script") {
		t.Error("the model's name is markup")
	}
	failed := `{"metadata":{"request_start_ns":1,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"error_isl":{"value":5,"unit":"tokens"}},"error":{"code":500}}`
	if form := feed(t, m, "a.jsonl", []byte(failed), 100).Runs[0].HTML; strings.Contains(form, "<form") || !strings.Contains(form, "Not possible: no request succeeded: failed 1.") {
		t.Errorf("%s", form)
	}
}

func TestWhatIsWrongWithTheFormIsSaid(t *testing.T) {
	m := &module{}
	feed(t, m, "a.jsonl", trace(5, "x"), 100)
	change := func(key, value string) []string {
		out := slices.DeleteFunc(slices.Clone(said), func(s string) bool { return strings.HasPrefix(s, key+"=") })
		if value != "" {
			out = append(out, key+"="+value)
		}
		return out
	}
	for _, c := range []struct{ key, value, want string }{
		{"gpus", "eight", "Not a whole number above 0."},
		{"gpus", "0", "Not a whole number above 0."},
		{"concurrency", "1.5", "Not a whole number above 0."},
		{"workload", "8192/", "Not input/output tokens such as 8192/1024."},
		{"hardware", "h200/x", "Holds / or @, which part the names of series."},
		{"framework", "a\u202eb", "Holds marks of writing direction."},
		{"precision", "", "Needed: the file does not say it."},
		{"model", "", "Needed: the file does not say it."},
		{"nonsense", "1", "Not a field that can be given"},
	} {
		r := lay(t, m, 0, change(c.key, c.value)...)
		if r.Kind != KindRefused || len(r.Faults) != 1 || r.Faults[0].Field != c.key || !strings.HasPrefix(r.Faults[0].Text, c.want) {
			t.Errorf("%s=%s: %s %q %+v", c.key, c.value, r.Kind, r.Problem, r.Faults)
		}
	}
	if r := lay(t, m, 0); len(r.Faults) != 8 {
		t.Errorf("an empty form: %+v", r.Faults)
	}
	if r := lay(t, m, 3, said...); r.Kind != KindRefused || r.Problem == "" {
		t.Errorf("%+v", r)
	}
	form := feed(t, m, "a.jsonl", []byte(strings.ReplaceAll(string(trace(5, "x")), "input_sequence_length", "x")), 100).Runs[0].HTML
	if strings.Contains(form, "<form") || !strings.Contains(form, "Not possible: no total throughput") {
		t.Errorf("a form asks for what cannot help: %s", form)
	}
	if r := lay(t, m, 0, said...); r.Problem != "No operating point can be formed: no total throughput: not every answered request says its input and output tokens." {
		t.Errorf("%q", r.Problem)
	}
}

// Of a packed folder, the series whose points all have their requests in the same
// drop are known to have them.
func TestPackedPointsKnowTheirRequests(t *testing.T) {
	const csv = "model,workload,hardware,framework,precision,spec_decoding,recipe,concurrency,tput_per_gpu,interactivity\n"
	files := packed(t, said, map[string]string{"a.jsonl": string(trace(50, "x")), "p.csv": csv + "Kimi-K2.5,agentic,b200,vllm,fp4,none,TP4,4,100,10\n"})
	points := begins(files, "points-")[0]
	m := &module{}
	if got := feed(t, m, "p.msgpack", points, 1000).Bundles[0].Recorded; len(got) != 0 {
		t.Errorf("without any requests: %q", got)
	}
	feed(t, m, "r.msgpack", begins(files, "requests-")[0], 1000)
	if got := feed(t, m, "p.msgpack", points, 1000).Bundles[0].Recorded; !slices.Equal(got, []string{"h200/vllm/fp4/none/agg/unofficial"}) {
		t.Errorf("with the requests of one series: %q", got)
	}
	if got := m.goodput(0, 10, 0); got == "" {
		t.Error("the requests on show are gone after points were read")
	}
	// One point more of the same series has none.
	files = packed(t, said, map[string]string{"a.jsonl": string(trace(50, "x")), "p.csv": csv + "Kimi-K2.5,agentic,h200,vllm,fp4,none,TP4,4,100,10\n"})
	if got := feed(t, m, "p.msgpack", begins(files, "points-")[0], 1000).Bundles[0].Recorded; len(got) != 0 {
		t.Errorf("with a point of another origin: %q", got)
	}
}
