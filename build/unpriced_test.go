package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackNamesHardwareWithoutPrice: a name that no sheet knows is told when it is
// packed, not found out from empty cells.
func TestPackNamesHardwareWithoutPrice(t *testing.T) {
	dir := t.TempDir()
	head := "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\n"
	own := filepath.Join(dir, "own.csv")
	if err := os.WriteFile(own, []byte(head+"M,zx900,vllm,fp8,none,8192/1024,4,900,40\nM,b200,vllm,fp8,none,8192/1024,4,900,40\nM,zx900,vllm,fp4,none,8192/1024,4,900,40\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := must(t, "pack", "-o", filepath.Join(dir, "packed"), own)
	if !strings.Contains(out, "prices: no sheet has a price for zx900: its costs are absent") {
		t.Errorf("%s", out)
	}
	priced := filepath.Join(dir, "prices.csv")
	if err := os.WriteFile(priced, []byte("as_of,hardware,hyperscaler_usd_per_gpu_hour\n2026-01-01,zx900,3\n2026-01-01,b200,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "pack", "-o", filepath.Join(dir, "again"), own, priced); strings.Contains(out, "no sheet has") {
		t.Errorf("%s", out)
	}
}
