package main

import (
	"encoding/binary"
	"errors"
	"io"
)

// maxPiece bounds the pieces that a file comes in.
const maxPiece = 16 << 20

// module is the state behind the exports: the file being read and what the last
// one held. Reading runs in a goroutine that waits for the next piece while the
// host has the thread, so that no file is ever held whole for its own sake.
type module struct {
	buffer []byte
	to     *io.PipeWriter
	done   chan result
	last   result
	out    []byte // length prefix and message, reused from call to call
}

type result struct {
	reply *Reply
	runs  []*collected
}

// room gives n bytes for the host to fill; nil for more than a piece.
func (m *module) room(n int) []byte {
	if n < 0 || n > maxPiece {
		return nil
	}
	if n = max(n, 1); cap(m.buffer) < n {
		m.buffer = make([]byte, n)
	}
	m.buffer = m.buffer[:n]
	return m.buffer
}

func (m *module) filled(n int) []byte { return m.buffer[:min(max(n, 0), len(m.buffer))] }

var errDropped = errors.New("dropped")

// begin leaves the last file's runs as they are until this one is whole.
func (m *module) begin(n int) {
	if m.to != nil {
		m.to.CloseWithError(errDropped)
		<-m.done
	}
	name := string(m.filled(n))
	from, to := io.Pipe()
	m.to, m.done = to, make(chan result, 1)
	done := m.done
	go func() {
		r := readSafely(name, from)
		from.CloseWithError(io.ErrClosedPipe) // what still comes is not wanted
		done <- r
	}()
}

func (m *module) write(n int) bool {
	if m.to == nil {
		return false
	}
	_, err := m.to.Write(m.filled(n))
	return err == nil
}

func (m *module) end() []byte {
	if m.to == nil {
		return m.pack(&Reply{Kind: KindRefused, Problem: "no file was begun"})
	}
	m.to.Close()
	m.last = <-m.done
	m.to = nil
	return m.pack(m.last.reply)
}

// pack encodes a reply behind its length, a little-endian uint32.
func (m *module) pack(r *Reply) []byte {
	out, err := r.MarshalMsg(append(m.out[:0], 0, 0, 0, 0))
	if err != nil {
		out, _ = (&Reply{Kind: KindRefused, File: r.File, Problem: err.Error()}).MarshalMsg(append(m.out[:0], 0, 0, 0, 0))
	}
	return m.measured(out)
}

func (m *module) measured(out []byte) []byte {
	binary.LittleEndian.PutUint32(out, uint32(len(out)-4))
	m.out = out
	return out
}
