package main

import (
	"math/rand/v2"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// WebAssembly memory never shrinks, so what a page once needed it keeps. After
// warm-up, 1,000 tables and 20 re-opens of everything may add one page of 64 KiB.
func TestMemoryStaysFlat(t *testing.T) {
	g := newGuest(t)
	files, asked := shipped(t), questions(t)
	round := func(i int) {
		c := asked[i%len(asked)]
		if c.query.Verb == wire.VerbTable {
			g.query(c.query)
			return
		}
		g.query(wire.Query{Verb: wire.VerbTable, Model: model, Workload: workload})
	}
	reopen := func() {
		for _, f := range files {
			if r := g.open(f.bytes); r.Opened == nil {
				t.Fatalf("%s: %s", f.name, asJSON(t, r))
			}
		}
	}
	start := g.pages()
	for range 5 {
		reopen()
		for i := range 100 {
			round(i)
		}
	}
	// A collected heap settles in steps of a few pages, a late one now and then: of
	// the first few thousands one has to be flat. What leaks is flat in none.
	var grown []uint32
	for range 4 {
		warm := g.pages()
		for i := range 1000 {
			if i%50 == 0 {
				reopen()
			}
			round(i)
		}
		t.Logf("pages of 64 KiB: %d at start, %d before, %d after", start, warm, g.pages())
		if grown = append(grown, g.pages()-warm); grown[len(grown)-1] <= 1 {
			return
		}
	}
	t.Errorf("memory grew by %d pages in thousands of tables one after another", grown)
}

// A file of any size is a request for memory only as far as its bytes go.
func TestLargeOpensReuseMemory(t *testing.T) {
	g := newGuest(t)
	noise := make([]byte, 4<<20)
	for range 3 {
		g.open(noise)
	}
	warm := g.pages()
	for range 20 {
		g.open(noise)
	}
	if grown := g.pages() - warm; grown > 1 {
		t.Errorf("memory grew by %d pages over 20 refused files of 4 MiB", grown)
	}
	if warm > 64<<20/65536 {
		t.Errorf("a refused file of 4 MiB costs %d pages", warm)
	}
}

// TestReopeningALargeBundleIsFlat: CASES 45. A bundle of about 10 MB opened 20
// times needs no more memory than two loads of it did: each replaces the last.
func TestReopeningALargeBundleIsFlat(t *testing.T) {
	g := newGuest(t)
	points := make([]data.Point, 50_000)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range points {
		p := &points[i]
		p.Model, p.Workload, p.Hardware, p.Framework, p.Precision, p.SpecDecoding = "Large", "8192/1024", "h100", "vllm", "fp8", "none"
		p.Concurrency = i
		for m := range p.Values {
			p.Values[m] = opt.Of(rng.Float64() + 0.5)
		}
	}
	file, err := data.EncodePoints("Large", "8192/1024", points)
	if err != nil {
		t.Fatal(err)
	}
	if len(file) < 8<<20 {
		t.Fatalf("only %d bytes", len(file))
	}
	open := func() {
		if r := g.open(file); r.Opened == nil || r.Opened.Rows != len(points) {
			t.Fatalf("%s", asJSON(t, r))
		}
	}
	open()
	open()
	second := g.pages()
	for range 18 {
		open()
	}
	t.Logf("a bundle of %d bytes: %d pages after the second load, %d after the twentieth", len(file), second, g.pages())
	if g.pages() > 2*second {
		t.Errorf("memory grew from %d to %d pages", second, g.pages())
	}
}
