package data

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/msgpack"
)

// Index is the catalogue of a folder of bundles: what there is to open, the
// price sheets, and where the figures come from.
type Index struct {
	Bundles []BundleEntry // by model, then workload
	Sheets  []PriceSheet  // by date, then source
	Sources []Source      // by id
	// Requests lists the bundles of requests, by model, workload and then name.
	Requests []RequestsEntry
	SHA256   string // of the index file, hex; set by OpenFile, not encoded
}

// BundleEntry describes one points bundle.
type BundleEntry struct {
	Model, Workload string
	File            string // a name in the same folder
	SHA256          string // of the whole file, hex
	Bytes, Rows     int
	Series          []SeriesEntry
}

// RequestsEntry describes one bundle of requests.
type RequestsEntry struct {
	RequestRun
	File        string // a name in the same folder
	SHA256      string // of the whole file, hex
	Bytes, Rows int
}

// SeriesEntry describes one series of a bundle, all its dates together.
type SeriesEntry struct {
	Key         SeriesKey
	Points      int
	First, Last string    // dates measured, "" when none is known
	Low, High   opt.Float // interactivity as the source gives it
}

// PriceSheet is a dated list of prices and powers.
type PriceSheet struct {
	AsOf, Source string // AsOf is YYYY-MM-DD
	Rows         []PriceRow
}

// LeastPrice and MostPrice bound prices in $/GPU-hour and powers in kW/GPU, or W, that are
// taken: anything beyond is a slip, and could overflow what is derived from it.
const LeastPrice, MostPrice = 1e-6, 1e9

// PriceRow is one kind of hardware on a price sheet. Each value may be absent.
type PriceRow struct {
	Hardware                      string
	Hyperscaler, Neocloud, Rental opt.Float // $/GPU-hour
	AllInKw                       opt.Float // kW/GPU, the whole datacenter's share
	TDPW                          opt.Float // W/GPU, the chip's thermal design power
}

// Row returns the sheet's row for hardware.
func (s *PriceSheet) Row(hardware string) (PriceRow, bool) {
	for _, r := range s.Rows {
		if r.Hardware == hardware {
			return r, true
		}
	}
	return PriceRow{}, false
}

// Source says where figures come from. A dated source, such as an article, is
// one snapshot: its points never pool with those of another dated source.
type Source struct {
	ID, Title, URL, Note string
	Dated                bool
}

// Describe returns the entry of an opened bundle that lies in a file of this
// name.
func Describe(b *Bundle, file string) BundleEntry {
	e := BundleEntry{Model: b.model, Workload: b.workload, File: file, SHA256: b.sha256, Bytes: b.size, Rows: b.rows}
	for _, run := range b.series {
		s := SeriesEntry{Key: run.Key, Points: run.Hi - run.Lo}
		for i := run.Lo; i < run.Hi; i++ {
			if d := b.MeasuredOn(i); d != "" {
				if s.First == "" || d < s.First {
					s.First = d
				}
				s.Last = max(s.Last, d)
			}
			if v, ok := b.Value(Interactivity, i).Get(); ok {
				if low, ok := s.Low.Get(); !ok || v < low {
					s.Low = opt.Of(v)
				}
				if high, ok := s.High.Get(); !ok || v > high {
					s.High = opt.Of(v)
				}
			}
		}
		e.Series = append(e.Series, s)
	}
	return e
}

// EncodeIndex returns the index file of x. Order within x does not matter; x
// is not changed. What could not be opened again is an error.
func EncodeIndex(x *Index) ([]byte, error) {
	var body indexBody
	for _, b := range x.Bundles {
		sum, ok := unhex(b.SHA256)
		if !ok || b.Bytes < 0 || b.Rows < 0 {
			return nil, broken("index: ", b.File, ": sha256, bytes or rows is not valid")
		}
		e := bundleBody{Model: b.Model, Workload: b.Workload, File: b.File, SHA256: sum,
			Bytes: uint32(b.Bytes), Rows: uint32(b.Rows)}
		for _, s := range b.Series {
			k := s.Key
			e.Series = append(e.Series, seriesBody{
				Hardware: k.Hardware, Framework: k.Framework, Precision: k.Precision, SpecDecoding: k.SpecDecoding,
				Disagg: k.Disagg, Official: k.Official,
				Points: uint32(s.Points), First: s.First, Last: s.Last, Low: s.Low.Ptr(), High: s.High.Ptr()})
		}
		body.Bundles = append(body.Bundles, e)
	}
	for _, s := range x.Sheets {
		e := sheetBody{AsOf: s.AsOf, Source: s.Source}
		for _, r := range s.Rows {
			e.Rows = append(e.Rows, priceBody{r.Hardware, r.Hyperscaler.Ptr(), r.Neocloud.Ptr(), r.Rental.Ptr(),
				r.AllInKw.Ptr(), r.TDPW.Ptr()})
		}
		slices.SortFunc(e.Rows, func(a, b priceBody) int { return cmp.Compare(a.Hardware, b.Hardware) })
		body.Sheets = append(body.Sheets, e)
	}
	for _, s := range x.Sources {
		body.Sources = append(body.Sources, sourceBody(s))
	}
	for _, q := range x.Requests {
		sum, ok := unhex(q.SHA256)
		if !ok || q.Bytes < 0 || q.Rows < 0 || q.Concurrency < 0 || q.Concurrency > 1<<31-1 {
			return nil, broken("index: ", q.File, ": sha256, bytes or rows is not valid")
		}
		body.Requests = append(body.Requests, requestsEntryBody{
			Model: q.Model, Workload: q.Workload, Hardware: q.Hardware, Framework: q.Framework, Precision: q.Precision, SpecDecoding: q.SpecDecoding,
			Disagg: q.Disagg, Official: q.Official, Recipe: q.Recipe, Concurrency: uint32(q.Concurrency), MeasuredOn: q.MeasuredOn, Run: q.Run,
			Source: q.Source, Convention: q.Convention, File: q.File, SHA256: sum, Bytes: uint32(q.Bytes), Rows: uint32(q.Rows)})
	}
	slices.SortFunc(body.Requests, func(a, b requestsEntryBody) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Workload, b.Workload), cmp.Compare(a.File, b.File))
	})
	slices.SortFunc(body.Bundles, func(a, b bundleBody) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Workload, b.Workload))
	})
	slices.SortFunc(body.Sheets, func(a, b sheetBody) int {
		return cmp.Or(cmp.Compare(a.AsOf, b.AsOf), cmp.Compare(a.Source, b.Source))
	})
	slices.SortFunc(body.Sources, func(a, b sourceBody) int { return cmp.Compare(a.ID, b.ID) })

	raw, err := body.MarshalMsg(nil)
	if err != nil {
		return nil, broken("index: ", err.Error())
	}
	if err := checkLimits(KindIndex, raw); err != nil {
		return nil, err
	}
	if _, err := openIndex(raw); err != nil {
		return nil, err
	}
	file, _ := seal(KindIndex, raw)
	return file, nil
}

// openIndex decodes a body that has passed checkLimits and checks its parts.
func openIndex(body []byte) (*Index, error) {
	var raw indexBody
	r := msgpack.Reader{Rest: body}
	if raw.read(&r); r.Failed() {
		return nil, wrongType("index", r.Fault)
	}
	x := &Index{
		Bundles: make([]BundleEntry, len(raw.Bundles)), Sheets: make([]PriceSheet, len(raw.Sheets)),
		Sources: make([]Source, len(raw.Sources)), Requests: make([]RequestsEntry, len(raw.Requests)),
	}
	const disorder = "is listed twice or out of order"
	for i := range x.Bundles {
		e := &x.Bundles[i]
		what := raw.Bundles[i].entry(e)
		if what == "" && i > 0 && compareTexts(x.Bundles[i-1].Model, e.Model, x.Bundles[i-1].Workload, e.Workload) >= 0 {
			what = disorder
		}
		if what != "" {
			return nil, broken("index: bundle ", digits.Int(i), ": ", what)
		}
	}
	for i := range x.Sheets {
		s := &x.Sheets[i]
		what := raw.Sheets[i].sheet(s)
		if what == "" && i > 0 && compareTexts(x.Sheets[i-1].AsOf, s.AsOf, x.Sheets[i-1].Source, s.Source) >= 0 {
			what = disorder
		}
		if what != "" {
			return nil, broken("index: price sheet ", digits.Int(i), ": ", what)
		}
	}
	for i := range x.Sources {
		s := (*Source)(&raw.Sources[i])
		what := unsound(s.ID, s.Title, s.URL, s.Note)
		if s.ID == "" || i > 0 && s.ID <= x.Sources[i-1].ID {
			what = "has no id, is listed twice or out of order"
		}
		if what != "" {
			return nil, broken("index: source ", digits.Int(i), ": ", what)
		}
		x.Sources[i] = *s
	}
	for i := range x.Requests {
		e := &x.Requests[i]
		what := raw.Requests[i].entry(e)
		if what == "" && i > 0 {
			if b := &x.Requests[i-1]; compareTexts(b.Model, e.Model, b.Workload, e.Workload, b.File, e.File) >= 0 {
				what = "are listed twice or out of order"
			}
		}
		if what != "" {
			return nil, broken("index: requests ", digits.Int(i), ": ", what)
		}
	}
	return x, nil
}

// compareTexts compares pairs of texts until one of them differs.
func compareTexts(pairs ...string) int {
	for ; len(pairs) > 0; pairs = pairs[2:] {
		if c := strings.Compare(pairs[0], pairs[1]); c != 0 {
			return c
		}
	}
	return 0
}

// The entries are filled where they lie, since they are large; what is the
// reason when one is not sound.

func (b *bundleBody) entry(e *BundleEntry) (what string) {
	switch {
	case b.Model == "" || b.Workload == "":
		return "model or workload is empty"
	case unsound(b.Model, b.Workload) != "":
		return "model or workload " + unsound(b.Model, b.Workload)
	case !plainName(b.File):
		return "its file name is not a plain name"
	case len(b.SHA256) != 32:
		return "its hash does not have 32 bytes"
	case b.Rows == 0 || b.Rows > maxRows || b.Bytes > 1<<31-1:
		return "its size is out of range"
	}
	e.Model, e.Workload, e.File, e.SHA256, e.Bytes, e.Rows = b.Model, b.Workload, b.File, hexOf(b.SHA256), int(b.Bytes), int(b.Rows)
	e.Series = make([]SeriesEntry, len(b.Series))
	for i := range b.Series {
		s := &b.Series[i]
		low, high := s.Low, s.High
		if s.Points > b.Rows || s.First != "" && !ValidDate(s.First) || s.Last != "" && !ValidDate(s.Last) ||
			s.First > s.Last || !finite(low) || !finite(high) || (low == nil) != (high == nil) ||
			s.Hardware == "" || s.Framework == "" || s.Precision == "" || s.SpecDecoding == "" {
			return "series " + digits.Int(i) + " is not valid"
		}
		for _, part := range []string{s.Hardware, s.Framework, s.Precision, s.SpecDecoding} {
			if why := UnsoundName(part); why != "" {
				return "series " + digits.Int(i) + ": its name " + phrase(why)
			}
		}
		to := &e.Series[i]
		k := &to.Key
		k.Model, k.Workload, k.Hardware, k.Framework, k.Precision, k.SpecDecoding = b.Model, b.Workload, s.Hardware, s.Framework, s.Precision, s.SpecDecoding
		k.Disagg, k.Official = s.Disagg, s.Official
		to.Points, to.First, to.Last, to.Low, to.High = int(s.Points), s.First, s.Last, opt.FromPtr(low), opt.FromPtr(high)
	}
	return ""
}

func (b *requestsEntryBody) entry(e *RequestsEntry) (what string) {
	what = b.run(&e.RequestRun)
	switch {
	case what != "":
		return what
	case !plainName(b.File):
		return "their file name is not a plain name"
	case len(b.SHA256) != 32:
		return "their hash does not have 32 bytes"
	case b.Rows == 0 || b.Rows > maxRows || b.Bytes > 1<<31-1:
		return "their size is out of range"
	}
	e.File, e.SHA256, e.Bytes, e.Rows = b.File, hexOf(b.SHA256), int(b.Bytes), int(b.Rows)
	return ""
}

func (b *sheetBody) sheet(s *PriceSheet) (what string) {
	if !ValidDate(b.AsOf) {
		return "its date is not a date"
	}
	if why := unsound(b.Source); why != "" {
		return "its source " + why
	}
	s.AsOf, s.Source, s.Rows = b.AsOf, b.Source, make([]PriceRow, len(b.Rows))
	for i := range b.Rows {
		r, row := &b.Rows[i], &s.Rows[i]
		if why := unsound(r.Hardware); why != "" {
			return "hardware " + digits.Int(i) + " " + why
		}
		if r.Hardware == "" || i > 0 && r.Hardware <= b.Rows[i-1].Hardware {
			return "hardware " + digits.Int(i) + " has no name, is listed twice or out of order"
		}
		row.Hardware = r.Hardware
		to := [...]*opt.Float{&row.Hyperscaler, &row.Neocloud, &row.Rental, &row.AllInKw, &row.TDPW}
		for k, v := range [...]*float64{r.Hyperscaler, r.Neocloud, r.Rental, r.AllInKw, r.TDPW} {
			if !finite(v) || v != nil && *v <= 0 {
				return "a price or power of " + r.Hardware + " is not a positive number"
			}
			*to[k] = opt.FromPtr(v)
		}
	}
	return ""
}

func finite(v *float64) bool { return v == nil || opt.Of(*v).Ok() }

// unsound returns why the first of texts that cannot be kept cannot.
func unsound(texts ...string) string {
	for _, s := range texts {
		if why := UnsoundText(s); why != "" {
			return phrase(why)
		}
	}
	return ""
}

// phrase lets what UnsoundText says follow the thing that it says it of.
func phrase(why string) string {
	if why == reasonNotUTF8 {
		return "is " + why
	}
	return why
}

// plainName reports whether a name from a file can be used as a file name
// beside that file: no path, nothing hidden, nothing that a URL would change.
func plainName(s string) bool {
	if s == "" || len(s) > 200 || s[0] == '.' || s[0] == '-' {
		return false
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

func unhex(s string) ([]byte, bool) {
	if len(s) != 64 {
		return nil, false
	}
	out := make([]byte, 32)
	for i := range out {
		v, err := strconv.ParseUint(s[2*i:2*i+2], 16, 8)
		if err != nil {
			return nil, false
		}
		out[i] = byte(v)
	}
	return out, true
}
