package iso_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// sweep makes a series from x, y pairs.
func sweep(name string, price float64, xy ...float64) iso.Series {
	s := iso.Series{Name: name, Hardware: name, Price: opt.Of(price), Official: true}
	for i := 0; i < len(xy); i += 2 {
		s.Points = append(s.Points, iso.Point{X: opt.Of(xy[i]), Y: opt.Of(xy[i+1]), Concurrency: i})
	}
	return s
}

func make1(t testing.TB, spec iso.Spec, series ...iso.Series) *iso.Table {
	t.Helper()
	if spec.Axis == "" {
		spec.Axis = iso.Interactivity
	}
	tbl, err := iso.Make(series, spec)
	if err != nil {
		t.Fatal(err)
	}
	return tbl
}

func TestReach(t *testing.T) {
	tbl := make1(t, iso.Spec{Targets: []float64{80, 5, 10, 15, 60, 81}, Baseline: -1}, sweep("a", 2, 10, 1000, 20, 800, 40, 300, 80, 100))
	var got []string
	for _, c := range tbl.Rows[0].Cells {
		got = append(got, c.Reading.State.String())
		if c.Throughput().Ok() != c.Reading.State.Reachable() || c.UsdPerMtok.Ok() != c.Reading.State.Reachable() {
			t.Errorf("at %v: %+v has a value without being reachable, or none while it is", c.Target, c)
		}
	}
	// Targets come sorted: 5, 10, 15, 60, 80, 81.
	want := []string{"below", "measured", "interpolated", "interpolated", "measured", "above"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	// CASES X2 is the kind: cost at 60 is of the throughput there, 162.5.
	if v, _ := tbl.Rows[0].Cells[3].UsdPerMtok.Get(); math.Abs(v-2e6/(3600*162.5)) > 1e-12 {
		t.Errorf("cost at 60: %v", v)
	}
}

// TestCostIsDerived: CASES X2. At $2/h, knots (20,1000), (60,250): throughput at
// 40 is 625, so $2e6/(3600*625) = 0.8889, not the mean of the end costs, 1.3889.
func TestCostIsDerived(t *testing.T) {
	c := make1(t, iso.Spec{Targets: []float64{40}, Baseline: -1}, sweep("a", 2, 20, 1000, 60, 250)).Rows[0].Cells[0]
	y, _ := c.Throughput().Get()
	usd, _ := c.UsdPerMtok.Get()
	if y != 625 || math.Abs(usd-2e6/(3600*625)) > 1e-12 || !c.Reading.Directional {
		t.Errorf("throughput %v, cost %v, directional %v", y, usd, c.Reading.Directional)
	}
}

func TestAtLeast(t *testing.T) {
	a := sweep("a", 2, 10, 1000, 20, 800)
	tbl := make1(t, iso.Spec{Targets: []float64{5, 25}, Baseline: -1, Reach: iso.ServeSlowest}, a)
	slow, fast := tbl.Rows[0].Cells[0], tbl.Rows[0].Cells[1]
	if y, _ := slow.Throughput().Get(); slow.Reading.State != iso.AtLeast || y != 1000 {
		t.Errorf("below: %+v", slow.Reading)
	}
	if fast.Reading.State != iso.Above || fast.Throughput().Ok() {
		t.Errorf("above: %+v", fast.Reading)
	}
	// On TTFT a smaller x is faster: 0.05 s is faster than anything measured,
	// 2 s slower, and the slowest point is the last.
	b := sweep("b", 2, 0.1, 100, 1, 900)
	tbl = make1(t, iso.Spec{Axis: iso.TTFT, Targets: []float64{0.05, 2}, Baseline: -1, Reach: iso.ServeSlowest}, b)
	if tbl.Rows[0].Cells[0].Reading.State != iso.Above {
		t.Errorf("TTFT 0.05: %+v", tbl.Rows[0].Cells[0].Reading)
	}
	if y, _ := tbl.Rows[0].Cells[1].Throughput().Get(); tbl.Rows[0].Cells[1].Reading.State != iso.AtLeast || y != 900 {
		t.Errorf("TTFT 2: %+v", tbl.Rows[0].Cells[1].Reading)
	}
}

func TestIneligible(t *testing.T) {
	s := sweep("a", 2, 10, 1000, 20, 500)
	s.Points = append(s.Points,
		iso.Point{X: opt.Float{}, Y: opt.Of(5)},
		iso.Point{X: opt.Of(math.NaN()), Y: opt.Of(5)},
		iso.Point{X: opt.Of(math.Inf(1)), Y: opt.Of(5)},
		iso.Point{X: opt.Of(0), Y: opt.Of(5)},
		iso.Point{X: opt.Of(-1), Y: opt.Of(5)},
		iso.Point{X: opt.Of(1)},
		iso.Point{X: opt.Of(1), Y: opt.Of(0)},
	)
	f := iso.Build(&s, iso.Interactivity, false)
	want := map[string]int{"interactivity absent": 3, "interactivity not above 0": 2, iso.YAbsent: 1, iso.YNotPositive: 1}
	if !reflect.DeepEqual(f.Ineligible, want) || len(f.Knots) != 2 {
		t.Errorf("%v, %v, want %v", f, f.Ineligible, want)
	}
	// CASES 25: with no eligible point the answer is "not measured", not 0.
	none := iso.Series{Points: []iso.Point{{Y: opt.Of(900)}, {Y: opt.Of(700)}}}
	c := make1(t, iso.Spec{Targets: []float64{40}, Baseline: -1}, none).Rows[0].Cells[0]
	if c.Reading.State != iso.NotMeasured || c.Throughput().Ok() {
		t.Errorf("%+v", c)
	}
	// One absurd value costs only its own point.
	absurd := sweep("absurd", 1, 20, 1e308, 20, 900, 60, 300)
	if f := iso.Build(&absurd, iso.Interactivity, false); len(f.Knots) != 2 || f.Ineligible[iso.OutOfRange] != 1 {
		t.Errorf("%v %v", f, f.Ineligible)
	}
	// Finite, yet too far apart for a slope: counted, not a NaN.
	far := sweep("far", 1, 1e-99, 1e99, 1e-99*(1+1e-15), 1)
	if f := iso.Build(&far, iso.Interactivity, false); len(f.Knots) != 0 || f.Ineligible[iso.OutOfRange] != 2 {
		t.Errorf("%v %v", f, f.Ineligible)
	}
}

// TestEqualPointsAreOneKnot: the point that stands for a knot does not depend
// on the order of the points.
func TestEqualPointsAreOneKnot(t *testing.T) {
	s := sweep("a", 1, 10, 100, 10, 100, 12, 80)
	f := iso.Build(&s, iso.Interactivity, false)
	if len(f.Members) != 3 || len(f.Knots) != 2 {
		t.Errorf("members %v, knots %v", f.Members, f.Knots)
	}
	first := s.Points[f.Knots[0]].Concurrency
	slices.Reverse(s.Points)
	f = iso.Build(&s, iso.Interactivity, false)
	if again := s.Points[f.Knots[0]].Concurrency; again != first {
		t.Errorf("concurrency %d stands for the knot, in another order %d", first, again)
	}
}

// TestNorthStar: P(50, 10, 900), Q(40, 20, 1000) as interactivity,
// E2E-normalized, throughput. Q beats P on the canonical axis, so only Q is
// shown and 45 is unreachable; without the rule 45 lies between them.
func TestNorthStar(t *testing.T) {
	s := sweep("a", 1, 50, 900, 40, 1000)
	s.Points[0].Normalized, s.Points[1].Normalized = opt.Of(10), opt.Of(20)
	gated := make1(t, iso.Spec{Targets: []float64{40, 45}, Baseline: -1, NorthStar: true}, s).Rows[0]
	if gated.Cells[0].Reading.State != iso.Measured || gated.Cells[1].Reading.State != iso.Above {
		t.Errorf("gated: %+v", gated.Cells)
	}
	plain := make1(t, iso.Spec{Targets: []float64{45}, Baseline: -1}, s).Rows[0]
	if plain.Cells[0].Reading.State != iso.Interpolated {
		t.Errorf("not gated: %+v", plain.Cells)
	}
	s.Points[0].Normalized = opt.Float{}
	if f := iso.Build(&s, iso.Interactivity, true); f.Ineligible[iso.NormalizedAbsent] != 1 || !slices.Equal(f.Knots, []int{1}) || !slices.Equal(f.Eligible(), []int{1}) {
		t.Errorf("%v %v %v", f, f.Ineligible, f.Eligible())
	}
	// A point without the shown x still takes another off the canonical
	// frontier: Q (normalized 20, 1000) beats P (10, 900) though Q has no TTFT.
	u := iso.Series{Points: []iso.Point{
		{X: opt.Of(50), Y: opt.Of(900), Normalized: opt.Of(10)}, {Y: opt.Of(1000), Normalized: opt.Of(20)},
	}}
	if f := iso.Build(&u, iso.TTFT, true); len(f.Members) != 0 {
		t.Errorf("shown: %v", f.Members)
	}
	// A point without a canonical value is no member, yet it dominates on the
	// shown axis.
	w := sweep("w", 1, 40, 1000, 45, 1100)
	w.Points[0].Normalized = opt.Of(20)
	if f := iso.Build(&w, iso.Interactivity, true); len(f.Members) != 0 {
		t.Errorf("shown: %v", f.Members)
	}
}

func TestRatioStates(t *testing.T) {
	base := sweep("base", 1, 10, 400, 30, 200)
	wide := sweep("wide", 2, 5, 1000, 40, 100)
	tbl := make1(t, iso.Spec{Targets: []float64{3, 7, 10, 35, 50}, Baseline: 0}, base, wide)
	var got []string
	for _, c := range tbl.Rows[1].Cells {
		got = append(got, c.Ratio.State.String())
	}
	// 3: base below, wide below; 7: base below, so no ratio; 35: base cannot go
	// that fast; 50: neither can.
	if want := []string{"neither", "absent", "both", "only_system", "neither"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, j := range []int{1, 3} {
		if r := tbl.Rows[1].Cells[j].Ratio; r.PerfPerDollar.Ok() || r.Throughput.Ok() {
			t.Errorf("a number where there is none to have: %+v", r)
		}
	}
	if r := tbl.Rows[1].Cells[1].Ratio; r.State != iso.BaselineBelow {
		t.Errorf("%+v", r)
	}
	only := make1(t, iso.Spec{Targets: []float64{35}, Baseline: 1}, base, wide).Rows[0].Cells[0].Ratio
	if only.State != iso.OnlyBaseline {
		t.Errorf("%+v", only)
	}
	wide.Price = opt.Float{}
	r := make1(t, iso.Spec{Targets: []float64{20}, Baseline: 0}, base, wide).Rows[1].Cells[0].Ratio
	if r.State != iso.Both || !r.Throughput.Ok() || r.PerfPerDollar.Ok() {
		t.Errorf("without a price the throughput ratio stays: %+v", r)
	}
}

// Every state has a name, by which it is found again where it is a cell's.
func TestStateNames(t *testing.T) {
	seen := map[string]bool{}
	for s := iso.Measured; s <= iso.NotMeasured; s++ {
		if name := s.String(); name == "" || seen[name] || iso.StateOf(name) != s {
			t.Errorf("%d is %q", int(s), name)
		} else {
			seen[name] = true
		}
	}
	for _, name := range []string{"", "absent", "Measured"} {
		if s := iso.StateOf(name); s != 0 || s.Reachable() || s.String() != "" {
			t.Errorf("%q is %d", name, int(s))
		}
	}
	for s := iso.NoBaseline; s <= iso.BaselineNotMeasured; s++ {
		if (s.String() == "") != (s == iso.NoBaseline) || (s.String() == "absent") != (s.Reason() != "") {
			t.Errorf("%d is %q: %q", int(s), s.String(), s.Reason())
		}
	}
}

func TestDirectional(t *testing.T) {
	// Range 90, a third is 30: 20..49 spans 29 and falls by less than 3; 49..81
	// spans 32; 10..20 falls by 3 exactly.
	s := sweep("a", 1, 10, 900, 20, 300, 49, 200, 81, 150, 100, 140)
	tbl := make1(t, iso.Spec{Targets: []float64{15, 30, 60, 90}, Baseline: -1}, s)
	var got []bool
	for _, c := range tbl.Rows[0].Cells {
		got = append(got, c.Reading.Directional)
	}
	if want := []bool{true, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestChain(t *testing.T) {
	a, b, c := sweep("h100", 1.3, 10, 100, 200, 50), sweep("b200", 1.95, 10, 500, 200, 100), sweep("b200", 1.95, 10, 900, 200, 300)
	c.Precision = "fp4"
	tbl := make1(t, iso.Spec{Targets: []float64{110}, Baseline: -1, Chain: []int{0, 1, 2}}, a, b, c)
	if len(tbl.Chain) != 3 || !tbl.Chain[2].Whole {
		t.Fatalf("%+v", tbl.Chain)
	}
	var product, whole float64 = 1, 0
	for _, s := range tbl.Chain {
		v, _ := s.Ratios[0].PerfPerDollar.Get()
		if s.Whole {
			whole = v
		} else {
			product *= v
		}
	}
	direct := make1(t, iso.Spec{Targets: []float64{110}, Baseline: 0}, a, b, c)
	d, _ := direct.Rows[2].Cells[0].Ratio.PerfPerDollar.Get()
	if math.Abs(product-whole) > 1e-12*whole || whole != d {
		t.Errorf("product %v, whole %v, directly %v", product, whole, d)
	}
	// A step without a price takes its own number away, not the whole's.
	b.Price = opt.Float{}
	gap := make1(t, iso.Spec{Targets: []float64{110}, Baseline: -1, Chain: []int{0, 1, 2}}, a, b, c)
	if v, _ := gap.Chain[2].Ratios[0].PerfPerDollar.Get(); v != d || gap.Chain[0].Ratios[0].PerfPerDollar.Ok() {
		t.Errorf("without a price in the middle: whole %v, want %v", v, d)
	}
	if got := tbl.Chain[0].Differs; !slices.Equal(got, []string{"hardware"}) {
		t.Errorf("first step differs in %v", got)
	}
	if got := tbl.Chain[2].Differs; !slices.Equal(got, []string{"hardware", "precision"}) {
		t.Errorf("the whole differs in %v", got)
	}
}

func TestTargets(t *testing.T) {
	got, err := iso.Targets([]float64{30, 10, 30, 20})
	if err != nil || !slices.Equal(got, []float64{10, 20, 30}) {
		t.Error(got, err)
	}
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := iso.Targets([]float64{1, bad}); err == nil || !strings.Contains(err.Error(), "must be a number above 0") {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestMakeRefuses(t *testing.T) {
	a := sweep("a", 1, 1, 2)
	for _, spec := range []iso.Spec{{Baseline: 1}, {Baseline: -2}, {Baseline: -1, Chain: []int{0, 3}}, {Baseline: -1, Targets: []float64{-1}}} {
		if _, err := iso.Make([]iso.Series{a}, spec); err == nil {
			t.Errorf("%+v was accepted", spec)
		}
	}
}

func TestSpreadWarning(t *testing.T) {
	a, b := sweep("a", 1, 1, 2), sweep("b", 1, 1, 2)
	a.Points[0].MeasuredOn, b.Points[0].MeasuredOn = "2026-04-25", "2026-05-25"
	if w := make1(t, iso.Spec{Baseline: -1}, a, b).Warnings; len(w) != 0 {
		t.Errorf("30 days: %v", w)
	}
	b.Points[0].MeasuredOn = "2026-05-26"
	if w := make1(t, iso.Spec{Baseline: -1}, a, b).Warnings; !slices.Equal(w, []string{"series measured up to 31 days apart: 2026-04-25 and 2026-05-26"}) {
		t.Errorf("31 days: %v", w)
	}
}

func TestOneSeriesIsNotApart(t *testing.T) {
	a := sweep("a", 1, 1, 2, 2, 1)
	a.Points[0].MeasuredOn, a.Points[1].MeasuredOn = "2026-01-01", "2026-05-26"
	if w := make1(t, iso.Spec{Baseline: -1}, a).Warnings; len(w) != 0 {
		t.Errorf("%v", w)
	}
}

func TestSuggest(t *testing.T) {
	f := func(lo, hi float64) *iso.Frontier {
		s := sweep("s", 1, lo, 2, hi, 1)
		return iso.Build(&s, iso.Interactivity, false)
	}
	for _, c := range []struct {
		lo, hi float64
		want   []float64
	}{
		{15.26, 73.43, []float64{20, 30, 40, 50, 60, 70}}, // step 5 gives 11
		{0.1, 0.9, []float64{0.2, 0.4, 0.6, 0.8}},         // step 0.1 gives 9
		{0.3, 0.9, []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}},
		{99.99, 100.01, []float64{99.99, 99.995, 100, 100.005, 100.01}}, // step 0.002 gives 11
		{7, 7, []float64{7}},
		{0.1, 0.3, []float64{0.1, 0.15, 0.2, 0.25, 0.3}}, // 0.3/0.05 is a hair below 6
		{1, 1.2, []float64{1, 1.05, 1.1, 1.15, 1.2}},
	} {
		if got, n := iso.Suggest([]*iso.Frontier{f(c.lo, c.hi)}); !slices.Equal(got, c.want) || n != 1 {
			t.Errorf("[%v, %v]: %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
	none := iso.Build(&iso.Series{}, iso.Interactivity, false)
	for name, c := range map[string]struct {
		of     []*iso.Frontier
		lo, hi float64 // the targets lie within
		reach  int
	}{
		"one without knots":      {[]*iso.Frontier{f(1, 2), none}, 1, 2, 1},
		"apart: the wider":       {[]*iso.Frontier{f(1, 2), f(3, 5)}, 3, 5, 1},
		"of both":                {[]*iso.Frontier{f(10, 40), f(20, 90)}, 20, 40, 2},
		"of three of four":       {[]*iso.Frontier{f(10, 40), f(20, 90), f(15, 30), f(1, 2)}, 20, 30, 3},
		"of two, more than once": {[]*iso.Frontier{f(10, 14), f(12, 20), f(40, 90), f(50, 120)}, 50, 90, 2},
	} {
		got, reach := iso.Suggest(c.of)
		if len(got) == 0 || got[0] < c.lo || got[len(got)-1] > c.hi || reach != c.reach {
			t.Errorf("%s: %v of %d", name, got, reach)
		}
	}
	if got, reach := iso.Suggest([]*iso.Frontier{none}); got != nil || reach != 0 {
		t.Errorf("no knots: %v of %d", got, reach)
	}
}

func TestTableProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) iso.Series {
			s := iso.Series{Name: name, Price: opt.Of(rapid.Float64Range(0.5, 5).Draw(t, name+" price"))}
			for range rapid.IntRange(0, 12).Draw(t, name+" n") {
				s.Points = append(s.Points, iso.Point{
					X: opt.Of(float64(rapid.IntRange(-1, 40).Draw(t, "x"))), Y: opt.Of(rapid.Float64Range(-1, 1e4).Draw(t, "y")),
				})
			}
			return s
		}
		a, b := draw("a"), draw("b")
		targets := rapid.SliceOfN(rapid.Float64Range(0.5, 45), 1, 6).Draw(t, "targets")
		ab, err := iso.Make([]iso.Series{a, b}, iso.Spec{Axis: iso.Interactivity, Targets: targets, Baseline: 0})
		if err != nil {
			t.Fatal(err)
		}
		ba, _ := iso.Make([]iso.Series{a, b}, iso.Spec{Axis: iso.Interactivity, Targets: targets, Baseline: 1})
		for j := range ab.Spec.Targets {
			for i := range ab.Rows {
				c := &ab.Rows[i].Cells[j]
				y, ok := c.Throughput().Get()
				if ok != c.Reading.State.Reachable() {
					t.Fatalf("%+v", c)
				}
				if !ok {
					continue
				}
				p, _ := ab.Rows[i].Series.Price.Get()
				if usd, _ := c.UsdPerMtok.Get(); math.Abs(usd*y-p*1e6/3600) > 1e-12*p*1e6/3600 {
					t.Fatalf("cost x throughput: %v", usd*y)
				}
				lo, _ := ab.Rows[i].Series.Points[c.Reading.Lo].Y.Get()
				hi, _ := ab.Rows[i].Series.Points[c.Reading.Hi].Y.Get()
				if y < min(lo, hi)*(1-1e-12) || y > max(lo, hi)*(1+1e-12) {
					t.Fatalf("%v outside its bracket %v, %v", y, lo, hi)
				}
			}
			r, s := ab.Rows[1].Cells[j].Ratio, ba.Rows[0].Cells[j].Ratio
			if (r.State == iso.Both) != (s.State == iso.Both) {
				t.Fatalf("%v against %v", r.State, s.State)
			}
			if r.State == iso.Both {
				over, of := &ab.Rows[0], &ab.Rows[1]
				if want := cost.PerfPerDollar(of.Cells[j].Throughput(), of.Series.Price, over.Cells[j].Throughput(), over.Series.Price); r.PerfPerDollar != want {
					t.Fatalf("%v, by its definition %v", r.PerfPerDollar, want)
				}
				x, _ := r.PerfPerDollar.Get()
				y, _ := s.PerfPerDollar.Get()
				if math.Abs(x*y-1) > 1e-12 {
					t.Fatalf("ratio(A,B) x ratio(B,A) = %v", x*y)
				}
			}
		}
	})
}

func BenchmarkTable(b *testing.B) {
	var series []iso.Series
	for k := range 64 {
		s := iso.Series{Price: opt.Of(2), Kw: opt.Of(2)}
		for i := range 29 {
			x := float64(i*7+k%5) + 1
			s.Points = append(s.Points, iso.Point{X: opt.Of(x), Y: opt.Of(2e4 / x)})
		}
		series = append(series, s)
	}
	var targets []float64
	for i := range 50 {
		targets = append(targets, float64(i*3+5))
	}
	for b.Loop() {
		make1(b, iso.Spec{Targets: targets, Baseline: 0}, series...)
	}
}
