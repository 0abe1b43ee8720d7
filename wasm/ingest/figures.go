package ingest

import (
	"math"
	"strconv"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// Figures are plain SVG with presentation attributes, which a strict policy
// allows; their numbers stand in a table below for whoever cannot see them.

const (
	figureWidth  = 420
	figureHeight = 190
	left, right  = 46, 8
	top, bottom  = 10, 34
)

// mark is one bar or dot: its place from 0 to 1 along x, its height in y's unit.
type mark struct {
	from, to float64
	y        *float64
	y2       *float64 // a second line
	label    string   // of x, shown for some
	row      []string // for the table
}

type figure struct {
	title, x string
	dots     bool
	percent  bool
	marks    []mark
	every    int // label of every so many marks
	head     []string
	note     string
	legend   [2]string
}

func fixed(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

func (f *figure) write(w writer) {
	w(`<figure class="card run-figure"><figcaption><h2>`, f.title, `</h2><p class="help">`, f.note, `</p></figcaption>`)
	if len(f.marks) == 0 {
		w(`</figure>`)
		return
	}
	highest := 0.0
	for _, m := range f.marks {
		for _, v := range []*float64{m.y, m.y2} {
			if v != nil {
				highest = max(highest, *v)
			}
		}
	}
	if f.percent {
		highest = 1
	}
	step := niceStep(highest / 4)
	ceil := math.Ceil(highest/step) * step
	if !(ceil > 0) {
		ceil, step = 1, 1
	}
	px := func(x float64) float64 { return left + x*(figureWidth-left-right) }
	py := func(y float64) float64 { return figureHeight - bottom - y/ceil*(figureHeight-top-bottom) }
	w(`<svg viewBox="0 0 `, strconv.Itoa(figureWidth), ` `, strconv.Itoa(figureHeight), `" role="img" aria-label="`, f.title, `; the numbers are in the table below">`)
	for i := 0; float64(i)*step <= ceil*1.0001; i++ {
		v := float64(i) * step
		name := grouped(v)
		if f.percent {
			name = strconv.Itoa(int(math.Round(v*100))) + "%"
		}
		w(`<line class="grid" x1="`, fixed(left), `" x2="`, fixed(figureWidth-right), `" y1="`, fixed(py(v)), `" y2="`, fixed(py(v)), `"/><text x="`, fixed(left-5), `" y="`, fixed(py(v)+3.5), `" text-anchor="end">`, name, `</text>`)
	}
	line, second := "", ""
	for i, m := range f.marks {
		middle := px((m.from + m.to) / 2)
		if m.y != nil {
			if f.dots {
				line += command(line) + fixed(middle) + " " + fixed(py(*m.y))
				w(`<circle class="s0" cx="`, fixed(middle), `" cy="`, fixed(py(*m.y)), `" r="3" fill="currentColor"/>`)
			} else {
				w(`<rect class="s0" x="`, fixed(px(m.from)+0.5), `" y="`, fixed(py(*m.y)), `" width="`, fixed(max(px(m.to)-px(m.from)-1, 0.5)), `" height="`, fixed(max(py(0)-py(*m.y), 0)), `" fill="currentColor"/>`)
			}
		}
		if m.y2 != nil {
			second += command(second) + fixed(middle) + " " + fixed(py(*m.y2))
			w(`<circle class="s1" cx="`, fixed(middle), `" cy="`, fixed(py(*m.y2)), `" r="3" fill="currentColor"/>`)
		}
		if i%max(f.every, 1) == 0 {
			at := middle
			if !f.dots && f.every > 1 {
				at = px(m.from)
			}
			w(`<text x="`, fixed(at), `" y="`, fixed(figureHeight-bottom+13), `" text-anchor="middle">`, text(m.label), `</text>`)
		}
	}
	for i, d := range []string{line, second} {
		if d != "" {
			w(`<path class="s`, strconv.Itoa(i), `" d="`, d, `" fill="none" stroke="currentColor" stroke-width="1.5"/>`)
		}
	}
	w(`<text class="axis" x="`, fixed((left+figureWidth-right)/2.0), `" y="`, fixed(figureHeight-4), `" text-anchor="middle">`, f.x, `</text></svg>`)
	if f.legend[0] != "" {
		w(`<p class="help keys"><i class="dot s0"></i>`, f.legend[0], ` <i class="dot s1"></i>`, f.legend[1], `</p>`)
	}
	w(`<details><summary>Numbers</summary><div class="scroll" role="region" aria-label="Numbers" tabindex="0"><table><thead><tr>`)
	for _, h := range f.head {
		w(`<th scope="col">`, h, `</th>`)
	}
	w(`</tr></thead><tbody>`)
	for _, m := range f.marks {
		w(`<tr>`)
		for _, c := range m.row {
			w(`<td>`, text(c), `</td>`)
		}
		w(`</tr>`)
	}
	w(`</tbody></table></div></details></figure>`)
}

func command(path string) string {
	if path == "" {
		return "M"
	}
	return "L"
}

// niceStep is the 1, 2 or 5 times a power of ten that is not below v.
func niceStep(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range []float64{1, 2, 5} {
		if k*p >= v*0.999 {
			return k * p
		}
	}
	return 10 * p
}

// grouped writes a round number as the tables do, thousands apart.
func grouped(v float64) string {
	if v == math.Trunc(v) {
		return render.Significant(v, 1)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

func scaled(v *float64, by float64) *float64 {
	if v == nil {
		return nil
	}
	x := *v * by
	return &x
}

func orDash(v *float64, by float64) string {
	if v == nil {
		return "–"
	}
	return digits(*v * by)
}

// ticks words values that rise, of which every so many is shown: with the fewest
// digits, from least on, that tell those apart. What six do not tell from the one
// before it is left out, since two ticks of one name say that nothing lies between.
func ticks(values []float64, every, least int) []string {
	const most = 6
	out := make([]string, len(values))
	for n := least; n <= most; n++ {
		apart, before := true, ""
		for i, v := range values {
			if out[i] = render.Significant(v, n); i%every == 0 {
				if out[i] == before {
					apart, out[i] = false, ""
				} else {
					before = out[i]
				}
			}
		}
		if apart {
			break
		}
	}
	return out
}

// without words why a figure cannot be drawn.
func without(w writer, title, why string) { (&figure{title: title, note: why}).write(w) }

const noGaps = "Not available: this file gives no times of single tokens or chunks."

func gapFigure(w writer, r *Run) {
	s := &r.Series
	if len(s.Gaps) == 0 {
		without(w, "Gaps while streaming", noGaps)
		return
	}
	f := figure{title: "Gaps between " + s.GapsOf, x: "gap, ms (logarithmic)", every: 6, head: []string{"from, ms", "to, ms", "gaps"},
		note: "How many gaps are how long. A few long ones are what a reader notices."}
	from := make([]float64, len(s.Gaps))
	for i, b := range s.Gaps {
		from[i] = b.From * 1000
	}
	names := ticks(from, f.every, 2)
	for i, b := range s.Gaps {
		y := float64(b.N)
		f.marks = append(f.marks, mark{from: float64(i) / float64(len(s.Gaps)), to: float64(i+1) / float64(len(s.Gaps)), y: &y,
			label: names[i], row: []string{digits(b.From * 1000), digits(b.To * 1000), strconv.Itoa(b.N)}})
	}
	f.write(w)
}

func lengthFigure(w writer, r *Run) {
	const title = "First-token share against output length"
	groups := r.Series.ByLength
	if len(groups) == 0 {
		without(w, title, "Not available: no request here has both a TTFT and an output length.")
		return
	}
	f := figure{title: title, x: "output tokens", percent: true, head: []string{"output tokens", "requests", "first-token share"},
		note: "The part of the whole wait that goes by before the first token: short answers feel it most."}
	for i, g := range groups {
		name := grouped(g.From)
		if g.To > g.From {
			name += "–" + grouped(g.To)
		}
		label := render.FormatTarget(g.From)
		if g.From >= 1024 {
			label = render.FormatTarget(g.From/1024) + "k"
		}
		share := "–"
		if g.Share != nil {
			share = percent(*g.Share)
		}
		f.marks = append(f.marks, mark{from: float64(i) / float64(len(groups)), to: float64(i+1) / float64(len(groups)), y: g.Share,
			label: label, row: []string{name, strconv.Itoa(g.N), share}})
	}
	f.every = 1
	f.write(w)
}

func tenthFigure(w writer, r *wire.Requests) {
	const title = "Along the answer"
	if len(r.Steadiness.ByTenth) == 0 {
		without(w, title, "Not available: this file does not say how many tokens each chunk carried, or when.")
		return
	}
	f := figure{title: title, x: "tenth of the output", dots: true, head: []string{"tenth", "gaps", "p50, ms", "p95, ms"},
		note: "Gap between tokens, ms, by tenth of the output: it grows with the KV cache.", legend: [2]string{"p50", "p95"}}
	for i, g := range r.Steadiness.ByTenth {
		f.marks = append(f.marks, mark{from: float64(i) / 10, to: float64(i+1) / 10, y: scaled(g.P50, 1000), y2: scaled(g.P95, 1000),
			label: strconv.Itoa(i + 1), row: []string{strconv.Itoa(i + 1), strconv.Itoa(g.N), orDash(g.P50, 1000), orDash(g.P95, 1000)}})
	}
	f.write(w)
}

func overRunFigure(w writer, r *wire.Requests) {
	const title = "Over the run"
	buckets := r.Steadiness.OverRun
	if len(buckets) == 0 {
		without(w, title, "Not available: this file does not say when requests were sent.")
		return
	}
	f := figure{title: title, x: "time since the first request, s", dots: true, head: []string{"from, s", "to, s", "requests", "median ITL, ms", "mean ITL, ms"},
		note: "ITL, ms/token, of the requests whose first token came then: a drift shows.", legend: [2]string{"median", "mean"}, every: 2}
	middle := make([]float64, len(buckets))
	for i, g := range buckets {
		middle[i] = (g.From + g.To) / 2
	}
	names := ticks(middle, f.every, 3)
	for i, g := range buckets {
		f.marks = append(f.marks, mark{from: float64(i) / float64(len(buckets)), to: float64(i+1) / float64(len(buckets)), y: scaled(g.Median, 1000), y2: scaled(g.Mean, 1000),
			label: names[i], row: []string{digits(g.From), digits(g.To), strconv.Itoa(g.N), orDash(g.Median, 1000), orDash(g.Mean, 1000)}})
	}
	f.write(w)
}
