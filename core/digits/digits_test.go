package digits_test

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/digits"
)

// number draws a number of a magnitude as figures have it.
func number(t *rapid.T) float64 {
	return rapid.Float64Range(1e-12, 1).Draw(t, "v") * math.Pow10(rapid.IntRange(-6, 24).Draw(t, "exp"))
}

// nearTie reports whether v is so close to the middle between two decimals of 12
// digits that its rounding may go either way.
func nearTie(v float64) bool {
	s := strconv.FormatFloat(v, 'e', 20, 64) // d.ddddddddddd ddddddddd e±xx
	tail, _ := strconv.ParseFloat("0."+s[13:22], 64)
	return math.Abs(tail-0.5) < 1e-3
}

// TestRound12IsWhatTextSays: the quick way gives the number that 12 printed
// digits read back as.
func TestRound12IsWhatTextSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := number(t)
		want, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 11, 64), 64)
		if err != nil {
			t.Fatal(err)
		}
		exact := v > 1e-10 && v < 1e22
		if got := digits.Round12(v); got != want && !nearTie(v) && (exact || math.Abs(got-want) > 1e-15*want) {
			t.Fatalf("%v: %v, want %v", v, got, want)
		}
	})
}

func TestTextIsThatOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := number(t)
		if rapid.Bool().Draw(t, "short") {
			v = math.Round(v*1000) / 1000
		}
		if rapid.Bool().Draw(t, "negative") {
			v = -v
		}
		if got, want := digits.Text(v), strconv.FormatFloat(v, 'g', 12, 64); got != want && !nearTie(math.Abs(v)) {
			t.Fatalf("%v: %s, want %s", v, got, want)
		}
	})
}

func TestText(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -1: "-1", 0.001: "0.001", 0.0000123: "1.23e-05", 1e6: "1000000", 1e22: "1e+22", 23.5: "23.5", 9.99999999999999: "10",
		1e100: "1e+100", 1e-300: "1e-300", 5e-324: "4.94065645841e-324", math.MaxFloat64: "1.79769313486e+308",
		math.Inf(1): "+Inf", math.Inf(-1): "-Inf", 123456789012345: "1.23456789012e+14", 100: "100",
	} {
		if got := digits.Text(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := digits.Text(math.NaN()); got != "NaN" {
		t.Error(got)
	}
}

func TestRound12(t *testing.T) {
	for v, want := range map[float64]float64{
		1.0 / 3: 0.333333333333, 8835.469704422: 8835.46970442, 2.652: 2.652, 0: 0, 4096: 4096, 123456789012345: 123456789012000, -1.0 / 3: -0.333333333333,
		math.Inf(1): math.Inf(1), 5e-324: 5e-324,
	} {
		if got := digits.Round12(v); got != want {
			t.Errorf("%v: %v, want %v", v, got, want)
		}
	}
}

func TestExponent(t *testing.T) {
	for e := -307; e <= 308; e++ {
		p := math.Pow10(e)
		if got := digits.Exponent(p); got != e {
			t.Errorf("1e%d: %d", e, got)
		}
		if got := digits.Exponent(-math.Nextafter(p, 0)); got != e-1 {
			t.Errorf("just below 1e%d: %d", e, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(uint64(1))
	f.Add(math.Float64bits(1e23))
	f.Fuzz(func(t *testing.T, bits uint64) {
		v := math.Float64frombits(bits)
		back, err := strconv.ParseFloat(digits.Text(v), 64)
		if err != nil && !math.IsInf(back, 0) {
			t.Fatal(err)
		}
		if d := math.Abs(back - v); d > 1e-11*math.Abs(v) && d > 1e-320 {
			t.Fatalf("%v reads %v", v, back)
		}
	})
}

// ties are numbers that decimal rounding finds hard: a few digits and a five, as
// a float64 has them, so that the true value lies a hair to either side of the
// middle, or on it.
func ties(t *rapid.T) float64 {
	v := float64(rapid.IntRange(0, 99999).Draw(t, "digits"))*10 + 5
	return v / math.Pow10(rapid.IntRange(0, 9).Draw(t, "decimals"))
}

// TestGeneralAndFixedAreThoseOfStrconv: in the range that tables have, to the
// last digit, ties included.
func TestGeneralAndFixedAreThoseOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(1e-6, 1).Draw(t, "v") * math.Pow10(rapid.IntRange(0, 12).Draw(t, "exp"))
		if rapid.Bool().Draw(t, "tie") {
			v = ties(t)
		}
		if rapid.Bool().Draw(t, "negative") {
			v = -v
		}
		n := rapid.IntRange(1, digits.Most).Draw(t, "n")
		if got, want := digits.General(v, n), strconv.FormatFloat(v, 'g', n, 64); got != want {
			t.Fatalf("General(%v, %d) = %s, want %s", v, n, got, want)
		}
		decimals := rapid.IntRange(0, 5).Draw(t, "decimals")
		if math.Abs(v) < 1e10 {
			if got, want := digits.Fixed(v, decimals), strconv.FormatFloat(v, 'f', decimals, 64); got != want {
				t.Fatalf("Fixed(%v, %d) = %s, want %s", v, decimals, got, want)
			}
		}
	})
}

func TestWholeNumbersAreThoseOfStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if n := rapid.Int().Draw(t, "n"); digits.Int(n) != strconv.Itoa(n) {
			t.Errorf("%d: %s", n, digits.Int(n))
		}
		if n := rapid.Uint64().Draw(t, "u"); digits.Uint(n) != strconv.FormatUint(n, 10) {
			t.Errorf("%d: %s", n, digits.Uint(n))
		}
	})
	for _, n := range []int{0, math.MaxInt, math.MinInt} {
		if digits.Int(n) != strconv.Itoa(n) {
			t.Errorf("%d: %s", n, digits.Int(n))
		}
	}
}
