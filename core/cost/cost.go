// Package cost turns throughput into dollars and joules. Every quantity is
// derived from one interpolated throughput, so cost x throughput is constant
// along a curve; none is interpolated by itself. An absent price, power or
// throughput, or one that is not positive, leaves the result absent.
package cost

import "github.com/isofront/isofront/core/opt"

// UsdPerMtok is $/M tokens at a price in $/GPU-hour and y in tok/s/GPU:
// price * 1e6 / (3600 y). Which tokens it is over (all, output only, input
// only) is the caller's choice of y; the three are alternatives, not addends.
func UsdPerMtok(price, y opt.Float) opt.Float {
	return ratio(price, y, func(p, y float64) float64 { return p * 1e6 / (3600 * y) })
}

// TokensPerUsd is tokens per dollar: 3600 y / price.
func TokensPerUsd(price, y opt.Float) opt.Float {
	return ratio(price, y, func(p, y float64) float64 { return 3600 * y / p })
}

// JoulesPerToken is J/token at an all-in power in kW/GPU: 1000 kw / y.
func JoulesPerToken(kw, y opt.Float) opt.Float {
	return ratio(kw, y, func(w, y float64) float64 { return 1000 * w / y })
}

// TokensPerSecondPerMW is tok/s per megawatt of all-in power: 1000 y / kw.
func TokensPerSecondPerMW(kw, y opt.Float) opt.Float {
	return ratio(kw, y, func(w, y float64) float64 { return 1000 * y / w })
}

// PerfPerDollar is the ratio (yA/pA) / (yB/pB) of system A against baseline B.
func PerfPerDollar(yA, pA, yB, pB opt.Float) opt.Float {
	return Ratio(TokensPerUsd(pA, yA), TokensPerUsd(pB, yB))
}

// Ratio is a / b of two quantities of a kind: two throughputs, or two systems'
// tokens per dollar, which is PerfPerDollar.
func Ratio(a, b opt.Float) opt.Float {
	return ratio(a, b, func(a, b float64) float64 { return a / b })
}

// BreakEven is the price of A, in $/GPU-hour, at which A and B deliver the same
// tokens per dollar: pB * yA / yB.
func BreakEven(yA, yB, pB opt.Float) opt.Float {
	return ratio(pB, Ratio(yA, yB), func(p, r float64) float64 { return p * r })
}

func ratio(a, b opt.Float, f func(a, b float64) float64) opt.Float {
	av, aok := a.Positive()
	bv, bok := b.Positive()
	if !aok || !bok {
		return opt.Float{}
	}
	return opt.Of(f(av, bv))
}
