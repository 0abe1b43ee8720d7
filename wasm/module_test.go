package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/isofront/isofront/data/wire"
)

// fakeEngine answers with what it was asked, or panics.
type fakeEngine struct {
	asked  wire.Query
	panics any
}

func (e *fakeEngine) Open(file []byte) (wire.Opened, error) {
	if len(file) == 0 {
		return wire.Opened{}, errors.New("data: empty")
	}
	return wire.Opened{Kind: "points", Rows: len(file)}, nil
}

func (e *fakeEngine) Answer(q wire.Query) wire.Reply {
	if e.panics != nil {
		panic(e.panics)
	}
	e.asked = q
	return wire.Reply{Catalogue: &wire.Catalogue{Sources: []wire.CatalogueSource{{Title: q.Model}}}}
}

// at is the block or reply at an address, as a host on linear memory sees it.
func at(p uintptr, n int) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), n)
}

func replyAt(t *testing.T, p uintptr) wire.Reply {
	t.Helper()
	n := binary.LittleEndian.Uint32(at(p, 4))
	var r wire.Reply
	rest, err := r.UnmarshalMsg(at(p+4, int(n)))
	if err != nil || len(rest) != 0 {
		t.Fatalf("reply: %v, %d bytes left", err, len(rest))
	}
	return r
}

func ask(t *testing.T, m *module[*fakeEngine], message []byte) wire.Reply {
	t.Helper()
	p := m.alloc(uint32(len(message)))
	copy(at(p, len(message)), message)
	defer m.free(p)
	return replyAt(t, m.query(p, uint32(len(message))))
}

func TestQueryReachesTheEngineAndItsReplyTheHost(t *testing.T) {
	e := &fakeEngine{}
	m := newModule(e)
	r := ask(t, m, message("verb", "table", "model", "M", "targets", []any{20}))
	if r.Catalogue == nil || r.Catalogue.Sources[0].Title != "M" {
		t.Errorf("reply: %+v", r)
	}
	if e.asked.Verb != "table" || len(e.asked.Targets) != 1 {
		t.Errorf("asked: %+v", e.asked)
	}
}

func TestPanicBecomesAnErrorReply(t *testing.T) {
	for _, c := range []struct {
		panics any
		want   string
	}{{"text", "wasm: iso_query: text"}, {errors.New("error"), "wasm: iso_query: error"}, {7, "wasm: iso_query: a panic"}} {
		m := newModule(&fakeEngine{panics: c.panics})
		r := ask(t, m, message())
		if r.Error == nil || r.Error.Kind != kindInternal || r.Error.Message != c.want {
			t.Errorf("panic %v: %+v", c.panics, r.Error)
		}
	}
}

func TestCallsOnNoBlockAreRefused(t *testing.T) {
	m := newModule(&fakeEngine{})
	p := m.alloc(8)
	freed := m.alloc(64)
	m.free(freed)
	for name, reply := range map[string]func() uintptr{
		"null":               func() uintptr { return m.query(0, 0) },
		"inside a block":     func() uintptr { return m.query(p+1, 1) },
		"past its end":       func() uintptr { return m.open(p, 9) },
		"4 GB":               func() uintptr { return m.open(p, 0xffffffff) },
		"a block given back": func() uintptr { return m.query(freed, 1) },
	} {
		r := replyAt(t, reply())
		if r.Error == nil || r.Error.Kind != kindUsage || !strings.HasPrefix(r.Error.Message, "wasm: iso_") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestAllocIsBounded(t *testing.T) {
	m := newModule(&fakeEngine{})
	if m.alloc(maxLive+1) != 0 || m.alloc(0xffffffff) != 0 {
		t.Error("a block over the bound is given")
	}
	a := m.alloc(maxLive / 2)
	if a == 0 || m.alloc(maxLive/2+1) != 0 {
		t.Error("blocks over the bound together are given")
	}
	m.free(a)
	m.free(a) // the second time it is no block
	if m.live != 0 {
		t.Errorf("%d bytes are counted as held", m.live)
	}
	if p := m.alloc(0); p == 0 || replyAt(t, m.open(p, 0)).Error.Kind != "data" {
		t.Error("a block of no bytes cannot be used")
	}
}

func TestFreedBlockIsReused(t *testing.T) {
	m := newModule(&fakeEngine{})
	p := m.alloc(1 << 20)
	m.free(p)
	if again := m.alloc(1<<20 - 100); again != p {
		t.Error("a block of about the same size is made anew")
	}
	m.free(p)
	if small := m.alloc(16); small == p {
		t.Error("a large block is kept for a small one")
	}
}

func TestBlocksDoNotOverlap(t *testing.T) {
	m := newModule(&fakeEngine{})
	a, b := m.alloc(100), m.alloc(100)
	copy(at(a, 100), bytes.Repeat([]byte{1}, 100))
	copy(at(b, 100), bytes.Repeat([]byte{2}, 100))
	if at(a, 100)[99] != 1 || at(b, 100)[0] != 2 {
		t.Error("two blocks share bytes")
	}
}
