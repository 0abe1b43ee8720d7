package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// chain says what the whole chain comes to where every step has a ratio, and
// its steps where the whole is largest.
func (p *prose) chain() {
	t := p.sh.Table
	if len(t.Chain) == 0 {
		return
	}
	steps, whole := t.Chain[:len(t.Chain)-1], &t.Chain[len(t.Chain)-1]
	from, to := p.labels[whole.From], p.labels[whole.To]
	var values []*claim
	for j := range t.Spec.Targets {
		c := p.link(whole, j)
		for k := range steps {
			if p.link(&steps[k], j) == nil {
				c = nil
			}
		}
		if c != nil {
			values = append(values, c)
		}
	}
	if len(values) == 0 {
		p.say("no target has a ratio for every step from # to #", from, to)
		return
	}
	top := extreme(values, 1)
	rest := ""
	if span, single := between(values); !single {
		rest = fill(", the largest at the targets that all of them reach#; # it is #", p.firmest(values, 1), p.at(values), span)
	}
	what := p.counted(Throughput)
	if p.sh.Table.ChainPriced() {
		what, p.priced = p.counted(Cost), true
	}
	p.say("from # to # the ratio of # is # ##", from, to, what, top[0].said, p.at(top), rest)
	if len(steps) < 2 {
		return
	}
	var parts []string
	for k := range steps {
		s := &steps[k]
		differs := ""
		if len(s.Differs) > 0 {
			differs += fill(" (they differ in #)", join(s.Differs))
		}
		parts = append(parts, fill("# to # ##", p.labels[s.From], p.labels[s.To], p.link(s, top[0].col).said, differs))
	}
	p.say("step by step #: #", p.at(top[:1]), strings.Join(parts, ", "))
}

// link is a step at a target; nil where it has no ratio or one of its sides is
// served by its slowest point.
func (p *prose) link(s *iso.Step, j int) *claim {
	r := &s.Ratios[j]
	v := p.sh.chainRatio(r)
	rows := p.sh.Table.Rows
	c := ratioClaim(s.To, j, v, &rows[s.To].Cells[j], &rows[s.From].Cells[j])
	if c == nil || c.served {
		return nil
	}
	return c
}
