package sidebyside_test

import (
	"math"
	"slices"
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/synth"
)

// nSwept is how many points each of the swept series has.
const nSwept = 200

// swept is a task of the kernel of nSeries series, each swept on some nine days, at
// nTargets targets that spread over what they reach.
func swept(b *testing.B) []float64 {
	var names []string
	points := map[string][]float64{} // interactivity and throughput of each
	for p := range synth.Points(nSeries*nSwept*3, synth.PointOptions{Seed: 5, Models: 1, Workloads: 1, Dates: 9}) {
		x, xok := p.Value(data.Interactivity).Get()
		y, yok := p.Value(data.TputPerGPU).Get()
		if name := p.Key().Name(); xok && yok {
			if points[name] == nil {
				names = append(names, name)
			}
			points[name] = append(points[name], x, y)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return len(points[name]) < 2*nSwept })
	if len(names) < nSeries {
		b.Fatalf("%d synthetic series have %d points, want %d", len(names), nSwept, nSeries)
	}
	var xs, all []float64
	for _, name := range names[:nSeries] {
		own := points[name][:2*nSwept]
		for i := 0; i < len(own); i += 2 {
			xs = append(xs, own[i])
		}
		all = append(append(all, math.NaN(), nSwept), own...)
	}
	slices.Sort(xs)
	task := []float64{nSeries, nTargets}
	for i := range nTargets {
		task = append(task, xs[len(xs)*(2*i+1)/(2*nTargets)])
	}
	return append(task, all...)
}
