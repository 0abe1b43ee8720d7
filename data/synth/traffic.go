package synth

// traffic is what clients send.
type traffic struct {
	sessions bool // agentic, else prompts of one length

	prompt, turn, answer, pause lengths // tokens; pause in µs
	longest                     int64   // context at which a session ends
	turns                       int64   // mean turns of a session
	system                      int64   // tokens of the prompt that all sessions share
	evicted                     int64   // how often a prompt is not in the cache any more, ppm

	// How often, in ppm of the requests.
	reasoning, stalling, refused, broken, silent, givenUp int64
	merged                                                uint8 // chunks that hold two steps, of 256
	warmUp, cut                                           bool
}

// lengths are lognormal: median, deviation in octaves, and bounds.
type lengths struct {
	median, octaves float64
	least, most     int64
}

func (r *random) length(l *lengths) int64 {
	if l.octaves == 0 {
		return int64(l.median)
	}
	return min(max(int64(r.lognormal(l.median, l.octaves)), l.least), l.most)
}

var agenticTraffic = traffic{
	sessions: true,
	prompt:   lengths{14_000, 0.8, 1_000, 100_000},
	turn:     lengths{700, 1.7, 20, 30_000},
	answer:   lengths{230, 1.4, 1, 8_192},
	pause:    lengths{1_500_000, 1.5, 20_000, 120_000_000},
	longest:  128_000, turns: 14, system: 4_096, evicted: 40_000,
	reasoning: 350_000, stalling: 30_000, refused: 6_000, broken: 3_000, silent: 1_000, givenUp: 2_000,
	merged: 6, warmUp: true, cut: true,
}

func steadyTraffic(isl, osl int) traffic {
	t := traffic{prompt: lengths{median: 1024}, answer: lengths{median: 256}, pause: lengths{median: 1000}, stalling: 500, warmUp: true}
	if isl > 0 {
		t.prompt.median = float64(min(isl, maxLength))
	}
	if osl > 0 {
		t.answer.median = float64(min(osl, maxLength))
	}
	return t
}

// maxLength bounds a fixed length.
const maxLength = 1 << 20

// session is one user: what its context holds.
type session struct{ context int64 }

// next gives the input of the session's next request, and how many of its tokens
// the cache does not have. The cache holds whole blocks of 64 tokens.
func (s *session) next(r *random, t *traffic) (isl, unread int64) {
	if !t.sessions {
		isl = r.length(&t.prompt)
		return isl, isl
	}
	known := s.context
	if known == 0 || known >= t.longest || r.below(t.turns) == 0 {
		isl, known = max(r.length(&t.prompt), t.system), t.system
	} else {
		isl = known + r.length(&t.turn)
	}
	if r.perMillion(t.evicted) {
		known = 0
	}
	return isl, isl - known&^63
}
