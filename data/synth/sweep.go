package synth

import (
	"math"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// shape is a workload: input and output tokens of a request.
type shape struct {
	name     string
	isl, osl float64
}

var shapes = []shape{{"1024/1024", 1024, 1024}, {"1024/8192", 1024, 8192}, {"8192/1024", 8192, 1024}, {agentic, 30_000, 400}}

// precisions by bytes per weight, against one.
var precisions = []struct {
	name  string
	bytes float64
}{{"fp4", 0.55}, {"fp8", 1}, {"bf16", 2}}

var drafters = []string{"none", "mtp"}

// parallel is how many GPUs share a model, and how much faster that reads it: the
// gain falls behind the number, as they talk to each other.
var parallel = []struct {
	name       string
	gpus, gain float64
}{{"TP=8", 8, 4.6}, {"TP=4", 4, 2.9}, {"TP=2", 2, 1.7}, {"TP=1", 1, 1}}

// chip is a kind of hardware against a middling one.
type chip struct{ memory, compute float64 }

func makeChip(seed uint64, number int) chip {
	r := newRandom(seed, 1<<32|uint64(number))
	return chip{r.lognormal(1, 0.7), r.lognormal(1, 0.8)}
}

// system is what a series holds fixed.
type system struct {
	size float64 // of the model, against a middling one
	chip
	bytes   float64
	drafted bool
	disagg  bool
}

// point sets what a sweep measures at a concurrency. The formulas are a sketch of
// how decoding is bound: by reading the weights, by reading the contexts, by arithmetic. Every product is
// converted, so that no architecture fuses it with the sum after it.
func (s *system) point(p *data.Point, r *random, w *shape, concurrency, gpus, gain float64) {
	weights := float64(float64(5e-3*s.size) * s.bytes)
	contexts := float64(float64(concurrency*(w.isl+w.osl)) * 1.2e-9 * s.bytes)
	sums := float64(float64(concurrency*3e-5) * float64(s.size*s.bytes))
	itl := 1.1e-3 + (weights+contexts)/float64(s.memory*gain) + sums/float64(s.compute*gpus)
	if s.drafted {
		itl = itl / (1 + 0.8/(1+concurrency/48))
	}
	prefill := float64(float64(w.isl*1.3e-5)*s.size) * s.bytes / float64(s.compute*gpus)
	waiting := float64(concurrency * 0.12)
	if s.disagg {
		itl = float64(itl * 0.88)
		waiting = float64(waiting * 0.5)
	}
	itl = float64(itl * r.noise(0.05))
	ttft := 0.02 + float64(float64(prefill*(1+waiting))*r.noise(0.1))
	all := gpus
	if s.disagg {
		all = 2 * gpus
		p.Values[data.PrefillGPUs], p.Values[data.DecodeGPUs] = opt.Of(gpus), opt.Of(gpus)
	}
	rate := float64(concurrency*w.osl) / (ttft + float64(itl*(w.osl-1))) / all
	rate = float64(rate * r.noise(0.03))
	p.Values[data.GPUs] = opt.Of(all)
	p.Values[data.Requests], p.Values[data.RequestsUsed] = opt.Of(float64(concurrency*10)), opt.Of(float64(concurrency*10))
	p.Values[data.OutputTputPerGPU] = opt.Of(decimals(rate, 100))
	p.Values[data.TputPerGPU] = opt.Of(decimals(float64(rate*(w.isl+w.osl))/w.osl, 10))

	spread := [len(data.Percentiles)]float64{1, 1.12, 1.35, 1.6}
	if w.name == agentic { // waits have long tails there
		spread = [len(data.Percentiles)]float64{1, 1.3, 1.9, 2.6}
	}
	for i, k := range spread {
		wide := float64(k * k)
		slow, late := float64(itl*k), float64(ttft*wide)
		whole := late + float64(slow*(w.osl-1))
		set(p, data.ITL, i, slow)
		set(p, data.TTFT, i, late)
		set(p, data.E2EL, i, whole)
		if w.name == agentic {
			set(p, data.E2ELPerToken, i, float64(whole/w.osl*k))
		}
	}
	at := data.ITL
	if w.name != agentic {
		m, _ := data.PercentileMetric(at, 50)
		p.Values[data.TPOT] = p.Values[m]
		v, _ := p.Values[m].Get()
		p.Values[data.Interactivity] = opt.Of(decimals(1/v, 100))
	} else {
		m, _ := data.PercentileMetric(at, 90)
		p.Values[data.TPOT] = p.Values[m]
	}
}

// set keeps a time to the microsecond.
func set(p *data.Point, kind data.Kind, percentile int, v float64) {
	m, _ := data.PercentileMetric(kind, data.Percentiles[percentile])
	p.Values[m] = opt.Of(math.Max(decimals(v, 1e6), 1e-6))
}

// noise is a factor about 1, lognormal with this deviation in octaves.
func (r *random) noise(octaves float64) float64 { return r.lognormal(1, octaves) }
