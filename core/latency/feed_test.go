package latency

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/isofront/isofront/core/opt"
)

// someRecord is a record of any kind: of chunks or of figures, with gaps or without.
func someRecord(rng *rand.Rand, i int, chunks bool) Record {
	r := Record{Start: opt.Of(float64(i) / 10), Input: Count{Server: opt.Of(float64(rng.IntN(5000)))}}
	r.Phase = []Phase{Profiling, Profiling, Profiling, Profiling, WarmUp, OtherPhase}[rng.IntN(6)]
	r.Outcome = []Outcome{OK, OK, OK, OK, OK, OK, Failed, Cancelled}[rng.IntN(8)]
	n := rng.IntN(40)
	at := 0.05 + rng.Float64()
	kind := rng.IntN(4)
	if !chunks && kind == 0 {
		kind = 1
	}
	switch kind {
	case 0:
		for range n {
			kind := []Kind{RoleOnly, Empty, Content, Reasoning, Content}[rng.IntN(5)]
			r.Chunks = append(r.Chunks, Chunk{At: at, Kind: kind, Tokens: opt.Of(float64(rng.IntN(4)))})
			at += 0.03 * rng.Float64()
		}
		r.Chunks = append(r.Chunks, Chunk{At: at, Kind: UsageOnly})
		if rng.IntN(2) == 0 {
			r.Output.Server = opt.Of(float64(n))
		}
	case 1:
		f := &r.Figures
		f.TTFT, f.Gaps = opt.Of(at), []float64{}
		if rng.IntN(2) == 0 {
			f.ChunkTokens = []int32{1}
		}
		for range n {
			f.Gaps = append(f.Gaps, 0.03*rng.Float64())
			at += f.Gaps[len(f.Gaps)-1]
			if f.ChunkTokens != nil {
				f.ChunkTokens = append(f.ChunkTokens, int32(rng.IntN(3)))
			}
		}
		if r.Output.Client = opt.Of(float64(n + 1)); rng.IntN(2) == 0 {
			f.E2EL = opt.Of(at)
		}
	default:
		r.Figures = Figures{TTFT: opt.Of(at), E2EL: opt.Of(at + 0.02*float64(n)), End: opt.Of(at + 0.02*float64(n) + 0.01), SecondGap: opt.Of(0.02)}
		r.Output.Server = opt.Of(float64(n))
	}
	if rng.IntN(50) == 0 {
		r.Figures.ITL = opt.Of(-1) // impossible, but among chunks
	}
	return r
}

// Fed together, with sorted columns shared, a run and its books say to the last bit
// what they say when each takes and measures the records by itself.
func TestFedTogetherIsAddedOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for k, n := range []int{0, 3, 200, 6000, 5, 6000} {
		fed, added := NewRun(Options{Expect: n}), NewRun(Options{})
		var books, alone []*Book
		for _, c := range Conventions() {
			books, alone = append(books, c.Book(Options{Expect: n})), append(alone, c.Book(Options{}))
		}
		chunks := k < 4
		if !chunks {
			Together(books)
		}
		for i := range n {
			r := someRecord(rng, i, chunks)
			err := fed.Feed(&r, books...)
			if _, _, want := added.Add(&r); (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
				t.Fatalf("%+v: %v, want %v", r, err, want)
			}
			for _, b := range alone {
				if bookErr := b.Add(&r); bookErr != nil && err == nil {
					t.Fatalf("%+v: %v", r, bookErr)
				}
			}
		}
		s, want := fed.Summary(), added.Summary()
		for i, b := range books {
			b.Share(s)
			if got, want := b.Print(), alone[i].Print(); !reflect.DeepEqual(got, want) {
				t.Errorf("%d records, %s:\n%v, want\n%v", n, b.convention.Name, got, want)
			}
		}
		for i, o := range want.columns {
			if !reflect.DeepEqual(s.columns[i].sample(), o.sample()) {
				t.Errorf("%d records: column %d", n, i)
			}
		}
		if !reflect.DeepEqual(s.Dropped, want.Dropped) || !reflect.DeepEqual(s.Flagged, want.Flagged) || !reflect.DeepEqual(s.Split, want.Split) || !reflect.DeepEqual(s.Throughput, want.Throughput) || !reflect.DeepEqual(s.Concurrency, want.Concurrency) {
			t.Errorf("%d records:\n%+v, want\n%+v", n, s, want)
		}
	}
}
