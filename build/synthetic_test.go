package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/synth"
)

// Whatever leaves isofront with figures that nobody measured says so.
func TestSyntheticIsCalledThatInEveryExport(t *testing.T) {
	of := func(args ...string) []string {
		return append(args, "--model", synth.DemoModel, "--workload", "agentic")
	}
	says := func(name, text, want string) {
		t.Helper()
		if !strings.Contains(text, want) {
			t.Errorf("%s does not say %q:\n%.3000s", name, want, text)
		}
	}
	for _, format := range []string{"markdown", "html", "latex", "json", "csv"} {
		want := data.SyntheticNote
		if format == "csv" {
			want = "synthetic, not measured"
		}
		says(format, must(t, of("table", "--format", format)...), want)
	}
	says("frontier", must(t, of("frontier", "--format", "json")...), data.SyntheticNote)
	for i, line := range strings.Split(strings.TrimSpace(must(t, of("frontier")...)), "\n") {
		if i > 0 {
			says("a row", line, "Synthetic agentic demo,synthetic-")
		}
	}
	says("solve", must(t, of("solve", "--min-throughput", "5000")...), data.SyntheticNote)
	chart := filepath.Join(t.TempDir(), "f.svg")
	must(t, of("chart", "-o", chart)...)
	svg, err := os.ReadFile(chart)
	if err != nil {
		t.Fatal(err)
	}
	says("chart", string(svg), "Warning: these figures are synthetic: made up by a program")

	// The published figures do not, and a table of both names which is which.
	if out := must(t, gb...); strings.Contains(out, "ynthetic") {
		t.Errorf("the published figures are called synthetic:\n%s", out)
	}
	mixed := filepath.Join(t.TempDir(), "mixed.csv")
	rows := strings.Split(must(t, of("frontier")...), "\n")
	real := strings.Replace(rows[1], "synthetic-admit,synthetic,", "h200,vllm,", 1)
	if err := os.WriteFile(mixed, []byte(strings.Join(append(rows[:len(rows)-1], real), "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bundles := t.TempDir()
	must(t, "pack", "-o", bundles, mixed)
	says("mixed", must(t, of("table", "--data", bundles)...), "Warning: synthetic-admit/synthetic/fp8/mtp/agg, synthetic-queue/synthetic/fp8/mtp/agg: "+strings.ReplaceAll(data.SyntheticNote, "~", ""))
	says("packed again", must(t, "inspect", bundles), "source synthetic: Synthetic data, not a measurement")
}

func TestInspectCallsSyntheticByItsName(t *testing.T) {
	packed, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	one := ""
	for name, file := range packed.files {
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o644); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "requests-") {
			one = name
		}
	}
	out := must(t, "inspect", dir)
	for _, want := range []string{": 6 points, synthetic\n", " requests, synthetic of synthetic-queue/synthetic/fp8/mtp/agg at concurrency 12, ", "source synthetic: Synthetic data, not a measurement"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := must(t, "inspect", filepath.Join(dir, one)); !strings.Contains(out, "warning: these requests are "+data.SyntheticNote) {
		t.Errorf("%s", out)
	}
}
