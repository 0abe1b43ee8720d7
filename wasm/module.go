package main

import (
	"encoding/binary"
	"unsafe"

	"github.com/isofront/isofront/data/wire"
)

// abiVersion changes when a host written for the old one would go wrong.
const abiVersion = 1

// maxLive bounds the bytes that a host may hold in blocks at one time, so that
// a wrong length is a refusal and not a module out of memory.
const maxLive = 256 << 20

// Kinds of error that are the interface's own, beside the engine's.
const (
	kindUsage    = "usage"    // the query, or how the host called
	kindInternal = "internal" // a fault in the module
)

// engine is what the interface needs of query.Engine.
type engine interface {
	Open(file []byte) (wire.Opened, error)
	Answer(q wire.Query) wire.Reply
}

// module is the state behind the exports: the engine, the blocks a host holds,
// and the one reply. It is not safe for concurrent use, as no instance is.
//
// The engine is a type parameter because an interface brings the description of
// every type that its own leads to into the module: a kilobyte.
type module[E engine] struct {
	engine E
	blocks map[uintptr][]byte
	live   int
	spare  []byte // the last block freed, for the next one of its size
	reply  []byte // length prefix and message, reused from call to call
}

func newModule[E engine](e E) *module[E] {
	return &module[E]{engine: e, blocks: make(map[uintptr][]byte)}
}

// alloc returns the address of n fresh bytes, or 0 when the host holds too
// much. The block stays where it is until free: neither collector moves heap
// objects, and the map keeps it alive.
func (m *module[E]) alloc(n uint32) uintptr {
	if n > maxLive || int(n) > maxLive-m.live {
		return 0
	}
	size := max(int(n), 1) // a block of no bytes would have no address of its own
	block := m.spare
	m.spare = nil
	if cap(block) >= size && cap(block)/4 <= size+4096 {
		block = block[:size]
	} else {
		block = make([]byte, size)
	}
	at := addressOf(block)
	m.blocks[at] = block
	m.live += size
	return at
}

// free gives a block back. An address that is no block is left alone.
func (m *module[E]) free(at uintptr) {
	block, ok := m.blocks[at]
	if !ok {
		return
	}
	delete(m.blocks, at)
	m.live -= len(block)
	m.spare = block
}

// open reads a file (an index or a bundle) from a block and replies with what
// it holds. The block may be freed or reused after the call.
func (m *module[E]) open(at uintptr, n uint32) uintptr {
	return m.answer("iso_open", at, n, func(file []byte) wire.Reply {
		opened, err := m.engine.Open(file)
		if err != nil {
			return failure("data", err.Error())
		}
		return wire.Reply{Opened: &opened}
	})
}

// query answers a wire.Query from a block.
func (m *module[E]) query(at uintptr, n uint32) uintptr {
	return m.answer("iso_query", at, n, func(message []byte) wire.Reply {
		q, err := decodeQuery(message)
		if err != nil {
			return failure(kindUsage, err.Error())
		}
		return m.engine.Answer(q)
	})
}

// answer runs one call on the first n bytes of the block at an address and
// returns the address of its reply. Under Go a panic becomes an error reply;
// under TinyGo it traps, and the host starts a new instance.
func (m *module[E]) answer(call string, at uintptr, n uint32, do func([]byte) wire.Reply) (reply uintptr) {
	defer func() {
		if p := recover(); p != nil {
			reply = m.put(failure(kindInternal, "wasm: "+call+": "+panicText(p)))
		}
	}()
	block, ok := m.blocks[at]
	switch {
	case !ok:
		return m.put(failure(kindUsage, "wasm: "+call+": the address is no block of iso_alloc"))
	case uint64(n) > uint64(len(block)):
		return m.put(failure(kindUsage, "wasm: "+call+": the length is more than the block holds"))
	}
	return m.put(do(block[:n:n]))
}

// put encodes a reply behind its length, a little-endian uint32, in the one
// reply buffer.
func (m *module[E]) put(r wire.Reply) uintptr {
	m.reply = r.Append(append(m.reply[:0], 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(m.reply, uint32(len(m.reply)-4))
	return addressOf(m.reply)
}

func failure(kind, message string) wire.Reply {
	return wire.Reply{Error: &wire.Error{Kind: kind, Message: message}}
}

// panicText says what a recovered panic was about, without fmt.
func panicText(p any) string {
	switch p := p.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "a panic"
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
