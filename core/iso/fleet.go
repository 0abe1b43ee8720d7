package iso

import (
	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
)

// Fleet is what a power budget runs of one system at one target: GPUs in whole
// ones, tokens/s of all of them, $/hour, and how many answers stream at once.
// Each is absent where a power, a price or the target's throughput is.
//
// Users are bounded by the output shares of the points that the target rests on
// and are absent for a reason that NoUsers gives.
type Fleet struct {
	GPUs, TokensPerSecond, UsdPerHour opt.Float
	UsersLow, UsersHigh               opt.Float
	NoUsers                           string
}

// Reasons of a fleet without users.
const (
	NoOutputRate = "the data gives no output tokens/s per GPU at the points this rests on"
	NoUserSpeed  = "at an equal wait there is no speed per user to divide by"
)

// FleetOf fills a power budget in MW with the system of a cell read on an axis.
// A cell that is out of reach has its GPUs and their price, and nothing more.
func FleetOf(s *Series, axis Axis, c *Cell, mw float64) Fleet {
	f := Fleet{GPUs: cost.GPUs(opt.Of(mw), s.Kw)}
	f.UsdPerHour = cost.UsdPerHour(f.GPUs, s.Price)
	f.TokensPerSecond = cost.FleetThroughput(f.GPUs, c.Throughput())
	if !f.TokensPerSecond.Ok() {
		return f
	}
	if axis == TTFT || axis == E2EL {
		f.NoUsers = NoUserSpeed
		return f
	}
	lo, hi := s.OutputShare(c.Reading)
	if !lo.Ok() {
		f.NoUsers = NoOutputRate
		return f
	}
	users := func(share opt.Float) opt.Float {
		v, _ := share.Get()
		output := f.TokensPerSecond.Map(func(total float64) float64 { return total * v })
		return cost.Users(output, opt.Of(c.Target))
	}
	f.UsersLow, f.UsersHigh = users(lo), users(hi)
	return f
}

// OutputShare is the smaller and the larger number of output tokens for each token
// that Y counts, at the points that a reading rests on: below 1 where Y counts all
// tokens, 1 where it counts output tokens. It is not interpolated: between two points
// of one share it is theirs, else anything between. Absent where a point has no
// output rate.
func (s *Series) OutputShare(r Reading) (lo, hi opt.Float) {
	if r.Lo < 0 || !r.State.Reachable() {
		return opt.Float{}, opt.Float{}
	}
	share := func(i int) (float64, bool) {
		out, ok := s.Points[i].Output.Positive()
		all, allOk := s.Points[i].Y.Positive()
		return out / all, ok && allOk
	}
	a, aok := share(r.Lo)
	b, bok := share(r.Hi)
	if !aok || !bok {
		return opt.Float{}, opt.Float{}
	}
	return opt.Of(min(a, b)), opt.Of(max(a, b))
}
