package query

import (
	"slices"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// kept is the selection of the last query with what was built of it. A reader who
// moves a target asks again and again for the same series, and to gather them and
// their frontiers takes longer than to read them.
type kept struct {
	query  wire.Query // its part that selects
	bundle *data.Bundle
	index  *data.Index
	sel    Selection
}

// curves are a selection's frontiers, built when first asked for and shared by the
// selections of like queries.
type curves struct{ frontiers []*iso.Frontier }

// selecting is the part of a query that its selection depends on.
func selecting(q *wire.Query) wire.Query {
	p := *q
	p.Verb, p.Targets, p.Bound, p.Limit, p.Quantities, p.Digits, p.Format = "", nil, "", 0, nil, 0, ""
	return p
}

// alike reports whether two queries select the same.
func alike(a, b *wire.Query) bool {
	return a.Model == b.Model && a.Workload == b.Workload && a.Baseline == b.Baseline && a.AsOf == b.AsOf && a.AllDates == b.AllDates &&
		a.Axis == b.Axis && a.Percentile == b.Percentile && a.Basis == b.Basis && a.PricesAsOf == b.PricesAsOf && a.Reach == b.Reach && a.Tokens == b.Tokens &&
		slices.Equal(a.Series, b.Series) && slices.Equal(a.Chain, b.Chain) && same(a.Prices, b.Prices) && same(a.Powers, b.Powers)
}

func same(a, b map[string]float64) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || w != v {
			return false
		}
	}
	return true
}

// copied has nothing in common with what the caller may change later.
func copied(q wire.Query) wire.Query {
	q.Series, q.Chain = slices.Clone(q.Series), slices.Clone(q.Chain)
	q.Prices, q.Powers = copyOf(q.Prices), copyOf(q.Powers)
	return q
}

func copyOf(m map[string]float64) map[string]float64 {
	out := make(map[string]float64, len(m))
	for name, v := range m {
		out[name] = v
	}
	return out
}

// Select resolves the query: its bundle, snapshot, globs and prices. What it holds,
// series, prices and frontiers, may be shared with other selections and with replies,
// and must not be changed.
func (e *Engine) Select(q *wire.Query) (*Selection, error) {
	b, err := e.bundle(q)
	if err != nil {
		return nil, err
	}
	want := selecting(q)
	if k := e.last; k == nil || k.bundle != b || k.index != e.index || !alike(&k.query, &want) {
		s, err := e.resolve(q, b)
		if err != nil {
			return nil, err
		}
		e.last = &kept{copied(want), b, e.index, *s}
	}
	s := e.last.sel
	s.Warnings = slices.Clip(s.Warnings) // what is noted later is this one's alone
	return &s, nil
}
