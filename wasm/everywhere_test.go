package main

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/synth"
	"github.com/isofront/isofront/data/wire"
)

// The module says of all data what native Go says of it, to the 12 digits that
// replies carry. These tests run on what Go compiles and on what TinyGo compiles,
// so that all three agree.

// Every bundle that ships, on every axis and at every percentile: all series at
// 12 targets, of which some are out of reach.
func TestAllShippedDataIsReadAlike(t *testing.T) {
	native, g := nativeEngine(t), newGuest(t)
	openShipped(t, g)
	var count tally
	for _, entry := range native.Index().Bundles {
		for _, axis := range iso.Axes {
			for _, percentile := range data.Percentiles {
				q := wire.Query{Verb: wire.VerbFrontier, Model: entry.Model, Workload: entry.Workload, Axis: string(axis), Percentile: percentile}
				frontiers := native.Answer(q)
				count.compare(t, g, q, frontiers)
				if frontiers.Frontier == nil || percentile != query.DefaultPercentile(entry.Workload) && axis != iso.TTFT {
					continue // no such points; or a table of much the same
				}
				q.Verb, q.Targets = wire.VerbTable, spread(frontiers.Frontier, 12)
				count.compare(t, g, q, native.Answer(q))
			}
		}
	}
	t.Logf("%d replies with %d numbers", count.replies, count.numbers)
	if count.numbers < 500 {
		t.Errorf("only %d numbers were compared", count.numbers)
	}
}

// Sets that nobody measured, of 24 seeds: tables with and without a baseline,
// what solves for a bound, and the text of a sheet.
func TestSyntheticDataIsReadAlike(t *testing.T) {
	var count tally
	for seed := range uint64(24) {
		native, g := query.New(), newGuest(t)
		for _, file := range synthetic(t, seed) {
			if _, err := native.Open(file); err != nil {
				t.Fatal(err)
			}
			if r := g.open(file); r.Opened == nil {
				t.Fatal(asJSON(t, r))
			}
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		for _, entry := range native.Index().Bundles {
			q := wire.Query{Verb: wire.VerbFrontier, Model: entry.Model, Workload: entry.Workload, Axis: string(iso.Axes[rng.IntN(len(iso.Axes))])}
			r := native.Answer(q)
			count.compare(t, g, q, r)
			if r.Frontier == nil || len(r.Frontier.Series) == 0 {
				continue
			}
			all := r.Frontier.Series
			q.Verb, q.Targets = wire.VerbTable, spread(r.Frontier, 20)
			count.compare(t, g, q, native.Answer(q))
			q.Reach, q.Baseline = "at-least", all[rng.IntN(len(all))].Name
			count.compare(t, g, q, native.Answer(q))
			q.Verb, q.Format = wire.VerbText, "csv"
			count.compare(t, g, q, native.Answer(q))
			q = wire.Query{Verb: wire.VerbSolve, Model: entry.Model, Workload: entry.Workload, Bound: "max_cost", Limit: 0.05 + rng.ExpFloat64()}
			count.compare(t, g, q, native.Answer(q))
		}
	}
	t.Logf("%d replies with %d numbers", count.replies, count.numbers)
	if count.numbers < 20000 {
		t.Errorf("only %d numbers were compared", count.numbers)
	}
}

// tally counts what was compared.
type tally struct{ replies, numbers int }

func (c *tally) compare(t *testing.T, g *guest, q wire.Query, native wire.Reply) {
	t.Helper()
	if got, want := asJSON(t, g.query(q)), asJSON(t, native); got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		from := max(0, at-200)
		t.Fatalf("%+v\nmodule: ...%.400s\nnative: ...%.400s", q, got[from:], want[from:])
	}
	c.replies++
	if f := native.Frontier; f != nil {
		for _, s := range f.Series {
			c.numbers += 2 * len(s.Knots)
		}
	}
	if table := native.Table; table != nil {
		for _, s := range table.Series {
			for _, cell := range s.Cells {
				if cell.Throughput != nil {
					c.numbers++
				}
			}
		}
	}
}

// spread gives n targets from somewhat below what any series reaches to somewhat
// above, evenly by their logarithms, and of every fourth one that is a knot.
func spread(f *wire.Frontier, n int) []float64 {
	lo, hi := math.Inf(1), 0.0
	var knots []float64
	for _, s := range f.Series {
		for _, k := range s.Knots {
			lo, hi = min(lo, k.X), max(hi, k.X)
			knots = append(knots, k.X)
		}
	}
	if hi == 0 {
		return []float64{1}
	}
	var out []float64
	for i := range n {
		x := 0.9 * lo * math.Pow(1.2*hi/lo, float64(i)/float64(n-1))
		if i%4 == 3 {
			x = knots[i*7919%len(knots)]
		}
		out = append(out, x)
	}
	return out
}

// synthetic makes the index and the bundles of a set of some 600 points.
func synthetic(t *testing.T, seed uint64) [][]byte {
	t.Helper()
	var files [][]byte
	x := data.Index{Sources: []data.Source{synth.Source()}}
	sheet := data.PriceSheet{AsOf: "2001-01-01", Source: synth.ID}
	var points []data.Point
	flush := func() {
		if len(points) == 0 {
			return
		}
		var rows []*data.Point
		for i := range points {
			rows = append(rows, &points[i])
		}
		file, b, err := data.Encode(points[0].Model, points[0].Workload, rows)
		if err != nil {
			t.Fatal(err)
		}
		files, points = append(files, file), nil
		x.Bundles = append(x.Bundles, data.Describe(b, "points-"+strconv.Itoa(len(files))+".msgpack"))
	}
	for p := range synth.Points(600, synth.PointOptions{Seed: seed, Models: 1}) {
		if len(points) > 0 && (p.Model != points[0].Model || p.Workload != points[0].Workload) {
			flush()
		}
		if _, ok := sheet.Row(p.Hardware); !ok {
			price := opt.Of(1 + float64(len(sheet.Rows))/3)
			sheet.Rows = append(sheet.Rows, data.PriceRow{Hardware: p.Hardware, Hyperscaler: price, AllInKw: price})
		}
		points = append(points, p)
	}
	flush()
	x.Sheets = []data.PriceSheet{sheet}
	index, err := data.EncodeIndex(&x)
	if err != nil {
		t.Fatal(err)
	}
	return append([][]byte{index}, files...)
}
