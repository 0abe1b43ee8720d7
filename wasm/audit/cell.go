package audit

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// cell says what a checked cell rests on: what was printed and what the knots
// give, the formula with its numbers, and the measured points on either side.
func (m *module) cell(i int) (out string) {
	problem := ""
	defer func() {
		if problem != "" {
			out = "<p>" + text(problem) + "</p>"
		}
	}()
	defer m.caught(&problem)
	f := m.last
	if f == nil || i < 0 || i >= len(f.audit.Tables[0].Cells) {
		return ""
	}
	c := &f.audit.Tables[0].Cells[i]
	b, w := written()
	w(`<h3>`, text(f.label(c.Series)))
	if c.Over != "" {
		w(` over `, text(f.label(c.Over)))
	}
	if c.Target != nil {
		w(` at `, text(render.FormatTarget(*c.Target)), ` `, f.sel.Axis.Unit())
	}
	w(`</h3>`)
	if place := audit.PlaceText(f.audit.Tables[0].Layout, c); place != "" {
		w(`<p class="help">`, text(strings.ToUpper(place[:1])+place[1:]), `</p>`)
	}
	w(`<p>`, text(f.sentence(c)), `</p>`)
	if formula := f.formula(c); formula != "" {
		w(`<p class="formula">`, text(formula), `</p>`)
	}
	f.knots(w, c, m.engine.Index().Sources)
	return b.String()
}

// sentence is the verdict in words.
func (f *found) sentence(c *wire.AuditCell) string {
	q := render.Quantity(c.Quantity)
	printed := "Printed: “" + cut(c.Text, 60) + "”"
	out := ""
	switch c.State {
	case wire.AuditAgrees:
		if c.Why != "" { // a bound
			out = "Agrees. " + printed + "; " + c.Why + "."
			break
		}
		out = "Agrees. " + printed + "; the measured points give " + f.written(q, *c.Expected) + ", within half a unit of the last digit printed."
	case wire.AuditDiffers:
		out = "Contradicts. " + printed + "; the measured points give " + f.written(q, *c.Expected)
		if c.Relative != nil {
			out += ", so that what is printed is off by " + percent(*c.Relative)
		}
		out += "."
		if c.Splined != nil {
			out += " A curve drawn through the costs of the measured points gives " + q.Format(*c.Splined, 4) + ", which is what is printed: between them such a curve no longer fits the throughput, so that cost × throughput is not the price."
		}
	default:
		verdict := audit.Verdict(c.State)
		if verdict == "" {
			return "Nothing is printed here, so nothing is checked."
		}
		out = strings.ToUpper(verdict[:1]) + verdict[1:] + ". " + printed
		if c.Why != "" {
			out += "; " + c.Why
		} else if c.State == wire.AuditUnreachable {
			out += "; the target is out of reach of the measured points, and nothing is extrapolated"
		}
		out += "."
	}
	if c.Directional {
		out += " The bracket is wide or steep: read the value as a direction."
	}
	return out
}

// written is a value with its unit: $0.9457/M tokens, 649.2 tok/s/GPU.
func (f *found) written(q render.Quantity, v float64) string {
	if audit.IsRatio(q) {
		return audit.Value(string(q), v, 4)
	}
	unit := q.UnitOf(f.sel.Tokens)
	if rest, ok := strings.CutPrefix(unit, "$"); ok {
		return q.Format(v, 4) + rest
	}
	return q.Format(v, 5) + " " + unit
}

func percent(v float64) string {
	sign := "+"
	if v < 0 {
		sign, v = "−", -v
	}
	return sign + render.Significant(100*v, 3) + "%"
}

// formula derives the value with this cell's numbers.
func (f *found) formula(c *wire.AuditCell) string {
	if c.Throughput == nil || c.Expected == nil {
		return ""
	}
	q := render.Quantity(c.Quantity)
	if audit.IsRatio(q) {
		return f.ratioFormula(c)
	}
	rate := " " + render.Throughput.UnitOf(f.sel.Tokens)
	y := render.Significant(*c.Throughput, 6)
	var price, kw string
	for _, k := range f.audit.Tables[0].Columns {
		if k.Column != c.LaidOut[1] {
			continue
		}
		if k.UsdPerGPUHour != nil {
			price = render.Money(*k.UsdPerGPUHour)
		}
		if k.KwPerGPU != nil {
			kw = strconv.FormatFloat(*k.KwPerGPU, 'g', 12, 64)
		}
	}
	left := q.UnitOf(f.sel.Tokens) + " = "
	right := " = " + q.Format(*c.Expected, 5)
	switch q {
	case render.Cost:
		return left + "$" + price + "/GPU-hour × 10⁶ ÷ (3600 × " + y + rate + ")" + right
	case render.TokensPerUsd:
		return left + "3600 × " + y + rate + " ÷ $" + price + "/GPU-hour" + right
	case render.Energy:
		return left + "1000 × " + kw + " kW ÷ " + y + rate + right
	case render.PerMW:
		return left + "1000 × " + y + rate + " ÷ " + kw + " kW" + right
	}
	if iso.StateOf(c.Reading) == iso.Measured {
		return ""
	}
	return "on the curve through the measured points: " + y + rate
}

// ratioFormula derives a ratio with this cell's numbers.
func (f *found) ratioFormula(c *wire.AuditCell) string {
	if c.OverThroughput == nil {
		return ""
	}
	of, over := render.Significant(*c.Throughput, 6), render.Significant(*c.OverThroughput, 6)
	rate := " " + render.Throughput.UnitOf(f.sel.Tokens)
	right := " = " + audit.Value(c.Quantity, *c.Expected, 5)
	if c.Quantity == string(audit.ThroughputRatio) {
		return of + " ÷ " + over + rate + right
	}
	if c.Quantity == string(audit.TokensPerJoule) {
		each := map[string]string{} // power by series
		for i := range f.sel.Series {
			if kw, ok := f.sel.Series[i].Kw.Get(); ok {
				each[f.sel.Series[i].Name] = rate + " ÷ " + strconv.FormatFloat(kw, 'g', 12, 64) + " kW"
			}
		}
		return "(" + of + each[c.Series] + ") ÷ (" + over + each[c.Over] + ")" + right
	}
	for _, k := range f.audit.Tables[0].Columns {
		if k.Column == c.LaidOut[1] && k.UsdPerGPUHour != nil && k.OverUsdPerGPUHour != nil {
			dollars := func(v float64) string { return rate + " ÷ $" + render.Money(v) }
			return "(" + of + dollars(*k.UsdPerGPUHour) + ") ÷ (" + over + dollars(*k.OverUsdPerGPUHour) + ")" + right
		}
	}
	return ""
}

// headsOf name the measured points of a bracket.
func (f *found) headsOf(knots []wire.Knot, reading string) []string {
	switch {
	case len(knots) == 0:
		return nil
	case len(knots) == 2:
		return render.BracketHeads(f.sel.Axis)
	case !iso.StateOf(reading).Reachable():
		return []string{"Nearest point"}
	}
	return []string{"Measured point"}
}

// knots are the measured points side by side, of a ratio those of both series; a
// line that none has a value for is left out.
func (f *found) knots(w writer, c *wire.AuditCell, sources []data.Source) {
	heads, all := f.headsOf(c.Knots, c.Reading), c.Knots
	if c.Over != "" {
		for i := range heads {
			heads[i] += " of " + f.label(c.Series)
		}
		for _, h := range f.headsOf(c.OverKnots, c.OverReading) {
			heads = append(heads, h+" of "+f.label(c.Over))
		}
		all = append(all[:len(all):len(all)], c.OverKnots...)
	}
	if len(all) == 0 {
		return
	}
	w(`<table><thead><tr><td></td>`)
	for _, h := range heads {
		w(`<th scope="col">`, text(h), `</th>`)
	}
	w(`</tr></thead><tbody>`)
	row := func(name string, cell func(k *wire.Knot) string) {
		out, any := "", false
		for i := range all {
			v := cell(&all[i])
			any = any || v != ""
			if v == "" {
				v = "not given"
			}
			out += "<td>" + v + "</td>"
		}
		if any {
			w(`<tr><th scope="row">`, text(name), `</th>`, out, `</tr>`)
		}
	}
	axis := f.sel.Axis.Name()
	row(strings.ToUpper(axis[:1])+axis[1:], func(k *wire.Knot) string { return render.Significant(k.X, digits(k.X)) + " " + f.sel.Axis.Unit() })
	row("Throughput", func(k *wire.Knot) string {
		return render.Significant(k.Y, digits(k.Y)) + " " + render.Throughput.UnitOf(f.sel.Tokens)
	})
	if q := render.Quantity(c.Quantity); q != render.Throughput && !audit.IsRatio(q) {
		if price, kw, ok := f.priced(c.Series); ok {
			row(q.Name()+" there", func(k *wire.Knot) string {
				v, ok := q.From(opt.Of(k.Y), price, kw).Get()
				if !ok {
					return ""
				}
				return text(f.written(q, v))
			})
		}
	}
	row("Configuration", func(k *wire.Knot) string { return text(k.Recipe) })
	row("Concurrency", func(k *wire.Knot) string { return when(k.Concurrency > 0, strconv.Itoa(k.Concurrency)) })
	row("TTFT", func(k *wire.Knot) string { return seconds(k.TTFT) })
	row("E2E latency", func(k *wire.Knot) string { return seconds(k.E2EL) })
	row("Measured", func(k *wire.Knot) string { return text(said(k.MeasuredOn)) })
	row("Run", func(k *wire.Knot) string { return link(said(k.Run), "") })
	row("Source", func(k *wire.Knot) string {
		for _, s := range sources {
			if s.ID == said(k.Source) && s.ID != "" {
				return link(s.URL, cmp.Or(s.Title, s.ID))
			}
		}
		return link(said(k.Source), "")
	})
	w(`</tbody></table>`)
}

func (f *found) priced(series string) (price, kw opt.Float, ok bool) {
	for i := range f.sel.Series {
		if s := &f.sel.Series[i]; s.Name == series {
			return s.Price, s.Kw, true
		}
	}
	return price, kw, false
}

// digits is how many digits a measured value was given in, 7 at most: more come
// from a division.
func digits(v float64) int {
	mantissa, _, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	return min(len(mantissa)-strings.Count(mantissa, "."), 7)
}

func said(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func seconds(v *float64) string {
	if v == nil {
		return ""
	}
	return render.Significant(*v, 3) + " s"
}

// link makes a link of a web address, and text of anything else, so that a script
// in the data stays text.
func link(url, label string) string {
	web := strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
	if label == "" {
		label = strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://")
		if at := strings.Index(label, "/actions/runs/"); at >= 0 && web {
			label = "run " + label[at+len("/actions/runs/"):]
		}
	}
	if !web {
		return text(label)
	}
	return `<a href="` + text(url) + `" rel="noopener noreferrer" target="_blank">` + text(label) + `</a>`
}
