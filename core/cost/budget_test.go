package cost_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

func TestBudget(t *testing.T) {
	for _, c := range []struct{ mw, kw, want float64 }{
		{1, 2, 500},         // 1000/2
		{1, 2.1, 476},       // 476.19...: a part of a GPU is none
		{1, 1.71, 584},      // 584.79...
		{1.37, 1.37, 1000},  // 999.9999999999999 by division
		{0.11, 2.2, 50},     // 49.99999999999999 by division
		{0.0021, 2.1, 1},    // just one
		{0.0020999, 2.1, 0}, // not one
		{1000, 0.001, 1e9},  // 1e6 kW of 1 W
		{0.0009995, 1, 0},   // 0.9995 of a GPU is none
	} {
		near(t, "gpus", cost.GPUs(opt.Of(c.mw), opt.Of(c.kw)), c.want)
	}
	// 476 GPUs at 8,000 tok/s/GPU, of which 800 are output, at 25 tok/s/user:
	// 476 x 8000 = 3,808,000 tok/s; 476 x 800 / 25 = 15,232 users; at $2.21: $1,051.96/h.
	gpus := opt.Of(476)
	near(t, "fleet", cost.FleetThroughput(gpus, opt.Of(8000)), 3808000)
	near(t, "users", cost.Users(cost.FleetThroughput(gpus, opt.Of(800)), opt.Of(25)), 15232)
	near(t, "dollars per hour", cost.UsdPerHour(gpus, opt.Of(2.21)), 1051.96)
	// Not one GPU: 0 of everything, which is no absence.
	near(t, "no GPU's tokens", cost.FleetThroughput(opt.Of(0), opt.Of(8000)), 0)
	near(t, "no GPU's users", cost.Users(opt.Of(0), opt.Of(25)), 0)
}

func TestBudgetAbsent(t *testing.T) {
	one := opt.Of(1)
	for _, bad := range []opt.Float{{}, opt.Of(-1), opt.Of(math.NaN()), opt.Of(math.Inf(1))} {
		for name, got := range map[string]opt.Float{
			"no budget": cost.GPUs(bad, one), "no power": cost.GPUs(one, bad),
			"no fleet": cost.FleetThroughput(bad, one), "no throughput": cost.FleetThroughput(one, bad),
			"no output": cost.Users(bad, one), "no speed": cost.Users(one, bad), "no price": cost.UsdPerHour(one, bad),
		} {
			if got.Ok() {
				t.Errorf("%s (%v): %v, want absent", name, bad, got)
			}
		}
	}
	for name, got := range map[string]opt.Float{
		"budget 0": cost.GPUs(opt.Of(0), one), "power 0": cost.GPUs(one, opt.Of(0)),
		"throughput 0": cost.FleetThroughput(one, opt.Of(0)), "speed 0": cost.Users(one, opt.Of(0)),
		"too many": cost.GPUs(opt.Of(1e300), opt.Of(1e-300)),
	} {
		if got.Ok() {
			t.Errorf("%s: %v, want absent", name, got)
		}
	}
}

// The fleet fits the budget, one more GPU would not, and a fleet that fills the
// budget makes what tok/s/MW says.
func TestBudgetProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mw, kw := rapid.Float64Range(1e-3, 1e4).Draw(t, "mw"), rapid.Float64Range(0.05, 50).Draw(t, "kw")
		y, x := rapid.Float64Range(0.1, 1e5).Draw(t, "y"), rapid.Float64Range(0.1, 1e3).Draw(t, "x")
		n, ok := cost.GPUs(opt.Of(mw), opt.Of(kw)).Get()
		if !ok || n != math.Floor(n) || n*kw > 1000*mw*(1+2e-12) || (n+1)*kw < 1000*mw*(1-2e-12) {
			t.Fatalf("%v GPUs of %v kW in %v MW", n, kw, mw)
		}
		rate, _ := cost.FleetThroughput(opt.Of(n), opt.Of(y)).Get()
		perMW, _ := cost.TokensPerSecondPerMW(opt.Of(kw), opt.Of(y)).Get()
		if gap := perMW*mw - rate; gap < -1e-9*rate || gap > y*(1+1e-9) {
			t.Fatalf("the fleet makes %v, tok/s/MW says %v: more than a GPU apart", rate, perMW*mw)
		}
		users, _ := cost.Users(opt.Of(rate), opt.Of(x)).Get()
		if math.Abs(users*x-rate) > 1e-12*rate {
			t.Fatalf("%v users at %v are not %v", users, x, rate)
		}
	})
}
