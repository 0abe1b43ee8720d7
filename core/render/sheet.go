package render

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/words"
)

// Sheet is a table with what its text must name beside the numbers.
type Sheet struct {
	Table           *iso.Table
	Model, Workload string
	Percentile      int
	Tokens          Tokens // which tokens the throughput counts; "": Total
	Quantities      []Quantity
	Digits          int // 0: each quantity's own
	Basis           string
	PricesAsOf      string // "" when no price sheet applies
	PricesSource    string
	Own, OwnKw      map[string]float64 // own prices and powers by hardware, lower case
	Sources         []Source           // titles and addresses of the points' sources
	Warnings        []string           // beside Table.Warnings
}

// Source is where points come from. Only ID is always there.
type Source struct{ ID, Title, URL string }

// Label is a series in words, as headers show it: GB300 dynamo-vllm FP4 disagg.
// What is usual goes without saying: no speculative decoding, and prefill and
// decode on the same GPUs.
func Label(s *iso.Series) string { return strings.Join(labelParts(s), " ") }

func labelParts(s *iso.Series) []string {
	parts := []string{words.Upper(s.Hardware), s.Framework, words.Upper(s.Precision)}
	if s.SpecDecoding != "none" && s.SpecDecoding != "" {
		parts = append(parts, words.Upper(s.SpecDecoding))
	}
	if s.Disagg {
		parts = append(parts, "disagg")
	}
	if s.Snapshot != "" {
		parts = append(parts, "@"+s.Snapshot)
	}
	if !s.Official {
		parts = append(parts, "(unofficial)")
	}
	return parts
}

// labels returns a distinct label for every row: the series' full name where
// two would read alike.
func (sh *Sheet) labels() []string {
	out := make([]string, len(sh.Table.Rows))
	for i, r := range sh.Table.Rows {
		out[i] = Label(r.Series)
	}
	return sh.distinct(out)
}

// shortLabels is labels without the words that all rows share, but for the
// hardware.
func (sh *Sheet) shortLabels() []string {
	count := map[string]int{}
	for _, r := range sh.Table.Rows {
		seen := map[string]bool{}
		for _, p := range labelParts(r.Series) {
			if !seen[p] {
				seen[p] = true
				count[p]++
			}
		}
	}
	out := make([]string, len(sh.Table.Rows))
	for i, r := range sh.Table.Rows {
		parts := labelParts(r.Series)
		kept := parts[:1]
		for _, p := range parts[1:] {
			if count[p] < len(sh.Table.Rows) {
				kept = append(kept, p)
			}
		}
		out[i] = strings.Join(kept, " ")
	}
	return sh.distinct(out)
}

func (sh *Sheet) distinct(labels []string) []string {
	count := map[string]int{}
	for _, l := range labels {
		count[l]++
	}
	for i, r := range sh.Table.Rows {
		if count[labels[i]] > 1 {
			labels[i] = r.Series.Name
		}
	}
	return labels
}

// Caption says what the table compares.
func (sh *Sheet) Caption(q Quantity) string {
	axis := sh.Table.Spec.Axis
	return q.Name() + " (" + q.UnitOf(sh.Tokens) + ") at equal " + sh.axisName(axis) + ", " + sh.Model + ", " + sh.Workload
}

func (sh *Sheet) axisName(a iso.Axis) string {
	name := a.Name()
	if a == iso.E2ENormalized {
		name += " (experimental)"
	}
	switch sh.Percentile {
	case 0:
	case 50:
		name += " (p50, the median)"
	default:
		name += " (p" + strconv.Itoa(sh.Percentile) + ")"
	}
	return name
}

// Corner heads the column of targets.
func (sh *Sheet) Corner() string {
	axis := sh.Table.Spec.Axis
	if axis.Unit() == "s" {
		return axis.Name() + " (s)" // which time it is
	}
	return axis.Unit()
}

// CellText is a cell as a person reads it: the value, with ~ before a
// directional one and a bound sign before one served by the slowest knot, or
// why there is none.
func (sh *Sheet) CellText(row, col int, q Quantity) string {
	r := &sh.Table.Rows[row]
	c := &r.Cells[col]
	if !c.Reading.State.Reachable() {
		return Unreachable(r.Frontier, c)
	}
	v, ok := q.Of(c).Get()
	if !ok {
		return absentText(q)
	}
	text := q.Format(v, sh.Digits)
	switch {
	case c.Reading.State == iso.AtLeast && q.SmallerIsBetter():
		return "≤ " + text
	case c.Reading.State == iso.AtLeast:
		return "≥ " + text
	case c.Reading.Directional:
		return "~" + text
	}
	return text
}

func absentText(q Quantity) string {
	if q == Energy || q == PerMW {
		return "no power figure"
	}
	return "no price"
}
