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
		own := p.beyond(nil, i, iso.Below, "slowest")
		own = p.beyond(own, i, iso.Above, "fastest")
		if _, _, ok := t.Rows[i].Frontier.Range(); !ok {
			own = append(own, "at any target (it has no measured point here)")
		}
		if len(own) > 0 {
			parts = append(parts, fill("# #", p.labels[i], join(own)))
		}
	}
	if len(parts) > mostUnreachable {
		parts = append(parts[:mostUnreachable], "and other systems where the table says so")
	}
	if len(parts) > 0 {
		p.say("unreachable: #", strings.Join(parts, "; "))
	}
}

// beyond adds the targets at which a row is in a state, and the end of its
// frontier that they lie beyond.
func (p *prose) beyond(parts []string, row int, state iso.State, end string) []string {
	r := &p.sh.Table.Rows[row]
	var cols []int
	for j := range r.Cells {
		if r.Cells[j].Reading.State == state {
			cols = append(cols, j)
		}
	}
	x, ok := r.Frontier.End(state)
	if !ok || len(cols) == 0 {
		return parts
	}
	return append(parts, fill("at # # (its # measured point is at #)", p.targetList(cols), p.unit, end, axisValue(x)))
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
		parts = append(parts, fill("#, sheet of #", p.sh.Basis, p.sh.PricesAsOf))
	}
	if own != "" {
		parts = append(parts, fill("own, # per GPU-hour", own))
	}
	if len(parts) > 0 {
		p.say("prices: #", strings.Join(parts, "; "))
	}
}

// caveat names the systems that are something a reader has to know.
func (p *prose) caveat(what string, is func(*iso.Series) bool) {
	var systems []string
	for i := range p.sh.Table.Rows {
		if is(p.sh.Table.Rows[i].Series) {
			systems = append(systems, p.labels[i])
		}
	}
	switch len(systems) {
	case 0:
	case len(p.labels):
		p.say("all of this is #", what)
	default:
		p.say("#: #", what, join(systems))
	}
}
