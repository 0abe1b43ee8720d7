package synth

import (
	"fmt"
	"iter"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// PointOptions shape a set of operating points. What is 0 follows from n, so that
// a set grows as the field's do: in models, in systems of a model and in dates, with some
// 20 points to a series.
type PointOptions struct {
	Seed      uint64
	Models    int // 2 for 1,000 points, 64 for a million
	Workloads int // 1 to 4, fixed lengths first and agentic last; 0: 4
	Dates     int // days on which every series was swept; 0: 1, from 50,000 points 2
}

func (o PointOptions) complete(n int) PointOptions {
	if o.Models <= 0 {
		o.Models = 2
		for k := n; k > 1000; k /= 5 {
			o.Models *= 2
		}
	}
	if o.Workloads <= 0 || o.Workloads > len(shapes) {
		o.Workloads = len(shapes)
	}
	if o.Dates <= 0 {
		o.Dates = 1
		if n >= 50_000 {
			o.Dates = 2
		}
	}
	return o
}

// Points gives n operating points, those of one model and workload together, of
// one series together within. A sweep runs over concurrencies that are powers of two and over
// ways to share the model among GPUs, so a frontier has a handful of points and the
// others are dominated. One in some 40 repeats a rate of the point before it, one in 70 lacks
// its interactivity or its throughput, one in 20 its first-token and end-to-end times. No two points are equal.
func Points(n int, o PointOptions) iter.Seq[data.Point] {
	o = o.complete(n)
	return func(yield func(data.Point) bool) {
		groups := o.Models * o.Workloads
		for g := range groups {
			count := n / groups
			if g < n%groups {
				count++
			}
			if !o.group(g/o.Workloads, g%o.Workloads, count, yield) {
				return
			}
		}
	}
}

// perDate is about how many points a series has of one date.
const perDate = 24

// group gives the points of one model and workload.
func (o *PointOptions) group(model, workload, count int, yield func(data.Point) bool) bool {
	r := newRandom(o.Seed, 2<<32|uint64(model)<<8|uint64(workload))
	size := newRandom(o.Seed, 3<<32|uint64(model)).lognormal(1, 0.8)
	kinds := 4 + count/(o.Dates*perDate*6) // of hardware: some six series of each
	w := &shapes[workload]
	for number := 0; count > 0; number++ {
		p := data.Point{Model: modelPrefix + letters(model), Workload: w.name, Framework: framework, Official: true, Source: ID}
		kind, variant := number%kinds, number/kinds
		combinations := len(precisions) * len(drafters) * 2
		kind += variant / combinations * kinds
		variant %= combinations
		precision := precisions[variant%len(precisions)]
		variant /= len(precisions)
		s := system{size: size, chip: makeChip(o.Seed, kind), bytes: precision.bytes, drafted: variant%2 == 1, disagg: variant/2 == 1}
		p.Hardware, p.Precision, p.SpecDecoding, p.Disagg = hardwarePrefix+fmt.Sprintf("%02d", kind+1), precision.name, drafters[variant%2], s.disagg
		var more bool
		if count, more = o.series(p, &s, r, w, count, yield); !more {
			return false
		}
	}
	return true
}

// series gives at most count points of one series and how many are left to give.
func (o *PointOptions) series(p data.Point, s *system, r *random, w *shape, count int, yield func(data.Point) bool) (left int, more bool) {
	recipes, steps := 2+int(r.below(3)), 6+int(r.below(5)) // up to 512 at once
	var before data.Point
	for date := range o.Dates {
		p.MeasuredOn = day(date)
		for k := range recipes {
			p.Recipe, p.Run = parallel[k].name, fmt.Sprintf("synthetic run %d", date*recipes+k+1)
			for c := range steps {
				if count == 0 {
					return 0, true
				}
				p.Concurrency, p.Values = 1<<c, before.Values
				draw := r.below(1000)
				if c == 0 || draw >= 12 { // else a tie on both axes
					p.Values = [data.NumMetrics]opt.Float{}
					s.point(&p, r, w, float64(p.Concurrency), parallel[k].gpus, parallel[k].gain)
					o.blemish(&p, &before, draw, c > 0)
				}
				before = p
				count--
				if !yield(p) {
					return count, false
				}
			}
		}
	}
	return count, true
}

// blemish takes from a point what real tables lack, and gives it what they repeat.
func (o *PointOptions) blemish(p, before *data.Point, draw int64, follows bool) {
	switch {
	case draw < 18 && follows: // as fast as the point before
		lengths := []data.Metric{data.Interactivity, data.TPOT}
		for i := range data.Percentiles {
			m, _ := data.PercentileMetric(data.ITL, data.Percentiles[i])
			lengths = append(lengths, m)
		}
		for _, m := range lengths {
			p.Values[m] = before.Values[m]
		}
	case draw < 25 && follows: // as much throughput
		p.Values[data.TputPerGPU], p.Values[data.OutputTputPerGPU] = before.Values[data.TputPerGPU], before.Values[data.OutputTputPerGPU]
	case draw < 33:
		drop(p, data.ITL, data.Interactivity, data.TPOT)
	case draw < 40:
		p.Values[data.TputPerGPU] = opt.Float{}
	case draw < 90:
		drop(p, data.TTFT)
		drop(p, data.E2EL)
	}
}

func drop(p *data.Point, kind data.Kind, others ...data.Metric) {
	for _, m := range others {
		p.Values[m] = opt.Float{}
	}
	for _, pct := range data.Percentiles {
		m, _ := data.PercentileMetric(kind, pct)
		p.Values[m] = opt.Float{}
	}
}

// letters names a model: A to Z, AA and so on.
func letters(i int) string {
	s := ""
	for ; i >= 0; i = i/26 - 1 {
		s = string(rune('A'+i%26)) + s
	}
	return s
}

// day is the first or the fifteenth of a month, from 2001 on: long before any of
// the hardware that real tables are about.
func day(i int) string { return fmt.Sprintf("%04d-%02d-%02d", 2001+i/24, i%24/2+1, 1+i%2*14) }
