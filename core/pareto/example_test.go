package pareto_test

import (
	"fmt"

	"github.com/isofront/isofront/core/pareto"
)

// Interactivity against throughput per GPU: larger is better on both axes. The
// point at 30 is beaten by the one at 40.
func ExampleFrontier() {
	interactivity := []float64{20, 30, 40, 60}
	throughput := []float64{1000, 500, 700, 300}
	members, err := pareto.Frontier(interactivity, throughput, pareto.Maximise, pareto.Maximise)
	fmt.Println(members, err)
	// Output: [0 2 3] <nil>
}
