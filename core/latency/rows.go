package latency

import (
	"math"
	"slices"

	"github.com/isofront/isofront/core/opt"
)

// rows are the requests as a tool sees them, in columns: a figure that none of
// them has takes no room.
type rows struct {
	start, ttft, latency, end figures // s
	n, isl                    figures // tokens
	chunks, firstTokens       figures
	second                    figures // gap to the second chunk, s
	decode                    figures // (last chunk - first chunk)/(n - 1), s, of tools that end later
	ok                        []bool  // successful by the tool's word
	used                      int     // how many are
	expect                    int     // about how many will come
}

// figures is one number per request. Those of the last requests, or of all, may
// not be there: they are absent.
type figures []float64

// set sets that of the request i, the last one so far; NaN is absent.
func (f *figures) set(i int, v float64) {
	if len(*f) == i && v == v {
		*f = append(*f, v)
	} else if v == v {
		f.reach(i, v)
	}
}

func (f *figures) reach(i int, v float64) {
	for len(*f) < i {
		*f = append(*f, math.NaN())
	}
	*f = append(*f, v)
}

func (f figures) at(i int) float64 {
	if i < len(f) {
		return f[i]
	}
	return math.NaN()
}

// add begins a request and gives its place.
func (r *rows) add(ok bool) int {
	if len(r.ok) == 0 && r.expect > 0 {
		r.ok = make([]bool, 0, r.expect)
		for _, f := range []*figures{&r.start, &r.ttft, &r.latency, &r.n, &r.isl} { // which most tools give
			*f = make(figures, 0, r.expect)
		}
	}
	if r.ok = append(r.ok, ok); ok {
		r.used++
	}
	return len(r.ok) - 1
}

// row is one request among its rows, NaN where the tool has no value.
type row struct {
	*rows
	i int
}

func (x *row) start() float64       { return x.rows.start.at(x.i) }
func (x *row) ttft() float64        { return x.rows.ttft.at(x.i) }
func (x *row) latency() float64     { return x.rows.latency.at(x.i) }
func (x *row) end() float64         { return x.rows.end.at(x.i) }
func (x *row) n() float64           { return x.rows.n.at(x.i) }
func (x *row) isl() float64         { return x.rows.isl.at(x.i) }
func (x *row) chunks() float64      { return x.rows.chunks.at(x.i) }
func (x *row) firstTokens() float64 { return x.rows.firstTokens.at(x.i) }
func (x *row) second() float64      { return x.rows.second.at(x.i) }
func (x *row) decode() float64      { return x.rows.decode.at(x.i) }

// each gives the successful requests, all by the same row.
func (r *rows) each(yield func(*row) bool) {
	x := row{rows: r}
	for i, ok := range r.ok {
		if x.i = i; ok && !yield(&x) {
			return
		}
	}
}

// appendValues gathers one number per successful request, absent ones left out.
func (b *Book) appendValues(to []float64, of func(*row) float64) []float64 {
	to = slices.Grow(to, len(b.rows.ok))
	x := row{rows: &b.rows}
	for i, ok := range b.rows.ok {
		if x.i = i; ok {
			if v := of(&x); opt.Of(v).Ok() {
				to = append(to, v)
			}
		}
	}
	return to
}

// total sums them in the order of the records.
func (b *Book) total(of func(*row) float64) float64 {
	t := 0.0
	for x := range b.rows.each {
		if v := of(x); opt.Of(v).Ok() {
			t += v
		}
	}
	return t
}

// per-request formulas that several tools share.
func ttftOf(x *row) float64    { return x.ttft() }
func latencyOf(x *row) float64 { return x.latency() }
func outputOf(x *row) float64  { return x.n() }
func inputOf(x *row) float64   { return x.isl() }

// tpotOf is (latency - ttft)/(n - 1), for n > 1.
func tpotOf(x *row) float64 {
	if n := x.n(); n > 1 {
		return (x.latency() - x.ttft()) / (n - 1)
	}
	return math.NaN()
}

// rateOf is n/latency.
func rateOf(x *row) float64 {
	if latency := x.latency(); latency > 0 {
		return x.n() / latency
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
