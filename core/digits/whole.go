package digits

import "math"

// whole is a whole number of any size, the lowest 32 bits first and the last
// ones not 0. It is what decides where float64 cannot.
type whole []uint32

func wholeOf(n uint64) whole {
	return whole{uint32(n), uint32(n >> 32)}.trimmed()
}

func (w whole) trimmed() whole {
	for len(w) > 0 && w[len(w)-1] == 0 {
		w = w[:len(w)-1]
	}
	return w
}

// times is w m + plus, in the place of w.
func (w whole) times(m, plus uint32) whole {
	carry := uint64(plus)
	for i, d := range w {
		carry += uint64(d) * uint64(m)
		w[i] = uint32(carry)
		carry >>= 32
	}
	if carry > 0 {
		w = append(w, uint32(carry))
	}
	return w
}

// scaled is w 10^ten 2^two, in the place of w.
func (w whole) scaled(ten, two int) whole {
	for ; ten >= 9; ten -= 9 {
		w = w.times(1e9, 0)
	}
	for ; ten > 0; ten-- {
		w = w.times(10, 0)
	}
	for ; two >= 31; two -= 31 {
		w = w.times(1<<31, 0)
	}
	return w.times(1<<max(two, 0), 0)
}

// compare compares d 10^ten with m 2^two.
func compare(d whole, ten int, m uint64, two int) int {
	a := append(whole(nil), d...).scaled(max(ten, 0), max(-two, 0))
	b := wholeOf(m).scaled(max(-ten, 0), max(two, 0))
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			if a[i] > b[i] {
				return 1
			}
			return -1
		}
	}
	return 0
}

// parts of a float64 above 0: m 2^e.
func parts(bits uint64) (m uint64, e int) {
	m, e = bits&(1<<52-1), int(bits>>52)
	if e == 0 {
		return m, -1074
	}
	return m | 1<<52, e - 1075
}

// float is the float64 nearest to w 10^k, the even one of two.
func (w whole) float(k int) float64 {
	switch { // what lies far beyond all float64
	case len(w) == 0 || 10*len(w)+k < -330:
		return 0
	case 9*(len(w)-1)+k > 310:
		return math.Inf(1)
	}
	const words = 6 // more bits than a float64 holds
	guess, lead := 0.0, max(len(w)-words, 0)
	for i := len(w) - 1; i >= lead; i-- {
		guess = float64(guess*(1<<32)) + float64(w[i])
	}
	if len(w) <= 2 && guess < 1<<53 && k >= -exactPower && k <= exactPower {
		return scale(guess, k)
	}
	left := k
	for range lead { // in turns, so that neither end of the range is passed on the way
		step := min(10, max(-left, 0))
		guess, left = guess/math.Pow10(step)*(1<<32), left+step
	}
	guess = math.Min(scale(guess, left), math.MaxFloat64) // some units off
	bits := math.Float64bits(guess)
	for bits < math.Float64bits(math.Inf(1)) {
		c := w.beside(k, bits)
		if c < 0 || c == 0 && bits%2 == 0 {
			break
		}
		bits++
	}
	for bits > 0 {
		c := w.beside(k, bits-1)
		if c > 0 || c == 0 && bits%2 == 0 {
			break
		}
		bits--
	}
	return math.Float64frombits(bits)
}

// beside compares w 10^k with the middle between a float64 and the next.
func (w whole) beside(k int, bits uint64) int {
	m, e := parts(bits)
	return compare(w, k, 2*m+1, e-1)
}
