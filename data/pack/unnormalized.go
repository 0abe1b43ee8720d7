package pack

import (
	"fmt"

	"github.com/isofront/isofront/data"
)

// unnormalized says of which agentic points tables and frontiers will not take, since
// they hold no E2E-normalized value at any percentile: a tool's summary has none. It is ""
// where there are none.
func unnormalized(g group, points []*data.Point) string {
	if g.workload != data.Agentic {
		return ""
	}
	without := 0
	for _, p := range points {
		if !normalized(p) {
			without++
		}
	}
	if without == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: %d of %d points hold no E2E-normalized value (E2EL per output token), without which no table, chart or frontier takes them: pack the per-request records of their runs",
		g.model, g.workload, without, len(points))
}

func normalized(p *data.Point) bool {
	for _, pct := range data.Percentiles {
		if m, ok := data.PercentileMetric(data.E2ELPerToken, pct); ok {
			if _, there := p.Values[m].Positive(); there {
				return true
			}
		}
	}
	return false
}
