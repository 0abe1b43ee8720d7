package latency

import (
	"fmt"
	"math"
	"slices"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
)

// Metrics are the figures of one request. Absent is explained at each.
type Metrics struct {
	// TTFT is the first chunk that carries a token, reasoning included, role-only,
	// empty and usage-only chunks not; absent without streaming.
	TTFT opt.Float
	// FirstVisible is the first chunk that carries a token and is not reasoning;
	// absent when all was reasoning.
	FirstVisible opt.Float
	// E2EL is the last token-bearing chunk, or the later end that a tool reports
	// (flag LaterEnd).
	E2EL opt.Float
	// OSL and ISL are output and input tokens, Visible the output tokens that are
	// not reasoning; absent when nobody counted.
	OSL, ISL, Visible opt.Float
	// ITL is (E2EL - TTFT)/(OSL - 1), also called TPOT: s/token; absent under two
	// tokens.
	ITL opt.Float
	// Interactivity is 1/ITL, tok/s/user; absent also where ITL is 0.
	Interactivity opt.Float
	// E2EPerToken is E2EL/OSL in s/token and E2ENormalized its inverse, OSL/E2EL
	// in tok/s/user. They need no TTFT.
	E2EPerToken, E2ENormalized opt.Float
	// Split divides E2EPerToken.
	Split Split
	// Stalls are the gaps that broke the rhythm.
	Stalls Stalls
	Flags  Flags
}

// Split divides E2EPerToken. Absent without TTFT.
type Split = formula.Split

// Stalls are inter-chunk gaps longer than 5 times the request's median gap; none
// if that median is 0. Share is their time over E2EL - TTFT. Both are absent
// when the gaps are not known, Share also when E2EL = TTFT.
type Stalls struct {
	Count opt.Float
	Time  opt.Float // s
	Share opt.Float
}

// Measure gives the metrics of one request, whatever its phase and outcome. An
// error names the figure that is impossible; its Metrics are empty. A request
// without a token has no times.
func Measure(r *Record) (Metrics, error) {
	var w work
	m, _, err := w.measure(r)
	return m, err
}

// TokenGap is a gap of Each seconds before every one of Tokens tokens.
type TokenGap struct {
	Each   float64
	Tokens int64
}

// TokenGaps spreads each inter-chunk gap over the tokens of its chunk. There are
// as many token gaps as OSL less the tokens of the first chunk, and they sum to
// E2EL - TTFT (less what a tool adds after the last token); those of one chunk
// are given together, so the result is as long as the stream has gaps. ok is
// false when chunk token counts are not known. They are known when there are as
// many chunks as output tokens, since each carries at least one.
func TokenGaps(r *Record) (gaps []TokenGap, ok bool, err error) {
	var w work
	_, s, err := w.measure(r)
	if err != nil || s.tokens == nil {
		return nil, false, err
	}
	for i, g := range s.gaps {
		gaps = append(gaps, TokenGap{g / s.tokens[i+1], int64(s.tokens[i+1])})
	}
	return gaps, true, nil
}

// InterChunk gives the gaps between token-bearing chunks, in s; nil when they
// are not known or there are fewer than two chunks.
func InterChunk(r *Record) ([]float64, error) {
	var w work
	_, s, err := w.measure(r)
	if err != nil || len(s.gaps) == 0 {
		return nil, err
	}
	return slices.Clone(s.gaps), nil
}

// measure also gives the stream, with its token counts filled in where they
// follow.
func (w *work) measure(r *Record) (m Metrics, s stream, err error) {
	var seen stream
	if err = w.form(r, &m, &s, &seen); err != nil {
		return Metrics{}, stream{}, err
	}
	m.rates()
	return m, s, nil
}

// form is measure without the rates, which a run of millions does not need of each
// request. seen is the stream as it was read, before anything was filled in. What
// it fills must be empty, and is of no use after an error.
func (w *work) form(r *Record, m *Metrics, s, seen *stream) (err error) {
	if m.plain(r, seen) {
		return nil
	}
	return w.general(r, m, s, seen)
}

// general is form for records of any kind.
func (w *work) general(r *Record, m *Metrics, s, seen *stream) (err error) {
	if v, ok := r.Start.Get(); ok && math.Abs(v) > maxStart {
		return fmt.Errorf("latency: start: %v s", v)
	}
	if *s, err = w.read(r, (*Chunk).bears); err != nil {
		return err
	}
	*seen = *s
	if err = m.counts(r, s); err != nil {
		return err
	}
	osl, known := m.OSL.Get()
	if known && osl == 0 || !known && s.chunks == 0 && !s.first.Ok() && !s.last.Ok() {
		m.Visible, *s = m.OSL, stream{}
		return nil
	}
	if len(r.Chunks) > 0 && s.chunks == 0 {
		return fmt.Errorf("latency: %v output tokens, and no chunk that carries one", osl)
	}
	if err = m.times(r, s); err != nil {
		return err
	}
	m.derive(r)
	m.Stalls = w.stalls(s, m)
	return nil
}

// counts settles OSL, ISL and the tokens of each chunk.
func (m *Metrics) counts(r *Record, s *stream) (err error) {
	var client bool
	if m.ISL, client, err = r.Input.resolve("input"); err != nil {
		return err
	}
	m.flag(ClientInput, client)
	if m.OSL, client, err = r.Output.resolve("output"); err != nil {
		return err
	}
	if n, ok := m.OSL.Get(); ok && n == 0 && len(r.Chunks) > 0 && s.chunks > 0 {
		m.flag(CountDisagrees, true)
		m.OSL, client = opt.Float{}, false
		if c, ok := r.Output.Client.Positive(); ok && r.Output.Server.Ok() {
			m.OSL, client = opt.Of(c), true
		}
	}
	chunkSum := sum(s.tokens)
	if chunkSum > MaxTokens {
		return fmt.Errorf("latency: output: %v tokens in the chunks", chunkSum)
	}
	if !m.OSL.Ok() && s.tokens != nil {
		m.OSL, client = opt.Of(chunkSum), true
	}
	m.flag(ClientOutput, client)
	n, ok := m.OSL.Get()
	if ok && s.tokens == nil && s.gaps != nil && n == float64(s.chunks) {
		s.tokens = ones(s.chunks)
		m.flag(OneTokenPerChunk, true)
	}
	m.flag(FewerThanChunks, ok && n > 0 && n < float64(s.chunks))
	m.flag(ChunksDisagree, ok && n > 0 && s.tokens != nil && chunkSum != 0 && chunkSum != n)
	reasoning, has := r.Reasoning.Get()
	if has && !whole(reasoning) {
		return fmt.Errorf("latency: reasoning: %v tokens", reasoning)
	}
	m.flag(ReasoningExceeds, ok && has && reasoning > n)
	if ok {
		m.Visible = opt.Of(max(n-reasoning, 0))
	}
	return nil
}

// oneToken is shared by all requests whose chunks carry one token each.
var oneToken = slices.Repeat([]float64{1}, 4096)

func ones(n int) []float64 {
	if n <= len(oneToken) {
		return oneToken[:n]
	}
	return slices.Repeat([]float64{1}, n)
}

// times settles TTFT and E2EL.
func (m *Metrics) times(r *Record, s *stream) error {
	m.TTFT, m.FirstVisible, m.E2EL = s.first, s.visible, s.last
	given := len(r.Chunks) == 0
	first, hasFirst := m.TTFT.Get()
	if given && hasFirst && first == 0 {
		m.TTFT, m.FirstVisible, hasFirst = opt.Float{}, opt.Float{}, false
		m.flag(NoTTFT, true)
	}
	if end, ok := m.E2EL.Get(); given && ok && end == 0 && !hasFirst {
		m.E2EL = opt.Float{}
		m.flag(NoE2EL, true)
	}
	osl, hasOSL := m.OSL.Get()
	if hasFirst && !m.E2EL.Ok() {
		switch {
		case s.gaps != nil:
			m.E2EL = opt.Of(first + sum(s.gaps))
			m.flag(E2ELFromGaps, true)
		case hasOSL && osl == 1:
			m.E2EL = m.TTFT // the only token is the last one
		}
	}
	last, hasLast := m.E2EL.Get()
	if v, ok := m.E2EL.Get(); ok && v > MaxSeconds {
		return fmt.Errorf("latency: E2EL: %v s", v)
	}
	if hasFirst && hasLast && last < first {
		if first-last > slack {
			return fmt.Errorf("latency: E2EL %v s before TTFT %v s", last, first)
		}
		m.E2EL, last = m.TTFT, first
	}
	if v, ok := m.FirstVisible.Get(); ok && (hasFirst && v < first-slack || hasLast && v > last+slack) {
		return fmt.Errorf("latency: first visible output %v s outside TTFT to E2EL", v)
	}
	m.flag(LaterEnd, given && r.Figures.LaterEnd)
	if given && hasFirst && hasLast && s.gaps != nil {
		over := last - first - sum(s.gaps)
		tolerance := slack * (1 + last)
		m.flag(LaterEnd, over > tolerance)
		m.flag(GapsDisagree, over < -tolerance)
	}
	return nil
}

// derive forms what follows from TTFT, E2EL and OSL.
func (m *Metrics) derive(r *Record) {
	own := opt.Float{}
	if len(r.Chunks) == 0 {
		own = r.Figures.ITL
	}
	if m.ITL = formula.ITL(m.TTFT, m.E2EL, m.OSL); m.ITL.Ok() {
		itl, _ := m.ITL.Get()
		if v, ok := own.Get(); ok && math.Abs(v-itl) > float64(0.01*itl)+1e-9 {
			m.flag(ITLDisagrees, true)
		}
		m.flag(OneMoment, itl == 0)
	} else if osl, ok := m.OSL.Get(); (!ok || osl >= 2) && own.Ok() {
		m.ITL = own
		m.flag(ReportedITL, true)
	}
	m.Split = formula.SplitOf(m.TTFT, m.E2EL, m.OSL)
}

func (m *Metrics) rates() {
	m.Interactivity = formula.Rate(m.ITL)
	m.E2EPerToken = formula.PerToken(m.E2EL, m.OSL)
	m.E2ENormalized = formula.Rate(m.E2EPerToken)
}

// stalls needs the gaps' median, so it sorts them in a buffer.
func (w *work) stalls(s *stream, m *Metrics) Stalls {
	if len(s.gaps) == 0 {
		return Stalls{}
	}
	count, time := 0, 0.0
	if slices.Max(s.gaps) > formula.StallFactor*slices.Min(s.gaps) { // else none is, whatever the median
		w.sortBuf = append(w.sortBuf[:0], s.gaps...)
		slices.Sort(w.sortBuf)
		count, time = formula.Stalls(w.sortBuf)
	}
	out := Stalls{Count: opt.Of(float64(count)), Time: opt.Of(time)}
	if span, ok := m.span(); ok && span > 0 {
		out.Share = opt.Of(min(time/span, 1))
	}
	return out
}

// span is E2EL - TTFT.
func (m *Metrics) span() (float64, bool) {
	first, a := m.TTFT.Get()
	last, b := m.E2EL.Get()
	return last - first, a && b
}

func (m *Metrics) flag(f Flags, on bool) {
	if on {
		m.Flags |= f
	}
}
