package audit

import (
	"regexp"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// A range, 1.2–1.4 or 1.3 ± 0.1, is no value: it holds what the measured points give, at
// its printed rounding, or leaves it out.
var (
	spanForm   = regexp.MustCompile(`^([^-–—…]*\d[^-–—…]*?) ?(?:[-–—…]| to |\.{2,3}) ?((?:us)?\$? ?\.?\d[^-–—…]*)$`)
	aroundForm = regexp.MustCompile(`^([^±]*\d) ?± ?(\.?\d[\d.,]*)(%?)([^\d±]*)$`)
	plusMinus  = strings.NewReplacer("+/-", "±", "+-", "±", "+/−", "±")
)

// readSpan reads a range whose ends are values of one unit; ok is false of any other text.
func readSpan(s string) (p Published, ok bool) {
	var lo, hi Published
	s = plusMinus.Replace(s)
	if m := aroundForm.FindStringSubmatch(s); m != nil {
		v, by := ReadCell(m[1]+m[4]), ReadCell(m[2])
		if by.Value *= v.scale(m[1]); m[3] != "" {
			by.Value = v.Value * by.Value / 100
		}
		if v.Kind != Number || by.Kind != Number || by.Value > v.Value {
			return p, false
		}
		lo, hi = v, v
		lo.Value, hi.Value = v.Value-by.Value, v.Value+by.Value
	} else if m := spanForm.FindStringSubmatch(s); m != nil {
		lo, hi = ReadCell(m[1]), ReadCell(m[2])
		if lo.Kind != Number || hi.Kind != Number || lo.scaled != hi.scaled || lo.dollar && hi.named && !lo.named {
			return p, false
		}
		if hi.named && !lo.named {
			lo.unit, lo.named = hi.unit, true
		}
		if lo.dollar && !hi.dollar {
			hi.dollar, hi.unit = true, lo.unit
		}
		if lo.unit != hi.unit || !(lo.Value < hi.Value) {
			return p, false
		}
	} else {
		return p, false
	}
	p = unreadable("a range, not a value")
	p.span = &[2]Published{lo, hi}
	return p, true
}

// scale is what a value was multiplied by that carries its own k or M or ¢ behind the
// number of a text.
func (p Published) scale(text string) float64 {
	if bare := ReadCell(text); bare.Kind == Number && bare.Value > 0 && p.Value > 0 {
		return p.Value / bare.Value
	}
	return 1
}

// judgeSpan says of a cell that is a range, whose ends are lo and hi, whether it holds
// what is wanted.
func judgeSpan(cell *wire.AuditCell, lo, hi Published, want float64, text string) {
	cell.Expected = ptr(want)
	if want >= (lo.Value-lo.Half)*(1-hair) && want <= (hi.Value+hi.Half)*(1+hair) {
		cell.State, cell.Why = wire.AuditAgrees, "the range holds: the measured points give "+text
		return
	}
	cell.State, cell.Why = wire.AuditDiffers, "the measured points give "+text+", which this range leaves out"
}
