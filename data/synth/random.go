package synth

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// random draws numbers that do not depend on the machine. The standard library's
// normal and exponential numbers do in their last bit, as they use math.Log and
// math.Exp, which have an assembler version on some architectures.
type random struct{ pcg rand.PCG }

// newRandom is the stream with this number of a seed.
func newRandom(seed, stream uint64) *random {
	r := &random{}
	r.pcg.Seed(seed, stream)
	return r
}

func (r *random) word() uint64 { return r.pcg.Uint64() }

// below is uniform in [0, n).
func (r *random) below(n int64) int64 {
	hi, _ := bits.Mul64(r.word(), uint64(n))
	return int64(hi)
}

// perMillion is true ppm times in a million.
func (r *random) perMillion(ppm int64) bool { return ppm > 0 && r.below(1_000_000) < ppm }

// one is the fixed-point 1 of exponents and of normal numbers.
const (
	fractionBits = 16
	one          = 1 << fractionBits
)

// normal is a standard normal number, in units of 1/one: the sum of twelve
// uniform ones less its mean, which is near enough for a shape and ends at 6.
func (r *random) normal() int64 {
	sum := int64(-12 * (one - 1) / 2)
	for range 3 {
		w := r.word()
		for range 4 {
			sum += int64(w & (one - 1))
			w >>= fractionBits
		}
	}
	return sum
}

// lognormal is median times 2^z, z normal with this deviation in octaves: with
// one octave, two thirds of the numbers are within a factor 2 of the median.
func (r *random) lognormal(median, octaves float64) float64 {
	return float64(median * pow2(r.normal()*int64(octaves*one)>>fractionBits))
}

// roots are 2^(1/2), 2^(1/4), ...: square roots are rounded correctly everywhere.
var roots = func() (out [fractionBits]float64) {
	v := 2.0
	for i := range out {
		v = math.Sqrt(v)
		out[i] = v
	}
	return out
}()

// pow2 is 2^(e/one), a product of roots: multiplications alone cannot be fused.
func pow2(e int64) float64 {
	v, f := 1.0, e&(one-1)
	for i, root := range roots {
		if f>>(fractionBits-1-i)&1 != 0 {
			v = float64(v * root)
		}
	}
	return math.Ldexp(v, int(e>>fractionBits))
}

// decimals rounds v, not negative, to a multiple of 1/per.
func decimals(v, per float64) float64 { return math.Floor(float64(v*per)+0.5) / per }
