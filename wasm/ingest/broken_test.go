package ingest

import (
	"strings"
	"testing"
)

// A file of a zip that is cut short is refused, and what lies beside it is drawn, by the
// name of its own format.
func TestABrokenFileInAZip(t *testing.T) {
	const good = "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\nM,b200,vllm,fp8,none,8192/1024,4,900,40\nM,b200,vllm,fp8,none,8192/1024,8,-1,30\n"
	const cut = `[{"hw":"b200","infmax_model_prefix":"dsr1","tput_per_gpu":1,"framework":"vllm","conc":4,`
	r := feed(t, &module{}, "x.zip", zipped(t, "a.json", cut, "b.csv", good), 1000)
	if r.Kind != KindPoints || r.Kept != 1 || r.Refused != 2 || len(r.Notes) != 2 || !strings.HasPrefix(r.Notes[1], "Refused: in b.csv: row 3: ") || !strings.HasPrefix(r.Notes[0], "Refused: a.json: row 1: ") || !strings.Contains(r.Notes[0], "cut short") || strings.Contains(r.Format, "cannot be read") {
		t.Errorf("%s %q: %d kept, %d refused, %q: %s", r.Kind, r.Format, r.Kept, r.Refused, r.Notes, r.Problem)
	}
}

// A damaged entry costs no other, and the format is that of the points.
func TestADamagedEntryInAZip(t *testing.T) {
	const good = "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\nM,b200,vllm,fp8,none,8192/1024,4,900,40\n"
	const prices = "as_of,hardware,rental_usd_per_gpu_hour\n2026-01-01,b200,2\n"
	damaged := zipped(t, "a.csv", strings.Repeat("model,hardware\n", 50), "results.csv", good)
	damaged[60] ^= 0x55 // within the first entry's packed bytes
	for name, c := range map[string]struct {
		file         []byte
		kept         int
		format, says string
	}{
		"damaged":            {damaged, 1, "operating points (CSV)", "Refused: a.csv: is damaged"},
		"a price sheet too":  {zipped(t, "prices.csv", prices, "results.csv", good), 1, "operating points (CSV)", ""},
		"results that fail":  {zipped(t, "prices.csv", prices, "results.csv", strings.Replace(good, "900", "-1", 1)), 0, "", "tput_per_gpu"},
		"a price sheet only": {zipped(t, "prices.csv", prices), 0, "price sheets (CSV)", "is a price sheet"},
	} {
		r := feed(t, &module{}, "x.zip", c.file, 1000)
		if r.Kept != c.kept || r.Format != c.format || !strings.Contains(r.Problem+strings.Join(r.Notes, "\n"), c.says) || c.format == "" && strings.Contains(r.Problem, "price sheet") {
			t.Errorf("%s: %d kept, %q, %s %q", name, r.Kept, r.Format, r.Problem, r.Notes)
		}
	}
}
