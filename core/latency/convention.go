package latency

import (
	"math"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
)

// Printed holds a tool's own metric names and values, in the tool's units. A
// nested name is joined with dots. Where a tool prints 0 for nothing, so does
// this.
type Printed map[string]opt.Float

// Convention is how one tool forms its figures.
type Convention struct {
	Name   string // as in links and on the command line
	Tool   string // as its makers write it
	Source string // file and version that it was read from
	// Differs says in a line how the tool's figures differ from ours.
	Differs string

	sees  func(*Chunk) bool // the chunks whose times the tool takes
	last  end               // where its latency ends
	pools pools             // what its figures need of all chunks together
	print func(*Book) Printed
}

// pools are what a Book keeps of every chunk, only for the tools that print it.
type pools uint8

const (
	chunkGaps    pools = 1 << iota // the gaps between chunks
	tokenGaps                      // each spread over its chunk's tokens
	chunkMoments                   // when each came
)

// end is the moment that a tool's latency ends at.
type end uint8

const (
	atLastChunk end = iota // the last chunk that it sees
	atAnyChunk             // the last chunk of any kind
	atHTTPEnd              // the end of the response, where known
)

// bearing, choices and text are what tools take for a chunk.
func bearing(c *Chunk) bool { return c.bears() }
func choices(c *Chunk) bool { return c.Kind != UsageOnly }
func text(c *Chunk) bool    { return c.Kind == Content && c.bears() }

// Conventions lists every convention, in the order of the tools' table. It is a
// function, since a list that is filled at start would be linked into every
// program that measures a request, and all that the tools print with it.
func Conventions() []Convention {
	return []Convention{
		inferenceXHarness, vllmServe, sglangNative, sglangOAI, tensorRT,
		aiperf, aiperfPerChunk, inferenceXAgentic, genaiPerf, guideLLM, llmperf, inferencePerf, traceReplay,
	}
}

// Lookup finds a convention by name.
func Lookup(name string) (Convention, bool) {
	for _, c := range Conventions() {
		if c.Name == name {
			return c, true
		}
	}
	return Convention{}, false
}

// row is one request as the tool sees it: NaN where the tool has no value.
type row struct {
	start, ttft, latency, end float64 // s
	n, isl                    float64 // tokens
	chunks, firstTokens       float64
	second                    float64 // gap to the second chunk, s
	decode                    float64 // (last chunk - first chunk)/(n - 1), s
	ok                        bool    // successful by the tool's word
}

// Book accumulates records for one convention: 88 bytes per record and, for the
// tools that pool gaps, 16 per distinct gap up to ExactGaps; for the one that counts
// chunks per second, 16 per chunk up to as many.
type Book struct {
	convention Convention
	options    Options
	work       work
	rows       []row
	gaps       Gaps  // between the chunks that the tool sees
	tokenGaps  Gaps  // each spread over its chunk's tokens
	together   int64 // tokens that came in one chunk with an earlier one
	perSecond  []arrival
	full       bool
	spanned    bool // wall is of the rows so far
	wall       opt.Float
}

// Book begins one for the convention.
func (c Convention) Book(o Options) *Book {
	return &Book{convention: c, options: o, rows: make([]row, 0, min(max(o.Expect, 0), maxExpect))}
}

// Add takes one record. Warm-up and other phases are not taken, failed requests
// are, as the tool keeps them; an impossible record is refused with its reason.
func (b *Book) Add(r *Record) error {
	if r.Phase != Profiling {
		return nil
	}
	b.spanned = false
	x := row{start: orNaN(r.Start), ttft: math.NaN(), latency: math.NaN(), end: orNaN(r.Figures.End), n: math.NaN(), isl: math.NaN(), chunks: math.NaN(), firstTokens: math.NaN(), second: math.NaN(), decode: math.NaN()}
	if r.Outcome != OK {
		b.rows = append(b.rows, x)
		return nil
	}
	if m, _, err := b.work.measure(r); err != nil {
		return err
	} else if isl, ok := m.ISL.Get(); ok {
		x.isl = isl
	}
	s, _ := b.work.read(r, b.convention.sees) // what measure accepted reads without error
	x.ok = true
	x.ttft, x.latency = orNaN(s.first), orNaN(s.last)
	x.n = b.outputs(r, &s)
	if s.tokens == nil && s.gaps != nil && x.n == float64(s.chunks) {
		s.tokens = ones(s.chunks)
	}
	if math.IsNaN(x.latency) && s.gaps != nil {
		x.latency = x.ttft + sum(s.gaps)
	}
	x.decode = tpotOf(&x) // before the latency moves to a later end
	x.latency = b.endOf(r, x)
	if s.chunks > 0 {
		x.chunks = float64(s.chunks)
	}
	if s.tokens != nil {
		x.firstTokens = s.tokens[0]
	}
	if len(s.gaps) > 0 {
		x.second = s.gaps[0]
	} else if len(r.Chunks) == 0 {
		x.second = orNaN(r.Figures.SecondGap)
	}
	b.rows = append(b.rows, x)
	b.pool(&x, &s)
	return nil
}

// outputs is the tool's N: the usage count, else its own.
func (b *Book) outputs(r *Record, s *stream) float64 {
	n, _, _ := r.Output.resolve("")
	if v, ok := n.Get(); ok {
		return v
	}
	if s.tokens != nil {
		return sum(s.tokens)
	}
	return math.NaN()
}

func (b *Book) endOf(r *Record, x row) float64 {
	switch b.convention.last {
	case atAnyChunk:
		if k := len(r.Chunks); k > 0 {
			return r.Chunks[k-1].At
		}
	case atHTTPEnd:
		if !math.IsNaN(x.end) {
			return x.end
		}
		if k := len(r.Chunks); k > 0 {
			return r.Chunks[k-1].At
		}
	}
	return x.latency
}

func (b *Book) pool(x *row, s *stream) {
	keeps := b.convention.pools
	if keeps&chunkMoments != 0 && !math.IsNaN(x.start) && !math.IsNaN(x.ttft) && !b.full {
		if len(b.perSecond)+len(s.gaps) >= ExactGaps {
			b.perSecond, b.full = nil, true
		} else {
			t := x.start + x.ttft
			b.perSecond = append(b.perSecond, arrival{t, 1})
			for _, g := range s.gaps {
				t += g
				b.perSecond = append(b.perSecond, arrival{t, 1})
			}
		}
	}
	if keeps&chunkGaps != 0 {
		for _, g := range s.gaps {
			b.gaps.Add(g, 1)
		}
		for _, n := range s.tokens {
			b.together += int64(max(n-1, 0))
		}
	}
	if keeps&tokenGaps != 0 && s.tokens != nil {
		for i, g := range s.gaps {
			if n := s.tokens[i+1]; n >= 1 {
				b.tokenGaps.Add(g/n, int64(n))
			}
		}
	}
}

// Print gives what the tool prints for the records so far.
func (b *Book) Print() Printed { return b.convention.print(b) }

// values gathers one number per successful request, absent ones left out.
func (b *Book) values(of func(*row) float64) []float64 {
	out := make([]float64, 0, len(b.rows))
	for i := range b.rows {
		if x := &b.rows[i]; x.ok {
			if v := of(x); !math.IsNaN(v) && !math.IsInf(v, 0) {
				out = append(out, v)
			}
		}
	}
	return out
}

// duration is the tool's wall time or, without one, the span.
func (b *Book) duration() opt.Float {
	if d, ok := b.options.Duration.Positive(); ok {
		return opt.Of(d)
	}
	return b.span()
}

// span is from the first start to the last end among successful requests.
func (b *Book) span() opt.Float {
	if b.spanned {
		return b.wall
	}
	first, last := math.Inf(1), math.Inf(-1)
	for i := range b.rows {
		x := &b.rows[i]
		if e := x.start + x.latency; x.ok && !math.IsNaN(e) {
			first, last = min(first, x.start), max(last, e)
		}
	}
	b.wall, b.spanned = opt.Float{}, true
	if last > first {
		b.wall = opt.Of(last - first)
	}
	return b.wall
}

// rate puts total over the duration under a name; absent without a duration.
func (b *Book) rate(p Printed, name string, total float64) {
	p[name] = b.duration().Map(func(d float64) float64 { return total / d })
}

func (b *Book) count() (ok, failed float64) {
	for i := range b.rows {
		if b.rows[i].ok {
			ok++
		} else {
			failed++
		}
	}
	return ok, failed
}

// per-request formulas that several tools share.
func ttftOf(x *row) float64    { return x.ttft }
func latencyOf(x *row) float64 { return x.latency }
func outputOf(x *row) float64  { return x.n }
func inputOf(x *row) float64   { return x.isl }

// tpotOf is (latency - ttft)/(n - 1), for n > 1.
func tpotOf(x *row) float64 {
	if x.n > 1 {
		return (x.latency - x.ttft) / (x.n - 1)
	}
	return math.NaN()
}

// rateOf is n/latency.
func rateOf(x *row) float64 {
	if x.latency > 0 {
		return x.n / x.latency
	}
	return math.NaN()
}

func zeroIfAbsent(of func(*row) float64) func(*row) float64 {
	return func(x *row) float64 {
		if v := of(x); !math.IsNaN(v) {
			return v
		}
		return 0
	}
}

func orNaN(v opt.Float) float64 {
	if x, ok := v.Get(); ok {
		return x
	}
	return math.NaN()
}

// sampleOf sorts xs in place and takes it over.
func sampleOf(xs []float64) quantile.Sample {
	sortNumbers(xs)
	s, _ := quantile.FromSorted(xs) // values are finite
	return s
}
