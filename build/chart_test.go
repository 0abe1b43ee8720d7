package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var chartGB = []string{"chart", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25,50"}

// TestChart: each ending writes its format, twice the same bytes, over what was
// there, and leaves nothing else behind.
func TestChart(t *testing.T) {
	dir := t.TempDir()
	for name, magic := range map[string]string{"a.svg": "<?xml", "a.PNG": "\x89PNG", "a.pdf": "%PDF-"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := must(t, append(chartGB, "-o", path)...); out != "" {
			t.Errorf("%s: %q", name, out)
		}
		first, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(first, []byte(magic)) {
			t.Fatalf("%s: %v %.20q", name, err, first)
		}
		must(t, append(chartGB, "-o", path)...)
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: %v, not the same bytes", name, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("%v %v", left, err)
	}
}

// TestChartSays: sources by title, the dates, what is left out, and warnings
// stand in the figure.
func TestChartSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	must(t, "chart", "-o", path, "--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", "ttft", "--theme", "dark", "--width", "700", "--height", "500")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`width="525pt" height="375pt"`, "TTFT at p90 (s), log scale", "Measured 2026-04-21. Source: InferenceX experimental multi-turn records.", "Agentic: only points", "#171B21"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestChartFailures(t *testing.T) {
	dir := t.TempDir()
	file := write(t, "file", "x")
	if err := os.Mkdir(filepath.Join(dir, "folder.svg"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, "name a file to write with --out, or --format embed", nil},
		{2, "--format: \"svg\": the only one is embed", []string{"--format", "svg"}},
		{2, `--out: "a.gif": want a name ending in .svg, .png or .pdf`, []string{"-o", "a.gif"}},
		{2, `--out: "svg"`, []string{"-o", "svg"}},
		{2, `--theme: "sepia": want light, dark, transparent`, []string{"-o", filepath.Join(dir, "a.svg"), "--theme", "sepia"}},
		{2, "width 5: want 320 to 8192", []string{"-o", filepath.Join(dir, "a.svg"), "--width", "5"}},
		{2, "leave no room for the figure", []string{"-o", filepath.Join(dir, "a.svg"), "--series", "*", "--all-dates", "--width", "320", "--height", "240"}},
		{2, "--scale: only a PNG has pixels to scale", []string{"-o", filepath.Join(dir, "a.svg"), "--scale", "3"}},
		{2, "--scale: only a PNG has pixels to scale", []string{"--format", "embed", "--scale", "3"}},
		{2, "scale 9: want 0.5 to 8", []string{"-o", filepath.Join(dir, "a.png"), "--scale", "9"}},
		{2, `--targets: "x" is not a number`, []string{"-o", filepath.Join(dir, "a.svg"), "--targets", "x"}},
		{2, "target -5: must be a number above 0", []string{"-o", filepath.Join(dir, "a.svg"), "--targets=-5"}},
		{2, "matches none of", []string{"-o", filepath.Join(dir, "a.svg"), "--series", "tpu*"}},
		{2, "no system here has a point with E2E latency at p50 and throughput", []string{"-o", filepath.Join(dir, "a.svg"), "--axis", "e2el"}},
		{1, filepath.Join(dir, "none", "a.svg") + ": no such file or directory", []string{"-o", filepath.Join(dir, "none", "a.svg")}},
		{1, "not a directory", []string{"-o", filepath.Join(file, "a.svg")}},
		{1, "folder.svg: is a directory", []string{"-o", filepath.Join(dir, "folder.svg")}},
	} {
		args := append([]string{"chart", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}, c.args...)
		out, errs, code := isofront(t, args...)
		if code != c.code || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "isofront: chart: ") || out != "" {
			t.Errorf("%v: exit %d: %q, want exit %d: %q", c.args, code, errs, c.code, c.want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if out := must(t, "chart", "--help"); !strings.Contains(out, "isofront chart") || !strings.Contains(out, "Example:") {
		t.Error(out)
	}
}

// TestChartDatesNameTheirSystems where they differ.
func TestChartDatesNameTheirSystems(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	for series, want := range map[string]string{"gb*": "Measured 2026-05-22. ", "gb300* mi355x*fp8*": "Measured 2026-04-25 (MI355X sglang FP8), 2026-05-22 (GB300 dynamo-vllm FP4 disagg). "} {
		args := []string{"chart", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "-o", file}
		for _, s := range strings.Fields(series) {
			args = append(args, "--series", s)
		}
		must(t, args...)
		if svg, err := os.ReadFile(file); err != nil || !strings.Contains(string(svg), want) {
			t.Errorf("%s: no %q, %v", series, want, err)
		}
	}
}
