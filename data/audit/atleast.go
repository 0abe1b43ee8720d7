package audit

import (
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
)

// The signs of what is served at least, or at most, at a target slower than anything
// measured: by the slowest measured point.
const atLeast, atMost = "≥", "≤"

// sense is the sign that a value of a quantity has there.
func sense(q render.Quantity) string {
	if q.SmallerIsBetter() {
		return atMost
	}
	return atLeast
}

// served is the value of a bound that says what the slowest measured point serves; ok is
// false of another bound.
func (p Published) served(q render.Quantity, reads func(string) Published) (value Published, ok bool) {
	if p.bound == "" || p.sign != sense(q) {
		return p, false
	}
	value = reads(p.bound)
	return value, value.Kind == Number
}

// servedRatio is the same of a ratio: at least where only the system is slower than what
// was measured, at most where only the baseline is, a value where both are.
func (p Published) servedRatio(of, over iso.State) (value Published, ok bool) {
	switch system, base := of == iso.Below, over == iso.Below; {
	case !system && !base:
		return p, false
	case system && base:
		return p, p.Kind == Number || p.infinite
	case p.infinite:
		return p, true
	case p.bound == "" || system != (p.sign == atLeast) || base != (p.sign == atMost):
		return p, false
	}
	value = ReadRatio(p.bound)
	return value, value.Kind == Number
}

// isOwn reports whether a table is one of isofront's.
func (g *Grid) isOwn() bool {
	return ownCaption.MatchString(g.Caption) || ownBeside.MatchString(g.Caption) || g.about.axis != ""
}
