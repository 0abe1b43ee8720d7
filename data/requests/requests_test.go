package requests

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (- want, + got):\n%s", path, diff)
	}
}

// synthetic is a run that nobody measured: n requests on a clock of
// nanoseconds, each tenth one failed, the first a warm-up.
func synthetic(n int, take func(r *latency.Record)) {
	rng := rand.New(rand.NewPCG(1, 2))
	ns := func(least, spread float64) float64 { return math.Round((least+spread*rng.Float64())*1e9) / 1e9 }
	var r latency.Record
	gaps := make([]float64, 0, 8)
	for i := range n {
		r = latency.Record{Start: opt.Of(ns(float64(i)*0.25, 0.01)), Input: latency.Count{Server: opt.Of(float64(1000 + rng.IntN(9000)))}}
		if i == 0 {
			r.Phase = latency.WarmUp
		}
		if i%10 == 9 {
			r.Outcome = latency.Failed
			take(&r)
			continue
		}
		first := ns(0.2, 0.8)
		gaps = gaps[:0]
		end := first
		for range 1 + rng.IntN(7) {
			gaps = append(gaps, ns(0.01, 0.005))
		}
		for _, g := range gaps {
			end += g
		}
		r.Output = latency.Count{Server: opt.Of(float64(1 + len(gaps)))}
		r.Figures = latency.Figures{TTFT: opt.Of(first), E2EL: opt.Of(math.Round(end*1e9) / 1e9), Gaps: gaps, SecondGap: opt.Of(gaps[0])}
		if v, ok := ownITL(&r); ok {
			r.Figures.ITL = opt.Of(v)
		}
		take(&r)
	}
}

func collected(n int, o Options) *Collector {
	c := New(o)
	row := 0
	synthetic(n, func(r *latency.Record) { row++; c.Add(r, row) })
	return c
}

// The text of a report, for a tool that agrees and one that does not, with a
// summary that is off, an impossible record and refused rows.
func TestTextGolden(t *testing.T) {
	slo := latency.SLO{TTFT: opt.Of(0.6), ITL: opt.Of(0.013)}
	for _, conv := range []string{"aiperf", "vllm"} {
		c := collected(61, Options{Convention: conv, SLO: slo, Concurrency: opt.Of(4)})
		c.Add(&latency.Record{Output: latency.Count{Server: opt.Of(2)}, Figures: latency.Figures{TTFT: opt.Of(2), E2EL: opt.Of(1)}}, 62)
		c.Refused(2)
		own := Own{Where: "summary.json", Figures: map[string]float64{"mean_ttft_ms": 1, "p90_ttft_ms": 2, "completed": 53, "time_to_first_token.avg": 1, "request_count.avg": 53, "unknown": 7}}
		var b strings.Builder
		if err := WriteText(&b, "a synthetic run", c.Report(own)); err != nil {
			t.Fatal(err)
		}
		golden(t, conv+".txt", b.String())
	}
	// Nothing used, nothing known: no figure, no NaN.
	var b strings.Builder
	if err := WriteText(&b, "an empty run", New(Options{Convention: "nobody's"}).Report(Own{})); err != nil {
		t.Fatal(err)
	}
	golden(t, "empty.txt", b.String())
}

// Counts, rounding and absence in the reply.
func TestReport(t *testing.T) {
	c := New(Options{Convention: "llmperf"})
	for i, r := range []latency.Record{
		{Output: latency.Count{Server: opt.Of(1)}, Figures: latency.Figures{TTFT: opt.Of(0.5), E2EL: opt.Of(0.5)}},
		{Output: latency.Count{Server: opt.Of(5)}, Figures: latency.Figures{TTFT: opt.Of(0.5), E2EL: opt.Of(0.5 + 4.0/30)}},
		{Output: latency.Count{Server: opt.Of(0)}},
		{Outcome: latency.Cancelled}, {Phase: latency.WarmUp},
	} {
		c.Add(&r, i+1)
	}
	c.Refused(3)
	r := c.Report(Own{})
	if diff := cmp.Diff(map[string]int{"zero_output": 1, "cancelled": 1, "warmup": 1, "invalid": 3}, r.Requests.Dropped); diff != "" || r.Requests.Total != 8 || r.Requests.Used != 2 {
		t.Errorf("%+v %s", r.Requests, diff)
	}
	// Case 5: one token has no ITL; its N is 1.
	if m := r.Metrics; m.ITL.N != 1 || *m.ITL.Mean != 0.0333333333333 || m.TTFT.N != 2 || m.Interactivity.N != 1 || m.TTFT.P90Interval != nil {
		t.Errorf("%+v", m)
	}
	if r.Goodput != nil || r.Steadiness.TokenGaps.N != 0 || r.Steadiness.TokenGaps.P50 != nil || r.Steadiness.ByTenth != nil || r.Steadiness.OverRun != nil || r.Warnings == nil {
		t.Errorf("%+v", r.Steadiness)
	}
}

// Every convention has figures of its own beside ours, under names that it
// prints.
func TestEveryConventionHasPairs(t *testing.T) {
	for _, conv := range latency.Conventions() {
		c := collected(50, Options{Convention: conv.Name})
		figures := c.Report(Own{}).AsTheToolPrints.Figures
		shown := 0
		for _, p := range pairs(conv.Name) {
			if _, ok := figures[p.tool]; ok {
				shown++
			} else {
				t.Errorf("%s: %s is not printed", conv.Name, p.tool)
			}
		}
		if shown < 6 {
			t.Errorf("%s: only %d figures beside ours", conv.Name, shown)
		}
	}
}

// The tool's figure and ours are in one unit: where a tool defines TTFT as we do
// the two are the same number.
func TestPairsShareTheirUnit(t *testing.T) {
	for _, conv := range latency.Conventions() {
		r := collected(50, Options{Convention: conv.Name}).Report(Own{})
		for _, p := range pairs(conv.Name) {
			if !strings.HasPrefix(p.ours, "TTFT") || conv.Name == "guidellm" { // nearest rank
				continue
			}
			ours, theirs := *p.value(&r.Metrics)*p.scale, r.AsTheToolPrints.Figures[p.tool]*p.per
			if math.Abs(ours-theirs) > 1e-9*ours {
				t.Errorf("%s: %s is %v, %s is %v", conv.Name, p.ours, ours, p.tool, theirs)
			}
		}
	}
}

// What is kept gives the same report as what was read.
func TestKeptGivesTheSameReport(t *testing.T) {
	o := Options{Convention: "aiperf", Duration: opt.Of(30), Concurrency: opt.Of(4)}
	set := &data.RequestSet{RequestRun: data.RequestRun{Model: "M", Workload: "W", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "n", Concurrency: 4, Convention: "aiperf", Duration: opt.Of(30)}}
	synthetic(200, func(r *latency.Record) {
		if err := Keep(set, r); err != nil {
			t.Fatal(err)
		}
	})
	file, err := set.Encode()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := data.OpenRequests(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(collected(200, o).Report(Own{}), Of(opened, latency.SLO{}, nil).Report(Own{})); diff != "" {
		t.Error(diff)
	}
	if err := Keep(set, &latency.Record{Chunks: []latency.Chunk{{}}}); err == nil {
		t.Error("chunks were kept")
	}
}

// Keep and Kept are inverse, bit by bit, but for the rounding of the tool's own
// ITL.
func TestKeepIsLossless(t *testing.T) {
	number := func(t *rapid.T) opt.Float {
		if !rapid.Bool().Draw(t, "has") {
			return opt.Float{}
		}
		return opt.Of(rapid.Float64Range(0, 1e9).Draw(t, "v") + 0)
	}
	rapid.Check(t, func(t *rapid.T) {
		set := &data.RequestSet{RequestRun: data.RequestRun{Model: "M", Workload: "W", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "n"}}
		var want []latency.Record
		for range rapid.IntRange(1, 8).Draw(t, "n") {
			r := latency.Record{Phase: latency.Phase(rapid.IntRange(0, 2).Draw(t, "phase")), Outcome: latency.Outcome(rapid.IntRange(0, 2).Draw(t, "outcome"))}
			for _, f := range figures(&r) {
				*f = number(t)
			}
			r.Figures.LaterEnd = rapid.Bool().Draw(t, "later")
			if rapid.Bool().Draw(t, "gaps") {
				r.Figures.Gaps = rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 4).Draw(t, "g")
				if rapid.Bool().Draw(t, "second") {
					r.Figures.SecondGap = opt.Of(r.Figures.Gaps[0])
				}
				r.Figures.ChunkTokens = rapid.SliceOfN(rapid.Int32Range(0, 9), 1, 4).Draw(t, "c")
			}
			if v, ok := ownITL(&r); ok && rapid.Bool().Draw(t, "own") {
				r.Figures.ITL = opt.Of(v)
			}
			if err := Keep(set, &r); err != nil {
				t.Fatal(err)
			}
			want = append(want, r)
		}
		file, err := set.Encode()
		if err != nil {
			t.Fatal(err)
		}
		opened, err := data.OpenRequests(file)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		_ = Kept(opened, func(r *latency.Record) error {
			got := *r
			got.Figures.Gaps, got.Figures.ChunkTokens = slices.Clone(r.Figures.Gaps), slices.Clone(r.Figures.ChunkTokens)
			a, okA := got.Figures.ITL.Get()
			b, okB := want[i].Figures.ITL.Get()
			if okA != okB || math.Abs(a-b) > derived*math.Abs(b) {
				t.Fatalf("ITL %v, want %v", a, b)
			}
			got.Figures.ITL = want[i].Figures.ITL
			if !reflect.DeepEqual(got, want[i]) {
				t.Fatalf("got  %+v\nwant %+v", got, want[i])
			}
			i++
			return nil
		})
		if i != len(want) {
			t.Fatalf("%d of %d came back", i, len(want))
		}
	})
}

// One million requests in memory: the report, and the way through a bundle.
func BenchmarkMillion(b *testing.B) {
	const n = 1_000_000
	b.Run("Report", func(b *testing.B) {
		for b.Loop() {
			collected(n, Options{Convention: "aiperf", Expect: n}).Report(Own{})
		}
	})
	set := &data.RequestSet{RequestRun: data.RequestRun{Model: "M", Workload: "W", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "n", Convention: "aiperf"}}
	synthetic(n, func(r *latency.Record) {
		r.Figures.Gaps = nil
		_ = Keep(set, r)
	})
	file, err := set.Encode()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("OpenAndSummary", func(b *testing.B) {
		for b.Loop() {
			opened, err := data.OpenRequests(file)
			if err != nil {
				b.Fatal(err)
			}
			run := latency.NewRun(latency.Options{Expect: n})
			_ = Kept(opened, func(r *latency.Record) error { _, _, _ = run.Add(r); return nil })
			run.Summary()
		}
		b.ReportMetric(float64(len(file))/n, "bytes/request")
	})
	b.Run("Encode", func(b *testing.B) {
		for b.Loop() {
			if _, err := set.Encode(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
