package query

import (
	"cmp"
	"math"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
)

// group is the rows of one series in one snapshot.
type group struct {
	key      data.SeriesKey
	snapshot string // what the name carries after @, "" for none
	rows     []int
	undated  int    // points left out for want of a date
	older    []pool // sources left out since another is newer
}

func (g *group) name() string {
	if g.snapshot == "" {
		return g.key.Name()
	}
	return g.key.Name() + "@" + g.snapshot
}

// rolling reports whether a source is known to be measured over and over, so
// that its runs replace each other. Every other source is a publication that
// stands for itself and never pools with another.
func rolling(index *data.Index, source string) bool {
	if source == "" {
		return true
	}
	for _, s := range index.Sources {
		if s.ID == source {
			return !s.Dated
		}
	}
	return false
}

// snapshots forms the series of a bundle, in the order of their names.
//
// By default a series is its newest snapshot: among the sources that never
// pool, the one with the newest point; within it, the newest run per
// configuration and concurrency. asOf, where given, leaves out points measured
// later and points without a date. Two sources that are equally new stand side
// by side. With allDates every measuring date of every source is a series of
// its own.
func snapshots(b *data.Bundle, index *data.Index, asOf string, allDates bool) (groups []group) {
	for _, run := range b.Series() {
		var pools []pool
		at := map[string]int{} // place in pools
		undated := 0
		for i := run.Lo; i < run.Hi; i++ {
			date := b.MeasuredOn(i)
			if asOf != "" && date == "" {
				undated++
				continue
			}
			if asOf != "" && date > asOf {
				continue
			}
			p := pool{}
			if !rolling(index, b.Source(i)) {
				p.source = b.Source(i)
			}
			if allDates {
				p.date = date
			}
			key := p.date + "\x00" + p.source
			k, ok := at[key]
			if !ok {
				k = len(pools)
				at[key], pools = k, append(pools, p)
			}
			pools[k].rows = append(pools[k].rows, i)
		}
		found := seriesSnapshots(b, run.Key, pools, allDates)
		for i := range found {
			found[i].undated = undated
		}
		groups = append(groups, found...)
	}
	return groups
}

// pool is rows that may replace each other: of one source that stands for itself
// ("" for all rolling ones) and, where dates are kept apart, of one date.
type pool struct {
	source, date string
	rows         []int
}

func seriesSnapshots(b *data.Bundle, key data.SeriesKey, pools []pool, allDates bool) []group {
	order.Sort(pools, func(i, j int) bool {
		a, b := &pools[i], &pools[j]
		return cmp.Or(strings.Compare(a.date, b.date), strings.Compare(a.source, b.source)) < 0
	})
	newest := ""
	for _, at := range pools {
		newest = max(newest, lastDate(b, at.rows))
	}
	var out []group
	var sources []string
	var older []pool
	sharing := map[string]int{} // how many series would carry one name
	for _, at := range pools {
		if last := lastDate(b, at.rows); !allDates && last != newest {
			older = append(older, pool{source: at.source, date: last})
			continue
		}
		out = append(out, group{key: key, snapshot: at.date, rows: newestRuns(b, at.rows)})
		sources = append(sources, at.source)
		sharing[at.date]++
	}
	for i := range out {
		out[i].older = older
		if sharing[out[i].snapshot] > 1 && sources[i] != "" {
			out[i].snapshot = lastDate(b, out[i].rows) + "#" + sources[i]
		}
	}
	return out
}

func lastDate(b *data.Bundle, rows []int) string {
	last := ""
	for _, i := range rows {
		last = max(last, b.MeasuredOn(i))
	}
	return last
}

// newestRuns keeps, per configuration and concurrency, the rows of the newest
// run: the newest date and, on one date, the highest run number where runs are
// numbered. Rows that neither tells apart are all kept. Order is kept.
func newestRuns(b *data.Bundle, rows []int) []int {
	if oneRun(b, rows) {
		return rows
	}
	// A configuration and concurrency as one text: maps by structs would bring
	// reflection into TinyGo's modules.
	of := func(i int) string {
		gpus, ok := b.Value(data.GPUs, i).Get()
		if !ok {
			gpus = -1
		}
		return digits.Int(b.Concurrency(i)) + " " + digits.Uint(math.Float64bits(gpus)) + " " + b.Recipe(i)
	}
	best := map[string]int{}
	for _, i := range rows {
		c := of(i)
		if k, ok := best[c]; !ok || newer(b, i, k) {
			best[c] = i
		}
	}
	out := make([]int, 0, len(rows))
	for _, i := range rows {
		if !newer(b, best[of(i)], i) {
			out = append(out, i)
		}
	}
	return out
}

// oneRun reports whether all rows are of one run and date, so that none replaces
// another.
func oneRun(b *data.Bundle, rows []int) bool {
	for _, i := range rows {
		if b.Run(i) != b.Run(rows[0]) || b.MeasuredOn(i) != b.MeasuredOn(rows[0]) {
			return false
		}
	}
	return true
}

// newer reports whether the run of row i is newer than that of row k.
func newer(b *data.Bundle, i, k int) bool {
	if d, e := b.MeasuredOn(i), b.MeasuredOn(k); d != e {
		return d > e
	}
	r, tried := runNumber(b.Run(i))
	s, before := runNumber(b.Run(k))
	if !wholeNumber(r) || !wholeNumber(s) {
		return false
	}
	if r == s && wholeNumber(tried) && wholeNumber(before) {
		r, s = tried, before
	}
	if len(r) != len(s) {
		return len(r) > len(s)
	}
	return r > s
}

// runNumber returns the number of a run and of its attempt: run itself where
// it is a number, else those at the end of a link such as
// https://github.com/OWNER/REPO/actions/runs/27213443242/attempts/1.
func runNumber(run string) (number, attempt string) {
	const runs, attempts = "/actions/runs/", "/attempts/"
	if at := words.Index(run, runs); at >= 0 {
		run = run[at+len(runs):]
		if at = words.Index(run, attempts); at >= 0 {
			return run[:at], run[at+len(attempts):]
		}
	}
	return run, ""
}

func wholeNumber(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != "" && s[0] != '0'
}
