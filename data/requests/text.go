package requests

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// WriteText writes a report for people: our figures, then what the tool prints
// beside them and why the two differ, then the warnings. title says what the
// file is.
func WriteText(w io.Writer, title string, r *wire.Requests) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", title, counts(&r.Requests))
	writeMetrics(&b, &r.Metrics)
	writeRest(&b, r)
	writeTool(&b, r)
	for i, line := range r.Warnings {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "warning: %s\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func counts(c *wire.RequestCounts) string {
	s := plural(c.Total, "request") + ": " + strconv.Itoa(c.Used) + " used"
	dropped, reasons := 0, []string{}
	for _, reason := range latency.Reasons {
		if n := c.Dropped[reason.String()]; n > 0 {
			dropped += n
			reasons = append(reasons, strings.ReplaceAll(reason.String(), "_", " ")+" "+strconv.Itoa(n))
		}
	}
	if dropped > 0 {
		s += ", " + strconv.Itoa(dropped) + " dropped (" + strings.Join(reasons, ", ") + ")"
	}
	return s
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// digits is how many significant digits the text shows.
const digits = 6

func show(v *float64, scale float64) string {
	if v == nil {
		return "-"
	}
	return render.Significant(*v*scale, digits)
}

func table(b *strings.Builder, rows [][]string) {
	tw := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	_ = tw.Flush() // a Builder does not fail
}

func writeMetrics(b *strings.Builder, m *wire.RequestMetrics) {
	rows := [][]string{{"", "N", "mean", "p50", "p75", "p90", "p95", "p99", "p90, 95% interval"}}
	between := func(iv []float64, scale float64) string {
		if len(iv) != 2 {
			return "-"
		}
		return show(&iv[0], scale) + " to " + show(&iv[1], scale)
	}
	for _, x := range []struct {
		name  string
		t     *wire.TimeStats
		scale float64
	}{{"TTFT, s", &m.TTFT, 1}, {"ITL, ms/token", &m.ITL, 1000}, {"E2EL, s", &m.E2EL, 1}} {
		rows = append(rows, []string{x.name, strconv.Itoa(x.t.N), show(x.t.Mean, x.scale), show(x.t.P50, x.scale), show(x.t.P75, x.scale),
			show(x.t.P90, x.scale), show(x.t.P95, x.scale), show(x.t.P99, x.scale), between(x.t.P90Interval, x.scale)})
	}
	for _, x := range []struct {
		name string
		t    *wire.RateStats
	}{{"interactivity, tok/s/user", &m.Interactivity}, {"E2E-normalized, tok/s/user", &m.E2ENormalized}} {
		rows = append(rows, []string{x.name, strconv.Itoa(x.t.N), "", show(x.t.P50, 1), show(x.t.P75, 1), show(x.t.P90, 1), show(x.t.P95, 1), show(x.t.P99, 1), between(x.t.P90Interval, 1)})
	}
	table(b, rows)
	b.WriteString("Rates are 1/percentile of the time per token: interactivity of ITL = (E2EL - TTFT)/(OSL - 1),\n" +
		"E2E-normalized of E2EL/OSL, which the first-token wait is part of. So p90 is the slow tail.\n\n")
}

func writeRest(b *strings.Builder, r *wire.Requests) {
	rows := [][]string{}
	if r.Split.FirstTokenShare != nil {
		rows = append(rows, []string{"of E2EL/OSL", percent(r.Split.FirstTokenShare) + " waiting for the first token, " + percent(r.Split.DecodeShare) + " decoding"})
	}
	if g := &r.Steadiness.TokenGaps; g.N > 0 {
		rows = append(rows, []string{"gaps between tokens, ms", gapLine(g)})
	}
	if g := &r.Steadiness.InterChunk; g.N > 0 {
		rows = append(rows, []string{"gaps between chunks, ms", gapLine(g)})
	}
	if v := r.Steadiness.Stalls; v != nil {
		rows = append(rows, []string{"stalls (5 x the request's median gap)", render.FormatTarget(*v) + ", " + percent(r.Steadiness.StallShare) + " of the decoding time"})
	}
	if g := r.Goodput; g != nil {
		var slo []string
		if g.TTFT != nil {
			slo = append(slo, "TTFT <= "+render.FormatTarget(*g.TTFT)+" s")
		}
		if g.ITL != nil {
			slo = append(slo, "ITL <= "+render.FormatTarget(*g.ITL)+" s")
		}
		rows = append(rows, []string{"goodput at " + strings.Join(slo, ", "), show(g.PerSecond, 1) + " requests/s, " + strconv.Itoa(g.Met) + " of " + strconv.Itoa(g.Sent) + " sent (" + percent(g.Share) + ")"})
	}
	table(b, rows)
}

func gapLine(g *wire.GapStats) string {
	return "p50 " + show(g.P50, 1000) + ", p95 " + show(g.P95, 1000) + ", p99 " + show(g.P99, 1000) + ", max " + show(g.Max, 1000) +
		", variation " + show(g.Variation, 1) + " (" + strconv.Itoa(g.N) + " gaps of " + plural(g.Requests, "request") + ")"
}

func percent(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v*100, 'f', 1, 64) + "%"
}

// writeTool sets the tool's figures beside ours.
func writeTool(b *strings.Builder, r *wire.Requests) {
	t := &r.AsTheToolPrints
	if t.Tool == "" {
		return
	}
	prints := " would print, in that unit" // formed here from the requests, as it forms them
	if t.Summary != "" {
		prints = " prints, in that unit"
	}
	rows := [][]string{{"here", "", "unit", t.Tool + prints, "named"}}
	for _, p := range pairs(t.Convention) {
		theirs, ok := t.Figures[p.tool]
		if !ok {
			continue
		}
		rows = append(rows, []string{p.ours, show(p.value(&r.Metrics), p.scale), p.unit, show(&theirs, p.per), p.tool})
	}
	if len(rows) > 1 {
		b.WriteByte('\n')
		table(b, rows)
	}
	fmt.Fprintf(b, "\nHow %s differs: %s.\n", t.Tool, t.Differs)
	if t.Summary != "" {
		agree := t.Compared - len(t.Differ)
		fmt.Fprintf(b, "%s: %d of %s agree with the requests.\n", t.Summary, agree, plural(t.Compared, "figure"))
	}
}
