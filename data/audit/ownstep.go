package audit

import (
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// A table of steps as isofront writes it: what its ratios are of stands in the caption,
// and a head is a step from one series to another, what differs behind it.
var (
	stepCaption = regexp.MustCompile(`^(Performance per dollar|Throughput per GPU), step by step`)
	stepHead    = regexp.MustCompile(`^(?:whole: )?([^→]+) → ([^→]+?)(?: \([^()]*\))?$`)
)

// ownSteps maps the columns of such a table: each is the series that a step leads to
// over the one it leads from. One whose words fit several series stays left out.
func (p *planner) ownSteps(g *Grid, pl *plan, said []Column) {
	caption := stepCaption.FindStringSubmatch(g.Caption)
	if caption == nil {
		return
	}
	q := ThroughputRatio
	if strings.HasPrefix(caption[1], "Perf") {
		q = PerfPerDollar
	}
	for k := range pl.skips {
		s := &pl.skips[k]
		at := s.Column - 1
		m := stepHead.FindStringSubmatch(g.Head[at])
		if m == nil || said[at] != (Column{}) {
			continue
		}
		from, to := p.step(m[1]), p.step(m[2])
		if from < 0 || to < 0 {
			s.Why = stepUnclear
			continue
		}
		pl.columns = append(pl.columns, mapped{at: at, series: to, over: from, unit: unit{q, 1}, ratio: true, proposed: true})
	}
	pl.skips = slices.DeleteFunc(pl.skips, func(s wire.AuditSkip) bool {
		return slices.ContainsFunc(pl.columns, func(c mapped) bool { return c.at+1 == s.Column })
	})
	slices.SortStableFunc(pl.columns, func(a, b mapped) int { return a.at - b.at })
}

// step is the one series that an end of a step names, of several the one that another
// table of isofront's in the document holds; -1 where it is not one.
func (p *planner) step(label string) int {
	fits := p.propose(label)
	if len(fits) > 1 {
		fits = slices.DeleteFunc(slices.Clone(fits), func(i int) bool { return !p.besides()[i] })
	}
	if len(fits) != 1 {
		return -1
	}
	return fits[0]
}

// besides are the series that isofront's own tables of the document have columns of.
func (p *planner) besides() map[int]bool {
	if p.beside == nil {
		p.beside = map[int]bool{}
		for i := range p.grids {
			if !ownCaption.MatchString(p.grids[i].Caption) {
				continue
			}
			for _, head := range p.grids[i].Head {
				if fits := p.propose(head); len(fits) == 1 {
					p.beside[fits[0]] = true
				}
			}
		}
	}
	return p.beside
}
