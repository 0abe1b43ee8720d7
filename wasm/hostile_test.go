package main

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// Nothing a host sends traps the module or makes it large. Each message is also
// followed by a good query, so a module that limps on is noticed.

func TestHostileQueriesGetAnErrorReply(t *testing.T) {
	g := newGuest(t)
	whole := encode(t, fullQuery(t))
	messages := map[string][]byte{"empty": {}}
	for _, c := range refusals {
		messages[c.name] = c.message
	}
	for n := range whole {
		messages["cut short at "+strconv.Itoa(n)] = whole[:n]
	}
	for name, m := range messages {
		if r := g.message(m); r.Error == nil || r.Error.Kind != kindUsage {
			t.Errorf("%s: %s", name, asJSON(t, r))
		}
	}
	stillWorks(t, g)
}

func TestRandomBytesDoNotTrap(t *testing.T) {
	g := newGuest(t)
	random := rand.New(rand.NewPCG(1, 2))
	whole := encode(t, fullQuery(t))
	before := g.pages()
	for range 2000 {
		noise := make([]byte, random.IntN(200))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		g.message(noise)
		if r := g.open(noise); r.Error == nil || r.Error.Kind != "data" {
			t.Fatalf("noise opens: % x", noise)
		}
		bent := bytes.Clone(whole)
		bent[random.IntN(len(bent))] ^= 1 << random.IntN(8)
		g.message(bent)
	}
	if grown := g.pages() - before; grown > 128 {
		t.Errorf("memory grew by %d pages", grown)
	}
	stillWorks(t, g)
}

// A bundle that is cut short or has one bit flipped is a data error, and what
// was open stays open.
func TestBrokenFilesAreRefused(t *testing.T) {
	g := newGuest(t)
	openShipped(t, g)
	q := wire.Query{Verb: wire.VerbTable, Model: model, Workload: workload}
	want := asJSON(t, g.query(q))
	random := rand.New(rand.NewPCG(3, 4))
	broken := [][]byte{{}, {0xdd, 0xff, 0xff, 0xff, 0xff}, bytes.Repeat([]byte{0xdc, 0xff, 0xff}, 24000)}
	for _, f := range shipped(t) {
		for range 40 {
			broken = append(broken, f.bytes[:random.IntN(len(f.bytes))])
			flipped := bytes.Clone(f.bytes)
			flipped[random.IntN(len(flipped))] ^= 1 << random.IntN(8)
			broken = append(broken, flipped)
		}
		broken = append(broken, append(bytes.Clone(f.bytes), 0))
	}
	for _, b := range broken {
		if r := g.open(b); r.Error == nil || r.Error.Kind != "data" {
			t.Fatalf("%d bytes open: %s", len(b), asJSON(t, r))
		}
	}
	if got := asJSON(t, g.query(q)); got != want {
		t.Errorf("afterwards:\n%.1000s\nbefore:\n%.1000s", got, want)
	}
}

func TestWrongAddressesGetAnErrorReply(t *testing.T) {
	g := newGuest(t)
	p := uint64(g.call("iso_alloc", 16))
	for _, c := range [][2]uint64{{0, 0}, {0, 1}, {p + 1, 1}, {p, 17}, {p, 0xffffffff}, {0xffffffff, 0xffffffff}, {0xfffffff0, 16}} {
		for _, export := range []string{"iso_open", "iso_query"} {
			r := decodeReply(t, g.replyAt(g.call(export, c[0], c[1])))
			if r.Error == nil || r.Error.Kind != kindUsage {
				t.Errorf("%s(%#x, %d): %s", export, c[0], c[1], asJSON(t, r))
			}
		}
		if c[0] != p {
			g.call("iso_free", c[0])
		}
	}
	if got := g.call("iso_alloc", 0xffffffff); got != 0 {
		t.Errorf("4 GB are given at %d", got)
	}
	stillWorks(t, g)
}

// stillWorks asks for the catalogue of nothing: any reply of a sane kind will do.
func stillWorks(t *testing.T, g *guest) {
	t.Helper()
	if got := g.call("iso_abi"); got != abiVersion {
		t.Errorf("iso_abi() = %d", got)
	}
	r := g.query(wire.Query{Verb: wire.VerbCatalogue})
	if r.Error != nil && r.Error.Kind == kindInternal || r.Error == nil && r.Catalogue == nil {
		t.Errorf("afterwards: %s", asJSON(t, r))
	}
}
