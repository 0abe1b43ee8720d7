package ingest

import (
	stdhtml "html"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/wire"
)

// text escapes what comes from a file; everything of a file's goes through it.
func text(s string) string { return stdhtml.EscapeString(s) }

// shown is to how many significant digits the page shows numbers; the exact ones
// are in data-value and in the exports.
const shown = 5

func digits(v float64) string { return render.Significant(v, shown) }

func percent(v float64) string { return strconv.FormatFloat(v*100, 'f', 1, 64) + "%" }

// statistics head the columns of the table of metrics.
var statistics = []string{"mean", "p50", "p75", "p90", "p95", "p99"}

// metric is one row of that table. values are in base units, times scale in unit.
type metric struct {
	key, name, base, unit string
	scale                 float64
	n                     int
	values                []*float64
	interval              []float64
}

func metrics(m *wire.RequestMetrics) []metric {
	time := func(key, name, unit string, scale float64, base string, t *wire.TimeStats) metric {
		return metric{key, name, base, unit, scale, t.N, []*float64{t.Mean, t.P50, t.P75, t.P90, t.P95, t.P99}, t.P90Interval}
	}
	rate := func(key, name string, t *wire.RateStats) metric {
		return metric{key, name, "tok/s/user", "tok/s/user", 1, t.N, []*float64{nil, t.P50, t.P75, t.P90, t.P95, t.P99}, t.P90Interval}
	}
	return []metric{
		time("ttft", "TTFT", "s", 1, "s", &m.TTFT),
		time("itl", "ITL", "ms/token", 1000, "s/token", &m.ITL),
		time("e2el", "E2EL", "s", 1, "s", &m.E2EL),
		rate("interactivity", "Interactivity", &m.Interactivity),
		rate("e2e-normalized", "E2E-normalized interactivity", &m.E2ENormalized),
	}
}

// reasons lists why requests were dropped, in the order they are checked.
func reasons(c *wire.RequestCounts) (out []string) {
	for _, r := range latency.Reasons {
		if c.Dropped[r.String()] > 0 && r != latency.Used {
			out = append(out, r.String())
		}
	}
	return out
}

// html is a run's report. It has no inline style and no text of a file's that is
// not escaped.
func html(r *Run, form string) string {
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	rep := &r.Report
	w(`<section class="card run"><div class="card-head"><div><h2>`, text(rep.File), `</h2><p class="help run-kind">`, text(r.Title))
	if t := &rep.AsTheToolPrints; t.Tool != "" {
		w(`; figures formed as by `, text(t.Tool))
	}
	w(`</p></div><div class="copy"><span>Save as</span> <button type="button" class="quiet" data-action="save-run" data-format="json">JSON</button> <button type="button" class="quiet" data-action="save-run" data-format="csv">CSV</button></div></div>`)
	if rep.Synthetic {
		w(`<p><span class="badge">synthetic</span> These requests are `, data.SyntheticNote, `.</p>`)
	}
	w(`<p class="run-counts" data-total="`, strconv.Itoa(rep.Requests.Total), `" data-used="`, strconv.Itoa(rep.Requests.Used), `">`, text(requests.Dropped(&rep.Requests)), `.</p>`)
	metricsTable(w, &rep.Metrics)
	split(w, &rep.Split)
	w(`</section>`)
	w(`<section class="card slo" aria-labelledby="slo-title"><h2 id="slo-title">Goodput at your objectives</h2><div class="small-fields">`,
		`<div class="field"><label for="slo-ttft">TTFT at most, s</label><input id="slo-ttft" data-slo="ttft" type="text" inputmode="decimal" autocomplete="off" maxlength="20"></div>`,
		`<div class="field"><label for="slo-itl">ITL at most, ms/token</label><input id="slo-itl" data-slo="itl" type="text" inputmode="decimal" autocomplete="off" maxlength="20"></div>`,
		`</div><p id="goodput" role="status">Type one or both: how many of the requests sent succeed and meet them.</p></section>`)
	w(form, `<div class="figures">`)
	gapFigure(w, r)
	lengthFigure(w, r)
	tenthFigure(w, rep)
	overRunFigure(w, rep)
	w(`</div>`)
	steadiness(w, &rep.Steadiness)
	tools(w, r)
	if len(rep.Warnings) > 0 {
		w(`<section class="card run-warnings"><h2>Warnings</h2><ul>`)
		for _, line := range rep.Warnings {
			w(`<li>`, text(line), `</li>`)
		}
		w(`</ul></section>`)
	}
	return b.String()
}

type writer func(parts ...string)

func cell(w writer, v *float64, scale float64) {
	if v == nil {
		w(`<td>–</td>`)
		return
	}
	w(`<td data-value="`, render.FormatTarget(*v), `">`, digits(*v*scale), `</td>`)
}

func metricsTable(w writer, m *wire.RequestMetrics) {
	w(`<div class="scroll" role="region" aria-label="Metrics" tabindex="0"><table class="run-metrics"><thead><tr><th scope="col">Metric</th><th scope="col">N</th>`)
	for _, s := range statistics {
		w(`<th scope="col">`, s, `</th>`)
	}
	w(`<th scope="col">p90, 95% interval</th></tr></thead><tbody>`)
	for _, x := range metrics(m) {
		w(`<tr data-metric="`, x.key, `"><th scope="row">`, x.name, ` <small>`, x.unit, `</small></th><td>`, grouped(float64(x.n)), `</td>`)
		for _, v := range x.values {
			cell(w, v, x.scale)
		}
		if len(x.interval) == 2 {
			w(`<td>`, digits(x.interval[0]*x.scale), ` to `, digits(x.interval[1]*x.scale), `</td>`)
		} else {
			w(`<td>–</td>`)
		}
		w(`</tr>`)
	}
	w(`</tbody></table></div><p class="help">ITL is (E2EL − TTFT)/(output tokens − 1). Rates are 1 over the percentile of the time per token, so p90 is the slow tail: interactivity of ITL, `,
		`E2E-normalized <i>(experimental)</i> of E2EL per output token, which the first-token wait is part of. The interval is formed by bootstrap for 5 to 200 requests.</p>`)
}

func split(w writer, s *wire.RequestSplit) {
	if s.DecodeShare == nil || s.FirstTokenShare == nil {
		w(`<p class="help">How the wait divides between the first token and decoding is not known: no request here has a TTFT.</p>`)
		return
	}
	w(`<div class="split"><p>Of the time per output token, <b data-split="first">`, percent(*s.FirstTokenShare), `</b> is waiting for the first token and <b data-split="decode">`, percent(*s.DecodeShare), `</b> is decoding`)
	if s.Decode != nil && s.FirstToken != nil {
		w(` (`, digits(*s.FirstToken*1000), ` and `, digits(*s.Decode*1000), ` ms per token, mean of `, strconv.Itoa(s.N), ` requests)`)
	}
	w(`.</p><svg class="split-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="s1" width="`,
		fixed(*s.FirstTokenShare*100), `" height="4" fill="currentColor"/><rect class="s0" x="`, fixed(*s.FirstTokenShare*100), `" width="`, fixed(*s.DecodeShare*100), `" height="4" fill="currentColor"/></svg></div>`)
}

func steadiness(w writer, s *wire.RequestRhythm) {
	if s.TokenGaps.N == 0 && s.InterChunk.N == 0 {
		return
	}
	w(`<section class="card"><h2>Steadiness</h2><div class="scroll" role="region" aria-label="Steadiness" tabindex="0"><table class="run-rhythm"><thead><tr><th scope="col">Gaps, ms</th><th scope="col">N</th><th scope="col">Requests</th><th scope="col">mean</th><th scope="col">p50</th><th scope="col">p95</th><th scope="col">p99</th><th scope="col">max</th><th scope="col">variation</th></tr></thead><tbody>`)
	for i, g := range []*wire.GapStats{&s.TokenGaps, &s.InterChunk} {
		if g.N == 0 {
			continue
		}
		w(`<tr><th scope="row">between `, [2]string{"tokens", "chunks"}[i], `</th><td>`, grouped(float64(g.N)), `</td><td>`, grouped(float64(g.Requests)), `</td>`)
		for _, v := range []*float64{g.Mean, g.P50, g.P95, g.P99, g.Max} {
			cell(w, v, 1000)
		}
		cell(w, g.Variation, 1)
		w(`</tr>`)
	}
	w(`</tbody></table></div>`)
	if s.Stalls != nil {
		w(`<p>Stalls, gaps longer than five times their request’s median: <b>`, render.FormatTarget(*s.Stalls), `</b>`)
		if s.StallShare != nil {
			w(`, `, percent(*s.StallShare), ` of the decoding time`)
		}
		w(`.</p>`)
	}
	w(`</section>`)
}

// tools sets every tool's figures beside ours.
func tools(w writer, r *Run) {
	if len(r.Others) == 0 {
		return
	}
	w(`<section class="card run-tools"><h2>What each tool would print</h2><p class="help">The same requests under each tool’s own definitions, beside ours. The file’s own tool comes first.</p>`)
	for i := range r.Others {
		o := &r.Others[i]
		open := ""
		if o.Own {
			open = " open"
		}
		w(`<details`, open, ` data-convention="`, text(o.Convention), `"><summary><b>`, text(o.Tool), `</b> <small>`, text(o.Convention), `</small></summary><p>`, text(sentence(o.Differs)), `</p>`)
		if t := &r.Report.AsTheToolPrints; o.Own && t.Summary != "" {
			w(`<p>`, strconv.Itoa(t.Compared-len(t.Differ)), ` of `, strconv.Itoa(t.Compared), ` figures of `, text(t.Summary), ` agree with the requests.</p>`)
		}
		w(`<div class="scroll" role="region" aria-label="`, text(o.Tool), `" tabindex="0"><table><thead><tr><th scope="col">Here</th><th scope="col">ours</th><th scope="col">the tool’s</th><th scope="col">unit</th><th scope="col">as</th></tr></thead><tbody>`)
		for _, f := range o.Figures {
			w(`<tr><th scope="row">`, text(f.Name), `</th>`)
			cell(w, f.Ours, 1)
			cell(w, &f.Theirs, 1)
			w(`<td>`, text(f.Unit), `</td><td><code>`, text(f.As), `</code></td></tr>`)
		}
		w(`</tbody></table></div></details>`)
	}
	w(`</section>`)
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}
