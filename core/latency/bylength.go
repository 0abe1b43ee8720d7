package latency

import (
	"math"

	"github.com/isofront/isofront/core/opt"
)

// LengthShare is the first-token share of E2EL among answers of From to To
// tokens, both included.
type LengthShare struct {
	From, To        float64
	N               int
	FirstTokenShare opt.Float // sum of TTFT over sum of E2EL
}

// ShareByLength groups the used requests by output length, each group twice as
// wide as the one before (1, 2-3, 4-7, ...), leaving empty groups out: short
// answers feel the first-token wait most.
func (r *Run) ShareByLength() []LengthShare {
	var n [32]int
	var first, whole [32]float64
	for i, osl := range r.osl {
		t, e := r.ttft[i], r.e2el[i]
		if !(osl >= 1) || math.IsNaN(t) || math.IsNaN(e) {
			continue
		}
		k := min(int(math.Log2(osl)), 31)
		n[k]++
		first[k] += t
		whole[k] += e
	}
	var out []LengthShare
	for k := range n {
		if n[k] == 0 {
			continue
		}
		g := LengthShare{From: math.Exp2(float64(k)), To: math.Exp2(float64(k+1)) - 1, N: n[k]}
		if whole[k] > 0 {
			g.FirstTokenShare = opt.Of(first[k] / whole[k])
		}
		out = append(out, g)
	}
	return out
}
