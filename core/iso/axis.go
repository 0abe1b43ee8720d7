package iso

import "github.com/isofront/isofront/core/pareto"

// Axis is what a table is read at.
type Axis string

const (
	Interactivity Axis = "interactivity"  // tok/s/user
	TTFT          Axis = "ttft"           // seconds
	E2EL          Axis = "e2el"           // seconds
	E2ENormalized Axis = "e2e-normalized" // tok/s/user, OSL/E2EL (experimental)
)

// Axes lists every Axis, the default first.
var Axes = []Axis{Interactivity, TTFT, E2EL, E2ENormalized}

// Sense is the better direction of the axis.
func (a Axis) Sense() pareto.Sense {
	if a == TTFT || a == E2EL {
		return pareto.Minimise
	}
	return pareto.Maximise
}

// Unit is the axis's unit.
func (a Axis) Unit() string {
	if a == TTFT || a == E2EL {
		return "s"
	}
	return "tok/s/user"
}

// Name is the axis in words.
func (a Axis) Name() string {
	switch a {
	case TTFT:
		return "TTFT"
	case E2EL:
		return "E2E latency"
	case E2ENormalized:
		return "E2E-normalized interactivity"
	}
	return "interactivity"
}
