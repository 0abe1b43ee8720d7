package query_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// point is a row of series h/f/p/none/agg.
func point(source, date, run string, conc int, x, y float64) data.Point {
	p := data.Point{Model: "M", Workload: "8192/1024", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "none",
		Official: true, Recipe: "TP=8", Concurrency: conc, MeasuredOn: date, Run: run, Source: source}
	p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(x), opt.Of(y)
	return p
}

// fataler is a test, or a draw of one.
type fataler interface {
	Helper()
	Fatal(...any)
}

// open makes an engine over one bundle of points.
func open(t fataler, points []data.Point, sources []data.Source, sheets ...data.PriceSheet) *query.Engine {
	t.Helper()
	file, err := data.EncodePoints(points[0].Model, points[0].Workload, points)
	if err != nil {
		t.Fatal(err)
	}
	_, _, b, err := data.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(b, "points-m.0123456789ab.msgpack")}, Sources: sources, Sheets: sheets})
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	for _, f := range [][]byte{index, file} {
		if _, err := e.Open(f); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func table(t testing.TB, e *query.Engine, q wire.Query) *wire.Table {
	t.Helper()
	q.Verb = wire.VerbTable
	r := e.Answer(q)
	if r.Error != nil {
		t.Fatal(r.Error.Message)
	}
	return r.Table
}

func names(t *wire.Table) []string {
	var out []string
	for _, s := range t.Series {
		out = append(out, s.Name)
	}
	return out
}

func TestSnapshots(t *testing.T) {
	sources := []data.Source{{ID: "nightly", Title: "nightly"}, {ID: "article a", Title: "a", Dated: true}, {ID: "article b", Title: "b", Dated: true}}
	nightly := []data.Point{
		point("nightly", "2026-01-01", "9", 1, 50, 100), point("nightly", "2026-01-01", "9", 2, 40, 200),
		point("nightly", "2026-02-01", "10", 1, 55, 110), // replaces the older run at concurrency 1
	}
	articles := []data.Point{
		point("article a", "2026-01-05", "", 1, 50, 100), point("article a", "2026-01-05", "", 2, 40, 200),
		point("article b", "2026-01-09", "", 1, 60, 90),
	}
	sameDay := []data.Point{point("article a", "2026-01-05", "", 1, 50, 100), point("article b", "2026-01-05", "", 1, 60, 90)}
	unknown := []data.Point{point("x", "2026-01-05", "", 1, 50, 100), point("y", "2026-01-09", "", 1, 60, 90)}
	runs := []data.Point{point("nightly", "2026-01-01", "99", 1, 50, 100), point("nightly", "2026-01-01", "100", 1, 60, 90)}
	const link = "https://github.com/o/r/actions/runs/"
	links := []data.Point{point("nightly", "2026-01-01", link+"99/attempts/1", 1, 50, 100), point("nightly", "2026-01-01", link+"99/attempts/2", 1, 60, 90),
		point("nightly", "2026-01-01", link+"100/attempts/1", 2, 40, 300), point("nightly", "2026-01-01", link+"99", 2, 45, 400)}
	undated := []data.Point{point("nightly", "", "", 1, 50, 100), point("nightly", "2026-01-01", "", 2, 60, 90)}
	for _, c := range []struct {
		name   string
		points []data.Point
		q      wire.Query
		series []string
		knots  []int
		span   []string // of the first
	}{
		{"the newest run per concurrency", nightly, wire.Query{}, []string{"h/f/p/none/agg"}, []int{2}, []string{"2026-01-01", "2026-02-01"}},
		{"as of before the second run", nightly, wire.Query{AsOf: "2026-01-31"}, []string{"h/f/p/none/agg"}, []int{2}, []string{"2026-01-01", "2026-01-01"}},
		{"every date by itself", nightly, wire.Query{AllDates: true}, []string{"h/f/p/none/agg@2026-01-01", "h/f/p/none/agg@2026-02-01"}, []int{2, 1}, []string{"2026-01-01", "2026-01-01"}},
		{"two articles never pool", articles, wire.Query{}, []string{"h/f/p/none/agg"}, []int{1}, []string{"2026-01-09", "2026-01-09"}},
		{"the older article by date", articles, wire.Query{AsOf: "2026-01-08"}, []string{"h/f/p/none/agg"}, []int{2}, []string{"2026-01-05", "2026-01-05"}},
		{"equally new articles stand side by side", sameDay, wire.Query{}, []string{"h/f/p/none/agg@2026-01-05#article a", "h/f/p/none/agg@2026-01-05#article b"}, []int{1, 1}, []string{"2026-01-05", "2026-01-05"}},
		{"sources not known never pool either", unknown, wire.Query{}, []string{"h/f/p/none/agg"}, []int{1}, []string{"2026-01-09", "2026-01-09"}},
		{"on one date the higher run number", runs, wire.Query{}, []string{"h/f/p/none/agg"}, []int{1}, []string{"2026-01-01", "2026-01-01"}},
		{"runs named by links", links, wire.Query{}, []string{"h/f/p/none/agg"}, []int{2}, []string{"2026-01-01", "2026-01-01"}},
		{"as of leaves out what has no date", undated, wire.Query{AsOf: "2026-06-01"}, []string{"h/f/p/none/agg"}, []int{1}, []string{"2026-01-01", "2026-01-01"}},
	} {
		e := open(t, c.points, sources)
		got := table(t, e, c.q)
		if !slices.Equal(names(got), c.series) || !slices.Equal(got.Series[0].MeasuredSpan, c.span) {
			t.Errorf("%s: %v %v, want %v %v", c.name, names(got), got.Series[0].MeasuredSpan, c.series, c.span)
			continue
		}
		for i := range c.knots {
			if got.Series[i].Knots != c.knots[i] {
				t.Errorf("%s: series %d has %d knots, want %d", c.name, i, got.Series[i].Knots, c.knots[i])
			}
		}
	}
	if got := table(t, open(t, runs, sources), wire.Query{}).Series[0].Range; !slices.Equal(got, []float64{60, 60}) {
		t.Errorf("run 100 is newer than run 99, though not as text: %v", got)
	}
	if got := table(t, open(t, links, sources), wire.Query{}).Series[0].Range; !slices.Equal(got, []float64{40, 60}) {
		t.Errorf("attempt 2 is newer than 1, and run 100 than 99: %v", got)
	}
	if w := table(t, open(t, undated, sources), wire.Query{AsOf: "2026-06-01"}).Warnings; !strings.Contains(strings.Join(w, "|"), "points without a date are left out: 1") {
		t.Errorf("%v", w)
	}
}

func TestOfficialNeverPools(t *testing.T) {
	a, b := point("", "2026-01-01", "", 1, 50, 100), point("", "2026-01-01", "", 2, 40, 200)
	b.Official = false
	got := table(t, open(t, []data.Point{a, b}, nil), wire.Query{Targets: []float64{45}})
	if want := []string{"h/f/p/none/agg", "h/f/p/none/agg/unofficial"}; !slices.Equal(names(got), want) {
		t.Errorf("%v, want %v", names(got), want)
	}
}

// TestPercentiles: a percentile is taken of the time, then inverted: CASES 28,
// interactivity at p90 is 1/p90(ITL), the slow tail. A percentile that was not
// measured is not 0: CASES 25.
func TestPercentiles(t *testing.T) {
	p := point("", "2026-01-01", "", 1, 0, 100)
	p.Workload = query.Agentic
	p.Values[data.Interactivity] = opt.Float{}
	set := func(kind data.Kind, percentile int, v float64) {
		m, ok := data.PercentileMetric(kind, percentile)
		if !ok {
			t.Fatal(kind, percentile)
		}
		p.Values[m] = opt.Of(v)
	}
	set(data.ITL, 50, 0.010)
	set(data.ITL, 90, 0.034)
	set(data.E2ELPerToken, 90, 0.05)
	set(data.TTFT, 90, 1.5)
	set(data.E2EL, 90, 12)
	e := open(t, []data.Point{p}, nil)
	for _, c := range []struct {
		q    wire.Query
		want float64 // 0: not measured
	}{
		{wire.Query{}, 1 / 0.034}, // agentic: p90 unless another is chosen
		{wire.Query{Percentile: 50, Axis: "e2e-normalized"}, 0},
		{wire.Query{Percentile: 95}, 0},
		{wire.Query{Axis: "e2e-normalized"}, 20},
		{wire.Query{Axis: "ttft"}, 1.5},
		{wire.Query{Axis: "e2el"}, 12},
	} {
		c.q.Targets = []float64{20}
		s := table(t, e, c.q).Series[0]
		switch {
		case c.want == 0 && (s.Range != nil || s.Cells[0].State != "not_measured"):
			t.Errorf("%+v: %v %s, want not measured", c.q, s.Range, s.Cells[0].State)
		case c.want != 0 && (s.Range == nil || math.Abs(s.Range[0]-c.want) > 1e-11*c.want):
			t.Errorf("%+v: %v, want %v", c.q, s.Range, c.want)
		}
	}
	// The median ITL is there, but no E2E-normalized value at p50 to gate with.
	if s := table(t, e, wire.Query{Percentile: 50, Targets: []float64{100}}).Series[0]; s.Ineligible["no E2E-normalized value"] != 1 {
		t.Errorf("%v", s.Ineligible)
	}
}

func TestTPOTStandsIn(t *testing.T) {
	p := point("", "2026-01-01", "", 1, 0, 100)
	p.Values[data.Interactivity], p.Values[data.TPOT] = opt.Float{}, opt.Of(0.02)
	if s := table(t, open(t, []data.Point{p}, nil), wire.Query{}).Series[0]; !slices.Equal(s.Range, []float64{50, 50}) {
		t.Errorf("%v, want 1/0.02", s.Range)
	}
}

func TestPrices(t *testing.T) {
	sheets := []data.PriceSheet{
		{AsOf: "2026-03-18", Source: "s", Rows: []data.PriceRow{{Hardware: "h", Hyperscaler: opt.Of(2), AllInKw: opt.Of(1.5)}}},
		{AsOf: "2026-07-14", Source: "s", Rows: []data.PriceRow{{Hardware: "h", Hyperscaler: opt.Of(3), Rental: opt.Of(5)}}},
	}
	e := open(t, []data.Point{point("", "2026-01-01", "", 1, 50, 100)}, nil, sheets...)
	for _, c := range []struct {
		q     wire.Query
		price float64 // 0: absent
		kw    float64
		asOf  string
	}{
		{wire.Query{}, 3, 0, "2026-07-14"},
		{wire.Query{PricesAsOf: "2026-07-13"}, 2, 1.5, "2026-03-18"},
		{wire.Query{PricesAsOf: "2026-01-01"}, 0, 0, ""},
		{wire.Query{Basis: "rental"}, 5, 0, "2026-07-14"},
		{wire.Query{Basis: "neocloud"}, 0, 0, "2026-07-14"},
		{wire.Query{Prices: map[string]float64{"H": 2.37}, PricesAsOf: "2026-01-01"}, 2.37, 0, ""},
	} {
		got := table(t, e, c.q)
		s := got.Series[0]
		value := func(p *float64) float64 {
			if p == nil {
				return 0
			}
			return *p
		}
		asOf := ""
		if got.Prices.AsOf != nil {
			asOf = *got.Prices.AsOf
		}
		if value(s.UsdPerGPUHour) != c.price || value(s.KwPerGPU) != c.kw || asOf != c.asOf {
			t.Errorf("%+v: %v %v %q, want %v %v %q", c.q, value(s.UsdPerGPUHour), value(s.KwPerGPU), asOf, c.price, c.kw, c.asOf)
		}
		if (s.UsdPerGPUHour == nil) != (len(s.Cells) > 0 && s.Cells[0].UsdPerMtok == nil) {
			t.Errorf("%+v: a cost without a price, or none with one", c.q)
		}
	}
	if w := table(t, e, wire.Query{Prices: map[string]float64{"tpu": 1}}).Warnings; !slices.Contains(w, "price of tpu: no series here is on that hardware") {
		t.Errorf("%v", w)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		glob string
		want bool
	}{
		{"gb300/dynamo-vllm/fp4/none/disagg", true}, {"gb300*", true}, {"*fp4*", true}, {"GB300*", false}, {"*", true},
		{"gb30?/*", true}, {"gb200*", false}, {"gb300", false}, {"*/fp8/*", false}, {"", false},
	} {
		if got, err := query.Match(c.glob, "gb300/dynamo-vllm/fp4/none/disagg"); err != nil || got != c.want {
			t.Errorf("%q: %v %v, want %v", c.glob, got, err, c.want)
		}
	}
	if got, err := query.Match("a[b]", "a[b]"); err != nil || !got {
		t.Error("a name fits itself, whatever is in it")
	}
	if _, err := query.Match("[", "x"); err == nil {
		t.Error("a broken pattern is an error")
	}
}

// TestChoosing: globs keep their order, letter case counts only where it must,
// and a baseline is looked for among the series on show first.
func TestChoosing(t *testing.T) {
	var points []data.Point
	for _, hw := range []string{"b200", "h100", "H100"} {
		for _, precision := range []string{"fp4", "fp8"} {
			p := point("", "2026-01-01", "", 1, 50, 100)
			p.Hardware, p.Precision = hw, precision
			points = append(points, p)
		}
	}
	e := open(t, points, nil)
	for _, c := range []struct {
		q        wire.Query
		want     []string
		baseline string
	}{
		{wire.Query{Series: []string{"h100/*/fp8/*", "b200/*/fp4/*"}}, []string{"h100/f/fp8/none/agg", "b200/f/fp4/none/agg"}, ""},
		{wire.Query{Series: []string{"H100/*/fp4/*"}}, []string{"H100/f/fp4/none/agg"}, ""},
		{wire.Query{Series: []string{"B200/*/FP4/*"}}, []string{"b200/f/fp4/none/agg"}, ""},
		{wire.Query{Series: []string{"b200/*/fp4/*"}, Baseline: "b200*"}, []string{"b200/f/fp4/none/agg"}, "b200/f/fp4/none/agg"},
		{wire.Query{Series: []string{"b200/*/fp4/*"}, Baseline: "h100/*/fp8/*"}, []string{"b200/f/fp4/none/agg", "h100/f/fp8/none/agg"}, "h100/f/fp8/none/agg"},
		// Every name, in an order of one's own.
		{wire.Query{Series: []string{"h100*", "H100*", "b200*"}, Baseline: "h100/*/fp8/*"}, []string{"h100/f/fp4/none/agg", "h100/f/fp8/none/agg", "H100/f/fp4/none/agg", "H100/f/fp8/none/agg", "b200/f/fp4/none/agg", "b200/f/fp8/none/agg"}, "h100/f/fp8/none/agg"},
	} {
		got := table(t, e, c.q)
		baseline := ""
		if got.Baseline != nil {
			baseline = *got.Baseline
		}
		if !slices.Equal(names(got), c.want) || baseline != c.baseline {
			t.Errorf("%+v: %v against %q, want %v against %q", c.q, names(got), baseline, c.want, c.baseline)
		}
	}
}

// TestBareInteractivity: on agentic traffic a bare rate stands in as a last
// resort and says so; TPOT never does.
func TestBareInteractivity(t *testing.T) {
	p := point("", "2026-01-01", "", 1, 50, 100)
	p.Workload = "Agentic" // letter case aside
	m, _ := data.PercentileMetric(data.E2ELPerToken, 90)
	p.Values[m] = opt.Of(0.05)
	got := table(t, open(t, []data.Point{p}, nil), wire.Query{})
	if got.Percentile != 90 || !slices.Equal(got.Series[0].Range, []float64{50, 50}) || !strings.Contains(strings.Join(got.Warnings, "|"), "without saying at which percentile") {
		t.Errorf("p%d %v %v", got.Percentile, got.Series[0].Range, got.Warnings)
	}
	itl, _ := data.PercentileMetric(data.ITL, 90)
	p.Values[itl] = opt.Of(0.1)
	if got := table(t, open(t, []data.Point{p}, nil), wire.Query{}); !slices.Equal(got.Series[0].Range, []float64{10, 10}) {
		t.Errorf("p90(ITL) goes first: %v", got.Series[0].Range)
	}
	p.Values[itl], p.Values[data.Interactivity], p.Values[data.TPOT] = opt.Float{}, opt.Float{}, opt.Of(0.02)
	if got := table(t, open(t, []data.Point{p}, nil), wire.Query{}); got.Series[0].Range != nil {
		t.Errorf("TPOT stood in: %v", got.Series[0].Range)
	}
}

func TestOlderSourcesAreNamed(t *testing.T) {
	e := open(t, []data.Point{point("lab a", "2026-05-25", "", 1, 50, 100), point("lab b", "2026-05-26", "", 1, 60, 90)}, nil)
	if w := strings.Join(table(t, e, wire.Query{}).Warnings, "|"); !strings.Contains(w, "an older source is not shown: lab a, measured until 2026-05-25") {
		t.Error(w)
	}
}

func TestCloseToTheMaximum(t *testing.T) {
	p := point("", "2026-01-01", "", 1, 50, 100)
	p.Values[data.RequestsUsed] = opt.Of(1)
	if w := strings.Join(table(t, open(t, []data.Point{p}, nil), wire.Query{}).Warnings, "|"); !strings.Contains(w, "p50 is close to the maximum in 1 of 1 points") {
		t.Error(w)
	}
}

func TestAnswerNeverPanics(t *testing.T) {
	e := query.New()
	for _, verb := range []string{"", "table", "frontier", "chart", "catalogue", "x"} {
		if r := e.Answer(wire.Query{Verb: verb}); r.Error == nil {
			t.Errorf("%q of nothing: no error", verb)
		}
	}
}

func TestAnotherBundleThanTheIndexNames(t *testing.T) {
	e := open(t, []data.Point{point("", "2026-01-01", "", 1, 50, 100)}, nil)
	other, err := data.EncodePoints("M", "8192/1024", []data.Point{point("", "2026-01-01", "", 1, 51, 100)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(other); err == nil || !strings.Contains(err.Error(), "not the one that the index names") {
		t.Error(err)
	}
}
