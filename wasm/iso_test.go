package main

import (
	"testing"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/synth"
	"github.com/isofront/isofront/data/wire"
)

// Systems of the questions below.
const (
	model    = "DeepSeek-V4-Pro"
	workload = "8192/1024"
)

type question struct {
	name  string
	query wire.Query
}

// questions are queries of every verb, answerable and not.
func questions(t testing.TB) []question {
	t.Helper()
	about := func(verb string, change func(*wire.Query)) wire.Query {
		q := wire.Query{Verb: verb, Model: model, Workload: workload}
		if change != nil {
			change(&q)
		}
		return q
	}
	table := func(change func(*wire.Query)) wire.Query { return about(wire.VerbTable, change) }
	first := nativeEngine(t).Answer(about(wire.VerbFrontier, nil))
	if first.Frontier == nil || len(first.Frontier.Series) < 2 {
		t.Fatalf("the shipped data holds no two series of %s %s: %+v", model, workload, first.Error)
	}
	a, b := first.Frontier.Series[0].Name, first.Frontier.Series[1].Name
	return []question{
		{"suggested targets", table(nil)},
		{"targets", table(func(q *wire.Query) { q.Targets = []float64{50, 20, 23.5} })},
		{"baseline", table(func(q *wire.Query) { q.Targets, q.Baseline = []float64{16, 25, 50}, a })},
		{"series by glob", table(func(q *wire.Query) { q.Targets, q.Series = []float64{25}, []string{"gb*/*"} })},
		{"all dates", table(func(q *wire.Query) { q.Targets, q.AllDates = []float64{25, 50}, true })},
		{"as of a date", table(func(q *wire.Query) { q.Targets, q.AsOf = []float64{25}, "2026-05-01" })},
		{"own prices", table(func(q *wire.Query) {
			q.Targets, q.Prices = []float64{23.5}, map[string]float64{"gb200": 2.37, "gb300": 3, "b200": 1.9}
		})},
		{"older price sheet", table(func(q *wire.Query) { q.Targets, q.PricesAsOf = []float64{25}, "2026-03-18" })},
		{"no price sheet", table(func(q *wire.Query) { q.Targets, q.PricesAsOf = []float64{25}, "2001-01-01" })},
		{"neocloud", table(func(q *wire.Query) { q.Targets, q.Basis = []float64{25}, "neocloud" })},
		{"out of reach", table(func(q *wire.Query) { q.Targets, q.Baseline = []float64{0.001, 1e6}, a })},
		{"at least", table(func(q *wire.Query) { q.Targets, q.Reach = []float64{0.001, 25, 1e6}, "at-least" })},
		{"chain", table(func(q *wire.Query) { q.Targets, q.Chain = []float64{25, 50}, []string{a, b} })},
		{"ttft", table(func(q *wire.Query) { q.Axis = "ttft" })},
		{"sheet", about(wire.VerbSheet, func(q *wire.Query) {
			q.Targets, q.Baseline, q.Quantities, q.Digits = []float64{16, 25, 1e6}, a, []string{"cost", "energy"}, 4
		})},
		{"sheet of a chain", about(wire.VerbSheet, func(q *wire.Query) { q.Targets, q.Chain = []float64{25}, []string{a, b} })},
		{"sheet of no quantity", about(wire.VerbSheet, func(q *wire.Query) { q.Quantities = []string{"hope"} })},
		{"sheet of too many digits", about(wire.VerbSheet, func(q *wire.Query) { q.Digits = 99 })},
		{"text", about(wire.VerbText, func(q *wire.Query) { q.Targets, q.Baseline = []float64{16, 25, 1e6}, a })},
		{"markdown", about(wire.VerbText, func(q *wire.Query) { q.Targets, q.Format = []float64{25, 23.456}, "markdown" })},
		{"csv", about(wire.VerbText, func(q *wire.Query) { q.Targets, q.Format, q.Baseline = []float64{25}, "csv", a })},
		{"latex", about(wire.VerbText, func(q *wire.Query) { q.Targets, q.Format, q.Reach = []float64{0.001, 25}, "latex", "at-least" })},
		{"text of no format", about(wire.VerbText, func(q *wire.Query) { q.Format = "poem" })},
		{"normalized sheet", wire.Query{Verb: wire.VerbSheet, Model: "DeepSeek-R1-0528", Workload: "agentic", Axis: "e2e-normalized"}},
		{"frontier", about(wire.VerbFrontier, nil)},
		{"chart", about(wire.VerbChart, nil)},
		{"chart of all dates", about(wire.VerbChart, func(q *wire.Query) { q.AllDates = true })},
		{"agentic", wire.Query{Verb: wire.VerbTable, Model: "DeepSeek-R1-0528", Workload: "agentic"}},
		{"agentic chart", wire.Query{Verb: wire.VerbChart, Model: "DeepSeek-R1-0528", Workload: "agentic", Axis: "e2e-normalized", Percentile: 75}},
		{"synthetic", wire.Query{Verb: wire.VerbTable, Model: synth.DemoModel, Workload: "agentic"}},
		{"which agentic", wire.Query{Verb: wire.VerbTable, Workload: "agentic"}},
		{"catalogue", wire.Query{Verb: wire.VerbCatalogue}},
		{"no verb", wire.Query{}},
		{"unknown verb", wire.Query{Verb: "guess"}},
		{"solve", about(wire.VerbSolve, func(q *wire.Query) { q.Bound, q.Limit = "max_cost", 0.3 })},
		{"solve too tight", about(wire.VerbSolve, func(q *wire.Query) { q.Bound, q.Limit = "min_throughput", 1e9 })},
		{"solve without a limit", about(wire.VerbSolve, func(q *wire.Query) { q.Bound = "max_energy" })},
		{"solve an unknown bound", about(wire.VerbSolve, func(q *wire.Query) { q.Bound, q.Limit = "max_hope", 1 })},
		{"break-even", about(wire.VerbBreakEven, func(q *wire.Query) { q.Baseline, q.Targets = "gb200*", []float64{25} })},
		{"break-even without a baseline", about(wire.VerbBreakEven, func(q *wire.Query) { q.Targets = []float64{25} })},
		{"unknown model", table(func(q *wire.Query) { q.Model = "no such model <script>" })},
		{"unknown workload", table(func(q *wire.Query) { q.Workload = "1/1" })},
		{"no series", table(func(q *wire.Query) { q.Series = []string{"abacus/*"} })},
		{"ambiguous baseline", table(func(q *wire.Query) { q.Baseline = "*" })},
		{"bad target", table(func(q *wire.Query) { q.Targets = []float64{-1} })},
		{"bad date", table(func(q *wire.Query) { q.AsOf = "yesterday" })},
		{"bad axis", table(func(q *wire.Query) { q.Axis = "vibes" })},
		{"bad percentile", table(func(q *wire.Query) { q.Percentile = 42 })},
	}
}

// nativeEngine has the shipped data open, as the command line has.
func nativeEngine(t testing.TB) *query.Engine {
	t.Helper()
	e := query.New()
	for _, f := range shipped(t) {
		if _, err := e.Open(f.bytes); err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
	}
	return e
}

func openShipped(t testing.TB, g *guest) {
	t.Helper()
	for _, f := range shipped(t) {
		if r := g.open(f.bytes); r.Opened == nil {
			t.Fatalf("%s: %s", f.name, asJSON(t, r))
		}
	}
}

// What the module answers is, as JSON, what the command line prints.
func TestModuleAnswersAsTheNativeEngine(t *testing.T) {
	native, g := nativeEngine(t), newGuest(t)
	openShipped(t, g)
	answered := map[string]int{}
	for _, c := range questions(t) {
		t.Run(c.name, func(t *testing.T) {
			reply := native.Answer(c.query)
			want, got := asJSON(t, reply), asJSON(t, g.query(c.query))
			if got != want {
				t.Errorf("module:\n%.2000s\nnative:\n%.2000s", got, want)
			}
			switch {
			case reply.Error != nil:
				answered["error"]++
			case reply.Table != nil:
				answered["table"]++
			}
		})
	}
	// The list above is worth nothing if the shipped data answers none of it.
	if answered["table"] < 10 || answered["error"] < 5 {
		t.Errorf("too few tables or errors among the replies: %v", answered)
	}
}

func TestOpenedTellsWhatTheFileHolds(t *testing.T) {
	g := newGuest(t)
	for _, f := range shipped(t) {
		want, err := query.New().Open(f.bytes)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.open(f.bytes); got.Opened == nil || *got.Opened != want {
			t.Errorf("%s: %s, want %+v", f.name, asJSON(t, got), want)
		}
	}
}

// A reply is the host's until the next call, and the block of an opened file
// can be overwritten.
func TestBlocksAreTheHostsAgainAfterACall(t *testing.T) {
	g := newGuest(t)
	for _, f := range shipped(t) {
		n := uint64(len(f.bytes))
		p := g.call("iso_alloc", n)
		g.mod.Memory().Write(p, f.bytes)
		g.call("iso_open", uint64(p), n)
		g.mod.Memory().Write(p, make([]byte, n))
		g.call("iso_free", uint64(p))
	}
	q := wire.Query{Verb: wire.VerbTable, Model: model, Workload: workload}
	if got, want := asJSON(t, g.query(q)), asJSON(t, nativeEngine(t).Answer(q)); got != want {
		t.Errorf("module:\n%.2000s\nnative:\n%.2000s", got, want)
	}
}
