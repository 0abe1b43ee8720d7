package render

import (
	"fmt"
	"sort"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// Sheet is a table with what its text must name beside the numbers.
type Sheet struct {
	Table           *iso.Table
	Model, Workload string
	Percentile      int
	Quantities      []Quantity
	Digits          int // 0: each quantity's own
	Basis           string
	PricesAsOf      string // "" when no price sheet applies
	PricesSource    string
	Own             map[string]float64 // own prices by hardware, lower case
	Warnings        []string           // beside Table.Warnings
}

// Label is a series in words, as headers show it: GB300 dynamo-vllm FP4 disagg.
func Label(s *iso.Series) string {
	parts := []string{strings.ToUpper(s.Hardware), s.Framework, strings.ToUpper(s.Precision)}
	if s.SpecDecoding != "none" && s.SpecDecoding != "" {
		parts = append(parts, strings.ToUpper(s.SpecDecoding))
	}
	if s.Disagg {
		parts = append(parts, "disagg")
	} else {
		parts = append(parts, "agg")
	}
	if s.Snapshot != "" {
		parts = append(parts, "@"+s.Snapshot)
	}
	if !s.Official {
		parts = append(parts, "(unofficial)")
	}
	return strings.Join(parts, " ")
}

// labels returns a distinct label for every row: the series' full name where
// two would read alike.
func (sh *Sheet) labels() []string {
	out := make([]string, len(sh.Table.Rows))
	count := map[string]int{}
	for i, r := range sh.Table.Rows {
		out[i] = Label(r.Series)
		count[out[i]]++
	}
	for i, r := range sh.Table.Rows {
		if count[out[i]] > 1 {
			out[i] = r.Series.Name
		}
	}
	return out
}

// Caption says what the table compares.
func (sh *Sheet) Caption(q Quantity) string {
	axis := sh.Table.Spec.Axis
	return fmt.Sprintf("%s (%s) at equal %s, %s, %s",
		q.Name(), q.Unit(), sh.axisName(axis), sh.Model, sh.Workload)
}

func (sh *Sheet) axisName(a iso.Axis) string {
	name := a.Name()
	if a == iso.E2ENormalized {
		name += " (experimental)"
	}
	if sh.Percentile != 0 {
		name += fmt.Sprintf(" (p%d)", sh.Percentile)
	}
	return name
}

// Corner heads the column of targets.
func (sh *Sheet) Corner() string { return sh.Table.Spec.Axis.Unit() }

// CellText is a cell as a person reads it: the value, with ~ before a
// directional one and a bound sign before one served by the slowest knot, or
// why there is none.
func (sh *Sheet) CellText(row, col int, q Quantity) string {
	r := &sh.Table.Rows[row]
	c := &r.Cells[col]
	if !c.Reading.State.Reachable() {
		return Unreachable(r.Frontier, c.Reading.State)
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

// Unreachable says why a target has no value and where the frontier ends.
func Unreachable(f *iso.Frontier, state iso.State) string {
	lo, hi, ok := f.Range()
	if !ok || state == iso.NotMeasured {
		return "not measured"
	}
	fast, slow := hi, lo
	if f.Axis == iso.TTFT || f.Axis == iso.E2EL {
		fast, slow = lo, hi
	}
	if state == iso.Above {
		return "unreachable: fastest is " + axisValue(fast)
	}
	return "unreachable: slowest is " + axisValue(slow)
}

// axisValue writes an axis value to 4 digits without trailing zeros.
func axisValue(v float64) string {
	s := Significant(v, 4)
	if strings.Contains(s, ".") && !strings.Contains(s, "e") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func absentText(q Quantity) string {
	if q == Energy {
		return "no power figure"
	}
	return "no price"
}

// RatioText is a ratio as a person reads it.
func RatioText(r *iso.Ratio, v opt.Float) string {
	switch r.State {
	case iso.Both:
		if f, ok := v.Get(); ok {
			return FormatRatio(f)
		}
		return "no price"
	case iso.OnlySystem:
		return "∞"
	case iso.OnlyBaseline:
		return "only baseline"
	case iso.Neither:
		return "neither"
	}
	return "–"
}

// ratioOf picks the ratio that goes with a quantity: perf per dollar beside
// cost, throughput beside throughput; energy and tokens have none of their own.
func ratioOf(q Quantity, r *iso.Ratio) (opt.Float, bool) {
	switch q {
	case Cost:
		return r.PerfPerDollar, true
	case Throughput:
		return r.Throughput, true
	}
	return opt.Float{}, false
}

func ratioHead(q Quantity) string {
	if q == Cost {
		return "perf/$"
	}
	return "throughput"
}

// Notes are the lines under a table: prices, dates, sources, marks, warnings.
func (sh *Sheet) Notes() []string {
	var out []string
	if sh.pricesMatter() {
		out = append(out, sh.priceNote())
	}
	out = append(out, sh.dateNotes()...)
	directional, atLeast, infinite, unreachable, noRatio := false, false, false, false, false
	for _, r := range sh.Table.Rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			directional = directional || c.Reading.Directional
			atLeast = atLeast || c.Reading.State == iso.AtLeast
			unreachable = unreachable || c.Reading.State == iso.Above || c.Reading.State == iso.Below
			if c.Ratio != nil {
				infinite = infinite || c.Ratio.State == iso.OnlySystem
				noRatio = noRatio || c.Ratio.State == iso.NoRatio
			}
		}
	}
	if b := sh.Table.Spec.Baseline; b >= 0 {
		out = append(out, "Ratios are against "+sh.labels()[b]+".")
	}
	if sh.Table.Spec.NorthStar {
		out = append(out, "Agentic: only points that are also on the E2E-normalized frontier are shown, so that a long first wait cannot hide behind fast streaming.")
	}
	if directional {
		out = append(out, "~ directional: interpolated across a wide or steep gap between two measured points.")
	}
	if atLeast {
		out = append(out, "≥, ≤: slower than anything measured; served by the slowest measured point.")
	}
	if unreachable {
		out = append(out, "Unreachable: outside the measured points; nothing is extrapolated.")
	}
	if infinite {
		out = append(out, "∞: the baseline cannot go that fast.")
	}
	if noRatio {
		out = append(out, "–: no ratio, the baseline was not measured this slow.")
	}
	labels := sh.labels()
	for i, r := range sh.Table.Rows {
		for _, reason := range sortedKeys(r.Frontier.Ineligible) {
			out = append(out, fmt.Sprintf("%s: %d of %d points left out: %s.", labels[i], r.Frontier.Ineligible[reason], len(r.Series.Points), reason))
		}
	}
	for _, w := range append(append([]string(nil), sh.Table.Warnings...), sh.Warnings...) {
		out = append(out, "Warning: "+w+".")
	}
	return out
}

func (sh *Sheet) pricesMatter() bool {
	for _, q := range sh.Quantities {
		if q != Throughput {
			return true
		}
	}
	return sh.Table.Spec.Baseline >= 0 || len(sh.Table.Chain) > 0
}

func (sh *Sheet) priceNote() string {
	var b strings.Builder
	b.WriteString("Prices, $/GPU-hour")
	if sh.PricesAsOf != "" {
		fmt.Fprintf(&b, ", %s, sheet of %s (%s)", sh.Basis, sh.PricesAsOf, sh.PricesSource)
	}
	seen := map[string]bool{}
	var list []string
	for _, r := range sh.Table.Rows {
		hw := r.Series.Hardware
		if seen[hw] {
			continue
		}
		seen[hw] = true
		v, ok := r.Series.Price.Get()
		if !ok {
			list = append(list, strings.ToUpper(hw)+" none")
			continue
		}
		item := strings.ToUpper(hw) + " $" + strconvShort(v)
		if _, own := sh.Own[strings.ToLower(hw)]; own {
			item += " (own)"
		}
		list = append(list, item)
	}
	sort.Strings(list)
	b.WriteString(": " + strings.Join(list, ", ") + ".")
	return b.String()
}

func (sh *Sheet) dateNotes() []string {
	dates, sources := map[string]bool{}, map[string]bool{}
	for _, r := range sh.Table.Rows {
		if a, b, ok := r.Series.Span(); ok {
			if a == b {
				dates[a] = true
			} else {
				dates[a+" to "+b] = true
			}
		}
		for _, p := range r.Series.Points {
			if p.Source != "" {
				sources[p.Source] = true
			}
		}
	}
	var out []string
	if len(dates) > 0 {
		out = append(out, "Measured: "+strings.Join(sorted(dates), ", ")+".")
	}
	if len(sources) > 0 {
		out = append(out, "Source: "+strings.Join(sorted(sources), ", ")+".")
	}
	return out
}

func sortedKeys(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func sorted(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
