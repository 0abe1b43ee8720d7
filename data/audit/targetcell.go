package audit

import (
	"regexp"
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// targetUnits are the units that the targets of a column are written with, "" for none,
// by its index. One without a unit is enough to stop at: it is a target on every axis.
func (g *Grid) targetUnits(at int) map[string]bool {
	if g.targets == nil {
		g.targets = make([]map[string]bool, len(g.Head))
	}
	if g.targets[at] == nil {
		g.targets[at] = map[string]bool{}
		for _, r := range g.Rows {
			if r.Merged {
				continue
			}
			if _, unit, why := readTarget(g.decimal().text(at, r.Cells[at]), ""); why == "" {
				if g.targets[at][unit] = true; unit == "" {
					break
				}
			}
		}
	}
	return g.targets[at]
}

// hasTargets reports whether a column holds a target on an axis.
func (g *Grid) hasTargets(at int, axis iso.Axis) bool {
	units := g.targetUnits(at)
	return units[""] || units[axis.Unit()]
}

// targetsElsewhere is what a column holds whose targets are all of another axis, "" of any other.
func (g *Grid) targetsElsewhere(at int, axis iso.Axis) string {
	for unit := range g.targetUnits(at) {
		if !g.hasTargets(at, axis) {
			return otherAxis(unit, axis)
		}
	}
	return ""
}

// otherAxis says that a unit is not that of an axis, "" of one that is or of none.
func otherAxis(unit string, axis iso.Axis) string {
	switch unit {
	case "", axis.Unit():
		return ""
	case "s":
		return "a time, but cells are read at equal " + axis.Name()
	}
	return "a speed, but cells are read at equal " + axis.Name()
}

// millis is the unit of a head, in whichever brackets.
var millis = regexp.MustCompile(`(?:^|[^a-z])(?:ms|msec|milliseconds?)(?:[^a-z]|$)`)

// Units of targets. What ends in a second's may be a rate: rates come first.
var (
	rateUnits = []string{"tok/s/user", "toks/s/user", "tokens/s/user", "tokens/sec/user", "tok/sec/user", "tok/s per user", "tps/user", "tok/s/u", "tok/s", "tps"}
	timeUnits = []string{"milliseconds", "ms", "seconds", "sec", "s"}
)

// readTarget reads a target cell, and the unit that it carries itself as an axis names
// it, "" where it carries none. head carries a unit that the cell may lack.
func readTarget(text, head string) (v float64, unit, why string) {
	s := strings.ToLower(clean(text))
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(s, "@"), "at "))
	milli := millis.MatchString(strings.ToLower(head))
	if rest, _, ok := cutUnit(s, rateUnits); ok {
		s, unit, milli = rest, iso.Interactivity.Unit(), false
	} else if rest, suffix, ok := cutUnit(s, timeUnits); ok {
		s, unit, milli = rest, iso.TTFT.Unit(), suffix[0] == 'm'
	}
	c := ReadCell(s)
	switch {
	case c.Kind == Blank:
		return 0, "", "no target"
	case c.Kind == Absent:
		return 0, "", "no target"
	case c.Kind == Unreadable:
		return 0, "", c.Why
	case c.unit.quantity != "":
		return 0, "", "not a target"
	case !(c.Value > 0):
		return 0, "", "a target must be above 0"
	}
	if milli {
		return c.Value / 1000, unit, ""
	}
	return c.Value, unit, ""
}

// cutUnit takes the first unit of a list that a text ends in off it.
func cutUnit(s string, units []string) (rest, unit string, ok bool) {
	for _, unit := range units {
		if rest, ok := strings.CutSuffix(s, unit); ok {
			return strings.TrimSpace(rest), unit, true
		}
	}
	return s, "", false
}
