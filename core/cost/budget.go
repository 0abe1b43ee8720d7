package cost

import (
	"math"

	"github.com/isofront/isofront/core/opt"
)

// GPUs is how many GPUs a power budget in MW runs at an all-in power in kW/GPU:
// floor(1000 mw / kw). All-in power holds the GPU's share of everything that the
// site's meter sees, so nothing is added for cooling or hosts. A budget below one
// GPU gives 0, which is a value; without a positive budget and power it is absent.
//
// A quotient within 1e-12 (relative) of the next whole number is that number:
// 1.37 MW at 1.37 kW is 1,000 GPUs, though the division says 999.9999999999999.
func GPUs(mw, kw opt.Float) opt.Float {
	return ratio(mw, kw, func(mw, kw float64) float64 {
		q := 1000 * mw / kw
		if up := math.Ceil(q); up-q <= 1e-12*up {
			return up
		}
		return math.Floor(q)
	})
}

// FleetThroughput is the tokens/s of so many GPUs at y tok/s/GPU: gpus * y. No
// GPU gives 0.
func FleetThroughput(gpus, y opt.Float) opt.Float {
	n, ok := gpus.Get()
	v, yok := y.Positive()
	if !ok || n < 0 || !yok {
		return opt.Float{}
	}
	return opt.Of(n * v)
}

// Users is how many answers stream at once at x output tok/s/user when the fleet
// puts out so many output tokens/s: output / x, which is Little's law for answers
// that all stream at x. It must be given the rate of output tokens alone: a
// total rate counts input tokens that no user watches. On interactivity the users
// that wait for their first token are not among them; on E2E-normalized
// interactivity, whose time is the whole wait, they are.
func Users(output, x opt.Float) opt.Float {
	n, ok := output.Get()
	v, xok := x.Positive()
	if !ok || n < 0 || !xok {
		return opt.Float{}
	}
	return opt.Of(n / v)
}

// UsdPerHour is what so many GPUs cost in $/hour at a price in $/GPU-hour.
func UsdPerHour(gpus, price opt.Float) opt.Float {
	return FleetThroughput(gpus, price)
}
