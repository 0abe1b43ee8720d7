package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
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
	nearest := p.sh.Table.Spec.Targets[cols[0]]
	if nearest < x {
		nearest = p.sh.Table.Spec.Targets[cols[len(cols)-1]]
	}
	return append(parts, fill("at # # (its # measured point is at #)", p.targetList(cols), p.unit, end, endText(x, nearest)))
}

// resting names the sheet and the own values that what was said rests on.
func (p *prose) resting() {
	if p.priced {
		p.basis("prices", fill("#, sheet of #", p.sh.Basis, p.sh.PricesAsOf), "own, # per GPU-hour", p.sh.Own, func(s *iso.Series) (opt.Float, string) { return s.Price, "$" })
	}
	if p.powered {
		p.basis("powers", "sheet of "+p.sh.PricesAsOf, "own, kW/GPU: #", p.sh.OwnKw, func(s *iso.Series) (opt.Float, string) { return s.Kw, "" })
	}
}

func (p *prose) basis(what, sheet, given string, own map[string]float64, of func(*iso.Series) (opt.Float, string)) {
	fromSheet := false
	list := p.sh.perHardware(func(s *iso.Series) string {
		value, unit := of(s)
		v, ok := value.Get()
		_, isOwn := own[words.Lower(s.Hardware)]
		switch {
		case ok && isOwn && unit != "":
			return unit + Money(v)
		case ok && isOwn:
			return FormatTarget(v)
		}
		fromSheet = fromSheet || ok
		return ""
	})
	var parts []string
	if fromSheet && p.sh.PricesAsOf != "" {
		parts = append(parts, sheet)
	}
	if list != "" {
		parts = append(parts, fill(given, list))
	}
	if len(parts) > 0 {
		p.say("#: #", what, strings.Join(parts, "; "))
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
