// Package importer reads the result files of benchmark tools. Each format is
// one file of this package and one line of the registry below.
//
// It decides which rows are sound. A file whose columns do not fit is an
// error and nothing of it is kept; a row that is not sound is refused with its
// file, row, column and reason, and the rows around it are kept. Rows are
// numbered as a spreadsheet shows them: the header is row 1.
package importer

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/isofront/isofront/data"
)

// Format is one kind of result file.
type Format struct {
	Name string // shown to the user

	// Recognise reports whether a file is of this format, by its content.
	Recognise func(h *Head) bool

	// records says that such a file is one record after another, each with what Recognise
	// looks for.
	records bool

	// Read reads the whole file.
	Read func(in File) (*Result, error)

	// Of formats that hold requests one by one: how to read them, and how the
	// tool forms its figures (a name that latency.Lookup finds).
	requests   requestReader
	lines      func(o *recorder) requestObject // instead, of those whose requests are lines
	convention string
	own        *ownSummary                 // nil: none is known
	manyRuns   bool                        // the reader says where each run begins
	source     data.Source                 // where its figures come from
	summary    func(File) (*Result, error) // reads the tool's own summary, where it is in the same file
}

// File is one file to read.
type File struct {
	Name   string // used in messages only
	Reader io.Reader
	Given  Given // what is said of the file from outside

	// Beside opens a file of the same folder; nil: there is none to look into.
	Beside func(name string) (io.ReadCloser, error)
}

// Head is the beginning of a file (up to HeadSize), with what is seen in it.
type Head struct {
	bytes []byte
	csv   map[string]bool
	json  *shape
	seen  bool
}

// CSV returns the column names in the first row.
func (h *Head) CSV() map[string]bool { h.look(); return h.csv }

// JSON returns the fields of the first object, nil when this is no JSON.
func (h *Head) JSON() *shape { h.look(); return h.json }

func (h *Head) look() {
	if h.seen {
		return
	}
	h.seen = true
	if h.json = shapeOf(h.bytes); h.json == nil {
		h.csv = headerOf(h.bytes)
	}
}

// HeadSize is how many bytes of a file Recognise is given.
const HeadSize = 64 << 10

// formats is the registry, tried in this order.
var formats = append([]Format{
	pricesFormat,
	sourcesFormat,
	aiperfRequestsFormat,
	traceReplayFormat,
	llmperfRequestsFormat,
	inferencePerfRequestsFormat,
	genaiPerfRequestsFormat,
	guideLLMFormat,
	vllmDetailedFormat,
	sglangDetailedFormat,
	operatingPointsFormat,
	inferenceXRowsFormat,
	inferenceXAggFormat,
	aiperfFormat,
	vllmBenchFormat,
	sglangBenchFormat,
	inferencePerfFormat,
}, otherFormats()...)

// ErrNotRecognised is what Read's FileError wraps for a file of no known format.
var ErrNotRecognised = errors.New("not a file that isofront knows")

// FileError says why a file cannot be read; every error of Read is one.
type FileError struct {
	File string
	Err  error
}

func (e *FileError) Error() string { return "importer: " + e.File + ": " + e.Err.Error() }
func (e *FileError) Unwrap() error { return e.Err }

// Formats returns the known formats.
func Formats() []Format { return append([]Format(nil), formats...) }

// Read recognises a file by its content and reads it.
func Read(name string, r io.Reader) (*Result, error) { return ReadGiven(name, r, Given{}) }

// ReadGiven is Read with what is said of the file from outside.
func ReadGiven(name string, r io.Reader, given Given) (*Result, error) {
	return readBeside(name, r, given, nil)
}

// readBeside is ReadGiven for a file with others in its folder.
func readBeside(name string, r io.Reader, given Given, beside func(string) (io.ReadCloser, error)) (*Result, error) {
	br := bufio.NewReaderSize(r, HeadSize)
	head, err := br.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, &FileError{name, err}
	}
	f, ok := Recognise(head)
	if !ok {
		return nil, &FileError{name, &notKnown{cmp.Or(Misread(head), unknown(head))}}
	}
	return f.Read(File{Name: name, Reader: br, Given: given, Beside: beside})
}

// Result is what a file holds. Kept counts the rows behind Points, Sheets and
// Sources.
type Result struct {
	File, Format string
	Kept         int
	Points       []data.Point
	PointRows    []int // the row of each point
	Sheets       []data.PriceSheet
	SheetRows    [][]int // the row of each row of each sheet
	Sources      []data.Source
	Records      []*data.RequestSet // of files of requests: those of each point, nil of one that has none; else nil
	Beside       []string           // names of files in the same folder that were read with it
	Refused      []Note             // rows that are not kept, the first of each cause
	Lacking      []Lacking          // runs refused for want of what may be given
	Warnings     []Note             // rows that are kept, and remarks on the file (Row 0), the first of each cause

	// How many there are of each cause; nil: those above are all.
	RefusedOf, WarningsOf Tally

	// SourceUnnamed says that points are known by the tool that wrote them alone.
	SourceUnnamed bool

	// OfficialAssumed says that the file does not state whether its points are
	// official, so that they are taken to be.
	OfficialAssumed bool

	// UnofficialAssumed says the same of points that are taken not to be: those of runs.
	UnofficialAssumed bool
}

// unnamedSource stands for whoever ran a tool whose files do not say who that was.
func unnamedSource(id, tool string) data.Source {
	return data.Source{ID: id, Title: "not named (files of " + tool + ")", Note: "Written by whoever ran the tool"}
}

// unnamed lists such a source.
func (r *Result) unnamed(s data.Source) {
	r.SourceUnnamed = true
	if !slices.Contains(r.Sources, s) {
		r.Sources = append(r.Sources, s)
	}
}

// keep keeps a point. A point is large, so that the usual growth by a quarter
// would copy a million of them a dozen times.
func (r *Result) keep(p data.Point, row int) {
	if n := len(r.Points); n == cap(r.Points) {
		r.Points = slices.Grow(r.Points, max(n, 8))
	}
	r.Points = append(r.Points, p)
	r.PointRows = append(r.PointRows, row)
	r.Kept++
}

// notes takes over the notes of a part of the file.
func (r *Result) notes(refused []Note, refusedOf Tally, warnings []Note, warningsOf Tally) {
	r.Refused, r.RefusedOf = joinNotes(r.Refused, r.RefusedOf, refused, refusedOf)
	r.Warnings, r.WarningsOf = joinNotes(r.Warnings, r.WarningsOf, warnings, warningsOf)
}

func (r *Result) refuse(n Note) { r.RefusedOf.Log(&r.Refused, n) }
func (r *Result) warn(n Note)   { r.WarningsOf.Log(&r.Warnings, n) }
