package latency

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/isofront/isofront/core/opt"
)

// TestPlainIsTheGeneralWay: where plain forms a record it forms it as any record is
// formed, to the last bit, and it forms most of them.
func TestPlainIsTheGeneralWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	odd := []float64{0, -1, 1, 1.5, 2, 1e-9, 0.25, MaxSeconds, 2 * MaxSeconds, -2 * maxStart}
	pick := func(usual float64) opt.Float {
		switch rng.IntN(40) {
		case 0:
			return opt.Float{}
		case 1:
			return opt.Of(odd[rng.IntN(len(odd))])
		}
		return opt.Of(usual)
	}
	formed := 0
	const n = 200_000
	for range n {
		first := rng.Float64()
		tokens := float64(rng.IntN(300))
		last := first + 0.01*tokens*rng.Float64()
		r := Record{Start: pick(100 * rng.Float64()), Output: Count{Server: pick(tokens)}, Input: Count{Server: pick(float64(rng.IntN(9000)))}}
		r.Figures = Figures{TTFT: pick(first), E2EL: pick(last), LaterEnd: rng.IntN(3) == 0}
		if rng.IntN(2) == 0 {
			r.Figures.FirstVisible, r.Figures.SecondGap, r.Figures.End = pick(first+(last-first)*rng.Float64()), pick(0.1), pick(last)
			r.Figures.ITL = pick((last - first) / (tokens - 1) * (1 + 0.02*rng.Float64()))
			r.Output.Client, r.Input.Client, r.Reasoning = pick(float64(rng.IntN(300))), pick(5), pick(float64(rng.IntN(1+int(tokens))))
		}
		var m, want Metrics
		var seen, s, wantSeen stream
		if !m.plain(&r, &seen) {
			if !reflect.DeepEqual(m, Metrics{}) {
				t.Fatalf("%+v: left behind %+v", r, m)
			}
			continue
		}
		formed++
		var w work
		if err := w.general(&r, &want, &s, &wantSeen); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		if !reflect.DeepEqual(m, want) || !reflect.DeepEqual(seen, wantSeen) {
			t.Fatalf("%+v:\n%+v, want\n%+v", r, m, want)
		}
	}
	if formed < n/2 {
		t.Errorf("%d of %d", formed, n)
	}
}
