package render

import (
	"math"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/words"
)

// Note is a line under a table. URL, where it is not empty, stands in Text and
// may be made a link. Mark says that the line is about marks in the cells, so that
// where no cell is shown it has nothing to say.
type Note struct {
	Text, URL string
	Mark      bool
}

// Notes are the lines under a table: prices, powers, dates, sources, marks and
// warnings, as far as the table shown needs them.
func (sh *Sheet) Notes() []string {
	var out []string
	for _, n := range sh.LinkedNotes() {
		out = append(out, n.Text)
	}
	return out
}

// LinkedNotes is Notes with the addresses in them.
func (sh *Sheet) LinkedNotes() []Note {
	var out []Note
	say := func(parts ...string) { out = append(out, Note{Text: strings.Join(parts, "")}) }
	mark := func(parts ...string) { out = append(out, Note{Text: strings.Join(parts, ""), Mark: true}) }
	if sh.shows(Cost) || sh.shows(TokensPerUsd) || len(sh.Table.Chain) > 0 {
		say(sh.priceNote())
	}
	if sh.shows(Energy) || sh.shows(PerMW) {
		say(sh.powerNote())
	}
	out = append(out, sh.dateNotes()...)
	seen := sh.marks()
	if b := sh.Table.Spec.Baseline; b >= 0 && len(sh.Table.Rows) > 1 {
		say("Ratios are against ", sh.labels()[b], ".")
	}
	if sh.Table.Spec.Axis == iso.E2ENormalized {
		say("Experimental: E2E-normalized interactivity is output tokens over the whole wait, from sending the request to the last token: ordinary interactivity with a penalty for the wait for the first token, which short answers feel most. Normalized means by output length; it is no score.")
	}
	if sh.Tokens == Output || sh.Tokens == Input {
		say("Only ", string(sh.Tokens), " tokens count: the whole cost and power of a GPU are spread over them.")
	}
	if sh.Table.Spec.NorthStar {
		say("Agentic: only points that are also on the E2E-normalized frontier are shown, so that a long first wait cannot hide behind fast streaming.")
	}
	if seen.directional {
		mark("~ directional: interpolated across a wide or steep gap between two measured points.")
	}
	if seen.atLeast {
		mark("≥, ≤: slower than anything measured; served by the slowest measured point.")
	}
	if seen.unreachable {
		mark("Unreachable: outside the measured points; nothing is extrapolated.")
	}
	if seen.ratios[iso.OnlySystem] {
		mark("∞: the baseline cannot go that fast.")
	}
	if seen.ratios[iso.OnlyBaseline] || seen.ratios[iso.Neither] {
		mark("Neither, only baseline: which side has a value there; without both there is no ratio.")
	}
	for _, reason := range sortedKeys(seen.reasons) {
		mark("–: no ratio, ", reason, ".")
	}
	if seen.step {
		mark("The baseline of a step is the system before its arrow.")
	}
	labels := sh.labels()
	for i, r := range sh.Table.Rows {
		for _, reason := range sortedKeys(r.Frontier.Ineligible) {
			say(labels[i], ": ", strconv.Itoa(r.Frontier.Ineligible[reason]), " of ", strconv.Itoa(len(r.Series.Points)), " points left out: ", reason, ".")
		}
	}
	for _, w := range sh.Table.Warnings {
		say("Warning: ", w, ".")
	}
	for _, w := range sh.Warnings {
		say("Warning: ", w, ".")
	}
	return out
}

func (sh *Sheet) shows(q Quantity) bool {
	for _, have := range sh.Quantities {
		if have == q {
			return true
		}
	}
	return false
}

// marks says which marks the cells carry.
type marks struct {
	directional, atLeast, unreachable bool
	step                              bool // of a chain, with one side only
	ratios                            map[iso.RatioState]bool
	reasons                           map[string]int
}

func (sh *Sheet) marks() marks {
	m := marks{ratios: map[iso.RatioState]bool{}, reasons: map[string]int{}}
	for i, r := range sh.Table.Rows {
		for j := range r.Cells {
			c := &r.Cells[j]
			m.directional = m.directional || c.Reading.Directional
			m.atLeast = m.atLeast || c.Reading.State == iso.AtLeast
			m.unreachable = m.unreachable || c.Reading.State == iso.Above || c.Reading.State == iso.Below
			if c.Ratio.State == iso.NoBaseline || i == sh.Table.Spec.Baseline {
				continue
			}
			m.ratios[c.Ratio.State] = true
			if reason := c.Ratio.State.Reason(); reason != "" {
				m.reasons[reason]++
			}
		}
	}
	for i := range sh.Table.Chain { // its cells' other marks are those of the rows
		for _, r := range sh.Table.Chain[i].Ratios {
			m.ratios[r.State] = true
			m.step = m.step || r.State != iso.Both && r.State != iso.Neither
			if reason := r.State.Reason(); reason != "" {
				m.reasons[reason]++
			}
		}
	}
	return m
}

// priceNote names the price of every kind of hardware and the sheet of those
// that come from one.
func (sh *Sheet) priceNote() string {
	fromSheet := false
	list := sh.perHardware(func(s *iso.Series) string {
		v, ok := s.Price.Get()
		_, own := sh.Own[words.Lower(s.Hardware)]
		switch {
		case !ok:
			return "none"
		case own:
			return "$" + Money(v) + " (own)"
		}
		fromSheet = true
		return "$" + Money(v)
	})
	where := ""
	if fromSheet && sh.PricesAsOf != "" {
		where = ", " + sh.Basis + ", " + SheetName(sh.PricesAsOf, sh.PricesSource)
	}
	return "Prices, $/GPU-hour" + where + ": " + list + "."
}

// SheetName names a price sheet by its date and, where it gives one, its source.
func SheetName(asOf, source string) string {
	if source != "" {
		source = " (" + source + ")"
	}
	return "sheet of " + asOf + source
}

func (sh *Sheet) powerNote() string {
	fromSheet := false
	list := sh.perHardware(func(s *iso.Series) string {
		v, ok := s.Kw.Get()
		_, own := sh.OwnKw[words.Lower(s.Hardware)]
		switch {
		case !ok:
			return "none"
		case own:
			return FormatTarget(v) + " (own)"
		}
		fromSheet = true
		return FormatTarget(v)
	})
	where := ""
	if fromSheet && sh.PricesAsOf != "" {
		where = ", " + SheetName(sh.PricesAsOf, sh.PricesSource)
	}
	return "Energy is modelled from all-in power, kW/GPU" + where + ": " + list + "."
}

// perHardware lists what text says of every kind of hardware; "" is left out.
func (sh *Sheet) perHardware(text func(*iso.Series) string) string {
	seen := map[string]bool{}
	var list []string
	for _, r := range sh.Table.Rows {
		if hw := r.Series.Hardware; !seen[hw] {
			seen[hw] = true
			if t := text(r.Series); t != "" {
				list = append(list, words.Upper(hw)+" "+t)
			}
		}
	}
	order.Strings(list)
	return strings.Join(list, ", ")
}

// Money writes dollars with at least two decimals: 2.50, 2.652. More than 12
// digits are rounded away; what has more before the point is in exponents.
func Money(v float64) string {
	switch {
	case v == 0:
		return "0.00"
	case math.Abs(v) >= 1e15:
		return digits.Text(v)
	}
	s := withoutZeros(digits.Fixed(v, max(digits.Twelve-1-digits.Rounded(v, digits.Twelve), 0)))
	i := strings.IndexByte(s, '.')
	switch {
	case i < 0:
		return s + ".00"
	case len(s)-i == 2:
		return s + "0"
	}
	return s
}

func (sh *Sheet) dateNotes() []Note {
	dates, ids := map[string]int{}, map[string]int{}
	var measured []string // by the place that dates gives
	dated := false        // a system's name says it
	labels := sh.shortLabels()
	for i, r := range sh.Table.Rows {
		if a, b, ok := r.Series.Span(); ok {
			dated = dated || r.Series.Snapshot == a
			if a != b {
				a += " to " + b
			}
			if at, ok := dates[a]; ok {
				measured[at] += ", " + labels[i]
			} else {
				dates[a] = len(measured)
				measured = append(measured, labels[i])
			}
		}
		for i := range r.Series.Points {
			if id := r.Series.Points[i].Source; id != "" {
				ids[id]++
			}
		}
	}
	var out []Note
	said := ""
	for _, date := range sortedKeys(dates) {
		if said += ", " + date; len(dates) > 1 && !dated {
			said += " (" + measured[dates[date]] + ")"
		}
	}
	if said != "" {
		out = append(out, Note{Text: "Measured: " + said[2:] + "."})
	}
	for _, id := range sortedKeys(ids) {
		n := Note{Text: "Source: " + id}
		for _, s := range sh.Sources {
			if s.ID != id {
				continue
			}
			if s.Title != "" {
				n.Text = "Source: " + s.Title
			}
			if strings.HasPrefix(s.URL, "https://") {
				n.Text += ", " + s.URL
				n.URL = s.URL
			}
		}
		out = append(out, n)
	}
	return out
}

func sortedKeys(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	order.Strings(out)
	return out
}
