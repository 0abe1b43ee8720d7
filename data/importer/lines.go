package importer

import (
	"bytes"
	"errors"
	"io"

	"github.com/isofront/isofront/core/latency"
)

// lineSplitter calls one with each line that is not blank, valid until it returns,
// and long with the row of each that is longer than most. It is given the file in
// pieces of any size. JSON lines are read like this so that one broken line, such
// as the last of a run that was killed, costs no other.
type lineSplitter struct {
	most int
	one  func(line []byte, row int) error
	long func(row int)

	row    int    // lines ended
	begun  []byte // of the line that the last piece ended in
	over   bool   // that line is too long
	last   bool   // the line at hand has no end: the file's has come before
	failed error
}

// Write takes the next piece. It fails when one did, and then takes no more.
func (s *lineSplitter) Write(p []byte) (int, error) {
	n := len(p)
	for s.failed == nil && len(p) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			s.keep(p)
			break
		}
		line := p[:end]
		if p = p[end:]; len(s.begun) > 0 || s.over || len(line) > s.most {
			s.keep(line)
			line = s.begun
		}
		s.end(line)
	}
	return n, s.failed
}

func (s *lineSplitter) keep(p []byte) {
	if s.over = s.over || len(s.begun)+len(p) > s.most; s.over {
		s.begun = s.begun[:0]
		return
	}
	s.begun = append(s.begun, p...)
}

// end ends a line.
func (s *lineSplitter) end(line []byte) {
	if s.row++; s.row == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	switch {
	case s.over:
		s.long(s.row)
	case !blankLine(line):
		s.failed = s.one(line, s.row)
	}
	s.begun, s.over = s.begun[:0], false
}

// Close takes what follows the last line's end for a line.
func (s *lineSplitter) Close() error {
	if s.failed == nil && (len(s.begun) > 0 || s.over) {
		s.last = true
		s.end(s.begun)
	}
	return s.failed
}

// readLines reads all lines of a file.
func readLines(in io.Reader, s *lineSplitter) error {
	buf := make([]byte, jsonBufferSize)
	for patience := 100; ; patience-- { // reads that give nothing
		n, err := in.Read(buf)
		if n > 0 {
			patience = 100
		}
		if _, stop := s.Write(buf[:n]); stop != nil {
			return stop
		}
		switch {
		case err == io.EOF:
			return s.Close()
		case err != nil:
			return err
		case patience == 0:
			return io.ErrNoProgress
		}
	}
}

func blankLine(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// requestObject reads the fields of one request into the record at hand.
type requestObject func(w *walk) (use bool)

// oneALine reports whether a file of JSON lines that begins with head is that: not when
// another program has made an array of them, or has laid each out over several lines.
func oneALine(head []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("\n"))
	first, rest = bytes.TrimSpace(first), bytes.TrimSpace(rest)
	// A line that begins with a name goes on with the object before it.
	return !bytes.HasPrefix(first, []byte("[")) && string(first) != "{" && !bytes.HasPrefix(rest, []byte(`"`))
}

// jsonLines reads JSON lines.
func jsonLines(o *recorder, object requestObject) *lineSplitter {
	w := &walk{j: &jsonReader{line: 1}}
	s := &lineSplitter{most: maxLine, long: func(row int) { o.refuse(row, "", "longer than 64 MiB", "") }}
	s.one = func(line []byte, row int) error {
		w.reset(line)
		o.rec = latency.Record{}
		use := object(w)
		w.end()
		switch {
		case w.err != nil:
			o.refuse(row, "", "is not JSON", w.err.Error())
			o.Cut = s.last && errors.Is(w.err, errCutShort)
		case w.bad:
			o.refuse(row, w.column, w.reason, w.detail)
		case use:
			return o.give(row)
		}
		return nil
	}
	return s
}

// Feed is a file of requests that comes in pieces, as a page gets it: of nothing
// but the line at hand is anything kept.
type Feed struct {
	o     *recorder
	lines *lineSplitter
}

// Feed begins a file whose requests are lines, by its first bytes; nil for any other, which
// is read by ReadRequests.
func (f *Format) Feed(name string, head []byte, sink Sink) *Feed {
	if f.lines == nil || !oneALine(head) {
		return nil
	}
	o := &recorder{first: Trace{File: name, Format: f.Name, Convention: f.convention, format: f}, sink: sink}
	_ = o.run()
	return &Feed{o, jsonLines(o, f.lines(o))}
}

// Write takes the next piece. An error is the sink's.
func (f *Feed) Write(p []byte) (int, error) { return f.lines.Write(p) }

// End is what ReadRequests returns.
func (f *Feed) End() ([]*Trace, error) { return f.o.ended(f.lines.Close()) }
