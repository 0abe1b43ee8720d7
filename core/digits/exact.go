package digits

import "math"

// Parse reads a decimal number, with or without a sign, a point and an exponent,
// to the nearest float64, as strconv does. Nothing else is one: no words, no
// hexadecimal, nothing around it, and nothing beyond the largest float64.
func Parse(s string) (v float64, ok bool) {
	rest, negative := s, false
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest, negative = rest[1:], rest[0] == '-'
	}
	var d whole
	exponent, count, digits, pointed := 0, 0, 0, false
	at := 0
	for ; at < len(rest); at++ {
		c := rest[at]
		if c == '.' && !pointed {
			pointed = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits++
		switch {
		case count < mostParsed:
			d = d.times(10, uint32(c-'0'))
			if len(d) > 0 {
				count++
			}
			if pointed {
				exponent--
			}
		default: // below what decides, but for not being 0
			if c != '0' {
				d[0] |= 1
			}
			if !pointed {
				exponent++
			}
		}
	}
	if digits == 0 {
		return 0, false
	}
	if at < len(rest) {
		e, fine := exponentOf(rest[at:])
		if !fine {
			return 0, false
		}
		exponent += e
	}
	v = d.float(exponent)
	if negative {
		v = -v
	}
	return v, !math.IsInf(v, 0)
}

// mostParsed is how many digits are read: the middle between two float64 has at
// most 767, so one more decides, and it is odd when any other follows.
const mostParsed = 800

// exponentOf reads e+12.
func exponentOf(s string) (e int, ok bool) {
	if s[0]|0x20 != 'e' {
		return 0, false
	}
	s = s[1:]
	negative := s != "" && s[0] == '-'
	if negative || s != "" && s[0] == '+' {
		s = s[1:]
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		e = min(10*e+int(s[i]-'0'), 1<<20)
	}
	if negative {
		e = -e
	}
	return e, s != ""
}

// Shortest writes v in the fewest digits that read back as v, as the format %g
// does without a precision.
func Shortest(v float64) string {
	all, e, text := shortest(v)
	switch {
	case text != "":
		return text
	case e < -4 || e >= 6:
		return sign(v) + point(all, 1) + exponentText(e)
	}
	return sign(v) + plain(all, e)
}

// Plain is Shortest without an exponent.
func Plain(v float64) string {
	all, e, text := shortest(v)
	if text != "" {
		return text
	}
	return sign(v) + plain(all, e)
}

// Significant is how many digits Shortest writes.
func Significant(v float64) int {
	all, _, _ := shortest(v)
	return max(len(all), 1)
}

// plain writes digits of which the first has this exponent.
func plain(all string, e int) string {
	switch {
	case e < 0:
		return "0." + zeros(-e-1) + all
	case len(all) <= e:
		return all + zeros(e+1-len(all))
	}
	return point(all, e+1)
}

// shortest returns the digits and the exponent of the first of them, or the
// whole text of what has no such digits.
func shortest(v float64) (all string, exponent int, text string) {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", 0, General(v, 1)
	}
	a := math.Abs(v)
	n := Most
	if a < 0x1p-1022 { // so few bits are left that fewer digits may tell them
		n = 1
	}
	for ; ; n++ {
		e := Exponent(a)
		d := roundedTo(a, n-1-e)
		// Below a power of two the next float64 is half as far, so that the nearest text
		// may be too low and the one above read back.
		if wholeOf(d).float(e+1-n) != a && wholeOf(d+1).float(e+1-n) == a {
			d++
		}
		if n == 17 || wholeOf(d).float(e+1-n) == a {
			all = Uint(d)
			e += len(all) - n // 9.99... has become 10
			for all[len(all)-1] == '0' {
				all = all[:len(all)-1]
			}
			return all, e, ""
		}
	}
}

// roundedTo is the whole number nearest to a x 10^k, up to 10^17, exactly.
func roundedTo(a float64, k int) uint64 {
	d := uint64(scale(a, k)) // some units off
	m, e := parts(math.Float64bits(a))
	for {
		c := compare(wholeOf(2*d+1), -k, 2*m, e)
		if c > 0 || c == 0 && d%2 == 0 {
			break
		}
		d++
	}
	for d > 0 {
		c := compare(wholeOf(2*d-1), -k, 2*m, e)
		if c < 0 || c == 0 && d%2 == 0 {
			break
		}
		d--
	}
	return d
}
