package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A benchmark client's summary says what it lacks; --set or a file beside it
// gives that.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	const summary = `{"date":"20260527-075026","backend":"vllm","model_id":"moonshotai/Kimi-K2.5","num_prompts":40,"max_concurrency":4,"duration":100,"completed":40,` +
		`"total_input_tokens":40000,"total_output_tokens":20000,"output_throughput":200,"total_token_throughput":600,"median_ttft_ms":300,"median_tpot_ms":20}`
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file := write("bench.json", summary)
	pack := func(set ...string) (string, string, int) {
		args := []string{"pack", "-o", filepath.Join(dir, "out")}
		for _, s := range set {
			args = append(args, "--set", s)
		}
		return isofront(t, append(args, file)...)
	}
	if out, _, code := isofront(t, "inspect", file); code != 0 || !strings.Contains(out, "missing hardware, framework, precision, spec_decoding, workload, gpus: give them in an isofront.json beside the file or with --set hardware=...") {
		t.Errorf("inspect: exit %d: %s", code, out)
	}
	if _, errs, code := pack(); code != 1 || !strings.Contains(errs, "missing hardware") {
		t.Errorf("nothing given: exit %d: %s", code, errs)
	}
	if _, errs, code := pack("colour=red"); code != 2 || !strings.Contains(errs, "isofront: pack: --set: colour: not a field that can be given") {
		t.Errorf("an unknown field: exit %d: %s", code, errs)
	}
	all := []string{"hardware=B200", "framework=vllm", "precision=int4", "spec_decoding=none", "workload=8192/1024", "gpus=8"}
	if out, errs, code := pack(all...); code != 0 || !strings.Contains(out, "1 row kept, 0 refused") {
		t.Errorf("all given: exit %d: %s%s", code, out, errs)
	}
	write("isofront.json", `{"hardware":"b200","framework":"vllm","precision":"int4","spec_decoding":"none","workload":"8192/1024","gpus":8}`)
	if out, errs, code := pack(); code != 0 || !strings.Contains(out, "1 row kept, 0 refused") {
		t.Errorf("given beside it: exit %d: %s%s", code, out, errs)
	}
	// Nothing said whether the run is official.
	if out, _, _ := pack(); !strings.Contains(out, "official: not stated in "+file+": taken as unofficial; --set official=true") {
		t.Errorf("official by default? %s", out)
	}
	if out, _, _ := pack("official=false"); strings.Contains(out, "official: not stated") {
		t.Errorf("said to be unofficial: %s", out)
	}
	// The tool's site is not the source of a run of one's own.
	cited := func() string {
		out, _, _ := isofront(t, "table", "--data", filepath.Join(dir, "out"), "--targets", "50")
		_, out, _ = strings.Cut(out, "Source: ")
		return out
	}
	if out, _, _ := pack(); !strings.Contains(out, "source: not named in "+file+": --set source=NAME") || !strings.HasPrefix(cited(), "not named (files of vllm bench serve)") || strings.Contains(cited(), "github.com") {
		t.Errorf("no source given: %s%s", out, cited())
	}
	if out, _, _ := pack("source=my lab"); strings.Contains(out, "source: not named") || !strings.HasPrefix(cited(), "my lab") {
		t.Errorf("a source given: %s%s", out, cited())
	}
	pack()
	write("isofront.json", `{"hardware":"b200","framework":"vllm","precision":"int4","spec_decoding":"none","workload":"8192/1024","gpus":8,"files":{"*tp4*":{"gpus":4}}}`)
	for _, input := range []string{file, dir} {
		if out, errs, code := isofront(t, "pack", "-o", t.TempDir()+"/out", input); code != 0 || !strings.Contains(out, `isofront.json: files: "*tp4*" fits no file`) {
			t.Errorf("a pattern in vain: exit %d: %s%s", code, out, errs)
		}
	}
	write("more-tp4.json", summary)
	if out, errs, code := isofront(t, "pack", "-o", t.TempDir()+"/out", file); code != 0 || strings.Contains(out, "fits no file") {
		t.Errorf("a pattern of the file beside: exit %d: %s%s", code, out, errs)
	}
	write("isofront.json", "")
	for _, input := range []string{file, dir} {
		if _, errs, code := isofront(t, "pack", "-o", t.TempDir()+"/out", input); code != 1 || !strings.Contains(errs, "isofront.json: is empty") {
			t.Errorf("an empty isofront.json: exit %d: %s", code, errs)
		}
	}
	// 600 tok/s on 8 GPUs, 20 ms per token
	out, errs, code := isofront(t, "table", "--data", filepath.Join(dir, "out"), "--targets", "50", "--format", "csv")
	if code != 0 || !strings.Contains(out, "75") || !strings.Contains(out, "b200/vllm/int4/none/agg/unofficial") {
		t.Errorf("table: exit %d: %s%s", code, out, errs)
	}
}
