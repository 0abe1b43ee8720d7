package quantile_test

import (
	"fmt"

	"github.com/isofront/isofront/core/quantile"
)

// Interactivity at p90 is one over the p90 of the time per token: the slow
// tail, not the p90 of the rates.
func ExampleSample_Type7() {
	itl, err := quantile.New([]float64{0.010, 0.010, 0.010, 0.010, 0.050})
	if err != nil {
		fmt.Println(err)
		return
	}
	p90, ok := itl.Type7(0.9).Get()
	fmt.Printf("%.2f tok/s/user %v\n", 1/p90, ok)
	// Output: 29.41 tok/s/user true
}
