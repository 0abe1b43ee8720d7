package latency_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// TestRefused: an impossible record is refused, counted, and named.
func TestRefused(t *testing.T) {
	content := func(at ...float64) *latency.Record { return &latency.Record{Chunks: chunks(latency.Content, at...)} }
	gaps := func(gs ...float64) *latency.Record {
		r := figures(1, 2, 5)
		r.Figures.Gaps = gs
		return r
	}
	with := func(r *latency.Record, change func(*latency.Record)) *latency.Record { change(r); return r }
	for why, r := range map[string]*latency.Record{
		"chunk 1: time 0.2 after 0.3":                    content(0.3, 0.2),
		"chunk 0: time NaN":                              content(math.NaN()),
		"chunk 1: time +Inf":                             content(1, math.Inf(1)),
		"chunk 0: time -0.1":                             content(-0.1),
		"gap 1: NaN s":                                   gaps(0.1, math.NaN()),
		"gap 0: -1 s":                                    gaps(-1),
		"gap 0: 1e+300 s":                                gaps(1e300),
		"E2EL 1 s before TTFT 2 s":                       figures(2, 1, 5),
		"TTFT: -1 s":                                     figures(-1, 1, 5),
		"E2EL: 1e+12 s":                                  figures(1, 1e12, 5),
		"output: 1e+18 tokens":                           figures(1, 2, 1e18),
		"output: 2.5 tokens":                             figures(1, 2, 2.5),
		"output: -1 tokens":                              figures(1, 2, -1),
		"start: 1e+30 s":                                 with(figures(1, 2, 5), func(r *latency.Record) { r.Start = opt.Of(1e30) }),
		"input: -5 tokens":                               with(figures(1, 2, 5), func(r *latency.Record) { r.Input = server(-5) }),
		"reasoning: 0.5 tokens":                          with(figures(1, 2, 5), func(r *latency.Record) { r.Reasoning = opt.Of(0.5) }),
		"chunk tokens: 3 chunks against 1 gaps":          with(gaps(1), func(r *latency.Record) { r.Figures.ChunkTokens = []int32{1, 2, 2} }),
		"chunk 1: -4 tokens":                             with(gaps(1), func(r *latency.Record) { r.Figures.ChunkTokens = []int32{1, -4} }),
		"first visible output 9 s outside TTFT to E2EL":  with(figures(1, 2, 5), func(r *latency.Record) { r.Figures.FirstVisible = opt.Of(9) }),
		"5 output tokens, and no chunk that carries one": {Output: server(5), Chunks: []latency.Chunk{{At: 1, Kind: latency.RoleOnly}}},
		"chunk 0: 1e+300 tokens":                         {Chunks: []latency.Chunk{{At: 1, Kind: latency.Content, Tokens: opt.Of(1e300)}}},
		"output: 1.000000001e+09 tokens in the chunks":   {Chunks: []latency.Chunk{{At: 1, Kind: latency.Content, Tokens: opt.Of(1e9)}, {At: 2, Kind: latency.Content, Tokens: opt.Of(1)}}},
		"E2EL: 1.500000001e+09 s":                        with(gaps(7.5e8, 7.5e8), func(r *latency.Record) { r.Figures.E2EL = opt.Float{} }),
	} {
		run := latency.NewRun(latency.Options{})
		_, reason, err := run.Add(r)
		if reason != latency.DroppedInvalid || err == nil || err.Error() != "latency: "+why && !strings.HasPrefix(err.Error(), "latency: "+why) {
			t.Errorf("%s: %v %v", why, reason, err)
		}
		if s := run.Summary(); s.Used != 0 || s.Dropped[latency.DroppedInvalid] != 1 || s.Sent != 1 {
			t.Errorf("%s: %+v", why, s)
		}
		for _, c := range latency.Conventions() {
			if c.Book(latency.Options{}).Add(r) == nil {
				t.Errorf("%s: %s takes it", why, c.Name)
			}
		}
	}
}

// TestFlagged: what is odd but usable stays, with a remark.
func TestFlagged(t *testing.T) {
	with := func(r *latency.Record, change func(*latency.Record)) *latency.Record { change(r); return r }
	for _, c := range []struct {
		flag latency.Flags
		r    *latency.Record
	}{
		{latency.FewerThanChunks, &latency.Record{Chunks: []latency.Chunk{{At: 1, Kind: latency.Content}, {At: 2, Kind: latency.Content}}, Output: server(1)}},
		{latency.ChunksDisagree, &latency.Record{Chunks: chunks(latency.Content, 1, 2), Output: server(3)}},
		{latency.CountDisagrees | latency.ClientOutput, &latency.Record{Chunks: chunks(latency.Content, 1, 2), Output: server(0)}},
		{latency.ClientOutput, &latency.Record{Chunks: chunks(latency.Content, 1, 2)}},
		{latency.ClientInput, with(figures(1, 2, 5), func(r *latency.Record) { r.Input.Client = opt.Of(3) })},
		{latency.LaterEnd, with(figures(1, 2, 5), func(r *latency.Record) { r.Figures.Gaps = []float64{0.5} })},
		{latency.GapsDisagree, with(figures(1, 2, 5), func(r *latency.Record) { r.Figures.Gaps = []float64{1.5} })},
		{latency.E2ELFromGaps, &latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), Gaps: []float64{1, 2}}, Output: server(7)}},
		{latency.ITLDisagrees, with(figures(1, 2, 5), func(r *latency.Record) { r.Figures.ITL = opt.Of(0.2) })},
		{latency.ReportedITL, &latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), ITL: opt.Of(0.2)}, Output: server(7)}},
		{latency.OneMoment, figures(2, 2, 5)},
		{latency.LaterEnd, with(figures(1, 2, 5), func(r *latency.Record) { r.Figures.LaterEnd = true })},
	} {
		m := measure(t, c.r)
		if m.Flags != c.flag {
			t.Errorf("%v, want %v", m.Flags.Words(), c.flag.Words())
		}
		s := run(t, latency.Options{}, c.r)
		for _, w := range c.flag.Words() {
			if s.Flagged[w] != 1 || !slices.ContainsFunc(s.Warnings, func(x string) bool { return strings.HasSuffix(x, w) }) {
				t.Errorf("%s: counted %v, warned %v", w, s.Flagged, s.Warnings)
			}
		}
	}
	is(t, "E2EL from gaps", measure(t, &latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), Gaps: []float64{1, 2}}}).E2EL, 4)
	// A chunk that carries no token joins its gap to the next one's.
	r := figures(1, 3, 5)
	r.Figures.Gaps, r.Figures.ChunkTokens = []float64{0.5, 0.5, 1}, []int32{1, 0, 2, 2}
	gaps, _, _ := tokenGaps(r)
	are(t, "gaps over an empty chunk", gaps, 0.5, 0.5, 0.5, 0.5)
	// A chunk of 900 million tokens costs what one token costs.
	big := &latency.Record{Chunks: []latency.Chunk{{At: 1, Kind: latency.Content, Tokens: opt.Of(1)}, {At: 2, Kind: latency.Content, Tokens: opt.Of(9e8)}}, Start: opt.Of(0)}
	if n := run(t, latency.Options{}, big).Steadiness.TokenGaps.N(); n != 9e8 {
		t.Error(n)
	}
}

// TestDropped: each reason is counted, the first that holds.
func TestDropped(t *testing.T) {
	r := latency.NewRun(latency.Options{})
	bad := latency.Figures{TTFT: opt.Of(-1)}
	for _, c := range []struct {
		r    latency.Record
		want latency.Reason
	}{
		{latency.Record{Phase: latency.WarmUp, Outcome: latency.Failed, Figures: bad}, latency.DroppedWarmUp},
		{latency.Record{Phase: latency.OtherPhase}, latency.DroppedPhase},
		{latency.Record{Outcome: latency.Failed, Figures: bad}, latency.DroppedFailed},
		{latency.Record{Outcome: latency.Cancelled}, latency.DroppedCancel},
		{latency.Record{Figures: bad}, latency.DroppedInvalid},
		{latency.Record{}, latency.DroppedNoOutput},
		{*figures(1, 2, 3), latency.Used},
	} {
		if _, got, _ := r.Add(&c.r); got != c.want {
			t.Errorf("%+v: %v, want %v", c.r, got, c.want)
		}
	}
	s := r.Summary()
	if s.Total != 7 || s.Used != 1 || s.Sent != 5 || len(s.Dropped) != 6 {
		t.Errorf("%+v", s)
	}
	is(t, "failure share", s.FailureShare, 0.2)
	if latency.DroppedNoOutput.String() != "zero_output" || latency.Reason(99).String() != "unknown" {
		t.Error("names")
	}
}

// FuzzAdd: any figures at all, no panic and nothing that is not finite.
func FuzzAdd(f *testing.F) {
	f.Add([]byte{})
	f.Add(slices.Repeat([]byte{0x40}, 200))
	f.Add([]byte{0, 0, 1, 7, 1, 3, 3, 3, 4, 4, 1, 5, 1, 1, 3, 4, 3, 1, 1, 1, 3, 3, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		// A byte picks a telling value, or says that eight bytes follow.
		telling := []float64{0, 1, 2, 3, 0.5, 0.25, 1e-9, 1e-300, 1e6, 1e9, 2e9, 1e12, 1e300, -1, -0.5, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxInt64, 7}
		next := func() float64 {
			if len(data) == 0 {
				return 1
			}
			pick := int(data[0])
			data = data[1:]
			if pick < 250 {
				return telling[pick%len(telling)]
			}
			var b [8]byte
			n := copy(b[:], data)
			data = data[n:]
			return math.Float64frombits(binary.BigEndian.Uint64(b[:]))
		}
		small := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			v := int(data[0]) % n
			data = data[1:]
			return v
		}
		r := &latency.Record{Phase: latency.Phase(small(4)), Outcome: latency.Outcome(small(4)), Start: opt.Of(next()), Requested: opt.Of(next()), Reasoning: opt.Of(next()),
			Output: latency.Count{Server: opt.Of(next()), Client: opt.Of(next())}, Input: latency.Count{Server: opt.Of(next())},
			Figures: latency.Figures{TTFT: opt.Of(next()), FirstVisible: opt.Of(next()), E2EL: opt.Of(next()), ITL: opt.Of(next()), End: opt.Of(next()), SecondGap: opt.Of(next())}}
		for range small(6) {
			r.Chunks = append(r.Chunks, latency.Chunk{At: next(), Kind: latency.Kind(small(8)), Tokens: opt.Of(next())})
			r.Figures.Gaps = append(r.Figures.Gaps, next())
			r.Figures.ChunkTokens = append(r.Figures.ChunkTokens, int32(small(256)-3))
		}
		o := latency.Options{Duration: opt.Of(next()), Concurrency: opt.Of(next()), Window: opt.Of(next())}
		run := latency.NewRun(o)
		for range 2 {
			_, _, _ = run.Add(r)
		}
		s := run.Summary()
		s.Goodput(latency.SLO{TTFT: opt.Of(next()), ITL: opt.Of(next())})
		run.Drift(5)
		_, _, _ = latency.TokenGaps(r)
		run.ShareByLength()
		for _, c := range latency.Conventions() {
			b := c.Book(o)
			_ = b.Add(r)
			for name, v := range b.Print() {
				if x, _ := v.Get(); math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%s: %s: %v", c.Name, name, x)
				}
			}
		}
		if s.Total != 2 {
			t.Fatal(s.Total)
		}
	})
}
