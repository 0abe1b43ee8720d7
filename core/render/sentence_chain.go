package render

import (
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// chain says what the whole chain comes to where every step has a ratio, and
// its steps where the whole is largest.
func (p *prose) chain() {
	t := p.sh.Table
	if len(t.Chain) == 0 {
		return
	}
	steps, whole := t.Chain[:len(t.Chain)-1], &t.Chain[len(t.Chain)-1]
	of := func(s *iso.Step, j int) (claim, opt.Float) {
		r := &s.Ratios[j]
		v := r.PerfPerDollar
		if !v.Ok() {
			v = r.Throughput
		}
		f, _ := v.Get()
		return ratioClaim(s.To, j, f, &t.Rows[s.To].Cells[j], &t.Rows[s.From].Cells[j]), v
	}
	var values []claim
	dollars, throughputs := 0, 0
	for j := range t.Spec.Targets {
		c, v := of(whole, j)
		ok := v.Ok() && !c.served
		for k := range steps {
			s, v := of(&steps[k], j)
			ok = ok && v.Ok() && !s.served
		}
		if !ok {
			continue
		}
		values = append(values, c)
		for k := range steps {
			if steps[k].Ratios[j].PerfPerDollar.Ok() {
				dollars++
			} else {
				throughputs++
			}
		}
	}
	from, to := p.labels[whole.From], p.labels[whole.To]
	if len(values) == 0 {
		p.say("no target has a ratio for every step from " + from + " to " + to)
		return
	}
	what := "tokens per dollar"
	switch {
	case dollars == 0:
		what = "throughput per GPU"
	case throughputs > 0:
		what = "tokens per dollar (throughput where a price is missing)"
	}
	p.priced = p.priced || dollars > 0
	top := extreme(values, 1)
	s := "from " + from + " to " + to + " the ratio of " + what + " is " + top[0].number() + " " + p.at(top)
	if span, single := between(values); !single {
		s += ", the largest at the targets that all of them reach" + p.firmest(values, 1) + "; " + p.at(values) + " it is " + span
	}
	p.say(s)
	if len(steps) < 2 {
		return
	}
	var parts []string
	for k := range steps {
		c, _ := of(&steps[k], top[0].col)
		part := p.labels[steps[k].From] + " to " + p.labels[steps[k].To] + " " + c.number()
		if d := steps[k].Differs; len(d) > 0 {
			part += " (they differ in " + join(d) + ")"
		}
		parts = append(parts, part)
	}
	p.say("step by step " + p.at(top[:1]) + ": " + strings.Join(parts, ", "))
}
