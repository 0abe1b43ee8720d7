package data

import (
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/msgpack"
)

// Bundle is an opened points bundle: the operating points of one model under
// one workload, sorted by ComparePoints. Rows are read in place, any row at
// any time; a row number outside [0, Len()) is a programming error.
type Bundle struct {
	model, workload string
	rows            int
	strings         []string
	text            [numText]packed
	concurrency     packed
	flags           []byte
	columns         [NumMetrics]column
	series          []SeriesRun
	sha256          string
	size            int
}

// SeriesRun is one series of a bundle: rows Lo to Hi-1.
type SeriesRun struct {
	Key    SeriesKey
	Lo, Hi int
}

// The text columns, identity first: those four say which series a row is of
// and are never empty.
const (
	textHardware = iota
	textFramework
	textPrecision
	textSpecDecoding
	textRecipe
	textMeasuredOn
	textRun
	textSource
	numText
	numIdentity = textRecipe
)

var textNames = [numText]string{
	"hardware", "framework", "precision", "spec_decoding", "recipe", "measured_on", "run", "source",
}

func (b *pointsBody) text() [numText]*[]byte {
	return [numText]*[]byte{
		&b.Hardware, &b.Framework, &b.Precision, &b.SpecDecoding,
		&b.Recipe, &b.MeasuredOn, &b.Run, &b.Source,
	}
}

// Model, Workload, Len, Size and SHA256 describe the whole bundle. Size is the
// length of the file in bytes and SHA256 its hash in hex.
func (b *Bundle) Model() string    { return b.model }
func (b *Bundle) Workload() string { return b.workload }
func (b *Bundle) Len() int         { return b.rows }
func (b *Bundle) Size() int        { return b.size }
func (b *Bundle) SHA256() string   { return b.sha256 }

// Series returns the series in order. Do not change it.
func (b *Bundle) Series() []SeriesRun { return b.series }

func (b *Bundle) str(column, i int) string { return b.strings[b.text[column].at(i)] }

// The text columns of row i; Recipe, MeasuredOn, Run and Source may be "".
func (b *Bundle) Hardware(i int) string     { return b.str(textHardware, i) }
func (b *Bundle) Framework(i int) string    { return b.str(textFramework, i) }
func (b *Bundle) Precision(i int) string    { return b.str(textPrecision, i) }
func (b *Bundle) SpecDecoding(i int) string { return b.str(textSpecDecoding, i) }
func (b *Bundle) Recipe(i int) string       { return b.str(textRecipe, i) }
func (b *Bundle) MeasuredOn(i int) string   { return b.str(textMeasuredOn, i) }
func (b *Bundle) Run(i int) string          { return b.str(textRun, i) }
func (b *Bundle) Source(i int) string       { return b.str(textSource, i) }

// Concurrency returns the concurrency of row i.
func (b *Bundle) Concurrency(i int) int { return int(b.concurrency.at(i)) }

// Flags returns the flags of row i.
func (b *Bundle) Flags(i int) Flags { return Flags(b.flags[i]) }

// Value returns metric m of row i, absent when the row has none.
func (b *Bundle) Value(m Metric, i int) opt.Float {
	if m < 0 || int(m) >= NumMetrics {
		return opt.Float{}
	}
	return b.columns[m].at(i)
}

// Has reports whether any row has metric m.
func (b *Bundle) Has(m Metric) bool {
	return m >= 0 && int(m) < NumMetrics && b.columns[m].values != nil
}

// Key returns the series of row i.
func (b *Bundle) Key(i int) SeriesKey {
	f := b.Flags(i)
	return SeriesKey{b.model, b.workload, b.Hardware(i), b.Framework(i), b.Precision(i), b.SpecDecoding(i),
		f&FlagDisagg != 0, f&FlagOfficial != 0}
}

// Point returns row i.
func (b *Bundle) Point(i int) Point {
	k := b.Key(i)
	p := Point{
		Model: k.Model, Workload: k.Workload,
		Hardware: k.Hardware, Framework: k.Framework, Precision: k.Precision, SpecDecoding: k.SpecDecoding,
		Disagg: k.Disagg, Official: k.Official,
		Recipe: b.Recipe(i), Concurrency: b.Concurrency(i),
		MeasuredOn: b.MeasuredOn(i), Run: b.Run(i), Source: b.Source(i),
	}
	for m := range p.Values {
		p.Values[m] = b.columns[m].at(i)
	}
	return p
}

// Points returns every row.
func (b *Bundle) Points() []Point {
	out := make([]Point, b.rows)
	for i := range out {
		out[i] = b.Point(i)
	}
	return out
}

// openPoints decodes a body that has passed checkLimits and checks that its
// parts agree.
func openPoints(body []byte) (*Bundle, error) {
	var raw pointsBody
	r := msgpack.Reader{Rest: body}
	if raw.read(&r); r.Failed() {
		return nil, wrongType("points", r.Fault)
	}
	if raw.Rows == 0 || raw.Rows > maxRows {
		return nil, broken("points: a bundle of ", digits.Uint(uint64(raw.Rows)), " rows")
	}
	b := &Bundle{model: raw.Model, workload: raw.Workload, rows: int(raw.Rows), strings: raw.Strings, flags: raw.Flags}
	if b.model == "" || b.workload == "" {
		return nil, broken("points: model or workload is empty")
	}
	if why := unsound(b.model, b.workload); why != "" {
		return nil, broken("points: model or workload ", why)
	}
	if err := b.openText(&raw); err != nil {
		return nil, err
	}
	for i := range raw.Columns {
		c := &raw.Columns[i]
		col, what := openColumn(c, b.rows)
		if what != "" {
			return nil, broken("column ", words.Quote(c.Name), ": ", what)
		}
		m, ok := ParseMetric(c.Name)
		if !ok {
			continue // a column of a later isofront
		}
		if b.Has(m) {
			return nil, broken("column ", words.Quote(c.Name), ": appears twice")
		}
		b.columns[m] = col
	}
	if len(b.flags) != b.rows {
		return nil, broken("column flags: its length does not match the number of rows")
	}
	for i := range b.rows {
		if (b.Flags(i)&FlagRatesDisagree != 0) != RatesDisagree(b.Value(Interactivity, i), b.Value(TPOT, i)) {
			return nil, errorRow(i, "its flags contradict its values")
		}
	}
	return b, b.openSeries()
}

// openText checks the string table and the columns that point into it.
func (b *Bundle) openText(raw *pointsBody) error {
	if len(b.strings) == 0 || b.strings[0] != "" {
		return broken("strings: the first text is not the empty one")
	}
	for i, s := range b.strings {
		if why := UnsoundText(s); why != "" {
			return broken("strings: text ", digits.Int(i), " ", phrase(why))
		}
		if i > 0 && s <= b.strings[i-1] {
			return broken("strings: text ", digits.Int(i), " is out of order")
		}
	}
	parted := make([]bool, len(b.strings)) // whether a text cannot be part of a series' name
	for i, s := range b.strings {
		parted[i] = UnsoundName(s) != ""
	}
	for k, bytes := range raw.text() {
		col, ok := unpack(*bytes, b.rows)
		if !ok {
			return broken("column ", textNames[k], ": its length does not match the number of rows")
		}
		for i := range b.rows {
			at := col.at(i)
			if at >= uint32(len(b.strings)) {
				return errorRow(i, textNames[k], " points outside the texts")
			}
			if at == 0 && k < numIdentity {
				return errorRow(i, textNames[k], " is empty")
			}
			if k < numIdentity && parted[at] {
				return errorRow(i, textNames[k], " ", UnsoundName(b.strings[at]))
			}
			if at != 0 && k == textMeasuredOn && !ValidDate(b.strings[at]) {
				return errorRow(i, "measured_on is not a date")
			}
		}
		b.text[k] = col
	}
	col, ok := unpack(raw.Concurrency, b.rows)
	if !ok {
		return broken("column concurrency: its length does not match the number of rows")
	}
	for i := range b.rows {
		if col.at(i) > 1<<31-1 {
			return errorRow(i, "concurrency is too large")
		}
	}
	b.concurrency = col
	return nil
}

// openSeries finds the runs of rows of one series. Rows are sorted by series
// first, and the texts are sorted too, so comparing indices is enough.
func (b *Bundle) openSeries() error {
	// Aggregated before disaggregated, official before unofficial.
	rank := func(f Flags) (r int) {
		if f&FlagDisagg != 0 {
			r = 2
		}
		if f&FlagOfficial == 0 {
			r++
		}
		return r
	}
	for i := range b.rows {
		c := 1
		if i > 0 {
			c = 0
			for k := 0; k < numIdentity && c == 0; k++ {
				c = int(int64(b.text[k].at(i)) - int64(b.text[k].at(i-1)))
			}
			if c == 0 {
				c = rank(b.Flags(i)) - rank(b.Flags(i-1))
			}
		}
		switch {
		case c < 0:
			return errorRow(i, "is out of order")
		case c > 0:
			b.series = append(b.series, SeriesRun{Key: b.Key(i), Lo: i})
		}
		b.series[len(b.series)-1].Hi = i + 1
	}
	return nil
}
