package iso_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

func TestFastest(t *testing.T) {
	// At $2/h, cost is 2e6/3600/y = 555.5556/y: knots cost 0.5556, 0.6944, 1.8519, 5.5556.
	s := sweep("a", 2, 10, 1000, 20, 800, 40, 300, 80, 100)
	s.Kw = opt.Of(2) // J/token = 2000/y
	f := iso.Build(&s, iso.Interactivity, false)
	for _, c := range []struct {
		b     iso.Bound
		state iso.SolutionState
		x, y  float64
	}{
		{iso.Bound{Kind: iso.MinThroughput, Value: 800}, iso.AtKnot, 20, 800},
		{iso.Bound{Kind: iso.MaxCost, Value: 2e6 / 3600 / 300}, iso.AtKnot, 40, 300},
		{iso.Bound{Kind: iso.MaxEnergy, Value: 20}, iso.AtKnot, 80, 100}, // the last knot's own value, no frontier_end
		{iso.Bound{Kind: iso.MinThroughput, Value: 903.125}, iso.BetweenTwo, 15, 903.125},
		{iso.Bound{Kind: iso.MinThroughput, Value: 162.5}, iso.BetweenTwo, 60, 162.5},
		{iso.Bound{Kind: iso.MinThroughput, Value: 99}, iso.FrontierEnd, 80, 100},
		{iso.Bound{Kind: iso.MaxCost, Value: 100}, iso.FrontierEnd, 80, 100},
		{iso.Bound{Kind: iso.MaxCost, Value: 1e308}, iso.FrontierEnd, 80, 100},
		{iso.Bound{Kind: iso.MaxCost, Value: 1e-308}, iso.TooTight, 0, 0},
		{iso.Bound{Kind: iso.MaxCost, Value: 0.555555555556}, iso.AtKnot, 10, 1000}, // 0.5555... with 12 digits
		{iso.Bound{Kind: iso.MaxEnergy, Value: 1.9}, iso.TooTight, 0, 0},
		{iso.Bound{Kind: iso.MinThroughput, Value: 1001}, iso.TooTight, 0, 0},
		{iso.Bound{Kind: iso.MinThroughput, Value: 0}, iso.NoBasis, 0, 0},
		{iso.Bound{Kind: iso.MaxCost, Value: -1}, iso.NoBasis, 0, 0},
		{iso.Bound{Kind: iso.MaxCost, Value: math.NaN()}, iso.NoBasis, 0, 0},
	} {
		got := f.Fastest(&s, c.b)
		x, xok := got.X.Get()
		y, _ := got.Y.Get()
		if got.State != c.state || xok != (c.x != 0) || math.Abs(x-c.x) > 1e-9 || math.Abs(y-c.y) > 1e-9 {
			t.Errorf("%+v: %+v, want %s at %v, %v", c.b, got, c.state, c.x, c.y)
		}
	}
	// What a bound needs costs the bound: 0.2 $/M at $2/h is 2e6/3600/0.2 = 2777.78 tok/s/GPU; 4 J at 2 kW is 500.
	for _, c := range []struct {
		b    iso.Bound
		want float64
	}{
		{iso.Bound{Kind: iso.MaxCost, Value: 0.2}, 2e6 / 3600 / 0.2}, {iso.Bound{Kind: iso.MaxEnergy, Value: 4}, 500}, {iso.Bound{Kind: iso.MinThroughput, Value: 7}, 7},
	} {
		if v, ok := c.b.Need(&s).Get(); !ok || math.Abs(v-c.want) > 1e-9 {
			t.Errorf("%+v needs %v, want %v", c.b, v, c.want)
		}
	}
	if (iso.Bound{Kind: iso.MaxCost, Value: -1}).Need(&s).Ok() || (iso.Bound{Kind: iso.MaxCost, Value: 1}).Need(&iso.Series{}).Ok() {
		t.Error("a bound that no throughput holds, or without a price, needs something")
	}
	s.Price, s.Kw = opt.Float{}, opt.Float{}
	for _, k := range []iso.BoundKind{iso.MaxCost, iso.MaxEnergy} {
		if got := f.Fastest(&s, iso.Bound{Kind: k, Value: 1}); got.State != iso.NoBasis {
			t.Errorf("%s without a price or power: %+v", k, got)
		}
	}
}

// TestFastestOnTTFT: a smaller TTFT is faster, and costs throughput.
func TestFastestOnTTFT(t *testing.T) {
	s := sweep("a", 2, 0.1, 100, 1, 900)
	f := iso.Build(&s, iso.TTFT, false)
	if got := f.Fastest(&s, iso.Bound{Kind: iso.MinThroughput, Value: 50}); got.State != iso.FrontierEnd || got.X != opt.Of(0.1) {
		t.Errorf("loose: %+v", got)
	}
	got := f.Fastest(&s, iso.Bound{Kind: iso.MinThroughput, Value: 500})
	if x, _ := got.X.Get(); got.State != iso.BetweenTwo || math.Abs(x-0.55) > 1e-12 || !got.Directional {
		t.Errorf("on a line, halfway: %+v", got)
	}
	if got := f.Fastest(&s, iso.Bound{Kind: iso.MinThroughput, Value: 901}); got.State != iso.TooTight {
		t.Errorf("tight: %+v", got)
	}
}

// TestSolveHoldsItsBound: beside a steep fall, what was solved for still holds.
func TestSolveHoldsItsBound(t *testing.T) {
	s := sweep("a", 2, 100, 1e6, 101, 1)
	f := iso.Build(&s, iso.Interactivity, false)
	got := f.Fastest(&s, iso.Bound{Kind: iso.MinThroughput, Value: 1.05})
	x, _ := got.X.Get()
	y, _ := got.Y.Get()
	if back, _ := f.At(x, iso.Strict).Y.Get(); y < 1.05 || back != y || got.State != iso.BetweenTwo {
		t.Errorf("%+v: read back %v", got, back)
	}
}

// TestSolveAndBack: reading the curve where it was solved gives the bound.
func TestSolveAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := iso.Series{Price: opt.Of(rapid.Float64Range(0.5, 9).Draw(t, "price"))}
		for range rapid.IntRange(2, 12).Draw(t, "n") {
			s.Points = append(s.Points, iso.Point{X: opt.Of(rapid.Float64Range(1, 300).Draw(t, "x")), Y: opt.Of(rapid.Float64Range(1, 2e4).Draw(t, "y"))})
		}
		f := iso.Build(&s, iso.Interactivity, false)
		usd := rapid.Float64Range(0.005, 500).Draw(t, "usd")
		got := f.Fastest(&s, iso.Bound{Kind: iso.MaxCost, Value: usd})
		x, ok := got.X.Get()
		if !ok {
			return
		}
		y, _ := f.At(x, iso.Strict).Y.Get()
		p, _ := s.Price.Get()
		need := p * 1e6 / (3600 * usd)
		switch got.State {
		case iso.FrontierEnd:
			if y < need {
				t.Fatalf("%v at the end does not hold %v", y, need)
			}
		case iso.BetweenTwo, iso.AtKnot:
			if math.Abs(y-need) > 1e-9*need {
				t.Fatalf("solved %v, read back %v, wanted %v", x, y, need)
			}
		}
	})
}

func TestBreakEven(t *testing.T) {
	a, b := sweep("a", 3, 10, 900, 30, 450), sweep("b", 2, 10, 300, 30, 100)
	tbl := make1(t, iso.Spec{Targets: []float64{10, 40}, Baseline: 1}, a, b)
	// 900 against 300 tok/s/GPU at $2: equal at $6.
	if p := iso.BreakEven(&tbl.Rows[0].Cells[0], &tbl.Rows[1].Cells[0], tbl.Rows[1].Series); p != opt.Of(6) {
		t.Error(p)
	}
	if p := iso.BreakEven(&tbl.Rows[0].Cells[1], &tbl.Rows[1].Cells[1], tbl.Rows[1].Series); p.Ok() {
		t.Error("out of reach:", p)
	}
}
