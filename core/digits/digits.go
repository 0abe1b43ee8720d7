// Package digits rounds and writes numbers to 12 significant digits, which is
// what replies and messages carry.
//
// It does so in float64 alone. strconv would be as good, but brings its tables
// of powers of ten into every WebAssembly module: 11 KB that do not compress.
package digits

import (
	"math"
	"strconv"
	"strings"
)

// Twelve is how many digits are kept.
const Twelve = 12

// exactPower is the largest k of which 10^k is exact in a float64.
const exactPower = 22

// Round12 rounds to 12 significant digits. It scales by an exact power of ten
// and back, so the result is the number nearest to those digits; only a v
// within 1e-16 of the middle between two of them may go to the other side than
// its exact decimal would. Beyond 1e-10..1e22 the scaling takes more than one
// step, and the result may be a few units of its last bit off.
func Round12(v float64) float64 {
	a := math.Abs(v)
	if v == math.Trunc(v) && a < 1e12 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	k := Twelve - 1 - Exponent(v)
	return scale(math.Round(scale(v, k)), -k)
}

// scale returns v x 10^k by exact powers, in one step where one will do.
func scale(v float64, k int) float64 {
	for k < -exactPower {
		v, k = v/1e22, k+exactPower
	}
	for k > exactPower {
		v, k = v*1e22, k-exactPower
	}
	if k < 0 {
		return v / math.Pow10(-k)
	}
	return v * math.Pow10(k)
}

// Exponent returns the exponent of v's first digit, floor(log10 |v|), of a
// finite v that is not 0.
func Exponent(v float64) int {
	a := math.Abs(v)
	_, binary := math.Frexp(a) // 2^(binary-1) <= a < 2^binary
	e := int(math.Floor(float64(binary-1) * math.Log10(2)))
	if a >= math.Pow10(e+1) { // at most one too low
		e++
	}
	return e
}

// Text writes v with up to 12 significant digits, as the format %.12g does.
func Text(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 0):
		if v > 0 {
			return "+Inf"
		}
		return "-Inf"
	}
	sign := ""
	if math.Signbit(v) {
		sign = "-"
	}
	if v == 0 {
		return sign + "0"
	}
	e := Exponent(v)
	n := int64(math.Round(math.Abs(scale(v, Twelve-1-e))))
	if n == 1e12 { // 9.9999999999999 has become 10
		n, e = 1e11, e+1
	}
	all := strings.TrimRight(strconv.FormatInt(n, 10), "0")
	switch {
	case e < -4 || e >= Twelve:
		return sign + point(all, 1) + exponentText(e)
	case e < 0:
		return sign + "0." + strings.Repeat("0", -e-1) + all
	case len(all) <= e:
		return sign + all + strings.Repeat("0", e+1-len(all))
	}
	return sign + point(all, e+1)
}

// point puts a decimal point behind the first n digits, if more follow.
func point(digits string, n int) string {
	if len(digits) <= n {
		return digits
	}
	return digits[:n] + "." + digits[n:]
}

func exponentText(e int) string {
	sign := "e+"
	if e < 0 {
		sign, e = "e-", -e
	}
	if e < 10 {
		sign += "0"
	}
	return sign + strconv.Itoa(e)
}
