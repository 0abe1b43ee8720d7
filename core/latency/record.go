package latency

import (
	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
)

// Kind says what a streamed chunk carries.
type Kind = formula.Kind

// The kinds of chunks, as formula has them.
const (
	RoleOnly  = formula.RoleOnly
	Empty     = formula.Empty
	UsageOnly = formula.UsageOnly
	Content   = formula.Content
	Reasoning = formula.Reasoning
	Tool      = formula.Tool
)

// Chunk is one streamed chunk.
type Chunk struct {
	At     float64   // seconds since the request was sent, >= 0, never falling
	Kind   Kind      // what it carries
	Tokens opt.Float // tokens it carries, absent when not known
}

// bears reports whether the chunk carries a generated token: a kind that does,
// and a count that is not known to be 0.
func (c *Chunk) bears() bool { return formula.Bears(c.Kind, c.Tokens) }

// Outcome is how a request ended.
type Outcome uint8

const (
	OK        Outcome = iota // the whole answer came, by the tool's word
	Failed                   // the server refused, broke off or timed out
	Cancelled                // the client gave up, as at the end of a run
)

// Phase is the part of a run that a request belongs to.
type Phase uint8

const (
	Profiling  Phase = iota // measured
	WarmUp                  // sent beforehand
	OtherPhase              // any other part, as a cool-down
)

// Count is a number of tokens by two counters. The server's is preferred; the
// client's re-tokenises text, which is not invertible, and is used, flagged,
// only where there is no other.
type Count struct{ Server, Client opt.Float }

// Figures are what a tool gives of a request whose chunks it did not keep.
type Figures struct {
	TTFT         opt.Float // first token; a 0 is a tool's way to say "none seen"
	FirstVisible opt.Float // first token that is not reasoning
	E2EL         opt.Float // last token, or the later end that the tool reports
	ITL          opt.Float // the tool's own mean gap per token, to compare with ours
	End          opt.Float // end of the HTTP response, for tools that also print it
	SecondGap    opt.Float // first to second chunk, for tools that keep only that gap
	LaterEnd     bool      // the tool is known to report an end later than the last token

	// Gaps are the times between successive token-bearing chunks: nil when not
	// known, empty when one chunk came.
	Gaps []float64
	// ChunkTokens are the tokens of each chunk, the first one included, so one
	// more than there are gaps: nil when not known.
	ChunkTokens []int32
}

// Record is one request as a tool gives it: as chunks or, when Chunks is empty,
// as Figures. The zero Record is a successful profiling request of which nothing
// is known.
type Record struct {
	Phase   Phase
	Outcome Outcome
	Start   opt.Float // when it was sent, on the run's clock
	Chunks  []Chunk
	Figures Figures
	Output  Count // generated tokens, those of reasoning included
	Input   Count // prompt tokens
	// Reasoning tokens are part of the output count and never added to it.
	Reasoning opt.Float
	// Requested is the largest output that was asked for. It is never an output
	// length: a server may stop earlier.
	Requested opt.Float
}

// OutputLength counts generated token ids through the first end-of-sequence
// token, which counts once; what follows it is padding. Without one, all count.
func OutputLength(ids []int32, eos int32) int {
	for i, id := range ids {
		if id == eos {
			return i + 1
		}
	}
	return len(ids)
}
