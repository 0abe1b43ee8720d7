package iso_test

import (
	"fmt"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// Two systems read at the same tokens per second per user.
func ExampleMake() {
	point := func(x, y float64) iso.Point { return iso.Point{X: opt.Of(x), Y: opt.Of(y)} }
	series := []iso.Series{
		{Name: "old", Price: opt.Of(2), Points: []iso.Point{point(20, 900), point(60, 300)}},
		{Name: "new", Price: opt.Of(3), Points: []iso.Point{point(20, 2700), point(80, 900)}},
	}
	table, err := iso.Make(series, iso.Spec{Axis: iso.Interactivity, Targets: []float64{40, 70}, Baseline: 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range table.Rows {
		for _, c := range row.Cells {
			y, _ := c.Throughput().Get()
			ratio, _ := c.Ratio.PerfPerDollar.Get()
			fmt.Printf("%s at %v: %s %.0f tok/s/GPU, ratio %s %.2f\n", row.Series.Name, c.Target, c.Reading.State, y, c.Ratio.State, ratio)
		}
	}
	// Output:
	// old at 40: interpolated 600 tok/s/GPU, ratio both 1.00
	// old at 70: above 0 tok/s/GPU, ratio neither 0.00
	// new at 40: interpolated 2100 tok/s/GPU, ratio both 2.33
	// new at 70: interpolated 1200 tok/s/GPU, ratio only_system 0.00
}
