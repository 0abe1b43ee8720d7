package audit

import (
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// ownRatio is the head that isofront's own tables give a column of ratios: what is
// compared, and of what, against a baseline that another column holds.
var ownRatio = regexp.MustCompile(`^(.+?): ?(perf/\$|throughput|tokens/j)(?: ratio)?$`)

// ownRatios maps the columns of ratios that are headed as isofront heads them.
// The baseline is the one series of the table that has no such column; where
// there is not exactly one, they stay left out.
func (p *planner) ownRatios(g *Grid, pl *plan, said []Column) {
	var ratios []mapped
	compared := map[int]bool{}
	for _, s := range pl.skips {
		at := s.Column - 1
		m := ownRatio.FindStringSubmatch(bare(g.Head[at]))
		if m == nil || !isRatioColumn(s.Why) || said[at] != (Column{}) {
			continue
		}
		of := -1
		fits := p.propose(m[1])
		if before := slices.IndexFunc(pl.columns, func(c mapped) bool { return c.at == at-1 && !c.ratio && slices.Contains(fits, c.series) }); before >= 0 && ownCaption.MatchString(g.Caption) {
			fits = []int{pl.columns[before].series} // behind what it is of, whose words in common with others its head lacks
		}
		for _, series := range fits {
			if slices.ContainsFunc(pl.columns, func(c mapped) bool { return !c.ratio && c.series == series }) {
				if of >= 0 && of != series {
					return // it could be either
				}
				of = series
			}
		}
		if of < 0 {
			return
		}
		q := map[string]render.Quantity{"throughput": ThroughputRatio, "perf/$": PerfPerDollar, "tokens/j": TokensPerJoule}[m[2]]
		ratios = append(ratios, mapped{at: at, series: of, unit: unit{q, 1}, ratio: true, proposed: true})
		compared[of] = true
	}
	baseline := -1
	for _, c := range pl.columns {
		if c.ratio || compared[c.series] || c.series == baseline {
			continue
		}
		if baseline >= 0 {
			return
		}
		baseline = c.series
	}
	if baseline < 0 {
		return
	}
	for _, r := range ratios {
		r.over = baseline
		pl.columns = append(pl.columns, r)
		pl.skips = slices.DeleteFunc(pl.skips, func(s wire.AuditSkip) bool { return s.Column == r.at+1 })
	}
	slices.SortStableFunc(pl.columns, func(a, b mapped) int { return a.at - b.at })
}

// sayRatio is how the command line is told what a column of ratios holds.
func sayRatio(head string) string {
	which := string(PerfPerDollar) + "' (or :" + string(ThroughputRatio) + ")"
	if perJoule.MatchString(strings.ToLower(head)) {
		which = string(TokensPerJoule) + "'"
	}
	return "--column '" + head + "=GLOB over GLOB:" + which + " has it checked"
}
