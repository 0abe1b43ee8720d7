//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// Names of the made-up files.
const madeUpIndex, madeUpPoints = "index", "points"

// madeUp packs two series of a few points, by name: what an instance answers
// from in its rehearsal, and nobody sees. It is null where that fails.
func madeUp() any {
	var points []*data.Point
	for _, hardware := range []string{"a", "b"} {
		for i := range 4 {
			p := &data.Point{Model: "m", Workload: "1/1", Hardware: hardware, Framework: "f", Precision: "p", SpecDecoding: "none", Official: true,
				Recipe: "r", Concurrency: 1 << i, MeasuredOn: "2026-01-01", Source: "s"}
			p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(float64(80-20*i)), opt.Of(float64(100+300*i))
			points = append(points, p)
		}
	}
	file, bundle, err := data.Encode("m", "1/1", points)
	if err != nil {
		return nil
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(bundle, madeUpPoints)}, Sources: []data.Source{{ID: "s", Title: "t"}},
		Sheets: []data.PriceSheet{{AsOf: "2026-01-01", Source: "s", Rows: []data.PriceRow{{Hardware: "a", Hyperscaler: opt.Of(1), AllInKw: opt.Of(1)}}}}})
	if err != nil {
		return nil
	}
	out := map[string]any{}
	for name, content := range map[string][]byte{madeUpIndex: index, madeUpPoints: file} {
		bytes := js.Global().Get("Uint8Array").New(len(content))
		js.CopyBytesToJS(bytes, content)
		out[name] = bytes
	}
	return out
}
