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
