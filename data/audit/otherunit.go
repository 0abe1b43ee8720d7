package audit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
)

var perMinute = regexp.MustCompile(`tok(?:en)?s? ?(?:/|per) ?(?:min|minute|h|hr|hour|day)s?\b`)

// others are what heads say of columns that hold something near to what is
// checked, and not that: to read a rate per rack as one per GPU would contradict
// a true cell.
var others = []struct {
	form *regexp.Regexp
	what string
}{
	{regexp.MustCompile(`(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps) ?(?:/|per) ?(?:node|rack|server|host|pod|cluster|tray|system|chip|nvl\d*|kw|w|watts?|kilowatts?|user|u|req(?:uest)?)\b`), "a rate that is not per GPU"},
	{regexp.MustCompile(`(?:^|[ (])\d+ ?[x×] ?[a-z]`), "a rate of several GPUs"},
	{perMinute, "a rate that is not per second"},
	{regexp.MustCompile(`\breq(?:uest)?s? ?(?:/|per) ?s(?:ec|econd)?\b|\b[rq]ps\b`), "requests, not tokens"},
	{regexp.MustCompile(`(?:/|per) ?gpu[ -]?h(?:ou)?rs?\b|(?:/|per) ?gpu[ -]?h\b`), "a price of a GPU-hour"},
	{regexp.MustCompile(`(?:/|per) ?(?:1[, ]?000|b|bn|billion)\b`), "another number of tokens than a million"},
	{regexp.MustCompile(`\bcents?\b|¢`), "cents"},
	{regexp.MustCompile(`(?:/|per) ?(?:s(?:ec|econd)?|gpu|chip) ?(?:/|per) ?(?:\$|usd\b|dollars?\b)`), "a rate per dollar"},
	{regexp.MustCompile(`[€£¥₹]|\b(?:eur|euros?|gbp|cny|rmb|jpy|yen)\b`), "a currency that is not the dollar"},
	{regexp.MustCompile(`\b[km]?wh\b|\bj(?:oules?)? ?(?:/|per) ?(?:1? ?[km]|million|thousand)`), "energy in a unit that is not J/token"},
	{regexp.MustCompile(`\b(?:std|stdev|stddev|sd|variance|rank)\b`), "a statistic, not a value"},
}

// otherWords are quantities of which nothing is checked, and to which a caption
// does not speak.
var otherWords = regexp.MustCompile(`\b(?:concurrency|conc|batch|ttft|tpot|itl|e2el?|latency|gpus|users|nodes|isl|osl)\b`)

var (
	percentileWord = regexp.MustCompile(`\bp(\d\d)(?:\.\d+)?\b`)
	tokenWords     = map[render.Tokens]*regexp.Regexp{
		render.Output: regexp.MustCompile(`\b(?:output|out|generated|generation|completion|decode)\b`),
		render.Input:  regexp.MustCompile(`\b(?:input|prompt|prefill)\b`),
	}
)

// otherUnit says why a head names something that is near to a checked quantity
// and is not it, "" where it does not.
func (p *planner) otherUnit(head string) string {
	s := strings.ToLower(head)
	for _, o := range others {
		if o.form.MatchString(s) {
			return "its head names " + o.what
		}
	}
	if m := percentileWord.FindStringSubmatch(s); m != nil && m[1] != strconv.Itoa(p.sel.Percentile) {
		return "its head names p" + m[1] + ", the table is read at p" + strconv.Itoa(p.sel.Percentile)
	}
	for _, tokens := range []render.Tokens{render.Output, render.Input} {
		// A name, as of a series, may hold such a word.
		if p.sel.Tokens != tokens && tokenWords[tokens].MatchString(s) && !slices.Contains(p.names, head) {
			return "its head names " + string(tokens) + " tokens: have those counted, on the command line by --tokens " + string(tokens)
		}
	}
	return ""
}
