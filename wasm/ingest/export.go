package ingest

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
)

// csv writes a run's report, one row per figure, in base units and to 12 digits.
func (m *module) csv(i int) string {
	c := m.run(i)
	if c == nil {
		return ""
	}
	r := &c.reply.Report
	var b strings.Builder
	b.WriteString("metric,statistic,value,unit,n\n")
	row := func(metric, statistic, value, unit, n string) {
		b.WriteString(strings.Join([]string{render.CSVText(metric), render.CSVText(statistic), value, unit, n}, ",") + "\n")
	}
	if r.Synthetic {
		row("note", "these requests are "+data.SyntheticNote, "", "", "")
	}
	row("requests", "total", strconv.Itoa(r.Requests.Total), "", "")
	row("requests", "used", strconv.Itoa(r.Requests.Used), "", "")
	for _, reason := range reasons(&r.Requests) {
		row("requests dropped", reason, strconv.Itoa(r.Requests.Dropped[reason]), "", "")
	}
	for _, x := range metrics(&r.Metrics) {
		for i, v := range x.values {
			if v != nil {
				row(x.name, statistics[i], render.FormatTarget(*v), x.base, strconv.Itoa(x.n))
			}
		}
		for i, v := range x.interval {
			row(x.name, [2]string{"p90 interval low", "p90 interval high"}[i%2], render.FormatTarget(v), x.base, strconv.Itoa(x.n))
		}
	}
	return b.String()
}
