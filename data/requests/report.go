package requests

import (
	"fmt"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/quantile"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Own is the summary that the tool itself printed, found in the file or beside
// it, under the names of its convention.
type Own struct {
	Where   string
	Figures map[string]float64
}

// driftBuckets is in how many parts a run is cut to see a drift.
const driftBuckets = 10

// Report forms the reply, numbers rounded to 12 significant digits. own may have
// no figures.
func (c *Collector) Report(own Own) *wire.Requests {
	s := c.Summary()
	r := &wire.Requests{
		Source:     c.options.Convention,
		Requests:   wire.RequestCounts{Total: s.Total + c.refused + c.repeated, Used: s.Used, Dropped: map[string]int{}},
		Metrics:    wire.RequestMetrics{TTFT: times(s.TTFT), ITL: times(s.ITL), E2EL: times(s.E2EL), Interactivity: rates(s.Interactivity), E2ENormalized: rates(s.E2ENormalized)},
		Split:      wire.RequestSplit{N: s.Split.N, DecodeShare: num(s.Split.DecodeShare), FirstTokenShare: num(s.Split.FirstTokenShare), Decode: num(s.Split.Decode), FirstToken: num(s.Split.FirstToken)},
		Steadiness: c.rhythm(s),
		Goodput:    c.goodput(s),
	}
	for reason, n := range s.Dropped {
		r.Requests.Dropped[reason.String()] = n
	}
	if c.refused > 0 {
		r.Requests.Dropped[latency.DroppedInvalid.String()] += c.refused
	}
	if c.repeated > 0 {
		r.Requests.Dropped[latency.DroppedRepeated.String()] = c.repeated
	}
	r.AsTheToolPrints = c.tool(own)
	r.Synthetic = c.options.Synthetic
	if r.Synthetic {
		r.Warnings = append(r.Warnings, "these requests are "+data.SyntheticNote)
	}
	r.Warnings = append(append(r.Warnings, c.warnings()...), s.Warnings...)
	r.Warnings = append(r.Warnings, disagreements(&r.AsTheToolPrints)...)
	if r.Warnings == nil {
		r.Warnings = []string{}
	}
	return r
}

// Disagreements words the figures of the tool's own summary that are not what its
// definitions give from the records.
func (c *Collector) Disagreements(own Own) []string {
	t := c.tool(own)
	return disagreements(&t)
}

func num(v opt.Float) *float64 { return v.Map(query.Round12).Ptr() }

func interval(iv *quantile.Interval) []float64 {
	if iv == nil {
		return nil
	}
	return []float64{query.Round12(iv.Low), query.Round12(iv.High)}
}

func times(t latency.Times) wire.TimeStats {
	return wire.TimeStats{N: t.N(), Mean: num(t.Mean()), P50: num(t.At(0.5)), P75: num(t.At(0.75)), P90: num(t.At(0.9)), P95: num(t.At(0.95)), P99: num(t.At(0.99)),
		P90Interval: interval(t.Percentile(0.9).Interval)}
}

func rates(t latency.Rates) wire.RateStats {
	return wire.RateStats{N: t.N(), P50: num(t.At(0.5)), P75: num(t.At(0.75)), P90: num(t.At(0.9)), P95: num(t.At(0.95)), P99: num(t.At(0.99)),
		P90Interval: interval(t.Percentile(0.9).Interval)}
}

func gaps(requests int, g *latency.Gaps) wire.GapStats {
	return wire.GapStats{Requests: requests, N: int(g.N()), Mean: num(g.Mean()), P50: num(g.At(0.5)), P95: num(g.At(0.95)), P99: num(g.At(0.99)), Max: num(g.Max()), Variation: num(g.Variation())}
}

func (c *Collector) rhythm(s *latency.Summary) wire.RequestRhythm {
	st := &s.Steadiness
	out := wire.RequestRhythm{TokenGaps: gaps(st.Requests, st.TokenGaps), InterChunk: gaps(st.Chunked, st.InterChunk), Stalls: num(st.Stalls), StallShare: num(st.StallShare)}
	if st.TokenGaps.N() > 0 {
		for _, g := range st.ByTenth {
			out.ByTenth = append(out.ByTenth, gaps(st.Requests, g))
		}
	}
	for _, b := range c.run.Drift(driftBuckets) {
		out.OverRun = append(out.OverRun, wire.TimeBucket{From: query.Round12(b.From), To: query.Round12(b.To), N: b.N, Mean: num(b.Mean), Median: num(b.Median)})
	}
	return out
}

func (c *Collector) goodput(s *latency.Summary) *wire.RequestGood {
	slo := c.options.SLO
	if !slo.TTFT.Ok() && !slo.ITL.Ok() {
		return nil
	}
	g := s.Goodput(slo)
	return &wire.RequestGood{TTFT: slo.TTFT.Ptr(), ITL: slo.ITL.Ptr(), Met: g.Met, Sent: g.Sent, PerSecond: num(g.PerSecond), Share: num(g.Share)}
}

// tolerance is how far a tool's own summary may be from its definition, for the
// digits that it prints.
const tolerance = 1e-6

func (c *Collector) tool(own Own) wire.ToolFigures {
	out := wire.ToolFigures{Figures: map[string]float64{}}
	if c.book == nil {
		return out
	}
	out.Convention, out.Tool, out.Definition, out.Differs = c.convention.Name, c.convention.Tool, c.convention.Source, c.convention.Differs
	c.book.Share(c.Summary())
	printed := c.book.Print()
	for name, v := range printed {
		if x, ok := v.Get(); ok {
			out.Figures[name] = query.Round12(x)
		}
	}
	if len(own.Figures) == 0 {
		return out
	}
	out.Summary = own.Where
	var differ []latency.Difference
	out.Compared, differ = printed.Compare(own.Figures, tolerance)
	for _, d := range differ {
		out.Differ = append(out.Differ, wire.ToolDifference{Name: d.Name, Printed: query.Round12(d.Theirs), FromRecords: query.Round12(d.Ours)})
	}
	return out
}

// disagreements words the figures that differ, one line for each metric.
func disagreements(t *wire.ToolFigures) (out []string) {
	for i := 0; i < len(t.Differ); {
		first := t.Differ[i]
		metric := metricOf(first.Name)
		n := 1
		for i+n < len(t.Differ) && metricOf(t.Differ[i+n].Name) == metric {
			n++
		}
		line := fmt.Sprintf("%s says %s = %.8g, the records give %.8g", t.Summary, first.Name, first.Printed, first.FromRecords)
		if n > 1 {
			line += fmt.Sprintf(" (and %d more figures of %s)", n-1, metric)
		}
		out = append(out, line)
		i += n
	}
	return out
}

// metricOf is a figure's name without its statistic.
func metricOf(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	if _, rest, ok := strings.Cut(name, "_"); ok {
		return rest
	}
	return name
}
