package latency

import (
	"fmt"
	"math"

	"github.com/isofront/isofront/core/opt"
)

// Bounds of what a record may hold. No request lasts 30 years or answers with a
// billion tokens; the bounds keep every sum finite and exact to the token.
const (
	MaxSeconds = 1e9
	MaxTokens  = 1e9
	maxStart   = 1e12
	// slack is how far two times may disagree, in seconds, before a contradiction
	// is more than rounding in a tool's file.
	slack = 1e-6
)

// stream is the token-bearing part of an answer: when its first and last chunk
// came, the gaps between, and how many tokens each chunk carried.
type stream struct {
	first, visible, last opt.Float
	gaps                 []float64 // nil when not known
	tokens               []float64 // per chunk, one more than gaps; nil when not known
	chunks               int       // token-bearing chunks, 0 when not known
}

// work holds the buffers that reading a record needs, so that a run of a million
// records makes no garbage.
type work struct {
	gapBuf, tokenBuf, sortBuf []float64
}

// read finds the stream of r among the chunks that count picks. It changes
// nothing in r; the slices it returns are r's own or w's, good until the next
// call.
func (w *work) read(r *Record, counts func(*Chunk) bool) (stream, error) {
	if len(r.Chunks) > 0 {
		return w.fromChunks(r.Chunks, counts)
	}
	return w.fromFigures(&r.Figures)
}

func (w *work) fromChunks(chunks []Chunk, counts func(*Chunk) bool) (stream, error) {
	var s stream
	gaps, tokens, known := w.gapBuf[:0], w.tokenBuf[:0], true
	before, last := 0.0, 0.0
	for i := range chunks {
		c := &chunks[i]
		if !(c.At >= 0) || c.At > MaxSeconds {
			return s, fmt.Errorf("latency: chunk %d: time %v", i, c.At)
		}
		if c.At < before {
			return s, fmt.Errorf("latency: chunk %d: time %v after %v", i, c.At, before)
		}
		before = c.At
		n, ok := c.Tokens.Get()
		if ok && !whole(n) {
			return s, fmt.Errorf("latency: chunk %d: %v tokens", i, n)
		}
		if !counts(c) {
			continue
		}
		if s.chunks == 0 {
			s.first = opt.Of(c.At)
		} else {
			gaps = append(gaps, c.At-last)
		}
		if c.Kind != Reasoning && c.bears() && !s.visible.Ok() {
			s.visible = opt.Of(c.At)
		}
		tokens = append(tokens, n)
		known = known && ok
		last = c.At
		s.chunks++
	}
	w.gapBuf, w.tokenBuf = gaps, tokens
	if s.chunks > 0 {
		s.last, s.gaps = opt.Of(last), gaps
		if known {
			s.tokens = tokens
		}
	}
	return s, nil
}

func (w *work) fromFigures(f *Figures) (stream, error) {
	s := stream{first: f.TTFT, visible: f.FirstVisible, last: f.E2EL, gaps: f.Gaps}
	if name, v := f.impossible(); name != "" {
		return s, fmt.Errorf("latency: %s: %v s", name, v)
	}
	for i, g := range f.Gaps {
		if !(g >= 0) || g > MaxSeconds {
			return s, fmt.Errorf("latency: gap %d: %v s", i, g)
		}
	}
	if f.Gaps != nil {
		s.chunks = len(f.Gaps) + 1
	}
	if f.ChunkTokens == nil {
		return s, nil
	}
	if f.Gaps == nil || len(f.ChunkTokens) != len(f.Gaps)+1 {
		return s, fmt.Errorf("latency: chunk tokens: %d chunks against %d gaps", len(f.ChunkTokens), len(f.Gaps))
	}
	return w.merge(s, f)
}

// impossible names the first time that is negative or beyond MaxSeconds.
func (f *Figures) impossible() (name string, v float64) {
	if possible(f.TTFT) && possible(f.FirstVisible) && possible(f.E2EL) && possible(f.ITL) && possible(f.End) && possible(f.SecondGap) {
		return "", 0
	}
	for i, t := range [...]*opt.Float{&f.TTFT, &f.FirstVisible, &f.E2EL, &f.ITL, &f.End, &f.SecondGap} {
		if v, _ := t.Get(); !possible(*t) {
			return [...]string{"TTFT", "first visible output", "E2EL", "ITL", "end", "second gap"}[i], v
		}
	}
	return "", 0
}

func possible(t opt.Float) bool {
	v, ok := t.Get()
	return !ok || v >= 0 && v <= MaxSeconds
}

// merge joins the gap before a chunk that carries no token to the gap after it.
// One at the end falls away: the last token came before it.
func (w *work) merge(s stream, f *Figures) (stream, error) {
	gaps, tokens, held := w.gapBuf[:0], w.tokenBuf[:0], 0.0
	for i, n := range f.ChunkTokens {
		if n < 0 {
			return s, fmt.Errorf("latency: chunk %d: %d tokens", i, n)
		}
		if i > 0 {
			held += f.Gaps[i-1]
			if n == 0 {
				continue
			}
			gaps = append(gaps, held)
			held = 0
		}
		tokens = append(tokens, float64(n))
	}
	w.gapBuf, w.tokenBuf = gaps, tokens
	s.gaps, s.tokens, s.chunks = gaps, tokens, len(tokens)
	return s, nil
}

// whole reports whether n is a number of tokens within bounds.
func whole(n float64) bool { return n >= 0 && n <= MaxTokens && n == math.Trunc(n) }

// count resolves a token count: the server's, else the client's.
func (c Count) resolve(what string) (n opt.Float, client bool, err error) {
	server, known := c.Server.Get()
	if known && !whole(server) {
		return opt.Float{}, false, fmt.Errorf("latency: %s: %v tokens", what, server)
	}
	if x, ok := c.Client.Get(); ok && !whole(x) {
		return opt.Float{}, false, fmt.Errorf("latency: %s: %v tokens", what, x)
	}
	if known {
		return c.Server, false, nil
	}
	return c.Client, c.Client.Ok(), nil
}

func sum(xs []float64) float64 {
	t := 0.0
	for _, x := range xs {
		t += x
	}
	return t
}
