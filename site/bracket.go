package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// detailHTML says what one cell rests on: the measured points on either side,
// and how cost follows from throughput. It is empty for an unknown series. All
// text from data is escaped here.
func (a *app) detailHTML(series int, x float64) string {
	if a.sel == nil {
		return ""
	}
	row := slices.Index(a.rowSeries, series)
	if row < 0 {
		return ""
	}
	r, c := &a.sel.Formed().Rows[row], &a.readLine(x)[row]
	head := &a.heads[series]
	var b strings.Builder
	b.WriteString("<h3>" + text(title(head)) + " <small>" + text(detail(head)) + "</small> at " +
		text(render.Brief(x)) + " <abbr title=\"" + a.spokenUnit() + "\">" + a.unit() + "</abbr></h3>")
	b.WriteString("<p>" + text(a.summary(r.Frontier, c)) + "</p>")
	lo, hi, known := r.Frontier.Range()
	switch points := r.Series.Points; {
	case c.Reading.State == iso.Interpolated:
		a.knots(&b, render.BracketHeads(a.st.axis()), []iso.Point{points[c.Reading.Lo], points[c.Reading.Hi]})
	case c.Reading.State.Reachable():
		a.knots(&b, []string{"Measured point"}, []iso.Point{points[c.Reading.Lo]})
	case known:
		b.WriteString("<p>Its measured points reach from " + text(render.Brief(lo)) + " to " +
			text(render.Brief(hi)) + " " + a.unit() + ". Nothing is extrapolated beyond them.</p>")
		a.knots(&b, []string{"Nearest point"}, []iso.Point{points[c.Reading.Lo]})
	}
	if median, most := r.Frontier.LeaveOneOut(); c.Reading.State == iso.Interpolated && median.Ok() {
		b.WriteString("<p><a href=\"" + text(a.termLink("leave-one-out")) + "\">Leave-one-out</a>, how far to trust a curve between its points: each of those between its ends, read from the others, comes out " + text(percent(median)) + " off at the median, " + text(percent(most)) + " at worst.</p>")
	}
	if formula := a.formulas(r.Series, c); formula != "" {
		b.WriteString("<p class=\"formula\">" + text(formula) + "</p>")
	}
	return b.String()
}

// money writes a price as every table does; "" for none.
func money(v opt.Float) string {
	f, ok := v.Get()
	if !ok {
		return ""
	}
	return render.Money(f)
}

// percent writes a share with two digits.
func percent(v opt.Float) string {
	x, _ := v.Get()
	return render.Significant(100*x, 2) + "%"
}

func (a *app) summary(f *iso.Frontier, c *iso.Cell) string {
	state := stateText(f, c)
	out := words.Upper(state[:1]) + state[1:]
	switch {
	case c.Reading.Directional:
		out = "Interpolated across a wide or steep gap: read it as a direction, not as a figure"
	case c.Reading.State == iso.Interpolated:
		out = "Interpolated between two measured points"
	case c.Reading.State == iso.Measured:
		out = "Measured at just this target"
	}
	if c.Throughput().Ok() {
		out += ": " + value(c, render.Throughput) + " " + render.Throughput.UnitOf(a.st.tokens())
		if c.UsdPerMtok.Ok() {
			out += ", " + value(c, render.Cost) + " per million " + a.tokenNoun() + "s"
		}
		if c.JoulesPerToken.Ok() {
			out += ", " + value(c, render.Energy) + " " + a.unitOf(render.Energy)
		}
	}
	if reason := c.Ratio.State.Reason(); reason != "" {
		out += ". No ratio: " + reason
	}
	return out + "."
}

// formulas shows the derivation of cost and energy with this cell's numbers.
func (a *app) formulas(s *iso.Series, c *iso.Cell) string {
	throughput, ok := c.Throughput().Get()
	if !ok {
		return ""
	}
	y := render.Throughput.Format(throughput, 6)
	var out []string
	if v, ok := c.UsdPerMtok.Get(); ok {
		out = append(out, "$/M "+shortUnit(a.tokenNoun()+"s")+" = $"+money(s.Price)+" × 10⁶ ÷ (3600 × "+y+") = "+render.Cost.Format(v, 4))
	}
	if v, ok := c.JoulesPerToken.Get(); ok {
		out = append(out, a.unitOf(render.Energy)+" = 1000 × "+render.Exact(s.Kw)+" kW ÷ "+y+" = "+render.Energy.Format(v, 4))
	}
	return strings.Join(out, "; ")
}

// knots writes measured points side by side; a line that no point has a value
// for is left out.
func (a *app) knots(b *strings.Builder, heads []string, points []iso.Point) {
	b.WriteString("<table><thead><tr><td></td>")
	for _, h := range heads {
		b.WriteString("<th scope=\"col\">" + h + "</th>")
	}
	b.WriteString("</tr></thead><tbody>")
	row := func(name string, cell func(p *iso.Point) string) {
		cells, any := "", false
		for i := range points {
			v := cell(&points[i])
			any = any || v != ""
			if v == "" {
				v = "not given"
			}
			cells += "<td>" + v + "</td>"
		}
		if any {
			b.WriteString("<tr><th scope=\"row\">" + name + "</th>" + cells + "</tr>")
		}
	}
	normalized := a.st.axis() == iso.E2ENormalized
	switch a.st.axis() {
	case iso.Interactivity:
		row("Interactivity", func(p *iso.Point) string { return withUnit(exactly(p.X), "tok/s/user") })
	case iso.E2ENormalized:
		row("E2E-normalized", func(p *iso.Point) string { return withUnit(exactly(p.X), "tok/s/user") })
	}
	if name := "Interactivity"; a.st.axis() != iso.Interactivity {
		if normalized {
			name += " alone"
		}
		row(name, func(p *iso.Point) string { return withUnit(exactly(p.Interactivity), "tok/s/user") })
	}
	if normalized {
		row("First-token wait takes", firstWait)
	}
	row("Throughput", func(p *iso.Point) string { return exactly(p.Y) + " " + render.Throughput.UnitOf(a.st.tokens()) })
	row("Configuration", func(p *iso.Point) string { return text(p.Recipe) })
	row("Concurrency", func(p *iso.Point) string { return concurrency(p.Concurrency) })
	row("TTFT", func(p *iso.Point) string { return seconds(p.TTFT) })
	row("E2E latency", func(p *iso.Point) string { return seconds(p.E2EL) })
	row("Measured energy", func(p *iso.Point) string { return withUnit(exactly(p.MeasuredJoules), "J/token") })
	row("Measured", func(p *iso.Point) string { return text(p.MeasuredOn) })
	row("Run", func(p *iso.Point) string { return link(p.Run) })
	row("Source", func(p *iso.Point) string { return a.sourceLink(p.Source) })
	b.WriteString("</tbody></table>")
}

func withUnit(number, unit string) string {
	if number == "" {
		return ""
	}
	return number + " " + unit
}

// firstWait is what the wait for the first token takes from a point's
// interactivity.
func firstWait(p *iso.Point) string {
	taken, ok := iso.Taken(p.X, p.Interactivity)
	if !ok {
		return ""
	}
	return render.Percent(taken)
}

func text(s string) string { return render.Escape(s) }

// mostDigits ends the digits of a measured value that was formed by division.
const mostDigits = 7

// exactly writes a measured value with the digits it was given in, thousands
// grouped.
func exactly(v opt.Float) string {
	f, ok := v.Get()
	if !ok {
		return ""
	}
	return render.Significant(f, min(digits.Significant(f), mostDigits))
}

func concurrency(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func seconds(v opt.Float) string {
	f, ok := v.Get()
	if !ok {
		return ""
	}
	return render.Significant(f, 3) + " s"
}

// sourceLink names a source by its title and links to it, as the catalogue says;
// a source that the catalogue does not know is named as in the data.
func (a *app) sourceLink(id string) string {
	if a.catalogue == nil {
		return link(id)
	}
	i := slices.IndexFunc(a.catalogue.Sources, func(s wire.CatalogueSource) bool { return s.ID == id })
	if i < 0 {
		return link(id)
	}
	s := &a.catalogue.Sources[i]
	label := s.Title
	if label == "" {
		label = id
	}
	if !isWeb(s.URL) {
		return text(label)
	}
	return anchor(s.URL, label)
}

// link makes a link of a web address and text of anything else, so that a
// script in the data stays text.
func link(s string) string {
	if !isWeb(s) {
		return text(s)
	}
	label := strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://")
	if at := strings.Index(label, "/actions/runs/"); at >= 0 {
		label = "run " + label[at+len("/actions/runs/"):]
	}
	return anchor(s, label)
}

func isWeb(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

func anchor(url, label string) string {
	return "<a href=\"" + text(url) + "\" rel=\"noopener noreferrer\" target=\"_blank\">" + text(label) + "</a>"
}

// pointText describes an operating point for the chart's hover box: fields of
// title, detail, then "name: value" lines.
func (a *app) pointText(series, point int) string {
	if a.chart == nil || series < 0 || series >= len(a.chart.Series) {
		return ""
	}
	s := &a.chart.Series[series]
	if point < 0 || point >= len(s.Points) {
		return ""
	}
	p := &a.drawn.Series[series].Points[a.pointAt[series][point]]
	lines := []string{
		title(&s.Head), detail(&s.Head),
		exactly(p.X) + " " + a.unit(),
		exactly(p.Y) + " " + render.Throughput.UnitOf(a.st.tokens()),
	}
	switch h := a.st.height(); {
	case h == measuredEnergy:
		lines = append(lines, exactly(p.MeasuredJoules)+" J/token, measured")
	case h != string(render.Throughput):
		q := render.Quantity(h)
		lines = append(lines, q.Format(s.Points[point].Y, 0)+" "+strings.TrimPrefix(q.UnitOf(a.st.tokens()), "$"))
	}
	lines = append(lines, p.Recipe)
	if p.Concurrency > 0 {
		lines = append(lines, "concurrency "+strconv.Itoa(p.Concurrency))
	}
	if a.st.axis() == iso.E2ENormalized && p.Interactivity.Ok() {
		lines = append(lines, "interactivity alone "+exactly(p.Interactivity)+" tok/s/user", "the first-token wait takes "+firstWait(p))
	}
	if p.MeasuredOn != "" {
		lines = append(lines, "measured "+p.MeasuredOn)
	}
	if point < len(s.Member) && s.Member[point] {
		lines = append(lines, "on the frontier")
	} else {
		lines = append(lines, "off the frontier")
	}
	return strings.Join(lines, fieldEnd)
}
