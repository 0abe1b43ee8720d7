package latency

import (
	"math"

	"github.com/isofront/isofront/core/opt"
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

// Book accumulates records for one convention: up to 80 bytes per record and, for the
// tools that pool gaps, 16 per distinct gap up to ExactGaps; for the one that counts
// chunks per second, 16 per chunk up to as many.
type Book struct {
	convention Convention
	options    Options
	work       work
	rows       rows
	gaps       Gaps  // between the chunks that the tool sees
	tokenGaps  Gaps  // each spread over its chunk's tokens
	together   int64 // tokens that came in one chunk with an earlier one
	perSecond  []arrival
	full       bool
	spanned    bool // wall is of the rows so far
	wall       opt.Float
	shared     []*ordered // columns that may be the same
	lender     *Book      // keeps the gaps for this one too
	sorter     sorter
	buffer     []float64
}

// Book begins one for the convention.
func (c Convention) Book(o Options) *Book {
	return &Book{convention: c, options: o, rows: rows{expect: min(max(o.Expect, 0), maxExpect)}}
}

// Add takes one record. Warm-up and other phases are not taken, failed requests
// are, as the tool keeps them; an impossible record is refused with its reason.
func (b *Book) Add(r *Record) error {
	var m Metrics
	var s, seen stream
	if r.Phase == Profiling && r.Outcome == OK {
		if err := b.work.form(r, &m, &s, &seen); err != nil {
			return err
		}
	}
	b.take(r, &m, &seen)
	return nil
}

// take takes a record that is possible; of one that is measured there are its
// lengths and what was read of it.
func (b *Book) take(r *Record, m *Metrics, seen *stream) {
	if r.Phase != Profiling {
		return
	}
	b.spanned = false
	if r.Outcome != OK {
		b.rows.add(false)
		return
	}
	s := *seen
	if len(r.Chunks) > 0 { // of which each tool sees others
		s, _ = b.work.read(r, b.convention.sees) // what was measured reads without error
	}
	first, last, n := orNaN(s.first), orNaN(s.last), orNaN(m.OSL)
	if len(r.Chunks) > 0 {
		n = b.outputs(r, &s)
	}
	if s.tokens == nil && s.gaps != nil && n == float64(s.chunks) {
		s.tokens = ones(s.chunks)
	}
	if math.IsNaN(last) && s.gaps != nil {
		last = first + sum(s.gaps)
	}
	x := &b.rows
	i := x.add(true)
	x.start.set(i, orNaN(r.Start))
	x.ttft.set(i, first)
	x.n.set(i, n)
	x.isl.set(i, orNaN(m.ISL))
	end := orNaN(r.Figures.End)
	x.end.set(i, end)
	if b.convention.last == atHTTPEnd && n > 1 {
		x.decode.set(i, (last-first)/(n-1)) // before the latency moves to a later end
	}
	x.latency.set(i, b.endOf(r, last, end))
	if s.chunks > 0 {
		x.chunks.set(i, float64(s.chunks))
	}
	if s.tokens != nil {
		x.firstTokens.set(i, s.tokens[0])
	}
	if len(s.gaps) > 0 {
		x.second.set(i, s.gaps[0])
	} else if len(r.Chunks) == 0 {
		x.second.set(i, orNaN(r.Figures.SecondGap))
	}
	if s.gaps != nil || s.tokens != nil || b.convention.pools&chunkMoments != 0 {
		b.pool(orNaN(r.Start)+first, &s)
	}
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

func (b *Book) endOf(r *Record, last, end float64) float64 {
	switch b.convention.last {
	case atAnyChunk:
		if k := len(r.Chunks); k > 0 {
			return r.Chunks[k-1].At
		}
	case atHTTPEnd:
		if !math.IsNaN(end) {
			return end
		}
		if k := len(r.Chunks); k > 0 {
			return r.Chunks[k-1].At
		}
	}
	return last
}

// pool keeps what the tool prints of all chunks; at is when the first one came.
func (b *Book) pool(at float64, s *stream) {
	keeps := b.convention.pools
	if b.lender != nil {
		keeps &^= b.lender.convention.pools & (chunkGaps | tokenGaps)
	}
	if keeps&chunkMoments != 0 && !math.IsNaN(at) && !b.full {
		if len(b.perSecond)+len(s.gaps) >= ExactGaps {
			b.perSecond, b.full = nil, true
		} else {
			b.perSecond = append(b.perSecond, arrival{at, 1})
			for _, g := range s.gaps {
				at += g
				b.perSecond = append(b.perSecond, arrival{at, 1})
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

// Together has books that are fed the same records keep the gaps between chunks
// once: the first that prints any keeps them for those behind it. All records must
// be figures: of chunks each tool sees others.
func Together(books []*Book) {
	var lender *Book
	for _, b := range books {
		if b.lender = lender; lender == nil && b.convention.pools&chunkGaps != 0 {
			lender = b
		}
	}
}

// keeper is the book that keeps a pool of gaps.
func (b *Book) keeper(of pools) *Book {
	if b.lender != nil && b.lender.convention.pools&of != 0 {
		return b.lender
	}
	return b
}

func (b *Book) pooled(of pools) *Gaps {
	if k := b.keeper(of); of == tokenGaps {
		return &k.tokenGaps
	} else {
		return &k.gaps
	}
}

// Print gives what the tool prints for the records so far.
func (b *Book) Print() Printed { return b.convention.print(b) }

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
	for x := range b.rows.each {
		if e := x.start() + x.latency(); !math.IsNaN(e) {
			if s := x.start(); s < first {
				first = s
			}
			if e > last {
				last = e
			}
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
	ok = float64(b.rows.used)
	return ok, float64(len(b.rows.ok)) - ok
}

func orNaN(v opt.Float) float64 {
	if x, ok := v.Get(); ok {
		return x
	}
	return math.NaN()
}
