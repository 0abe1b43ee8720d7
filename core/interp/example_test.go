package interp_test

import (
	"fmt"

	"github.com/isofront/isofront/core/interp"
)

// A curve answers between its knots and nowhere else.
func ExampleFit() {
	curve, err := interp.Fit([]float64{10, 20, 40, 80}, []float64{1000, 800, 300, 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	inside, _ := curve.At(15)
	fmt.Println(inside.Where == interp.Inside, inside.Y)
	beyond, _ := curve.At(81)
	fmt.Println(beyond.Where == interp.Over)
	// Output:
	// true 903.125
	// true
}
