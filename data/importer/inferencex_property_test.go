package importer

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/data"
)

// The rates of the whole cluster add up to its total; role rates do not, and
// are shown beside them only under their own names.
func TestClusterRatesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prefill, decode := rapid.IntRange(1, 72).Draw(t, "prefill"), rapid.IntRange(1, 72).Draw(t, "decode")
		in, out := rapid.Float64Range(1, 1e6).Draw(t, "in"), rapid.Float64Range(1, 1e6).Draw(t, "out") // tok/s of the cluster
		total := (in + out) / float64(prefill+decode)
		off := rapid.SampledFrom([]float64{1, 1.0005, 0.9995, 1.002, 0.998, 2}).Draw(t, "off")
		text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		row := with(disaggRow, `"tput_per_gpu":5000`, `"tput_per_gpu":`+text(total*off), `"input_tput_per_gpu":15000`, `"input_tput_per_gpu":`+text(in/float64(prefill)),
			`1666.6666666666667`, text(out/float64(decode)), `"num_prefill_gpu":4,"num_decode_gpu":12`, fmt.Sprintf(`"num_prefill_gpu":%d,"num_decode_gpu":%d`, prefill, decode),
			`"median_e2el":3.3`, `"median_e2el":null`)
		res, err := Read("r.json", strings.NewReader("["+row+"]"))
		if err != nil || res.Kept != 1 {
			t.Fatalf("%v %v", res, err)
		}
		p := &res.Points[0]
		gpus, ok := p.Value(data.GPUs).Get()
		if follows := math.Abs(off-1) < 1e-3; ok != follows {
			t.Fatalf("off by %v: GPUs %v", off, ok)
		}
		if !ok {
			return
		}
		a, _ := p.Value(data.InputTputPerGPU).Get()
		b, _ := p.Value(data.OutputTputPerGPU).Get()
		given, _ := p.Value(data.TputPerGPU).Get()
		if gpus != float64(prefill+decode) || math.Abs((a+b)/given-1) > 1e-3 {
			t.Fatalf("%v GPUs, %v + %v of %v", gpus, a, b, given)
		}
	})
}

// No two configurations share a recipe, or one would replace the other.
func TestRecipesTellConfigurationsApart(t *testing.T) {
	size := rapid.SampledFrom([]int{1, 2, 4, 8, 16})
	role := rapid.Custom(func(t *rapid.T) ixRole {
		return ixRole{tp: size.Draw(t, "tp"), ep: size.Draw(t, "ep"), pp: size.Draw(t, "pp"), pcp: size.Draw(t, "pcp"), dcp: size.Draw(t, "dcp"),
			workers: rapid.IntRange(2, 4).Draw(t, "workers"), dpAttention: rapid.Bool().Draw(t, "dpa")}
	})
	config := rapid.Custom(func(t *rapid.T) ixConfig {
		c := ixConfig{disagg: rapid.Bool().Draw(t, "disagg"), decode: role.Draw(t, "decode")}
		if c.prefill = c.decode; c.disagg {
			c.prefill = role.Draw(t, "prefill")
		}
		return c
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := config.Draw(t, "a"), config.Draw(t, "b")
		if (a == b) != (a.recipe() == b.recipe()) {
			t.Fatalf("%+v and %+v are both %q", a, b, a.recipe())
		}
	})
}
