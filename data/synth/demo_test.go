package synth

import (
	"sync"
	"testing"

	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// demo is the set, made once.
var demo = sync.OnceValue(Demo)

// demoCurves gives the p90 frontier of each system of the demonstration set.
func demoCurves(t *testing.T, axis iso.Axis) (out []*interp.Curve) {
	t.Helper()
	itl, _ := data.PercentileMetric(data.ITL, 90)
	perToken, _ := data.PercentileMetric(data.E2ELPerToken, 90)
	runs := demo()
	rate := func(v opt.Float) opt.Float { return v.Map(func(x float64) float64 { return 1 / x }) }
	for i := range demoSystems {
		var s iso.Series
		for k := range demoConcurrencies {
			p := &runs[i*len(demoConcurrencies)+k].Point
			q := iso.Point{X: rate(p.Value(itl)), Y: p.Value(data.TputPerGPU), Normalized: rate(p.Value(perToken)), Concurrency: p.Concurrency}
			if axis == iso.E2ENormalized {
				q.X = q.Normalized
			}
			s.Points = append(s.Points, q)
		}
		f := iso.Build(&s, axis, axis != iso.E2ENormalized)
		var xs, ys []float64
		for _, k := range f.Knots {
			x, _ := s.Points[k].X.Get()
			y, _ := s.Points[k].Y.Get()
			xs, ys = append(xs, x), append(ys, y)
			t.Logf("%v system %d: concurrency %d: %.1f tok/s/user, %.0f tok/s/GPU", axis, i, s.Points[k].Concurrency, x, y)
		}
		c, err := interp.Fit(xs, ys)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// At every speed that both systems reach, the first serves more by interactivity
// and the second by E2E-normalized interactivity.
func TestDemoDisagrees(t *testing.T) {
	for _, c := range []struct {
		axis   iso.Axis
		better int
	}{{iso.Interactivity, 0}, {iso.E2ENormalized, 1}} {
		curves := demoCurves(t, c.axis)
		lo, hi := 0.0, 1e9
		for i, f := range curves {
			if f.Len() < 3 {
				t.Errorf("%s: system %d has %d knots", c.axis.Name(), i, f.Len())
			}
			first, _ := f.Knot(0)
			last, _ := f.Knot(f.Len() - 1)
			lo, hi = max(lo, first), min(hi, last)
		}
		if !(hi > 1.15*lo) {
			t.Fatalf("%s: the ranges meet in [%.1f, %.1f]", c.axis.Name(), lo, hi)
		}
		for i := range 21 {
			x := lo + (hi-lo)*float64(i)/20
			a, okA := curves[c.better].At(x)
			b, okB := curves[1-c.better].At(x)
			t.Logf("%s %.1f: %.0f against %.0f", c.axis.Name(), x, a.Y, b.Y)
			if !okA || !okB || !(a.Y > b.Y) {
				t.Errorf("%s: at %.1f the wrong system is better: %.0f against %.0f", c.axis.Name(), x, a.Y, b.Y)
			}
		}
	}
}

// The points say what the records say, of a few hundred requests each.
func TestDemoAgreesWithItsRecords(t *testing.T) {
	runs := demo()
	if len(runs) != 12 {
		t.Fatal(len(runs))
	}
	for _, d := range runs {
		run := latency.NewRun(latency.Options{})
		for r := range d.Records() {
			if _, _, err := run.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		s, p := run.Summary(), &d.Point
		if s.Used < 200 || s.Used > 500 || p.Value(data.RequestsUsed) != opt.Of(float64(s.Used)) {
			t.Errorf("%s at %d: %d used", p.Hardware, p.Concurrency, s.Used)
		}
		for kind, times := range []latency.Times{data.TTFT: s.TTFT, data.ITL: s.ITL, data.E2EL: s.E2EL, data.E2ELPerToken: s.E2EPerToken} {
			for _, pct := range data.Percentiles {
				m, _ := data.PercentileMetric(data.Kind(kind), pct)
				if v := p.Value(m); v != times.At(float64(pct)/100) || !v.Ok() {
					t.Errorf("%s at %d: %s %v", p.Hardware, p.Concurrency, m, v)
				}
			}
		}
		total, _ := s.Throughput.Total.Get()
		if p.Value(data.TputPerGPU) != opt.Of(total/8) || p.Value(data.GPUs) != opt.Of(8) {
			t.Errorf("%s at %d: throughput %v", p.Hardware, p.Concurrency, p.Value(data.TputPerGPU))
		}
	}
}

func BenchmarkDemo(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Demo()
	}
}
