package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A price sheet need not say where its prices come from: nothing stands for that,
// neither empty brackets nor a name left out of a sentence.
func TestSheetWithoutASource(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.Mkdir(in, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"points.csv":  "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,tput_per_gpu,interactivity,source\nM,h100,vllm,fp8,none,false,1024,1024,4,900,20,lab\nM,h100,vllm,fp8,none,false,1024,1024,2,600,50,lab\n",
		"sources.csv": "id,title,url,dated,note\nlab,,,false,\n",
		"prices.csv":  "as_of,hardware,hyperscaler_usd_per_gpu_hour,all_in_kw_per_gpu,source\n2026-03-18,h100,1.5,1.2,\n",
	} {
		if err := os.WriteFile(filepath.Join(in, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "pack", "-o", out, in)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"prices: hyperscaler, sheet of 2026-03-18\n", []string{"solve", "--data", out, "--max-cost", "0.5"}},
		{"prices: hyperscaler, sheet of 2026-03-18\n", []string{"solve", "--data", out, "--break-even", "--baseline", "h100*", "--target", "30"}},
		{"hyperscaler, sheet of 2026-03-18: H100 $1.50.", []string{"table", "--data", out, "--quantity", "cost,energy"}},
		{"kW/GPU, sheet of 2026-03-18: H100 1.2.", []string{"table", "--data", out, "--quantity", "cost,energy", "--format", "html"}},
		{"prices of 2026-03-18: 1 kind of hardware (source not given)\n", []string{"inspect", out}},
		{"source lab: not described\n", []string{"inspect", out}},
		{"<li>Source lab</li>", []string{"frontier", "--data", out, "--format", "html"}},
	} {
		got := must(t, c.args...) + "\n"
		if !strings.Contains(got, c.want) || strings.Contains(got, "()") {
			t.Errorf("%v: no %q in\n%s", c.args, c.want, got)
		}
	}
}
