package latency_test

import (
	"fmt"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// Ten tokens: the first after 1 s, then one every 50 ms. ITL is (1.45 - 1)/9.
func ExampleMeasure() {
	rec := latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), E2EL: opt.Of(1.45)}, Output: latency.Count{Server: opt.Of(10)}}
	m, err := latency.Measure(&rec)
	if err != nil {
		fmt.Println(err)
		return
	}
	itl, _ := m.ITL.Get()
	speed, _ := m.Interactivity.Get()
	normalized, _ := m.E2ENormalized.Get()
	fmt.Printf("%.3f s, %.1f tok/s/user, end to end %.2f tok/s/user\n", itl, speed, normalized)
	// Output: 0.050 s, 20.0 tok/s/user, end to end 6.90 tok/s/user
}
