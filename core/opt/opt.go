// Package opt holds values that may be absent.
//
// Absent is a state of its own: it is neither 0 nor NaN. A Float that is
// present is always finite, so code that has checked presence need not check
// for NaN or infinities again.
package opt

import (
	"math"

	"github.com/isofront/isofront/core/digits"
)

// Float is a finite float64 or absent. The zero value is absent.
//
// It is the value's bits against those of a NaN, which no finite value has: eight
// bytes, half of a value and a flag, and tables are made of these.
type Float struct{ bits uint64 }

const absent = 0x7ff8_0000_0000_0001

// Of returns v as a present value; NaN and infinities become absent, and -0 becomes
// 0, so that == compares values.
func Of(v float64) Float {
	bits := math.Float64bits(v)
	switch twice := bits << 1; { // without the sign
	case twice >= 0x7ff<<53:
		return Float{}
	case twice == 0:
		bits = 0 // v + 0 might be joined with a product that underflows, and keep its sign
	}
	return Float{bits ^ absent}
}

// Get returns the value and whether it is present; an absent value is 0, false.
func (f Float) Get() (float64, bool) {
	if f.bits == 0 {
		return 0, false
	}
	return math.Float64frombits(f.bits ^ absent), true
}

// Ok reports whether a value is present.
func (f Float) Ok() bool { return f.bits != 0 }

// Positive returns the value and whether it is present and > 0.
func (f Float) Positive() (float64, bool) {
	if v, _ := f.Get(); v > 0 {
		return v, true
	}
	return 0, false
}

// String is for messages of tests.
func (f Float) String() string {
	if v, ok := f.Get(); ok {
		return digits.General(v, digits.Most)
	}
	return "absent"
}

// Map returns fn of the value; absent stays absent and a result that is not
// finite becomes absent.
func (f Float) Map(fn func(float64) float64) Float {
	v, ok := f.Get()
	if !ok {
		return Float{}
	}
	return Of(fn(v))
}

// Ptr returns a pointer to a copy of the value, nil when absent: the form in
// which replies carry it (null in JSON, nil in msgpack).
func (f Float) Ptr() *float64 {
	v, ok := f.Get()
	if !ok {
		return nil
	}
	return &v
}

// FromPtr is the inverse of Ptr.
func FromPtr(p *float64) Float {
	if p == nil {
		return Float{}
	}
	return Of(*p)
}
