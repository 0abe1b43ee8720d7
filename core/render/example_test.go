package render_test

import (
	"fmt"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

func ExampleMarkdown() {
	s := iso.Series{Name: "h200/vllm/fp8/none/agg", Hardware: "h200", Framework: "vllm", Precision: "fp8", SpecDecoding: "none", Official: true, Price: opt.Of(1.41)}
	for _, xy := range [][2]float64{{20, 900}, {40, 600}, {60, 300}} {
		s.Points = append(s.Points, iso.Point{X: opt.Of(xy[0]), Y: opt.Of(xy[1]), MeasuredOn: "2026-05-25"})
	}
	table, err := iso.Make([]iso.Series{s}, iso.Spec{Axis: iso.Interactivity, Targets: []float64{40, 70}, Baseline: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(render.Markdown(&render.Sheet{Table: table, Model: "GLM-5", Workload: "8192/1024", Quantities: []render.Quantity{render.Cost}}))
	// Output:
	// **Cost ($/M tokens) at equal interactivity, GLM-5, 8192/1024**
	//
	// | tok/s/user | H200 vllm FP8 |
	// |---:|---:|
	// | 40 | $0.653 |
	// | 70 | unreachable: fastest is 60 |
	//
	// - Prices, $/GPU-hour: H200 $1.41.
	// - Measured: 2026-05-25.
	// - Unreachable: outside the measured points; nothing is extrapolated.
}
