package figure

import (
	"math"
	"strconv"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/render"
)

// scale maps an axis's values to 0..1.
type scale struct {
	lo, hi float64
	log    bool
}

// newScale spans the values with some room at the ends. A linear axis of
// amounts starts at 0, so that lengths compare; zero asks for that.
func newScale(lo, hi float64, log, zero bool) scale {
	if log {
		room := math.Max(math.Pow(hi/lo, 0.05), 1.05)
		return scale{lo / room, hi * room, true}
	}
	room := 0.05 * (hi - lo)
	if room == 0 {
		room = 0.05 * hi
	}
	s := scale{lo - room, hi + room, false}
	if zero || s.lo < 0.25*hi {
		s.lo = 0
	}
	return s
}

// UsualLogX reports whether an axis is logarithmic unless somebody says otherwise, as
// on the page: times are, so that the slow points do not press the rest to its edge.
func UsualLogX(a iso.Axis) bool { return a.Sense() == pareto.Minimise }

// reach is how far from the data, which span lo to hi, a target's line may be: half
// their span, so that they keep half of the axis. The live figure has the same rule.
func reach(lo, hi float64, log bool) (from, to float64) {
	if log {
		room := math.Sqrt(hi / lo)
		if lo == hi {
			room = 2
		}
		return lo / room, hi * room
	}
	room := (hi - lo) / 2
	if room == 0 {
		room = hi / 2
	}
	return lo - room, hi + room
}

func (s scale) unit(v float64) float64 {
	if s.log {
		return math.Log(v/s.lo) / math.Log(s.hi/s.lo)
	}
	return (v - s.lo) / (s.hi - s.lo)
}

type tick struct {
	v     float64
	label string // "" for a minor one
}

// ticks are at 1, 2 or 5 x 10^k, about n of them. A logarithmic axis that spans
// decades labels powers of ten and marks 2 and 5 between them.
func (s scale) ticks(n int) []tick {
	if s.log && s.hi/s.lo >= 5 {
		return s.logTicks(n)
	}
	step := niceStep(0.8 * (s.hi - s.lo) / float64(n))
	var out []tick
	for i := math.Ceil(s.lo / step); i*step <= s.hi*(1+1e-12); i++ {
		// Through its decimal form, 3 x 0.1 is 0.3.
		v, _ := strconv.ParseFloat(strconv.FormatFloat(i*step, 'g', 12, 64), 64)
		if s.log && v <= 0 {
			continue
		}
		out = append(out, tick{v, label(v, step)})
	}
	return out
}

func (s scale) logTicks(n int) []tick {
	decades := math.Log10(s.hi / s.lo)
	every := math.Ceil(decades / float64(n))
	var out []tick
	for k := math.Floor(math.Log10(s.lo)); k <= math.Ceil(math.Log10(s.hi)); k++ {
		for _, m := range []float64{1, 2, 5} {
			v, _ := strconv.ParseFloat(strconv.FormatFloat(m, 'g', 1, 64)+"e"+strconv.Itoa(int(k)), 64)
			if v < s.lo || v > s.hi {
				continue
			}
			t := tick{v: v}
			if m == 1 && math.Mod(k, every) == 0 || decades*3 <= 1.6*float64(n) {
				t.label = label(v, v)
			}
			out = append(out, t)
		}
	}
	return out
}

func niceStep(raw float64) float64 {
	k := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*k >= raw*(1-1e-9) {
			return m * k
		}
	}
	return 10 * k
}

// label writes a tick with the decimals its step needs.
func label(v, step float64) string {
	if v == 0 {
		return "0"
	}
	digits := 1 + int(math.Floor(math.Log10(math.Abs(v))+1e-9)) - int(math.Floor(math.Log10(step)+1e-9))
	return render.Significant(v, max(digits, 1))
}
