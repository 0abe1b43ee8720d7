// Package exchange is how the modules that read a reader's files trade bytes with
// their host on linear memory: the host fills a buffer before a call, and finds
// the reply behind its length after it. Both are good until the next call.
package exchange

import (
	"encoding/binary"
	"unsafe"
)

// MaxPiece bounds what a host puts in before one call.
const MaxPiece = 16 << 20

// lengthSize is what stands before a reply: a little-endian uint32.
const lengthSize = 4

// Exchange is the two buffers, to be embedded in a module's state.
type Exchange struct{ in, out []byte }

// Room gives n bytes for the host to fill; nil for more than a piece.
func (x *Exchange) Room(n int) []byte {
	if n < 0 || n > MaxPiece {
		return nil
	}
	if n = max(n, 1); cap(x.in) < n { // no bytes would have no address
		x.in = make([]byte, n)
	}
	x.in = x.in[:n]
	return x.in
}

// Filled is the first n bytes of what the host put in, fewer where it made room
// for fewer.
func (x *Exchange) Filled(n int) []byte { return x.in[:min(max(n, 0), len(x.in))] }

// Reply makes a reply of what add appends to the bytes it is given.
func (x *Exchange) Reply(add func(b []byte) []byte) []byte {
	x.out = add(append(x.out[:0], make([]byte, lengthSize)...))
	binary.LittleEndian.PutUint32(x.out, uint32(len(x.out)-lengthSize))
	return x.out
}

// Text is the reply of a text.
func (x *Exchange) Text(s string) []byte {
	return x.Reply(func(b []byte) []byte { return append(b, s...) })
}

// Address is where bytes lie, 0 for none.
func Address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }
