package audit

import (
	"math"
	"regexp"
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// saidEnd is how isofront's own tables say that a target is out of reach: which end of
// what was measured it lies beyond, and where that is.
var saidEnd = regexp.MustCompile(`unreachable: (fastest|slowest) is (\d[\d.,]*)`)

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
