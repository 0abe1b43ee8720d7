package render

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/words"
)

// Sentence is the sheet in prose, for the text around the table: of every kind
// of ratio the largest and where, and the range over the targets; without a
// baseline the same of the values; then what is unreachable, the prices, and how
// far apart the measuring dates are; and always what was made up or is unofficial.
//
// It claims no more than the table. Every number is one of the table's, in its
// rounding. A directional value is "about"; one served by a slowest point is "at
// least" or "at most" and takes no part in what is largest. Ranges are over the
// table's targets, not over the speeds between them. No cause is named: that two
// systems differ in hardware does not say that the hardware makes the difference.
func Sentence(sh *Sheet) string {
	p := &prose{sh: sh, labels: sh.shortLabels(), unit: sh.Table.Spec.Axis.Unit()}
	t := sh.Table
	about := fill("#, #, at equal #: ", sh.Model, sh.Workload, sh.axisName(t.Spec.Axis))
	if len(t.Spec.Targets) == 0 {
		return about + NoPoint(t.Spec.Axis, sh.Percentile, sh.Tokens, t.Spec.NorthStar) + "."
	}
	compared := t.Spec.Baseline >= 0 && len(t.Rows) > 1
	var kinds []string
	for _, q := range sh.Quantities {
		kind := ratioHead(q)
		if !compared && len(t.Chain) > 0 || compared && slices.Contains(kinds, kind) {
			continue
		}
		kinds = append(kinds, kind)
		p.quantity(q, compared)
	}
	p.chain()
	p.unreachable()
	p.resting()
	p.caveat("made up, not measured", func(s *iso.Series) bool { return s.Synthetic })
	p.caveat("unofficial", func(s *iso.Series) bool { return !s.Official && !s.Synthetic })
	for _, w := range t.Warnings {
		p.say(w)
	}
	return about + strings.Join(p.said, " ")
}

// prose collects sentences about one sheet.
type prose struct {
	sh              *Sheet
	labels          []string
	unit            string
	said            []string
	priced, powered bool // something said rests on prices, on powers
}

// say adds a sentence, with words for every #; the first goes on after a colon.
func (p *prose) say(text string, parts ...string) {
	s := fill(text, parts...)
	if len(p.said) > 0 && s[0] >= 'a' && s[0] <= 'z' {
		s = words.Upper(s[:1]) + s[1:]
	}
	p.said = append(p.said, s+".")
}

// counted is what the ratio beside a quantity counts.
func (p *prose) counted(q Quantity) string {
	what := "tokens per dollar"
	switch q {
	case Throughput:
		what = "throughput per GPU"
	case Energy, PerMW:
		what = "tokens per joule (modelled)"
	}
	if t := p.sh.Tokens; t == Output || t == Input {
		return string(t) + " " + what
	}
	return what
}

// claims lists what the table says of a quantity: ratios against the baseline,
// or values. without lists the systems that reach a target but lack a price or
// power there.
func (p *prose) claims(q Quantity, compared bool) (all []*claim, without []string) {
	t := p.sh.Table
	base := t.Spec.Baseline
	for i := range t.Rows {
		missing := false
		for j := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[j]
			var found *claim
			switch {
			case !c.Reading.State.Reachable(), compared && (i == base || c.Ratio.State != iso.Both):
				continue
			case compared:
				b := &t.Rows[base].Cells[j]
				found = ratioClaim(i, j, ratioOf(q, c, b), c, b)
			default:
				found = p.sh.valueClaim(i, j, q)
			}
			if found != nil {
				all = append(all, found)
			} else {
				missing = true
			}
		}
		if missing {
			without = append(without, p.labels[i])
		}
	}
	return all, without
}

// quantity says what the table says of one quantity.
func (p *prose) quantity(q Quantity, compared bool) {
	all, without := p.claims(q, compared)
	values, served := keep(all, isRead), keep(all, isServed)
	if len(all) > 0 {
		p.priced = p.priced || q == Cost || q == TokensPerUsd
		p.powered = p.powered || q == Energy || q == PerMW
	}
	if compared {
		what, against := p.counted(q), p.labels[p.sh.Table.Spec.Baseline]
		switch systems := len(places(values, rowOf)); {
		case len(all) == 0 && len(without) == 0:
			p.say("no target has a ratio of # against #", what, against)
		case systems == 1:
			p.pair(values, fill(" the # of #", what, against))
		case systems > 1:
			top := extreme(values, 1)
			p.say("against # the largest ratio of # at the targets that both reach is #, ##", against, what, top[0].said, p.who(top), p.firmest(values, 1))
			p.ranges(values)
		}
		p.bounds(served, fill("ratio of # against #", what, against))
		p.lack(q, "ratio of "+what, without)
		return
	}
	what := fill("# (#)", words.Lower(q.Name()), q.UnitOf(p.sh.Tokens))
	if len(values) > 0 {
		best, sign := "highest", 1.0
		if q.SmallerIsBetter() {
			best, sign = "lowest", -1
		}
		top := extreme(values, sign)
		p.say("the # # is #, ##", best, what, top[0].said, p.who(top), p.firmest(values, sign))
		if len(values) > 1 {
			p.ranges(values)
		}
	}
	p.bounds(served, what)
	p.lack(q, what, without)
}

// lack says which systems have no value for want of a price or power.
func (p *prose) lack(q Quantity, what string, systems []string) {
	if len(systems) == 0 {
		return
	}
	missing := "price"
	if q == Energy || q == PerMW {
		missing = "power figure"
	}
	p.say("no # for #: a # is missing", what, join(systems), missing)
}

// pair is what is said of the one system that has ratios.
func (p *prose) pair(values []*claim, of string) {
	top := extreme(values, 1)
	s, at := p.labels[top[0].row], p.at(values)
	span, single := between(values)
	switch {
	case len(values) == 1 && len(p.sh.Table.Spec.Targets) > 1:
		p.say("# has ## #, the only target that both reach", s, span, of, at)
	case single:
		p.say("# has ## #", s, span, of, at)
	default:
		p.say("# has ## #, the largest such ratio at the targets that both reach#; # it is #", s, top[0].said, of, p.at(top), p.firmest(values, 1), at, span)
	}
}

// firmest adds the best number that is not directional where the best is.
func (p *prose) firmest(values []*claim, sign float64) string {
	sure := keep(values, isFirm)
	if extreme(values, sign)[0].firm || len(sure) == 0 {
		return ""
	}
	best := extreme(sure, sign)
	at := ", " + p.who(best)
	if len(places(values, rowOf)) == 1 {
		at = " " + p.at(best)
	}
	return fill(" (of those that are not directional, ##)", best[0].said, at)
}

// mostNamed is how many systems are told apart before the text sums up.
const mostNamed = 4

// ranges says of every system between which numbers it lies.
func (p *prose) ranges(values []*claim) {
	rows := places(values, rowOf)
	if len(rows) > mostNamed {
		span, _ := between(values)
		p.say("all of them: #, #", span, p.at(values))
		return
	}
	var parts []string
	for _, row := range rows {
		own := ofRow(values, row)
		span, _ := between(own)
		parts = append(parts, fill("# is # #", p.labels[row], span, p.at(own)))
	}
	p.say(strings.Join(parts, "; "))
}

// bounds says what is served by a slowest point. Of several bounds the weakest
// holds everywhere.
func (p *prose) bounds(claims []*claim, what string) {
	for _, row := range places(claims, rowOf) {
		for _, sign := range []string{"≥ ", "≤ ", "~"} {
			own := keep(claims, func(c *claim) bool { return c.row == row && c.sign == sign })
			if len(own) == 0 {
				continue
			}
			s, _ := between(own)
			switch sign {
			case "≥ ":
				s = extreme(own, -1)[0].said
			case "≤ ":
				s = extreme(own, 1)[0].said
			}
			p.say("#, served by a slowest measured point, the # of # is #", p.at(own), what, p.labels[row], s)
		}
	}
}
