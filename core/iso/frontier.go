package iso

import (
	"cmp"
	"slices"

	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/pareto"
)

// Reasons why a point is not eligible for a frontier. Those about x name the
// axis instead: "interactivity absent", "TTFT not above 0".
const (
	YAbsent          = "throughput absent"
	YNotPositive     = "throughput not above 0"
	NormalizedAbsent = "no E2E-normalized value"
	OutOfRange       = "outside the range of numbers that can be interpolated"
)

// XAbsent and XNotPositive are the reasons about a point's x.
func (a Axis) XAbsent() string      { return a.Name() + " absent" }
func (a Axis) XNotPositive() string { return a.Name() + " not above 0" }

// Values beyond these bounds take no part: slopes between them would overflow.
const smallest, largest = 1e-100, 1e100

// Frontier is the frontier of one series and the curve through it.
type Frontier struct {
	Axis       Axis
	Eligible   []int          // indices of the series' points that took part, ascending x
	Members    []int          // indices of those on the frontier, ascending x
	Knots      []int          // one member per distinct coordinate, ascending x
	Ineligible map[string]int // points that took no part, by reason; nil where all did
	curve      *interp.Curve  // nil without knots

	looDone           bool
	looMedian, looMax opt.Float
}

// Build forms the frontier of throughput (larger is better) against the axis.
//
// A point whose x or y is absent or not above 0 takes no part and is counted
// with its reason. With northStar a member must also be on the frontier of
// throughput against E2E-normalized interactivity, formed over every point that
// has both; a point without an E2E-normalized value is left out and counted,
// though it still dominates on the shown axis. The series is not changed, and
// the order of its points does not matter: of points with equal coordinates the
// first by recipe, concurrency, date and run stands for the knot.
func Build(s *Series, axis Axis, northStar bool) *Frontier {
	f := &Frontier{Axis: axis}
	f.Eligible = f.eligible(s.Points)
	index := f.Eligible
	xs, ys := make([]float64, len(index)), make([]float64, len(index))
	for k, i := range index {
		xs[k], _ = s.Points[i].X.Get()
		ys[k], _ = s.Points[i].Y.Get()
	}
	kept, err := pareto.Frontier(xs, ys, axis.Sense(), pareto.Maximise)
	if err != nil {
		return f // unreachable: opt.Float is finite
	}
	var canonical map[int]bool
	if northStar {
		canonical = canonicalMembers(s)
		f.Eligible = slices.DeleteFunc(slices.Clone(index), func(i int) bool {
			_, ok := s.Points[i].Normalized.Positive()
			if !ok {
				f.leaveOut(NormalizedAbsent, 1)
			}
			return !ok
		})
	}
	kx, ky := make([]float64, 0, len(kept)), make([]float64, 0, len(kept))
	f.Members, f.Knots = make([]int, 0, len(kept)), make([]int, 0, len(kept))
	for _, k := range kept {
		i := index[k]
		if northStar && !canonical[i] {
			continue
		}
		f.Members = append(f.Members, i)
		if n := len(kx); n > 0 && kx[n-1] == xs[k] { // equal coordinates: one knot
			if before(&s.Points[i], &s.Points[f.Knots[n-1]]) {
				f.Knots[n-1] = i
			}
			continue
		}
		kx, ky = append(kx, xs[k]), append(ky, ys[k])
		f.Knots = append(f.Knots, i)
	}
	if len(kx) == 0 {
		return f
	}
	if f.curve, err = interp.Fit(kx, ky); err != nil {
		// Finite values so far apart that slopes overflow: no curve is better
		// than a wrong one.
		f.leaveOut(OutOfRange, len(f.Eligible))
		f.Eligible, f.Members, f.Knots, f.curve = nil, nil, nil, nil
	}
	return f
}

// eligible returns the points that take part, in ascending x and of equal x in
// their order, and counts the others.
func (f *Frontier) eligible(points []Point) []int {
	index := make([]int, 0, len(points))
	xs := make([]float64, 0, len(points))
	for i := range points {
		x, reason := eligible(&points[i], f.Axis)
		if reason != "" {
			f.leaveOut(reason, 1)
			continue
		}
		index, xs = append(index, i), append(xs, x)
	}
	sorted := order.Indices(len(index), func(a, b int) bool { return xs[a] < xs[b] })
	for i, k := range sorted {
		sorted[i] = index[k]
	}
	return sorted
}

func (f *Frontier) leaveOut(reason string, n int) {
	if f.Ineligible == nil {
		f.Ineligible = map[string]int{}
	}
	f.Ineligible[reason] += n
}

// canonicalMembers is the frontier of throughput against E2E-normalized
// interactivity, by point index.
func canonicalMembers(s *Series) map[int]bool {
	var ns, ys []float64
	var index []int
	for i := range s.Points {
		n, nok := s.Points[i].Normalized.Positive()
		y, yok := s.Points[i].Y.Positive()
		if nok && yok {
			ns, ys, index = append(ns, n), append(ys, y), append(index, i)
		}
	}
	kept, err := pareto.Frontier(ns, ys, pareto.Maximise, pareto.Maximise)
	if err != nil {
		return nil // unreachable: opt.Float is finite
	}
	members := make(map[int]bool, len(kept))
	for _, k := range kept {
		members[index[k]] = true
	}
	return members
}

// before orders points with equal coordinates.
func before(p, q *Point) bool {
	return cmp.Or(
		cmp.Compare(p.Recipe, q.Recipe), cmp.Compare(p.Concurrency, q.Concurrency),
		cmp.Compare(p.MeasuredOn, q.MeasuredOn), cmp.Compare(p.Run, q.Run), cmp.Compare(p.Source, q.Source),
	) < 0
}

func eligible(p *Point, axis Axis) (x float64, reason string) {
	x, xok := p.X.Get()
	y, yok := p.Y.Get()
	switch {
	case !xok:
		return 0, axis.XAbsent()
	case x <= 0:
		return 0, axis.XNotPositive()
	case !yok:
		return 0, YAbsent
	case y <= 0:
		return 0, YNotPositive
	case x < smallest || x > largest || y < smallest || y > largest:
		return 0, OutOfRange
	}
	return x, ""
}

// Range returns the lowest and highest knot x; ok is false without knots.
func (f *Frontier) Range() (lo, hi float64, ok bool) {
	if f.curve == nil {
		return 0, 0, false
	}
	lo, _ = f.curve.Knot(0)
	hi, _ = f.curve.Knot(f.curve.Len() - 1)
	return lo, hi, true
}

// LeaveOneOut is interp.LeaveOneOut over the knots, computed once.
func (f *Frontier) LeaveOneOut() (median, maximum opt.Float) {
	if f.curve == nil || f.looDone {
		return f.looMedian, f.looMax
	}
	f.looDone = true
	n := f.curve.Len()
	xs, ys := make([]float64, n), make([]float64, n)
	for i := range xs {
		xs[i], ys[i] = f.curve.Knot(i)
	}
	if m, x, ok := interp.LeaveOneOut(xs, ys); ok {
		f.looMedian, f.looMax = opt.Of(m), opt.Of(x)
	}
	return f.looMedian, f.looMax
}

// Sample is the curve's interp.Curve.Sample; nil without knots.
func (f *Frontier) Sample(per int) (xs, ys []float64) {
	if f.curve == nil {
		return nil, nil
	}
	return f.curve.Sample(per)
}
