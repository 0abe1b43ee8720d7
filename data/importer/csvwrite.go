package importer

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
)

// WriteOperatingPoints writes points in the form that this package reads: RFC
// 4180 with CRLF, numbers in the shortest text that reads back exactly, text
// guarded against running as a formula in a spreadsheet. Columns that are not
// of the base form appear only when some point needs them. Texts are expected
// without white space around them, as reading leaves them.
func WriteOperatingPoints(w io.Writer, points []data.Point) error {
	columns := writtenColumns(points)
	bw := bufio.NewWriter(w)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	bw.WriteString(strings.Join(line, ",") + "\r\n")
	for i := range points {
		for k, c := range columns {
			line[k] = csvField(c.text(&points[i]))
		}
		bw.WriteString(strings.Join(line, ",") + "\r\n")
	}
	return bw.Flush() // bufio keeps the first error for Flush
}

// writtenColumn is a column of the written file. always says that it is
// written even when no point has a value.
type writtenColumn struct {
	name   string
	always bool
	text   func(*data.Point) string
}

func writtenColumns(points []data.Point) []writtenColumn {
	text := func(name string, always bool, f func(*data.Point) string) writtenColumn {
		return writtenColumn{name, always, func(p *data.Point) string { return guard(f(p)) }}
	}
	metric := func(m data.Metric, always bool) writtenColumn {
		name, shift := csvMetric(m)
		return writtenColumn{name, always, func(p *data.Point) string {
			v, ok := p.Values[m].Get()
			if !ok {
				return ""
			}
			return formatNumber(v, shift)
		}}
	}
	all := []writtenColumn{
		text("model", true, func(p *data.Point) string { return p.Model }),
		text("hardware", true, func(p *data.Point) string { return p.Hardware }),
		text("framework", true, func(p *data.Point) string { return p.Framework }),
		text("precision", true, func(p *data.Point) string { return p.Precision }),
		text("spec_decoding", true, func(p *data.Point) string { return p.SpecDecoding }),
		{"disagg", true, func(p *data.Point) string { return strconv.FormatBool(p.Disagg) }},
		{"official", false, func(p *data.Point) string {
			if p.Official {
				return "" // what an empty cell means
			}
			return "false"
		}},
		text("workload", false, func(p *data.Point) string {
			if _, _, ok := tokenWorkload(p.Workload); ok {
				return ""
			}
			return p.Workload
		}),
		{"isl", true, func(p *data.Point) string { isl, _, _ := tokens(p); return isl }},
		{"osl", true, func(p *data.Point) string { _, osl, _ := tokens(p); return osl }},
		text("recipe", true, func(p *data.Point) string { return p.Recipe }),
		{"concurrency", true, func(p *data.Point) string {
			if p.Concurrency == 0 {
				return "" // not known: no run is at none
			}
			return strconv.Itoa(p.Concurrency)
		}},
		metric(data.TputPerGPU, true),
		metric(data.Interactivity, true),
		metric(data.TPOT, true),
		{"measured_on", true, func(p *data.Point) string { return p.MeasuredOn }},
		text("run", true, func(p *data.Point) string { return p.Run }),
		text("source", true, func(p *data.Point) string { return p.Source }),
	}
	for m := range data.Metric(data.NumMetrics) {
		if m != data.TputPerGPU && m != data.Interactivity && m != data.TPOT {
			all = append(all, metric(m, false))
		}
	}
	var out []writtenColumn
	for _, c := range all {
		needed := c.always
		for i := 0; i < len(points) && !needed; i++ {
			needed = c.text(&points[i]) != ""
		}
		if needed {
			out = append(out, c)
		}
	}
	return out
}

func tokens(p *data.Point) (isl, osl string, ok bool) {
	if isl, osl, ok = tokenWorkload(p.Workload); !ok {
		return "", "", false
	}
	return isl, osl, true
}

// csvField quotes a field when it must be.
func csvField(s string) string {
	if strings.ContainsAny(s, ",\"\r\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
