package audit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/data/wire"
)

// saidEnd is how isofront's own tables say that a target is out of reach: which end of
// what was measured it lies beyond, and where that is.
var saidEnd = regexp.MustCompile(`unreachable: (fastest|slowest) is (\d[\d.,]*)`)

// bounded judges a cell that is a bound. As isofront's LaTeX writes it, < 15.26 or
// > 74.13 stands where a target is out of reach and says where the measured points end.
// Any other bound is no value to check: it is said what the measured points give, and
// whether that lies within it. The cell has a state where it is judged.
func (c *checker) bounded(cell *wire.AuditCell, pub Published, m mapped, f *iso.Frontier, got iso.Cell) Published {
	s, q := &c.sel.Series[m.series], m.unit.quantity
	b := ReadCell(pub.bound)
	plain := b.Kind == Number && b.unit == (unit{}) && !b.dollar
	r := got.Reading
	more := pub.sign == ">" || pub.sign == atLeast || slices.Contains([]string{"over", "at least", "above"}, pub.sign)
	if !r.State.Reachable() {
		if r.Lo < 0 {
			cell.State, cell.Why = wire.AuditOutside, c.outside(f, s, r)
			return pub
		}
		end, _ := s.Points[r.Lo].X.Get()
		beyond := (r.State == iso.Above) == (f.Axis.Sense() == pareto.Maximise) // on the side of more
		switch {
		case plain && more == beyond && math.Abs(b.Value-end) <= b.Half+hair*end:
			return Published{Kind: Absent}
		case c.own && plain:
			cell.Why = "as an end of the measured points it is wrong: this target is "
		case r.State == iso.Below && pub.sign == sense(q):
			pub.Why = "a bound, not a value: this target is " + c.outside(f, s, r)
			return pub // of what is served at least, as it may be
		default:
			cell.Why = "a bound where there is no value: this target is "
		}
		cell.State, cell.Why = wire.AuditOutside, cell.Why+c.outside(f, s, r)
		return pub
	}
	want, ok := q.Of(&got).Get()
	if !ok {
		return pub
	}
	cell.Expected, cell.Throughput = ptr(want), number12(got.Throughput())
	if c.own && plain && (pub.sign == "<" || pub.sign == ">") {
		cell.State = wire.AuditMissing
		cell.Why = fmt.Sprintf("it says that the measured points end at %s; they do reach this target: %s", Short(b.Value), Short(want))
		return pub
	}
	pub.Why = "a bound, not a value: the measured points give " + Short(want)
	v := ReadCell(pub.bound).in(m.unit)
	if v.Kind != Number {
		return pub
	}
	within := want <= (v.Value+v.Half)*(1+hair) // a bound is printed rounded, too
	if more {
		within = want >= (v.Value-v.Half)*(1-hair)
	}
	if within {
		pub.Why += ", which is within it"
		return pub
	}
	cell.State, cell.Why = wire.AuditDiffers, "the measured points give "+Short(want)+", which this bound leaves out"
	return pub
}

// fitsEnd reports whether a cell that says where the measured points end says it right,
// of a target that lies beyond: true of a cell that says nothing of it.
func fitsEnd(text string, s *iso.Series, r iso.Reading) bool {
	m := saidEnd.FindStringSubmatch(strings.ToLower(clean(text)))
	if m == nil {
		return true
	}
	if r.Lo < 0 || (m[1] == "fastest") != (r.State == iso.Above) {
		return false
	}
	end, _ := s.Points[r.Lo].X.Get()
	p := ReadCell(m[2])
	return p.Kind == Number && math.Abs(p.Value-end) <= p.Half+hair*end
}
