package iso

import "github.com/isofront/isofront/core/opt"

// Penalty sets E2E-normalized interactivity beside ordinary interactivity at the
// measured points that a cell rests on, both at the table's percentile. Taken is
// 1 - normalized/interactivity: the share of the pace that the wait for the first
// token takes. It follows from E2EL/OSL = ITL (1 - 1/OSL) + TTFT/OSL, exactly for
// one request; of percentiles, which may come from different requests, it is the
// comparison of two figures and no split. Index 0 is the point of the lower x, 1
// that of the higher; a measured cell has the same twice.
type Penalty struct {
	Alone [2]float64 // interactivity, tok/s/user
	Taken [2]float64 // 0.95: 95%; below 0 where there is hardly a wait and OSL is small
}

// Penalty is a cell's penalty; ok is false on another axis, where the target is
// out of reach, and where a point lacks one of the two figures. Nothing is
// interpolated: a cell between two points has the figures of both.
func (r *Row) Penalty(c *Cell) (p Penalty, ok bool) {
	if r.Frontier.Axis != E2ENormalized || !c.Reading.State.Reachable() {
		return p, false
	}
	for i, at := range [2]int{c.Reading.Lo, c.Reading.Hi} {
		point := &r.Series.Points[at]
		if p.Taken[i], ok = Taken(point.X, point.Interactivity); !ok {
			return Penalty{}, false
		}
		p.Alone[i], _ = point.Interactivity.Get()
	}
	return p, true
}

// Taken is 1 - normalized/interactivity; ok is false where either is absent or
// not above 0.
func Taken(normalized, interactivity opt.Float) (share float64, ok bool) {
	n, nok := normalized.Positive()
	i, iok := interactivity.Positive()
	if !nok || !iok {
		return 0, false
	}
	return 1 - n/i, true
}
