package data_test

import (
	"fmt"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// A bundle is written from points and read in place; one changed bit is an
// error.
func ExampleOpenFile() {
	p := data.Point{Model: "My-Model", Workload: "8192/1024", Hardware: "h200", Framework: "vllm", Precision: "fp8", SpecDecoding: "none", Official: true, Concurrency: 16}
	p.Values[data.TputPerGPU], p.Values[data.Interactivity] = opt.Of(675.9), opt.Of(39.64)
	file, err := data.EncodePoints(p.Model, p.Workload, []data.Point{p})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, bundle, err := data.OpenFile(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, ok := bundle.Value(data.TputPerGPU, 0).Get()
	fmt.Println(bundle.Key(0).Name(), y, ok)
	file[len(file)/2] ^= 1
	_, _, _, err = data.OpenFile(file)
	fmt.Println(err != nil)
	// Output:
	// h200/vllm/fp8/none/agg 675.9 true
	// true
}
