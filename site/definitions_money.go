package main

import (
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

// money takes a system's tok/s in and out, its prefill GPUs and its others; then
// of A its tok/s/GPU, price in $/GPU-hour and kW/GPU, and the first two of B;
// then metered kWh and the tokens made with them.
//
// It gives tok/s/GPU in all, out and in, and by role in and out; $/M tokens and
// tokens/$ of A, and the price that cost and throughput multiply to; J/token and
// tok/s/MW by the model, measured J/token and that over the modelled; performance
// per dollar and throughput of A over those of B, by how many percent a token of
// A is cheaper or else one of B, and the price at which A breaks even.
func (r *results) money(f fields) {
	in, out, prefill, others := f.one(0), f.one(1), f.one(2), f.one(3)
	gpus := plus(prefill, others)
	if !prefill.Ok() {
		gpus = others
	}
	r.put(1, over(plus(in, out), gpus), over(out, gpus), over(in, gpus), over(in, prefill))
	r.put(1, prefill.Map(func(float64) float64 { v, _ := over(out, others).Get(); return v }))
	y, price, kw, yB, priceB := f.one(4), f.one(5), f.one(6), f.one(7), f.one(8)
	usd := cost.UsdPerMtok(price, y)
	r.put(1, usd, cost.TokensPerUsd(price, y), implied(usd, y))
	// 3,600 kWs in a kWh: J/token is the formula of kW and tok/s again.
	modelled := cost.JoulesPerToken(kw, y)
	measured := cost.JoulesPerToken(f.one(9).Map(func(kwh float64) float64 { return 3600 * kwh }), f.one(10))
	r.put(1, modelled, cost.TokensPerSecondPerMW(kw, y), measured, over(measured, modelled))
	ratio := cost.PerfPerDollar(y, price, yB, priceB)
	r.put(1, ratio, over(y, yB))
	cheaper := [2]opt.Float{}
	if v, ok := ratio.Get(); ok && v >= 1 {
		cheaper[0] = opt.Of(1 - 1/v)
	} else if ok {
		cheaper[1] = opt.Of(1 - v)
	}
	r.put(100, cheaper[:]...)
	r.put(1, cost.BreakEven(y, yB, priceB))
}

func plus(a, b opt.Float) opt.Float {
	return a.Map(func(x float64) float64 { y, _ := b.Get(); return x + y })
}

// over is a/b; absent unless both are above 0.
func over(a, b opt.Float) opt.Float { return cost.ThroughputRatio(a, b) }

// implied is the price in $/GPU-hour at which y tok/s/GPU cost usd $/M tokens.
func implied(usd, y opt.Float) opt.Float {
	return usd.Map(func(c float64) float64 { t, _ := y.Get(); return c * t * 3600 / 1e6 })
}
