package main

import (
	"slices"

	"github.com/isofront/isofront/core/cost"
	figure "github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/quantile"
)

// request is a formula of one request.
func (m *machine) request(op int) {
	b := m.one()
	switch op {
	case opITL, opDecode, opFirstToken, opDecodeShare, opFirstTokenShare:
		e2el := m.one()
		ttft := m.one()
		if op == opITL {
			m.put(figure.ITL(ttft, e2el, b))
			return
		}
		s := figure.SplitOf(ttft, e2el, b)
		m.put([...]opt.Float{s.Decode, s.FirstToken, s.DecodeShare, s.FirstTokenShare}[op-opDecode])
	case opPerToken:
		m.put(figure.PerToken(m.one(), b))
	case opMeet:
		ttft := m.one()
		met := 0.0
		for v := m.pop(); len(v) > 1; v = v[2:] {
			if figure.Meets(opt.Of(v[0]), opt.Of(v[1]), ttft, b) {
				met++
			}
		}
		m.add(met)
	}
}

// money is cost, energy or a ratio of them.
func (m *machine) money(op int) {
	b := m.one()
	a := m.one()
	switch op {
	case opUsd:
		b = cost.UsdPerMtok(a, b)
	case opTokensPerUsd:
		b = cost.TokensPerUsd(a, b)
	case opJoules:
		b = cost.JoulesPerToken(a, b)
	case opPerMW:
		b = cost.TokensPerSecondPerMW(a, b)
	case opOver:
		b = cost.Ratio(a, b)
	case opPerDollar:
		price := m.one()
		b = cost.PerfPerDollar(m.one(), price, a, b)
	case opBreakEven:
		b = cost.BreakEven(m.one(), a, b)
	}
	m.put(b)
}

// list is arithmetic, or a part of a list.
func (m *machine) list(op int) {
	a := m.pop()
	n := len(a)
	if op <= opOr {
		b := a
		if a = m.pop(); op == opOr {
			if m.out = a; len(a) == 0 {
				m.out = b
			}
			return
		}
		if len(a) > 1 {
			n = len(a)
		}
		for i := 0; i < n && len(a) > 0 && len(b) > 0; i++ {
			x, y := a[i%len(a)], b[i%len(b)]
			switch op {
			case opPlus:
				x += y
			case opMinus:
				x -= y
			case opTimes:
				x *= y
			default:
				x /= y
			}
			m.put(opt.Of(x))
		}
		return
	}
	sum := 0.0
	for i, x := range a {
		keep := false
		switch op {
		case opPositive:
			keep = x >= 0
		case opBearing:
			keep = n%2 == 0 && figure.Bears(figure.Content, opt.Of(a[i|1]))
		case opLeft:
			keep = i%2 == 0
		case opRight:
			keep = i%2 == 1
		case opOuter:
			keep = i%3 != 1
		case opRest:
			keep = i > 0
		case opHead:
			keep = i == 0
		case opLast:
			keep = i == n-1
		case opGaps:
			if keep = i > 0; keep {
				x -= a[i-1]
			}
		case opRate:
			x, keep = figure.Rate(opt.Of(x)).Get()
		case opSum:
			sum += x
		case opCount:
			sum++
		}
		if keep {
			m.add(x)
		}
	}
	if op >= opSum {
		m.add(sum)
	}
}

// sample is a statistic of a list.
func (m *machine) sample(op int) {
	p := 0.0
	if op >= opQuantile && op <= opCloseToMaximum {
		p, _ = m.one().Get()
	}
	v := slices.Clone(m.pop())
	order.Floats(v)
	s, _ := quantile.FromSorted(v)
	out := opt.Float{}
	if len(v) == 0 {
		return
	}
	switch op {
	case opMean:
		out = s.Mean()
	case opDeviation:
		out = s.Deviation()
	case opQuantile:
		out = s.Type7(p)
	case opNearest:
		out = s.NearestRank(p)
	case opCloseToMaximum:
		if quantile.CloseToMaximum(len(v), p) {
			m.add(float64(len(v)))
		}
	default:
		n, time := figure.Stalls(v)
		if op == opStalls {
			time = float64(n)
		}
		out = opt.Of(time)
	}
	m.put(out)
}
