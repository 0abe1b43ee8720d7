package render

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
)

// Sentence is the sheet in prose, for the text around the table: of every kind
// of ratio the largest and where, and the range over the targets; without a
// baseline the same of the values; then what is unreachable, the prices, and how
// far apart the measuring dates are.
//
// It claims no more than the table. Every number is one of the table's, in its
// rounding. A directional value is "about"; one served by a slowest point is "at
// least" or "at most" and takes no part in what is largest. Ranges are over the
// table's targets, not over the speeds between them. No cause is named: that two
// systems differ in hardware does not say that the hardware makes the difference.
func Sentence(sh *Sheet) string {
	p := &prose{sh: sh, labels: sh.shortLabels(), unit: sh.Corner()}
	t := sh.Table
	about := sh.Model + ", " + sh.Workload + ", at equal " + sh.axisName(t.Spec.Axis) + ": "
	if len(t.Spec.Targets) == 0 {
		return about + "no target is within reach of every system."
	}
	compared := t.Spec.Baseline >= 0 && len(t.Rows) > 1
	var kinds []string
	for _, q := range sh.Quantities {
		switch kind := ratioHead(q); {
		case !compared && len(t.Chain) == 0:
			p.values(q)
		case compared && !slices.Contains(kinds, kind):
			kinds = append(kinds, kind)
			p.ratios(q)
		}
	}
	p.chain()
	p.unreachable()
	if p.priced {
		p.prices()
	}
	for _, w := range t.Warnings {
		p.say(w)
	}
	return about + strings.Join(p.said, " ")
}

// prose collects sentences about one sheet.
type prose struct {
	sh     *Sheet
	labels []string
	unit   string
	said   []string
	priced bool // something said rests on prices
}

// say adds a sentence; the first one goes on after a colon.
func (p *prose) say(s string) {
	if len(p.said) > 0 && s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	p.said = append(p.said, s+".")
}

// counted is what the ratio beside a quantity counts.
func counted(q Quantity) string {
	switch q {
	case Throughput:
		return "throughput per GPU"
	case Energy:
		return "tokens per joule (modelled)"
	}
	return "tokens per dollar"
}

func rests(q Quantity) bool { return q == Cost || q == TokensPerUsd }

// ratios compares the systems with the baseline in the ratio that goes with a
// quantity.
func (p *prose) ratios(q Quantity) {
	t := p.sh.Table
	base := t.Spec.Baseline
	var all []claim
	var without []string
	for i := range t.Rows {
		missing := false
		for j := range t.Rows[i].Cells {
			c, b := &t.Rows[i].Cells[j], &t.Rows[base].Cells[j]
			if i == base || c.Ratio.State != iso.Both {
				continue
			}
			v, ok := ratioOf(q, c, b).Get()
			if ok {
				all = append(all, ratioClaim(i, j, v, c, b))
			}
			missing = missing || !ok
		}
		if missing {
			without = append(without, p.labels[i])
		}
	}
	p.priced = p.priced || rests(q) && len(all) > 0
	what, against := counted(q), p.labels[base]
	values := keep(all, read)
	switch rows := rowsOf(values); {
	case len(all) == 0 && len(without) == 0:
		p.say("no target has a ratio of " + what + " against " + against)
	case len(rows) == 1:
		p.pair(values, " the "+what+" of "+against)
	case len(rows) > 1:
		top := extreme(values, 1)
		p.say("against " + against + " the largest ratio of " + what + " at the targets that both reach is " + top[0].number() + ", " + p.who(top) + p.firmest(values, 1))
		p.ranges(values)
	}
	p.bounds(keep(all, served), "ratio of "+what+" against "+against)
	if len(without) > 0 {
		p.say("no ratio of " + what + " for " + join(without) + ": " + lacking(q))
	}
}

// lacking says why a quantity that was reached has no value.
func lacking(q Quantity) string {
	if q == Energy {
		return "a power figure is missing"
	}
	return "a price is missing"
}

// pair is what is said of the one system that has ratios.
func (p *prose) pair(values []claim, of string) {
	top := extreme(values, 1)
	s := p.labels[top[0].row] + " has "
	span, single := between(values)
	switch {
	case len(values) == 1 && len(p.sh.Table.Spec.Targets) == 1:
		s += span + of + " " + p.at(values)
	case len(values) == 1:
		s += span + of + " " + p.at(values) + ", the only target that both reach"
	case single:
		s += span + of + " " + p.at(values)
	default:
		s += top[0].number() + of + " " + p.at(top) + ", the largest such ratio at the targets that both reach" + p.firmest(values, 1) +
			"; " + p.at(values) + " it is " + span
	}
	p.say(s)
}

// firmest adds the best number that is not directional where the best is.
func (p *prose) firmest(values []claim, sign float64) string {
	sure := keep(values, firm)
	if extreme(values, sign)[0].mark == "" || len(sure) == 0 {
		return ""
	}
	best := extreme(sure, sign)
	at := ", " + p.who(best)
	if len(rowsOf(values)) == 1 {
		at = " " + p.at(best)
	}
	return " (of those that are not directional, " + best[0].number() + at + ")"
}

// mostNamed is how many systems are told apart before the text sums up.
const mostNamed = 4

// ranges says of every system between which numbers it lies.
func (p *prose) ranges(values []claim) {
	rows := rowsOf(values)
	if len(rows) > mostNamed {
		span, _ := between(values)
		p.say("all of them: " + span + ", " + p.at(values))
		return
	}
	var parts []string
	for _, row := range rows {
		own := keep(values, ofRow(row))
		span, _ := between(own)
		parts = append(parts, p.labels[row]+" is "+span+" "+p.at(own))
	}
	p.say(strings.Join(parts, "; "))
}

// bounds says what is served by a slowest point. Of several bounds the weakest
// holds everywhere.
func (p *prose) bounds(claims []claim, what string) {
	for _, row := range rowsOf(claims) {
		for _, sign := range []string{"≥ ", "≤ ", "~"} {
			own := keep(keep(claims, ofRow(row)), func(c claim) bool { return c.mark == sign })
			if len(own) == 0 {
				continue
			}
			s, _ := between(own)
			switch sign {
			case "≥ ":
				s = extreme(own, -1)[0].number()
			case "≤ ":
				s = extreme(own, 1)[0].number()
			}
			p.say(p.at(own) + ", served by a slowest measured point, the " + what + " of " + p.labels[row] + " is " + s)
		}
	}
}

// values says what one quantity comes to where nothing is compared.
func (p *prose) values(q Quantity) {
	t := p.sh.Table
	var all []claim
	var without []string
	for i := range t.Rows {
		missing := false
		for j := range t.Rows[i].Cells {
			if !t.Rows[i].Cells[j].Reading.State.Reachable() {
				continue
			}
			c, v := p.sh.valueClaim(i, j, q)
			if v.Ok() {
				all = append(all, c)
			}
			missing = missing || !v.Ok()
		}
		if missing {
			without = append(without, p.labels[i])
		}
	}
	p.priced = p.priced || rests(q) && len(all) > 0
	what := strings.ToLower(q.Name()) + " (" + q.UnitOf(p.sh.Tokens) + ")"
	if values := keep(all, read); len(values) > 0 {
		best, sign := "highest ", 1.0
		if q.SmallerIsBetter() {
			best, sign = "lowest ", -1
		}
		top := extreme(values, sign)
		p.say("the " + best + what + " is " + top[0].number() + ", " + p.who(top) + p.firmest(values, sign))
		if len(values) > 1 {
			p.ranges(values)
		}
	}
	p.bounds(keep(all, served), what)
	if len(without) > 0 {
		p.say("no " + what + " for " + join(without) + ": " + lacking(q))
	}
}
