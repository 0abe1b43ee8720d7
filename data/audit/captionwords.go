package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// What a caption that is a title says of all values, by which they are none that is
// checked: relative throughput, monthly cost, a rate per node.
var (
	titleChanges   = regexp.MustCompile(`\b(?:relative|normali[sz]ed|speed-?ups?|savings?|goodput|errors?|deviation|utili[sz]ation|monthly|weekly|daily|annual|yearly|theoretical|projected|per (?:node|rack|server|system|request|month|day|year|hour))\b|= ?1(?:\.0+)?x?\)`)
	rateForDollars = regexp.MustCompile(`\b(?:throughput|performance|perf) ?(?:/|per) ?(?:\$|usd\b|dollars?\b)`)
	withoutWord    = regexp.MustCompile(`\b(?:no|non|without|off|vs|versus|and|or|against|than)\b|w/o`)
)

// longestTitle is how long a caption is that names what its table holds; what is longer is
// prose, which speaks of more than that.
const longestTitle = 100

// userRate is what rows are read at, of which a caption speaks beside what they hold.
var userRate = regexp.MustCompile(`(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps) ?(?:/|per) ?u(?:ser)?\b`)

// captionUnit is otherUnit of a caption.
func (p *planner) captionUnit(caption string) string {
	return p.otherUnit(userRate.ReplaceAllString(strings.ToLower(caption), " "))
}

// captionChanges says why the caption speaks of other values than those of a series: of
// another precision, of speculative decoding where it has none, or, where it is what names
// the quantity, of values that are none of its.
func (p *planner) captionChanges(g *Grid, series int, names bool) string {
	if g.isOwn() || len(g.Caption) > longestTitle {
		return ""
	}
	text := strings.ToLower(g.Caption)
	if names {
		found := titleChanges.FindString(text)
		if u, ok, _ := recognise(text); found == "" && ok && u.quantity == render.Throughput {
			found = rateForDollars.FindString(text)
		}
		if found != "" {
			return fmt.Sprintf("the caption says %q, and what that changes is not known", strings.Trim(found, ")"))
		}
	}
	s := &p.sel.Series[series]
	var precision []string
	speculation := ""
	for _, w := range headWords(text) {
		if slices.Contains(precisions, w) {
			precision = append(precision, w)
		} else if slices.Contains(speculations, w) {
			speculation = w
		}
	}
	switch {
	case len(precision) > 0 && !slices.ContainsFunc(headWords(s.Precision), func(w string) bool { return slices.Contains(precision, w) }):
		return fmt.Sprintf("the caption names %s, and this series is %s", strings.ToUpper(strings.Join(precision, ", ")), strings.ToUpper(s.Precision))
	case speculation != "" && s.SpecDecoding == "none" && !withoutWord.MatchString(text):
		return fmt.Sprintf("the caption names %s, and this series is without", strings.ToUpper(speculation))
	}
	return ""
}
