package main

import (
	"bytes"
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Where a panic cannot be recovered, as under TinyGo, it is a trap. So nothing may
// panic, and what fuzzing has found worth keeping is run against the module, whose
// every reply has to be the native engine's.

// corpus reads what fuzzing kept of inputs of one []byte.
func corpus(t *testing.T, folder string) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	var inputs [][]byte
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(string(text), "\n")
		quoted := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "[]byte("), ")")
		input, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		inputs = append(inputs, []byte(input))
	}
	return inputs
}

// TestCorpusOfQueries: every query that fuzzing kept, of the shipped data.
func TestCorpusOfQueries(t *testing.T) {
	native, g := nativeEngine(t), newGuest(t)
	openShipped(t, g)
	messages := corpus(t, "testdata/fuzz/FuzzDecodeQuery")
	for _, c := range refusals {
		messages = append(messages, c.message)
	}
	for _, m := range messages {
		var want wire.Reply
		if q, err := decodeQuery(m); err != nil {
			want = failure(kindUsage, err.Error())
		} else {
			want = native.Answer(q)
		}
		if got, want := asJSON(t, g.message(m)), asJSON(t, want); got != want {
			t.Errorf("% .60x: module %.400s, native %.400s", m, got, want)
		}
	}
}

// TestCorpusOfFiles: every file that fuzzing kept, as it is and as the content of
// files whose hash is right.
func TestCorpusOfFiles(t *testing.T) {
	p := newPair(t)
	contents := corpus(t, "../data/testdata/fuzz/FuzzOpen")
	for _, f := range shipped(t) { // what it began with
		_, body := unsealed(t, f.bytes)
		contents = append(contents, body)
	}
	for _, b := range contents {
		for _, file := range [][]byte{b, sealed(data.KindPoints, b), sealed(data.KindIndex, b)} {
			p.open(t, file)
		}
	}
	t.Logf("%d files opened, %d were refused, %d queries answered, %d refused", p.opened, p.refused, p.answered, p.failed)
	if p.opened < 5 || p.answered < 5 || p.refused < 100 {
		t.Error("too few to tell anything")
	}
}

// TestBentFilesWithRightHashes: shipped files and made ones of which some bytes are
// others, among them the halves of numbers, sealed anew and asked about if they open.
func TestBentFilesWithRightHashes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var files [][]byte
	for _, f := range shipped(t) {
		files = append(files, f.bytes)
	}
	files = append(files, synthetic(t, 3)[:3]...)
	p := newPair(t)
	for range 60 {
		for _, f := range files {
			kind, body := unsealed(t, f)
			body = bytes.Clone(body)
			for range 1 + rng.IntN(4) {
				at := rng.IntN(len(body))
				switch rng.IntN(4) {
				case 0:
					body[at] ^= 1 << rng.IntN(8)
				case 1:
					body[at] = byte(rng.Uint32())
				case 2:
					copy(body[at:], extremes[rng.IntN(len(extremes))])
				case 3:
					copy(body[at:], body[rng.IntN(len(body)):][:min(8, len(body)-at)])
				}
			}
			p.open(t, sealed(kind, body))
		}
	}
	t.Logf("%d files opened, %d were refused, %d queries answered, %d refused", p.opened, p.refused, p.answered, p.failed)
	if p.opened < 20 || p.answered < 20 || p.refused < 20 {
		t.Error("too few to tell anything")
	}
}

// extremes are numbers as bundles and messages hold them.
var extremes = []string{
	"\x7f\xf8\x00\x00\x00\x00\x00\x00", // NaN
	"\x7f\xf0\x00\x00\x00\x00\x00\x00", // infinity
	"\x7f\xef\xff\xff\xff\xff\xff\xff", // the largest
	"\x00\x00\x00\x00\x00\x00\x00\x01", // the smallest
	"\xf8\x7f", "\xf0\x7f", "\xff\xff\xff\xff\xff\xff\xff\xff", "\x80\x00\x00\x00", "\x7f\xff\xff\xff", "\xdd\xff\xff\xff\xff",
}

// TestOddQueries: well-formed queries of odd values, of the shipped data.
func TestOddQueries(t *testing.T) {
	native, g := nativeEngine(t), newGuest(t)
	openShipped(t, g)
	rng := rand.New(rand.NewPCG(21, 22))
	number := func() float64 {
		odd := []float64{0, -1, 1, 25, 50, 1e-300, 5e-324, 1e308, math.MaxFloat64, 1 << 53, 0.1, 1e-9, 23.5, math.MaxInt32, math.MaxInt64}
		if rng.IntN(2) == 0 {
			return rng.ExpFloat64() * 60
		}
		return odd[rng.IntN(len(odd))]
	}
	// The first of a list is the usual one, and the others are seldom.
	pick := func(of ...string) string { return of[max(0, rng.IntN(6*len(of))-5*len(of))] }
	whole := func(of ...int) int { return of[max(0, rng.IntN(6*len(of))-5*len(of))] }
	some := func(n int, of ...string) (out []string) {
		for range rng.IntN(n) {
			out = append(out, pick(of...))
		}
		return out
	}
	verbs := []string{wire.VerbTable, wire.VerbTable, wire.VerbFrontier, wire.VerbChart, wire.VerbSolve, wire.VerbBreakEven, wire.VerbSheet, wire.VerbText}
	answered := 0
	for range 1500 {
		q := wire.Query{
			Verb: verbs[rng.IntN(len(verbs))], Model: pick(model, "DeepSeek-R1-0528", ""), Workload: pick(workload, "agentic"),
			Series: some(3, "*", "gb*", "*/fp4*", "[", "*[a-z]*", ""), Chain: some(2, "gb300*", "gb200*", "*", "["),
			Baseline: pick("", "gb200*", "*", "\\"), Axis: pick("", string(iso.TTFT), string(iso.E2EL), string(iso.E2ENormalized)),
			Percentile: whole(0, 50, 75, 90, 95, -1, math.MaxInt32, -math.MaxInt32),
			Basis:      pick("", "neocloud", "rental"), Reach: pick("", "at-least"), Tokens: pick("", "output", "input"), AllDates: rng.IntN(3) == 0,
			AsOf: pick("", "2026-05-01", "0000-00-00", "9999-12-31"), PricesAsOf: pick("", "2026-03-18", "0001-01-01"),
			Bound: pick("max_cost", "max_energy", "min_throughput"), Limit: number(),
			Quantities: some(3, "throughput", "cost", "energy", "hope"), Digits: whole(0, 1, 3, 12, 17, -1, math.MaxInt32),
			Format: pick("", "markdown", "csv", "latex"),
		}
		for range rng.IntN(6) {
			q.Targets = append(q.Targets, number())
		}
		if rng.IntN(3) == 0 {
			q.Prices, q.Powers = map[string]float64{"gb200": number(), "gb300": number()}, map[string]float64{"b200": number()}
		}
		reply := native.Answer(q)
		if reply.Error == nil {
			answered++
		}
		if got, want := asJSON(t, g.query(q)), asJSON(t, reply); got != want {
			t.Errorf("%+v:\nmodule %.600s\nnative %.600s", q, got, want)
		}
	}
	t.Logf("%d of 1500 were answered", answered)
	if answered < 300 {
		t.Errorf("only %d were answered", answered)
	}
}

// pair is the module and the native engine, which are given the same.
type pair struct {
	g      *guest
	native *query.Engine

	opened, refused, answered, failed int
}

func newPair(t *testing.T) *pair { return &pair{g: newGuest(t), native: query.New()} }

// open opens a file in both and, where it opens, asks of what it holds.
func (p *pair) open(t *testing.T, file []byte) {
	t.Helper()
	got := p.g.open(file)
	opened, err := p.native.Open(file)
	switch {
	case err != nil:
		p.refused++
		if got.Error == nil || got.Error.Message != err.Error() {
			t.Fatalf("module %.400s, native: %v", asJSON(t, got), err)
		}
		return
	case got.Opened == nil || *got.Opened != opened:
		t.Fatalf("module %.400s, native: %+v", asJSON(t, got), opened)
	}
	p.opened++
	for _, verb := range []string{wire.VerbCatalogue, wire.VerbTable, wire.VerbChart, wire.VerbText} {
		q := wire.Query{Verb: verb, Model: opened.Model, Workload: opened.Workload}
		if verb == wire.VerbText {
			q.Format = "csv"
		}
		native := p.native.Answer(q)
		if native.Error == nil {
			p.answered++
		} else {
			p.failed++
		}
		if got, want := asJSON(t, p.g.query(q)), asJSON(t, native); got != want {
			t.Fatalf("%+v:\nmodule %.600s\nnative %.600s", q, got, want)
		}
	}
}

// A file is the magic, the version and the kind, the body, and the SHA-256 of all
// that behind two bytes of its own: data/FORMAT.md.
const magic, trailer = "\x95\xa8isofront\x01", "\xc4\x20"

func sealed(kind string, body []byte) []byte {
	file := append([]byte(magic), 0xa0|byte(len(kind)))
	file = append(append(file, kind...), body...)
	sum := sha256.Sum256(file)
	return append(append(file, trailer...), sum[:]...)
}

// unsealed returns the kind and the body of a sound file.
func unsealed(t *testing.T, file []byte) (kind string, body []byte) {
	t.Helper()
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		t.Fatal("no file of ours")
	}
	n := 1 + int(rest[0]&^0xa0)
	kind, body = string(rest[1:n]), rest[n:len(rest)-len(trailer)-sha256.Size]
	if !bytes.Equal(sealed(kind, body), file) {
		t.Fatal("sealed anew it is another file")
	}
	return kind, body
}
