package iso_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// TestPenalty: normalized 1.28 where interactivity alone says 28.8: the wait
// takes 1 - 1.28/28.8 = 95.6%.
func TestPenalty(t *testing.T) {
	s := sweep("a", 2, 1.28, 1000, 20, 400)
	s.Points[0].Interactivity, s.Points[1].Interactivity = opt.Of(28.8), opt.Of(25)
	tbl := make1(t, iso.Spec{Axis: iso.E2ENormalized, Targets: []float64{1, 1.28, 10, 30}, Baseline: -1}, s)
	row := &tbl.Rows[0]
	for j, want := range []*iso.Penalty{
		nil, // below: nothing was measured there
		{Alone: [2]float64{28.8, 28.8}, Taken: [2]float64{1 - 1.28/28.8, 1 - 1.28/28.8}},
		{Alone: [2]float64{28.8, 25}, Taken: [2]float64{1 - 1.28/28.8, 1 - 20.0/25}},
		nil,
	} {
		got, ok := row.Penalty(&row.Cells[j])
		if ok != (want != nil) || ok && (got.Alone != want.Alone || math.Abs(got.Taken[0]-want.Taken[0])+math.Abs(got.Taken[1]-want.Taken[1]) > 1e-12) {
			t.Errorf("at %v: %+v, %v, want %+v", row.Cells[j].Target, got, ok, want)
		}
	}
	s.Points[1].Interactivity = opt.Float{}
	if _, ok := row.Penalty(&row.Cells[2]); ok {
		t.Error("a point without interactivity has a penalty")
	}
	plain := make1(t, iso.Spec{Targets: []float64{10}, Baseline: -1}, s).Rows[0]
	if _, ok := plain.Penalty(&plain.Cells[0]); ok {
		t.Error("there is a penalty on the axis of interactivity")
	}
}

// TestTakenIsTheFirstTokenShare: for one request the share that the wait takes
// follows from the identity E2EL/OSL = ITL (1 - 1/OSL) + TTFT/OSL:
// 1 - normalized/interactivity = 1 - ITL OSL/E2EL = (TTFT - ITL)/E2EL.
func TestTakenIsTheFirstTokenShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ttft := rapid.Float64Range(1e-3, 1e3).Draw(t, "ttft")
		itl := rapid.Float64Range(1e-4, 1).Draw(t, "itl")
		osl := float64(rapid.IntRange(2, 1<<20).Draw(t, "osl"))
		e2el := ttft + itl*(osl-1)
		got, ok := iso.Taken(opt.Of(osl/e2el), opt.Of(1/itl))
		if want := (ttft - itl) / e2el; !ok || math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, %v, want %v", got, ok, want)
		}
	})
}
