// Package digits rounds and writes numbers: to 12 significant digits, which is
// what replies and messages carry, and to as many as a reader wants.
//
// It does so in float64 alone, and writes whole numbers too. strconv would be as
// good, but brings its tables of powers of ten and of digits into every
// WebAssembly module: 11 KB that do not compress.
// Between 1e-10 and 1e22 the digits are those of strconv, ties to the even one.
package digits

import "math"

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
	e := int(math.Floor(float64(binary-1) * (math.Ln2 / math.Ln10)))
	if a >= math.Pow10(e+1) { // at most one too low
		e++
	}
	return e
}

// Text writes v with up to 12 significant digits, as the format %.12g does.
func Text(v float64) string { return General(v, Twelve) }

// Most is how many significant digits can be asked for.
const Most = 15

// General writes v with up to n significant digits, n from 1 to Most, as the
// format %.*g does.
func General(v float64, n int) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 0):
		if v > 0 {
			return "+Inf"
		}
		return "-Inf"
	case v == 0:
		return sign(v) + "0"
	}
	all, e := first(v, n)
	for all[len(all)-1] == '0' {
		all = all[:len(all)-1]
	}
	switch {
	case e < -4 || e >= n:
		return sign(v) + point(all, 1) + exponentText(e)
	case e < 0:
		return sign(v) + "0." + zeros(-e-1) + all
	case len(all) <= e:
		return sign(v) + all + zeros(e+1-len(all))
	}
	return sign(v) + point(all, e+1)
}

// Rounded is the exponent of the first digit of a finite v that is not 0, once it
// is rounded to n digits: 99.96 to 3 digits is 100.
func Rounded(v float64, n int) int {
	_, e := first(v, n)
	return e
}

// Fixed writes a finite v with a number of decimals, as the format %.*f does. Of
// what is written, up to Most digits hold.
func Fixed(v float64, decimals int) string {
	all := Uint(uint64(nearest(math.Abs(v), decimals)))
	if missing := decimals + 1 - len(all); missing > 0 {
		all = zeros(missing) + all
	}
	return sign(v) + point(all, len(all)-decimals)
}

func sign(v float64) string {
	if math.Signbit(v) {
		return "-"
	}
	return ""
}

// first returns the first n digits of a finite v that is not 0, and the exponent
// of the first of them.
func first(v float64, n int) (all string, exponent int) {
	e := Exponent(v)
	all = Uint(uint64(nearest(math.Abs(v), n-1-e)))
	if len(all) > n { // 9.9999999999999 has become 10
		all, e = all[:n], e+1
	}
	return all, e
}

// nearest is the whole number nearest to a x 10^k. Where that is a tie after its
// own rounding, what the rounding took decides, and the even one if it took
// nothing.
func nearest(a float64, k int) int64 {
	r := scale(a, k)
	whole := math.Floor(r)
	if r-whole != 0.5 || k > exactPower || k < -exactPower {
		return int64(math.Round(r))
	}
	taken := 0.0
	if k >= 0 {
		taken = lost(a, math.Pow10(k), r)
	} else {
		p := math.Pow10(-k)
		back := float64(r * p)
		taken = (a - back) - lost(r, p, back)
	}
	if taken > 0 || taken == 0 && math.Mod(whole, 2) == 1 {
		whole++
	}
	return int64(whole)
}

// lost is what rounding took of a product: x y - xy, exactly (Dekker 1971).
func lost(x, y, xy float64) float64 {
	xh, yh := half(x), half(y)
	xl, yl := x-xh, y-yh
	return ((float64(xh*yh) - xy) + float64(xh*yl) + float64(xl*yh)) + float64(xl*yl)
}

// half is the upper half of x's digits (Veltkamp). Put into its callers, the
// compiler forgets the conversion and joins the product with what follows.
//
//go:noinline
func half(x float64) float64 {
	c := float64(x * (1<<27 + 1))
	return c - (c - x)
}

func zeros(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return string(b)
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
	return sign + Int(e)
}

// Int writes a whole number, and Uint one that may not be below 0.
func Int(n int) string {
	if n < 0 {
		return "-" + Uint(-uint64(n)) // the least int has no opposite
	}
	return Uint(uint64(n))
}

func Uint(n uint64) string {
	var b [20]byte
	at := len(b)
	for {
		at--
		b[at] = '0' + byte(n%10)
		if n /= 10; n == 0 {
			return string(b[at:])
		}
	}
}
