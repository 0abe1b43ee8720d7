package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// What a caption that is a title says of all values, by which they are none that is
// checked: relative throughput, monthly cost, a rate per node. What names how equal things
// are read, or what a node is, changes nothing.
var (
	titleChanges   = regexp.MustCompile(`\b(?:relative|normali[sz]ed|speed-?ups?|savings?|goodput|errors?|deviation|utili[sz]ation|theoretical|projected|per (?:node|rack|server|request|month|day|year)|(?:hourly|monthly|weekly|daily|annual|yearly) (?:costs?|prices?|tokens|throughput)|(?:costs?|prices?|tokens|throughput) per (?:system|hour))\b|= ?1(?:\.0+)?x?\)`)
	titleKeeps     = regexp.MustCompile(`\b(?:(?:e2e|length|gpu)[- ]normali[sz]ed|normali[sz]ed (?:per|by|to) (?:gpu|length)|gpus per \w+|savings? (?:from|with|by))\b`)
	rateForDollars = regexp.MustCompile(`\b(?:throughput|performance|perf) ?(?:/|per) ?(?:\$|usd\b|dollars?\b)`)
	wholeRate      = regexp.MustCompile(`(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps) ?(?:/|per) ?gpu\b`)
	withoutWord    = regexp.MustCompile(`\b(?:no|non|without|off|vs|versus|and|or|against|than)\b|w/o`)
)

// longestTitle is how long a caption is that names what its table holds; what is longer is
// prose, which speaks of more than that.
const longestTitle = 100

// userRate is what rows are read at, of which a caption speaks beside what they hold;
// readAt is one that says that it is that.
var (
	userRate = regexp.MustCompile(userRateForm)
	readAt   = regexp.MustCompile(`\b(?:at|by|against|vs\.?|versus|equal) (?:(?:to|and|equal|same|interactivity|speed)\b ?|[\d.,–(-]+ ?)*` + userRateForm)
)

const userRateForm = `(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps) ?(?:/|per) ?u(?:ser)?\b`

// captionUnit is otherUnit of a caption.
func (p *planner) captionUnit(caption string) string {
	text := strings.ToLower(caption)
	if without := userRate.ReplaceAllString(text, " "); namesUnit(without) {
		text = without
	}
	return p.otherUnit(readAt.ReplaceAllString(text, " "))
}

// namesUnit reports whether a text names one unit of a quantity that is checked.
func namesUnit(text string) bool {
	_, ok, both := byUnit(text)
	return ok && !both
}

// namesWhole reports the same of a unit that says all: tok/s/GPU, $/M tok, J/token.
func namesWhole(text string) bool {
	u, ok, both := byUnit(text)
	return ok && !both && (u.quantity != render.Throughput || wholeRate.MatchString(text))
}

// captionChanges says why the caption speaks of other values than those of a series: of
// another precision, of speculative decoding where it has none, or, where it is what names
// the quantity, of values that are none of its. A head that says it itself is believed.
func (p *planner) captionChanges(g *Grid, at, series int, names bool) string {
	if g.isOwn() || len(g.Caption) > longestTitle {
		return ""
	}
	text := strings.ToLower(g.Caption)
	if names && !namesWhole(text) {
		found := titleChanges.FindString(titleKeeps.ReplaceAllString(text, " "))
		if u, ok, _ := recognise(text); found == "" && ok && u.quantity == render.Throughput {
			found = rateForDollars.FindString(text)
		}
		if found != "" {
			return fmt.Sprintf("the caption says %q, and what that changes is not known", strings.Trim(found, ")"))
		}
	}
	s := &p.sel.Series[series]
	head := headWords(g.Head[at])
	var precision []string
	speculation := ""
	for _, w := range headWords(text) {
		if isPrecision(w) {
			precision = append(precision, w)
		} else if slices.Contains(speculations, w) {
			speculation = w
		}
	}
	switch {
	case len(precision) > 0 && !slices.ContainsFunc(head, isPrecision) && !slices.ContainsFunc(headWords(s.Precision), func(w string) bool { return slices.Contains(precision, w) }):
		return fmt.Sprintf("the caption names %s, and this series is %s", strings.ToUpper(strings.Join(precision, ", ")), strings.ToUpper(s.Precision))
	case speculation != "" && s.SpecDecoding == "none" && !withoutWord.MatchString(text) && !slices.ContainsFunc(head, p.isAboutSpeculation) && !slices.ContainsFunc(g.Head, p.isSpeculating):
		return fmt.Sprintf("the caption names %s, and this series is without", strings.ToUpper(speculation))
	}
	return ""
}

func isPrecision(word string) bool { return slices.Contains(precisions, word) }

// isAboutSpeculation reports whether a word of a head says whether there is any.
func (p *planner) isAboutSpeculation(word string) bool {
	return slices.Contains(speculations, word) || slices.Contains(speculative, word) || p.isSpeculation(word) ||
		slices.Contains([]string{"no", "non", "none", "without", "wo"}, word)
}

// isSpeculating reports whether a head names a series with speculative decoding.
func (p *planner) isSpeculating(head string) bool {
	fits := p.propose(head)
	return len(fits) == 1 && p.sel.Series[fits[0]].SpecDecoding != "none"
}
