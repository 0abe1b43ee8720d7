package importer

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// Bounds beyond which a time is taken to be in another unit than its field
// says. The fastest service of a large model streams some thousands of tokens
// per second to one user.
const (
	slowestToken = 60.0      // s per output token
	fastestToken = 1.0 / 5e4 // s
)

// implausible returns why a point's times cannot be in the unit of their
// fields, or "".
//
// Every request's first token comes no later than its last, so a percentile of
// TTFT over the same requests cannot exceed that of E2EL. Interactivity times
// TPOT is 1. By Little's law the requests in flight are the rate of requests
// times E2EL, near the concurrency; a factor of 1000 is seen, less is not.
func implausible(p *data.Point) string {
	for _, pct := range data.Percentiles {
		ttft, okT := percentile(p, data.TTFT, pct).Get()
		e2el, okE := percentile(p, data.E2EL, pct).Get()
		if okT && okE && ttft > e2el*(1+1e-9) {
			return fmt.Sprintf("p%d of the time to first token exceeds that of the whole request: %.6g against %.6g s", pct, ttft, e2el)
		}
		if itl, ok := percentile(p, data.ITL, pct).Positive(); ok && (itl > slowestToken || itl < fastestToken) {
			return fmt.Sprintf("p%d of the time per token is %.3g s", pct, itl)
		}
	}
	x, okX := p.Values[data.Interactivity].Positive()
	t, okT := p.Values[data.TPOT].Positive()
	if product := x * t; okX && okT && (product > 500 && product < 2000 || product > 5e-4 && product < 2e-3) {
		return fmt.Sprintf("time per token and interactivity are in different units: %.6g s against %.6g tok/s/user", t, x)
	}
	if n, ok := inFlight(p); ok && (n > 100*float64(p.Concurrency) || n < float64(p.Concurrency)/1000) {
		many := fmt.Sprintf("%.3g", n)
		if math.IsInf(n, 1) {
			many = "over 1e308"
		}
		return fmt.Sprintf("%s requests in flight by throughput and latency, at concurrency %d", many, p.Concurrency)
	}
	return crossed(p)
}

// crossed says which percentile is below a lower one of the same times, which of one set
// of requests cannot be; "" where none is.
func crossed(p *data.Point) string {
	for kind, name := range crossable {
		low, of := 0.0, 0
		for _, pct := range data.Percentiles {
			v, ok := percentile(p, data.Kind(kind), pct).Get()
			if !ok {
				continue
			}
			if v < low*(1-1e-9) {
				return fmt.Sprintf("p%d of %s is below its p%d: %.6g against %.6g s", pct, name, of, v, low)
			}
			low, of = v, pct
		}
	}
	return ""
}

// crossable are the times that a point holds percentiles of, by their kind.
var crossable = [...]string{data.TTFT: "TTFT", data.ITL: "ITL", data.E2EL: "E2EL", data.E2ELPerToken: "E2EL per output token"}

// reasonUnits is why a row is refused when implausible says so.
const reasonUnits = "implausible: seconds and milliseconds mixed up?"

// Beyond these a time per token is worth a look: seconds in a column of milliseconds, or
// the other way round, and yet within what a point may hold.
const (
	oddlySlow = 10.0 // s per output token
	oddlyFast = 1e-4 // s: 10,000 tok/s/user
)

// doubtful is implausible for a table that somebody wrote by hand, whose rows are kept: it
// also says of times that they are odd.
func doubtful(p *data.Point) string {
	if why := implausible(p); why != "" {
		return why
	}
	odd := func(t opt.Float) bool {
		v, ok := t.Positive()
		return ok && (v > oddlySlow || v < oddlyFast)
	}
	say := func(column string, t opt.Float) string {
		v, _ := t.Get()
		return fmt.Sprintf("%s is %.3g s per token, %.3g tok/s/user", column, v, 1/v)
	}
	if t := p.Values[data.Interactivity].Map(func(x float64) float64 { return 1 / x }); odd(t) {
		return say("interactivity", t)
	}
	if t := p.Values[data.TPOT]; odd(t) {
		return say("tpot_ms", t)
	}
	for _, pct := range data.Percentiles {
		if m, _ := data.PercentileMetric(data.ITL, pct); odd(p.Values[m]) {
			return say(m.Name(), p.Values[m])
		}
	}
	x, okX := p.Values[data.Interactivity].Positive()
	t, okT := percentile(p, data.ITL, 50).Positive()
	if product := x * t; okX && okT && (product > 500 && product < 2000 || product > 5e-4 && product < 2e-3) {
		return fmt.Sprintf("p50_itl_s and interactivity are in different units: %.6g s against %.6g tok/s/user", t, x)
	}
	return ""
}

// reasonDoubtful is a remark on such a row.
const reasonDoubtful = "seconds and milliseconds mixed up? It is kept as it is"

// reasonUncharted is a remark on a row that no frontier takes: see uncharted.
const reasonUncharted = "is outside the range of numbers that can be interpolated: the point is kept and takes part in nothing"

// uncharted is the column of a value that frontiers leave out, since slopes between such
// values would overflow; "" of any other point. The bounds are those of core/iso.
func uncharted(p *data.Point) string {
	for _, m := range [...]data.Metric{data.TputPerGPU, data.Interactivity} {
		if v, ok := p.Values[m].Positive(); ok && (v < 1e-100 || v > 1e100) {
			return m.Name()
		}
	}
	return ""
}

// inFlight estimates the requests in flight of a run with a fixed output length.
func inFlight(p *data.Point) (float64, bool) {
	_, osl, ok := tokenWorkload(p.Workload)
	if !ok || p.Concurrency == 0 {
		return 0, false
	}
	tokens, err := strconv.ParseFloat(osl, 64)
	rate, okR := p.Values[data.OutputTputPerGPU].Positive()
	gpus, okG := p.Values[data.GPUs].Positive()
	e2el, okE := percentile(p, data.E2EL, 50).Positive()
	return rate * gpus * e2el / tokens, err == nil && okR && okG && okE
}

func percentile(p *data.Point, k data.Kind, pct int) opt.Float {
	m, _ := data.PercentileMetric(k, pct)
	return p.Values[m]
}

func setPercentile(p *data.Point, k data.Kind, pct int, v opt.Float) {
	if m, ok := data.PercentileMetric(k, pct); ok {
		p.Values[m] = v
	}
}

// day returns the date of a time such as 2026-06-11T00:00:00.000Z or
// 20260527-075026; "" when s does not begin with one.
func day(s string) string {
	if len(s) >= 8 && !strings.Contains(s[:8], "-") {
		s = s[:4] + "-" + s[4:6] + "-" + s[6:8] + s[8:]
	}
	if len(s) >= 10 && data.ValidDate(s[:10]) && (len(s) == 10 || strings.IndexByte("T -", s[10]) >= 0) {
		return s[:10]
	}
	return ""
}
