package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// lineRow is one series at the matched speed, as text for the table that
// follows the line. The page shows the same fields whether vugu wrote them on
// a change or the script patched them during a drag.
type lineRow struct {
	Series int       // index into heads
	Y      opt.Float // the chart's height where the line crosses the curve; absent when it does not
	Kind   string    // state, for styling: interpolated, directional, above, ...
	State  string    // state in words
	Values []string  // in the order of app.lineHeads
	Label  string    // for the slider's spoken value
}

// lineColumn is a column of the table that follows the line.
type lineColumn struct{ Quantity, Head, Unit string }

var lineColumns = [...]lineColumn{
	{"throughput", "Throughput", ""}, // units by the tokens that count
	{"cost", "Cost", ""},
	{"energy", "Energy", ""},
	{"ratio", "Perf per $", ""},
}

// unitOf is the unit of a quantity of the tokens that count.
func (a *app) unitOf(q render.Quantity) string { return q.UnitOf(a.st.tokens()) }

// tokenNoun is a token that counts: token, output token.
func (a *app) tokenNoun() string { return strings.TrimPrefix(a.unitOf(render.Energy), "J/") }

// shortUnit is a unit for a narrow column.
func shortUnit(unit string) string { return strings.Replace(unit, "tokens", "tok", 1) }

// penaltyColumn stands beside the others on the E2E-normalized axis.
var penaltyColumn = lineColumn{"penalty", "Interactivity alone", "first wait takes"}

// readLine reads every series on show at one speed. The frontiers are those of
// the table at the targets: a drag only evaluates their curves.
func (a *app) readLine(x float64) []iso.Cell {
	if a.sel == nil {
		return nil
	}
	rows := a.sel.Formed().Rows
	a.cells = a.cells[:0]
	for i := range rows {
		a.cells = append(a.cells, iso.ReadCells(rows[i].Series, rows[i].Frontier, []float64{x}, a.sel.Reach)...)
	}
	if b := a.sel.Formed().Spec.Baseline; b >= 0 {
		for i := range rows {
			a.cells[i].Ratio = iso.Compare(&a.cells[i], &a.cells[b])
		}
	}
	return a.cells
}

// rowsOnShow words the line where it is; nothing while it is not on show.
func (a *app) rowsOnShow() []lineRow {
	if !a.exploring() {
		return nil
	}
	return a.lineRows(a.lineX())
}

// lineRows words the line at x.
func (a *app) lineRows(x float64) []lineRow {
	cells := a.readLine(x)
	rows := make([]lineRow, len(cells))
	for i := range cells {
		c, f := &cells[i], a.sel.Formed().Rows[i].Frontier
		r := lineRow{
			Series: a.rowSeries[i], Y: a.heightOf(c.Throughput(), a.sel.Formed().Rows[i].Series),
			Kind: c.Reading.State.String(), State: stateText(f, c),
			Values: []string{
				value(c, render.Throughput), value(c, render.Cost), value(c, render.Energy),
				ratioText(c, cells, a.sel.Formed().Spec.Baseline, i),
			},
		}
		if a.st.axis() == iso.E2ENormalized {
			r.Values = append(r.Values, render.PenaltyText(&a.sel.Formed().Rows[i], c))
		}
		r.Label = title(&a.heads[r.Series]) + " " + r.State
		if c.Reading.Directional {
			r.Kind = "directional"
		}
		if !c.Throughput().Ok() {
			r.Values[0] = render.UnreachableShort(f, c)
		} else {
			r.Label = title(&a.heads[r.Series]) + " " + r.Values[0] + " " + a.unitOf(render.Throughput)
			if c.UsdPerMtok.Ok() {
				r.Label += ", " + r.Values[1] + " per million " + a.tokenNoun() + "s"
			}
		}
		rows[i] = r
	}
	return rows
}

// value is a cell as the tables at targets print it: ~ marks a directional
// value, a dash stands where nothing was reached.
func value(c *iso.Cell, q render.Quantity) string {
	v, ok := q.Of(c).Get()
	switch {
	case ok && c.Reading.Directional:
		return "~" + q.Format(v, 0)
	case ok:
		return q.Format(v, 0)
	case !c.Reading.State.Reachable():
		return "–"
	case q == render.Energy || q == render.PerMW:
		return "no power"
	}
	return "no price"
}

// ratioText is row i's ratio with the mark that the table at targets gives it.
func ratioText(c *iso.Cell, cells []iso.Cell, baseline, i int) string {
	r := c.Ratio
	if i == baseline {
		return "baseline"
	}
	if r.State == iso.NoBaseline || r.State == iso.OnlyBaseline || r.State == iso.Neither {
		return "–"
	}
	return render.MarkedRatio(c, &cells[baseline], r.PerfPerDollar)
}

// stateText says how a value came about, or why there is none and where the
// frontier ends.
func stateText(f *iso.Frontier, c *iso.Cell) string {
	switch c.Reading.State {
	case iso.Interpolated:
		if c.Reading.Directional {
			return "interpolated, directional"
		}
		return "interpolated"
	case iso.Measured:
		return "measured"
	case iso.AtLeast:
		return "at least: the slowest measured"
	}
	return render.Unreachable(f, c)
}

// The speeds that the line can take: from the slowest to the fastest knot on
// show, widened to whole steps so that both ends lie just outside.
type lineScale struct{ Min, Max, Step float64 }

// lineScale derives the slider's range. A step moves the line by about a
// two-hundredth of the range, rounded down to 1, 2 or 5 x 10^k; a drag stops at
// tenths of a step.
func (a *app) lineScale() lineScale {
	lo, hi := math.Inf(1), 0.0
	for i, on := range a.shown {
		if r := a.heads[i].Range; on && len(r) == 2 {
			lo, hi = min(lo, r[0]), max(hi, r[1])
		}
	}
	if hi <= 0 || math.IsInf(lo, 1) {
		return lineScale{0, 100, 1}
	}
	step := niceStep(max(hi-lo, hi/10) / 100)
	s := lineScale{Min: round(math.Floor(lo/step)*step, step), Max: round(math.Ceil(hi/step)*step, step), Step: step}
	if s.Max <= hi {
		s.Max = round(s.Max+step, step)
	}
	if s.Min >= lo {
		s.Min = round(s.Min-step, step)
	}
	s.Min = max(s.Min, step/10)
	return s
}

// niceStep is the largest 1, 2 or 5 x 10^k that is not above v.
func niceStep(v float64) float64 {
	base := math.Pow10(digits.Exponent(v))
	switch {
	case v >= 5*base:
		return 5 * base
	case v >= 2*base:
		return 2 * base
	}
	return base
}

// round removes the noise that a multiple of step carries in its last digits.
func round(v, step float64) float64 {
	decimals := max(0, 1-digits.Exponent(step))
	v, _ = digits.Parse(digits.Fixed(v, decimals))
	return v
}

// lineX is the matched speed: the reader's; else that of the first view, for as long as
// most of what is put on show there reaches it; else the middle target where no speed
// is reached by more series on show, else one that most of them reach.
func (a *app) lineX() float64 {
	if a.st.Line > 0 {
		return a.st.Line
	}
	if a.isFirstView() && a.st.axis() == iso.Interactivity {
		untouched := len(a.st.Shown) == 0 && a.st.Baseline == ""
		if untouched || a.st.Targets == "" && 2*a.reaching(firstView.Line) > a.curved() {
			return firstView.Line
		}
	}
	x := math.NaN()
	if t := a.targets(); len(t) > 0 {
		x = t[len(t)/2]
	}
	if a.st.Targets != "" && x > 0 {
		return x
	}
	lo, hi, most := a.busiest()
	if x > 0 && a.reaching(x) == most {
		return x
	}
	return roundInside(lo, hi)
}

// The fields and records of the text that crosses to the script. Both are
// control characters that no text on the page holds.
const (
	fieldEnd  = "\x1f"
	recordEnd = "\x1e"
)

// lineText is the line at x for the script: a record of x and the slider's
// spoken value, then one record per row of y, kind, state and values.
func (a *app) lineText(x float64) string {
	rows := a.lineRows(x)
	var b strings.Builder
	b.WriteString(render.FormatTarget(x) + fieldEnd + spoken(x, a.spokenUnit(), rows) + fieldEnd + a.pinText())
	for _, r := range rows {
		b.WriteString(recordEnd)
		if y, ok := r.Y.Get(); ok {
			b.WriteString(digits.Text(y))
		}
		b.WriteString(fieldEnd + r.Kind + fieldEnd + r.State)
		for _, v := range r.Values {
			b.WriteString(fieldEnd + v)
		}
	}
	return b.String()
}

// pinText is how the pinned series compares with the baseline where the line was
// read last: the ratio of what the chart's heights are; "" without both.
func (a *app) pinText() string {
	at := slices.Index(a.rowSeries, a.pin)
	if a.pin < 0 || at < 0 || at >= len(a.cells) || a.sel == nil {
		return ""
	}
	b := a.sel.Formed().Spec.Baseline
	rows := a.sel.Formed().Rows
	v, ok := a.heightOf(a.cells[at].Throughput(), rows[at].Series).Get()
	w, wok := a.heightOf(a.cells[b].Throughput(), rows[b].Series).Positive()
	if !ok || !wok {
		return ""
	}
	mark := ""
	if a.cells[at].Reading.Directional || a.cells[b].Reading.Directional {
		mark = "~"
	}
	return mark + render.FormatRatio(v/w)
}

// spoken is what a screen reader says for the slider: the speed and the first
// few systems at it.
func spoken(x float64, unit string, rows []lineRow) string {
	const most = 3
	text := render.Brief(x) + " " + unit
	for i, r := range rows {
		if i == most {
			text += "; and " + strconv.Itoa(len(rows)-most) + " more"
			break
		}
		text += "; " + r.Label
	}
	return text
}
