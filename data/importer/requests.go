package importer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// Trace is what a file says of one run, apart from its requests.
type Trace struct {
	File, Format string
	Number       int    // 1 for the first run in the file
	Row          int    // where it begins, 1 for the first
	Convention   string // latency.Lookup finds it: how the tool that wrote this forms its figures

	// What the tool says of the run, where its file does.
	Model, Backend, Workload string
	MeasuredOn, Run          string
	Concurrency              opt.Float
	Duration                 opt.Float // s
	// Printed is the tool's own summary where it is in the same file, under the
	// names of the convention.
	Printed map[string]float64

	format *Format
	own    *ownText // nil: none is known
	kept   *data.RequestRun
	runs   int // in the file

	Cut      bool   // the file ends in the middle of a record: these are a part of the run's
	Records  int    // given to the sink
	Repeated int    // left out, since an earlier record has the same id and figures
	Refused  []Note // rows that are not sound, the first of each cause
	Warnings []Note

	// How many there are of each cause; nil: those above are all.
	RefusedOf, WarningsOf Tally
}

// Sink takes the requests of one file, which may hold several runs one after
// another.
type Sink interface {
	// Begin comes once for each run, before its first record, with what is known
	// by then.
	Begin(*Trace)
	// Add takes one record, which is filled again for the next one. An error
	// ends the reading.
	Add(rec *latency.Record, row int) error
}

// requestReader reads the requests of one format.
type requestReader func(in File, out *recorder) error

// recorder hands records on and notes rows that are not sound.
type recorder struct {
	*Trace
	first Trace // what every run begins as
	runs  []*Trace
	sink  Sink
	begun bool
	rec   latency.Record
	id    uint64 // of rec, hashed; 0: the tool gives none
	repeats
}

// maxRuns bounds the runs of one file, each of which keeps its figures whether it
// has requests or not.
const maxRuns = 1000

// run begins a run; what comes before belongs to the run before.
func (o *recorder) run() error {
	if len(o.runs) == maxRuns {
		return errors.New("holds more than " + strconv.Itoa(maxRuns) + " runs")
	}
	if o.Trace != nil {
		o.begin()
		o.warnOf(o)
	}
	t := o.first
	t.Number, t.Row = len(o.runs)+1, 1
	o.Trace, o.begun = &t, false
	o.runs = append(o.runs, o.Trace)
	return nil
}

func (o *recorder) begin() {
	if !o.begun {
		o.begun = true
		o.sink.Begin(o.Trace)
	}
}

// give hands the record on, unless it is one that came before.
func (o *recorder) give(row int) error {
	o.begin()
	if o.again(&o.rec, o.id, row) {
		o.Repeated++
		return nil
	}
	o.Records++
	return o.sink.Add(&o.rec, row)
}

func (o *recorder) refuse(row int, column, reason, detail string) {
	o.RefusedOf.Log(&o.Refused, Note{o.File, row, column, reason, detail})
}

func (o *recorder) warn(row int, column, reason, detail string) {
	o.WarningsOf.Log(&o.Warnings, Note{o.File, row, column, reason, detail})
}

// ErrNoRequests is what the FileError of ReadRequests wraps for a file that is
// known but holds no requests one by one.
var ErrNoRequests = errors.New("holds no requests one by one")

// ReadRequests recognises a file by its content and gives its requests to
// sink. It returns the runs, at least one; rows that are not sound are in them.
func ReadRequests(name string, r io.Reader, sink Sink) ([]*Trace, error) {
	br := bufio.NewReaderSize(r, HeadSize)
	head, err := br.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, &FileError{name, err}
	}
	f, ok := Recognise(head)
	switch {
	case !ok && data.LooksPacked(head):
		return nil, &FileError{name, errors.New("is a packed file of isofront, not the file of a benchmark tool")}
	case !ok:
		return nil, &FileError{name, &notKnown{unknownRequests(head)}}
	case !f.HasRequests():
		return nil, &FileError{name, &noRequests{f.Name}}
	}
	return f.readRequests(File{Name: name, Reader: br}, sink)
}

type noRequests struct{ format string }

func (e *noRequests) Error() string { return e.format + ": " + ErrNoRequests.Error() }
func (e *noRequests) Unwrap() error { return ErrNoRequests }

func (f *Format) readRequests(in File, sink Sink) ([]*Trace, error) {
	o := &recorder{first: Trace{File: in.Name, Format: f.Name, Convention: f.convention, format: f}, sink: sink}
	if f.summary != nil {
		own := &outline{}
		in.Reader = io.TeeReader(in.Reader, own)
		o.first.own = &ownText{name: in.Name, text: func() []byte { return own.text }, read: f.summary}
	}
	if !f.manyRuns {
		_ = o.run() // the first
	}
	if f.lines != nil {
		br := bufio.NewReaderSize(in.Reader, HeadSize) // the same, where it is one
		if head, _ := br.Peek(HeadSize); oneALine(head) {
			return o.ended(readLines(br, jsonLines(o, f.lines(o))))
		}
		w, object := newWalk(br), f.lines(o)
		return o.ended(jsonObjects(w, o, func(int) bool { return object(w) }))
	}
	return o.ended(f.requests(in, o))
}

// ended is what there is when the reading has come to an end.
func (o *recorder) ended(err error) ([]*Trace, error) {
	if err != nil {
		var file *FileError
		if errors.As(err, &file) {
			return nil, err
		}
		return nil, &FileError{o.first.File, err}
	}
	some := false
	for _, t := range o.runs {
		t.runs = len(o.runs)
		some = some || t.Records > 0 || len(t.Refused) > 0
	}
	if !some {
		return nil, &FileError{o.first.File, errors.New("the file holds no request")}
	}
	o.begin()
	o.warnOf(o)
	return o.runs, nil
}

// HasRequests reports whether files of the format hold requests one by one.
func (f *Format) HasRequests() bool { return f.requests != nil || f.lines != nil }

// Bounds of what one request may hold in a file, far beyond any real one.
const (
	maxChunks  = 4 << 20  // stream chunks of one answer
	maxLine    = 64 << 20 // bytes of a line of JSON lines
	maxRefused = 10_000   // rows noted one by one
)

// jsonObjects streams the objects of an array or of a sequence.
func jsonObjects(w *walk, o *recorder, object func(row int) (use bool)) error {
	row := 0
	one := func(int) error {
		row++
		w.row()
		o.rec = latency.Record{}
		use := object(row)
		switch {
		case w.err != nil:
			return nil // reported by the caller
		case w.bad:
			o.refuse(row, w.column, w.reason, w.detail)
		case use:
			return o.give(row)
		}
		return nil
	}
	var stop error
	if w.first() == '[' {
		w.array("", func(i int) {
			if stop != nil {
				w.skip()
				return
			}
			stop = one(i)
		})
		w.end()
		return errors.Join(stop, w.located(row))
	}
	for w.err == nil && stop == nil {
		if _, more := w.j.space(); !more {
			w.err = ignoreEOF(w.j.ended)
			break
		}
		stop = one(row)
	}
	return errors.Join(stop, w.located(row))
}

// located is the walk's error with its row.
func (w *walk) located(row int) error {
	if w.err == nil || row == 0 {
		return w.err
	}
	return fmt.Errorf("row %d: %w", row, w.err)
}

// nanoseconds is a time in s that a tool counted in whole nanoseconds and wrote
// in another unit, per of which make a second: the nearest whole nanosecond,
// where the text is that near to one, so that the noise of the tool's own
// division is gone.
func nanoseconds(v opt.Float, per float64) opt.Float {
	return v.Map(func(x float64) float64 {
		ns := x * (1e9 / per)
		if whole := math.Round(ns); math.Abs(ns-whole) < 1e-3 && math.Abs(whole) < 1<<53 {
			return whole / 1e9
		}
		return x / per
	})
}

// unitPerSecond is how many of a unit make a second.
func unitPerSecond(unit string) (float64, bool) {
	if unit == "ms" { // on every line of many files
		return 1e3, true
	}
	shift, ok := secondsShift(unit)
	if !ok {
		return 0, false
	}
	return map[int]float64{0: 1, -3: 1e3, -6: 1e6, -9: 1e9}[shift], true
}
