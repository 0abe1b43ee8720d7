package query_test

import (
	"math"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// TestPenaltyOfShippedPoints: among the agentic points is one where p90
// interactivity 28.8 tok/s/user goes with 1.28 normalized.
func TestPenaltyOfShippedPoints(t *testing.T) {
	files, report, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	if _, err := e.Open(files[report.Index]); err != nil {
		t.Fatal(err)
	}
	bundle, err := e.Resolve("DeepSeek-R1-0528", "agentic")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(files[bundle.File]); err != nil {
		t.Fatal(err)
	}
	s, err := e.Select(&wire.Query{Model: "DeepSeek-R1-0528", Workload: "agentic", Axis: "e2e-normalized", Percentile: 90})
	if err != nil {
		t.Fatal(err)
	}
	for _, series := range s.Series {
		for _, p := range series.Points {
			i, iok := p.Interactivity.Get()
			n, nok := p.X.Get()
			if iok && nok && math.Abs(i-28.8) < 0.05 && math.Abs(n-1.28) < 0.005 {
				if taken, ok := iso.Taken(p.X, p.Interactivity); !ok || math.Abs(taken-0.9556) > 5e-4 {
					t.Errorf("the wait takes %v", taken)
				}
				return
			}
		}
	}
	t.Error("no point has p90 interactivity 28.8 and 1.28 normalized")
}
