package importer

import (
	"math"
	"strconv"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// A request that a file holds twice, as where a run's file was written on to its
// end again, would count twice. A second record with the id of an earlier one and
// all its figures is that request again: it is left out and counted. With other
// figures it may be a request that was sent again, and neither record is known to
// be wrong: neither is left out, and a warning says so. Where a tool gives no id, a record
// with every time and count of an earlier one counts, with a warning: nothing
// proves that they are one.

// repeats are what is known of the records of one run: 64 bits of each id or,
// without one, of each record's figures.
type repeats struct {
	keys        []uint64 // a hash table, 0: free
	figures     []uint32 // 32 bits of each key's figures
	used        int
	other, like int // ids with other figures; records without an id that repeat
	otherRow    int // the first of each
	likeRow     int
}

// mix mixes a word into a hash. It is called from many places and small where it is one.
//
//go:noinline
func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// figuresHash is the hash of all figures of a record.
func figuresHash(rec *latency.Record) uint64 {
	f := &rec.Figures
	h := mix(uint64(len(f.Gaps)), uint64(rec.Phase)<<8|uint64(rec.Outcome))
	for _, v := range [...]*opt.Float{&rec.Start, &f.TTFT, &f.FirstVisible, &f.E2EL, &f.ITL, &f.End, &f.SecondGap,
		&rec.Output.Server, &rec.Output.Client, &rec.Input.Server, &rec.Input.Client, &rec.Reasoning, &rec.Requested} {
		x, ok := v.Get()
		if !ok {
			x = -1 // no time or count
		}
		h = mix(h, math.Float64bits(x))
	}
	for _, g := range f.Gaps {
		h = mix(h, math.Float64bits(g))
	}
	for _, n := range f.ChunkTokens {
		h = mix(h, uint64(n))
	}
	return h
}

// timed reports whether the times of two requests that are not one would differ: when
// it was sent, or how long its first token and its end took.
func timed(rec *latency.Record) bool {
	_, first := rec.Figures.TTFT.Positive()
	_, last := rec.Figures.E2EL.Positive()
	last = last || len(rec.Figures.Gaps) > 0
	return rec.Outcome == latency.OK && last && (first || rec.Start.Ok())
}

// again reports whether the record, whose id is hashed, is one that came before; an
// id of 0 is none.
func (r *repeats) again(rec *latency.Record, id uint64, row int) bool {
	if id == 0 && !timed(rec) {
		return false
	}
	figures := figuresHash(rec)
	key := id
	if id == 0 {
		key = max(figures, 1)
	}
	before, had := r.put(key, uint32(figures))
	if !had {
		return false
	}
	switch {
	case id != 0 && before == uint32(figures):
		return true
	case id != 0:
		if r.other++; r.other == 1 {
			r.otherRow = row
		}
	case before == uint32(figures):
		if r.like++; r.like == 1 {
			r.likeRow = row
		}
	}
	return false
}

// maxProbes is how far a key is sought. Only keys that were made to share a place
// come as far, and are then not compared.
const maxProbes = 256

// put keeps a key's figures, or gives those that it has.
func (r *repeats) put(key uint64, figures uint32) (before uint32, had bool) {
	if 4*r.used >= 3*len(r.keys) {
		r.grow()
	}
	at := int(key) & (len(r.keys) - 1)
	for range maxProbes {
		switch r.keys[at] {
		case key:
			return r.figures[at], true
		case 0:
			r.keys[at], r.figures[at] = key, figures
			r.used++
			return 0, false
		}
		at = (at + 1) & (len(r.keys) - 1)
	}
	return 0, false
}

func (r *repeats) grow() {
	keys, figures := r.keys, r.figures
	n := max(2*len(keys), 1024)
	r.keys, r.figures, r.used = make([]uint64, n), make([]uint32, n), 0
	for i, key := range keys {
		if key != 0 {
			r.put(key, figures[i])
		}
	}
}

// warnOf says what was found in a run, one line for each kind.
func (r *repeats) warnOf(o *recorder) {
	say := func(n, row int, reason string) {
		if n > 0 {
			o.warn(row, "", reason, strconv.Itoa(n)+" of "+strconv.Itoa(o.Records)+" requests, this the first")
		}
	}
	say(r.other, r.otherRow, "has the id of an earlier request and other figures; neither is left out")
	say(r.like, r.likeRow, "has every time and count of an earlier request, so it may be that one again; neither is left out")
	*r = repeats{}
}

// id reads a request's id, a text or a number, to 64 bits; 0 is none.
func (w *walk) id() uint64 {
	var text []byte
	switch c := w.first(); {
	case c == '"':
		text = w.bytes("", maxID)
	case c >= '0' && c <= '9':
		text = w.digits("")
	default:
		w.skip()
	}
	if w.err != nil {
		return 0
	}
	return hashID(text)
}

// maxID is how long an id may be; what is longer is none.
const maxID = 256

// hashID is the hash of an id that may have parts, 0 where one is missing.
func hashID(parts ...[]byte) uint64 {
	h := uint64(1)
	for _, p := range parts {
		if len(p) == 0 || len(p) > maxID {
			return 0
		}
		h = mix(h, uint64(len(p)))
		for _, c := range p {
			h = mix(h, uint64(c))
		}
	}
	return max(h, 1)
}
