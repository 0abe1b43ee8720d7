package ingest

import (
	"errors"
	"slices"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/wasm/exchange"
)

// module is the state behind the exports: the file being read and what the last
// one held.
type module struct {
	exchange.Exchange

	file *reading                 // nil: none was begun
	runs []*collected             // of the last file that held some
	sets map[data.RequestRun]bool // packed requests that were read
	own  *summary                 // a tool's own, for the next file
	join bool                     // the next file's runs come behind those at hand
}

// summary is a tool's own, given before the requests that it sums up. It is read
// with them: what it says of the run is needed from their first record on.
type summary struct {
	name  string
	bytes []byte
	over  bool // larger than a summary is
}

// maxSummary bounds a tool's own summary.
const maxSummary = 64 << 20

var errSummarySize = errors.New("larger than 64 MiB, too large for a summary")

type result struct {
	reply *Reply
	runs  []*collected
	set   *data.RequestSet // of a packed file of requests
	of    *data.Bundle     // of a packed file of points
}

// maxSets bounds the packed requests that are remembered.
const maxSets = 10_000

// begin leaves the last file's runs as they are until this one is whole. Of a file that
// is too large for what it is no more is wanted as soon as that is seen; size may be 0.
func (m *module) begin(n int, size float64) {
	m.file = &reading{name: string(m.Filled(n)), size: size, own: m.own}
	m.own = nil
}

// summary begins a tool's own summary: what is written until begin is in it.
func (m *module) summary(n int) {
	m.file, m.own = nil, &summary{name: string(m.Filled(n))}
}

func (m *module) write(n int) bool {
	if m.own != nil {
		return m.own.write(m.Filled(n))
	}
	return m.file != nil && m.file.write(m.Filled(n))
}

func (s *summary) write(b []byte) bool {
	if s.over = s.over || len(s.bytes)+len(b) > maxSummary; s.over {
		s.bytes = nil
		return false
	}
	s.bytes = append(s.bytes, b...)
	return true
}

// beside is the name of the summary to the file whose name of n bytes and whose
// head of more bytes are in the buffer, "" for none.
func (m *module) beside(n, head int) string {
	b := m.Filled(n + head)
	n = min(max(n, 0), len(b))
	return importer.Beside(string(b[:n]), b[n:])
}

func (m *module) end() []byte {
	if m.file == nil {
		return m.pack(&Reply{Kind: KindRefused, Problem: "no file was begun"})
	}
	r := m.file.end()
	m.file = nil
	if len(r.runs) > 0 { // else those on show stay
		if m.join {
			r.runs = append(slices.Clip(m.runs), r.runs...)
		}
		m.runs = r.runs
	}
	m.join = false
	if set := r.set; set != nil && len(m.sets) < maxSets {
		if m.sets == nil {
			m.sets = map[data.RequestRun]bool{}
		}
		run := set.RequestRun
		run.Convention, run.Duration = "", opt.Float{} // a point says neither
		m.sets[run] = true
	}
	if b := r.of; b != nil {
		r.reply.Bundles[0].Recorded = recorded(b, m.sets)
	}
	return m.pack(r.reply)
}

// pack is the reply of a message.
func (m *module) pack(r *Reply) []byte {
	return m.Reply(func(b []byte) []byte {
		out, err := r.MarshalMsg(b)
		if err != nil {
			out, _ = (&Reply{Kind: KindRefused, File: r.File, Problem: err.Error()}).MarshalMsg(b)
		}
		return out
	})
}
