package digits_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/digits"
)

// anyFloat draws any finite float64: half of them by their bits, half as people
// write them.
func anyFloat(t *rapid.T) float64 {
	if rapid.Bool().Draw(t, "typed") {
		return math.Round(number(t)*1000) / 1000
	}
	v := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func TestShortestIsThatOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyFloat(t)
		for _, x := range []struct {
			write  func(float64) string
			format byte
		}{{digits.Shortest, 'g'}, {digits.Plain, 'f'}} {
			got, want := x.write(v), strconv.FormatFloat(v, x.format, -1, 64)
			if back, err := strconv.ParseFloat(got, 64); err != nil || back != v {
				t.Fatalf("%v: %s reads back as %v", v, got, back)
			}
			if got != want {
				t.Fatalf("%v: %s, want %s", v, got, want)
			}
		}
	})
}

func TestShortestOfPowersOfTwo(t *testing.T) {
	for k := -1074; k < 1024; k++ {
		v := math.Ldexp(1, k)
		if got, want := digits.Shortest(v), strconv.FormatFloat(v, 'g', -1, 64); got != want {
			t.Errorf("2^%d: %s, want %s", k, got, want)
		}
	}
}

func TestShortest(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.1: "0.1", math.Nextafter(0.3, 1): "0.30000000000000004", 1e6: "1e+06", 123456: "123456", -1.5e-7: "-1.5e-07", math.MaxFloat64: "1.7976931348623157e+308",
		1e23: "1e+23", 5e-324: "5e-324", 4.5407094588853e-310: "4.5407094588853e-310", 9007199254740993: "9.007199254740992e+15", 74.13000000000001: "74.13000000000001", math.Inf(-1): "-Inf",
	} {
		if got := digits.Shortest(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	for v, want := range map[float64]int{0: 1, 100: 1, 8835.469704422: 13, 2.652: 4} {
		if got := digits.Significant(v); got != want {
			t.Errorf("%v: %d digits, want %d", v, got, want)
		}
	}
}

// TestParseIsThatOfStrconv: of what both read, and of the hardest: the middle
// between two float64, and a digit above or below it.
func TestParseIsThatOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[+-]?[0-9]{0,25}(\.[0-9]{0,25})?(e[+-]?[0-9]{1,3})?`).Draw(t, "text")
		if rapid.Bool().Draw(t, "middle") {
			v := math.Abs(anyFloat(t))
			text = middle(v, rapid.SampledFrom([]string{"", "1", "0000001"}).Draw(t, "more"))
		}
		got, ok := digits.Parse(text)
		want, err := strconv.ParseFloat(text, 64)
		if ok != (err == nil) || ok && got != want {
			t.Fatalf("%q: %v %v, want %v %v", text, got, ok, want, err)
		}
	})
}

// middle writes the middle between v and the next float64, exactly, and more
// digits behind it.
func middle(v float64, more string) string {
	m, e := math.Frexp(v)
	half := strconv.FormatFloat(math.Ldexp(m, 53), 'f', -1, 64)
	// (2m+1) 2^(e-54), by doubling or halving its decimal digits.
	d := []byte("0" + half)
	for i := range d {
		d[i] -= '0'
	}
	d = double(d)
	d[len(d)-1]++ // even before
	point := 0
	for e -= 54; e > 0; e-- {
		d = double(d)
	}
	for ; e < 0; e++ { // halving is five times a tenth
		d = double(double(append(d, 0)))
		d = halfOfTen(d)
		point++
	}
	for i := range d {
		d[i] += '0'
	}
	text := strings.TrimLeft(string(d), "0")
	// With a point: strconv loses the place of the last of 800 digits without one.
	return text[:1] + "." + text[1:] + more + "e" + strconv.Itoa(len(text)-1-point)
}

func double(d []byte) []byte {
	d = append([]byte{0}, d...)
	for i, carry := len(d)-1, byte(0); i >= 0; i-- {
		x := 2*d[i] + carry
		d[i], carry = x%10, x/10
	}
	return d
}

// halfOfTen: 40 x was made of x; an eighth of that is 5 x.
func halfOfTen(d []byte) []byte {
	rest := 0
	for i := range d {
		x := 10*rest + int(d[i])
		d[i], rest = byte(x/8), x%8
	}
	return []byte(strings.TrimLeft(string(d), "\x00"))
}

func TestParse(t *testing.T) {
	long := "0." + strings.Repeat("0", 400) + strings.Repeat("7", 2000) + "e400"
	want, _ := strconv.ParseFloat(long, 64)
	for text, want := range map[string]float64{
		"23.5": 23.5, ".5": 0.5, "5.": 5, "-1e3": -1000, "1e-400": 0, "9007199254740993": 9007199254740992, "9007199254740993.0000000001": 9007199254740994,
		"0.1e1": 1, long: want, strings.Repeat("9", 308): 1e308, "4.9e-324": 5e-324, "000000000000000000000000000012": 12,
	} {
		if got, ok := digits.Parse(text); !ok || got != want {
			t.Errorf("%.40s: %v %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", ".", "-", "e1", "1e", "1e+", "0x1p4", "inf", "NaN", "1_000", " 1", "1 ", "1.2.3", "1e400", strings.Repeat("9", 400), "1e99999999999999999999"} {
		if got, ok := digits.Parse(text); ok {
			t.Errorf("%.40s is read as %v", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1.7976931348623159e308")
	f.Add("2.2250738585072011e-308")
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := digits.Parse(text)
		if !ok {
			return
		}
		if want, err := strconv.ParseFloat(text, 64); err != nil || got != want {
			t.Fatalf("%q: %v, want %v %v", text, got, want, err)
		}
	})
}

func BenchmarkShortest(b *testing.B) {
	for b.Loop() {
		digits.Shortest(1.0 / 3)
	}
}
