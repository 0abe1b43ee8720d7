package cost_test

import (
	"fmt"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

// $2.40 per GPU-hour at 2,000 tokens/s per GPU is a third of a dollar per
// million tokens. Without a price there is no cost.
func ExampleUsdPerMtok() {
	usd, ok := cost.UsdPerMtok(opt.Of(2.40), opt.Of(2000)).Get()
	fmt.Printf("%.4f %v\n", usd, ok)
	_, ok = cost.UsdPerMtok(opt.Float{}, opt.Of(2000)).Get()
	fmt.Println(ok)
	// Output:
	// 0.3333 true
	// false
}
