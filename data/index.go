package data

import (
	"cmp"
	"slices"
	"strconv"

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
	x := &Index{}
	for i := range raw.Bundles {
		e, what := raw.Bundles[i].entry()
		if what != "" {
			return nil, broken("index: bundle ", strconv.Itoa(i), ": ", what)
		}
		if i > 0 {
			if b := x.Bundles[i-1]; cmp.Or(cmp.Compare(b.Model, e.Model), cmp.Compare(b.Workload, e.Workload)) >= 0 {
				return nil, broken("index: bundle ", strconv.Itoa(i), ": is listed twice or out of order")
			}
		}
		x.Bundles = append(x.Bundles, e)
	}
	for i := range raw.Sheets {
		s, what := raw.Sheets[i].sheet()
		if what != "" {
			return nil, broken("index: price sheet ", strconv.Itoa(i), ": ", what)
		}
		if i > 0 {
			if b := x.Sheets[i-1]; cmp.Or(cmp.Compare(b.AsOf, s.AsOf), cmp.Compare(b.Source, s.Source)) >= 0 {
				return nil, broken("index: price sheet ", strconv.Itoa(i), ": is listed twice or out of order")
			}
		}
		x.Sheets = append(x.Sheets, s)
	}
	for i, s := range raw.Sources {
		if s.ID == "" || i > 0 && s.ID <= x.Sources[i-1].ID {
			return nil, broken("index: source ", strconv.Itoa(i), ": has no id, is listed twice or out of order")
		}
		if why := unsound(s.ID, s.Title, s.URL, s.Note); why != "" {
			return nil, broken("index: source ", strconv.Itoa(i), ": ", why)
		}
		x.Sources = append(x.Sources, Source(s))
	}
	for i := range raw.Requests {
		e, what := raw.Requests[i].entry()
		if i > 0 && what == "" {
			if b := x.Requests[i-1]; cmp.Or(cmp.Compare(b.Model, e.Model), cmp.Compare(b.Workload, e.Workload), cmp.Compare(b.File, e.File)) >= 0 {
				what = "are listed twice or out of order"
			}
		}
		if what != "" {
			return nil, broken("index: requests ", strconv.Itoa(i), ": ", what)
		}
		x.Requests = append(x.Requests, e)
	}
	return x, nil
}

func (b *bundleBody) entry() (e BundleEntry, what string) {
	switch {
	case b.Model == "" || b.Workload == "":
		return e, "model or workload is empty"
	case unsound(b.Model, b.Workload) != "":
		return e, "model or workload " + unsound(b.Model, b.Workload)
	case !plainName(b.File):
		return e, "its file name is not a plain name"
	case len(b.SHA256) != 32:
		return e, "its hash does not have 32 bytes"
	case b.Rows == 0 || b.Rows > maxRows || b.Bytes > 1<<31-1:
		return e, "its size is out of range"
	}
	e = BundleEntry{Model: b.Model, Workload: b.Workload, File: b.File, SHA256: hexOf(b.SHA256),
		Bytes: int(b.Bytes), Rows: int(b.Rows)}
	for i, s := range b.Series {
		low, high := s.Low, s.High
		if s.Points > b.Rows || s.First != "" && !ValidDate(s.First) || s.Last != "" && !ValidDate(s.Last) ||
			s.First > s.Last || !finite(low) || !finite(high) || (low == nil) != (high == nil) ||
			s.Hardware == "" || s.Framework == "" || s.Precision == "" || s.SpecDecoding == "" {
			return e, "series " + strconv.Itoa(i) + " is not valid"
		}
		for _, part := range []string{s.Hardware, s.Framework, s.Precision, s.SpecDecoding} {
			if why := UnsoundName(part); why != "" {
				return e, "series " + strconv.Itoa(i) + ": its name " + phrase(why)
			}
		}
		e.Series = append(e.Series, SeriesEntry{
			Key: SeriesKey{b.Model, b.Workload, s.Hardware, s.Framework, s.Precision, s.SpecDecoding,
				s.Disagg, s.Official},
			Points: int(s.Points), First: s.First, Last: s.Last, Low: opt.FromPtr(low), High: opt.FromPtr(high)})
	}
	return e, ""
}

func (b *requestsEntryBody) entry() (e RequestsEntry, what string) {
	run, what := b.run()
	switch {
	case what != "":
		return e, what
	case !plainName(b.File):
		return e, "their file name is not a plain name"
	case len(b.SHA256) != 32:
		return e, "their hash does not have 32 bytes"
	case b.Rows == 0 || b.Rows > maxRows || b.Bytes > 1<<31-1:
		return e, "their size is out of range"
	}
	return RequestsEntry{run, b.File, hexOf(b.SHA256), int(b.Bytes), int(b.Rows)}, ""
}

func (b *sheetBody) sheet() (s PriceSheet, what string) {
	if !ValidDate(b.AsOf) {
		return s, "its date is not a date"
	}
	if why := unsound(b.Source); why != "" {
		return s, "its source " + why
	}
	s = PriceSheet{AsOf: b.AsOf, Source: b.Source}
	for i, r := range b.Rows {
		if why := unsound(r.Hardware); why != "" {
			return s, "hardware " + strconv.Itoa(i) + " " + why
		}
		if r.Hardware == "" || i > 0 && r.Hardware <= b.Rows[i-1].Hardware {
			return s, "hardware " + strconv.Itoa(i) + " has no name, is listed twice or out of order"
		}
		row := PriceRow{Hardware: r.Hardware}
		for _, v := range []struct {
			from *float64
			to   *opt.Float
		}{
			{r.Hyperscaler, &row.Hyperscaler}, {r.Neocloud, &row.Neocloud}, {r.Rental, &row.Rental},
			{r.AllInKw, &row.AllInKw}, {r.TDPW, &row.TDPW},
		} {
			if v.from == nil {
				continue
			}
			if !finite(v.from) || *v.from <= 0 {
				return s, "a price or power of " + r.Hardware + " is not a positive number"
			}
			*v.to = opt.FromPtr(v.from)
		}
		s.Rows = append(s.Rows, row)
	}
	return s, ""
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
