package pack

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/isofront/isofront/data/importer"
)

// A price sheet of very many rows costs no more for each the longer it is: a hundred
// thousand are read in a second or two, where to compare each with all before would take a minute.
func TestLongPriceSheet(t *testing.T) {
	var b strings.Builder
	b.WriteString("as_of,hardware,hyperscaler_usd_per_gpu_hour\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "2026-01-01,h%d,1\n", i)
	}
	b.WriteString("2026-01-01,H7,1\n")
	start := time.Now()
	dir := folder(t, map[string]string{"p.csv": b.String(), "q.csv": "as_of,hardware,hyperscaler_usd_per_gpu_hour\n2026-01-01,H8,1\n2026-01-01,h9,1\n"})
	report, err := Inspect(importer.Given{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if p, q := report.Inputs[0], report.Inputs[1]; p.Kept != 100_000 || len(p.Refused) != 1 || q.Kept != 0 || len(q.Refused) != 2 ||
		q.Refused[0].Reason != importer.ReasonLetterCase || q.Refused[0].Detail != `"H8", "h8" in `+p.File || q.Refused[1].Reason != importer.ReasonDuplicate {
		t.Errorf("%d kept, %v; %d kept, %v", p.Kept, p.Refused, q.Kept, q.Refused)
	}
}
