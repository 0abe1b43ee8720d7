package synth

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/data"
)

func TestPointsAreLabelled(t *testing.T) {
	check := func(p *data.Point) {
		if !strings.HasPrefix(p.Model, "Synthetic ") || p.Source != "synthetic" || !strings.HasPrefix(p.Hardware, "synthetic-") ||
			p.Framework != "synthetic" || p.MeasuredOn > "2010" || !strings.HasPrefix(p.Run, "synthetic") {
			t.Fatalf("%+v", p)
		}
	}
	for p := range Points(30_000, PointOptions{Dates: 30}) {
		check(&p)
	}
	for _, d := range demo() {
		check(&d.Point)
	}
	if s := Source(); s.ID != "synthetic" || !strings.Contains(s.Title, "Synthetic") || s.Dated {
		t.Errorf("%+v", s)
	}
}

func TestPointsCount(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 1000, 5_432} {
		for _, o := range []PointOptions{{}, {Models: 1, Workloads: 1}, {Seed: 3, Models: 3, Workloads: 2, Dates: 4}} {
			seen, group := map[data.Point]bool{}, [2]string{}
			groups := map[[2]string]bool{}
			for p := range Points(n, o) {
				seen[p] = true
				if g := [2]string{p.Model, p.Workload}; g != group {
					if groups[g] {
						t.Fatalf("%v comes twice", g)
					}
					groups[g], group = true, g
				}
			}
			if len(seen) != n {
				t.Errorf("%d points, %+v: %d distinct", n, o, len(seen))
			}
		}
	}
	for range Points(1000, PointOptions{}) {
		break // an early end is no fault
	}
}

// A sweep looks like a real one: some twenty points to a series, a handful of
// them on the frontier, ties, and values that are not there.
func TestPointsShape(t *testing.T) {
	for _, n := range []int{1000, 50_000} {
		series := map[data.SeriesKey][]data.Point{}
		for p := range Points(n, PointOptions{Seed: 9}) {
			if p.Concurrency&(p.Concurrency-1) != 0 {
				t.Fatalf("concurrency %d", p.Concurrency)
			}
			if data.RatesDisagree(p.Value(data.Interactivity), p.Value(data.TPOT)) {
				t.Fatalf("rates disagree: %+v", p)
			}
			series[p.Key()] = append(series[p.Key()], p)
		}
		var members, sizes []int
		absent, ties := 0, 0
		for _, s := range series {
			var xs, ys []float64
			for _, p := range s {
				x, okX := p.Value(data.Interactivity).Get()
				if p.Workload == agentic {
					m, _ := data.PercentileMetric(data.ITL, 90)
					itl, ok := p.Value(m).Get()
					x, okX = 1/itl, ok
				}
				y, okY := p.Value(data.TputPerGPU).Get()
				if !okX || !okY {
					absent++
					continue
				}
				if slices.Contains(xs, x) || slices.Contains(ys, y) {
					ties++
				}
				xs, ys = append(xs, x), append(ys, y)
			}
			f, err := pareto.Frontier(xs, ys, pareto.Maximise, pareto.Maximise)
			if err != nil {
				t.Fatal(err)
			}
			members, sizes = append(members, len(f)), append(sizes, len(s))
		}
		slices.Sort(members)
		slices.Sort(sizes)
		middle, size := members[len(members)/2], sizes[len(sizes)/2]
		t.Logf("%d points: %d series of %d (median), frontier %d (median), %d (most); %d absent, %d ties", n, len(series), size, middle, members[len(members)-1], absent, ties)
		if middle < 4 || middle > 16 || size < 12 || size > 60 || middle*10 > size*8 {
			t.Error("a frontier is not of the size of real ones")
		}
		if share := float64(absent) / float64(n); share < 0.005 || share > 0.03 {
			t.Errorf("absent: %.4f", share)
		}
		if share := float64(ties) / float64(n); share < 0.01 || share > 0.06 {
			t.Errorf("ties: %.4f", share)
		}
	}
}

// Points are such as a bundle takes.
func TestPointsPack(t *testing.T) {
	for _, workload := range []int{1, 4} {
		groups := map[string][]data.Point{}
		for p := range Points(4000, PointOptions{Models: 1, Workloads: workload}) {
			groups[p.Workload] = append(groups[p.Workload], p)
		}
		for w, points := range groups {
			file, err := data.EncodePoints(points[0].Model, w, points)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, b, err := data.OpenFile(file); err != nil || b.Len() != len(points) {
				t.Fatal(err, w)
			}
		}
	}
}

func TestLetters(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		if got := letters(i); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
	for i, want := range map[int]string{0: "2001-01-01", 1: "2001-01-15", 23: "2001-12-15", 24: "2002-01-01"} {
		if got := day(i); got != want || !data.ValidDate(got) {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

func BenchmarkPoints(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k := 0
				for range Points(n, PointOptions{}) {
					k++
				}
				if k != n {
					b.Fatal(k)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/point")
		})
	}
}
