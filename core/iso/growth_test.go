package iso_test

import (
	"math"
	"testing"
	"time"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// BenchmarkGrowth measures how the work grows and reports the fitted exponent k
// of time ~ n^k (least squares on logarithms): about 1 for frontiers with their
// curve and their leave-one-out error, which are n log n and n, about 0 for a
// read, which is log n, and about 1 for a table in its series and its targets.
func BenchmarkGrowth(b *testing.B) {
	for _, g := range []struct {
		name  string
		sizes []int
		run   func(s *iso.Series, f *iso.Frontier)
	}{
		{"frontier", []int{1000, 4000, 16000, 64000, 256000}, func(s *iso.Series, _ *iso.Frontier) { iso.Build(s, iso.Interactivity, false) }},
		{"leave one out", []int{1000, 4000, 16000, 64000}, func(s *iso.Series, _ *iso.Frontier) {
			iso.Build(s, iso.Interactivity, false).LeaveOneOut()
		}},
		{"table by series", []int{4, 16, 64, 256}, func(s *iso.Series, _ *iso.Frontier) {
			table(b, len(s.Points), 50)
		}},
		{"table by targets", []int{8, 32, 128, 512}, func(s *iso.Series, _ *iso.Frontier) {
			table(b, 16, len(s.Points))
		}},
		{"read", []int{100, 1000, 10000, 100000}, func(_ *iso.Series, f *iso.Frontier) {
			lo, hi, _ := f.Range()
			for k := range 1000 {
				f.At(lo+(hi-lo)*float64(k*7919%1000)/1000, iso.Strict)
			}
		}},
	} {
		b.Run(g.name, func(b *testing.B) {
			var xs, ys []float64
			for _, n := range g.sizes {
				s := &iso.Series{}
				for i := range n {
					x := float64(i*7919%n) + 1
					s.Points = append(s.Points, iso.Point{X: opt.Of(x), Y: opt.Of(1e9 / x)})
				}
				f := iso.Build(s, iso.Interactivity, false)
				ns := timed(func() { g.run(s, f) })
				b.Logf("%s of %d points: %.0f ns", g.name, n, ns)
				xs, ys = append(xs, math.Log(float64(n))), append(ys, math.Log(ns))
			}
			b.ReportMetric(slope(xs, ys), "exponent")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// table forms one table of series of 29 points each.
func table(b *testing.B, series, targets int) {
	all := make([]iso.Series, series)
	for k := range all {
		for i := range 29 {
			x := float64(i*7+k%5) + 1
			all[k].Points = append(all[k].Points, iso.Point{X: opt.Of(x), Y: opt.Of(2e4 / x)})
		}
	}
	at := make([]float64, targets)
	for i := range at {
		at[i] = 5 + 190*float64(i)/float64(targets)
	}
	make1(b, iso.Spec{Targets: at, Baseline: 0}, all...)
}

// timed returns the time of one run, from as many as fill 50 ms.
func timed(run func()) float64 {
	start, n := time.Now(), 0
	for time.Since(start) < 50*time.Millisecond {
		run()
		n++
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

func slope(xs, ys []float64) float64 {
	var mx, my, num, den float64
	for i := range xs {
		mx, my = mx+xs[i]/float64(len(xs)), my+ys[i]/float64(len(ys))
	}
	for i := range xs {
		num, den = num+(xs[i]-mx)*(ys[i]-my), den+(xs[i]-mx)*(xs[i]-mx)
	}
	return num / den
}
