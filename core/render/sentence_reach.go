package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// mostUnreachable is how many systems are named as unreachable.
const mostUnreachable = 6

// unreachable says which targets the systems do not reach, and where their
// measured points end.
func (p *prose) unreachable() {
	t := p.sh.Table
	var parts []string
	for i := range t.Rows {
		var own []string
		for _, side := range []struct {
			state iso.State
			end   string
		}{{iso.Below, "slowest"}, {iso.Above, "fastest"}} {
			var cols []int
			for j := range t.Rows[i].Cells {
				if t.Rows[i].Cells[j].Reading.State == side.state {
					cols = append(cols, j)
				}
			}
			if end, ok := t.Rows[i].Frontier.End(side.state); ok && len(cols) > 0 {
				own = append(own, "at "+p.targetList(cols)+" "+p.unit+" (its "+side.end+" measured point is at "+axisValue(end)+")")
			}
		}
		if _, _, ok := t.Rows[i].Frontier.Range(); !ok {
			own = append(own, "at any target (it has no measured point here)")
		}
		if len(own) > 0 {
			parts = append(parts, p.labels[i]+" "+join(own))
		}
	}
	if len(parts) > mostUnreachable {
		parts = append(parts[:mostUnreachable], "and other systems where the table says so")
	}
	if len(parts) > 0 {
		p.say("unreachable: " + strings.Join(parts, "; "))
	}
}

// prices names the sheet and the own prices that ratios and costs rest on.
func (p *prose) prices() {
	sheet := false
	own := p.sh.perHardware(func(s *iso.Series) string {
		v, ok := s.Price.Get()
		_, isOwn := p.sh.Own[strings.ToLower(s.Hardware)]
		if ok && isOwn {
			return "$" + Money(v)
		}
		sheet = sheet || ok
		return ""
	})
	var parts []string
	if sheet && p.sh.PricesAsOf != "" {
		parts = append(parts, p.sh.Basis+", sheet of "+p.sh.PricesAsOf)
	}
	if own != "" {
		parts = append(parts, "own, "+own+" per GPU-hour")
	}
	if len(parts) > 0 {
		p.say("prices: " + strings.Join(parts, "; "))
	}
}
