package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// The calculators of the Definitions view. Their words and what they compute
// stand in the text of the view, which is fetched when it is first opened: each
// result has an expression, and what is here evaluates it with core's functions.
//
// An expression is words, operands before their operator: "$0 $1 $2 itl 1000 *"
// is ITL of the fields 0, 1 and 2 in ms. A value is a list of numbers; none is
// absent, and what needs it is absent too.

// Bounds of what a calculator reads.
const (
	mostItems = 60
	mostTyped = 4000 // bytes of one field
	mostValue = 1e12
)

// calculate evaluates an expression. Each field is a letter that says how it
// reads, then what was typed. The answer is the result as text, "" when it is
// absent; "!" and the number of the field, from 0, that cannot be used.
func calculate(expression, typed string) string {
	m := machine{}
	for i, field := range strings.Split(typed, fieldEnd) {
		v, ok := readField(field)
		if !ok {
			return "!" + strconv.Itoa(i)
		}
		m.fields = append(m.fields, v)
	}
	for _, word := range strings.Fields(expression) {
		m.do(word)
	}
	if m.text != "" {
		return m.text
	}
	var out []string
	for _, v := range m.pop() {
		s := render.Significant(v, 4)
		if strings.Contains(s, ".") && !strings.Contains(s, "e") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// readField gives a field's numbers. The letter is > for one above 0, ? for one or
// none, and otherwise 1, 2 or 3 for a list in groups of as many: a:b, c:d.
func readField(field string) (out []float64, ok bool) {
	if field == "" {
		return nil, true
	}
	how, s := field[0], trim(clip(field[1:], mostTyped))
	if how == '?' && s == "" {
		return nil, true
	}
	items := []string{s}
	group := int(how - '0')
	if list := group >= 1 && group <= 3; list {
		items = strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;:\n", r) })
	} else {
		group = 1
	}
	for _, item := range items {
		item = trim(item)
		v, ok := number(item, mostValue)
		if !ok && (how == '>' || strings.Trim(item, "0.") != "" || !strings.Contains(item, "0")) {
			return nil, false // neither a number nor, where it may be, 0
		}
		out = append(out, v)
	}
	return out, len(out) > 0 && len(out)%group == 0 && len(out) <= mostItems*group
}

// The operators.
const (
	opITL = iota // of TTFT, E2EL and OSL, as the next four
	opDecode
	opFirstToken
	opDecodeShare
	opFirstTokenShare
	opPerToken // of E2EL and OSL
	opMeet     // of pairs of TTFT and ITL, and an objective on each: how many meet both

	opUsd // of a price and a throughput, as the next
	opTokensPerUsd
	opJoules // of a power and a throughput, as the next
	opPerMW
	opOver
	opPerDollar // of A throughput and price, then of B
	opBreakEven // of A and B the throughputs, and the price of B

	opPlus // entry by entry, where a single value goes with each, as the next three
	opMinus
	opTimes
	opDivided
	opOr       // the second where the first is absent
	opPositive // absent where it is below 0
	opBearing  // of chunks, pairs of time and tokens, those that carry a token
	opLeft     // of pairs
	opRight
	opOuter // of threes
	opGaps  // from each entry to the next
	opRest  // all but the first
	opHead
	opLast
	opRate // of each time
	opSum
	opCount

	opMean
	opDeviation
	opQuantile // of a list and p, as the next two
	opNearest
	opCloseToMaximum // N where p is
	opStalls
	opStalled

	opFrontier // of points, pairs of x and y, as the next
	opBeaten
	opIneligible
	opMedianOff
	opMostOff
	opPoints    // as they are typed
	opNorthStar // of threes with E2E-normalized in the middle
	opCosts     // of points and a price: the knots and their cost
	opAt        // of points and a target, as the next
	opState
	opRests
	opSpline // through the points as they are
)

// ops are the words of the operators.
var ops = [...]string{
	opITL: "itl", opDecode: "decode", opFirstToken: "first-token", opDecodeShare: "decode-share", opFirstTokenShare: "first-token-share",
	opPerToken: "per-token", opMeet: "meet",
	opUsd: "usd", opTokensPerUsd: "tokens-per-usd", opJoules: "joules", opPerMW: "per-mw", opOver: "over", opPerDollar: "per-dollar", opBreakEven: "break-even",
	opPlus: "+", opMinus: "-", opTimes: "*", opDivided: "/", opOr: "or", opPositive: "positive",
	opBearing: "bearing", opLeft: "left", opRight: "right", opOuter: "outer", opGaps: "gaps", opRest: "rest", opHead: "head", opLast: "last", opRate: "rate", opSum: "sum", opCount: "count",
	opMean: "mean", opDeviation: "deviation", opQuantile: "quantile", opNearest: "nearest-rank", opCloseToMaximum: "close-to-maximum", opStalls: "stalls", opStalled: "stalled",
	opFrontier: "frontier", opBeaten: "beaten", opIneligible: "ineligible", opMedianOff: "median-off", opMostOff: "most-off", opPoints: "points",
	opNorthStar: "north-star", opCosts: "costs", opAt: "at", opState: "state", opRests: "rests", opSpline: "spline",
}

// machine evaluates an expression.
type machine struct {
	fields, stack [][]float64
	out           []float64 // the result being formed
	text          string    // a result that is no number
}

func (m *machine) pop() (v []float64) {
	if n := len(m.stack); n > 0 {
		v, m.stack = m.stack[n-1], m.stack[:n-1]
	}
	return v
}

// one takes a single value.
func (m *machine) one() opt.Float {
	if v := m.pop(); len(v) > 0 {
		return opt.Of(v[0])
	}
	return opt.Float{}
}

// add adds to the result, and put does where there is a value.
func (m *machine) add(x float64) { m.out = append(m.out, x) }

func (m *machine) put(v opt.Float) {
	if x, ok := v.Get(); ok {
		m.add(x)
	}
}

// do is one word: a field, a number or an operator. An unknown one is a fault in
// the text and makes the result absent.
func (m *machine) do(word string) {
	m.out = nil
	i := 0
	if word[0] == '$' {
		var err error
		if i, err = strconv.Atoi(word[1:]); err == nil && i < len(m.fields) {
			m.out = m.fields[i]
		}
	} else if number, ok := digits.Parse(word); ok {
		m.add(number)
	} else if i = slices.Index(ops[:], word); i >= opFrontier {
		m.curve(i)
	} else if i >= opMean {
		m.sample(i)
	} else if i >= opPlus {
		m.list(i)
	} else if i >= opUsd {
		m.money(i)
	} else {
		m.request(i)
	}
	m.stack = append(m.stack, m.out)
}
