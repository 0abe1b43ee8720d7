package audit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// What a column of ratios compares, of one series over another.
const (
	ThroughputRatio = render.Quantity("throughput-ratio")
	PerfPerDollar   = render.Quantity("perf-per-dollar")        // throughput over price
	TokensPerJoule  = render.Quantity("tokens-per-joule-ratio") // the inverse of that of energy
)

// Ratios lists them.
var Ratios = []render.Quantity{ThroughputRatio, PerfPerDollar, TokensPerJoule}

// IsRatio reports whether a quantity is one of Ratios.
func IsRatio(q render.Quantity) bool { return slices.Contains(Ratios, q) }

// Value writes a value of a column's quantity for reading.
func Value(quantity string, v float64, digits int) string {
	if q := render.Quantity(quantity); !IsRatio(q) {
		return q.Format(v, digits)
	}
	return render.Significant(v, digits) + "×"
}

// A ratio ends in a sign of its own, and may say which way it goes: up, as a ratio of
// this kind does.
var (
	times   = regexp.MustCompile(`^(.*(?:\d|∞|\binf)) ?(?:[x×]|times|-?fold)(?: (?:higher|better|more|faster|greater))?(?: ?\([^()]*\))?[^\pL\pN]*$`)
	timesOf = regexp.MustCompile(`^([*_~≈<>≤≥ ]*)[x×] ?(\d.*)$`)
)

// ReadRatio reads a cell of a column of ratios: 1.2x, 1.2×, 1.2. A percentage is
// not read: it may be meant as a share or as a gain. The words by which isofront's
// own tables say that there is no ratio are read.
func ReadRatio(text string) Published {
	s := strings.ToLower(clean(text))
	for range mostNotes {
		if len(s) > longestValue || !note.MatchString(s) {
			break
		}
		s = strings.TrimSpace(note.ReplaceAllString(s, ""))
	}
	if m := timesOf.FindStringSubmatch(s); m != nil {
		s = m[1] + m[2]
	}
	if m := times.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	switch strings.Trim(s, "*_`†‡§¶ ") {
	case "neither", "only baseline":
		return Published{Kind: Absent}
	}
	p := ReadCell(s)
	switch {
	case p.Kind == Unreadable && p.Ratio:
		return unreadable("a percentage, which may be a share or a gain")
	case p.Kind == Number && (p.dollar || p.unit != unit{}):
		return unreadable("a value, not a ratio")
	}
	return p
}

var (
	perDollar   = regexp.MustCompile(`\b(?:perf(?:ormance)?|tok(?:en)?s?) ?(?:/|per) ?(?:\$|usd\b|dollars?\b)|\bper dollar\b|\bcost[- ]efficiency\b`)
	perJoule    = regexp.MustCompile(`\btok(?:en)?s? ?(?:/|per) ?(?:j|joules?)\b`)
	throughputs = regexp.MustCompile(`\bthroughput\b|\btput\b|\btok(?:en)?s?(?: ?(?:/|per) ?s(?:ec|econd)?)(?: ?/ ?gpu)?\b`)
	against     = regexp.MustCompile(`^(.*?)(?:\bvs\b\.?|\bversus\b|\bover\b|\brelative to\b|\bcompared (?:to|with)\b|/)(.*)$`)
)

// otherRatios are heads of what compares two series and is no ratio of throughput
// or of throughput per dollar: a gain is less by 1, a cost ratio is the inverse.
var (
	otherRatios = regexp.MustCompile(`\b(?:gains?|difference|delta|savings?|reduction|cheaper|costs?|price|latency|ttft|itl|tpot|energy|output|input|prefill|decode)\b|[%Δ∆]|(?:/|per) ?u(?:ser)?\b`)
	atSpeed     = regexp.MustCompile(`(?:@|\bat\b) ?(?:equal )?[\d.,]* ?tok\S*`)
)

// ratioHead is what a head says of a ratio: the two series, -1 where it names not
// exactly one, and the quantity, "" where it names none.
func (p *planner) ratioHead(head string) (of, over int, q render.Quantity) {
	s := atSpeed.ReplaceAllString(strings.ToLower(head), " ")
	if otherRatios.MatchString(perDollar.ReplaceAllString(s, " ")) {
		return -1, -1, ""
	}
	switch bare := perDollar.ReplaceAllString(s, " "); {
	case perJoule.MatchString(s):
		s, q = perJoule.ReplaceAllString(s, " "), TokensPerJoule
	case bare != s:
		s, q = bare, PerfPerDollar
	case throughputs.MatchString(s):
		s, q = throughputs.ReplaceAllString(s, " "), ThroughputRatio
	}
	of, over = -1, -1
	m := against.FindStringSubmatch(s)
	if m == nil {
		return of, over, q
	}
	if fits := p.propose(m[1]); len(fits) == 1 {
		of = fits[0]
	}
	if fits := p.propose(m[2]); len(fits) == 1 {
		over = fits[0]
	}
	return of, over, q
}

// ratio maps a column of ratios, or says what is to be said of it.
func (p *planner) ratio(g *Grid, at int, c Column) (m mapped, ask *question) {
	head := g.Head[at]
	of, over, q := p.ratioHead(head)
	m = mapped{at: at, ratio: true, proposed: c.Glob == "" && c.Over == ""}
	for _, x := range []struct {
		glob string
		to   *int
	}{{c.Glob, &of}, {c.Over, &over}} {
		if x.glob == "" {
			continue
		}
		i, err := p.glob(Column{Head: c.Head, Glob: x.glob})
		if err != nil {
			return m, &question{why: "no series is called " + x.glob, ratio: true, of: -1, over: -1, unit: unit{q, 1}, fault: err}
		}
		*x.to = i
	}
	if c.Quantity != "" {
		q = c.Quantity
	}
	m.series, m.over, m.unit = of, over, unit{q, 1}
	why := ""
	if m.proposed && c.Quantity == "" && of >= 0 && over >= 0 && IsRatio(q) {
		if why = p.otherUnit(atSpeed.ReplaceAllString(strings.ToLower(head), " ")); why == "" {
			why = p.unknownIn(atSpeed.ReplaceAllString(strings.ToLower(head), " "), true, of, over)
		}
	}
	switch {
	case why != "":
	case of < 0 || over < 0:
		why = "its head does not name two of the series"
	case !IsRatio(q):
		why = "nothing says whether it is of throughput, of throughput per dollar or of tokens per joule"
	default:
		return m, nil
	}
	return m, &question{why: why, ratio: true, of: of, over: over, unit: unit{q, 1},
		fault: usage("column %q of the table at line %d: %s; %s", head, g.Line, why, sayRatio(head))}
}

// judgeRatio compares one published ratio with what the knots of both series give.
func (c *checker) judgeRatio(cell *wire.AuditCell, pub Published, m mapped, target float64) {
	a, b := &c.sel.Series[m.series], &c.sel.Series[m.over]
	of := iso.ReadCells(a, c.frontier(m.series), []float64{target}, iso.Strict)[0]
	over := iso.ReadCells(b, c.frontier(m.over), []float64{target}, iso.Strict)[0]
	if v, ok := pub.servedRatio(of.Reading.State, over.Reading.State); ok && c.own {
		pub = v
		of = iso.ReadCells(a, c.frontier(m.series), []float64{target}, iso.ServeSlowest)[0]
		over = iso.ReadCells(b, c.frontier(m.over), []float64{target}, iso.ServeSlowest)[0]
	}
	r := iso.Compare(&of, &over)
	cell.Target, cell.Over = ptr(target), b.Name
	cell.Reading, cell.OverReading = of.Reading.State.String(), over.Reading.State.String()
	cell.Directional = of.Reading.Directional || over.Reading.Directional
	cell.Knots, cell.OverKnots = knots(a, of.Reading), knots(b, over.Reading)
	cell.Throughput, cell.OverThroughput = number12(of.Throughput()), number12(over.Throughput())
	if pub.Kind == Number {
		cell.Published, cell.HalfUnit = ptr(pub.Value), ptr(pub.Half)
	}
	expected, figure := r.Throughput, "throughput"
	switch m.unit.quantity {
	case PerfPerDollar:
		expected, figure = r.PerfPerDollar, "price"
	case TokensPerJoule:
		expected, figure = opt.Float{}, "power"
		if e, ok := of.JoulesPerToken.Positive(); ok {
			expected = over.JoulesPerToken.Map(func(b float64) float64 { return b / e })
		}
	}
	want, known := expected.Get()
	if pub.Kind == Unreadable {
		cell.State, cell.Why = wire.AuditUnreadable, pub.Why
		switch v := ReadRatio(pub.bound); {
		case known && pub.span != nil:
			judgeSpan(cell, pub.span[0], pub.span[1], want, Value(cell.Quantity, want, 4))
		case known && v.Kind == Number:
			pub.judge(cell, v, want, Value(cell.Quantity, want, 4))
		}
		return
	}
	cell.Expected = number12(expected)
	switch {
	// ∞ says that the baseline cannot go that fast and the other can.
	case r.State == iso.OnlySystem && pub.Kind == Absent, r.State != iso.Both && pub.Kind == Absent && !pub.infinite:
		cell.State = wire.AuditUnreachable
	case r.State != iso.Both:
		cell.State = wire.AuditOutside
		cell.Why = a.Name + ": " + c.outside(c.frontier(m.series), a, of.Reading)
		if of.Reading.State.Reachable() {
			cell.Why = b.Name + ": " + c.outside(c.frontier(m.over), b, over.Reading)
		}
		if pub.infinite {
			cell.Why += "; ∞ is for a baseline that cannot go that fast beside a system that can"
		}
	case !known:
		cell.State, cell.Why = wire.AuditUnpriced, fmt.Sprintf("no %s is known for %s or %s", figure, a.Hardware, b.Hardware)
	case pub.Kind == Absent:
		cell.State = wire.AuditMissing
		cell.Why = "the measured points do reach it: " + Value(cell.Quantity, want, 4)
	default:
		compare(cell, pub, want)
	}
}

// fits reports whether a published number is a value at its rounding.
func (p Published) fits(want float64) bool {
	return math.Abs(p.Value-want) <= p.Half+hair*math.Max(math.Abs(want), math.Abs(p.Value))
}

// compare says whether a published number is, at its rounding, what it should be.
func compare(cell *wire.AuditCell, pub Published, want float64) {
	diff := pub.Value - want
	if pub.fits(want) {
		cell.State = wire.AuditAgrees
	} else if other, agrees := pub.otherwise(want); agrees {
		// It may be meant so: to call it wrong would be to guess.
		cell.State = wire.AuditUnreadable
		cell.Why = fmt.Sprintf("%s would agree, %s would not: its comma or point is unclear", Short(other), Short(pub.Value))
		return
	} else {
		cell.State = wire.AuditDiffers
		cell.Why = fmt.Sprintf("the measured points give %s (%s, %s)", Short(want), signed(Short(diff)), signed(percent(diff/want)))
		if cell.Directional {
			cell.Why += ", directional"
		}
	}
	cell.Difference, cell.Relative = number12(opt.Of(diff)), number12(opt.Of(diff/want))
}

// parseOver reads "GLOB over GLOB" of a column's text.
func (c *Column) parseOver() error {
	of, over, ok := strings.Cut(c.Glob, " over ")
	if ok {
		c.Glob, c.Over = strings.TrimSpace(of), strings.TrimSpace(over)
	}
	if ok && (c.Glob == "" || c.Over == "") || c.Quantity != "" && ok != IsRatio(c.Quantity) {
		return &query.Fault{Kind: query.KindUsage, Message: fmt.Sprintf("column %q: a ratio is GLOB over GLOB:throughput-ratio, :perf-per-dollar or :tokens-per-joule-ratio", c.Head)}
	}
	return nil
}
