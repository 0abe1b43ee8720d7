package interp_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/interp"
)

func fit(t testing.TB, xs, ys []float64) *interp.Curve {
	t.Helper()
	c, err := interp.Fit(xs, ys)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCurve(t *testing.T) {
	four, fourY := []float64{10, 20, 40, 80}, []float64{1000, 800, 300, 100}
	flat, flatY := []float64{0, 1, 2, 3, 4}, []float64{5, 9, 5, 5, 5}
	step, stepY := []float64{0, 1, 2, 3}, []float64{0, 0, 10, 10}
	named, namedY := []float64{20, 40, 60, 100}, []float64{1000, 700, 250, 50}
	for _, c := range []struct {
		name    string
		xs, ys  []float64
		x, want float64
	}{
		// CASES 32 and X1: two knots are a line, (900+300)/2.
		{"line", []float64{20, 60}, []float64{900, 300}, 40, 600},
		// Secants -20, -25, -5 over widths 10, 20, 40. p = (-20*20 - 25*10)/30 =
		// -21.667, so m1 = -2 min(20, 25, 10.833) = -21.667 and m0 = (-60 + 21.667)/2
		// = -19.167; halfway a cubic is (1000+800)/2 + 10/8 (m0 - m1) = 903.125.
		{"four, first", four, fourY, 15, 903.125},
		{"four, second", four, fourY, 30, 520.8333333333334},
		{"four, third", four, fourY, 60, 162.5},
		// CASES 33: flat neighbours give slope 0, not 0/0.
		{"flat", flat, flatY, 3.3, 5},
		{"flat, before", flat, flatY, 1.5, 7},
		// CASES 34: no bump past a local extremum.
		{"step, low", step, stepY, 0.5, 0},
		{"step, middle", step, stepY, 1.5, 5},
		{"step, high", step, stepY, 2.5, 10},
		// CASES 34: what tells Steffen from other monotone schemes.
		{"named 30", named, namedY, 30, 864.0625},
		{"named 50", named, namedY, 50, 453.125},
		{"named 80", named, namedY, 80, 112.5},
		// CASES 35: best y kept of (10,80), (10,90); (90+40)/2.
		{"deduplicated", []float64{10, 20}, []float64{90, 40}, 15, 65},
	} {
		r, ok := fit(t, c.xs, c.ys).At(c.x)
		if !ok || r.Where != interp.Inside || math.Abs(r.Y-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%s: at %v: %+v, want %v", c.name, c.x, r, c.want)
		}
	}
}

func TestKnotIsExact(t *testing.T) {
	// CASES 35: 1e16, 1, 1 at the second knot is 1 to the bit.
	r, ok := fit(t, []float64{1, 2, 3}, []float64{1e16, 1, 1}).At(2)
	if !ok || r.Where != interp.OnKnot || r.Y != 1 {
		t.Errorf("%+v", r)
	}
	c := fit(t, []float64{7}, []float64{42})
	for _, q := range []struct {
		x    float64
		want interp.Where
	}{
		{7, interp.OnKnot}, {7 * (1 + 9e-10), interp.OnKnot}, {7 * (1 - 9e-10), interp.OnKnot},
		{7 * (1 + 2e-9), interp.Over}, {7 * (1 - 2e-9), interp.Under}, {0, interp.Under}, {math.Inf(1), interp.Over},
	} {
		if r, ok := c.At(q.x); !ok || r.Where != q.want {
			t.Errorf("one knot at %v: %+v, want %v", q.x, r, q.want)
		}
	}
	if _, ok := c.At(math.NaN()); ok {
		t.Error("NaN was answered")
	}
}

func TestFitRefuses(t *testing.T) {
	for _, c := range []struct {
		xs, ys []float64
		want   string
	}{
		// CASES 35: gonum itself accepts this and answers NaN.
		{[]float64{1, math.NaN(), 3}, []float64{1, 2, 3}, "interp: knot 1: x is NaN"},
		{[]float64{10, 10, 20}, []float64{80, 90, 40}, "interp: knot 1: x is 10, not above the 10 before it"},
		{[]float64{3, 2}, []float64{1, 2}, "interp: knot 1: x is 2, not above the 3 before it"},
		{[]float64{1, 2}, []float64{1, math.Inf(-1)}, "interp: knot 1: y is -Inf"},
		{[]float64{1, 2}, []float64{1}, "interp: 2 x values against 1 y values"},
		{nil, nil, "interp: no knots"},
		{[]float64{0, math.SmallestNonzeroFloat64}, []float64{0, 1e300}, "interp: knot 0: the slope there is out of range"},
	} {
		if _, err := interp.Fit(c.xs, c.ys); err == nil || err.Error() != c.want {
			t.Errorf("%v %v: %v, want %s", c.xs, c.ys, err, c.want)
		}
	}
}

// knots draws strictly ascending x; y is monotone or free.
func knots(t *rapid.T) (xs, ys []float64) {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	x := rapid.Float64Range(0.1, 50).Draw(t, "x0")
	for range n {
		xs = append(xs, x)
		x += rapid.Float64Range(1e-3, 40).Draw(t, "dx")
		ys = append(ys, rapid.Float64Range(0.01, 1e5).Draw(t, "y"))
	}
	if rapid.Bool().Draw(t, "falling") {
		slices.Sort(ys)
		slices.Reverse(ys)
	}
	return xs, ys
}

func TestCurveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs, ys := knots(t)
		c, err := interp.Fit(xs, ys)
		if err != nil {
			t.Fatal(err)
		}
		for i := range xs {
			if r, ok := c.At(xs[i]); !ok || r.Where != interp.OnKnot || r.Y != ys[i] || r.Lo != i {
				t.Fatalf("knot %d: %+v, want exactly %v", i, r, ys[i])
			}
			if i == 0 {
				continue
			}
			lo, hi := min(ys[i-1], ys[i]), max(ys[i-1], ys[i])
			slack := 1e-12 * hi
			last := ys[i-1]
			for k := 1; k < 20; k++ {
				x := xs[i-1] + (xs[i]-xs[i-1])*float64(k)/20
				r, ok := c.At(x)
				if !ok || r.Y < lo-slack || r.Y > hi+slack {
					t.Fatalf("at %v: %v, outside its knots [%v, %v]", x, r.Y, lo, hi)
				}
				if (ys[i] >= ys[i-1] && r.Y < last-slack) || (ys[i] <= ys[i-1] && r.Y > last+slack) {
					t.Fatalf("at %v: %v after %v, not monotone", x, r.Y, last)
				}
				last = r.Y
			}
		}
		if r, _ := c.At(xs[0] - 1); r.Where != interp.Under {
			t.Fatalf("left of the knots: %+v", r)
		}
		if r, _ := c.At(xs[len(xs)-1] + 1); r.Where != interp.Over {
			t.Fatalf("right of the knots: %+v", r)
		}
		sx, sy := c.Sample(7)
		for i := range sx {
			if i > 0 && !(sx[i] > sx[i-1]) {
				t.Fatalf("sample %d: x %v after %v", i, sx[i], sx[i-1])
			}
			if r, ok := c.At(sx[i]); !ok || math.Abs(r.Y-sy[i]) > 1e-9*math.Abs(sy[i]) {
				t.Fatalf("sample %d: %v, the curve says %v", i, sy[i], r.Y)
			}
		}
	})
}

func TestLeaveOneOut(t *testing.T) {
	// On a line every knot is predicted by the others.
	if m, x, ok := interp.LeaveOneOut([]float64{1, 2, 4}, []float64{10, 8, 4}); !ok || m > 1e-15 || x > 1e-15 {
		t.Errorf("line: %v %v %v", m, x, ok)
	}
	// (1,8) (2,2) (3,1) (4,0.5), each predicted by the other three. Dropping 2:
	// knots 1,3,4, secants -3.5, -0.5, m at 3 = -2 min(3.5, .5, .75) -> -1 with
	// p = (-3.5*1 - 0.5*2)/3 = -1.5, |p|/2 = .75, so m = -2*0.5 = -1;
	// m at 1 = (3*-3.5+1)/2 = -4.75; at 2: (8+1)/2 + 2/8*(-4.75+1) = 3.5625; off by 0.78125.
	// Dropping 3: knots 1,2,4, secants -6, -.75; p = (-6*2-.75)/3 = -4.25; m at 2 = -1.5;
	// m at 4 = (3*-.75+1.5)/2 = -.375; at 3: (2+.5)/2 + 2/8*(-1.5+.375) = 0.96875; off by 0.03125.
	m, x, ok := interp.LeaveOneOut([]float64{1, 2, 3, 4}, []float64{8, 2, 1, 0.5})
	if !ok || math.Abs(x-0.78125) > 1e-12 || math.Abs(m-(0.78125+0.03125)/2) > 1e-12 {
		t.Errorf("median %v, max %v, %v", m, x, ok)
	}
	if _, _, ok := interp.LeaveOneOut([]float64{1, 2}, []float64{1, 2}); ok {
		t.Error("two knots have no interior")
	}
}

// slopesBits was computed operation by operation outside Go.
var slopesBits = [4]uint64{0xbffd99999999999a, 0xc002666666666666, 0xbfcddddddddddde1, 0xbfaddddddddddde2}

// TestSlopesAreNotFused: CASES 47, the bit patterns are those of products that
// are rounded before they are added, on every architecture. Fusing changes
// three of these four; a test of the build looks at the machine code.
func TestSlopesAreNotFused(t *testing.T) {
	got := interp.Slopes([]float64{0.1, 0.4, 1.1, 1.7}, []float64{2.9, 2.3, 0.2, 0.13})
	for i, want := range slopesBits {
		if math.Float64bits(got[i]) != want {
			t.Errorf("slope %d: %#x, want %#x", i, math.Float64bits(got[i]), want)
		}
	}
}

func BenchmarkCurve(b *testing.B) {
	xs, ys := make([]float64, 200), make([]float64, 200)
	for i := range xs {
		xs[i], ys[i] = float64(i+1), 1e4/float64(i+1)
	}
	b.Run("fit 200 knots", func(b *testing.B) {
		for b.Loop() {
			fit(b, xs, ys)
		}
	})
	c := fit(b, xs, ys)
	b.Run("read", func(b *testing.B) {
		x := 1.5
		for b.Loop() {
			c.At(x)
			if x += 1.37; x > 199 {
				x = 1.5
			}
		}
	})
}
