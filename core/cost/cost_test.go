package cost_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

func near(t *testing.T, what string, got opt.Float, want float64) {
	t.Helper()
	v, ok := got.Get()
	if !ok || math.Abs(v-want) > 1e-12*math.Abs(want) {
		t.Errorf("%s: %v %v, want %v", what, v, ok, want)
	}
}

func TestCost(t *testing.T) {
	// CASES 24: $2.40 per GPU-hour; per GPU 2000 tok/s in all, 500 out, 1500 in.
	// 2.4e6/(3600*2000) = 1/3, 2.4e6/(3600*500) = 4/3, 2.4e6/(3600*1500) = 4/9.
	p := opt.Of(2.40)
	near(t, "total", cost.UsdPerMtok(p, opt.Of(2000)), 1.0/3)
	near(t, "output only", cost.UsdPerMtok(p, opt.Of(500)), 4.0/3)
	near(t, "input only", cost.UsdPerMtok(p, opt.Of(1500)), 4.0/9)
	// 3600*2000/2.4 = 3,000,000 tokens per dollar.
	near(t, "tokens per dollar", cost.TokensPerUsd(p, opt.Of(2000)), 3e6)
	// 2.1 kW over 8835.47 tok/s: 2100/8835.47 J.
	near(t, "energy", cost.JoulesPerToken(opt.Of(2.1), opt.Of(8835.47)), 2100/8835.47)
	near(t, "per MW", cost.TokensPerSecondPerMW(opt.Of(2), opt.Of(500)), 250000)
	// (1000/2) / (300/1) = 5/3; equal at pA = 1 * 1000/300.
	near(t, "perf per dollar", cost.PerfPerDollar(opt.Of(1000), opt.Of(2), opt.Of(300), opt.Of(1)), 5.0/3)
	near(t, "break-even", cost.BreakEven(opt.Of(1000), opt.Of(300), opt.Of(1)), 10.0/3)
}

// TestAbsent: CASES X4, an absent or zero price or throughput gives nothing,
// never a cost of 0.
func TestAbsent(t *testing.T) {
	for _, bad := range []opt.Float{{}, opt.Of(0), opt.Of(-1), opt.Of(math.NaN())} {
		for name, got := range map[string]opt.Float{
			"no price":        cost.UsdPerMtok(bad, opt.Of(1000)),
			"no throughput":   cost.UsdPerMtok(opt.Of(2), bad),
			"no power":        cost.JoulesPerToken(bad, opt.Of(1000)),
			"no tokens":       cost.TokensPerUsd(opt.Of(2), bad),
			"no baseline":     cost.PerfPerDollar(opt.Of(1), opt.Of(1), bad, opt.Of(1)),
			"no own price":    cost.PerfPerDollar(opt.Of(1), bad, opt.Of(1), opt.Of(1)),
			"no break-even":   cost.BreakEven(opt.Of(1), bad, opt.Of(1)),
			"no MW":           cost.TokensPerSecondPerMW(bad, opt.Of(1)),
			"too large":       cost.TokensPerUsd(opt.Of(1e-300), opt.Of(1e300)),
			"no denominators": cost.Ratio(opt.Of(1), bad),
		} {
			if got.Ok() {
				t.Errorf("%s (%v): %v, want absent", name, bad, got)
			}
		}
	}
}

func TestIdentities(t *testing.T) {
	positive := rapid.Float64Range(1e-3, 1e6)
	rapid.Check(t, func(t *rapid.T) {
		p, y, q, z := positive.Draw(t, "p"), positive.Draw(t, "y"), positive.Draw(t, "q"), positive.Draw(t, "z")
		usd, _ := cost.UsdPerMtok(opt.Of(p), opt.Of(y)).Get()
		if math.Abs(usd*y-p*1e6/3600) > 1e-12*p*1e6/3600 {
			t.Fatalf("cost x throughput is %v, want %v", usd*y, p*1e6/3600)
		}
		ab, _ := cost.PerfPerDollar(opt.Of(y), opt.Of(p), opt.Of(z), opt.Of(q)).Get()
		ba, _ := cost.PerfPerDollar(opt.Of(z), opt.Of(q), opt.Of(y), opt.Of(p)).Get()
		if math.Abs(ab*ba-1) > 1e-12 {
			t.Fatalf("ratio(A,B) x ratio(B,A) = %v", ab*ba)
		}
		even := cost.BreakEven(opt.Of(y), opt.Of(z), opt.Of(q))
		if r, _ := cost.PerfPerDollar(opt.Of(y), even, opt.Of(z), opt.Of(q)).Get(); math.Abs(r-1) > 1e-12 {
			t.Fatalf("ratio at the break-even price: %v", r)
		}
	})
}

func TestNewest(t *testing.T) {
	sheets := []cost.Sheet{{AsOf: "2026-08-14"}, {AsOf: "2026-03-18"}, {AsOf: "2026-07-14"}}
	for asOf, want := range map[string]string{"": "2026-08-14", "2026-07-14": "2026-07-14", "2026-08-13": "2026-07-14", "2026-03-18": "2026-03-18"} {
		if s := cost.Newest(sheets, asOf); s == nil || s.AsOf != want {
			t.Errorf("%s: %v, want %s", asOf, s, want)
		}
	}
	if s := cost.Newest(sheets, "2026-03-17"); s != nil {
		t.Errorf("before the first sheet: %v", s)
	}
}

func TestLookup(t *testing.T) {
	s := &cost.Sheet{Rows: []cost.Row{{Hardware: "gb300", Hyperscaler: opt.Of(2.652), Rental: opt.Of(3.96), AllInKw: opt.Of(2.1)}}}
	if p, kw := s.Lookup("GB300", cost.Hyperscaler); p != opt.Of(2.652) || kw != opt.Of(2.1) {
		t.Error(p, kw)
	}
	if p, _ := s.Lookup("gb300", cost.Neocloud); p.Ok() {
		t.Error("a price that is not on the sheet:", p)
	}
	if p, kw := s.Lookup("tpu", cost.Rental); p.Ok() || kw.Ok() {
		t.Error("unknown hardware:", p, kw)
	}
	if p, kw := (*cost.Sheet)(nil).Lookup("gb300", cost.Rental); p.Ok() || kw.Ok() {
		t.Error("no sheet:", p, kw)
	}
}
