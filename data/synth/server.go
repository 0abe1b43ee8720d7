package synth

// server is a machine that answers, roughly: it streams to a number of requests
// at once and lets the others wait in the order in which they came, and reads one
// prompt after another. Those two queues make the tail of TTFT.
type server struct {
	gpus    int
	slots   int   // requests that it streams at once
	prefill int64 // prompt tokens read per s, where the cache has none of them
	step    int64 // ns of a decoding step with one request
	share   int64 // ns that each other request adds to a step
	context int64 // ns that 1,000 tokens of the prompt add to a step
	growth  int64 // ns that 1,000 tokens of the answer add to a step
	tick    int64 // µs to which gaps are whole, >= 1
	// accepted are the tokens of a step by a random byte, for speculative decoding.
	accepted [256]uint8
}

// drafting gives the accepted table of a drafter whose next token, up to three,
// is right this often in 256.
func drafting(right int) (out [256]uint8) {
	for i := range out {
		out[i] = 1
		for p, k := right, 0; i < p && k < 3; p, k = p*right>>8, k+1 {
			out[i]++
		}
	}
	return out
}

var agenticServer = server{gpus: 8, slots: 21, prefill: 30_000, step: 16_000_000, share: 500_000, context: 60_000, growth: 1_200_000, tick: 1, accepted: drafting(150)}
var steadyServer = server{gpus: 8, prefill: 60_000, step: 7_000_000, share: 150_000, context: 30_000, growth: 400_000, tick: 1, accepted: drafting(0)}

// hall is the state of a server's queues, in µs on the run's clock.
type hall struct {
	*server
	free    times // when each slot is free
	reading int64 // when the prompts before are read
}

func newHall(s *server) *hall { return &hall{server: s, free: make(times, s.slots)} }

// admit gives the moment of the first token of a request that was sent at t, and
// how many others are streamed then. Its slot is taken until leave.
func (h *hall) admit(t, unread int64) (first int64, others int64) {
	begin := max(t, h.free[0], h.reading)
	first = begin + unread*1_000_000/h.prefill
	h.reading = first
	first += (h.step + h.share) / 1000
	for _, f := range h.free[1:] {
		if f > first {
			others++
		}
	}
	return first, others
}

// leave says when the request admitted last is done.
func (h *hall) leave(t int64) { h.free.replace(t) }
