// Package formula holds the formulas of one request's figures, apart from the
// reading of records, so that a page that explains them links these few lines
// and no more. Times are seconds, lengths tokens. An absent or unusable input
// makes the result absent, never 0.
package formula

import "github.com/isofront/isofront/core/opt"

// ITL is (E2EL - TTFT)/(OSL - 1), also called TPOT, in s/token; absent under two
// tokens.
func ITL(ttft, e2el, osl opt.Float) opt.Float {
	first, a := ttft.Get()
	last, b := e2el.Get()
	n, c := osl.Get()
	if !a || !b || !c || n < 2 {
		return opt.Float{}
	}
	return opt.Of((last - first) / (n - 1))
}

// PerToken is E2EL/OSL in s/token; absent without a token or a time above 0.
func PerToken(e2el, osl opt.Float) opt.Float {
	last, ok := e2el.Positive()
	n, counted := osl.Get()
	if !ok || !counted || n < 1 {
		return opt.Float{}
	}
	return opt.Of(last / n)
}

// Rate is 1 over a time per token, tok/s/user; absent for 0 and where the result
// is not finite. It inverts a percentile of times, never a deviation.
func Rate(perToken opt.Float) opt.Float {
	v, ok := perToken.Positive()
	if !ok {
		return opt.Float{}
	}
	return opt.Of(1 / v)
}

// Split is the identity E2EL/OSL = ITL (1 - 1/OSL) + TTFT/OSL: the two terms in
// s/token, and each as a share of E2EL/OSL.
type Split struct {
	Decode, FirstToken           opt.Float // s/token
	DecodeShare, FirstTokenShare opt.Float // sum to 1
}

// SplitOf divides E2EL/OSL; absent where that is, and without TTFT.
func SplitOf(ttft, e2el, osl opt.Float) Split {
	first, ok := ttft.Get()
	if !ok || !PerToken(e2el, osl).Ok() {
		return Split{}
	}
	last, _ := e2el.Get()
	n, _ := osl.Get()
	return Split{opt.Of((last - first) / n), opt.Of(first / n), opt.Of((last - first) / last), opt.Of(first / last)}
}

// StallFactor is how many median gaps make a stall.
const StallFactor = 5

// Stalls are the gaps longer than StallFactor times the median of all: how many
// and their time in s. The gaps are sorted and at least one; none is a stall
// where the median is 0.
func Stalls(sorted []float64) (count int, time float64) {
	k := len(sorted)
	median := (sorted[(k-1)/2] + sorted[k/2]) / 2
	if median > 0 {
		for i := k - 1; i >= 0 && sorted[i] > StallFactor*median; i-- {
			count++
			time += sorted[i]
		}
	}
	return count, time
}

// Meets reports whether a successful request meets objectives on its TTFT and
// ITL in s; an absent objective is not asked for. A value at its objective meets
// it. An absent ITL does not violate, since an answer of one token has none; an
// absent TTFT was not shown to meet an objective on it.
func Meets(ttft, itl, maxTTFT, maxITL opt.Float) bool {
	if most, asked := maxTTFT.Get(); asked {
		if v, ok := ttft.Get(); !ok || v > most {
			return false
		}
	}
	most, asked := maxITL.Get()
	v, ok := itl.Get()
	return !asked || !ok || v <= most
}
