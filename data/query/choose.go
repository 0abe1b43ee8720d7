package query

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// pick is which series a query means, as indices of the names given; baseline
// and chain index the picked series.
type pick struct {
	series   []int
	baseline int // -1 for none
	chain    []int
}

// choose finds the series of the query's globs: those of series in the order of
// the globs, all names without one. A baseline or a chain's link is looked for
// among them first and else among all names, which adds it to the series. Unless
// several globs give an order, the series of a chain come first, in its order.
func choose(q *wire.Query, names []string) (pick, error) {
	p := pick{baseline: -1}
	at := map[int]int{} // place in p.series by name index
	take := func(i int) int {
		if _, ok := at[i]; !ok {
			at[i] = len(p.series)
			p.series = append(p.series, i)
		}
		return at[i]
	}
	for _, glob := range q.Series {
		found, err := matches(glob, names)
		if err != nil {
			return p, err
		}
		if len(found) == 0 {
			return p, usageError("series ", quoted(glob), ": matches none of ", strings.Join(names, ", "))
		}
		for _, i := range found {
			take(i)
		}
	}
	if len(q.Series) == 0 {
		for i := range names {
			take(i)
		}
	}
	one := func(what, glob string) (int, error) {
		shown := make([]string, len(p.series))
		for k, i := range p.series {
			shown[k] = names[i]
		}
		found, err := matches(glob, shown)
		everywhere := err == nil && len(found) == 0
		if everywhere {
			shown = names
			found, err = matches(glob, names)
		}
		switch {
		case err != nil:
			return 0, err
		case len(found) == 0:
			return 0, usageError(what, " ", quoted(glob), ": matches none of ", strings.Join(names, ", "))
		case len(found) > 1:
			list := make([]string, len(found))
			for k, i := range found {
				list[k] = shown[i]
			}
			return 0, usageError(what, " ", quoted(glob), ": must match one series, matches ", strings.Join(list, ", "))
		case everywhere:
			return take(found[0]), nil
		}
		return found[0], nil
	}
	var err error
	if q.Baseline != "" {
		if p.baseline, err = one("baseline", q.Baseline); err != nil {
			return p, err
		}
	}
	for _, glob := range q.Chain {
		k, err := one("chain", glob)
		if err != nil {
			return p, err
		}
		if slices.Contains(p.chain, k) {
			return p, usageError("chain ", quoted(glob), ": that series is in it already")
		}
		p.chain = append(p.chain, k)
	}
	if len(q.Chain) == 1 {
		return p, usageError("chain: name at least two series")
	}
	if len(q.Series) < 2 { // several give an order of their own
		p.chainFirst()
	}
	return p, nil
}

// chainFirst puts the series of the chain before the others, in its order.
func (p *pick) chainFirst() {
	var series []int
	to := make([]int, len(p.series)) // the new place by the old one, from 1
	put := func(k int) int {
		if to[k] == 0 {
			series = append(series, p.series[k])
			to[k] = len(series)
		}
		return to[k] - 1
	}
	for i, k := range p.chain {
		p.chain[i] = put(k)
	}
	for k := range p.series {
		put(k)
	}
	p.series = series
	if p.baseline >= 0 {
		p.baseline = put(p.baseline)
	}
}

// matches lists the names that a glob fits: the name itself where there is one,
// else those that fit letter for letter, else those that fit letter case aside.
func matches(glob string, names []string) ([]int, error) {
	if i := slices.Index(names, glob); i >= 0 {
		return []int{i}, nil
	}
	var exact, folded []int
	for i, n := range names {
		ok, err := Match(glob, n)
		if err != nil {
			return nil, usageError("series ", quoted(glob), ": not a valid pattern")
		}
		if ok {
			exact = append(exact, i)
			continue
		}
		if ok, _ = Match(words.Lower(glob), words.Lower(n)); ok {
			folded = append(folded, i)
		}
	}
	if len(exact) > 0 {
		return exact, nil
	}
	return folded, nil
}

func quoted(s string) string { return words.Quote(clip(s)) }

// clip shortens text that an error quotes.
func clip(s string) string {
	if len(s) <= 200 {
		return s
	}
	return strings.ToValidUTF8(s[:200], "") + "..."
}
