package synth

import (
	"iter"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// DemoModel is the model of the demonstration set.
const DemoModel = modelPrefix + "agentic demo"

// DemoRun is one run of the demonstration set.
type DemoRun struct {
	// Point has no figure but what core/latency makes of the records, and the
	// number of GPUs.
	Point data.Point
	run   run
}

// Records gives the run's requests, as Requests does.
func (d *DemoRun) Records() iter.Seq[*latency.Record] { return d.run.requests }

// demoSystems answer sessions of the same kind. The first streams to few requests
// at once, fast, and lets the others wait; the second lets everybody in. At
// equal speed from the first token to the last, the first serves more per GPU; with
// the wait before the first token counted, the second does.
var demoSystems = []struct {
	hardware, recipe string
	server           server
}{
	{hardwarePrefix + "queue", "TP=8, 4 requests at once",
		server{gpus: 8, slots: 4, prefill: 22_000, step: 9_500_000, share: 1_400_000, context: 45_000, growth: 600_000, tick: 100, accepted: drafting(140)}},
	{hardwarePrefix + "admit", "TP=8, 64 requests at once",
		server{gpus: 8, slots: 64, prefill: 32_000, step: 10_000_000, share: 1_400_000, context: 45_000, growth: 600_000, tick: 100, accepted: drafting(140)}},
}

// demoTraffic has shorter answers, so that the set stays small.
var demoTraffic = func() traffic {
	t := agenticTraffic
	t.answer = lengths{120, 1.3, 1, 2_048}
	t.pause.median = 700_000
	return t
}()

var demoConcurrencies = []int{2, 3, 4, 6, 8, 12}

// Demo gives the demonstration set: an agentic workload on two systems at six
// concurrencies each, with every request. Interactivity and E2E-normalized
// interactivity disagree about which system is better. Its points count as official,
// since they come with the project and not from a reader's files: that they are
// synthetic is in the name of the model, the hardware, the framework and the source.
func Demo() []DemoRun {
	var out []DemoRun
	for i := range demoSystems {
		s := &demoSystems[i]
		for k, concurrency := range demoConcurrencies {
			d := DemoRun{run: run{n: 220 + 16*k, concurrency: concurrency, seed: 110 + uint64(k), traffic: &demoTraffic, server: &s.server}}
			d.Point = data.Point{Model: DemoModel, Workload: agentic, Hardware: s.hardware, Framework: framework, Precision: "fp8", SpecDecoding: "mtp",
				Official: true, Recipe: s.recipe, Concurrency: concurrency, Run: "synthetic", Source: ID}
			d.measure(float64(s.server.gpus))
			out = append(out, d)
		}
	}
	return out
}

// measure sets the point's figures from its records.
func (d *DemoRun) measure(gpus float64) {
	r := latency.NewRun(latency.Options{Expect: d.run.n})
	figures := d.run // the percentiles need no gaps
	figures.figuresOnly = true
	for rec := range figures.requests {
		_, _, _ = r.Add(rec) // none is impossible: a test sees to it
	}
	s, v := r.Summary(), &d.Point.Values
	for kind, times := range map[data.Kind]latency.Times{data.TTFT: s.TTFT, data.ITL: s.ITL, data.E2EL: s.E2EL, data.E2ELPerToken: s.E2EPerToken} {
		for _, pct := range data.Percentiles {
			m, _ := data.PercentileMetric(kind, pct)
			v[m] = times.At(float64(pct) / 100)
		}
	}
	perGPU := func(x opt.Float) opt.Float { return x.Map(func(x float64) float64 { return x / gpus }) }
	v[data.TputPerGPU], v[data.OutputTputPerGPU], v[data.InputTputPerGPU] = perGPU(s.Throughput.Total), perGPU(s.Throughput.Output), perGPU(s.Throughput.Input)
	v[data.GPUs], v[data.Requests], v[data.RequestsUsed] = opt.Of(gpus), count(int64(s.Sent)), count(int64(s.Used))
	v[data.TPOT] = s.ITL.At(0.9)
}
