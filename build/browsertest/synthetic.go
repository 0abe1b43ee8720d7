package browsertest

import (
	"slices"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/synth"
)

// Synthetic packs one synthetic model under one workload: the given number of
// series with the given number of operating points each, all of which can be
// drawn, and a price sheet for their hardware.
func Synthetic(t testing.TB, series, each int) map[string][]byte {
	t.Helper()
	by := map[data.SeriesKey][]*data.Point{}
	var order []data.SeriesKey
	// A series has some 24 points, at times fewer than asked for.
	for p := range synth.Points(series*each*6, synth.PointOptions{Seed: 5, Models: 1, Workloads: 1}) {
		if !p.Value(data.TputPerGPU).Ok() || !p.Value(data.Interactivity).Ok() {
			continue
		}
		if by[p.Key()] == nil {
			order = append(order, p.Key())
		}
		by[p.Key()] = append(by[p.Key()], &p)
	}
	order = slices.DeleteFunc(order, func(k data.SeriesKey) bool { return len(by[k]) < each })
	if len(order) < series {
		t.Fatalf("%d synthetic series have %d points, want %d", len(order), each, series)
	}
	var points []*data.Point
	sheet := data.PriceSheet{AsOf: "2001-01-01", Source: synth.ID}
	for _, k := range order[:series] {
		points = append(points, by[k][:each]...)
		if _, ok := sheet.Row(k.Hardware); !ok {
			price := opt.Of(1 + float64(len(sheet.Rows))/4)
			sheet.Rows = append(sheet.Rows, data.PriceRow{Hardware: k.Hardware, Hyperscaler: price, AllInKw: price})
		}
	}
	file, b, err := data.Encode(points[0].Model, points[0].Workload, points)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{
		Bundles: []data.BundleEntry{data.Describe(b, "points.msgpack")}, Sheets: []data.PriceSheet{sheet}, Sources: []data.Source{synth.Source()},
	})
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"index.msgpack": index, "points.msgpack": file}
}
