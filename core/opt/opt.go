// Package opt holds values that may be absent.
//
// Absent is a state of its own: it is neither 0 nor NaN. A Float that is
// present is always finite, so code that has checked presence need not check
// for NaN or infinities again.
package opt

import "math"

// Float is a finite float64 or absent. The zero value is absent.
type Float struct {
	v  float64
	ok bool
}

// Of returns v as a present value; NaN and infinities become absent.
func Of(v float64) Float {
	if !(v >= -math.MaxFloat64 && v <= math.MaxFloat64) {
		return Float{}
	}
	return Float{v, true}
}

// Get returns the value and whether it is present; an absent value is 0, false.
func (f Float) Get() (float64, bool) { return f.v, f.ok }

// Ok reports whether a value is present.
func (f Float) Ok() bool { return f.ok }

// Positive returns the value and whether it is present and > 0.
func (f Float) Positive() (float64, bool) {
	if f.ok && f.v > 0 {
		return f.v, true
	}
	return 0, false
}

// Map returns fn of the value; absent stays absent and a result that is not
// finite becomes absent.
func (f Float) Map(fn func(float64) float64) Float {
	if !f.ok {
		return Float{}
	}
	return Of(fn(f.v))
}

// Ptr returns a pointer to a copy of the value, nil when absent: the form in
// which replies carry it (null in JSON, nil in msgpack).
func (f Float) Ptr() *float64 {
	if !f.ok {
		return nil
	}
	v := f.v
	return &v
}

// FromPtr is the inverse of Ptr.
func FromPtr(p *float64) Float {
	if p == nil {
		return Float{}
	}
	return Of(*p)
}
