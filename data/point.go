package data

import (
	"cmp"
	"math"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// Agentic is the workload of multi-turn agent traffic; every other one is a
// fixed input/output length.
const Agentic = "agentic"

// Point is one operating point: a benchmark run at one concurrency. Points are
// comparable with ==; equal points are duplicates.
type Point struct {
	Model, Workload string // Workload is "8192/1024" (input/output tokens) or Agentic

	Hardware, Framework, Precision, SpecDecoding string
	Disagg                                       bool // prefill and decode on separate GPUs
	Official                                     bool // published by its benchmark, not a reader's own

	Recipe      string // parallelism and the like, as the source words it
	Concurrency int    // >= 0
	MeasuredOn  string // YYYY-MM-DD, "" when unknown
	Run         string // run identifier or link, "" when unknown
	Source      string // id of a Source, "" when unknown

	Values [NumMetrics]opt.Float
}

// Value returns one metric of the point.
func (p *Point) Value(m Metric) opt.Float {
	if m < 0 || int(m) >= NumMetrics {
		return opt.Float{}
	}
	return p.Values[m]
}

// Key returns the series the point belongs to.
func (p *Point) Key() SeriesKey {
	return SeriesKey{p.Model, p.Workload, p.Hardware, p.Framework, p.Precision, p.SpecDecoding, p.Disagg, p.Official}
}

// Flags returns what the point's booleans and values say of it.
func (p *Point) Flags() Flags {
	var f Flags
	if p.Disagg {
		f |= FlagDisagg
	}
	if p.Official {
		f |= FlagOfficial
	}
	if RatesDisagree(p.Values[Interactivity], p.Values[TPOT]) {
		f |= FlagRatesDisagree
	}
	return f
}

// Flags are the yes-or-no facts of an operating point.
type Flags uint8

// The flags.
const (
	FlagDisagg        Flags = 1 << iota // prefill and decode on separate GPUs
	FlagOfficial                        // published by its benchmark
	FlagRatesDisagree                   // interactivity and TPOT differ by more than 1%
)

// RatesDisagree reports whether interactivity (tok/s/user) and TPOT (s), both
// present, differ by more than 1% of what TPOT implies. Interactivity is the
// one used; the row carries a warning.
func RatesDisagree(interactivity, tpot opt.Float) bool {
	x, okX := interactivity.Get()
	t, okT := tpot.Get()
	return okX && okT && math.Abs(float64(x*t)-1) > 0.01
}

// SeriesKey identifies a series: the operating points that share a frontier.
type SeriesKey struct {
	Model, Workload                              string
	Hardware, Framework, Precision, SpecDecoding string
	Disagg, Official                             bool
}

// Synthetic is the framework, and the source, of figures that a program made up.
const Synthetic = "synthetic"

// Synthetic reports whether nobody measured the series' points. It is in the key,
// and so in the name, wherever a series goes.
func (k SeriesKey) Synthetic() bool { return k.Framework == Synthetic }

// SyntheticNote is what is said of such figures wherever they are shown.
const SyntheticNote = "synthetic: made up by a program to show what isofront does, not measured on any hardware"

// Name returns hardware/framework/precision/spec_decoding/agg|disagg, with
// /unofficial after it for a series that is not official.
func (k SeriesKey) Name() string {
	s := k.Hardware + "/" + k.Framework + "/" + k.Precision + "/" + k.SpecDecoding
	if k.Disagg {
		s += "/disagg"
	} else {
		s += "/agg"
	}
	if !k.Official {
		s += "/unofficial"
	}
	return s
}

// Compare orders series by their text fields, then aggregated before
// disaggregated, then official before unofficial.
func (k SeriesKey) Compare(l SeriesKey) int {
	return cmp.Or(
		cmp.Compare(k.Model, l.Model),
		cmp.Compare(k.Workload, l.Workload),
		cmp.Compare(k.Hardware, l.Hardware),
		cmp.Compare(k.Framework, l.Framework),
		cmp.Compare(k.Precision, l.Precision),
		cmp.Compare(k.SpecDecoding, l.SpecDecoding),
		compareBool(k.Disagg, l.Disagg),
		compareBool(l.Official, k.Official),
	)
}

// ComparePoints is the total order of rows in a bundle: by series, date,
// concurrency, recipe, run, source and then every value. It is 0 only for
// equal points.
func ComparePoints(a, b *Point) int {
	for _, t := range [...][2]*string{
		{&a.Model, &b.Model}, {&a.Workload, &b.Workload},
		{&a.Hardware, &b.Hardware}, {&a.Framework, &b.Framework},
		{&a.Precision, &b.Precision}, {&a.SpecDecoding, &b.SpecDecoding},
	} {
		if c := cmp.Compare(*t[0], *t[1]); c != 0 {
			return c
		}
	}
	if c := cmp.Or(
		compareBool(a.Disagg, b.Disagg),
		compareBool(b.Official, a.Official),
		cmp.Compare(a.MeasuredOn, b.MeasuredOn),
		cmp.Compare(a.Concurrency, b.Concurrency),
		cmp.Compare(a.Recipe, b.Recipe),
		cmp.Compare(a.Run, b.Run),
		cmp.Compare(a.Source, b.Source),
	); c != 0 {
		return c
	}
	for m := range a.Values {
		x, okX := a.Values[m].Get()
		y, okY := b.Values[m].Get()
		if c := cmp.Or(compareBool(okX, okY), cmp.Compare(x, y)); c != 0 {
			return c
		}
	}
	return 0
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// ValidDate reports whether s is a calendar date YYYY-MM-DD.
func ValidDate(s string) bool {
	_, ok := iso.Day(s)
	return ok
}
