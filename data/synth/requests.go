package synth

import (
	"iter"

	"github.com/isofront/isofront/core/latency"
)

// Shape is what kind of run requests are of.
type Shape uint8

const (
	// Agentic: sessions of many turns, each prompt repeating the one before and its
	// answer, most of it in the prefix cache; lengths and pauses with long tails; more
	// sessions than the server streams at once, so that some wait long for the first token;
	// speculative decoding, reasoning, stalls, failures.
	Agentic Shape = iota
	// Steady: prompts and answers of one length, sent one after another by as many
	// clients as the server streams at once.
	Steady
)

// RequestOptions shape a run. The zero value is an agentic run of 32 sessions.
type RequestOptions struct {
	Seed        uint64
	Shape       Shape
	Concurrency int // sessions or clients; 0: 32
	ISL, OSL    int // of Steady; 0: 1024 and 256
	// FiguresOnly leaves out the gaps and chunk tokens of every answer. All other
	// figures are the same as with them.
	FiguresOnly bool
}

// Requests gives n requests in the order in which they were sent. All share one
// Record, which is filled again for the next: whoever keeps it must copy it and
// its lists. Nothing else is kept but the state of the sessions and the server.
//
// Times are whole microseconds. The first requests are warm-up, the last are
// cut off by the end of the run.
func Requests(n int, o RequestOptions) iter.Seq[*latency.Record] {
	traffic, server := agenticTraffic, agenticServer
	concurrency := min(max(o.Concurrency, 0), maxSessions)
	if concurrency == 0 {
		concurrency = 32
	}
	if o.Shape == Steady {
		traffic, server = steadyTraffic(o.ISL, o.OSL), steadyServer
		server.slots = concurrency
	}
	return run{n, concurrency, o.Seed, &traffic, &server, o.FiguresOnly}.requests
}
