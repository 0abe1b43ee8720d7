package iso_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// served is a sweep whose points give their output rates too, as shares of all
// tokens.
func served(shares ...float64) iso.Series {
	s := sweep("a", 2, 10, 1000, 20, 800, 40, 300)
	s.Kw = opt.Of(2)
	for i, share := range shares {
		y, _ := s.Points[i].Y.Get()
		s.Points[i].Output = opt.Of(y * share)
	}
	return s
}

func fleetAt(s *iso.Series, axis iso.Axis, x, mw float64) iso.Fleet {
	f := iso.Build(s, axis, false)
	c := iso.ReadCells(s, f, []float64{x}, iso.Strict)
	return iso.FleetOf(s, axis, &c[0], mw)
}

func TestFleet(t *testing.T) {
	want := func(what string, got opt.Float, v float64) {
		t.Helper()
		if g, ok := got.Get(); !ok || math.Abs(g-v) > 1e-9*v {
			t.Errorf("%s: %v, want %v", what, got, v)
		}
	}
	// 3 MW at 2 kW: 1500 GPUs for $3,000/h. At the knot 20: 1500 x 800 = 1.2 M tok/s, a
	// tenth of it output: 120,000 / 20 = 6,000 users.
	s := served(0.1, 0.1, 0.1)
	f := fleetAt(&s, iso.Interactivity, 20, 3)
	want("gpus", f.GPUs, 1500)
	want("dollars", f.UsdPerHour, 3000)
	want("tokens", f.TokensPerSecond, 1.2e6)
	want("users", f.UsersLow, 6000)
	want("users", f.UsersHigh, 6000)
	// Between shares of 0.1 and 0.12 at 15 (903.125 tok/s/GPU on this curve): 1500 x 903.125 x
	// 0.1 / 15 = 9,031.25 users, and 10,837.5 at 0.12, whichever side is slower.
	for _, shares := range [][]float64{{0.1, 0.12, 0.3}, {0.12, 0.1, 0.3}} {
		s = served(shares...)
		f = fleetAt(&s, iso.Interactivity, 15, 3)
		want("low", f.UsersLow, 9031.25)
		want("high", f.UsersHigh, 10837.5)
	}
	// On E2E-normalized the same arithmetic counts those who wait, too.
	f = fleetAt(&s, iso.E2ENormalized, 20, 3)
	want("normalized", f.UsersLow, 6000)
}

func TestFleetAbsent(t *testing.T) {
	for _, c := range []struct {
		what           string
		shares         []float64
		axis           iso.Axis
		x, mw          float64
		tokens         bool
		gpus, noReason string
	}{
		{"an output rate is missing at one side", []float64{0.1}, iso.Interactivity, 15, 3, true, "1500", iso.NoOutputRate},
		{"no output rates", nil, iso.Interactivity, 20, 3, true, "1500", iso.NoOutputRate},
		{"equal waits", []float64{0.1, 0.1}, iso.TTFT, 15, 3, true, "1500", iso.NoUserSpeed},
		{"out of reach", []float64{0.1, 0.1, 0.1}, iso.Interactivity, 50, 3, false, "1500", ""},
		{"no budget", []float64{0.1, 0.1, 0.1}, iso.Interactivity, 15, 0, false, "", ""},
	} {
		s := served(c.shares...)
		if c.axis == iso.TTFT { // there a frontier rises
			s.Points[0].Y, s.Points[2].Y = s.Points[2].Y, s.Points[0].Y
		}
		f := fleetAt(&s, c.axis, c.x, c.mw)
		if f.UsersLow.Ok() || f.UsersHigh.Ok() || f.NoUsers != c.noReason || f.TokensPerSecond.Ok() != c.tokens || f.GPUs.Ok() != (c.gpus != "") {
			t.Errorf("%s: %+v", c.what, f)
		}
	}
	s := served(0.1, 0.1, 0.1)
	s.Kw = opt.Float{}
	if f := fleetAt(&s, iso.Interactivity, 15, 3); f.GPUs.Ok() || f.TokensPerSecond.Ok() || f.UsdPerHour.Ok() || f.UsersLow.Ok() {
		t.Errorf("without a power: %+v", f)
	}
	s = served(0.1, 0.1, 0.1)
	s.Price = opt.Float{}
	if f := fleetAt(&s, iso.Interactivity, 15, 3); f.UsdPerHour.Ok() || !f.UsersLow.Ok() {
		t.Errorf("without a price: %+v", f)
	}
	// A budget below one GPU is none at all, which is a value.
	if f := fleetAt(&s, iso.Interactivity, 15, 0.001); f.GPUs != opt.Of(0) || f.TokensPerSecond != opt.Of(0) || f.UsersHigh != opt.Of(0) {
		t.Errorf("below one GPU: %+v", f)
	}
}

// Users lie between those of either side's share, and so do their tokens.
func TestFleetProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0.001, 1)
		s := served(share.Draw(t, "a"), share.Draw(t, "b"), share.Draw(t, "c"))
		x := rapid.Float64Range(10, 40).Draw(t, "x")
		f := fleetAt(&s, iso.Interactivity, x, rapid.Float64Range(0.01, 100).Draw(t, "mw"))
		lo, _ := f.UsersLow.Get()
		hi, ok := f.UsersHigh.Get()
		tokens, _ := f.TokensPerSecond.Get()
		if !ok || lo > hi || hi*x > tokens*(1+1e-12) {
			t.Fatalf("%+v at %v", f, x)
		}
	})
}
