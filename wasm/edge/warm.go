//go:build js && wasm

package main

import (
	"bytes"
	"net/http"
	"net/url"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/api"
)

// warmUp answers some questions about made-up points, once, before there is a
// request: the engine compiles a function when it is first called, and the first
// reader should not wait for that. Nobody sees these answers.
func warmUp() {
	files, err := madeUp()
	if err != nil {
		return // the first reader waits, then
	}
	answers := api.New(api.Source{Index: "index", Read: func(name string) ([]byte, error) { return files[name], nil }}, "")
	for _, query := range []string{
		"/table?targets=25,60&baseline=a/*&format=json", "/table?targets=25&format=csv", "/table?format=html", "/frontier?format=json", "/frontier?format=csv", "/frontier?format=html", "/", "/table?model=x",
	} {
		at, err := url.Parse(query)
		if err != nil {
			return
		}
		answers.ServeHTTP(&kept{head: http.Header{}}, &http.Request{Method: http.MethodGet, URL: at, Header: http.Header{}})
	}
}

// madeUp packs two series of a few points.
func madeUp() (map[string][]byte, error) {
	var points []data.Point
	for _, hardware := range []string{"a", "b"} {
		for i := range 4 {
			p := data.Point{Model: "m", Workload: "1/1", Hardware: hardware, Framework: "f", Precision: "p", SpecDecoding: "none", Official: true,
				Recipe: "r", Concurrency: 1 << i, MeasuredOn: "2026-01-01", Source: "s"}
			p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(float64(80-20*i)), opt.Of(float64(100+300*i))
			points = append(points, p)
		}
	}
	file, err := data.EncodePoints("m", "1/1", points)
	if err != nil {
		return nil, err
	}
	_, _, bundle, err := data.OpenFile(bytes.Clone(file))
	if err != nil {
		return nil, err
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(bundle, "points")}, Sources: []data.Source{{ID: "s", Title: "t"}},
		Sheets: []data.PriceSheet{{AsOf: "2026-01-01", Source: "s", Rows: []data.PriceRow{{Hardware: "a", Hyperscaler: opt.Of(1), AllInKw: opt.Of(1)}}}}})
	return map[string][]byte{"index": index, "points": file}, err
}
