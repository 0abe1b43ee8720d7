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
// Any other bound holds or leaves out what the measured points give, or at a target slower
// than anything measured what the slowest point serves. The cell has a state where it is judged.
func (c *checker) bounded(cell *wire.AuditCell, pub Published, m mapped, f *iso.Frontier, got iso.Cell) Published {
	s, q := &c.sel.Series[m.series], m.unit.quantity
	b := ReadCell(pub.bound)
	plain := b.Kind == Number && b.unit == (unit{}) && !b.dollar
	r := got.Reading
	more := pub.more()
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
			at := iso.ReadCells(s, f, []float64{*cell.Target}, iso.ServeSlowest)[0]
			v := ReadCell(pub.bound).in(m.unit)
			if want, ok := q.Of(&at).Get(); ok && v.Kind == Number && pub.holds(v, want) {
				cell.State, cell.Expected, cell.Throughput = wire.AuditAgrees, ptr(want), number12(at.Throughput())
				cell.Why = "the bound holds: the slowest measured point, which serves this target too, gives " + Short(want)
				return pub
			}
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
	if lo, hi, ok := f.Range(); plain && ok && (pub.sign == "<" || pub.sign == ">") && (b.fits(lo) || b.fits(hi)) {
		pub.Why = "a bound, or an end of the measured points, which do reach this target: " + Short(want)
		return pub // as another's table may write it, too
	}
	v := ReadCell(pub.bound).in(m.unit)
	if v.Kind != Number {
		pub.Why = "a bound, not a value: the measured points give " + Short(want)
		return pub
	}
	pub.judge(cell, v, want, Short(want))
	return pub
}

// more reports whether a bound is one from below.
func (p Published) more() bool {
	return p.sign == ">" || p.sign == atLeast || slices.Contains([]string{"over", "at least", "above"}, p.sign)
}

// holds reports whether a value lies within a bound, of which v is the number. At least,
// at most and up to are printed rounded, too; less than 1 is less.
func (p Published) holds(v Published, want float64) bool {
	if !slices.Contains([]string{atLeast, atMost, "at least", "at most", "up to"}, p.sign) {
		v.Half = 0
	}
	if p.more() {
		return want >= (v.Value-v.Half)*(1-hair)
	}
	return want <= (v.Value+v.Half)*(1+hair)
}

// judge says of a cell that is a bound, of which v is the number, whether it holds.
func (p Published) judge(cell *wire.AuditCell, v Published, want float64, text string) {
	if cell.Expected = ptr(want); p.holds(v, want) {
		cell.State, cell.Why = wire.AuditAgrees, "the bound holds: the measured points give "+text
		return
	}
	cell.State, cell.Why = wire.AuditDiffers, "the measured points give "+text+", which this bound leaves out"
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
