package opt_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
)

// A rate that was not measured stays absent through arithmetic; it does not
// become 0 or NaN.
func ExampleFloat_Map() {
	invert := func(v float64) float64 { return 1 / v }
	fmt.Println(opt.Of(0.02).Map(invert).Get())
	fmt.Println(opt.Float{}.Map(invert).Get())
	fmt.Println(opt.Of(0).Map(invert).Get())
	// Output:
	// 50 true
	// 0 false
	// 0 false
}

func TestPresence(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if opt.Of(v).Ok() {
			t.Errorf("%v is present", v)
		}
	}
	for _, v := range []float64{0, -1, math.MaxFloat64} {
		if got, ok := opt.Of(v).Get(); !ok || got != v {
			t.Errorf("%v: %v %v", v, got, ok)
		}
		if got, ok := opt.Of(v).Positive(); ok != (v > 0) || ok && got != v {
			t.Errorf("positive %v: %v %v", v, got, ok)
		}
		if p := opt.Of(v).Ptr(); p == nil || *p != v || opt.FromPtr(p) != opt.Of(v) {
			t.Errorf("%v through a pointer", v)
		}
	}
	if minus := opt.Of(math.Copysign(0, -1)); minus != opt.Of(0) || !minus.Ok() {
		t.Errorf("-0: %v", minus)
	}
	for v, want := range map[opt.Float]string{{}: "absent", opt.Of(0): "0", opt.Of(-1.5): "-1.5"} {
		if v.String() != want {
			t.Errorf("%v, want %s", v, want)
		}
	}
	if (opt.Float{}).Ptr() != nil || opt.FromPtr(nil).Ok() {
		t.Error("absent through a pointer")
	}
}

// Every pattern of bits is one value: a finite one comes back bit by bit, but for the
// sign of 0, and none of the many NaNs and infinities is present.
func TestEveryBitPattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.OneOf(rapid.Uint64(),
			rapid.Map(rapid.Uint64Range(0, 1<<52), func(m uint64) uint64 { return 0x7ff<<52 | m }), // NaNs and the infinity
			rapid.Map(rapid.Uint64Range(0, 1<<10), func(m uint64) uint64 { return 0xfff<<52 | m }),
			rapid.Map(rapid.Uint64Range(0, 1<<10), func(m uint64) uint64 { return m })).Draw(t, "bits") // subnormal
		v := math.Float64frombits(bits)
		got, ok := opt.Of(v).Get()
		finite := !math.IsNaN(v) && !math.IsInf(v, 0)
		switch {
		case ok != finite || ok != opt.Of(v).Ok() || ok == (opt.Of(v) == opt.Float{}):
			t.Fatalf("%x: present %v", bits, ok)
		case ok && math.Float64bits(got) != math.Float64bits(v+0):
			t.Fatalf("%x became %x", bits, math.Float64bits(got))
		case !ok && got != 0:
			t.Fatalf("%x: absent and %v", bits, got)
		}
	})
}
