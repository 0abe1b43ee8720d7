package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackIsNotUnderOnesFeet: the folder of the output is replaced, so it is not the
// one that somebody works in.
func TestPackIsNotUnderOnesFeet(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "own.csv")
	if err := os.WriteFile(own, []byte("model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\nM,b200,vllm,fp8,none,8192/1024,4,900,40\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(dir, "out", "deep")
	if err := os.MkdirAll(here, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	for _, out := range []string{".", here, ".."} {
		if _, said, code := isofront(t, "pack", "-o", out, own); code == 0 || !strings.Contains(said, "the folder that this runs in") && !strings.Contains(said, "which isofront did not write") {
			t.Errorf("%s: exit %d, %s", out, code, said)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
	must(t, "pack", "-o", "bundles", own)
}

// TestZipInZip says that a zip inside a zip is not opened.
func TestZipInZip(t *testing.T) {
	at := filepath.Join(t.TempDir(), "outer.zip")
	f, err := os.Create(at)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	outer := zip.NewWriter(f)
	w, err := outer.Create("in.zip")
	if err != nil {
		t.Fatal(err)
	}
	inner := zip.NewWriter(w)
	if _, err := inner.Create("own.csv"); err != nil {
		t.Fatal(err)
	}
	if err := inner.Close(); err != nil {
		t.Fatal(err)
	}
	if err := outer.Close(); err != nil {
		t.Fatal(err)
	}
	if _, said, code := isofront(t, "pack", "-o", filepath.Join(t.TempDir(), "o"), at); code == 0 || !strings.Contains(said, "a zip inside a zip is not opened") {
		t.Errorf("exit %d, %s", code, said)
	}
}

// TestTableSaysWhatItLeavesOut: nothing asked for is dropped in silence.
func TestTableSaysWhatItLeavesOut(t *testing.T) {
	gb := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*"}
	with := func(args ...string) []string { return append(append([]string{}, gb...), args...) }
	if _, said, code := isofront(t, with("--quantity", "")...); code != 2 || !strings.Contains(said, "--quantity") {
		t.Errorf("no quantity: exit %d, %s", code, said)
	}
	if _, said, code := isofront(t, with("--price", "=3")...); code != 2 || !strings.Contains(said, "names no hardware") {
		t.Errorf("no hardware: exit %d, %s", code, said)
	}
	if _, said, code := isofront(t, with("--chain", "gb200*,gb300*", "--format", "csv")...); code != 0 || !strings.Contains(said, "steps of a chain have no place in a CSV") {
		t.Errorf("steps: exit %d, %s", code, said)
	}
	if out := must(t, with("--percentile", "90", "--sentence")...); !strings.Contains(out, "no system here has a point with interactivity at p90 and throughput") {
		t.Errorf("sentence: %s", out)
	}
}

// TestTargetsThatMostReach: without targets, where none is within reach of all, the
// table is made at those that most series reach, and says of how many.
func TestTargetsThatMostReach(t *testing.T) {
	v4 := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--quantity", "throughput"}
	out := must(t, v4...)
	if !strings.Contains(out, "no target is within reach of all 4 series; these are of 3") || strings.Count(out, "\n| ") < 3 {
		t.Errorf("%s", out)
	}
	if out := must(t, append(v4, "--series", "gb*")...); strings.Contains(out, "within reach of all") {
		t.Errorf("both reach them: %s", out)
	}
	for _, more := range [][]string{nil, {"--targets", "30"}} { // which no system has either
		if out := must(t, append(append(v4, "--percentile", "90"), more...)...); !strings.Contains(out, "no system here has a point with interactivity at p90 and throughput") {
			t.Errorf("%q: %s", more, out)
		}
	}
}

// TestElsewhere: where no system has the axis, what else of the data has it is said, by
// tables and charts alike, and not where a system has it.
func TestElsewhere(t *testing.T) {
	v4 := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	const want = "points with TTFT are in DeepSeek-R1-0528 agentic, "
	for _, more := range [][]string{{"table", "--axis", "ttft"}, {"table", "--axis", "ttft", "--targets", "1"}, {"chart", "--axis", "ttft", "-o", filepath.Join(t.TempDir(), "a.svg")}} {
		if _, errs, _ := isofront(t, append(more, v4...)...); !strings.Contains(errs, want) || !strings.Contains(errs, "no system here has a point with TTFT at p50 and throughput") && more[0] == "chart" {
			t.Errorf("%q: %s", more, errs)
		}
	}
	if _, errs, _ := isofront(t, append([]string{"table", "--series", "gb*"}, v4...)...); errs != "" && strings.Contains(errs, "points with") {
		t.Error(errs)
	}
	// What agentic points lack may be the E2E-normalized value alone: then no hint is of help.
	dir := filepath.Join(t.TempDir(), "agentic")
	must(t, "pack", "-o", dir, write(t, "a.csv", "model,hardware,framework,precision,spec_decoding,disagg,workload,recipe,concurrency,tput_per_gpu,p90_itl_s,source\n"+
		"M,h100,vllm,fp8,none,false,agentic,TP=8,4,100,0.02,s\n"), write(t, "b.csv", csvHead+row("4")))
	if out, errs, _ := isofront(t, "table", "--data", dir, "--model", "M", "--workload", "agentic"); errs != "" || !strings.Contains(out, "1 of 1 points left out: no E2E-normalized value") ||
		!strings.Contains(out, "no system here has a point with interactivity at p90 and throughput and an E2E-normalized value") {
		t.Errorf("%s%s", out, errs)
	}
	one := write(t, "one.csv", csvHead+row("4"))
	out := filepath.Join(t.TempDir(), "out")
	must(t, "pack", "-o", out, one)
	if _, errs, _ := isofront(t, "table", "--data", out, "--percentile", "95"); !strings.Contains(errs, "none of these data has a point with interactivity at p95") {
		t.Error(errs)
	}
	if _, errs, _ := isofront(t, "table", "--data", out, "--tokens", "input"); !strings.Contains(errs, "none of these data has a point with interactivity and throughput of input tokens") {
		t.Error(errs)
	}
}

// TestHelpSaysDefaults, each once.
func TestHelpSaysDefaults(t *testing.T) {
	out, _, _ := isofront(t, "table", "--help")
	flat := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{"Default: interactivity.", "Default: throughput, cost.", "Default: strict."} {
		if strings.Count(flat, want) != 1 {
			t.Errorf("no %q in %s", want, flat)
		}
	}
}

// TestOneTargetIsExplained: where a series of one point leaves one target that all reach,
// the table says which series that is.
func TestOneTargetIsExplained(t *testing.T) {
	dir := t.TempDir()
	const head = "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\n"
	wide := "M,b200,vllm,fp8,none,8192/1024,4,900,80\nM,b200,vllm,fp8,none,8192/1024,64,4000,20\n"
	for name, c := range map[string]struct{ rows, want string }{
		"one of two":          {wide + "M,h100,vllm,fp8,none,8192/1024,4,300,40\n", "no other target is within reach of all: the frontier is one point of h100/vllm/fp8/none/agg"},
		"two of two":          {wide + "M,h100,vllm,fp8,none,8192/1024,4,300,40\nM,h100,vllm,fp8,none,8192/1024,8,500,30\n", ""},
		"one of one":          {"M,h100,vllm,fp8,none,8192/1024,4,300,40\n", ""},
		"with a beaten point": {wide + "M,h100,vllm,fp8,none,8192/1024,4,300,40\nM,h100,vllm,fp8,none,8192/1024,8,200,30\n", "the frontier is one point of h100/vllm/fp8/none/agg"},
		"two alike":           {wide + "M,a100,vllm,fp8,none,8192/1024,4,200,40\nM,h100,vllm,fp8,none,8192/1024,4,300,40\n", "is one point of a100/vllm/fp8/none/agg, h100/vllm/fp8/none/agg"},
		"out of both":         {wide + "M,h100,vllm,fp8,none,8192/1024,4,300,90\n", ""},
	} {
		own, out := filepath.Join(dir, name+".csv"), filepath.Join(dir, name)
		if err := os.WriteFile(own, []byte(head+c.rows), 0o644); err != nil {
			t.Fatal(err)
		}
		must(t, "pack", "-o", out, own)
		table := must(t, "table", "--data", out)
		if said := strings.Contains(table, "the frontier is one point of"); said != (c.want != "") || !strings.Contains(table, c.want) {
			t.Errorf("%s: %s", name, table)
		}
	}
}

// TestASentenceIsNoCSV: of a sentence nobody is told what a CSV has no place for.
func TestASentenceIsNoCSV(t *testing.T) {
	args := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--chain", "gb200*,gb300*", "--targets", "25", "--format", "csv"}
	if _, said, _ := isofront(t, append(args, "--sentence")...); strings.Contains(said, "have no place in a CSV") {
		t.Error(said)
	}
	if _, said, _ := isofront(t, args...); !strings.Contains(said, "have no place in a CSV") {
		t.Error(said)
	}
}
