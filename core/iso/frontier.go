package iso

import (
	"cmp"

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
	Members    []int          // indices of those on the frontier, ascending x
	Knots      []int          // one member per distinct coordinate, ascending x
	Ineligible map[string]int // points that took no part, by reason; nil where all did
	curve      *interp.Curve  // nil without knots

	points    []Point // of the series
	northStar bool
	eligible  []int // nil before Eligible

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
	return new(room).build(s, axis, northStar)
}

// BuildAll is Build of every series.
func BuildAll(series []Series, axis Axis, northStar bool) []*Frontier {
	out, r := make([]*Frontier, len(series)), new(room)
	for i := range series {
		out[i] = r.build(&series[i], axis, northStar)
	}
	return out
}

// room is memory that one frontier after another is formed in: the points that can
// dominate, by index, and their x and y.
type room struct {
	index  []int
	xs, ys []float64
	kx, ky []float64 // the knots
}

func (r *room) build(s *Series, axis Axis, northStar bool) *Frontier {
	f := &Frontier{Axis: axis, points: s.Points, northStar: northStar}
	if n := len(s.Points); n > len(r.index) {
		r.index, r.xs, r.ys = make([]int, n), make([]float64, n), make([]float64, n)
		r.kx, r.ky = make([]float64, n), make([]float64, n)
	}
	index, xs, ys, all := r.index, r.xs, r.ys, 0
	for i := range s.Points {
		p := &s.Points[i]
		x, y := p.place()
		if !takesPart(x, y) {
			f.leaveOut(axis.reason(p), 1)
			continue
		}
		if northStar && !normalized(p) {
			f.leaveOut(NormalizedAbsent, 1)
		}
		index[all], xs[all], ys[all] = i, x, y
		all++
	}
	kept, err := pareto.Frontier(xs[:all], ys[:all], axis.Sense(), pareto.Maximise)
	if err != nil {
		return f // unreachable: opt.Float is finite
	}
	var canonical map[int]bool
	if northStar {
		canonical = canonicalMembers(s)
	}
	kx, ky, members, knots, m, n := r.kx, r.ky, make([]int, len(kept)), make([]int, len(kept)), 0, 0
	for _, k := range kept {
		i := index[k]
		if northStar && !canonical[i] {
			continue
		}
		members[m] = i
		m++
		if n > 0 && kx[n-1] == xs[k] { // equal coordinates: one knot
			if before(&s.Points[i], &s.Points[knots[n-1]]) {
				knots[n-1] = i
			}
			continue
		}
		kx[n], ky[n], knots[n] = xs[k], ys[k], i
		n++
	}
	f.Members, f.Knots = members[:m], knots[:n]
	if n == 0 {
		return f
	}
	if f.curve, err = interp.Fit(kx[:n], ky[:n]); err != nil {
		// Finite values so far apart that slopes overflow: no curve is better
		// than a wrong one.
		f.leaveOut(OutOfRange, len(f.Eligible()))
		f.eligible, f.points, f.Members, f.Knots, f.curve = nil, nil, nil, nil, nil
	}
	return f
}

// Eligible returns the indices of the series' points that took part, in ascending x and
// of equal x in their order. Charts alone ask, so they are sorted when one does.
func (f *Frontier) Eligible() []int {
	if f.eligible != nil {
		return f.eligible
	}
	xs := make([]float64, len(f.points))
	f.eligible = make([]int, 0, len(f.points))
	for i := range f.points {
		x, y := f.points[i].place()
		if xs[i] = x; takesPart(x, y) && (!f.northStar || normalized(&f.points[i])) {
			f.eligible = append(f.eligible, i)
		}
	}
	order.Sort(f.eligible, func(a, b int) bool { return xs[f.eligible[a]] < xs[f.eligible[b]] })
	return f.eligible
}

func normalized(p *Point) bool {
	_, ok := p.Normalized.Positive()
	return ok
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

// place is where a point lies, 0 where that is absent.
func (p *Point) place() (x, y float64) {
	x, _ = p.X.Get()
	y, _ = p.Y.Get()
	return x, y
}

// takesPart says whether a point there can be on a frontier or dominate on it.
func takesPart(x, y float64) bool {
	return x >= smallest && x <= largest && y >= smallest && y <= largest
}

// reason says why a point takes no part.
func (a Axis) reason(p *Point) string {
	x, xok := p.X.Get()
	y, yok := p.Y.Get()
	switch {
	case !xok:
		return a.XAbsent()
	case x <= 0:
		return a.XNotPositive()
	case !yok:
		return YAbsent
	case y <= 0:
		return YNotPositive
	}
	return OutOfRange
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
