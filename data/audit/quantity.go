package audit

import (
	"regexp"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// units are how published tables write what a column holds. scale is the group
// that carries a multiple: k, M.
var units = []struct {
	quantity render.Quantity
	form     *regexp.Regexp
	inverse  bool // the multiple divides: $ per k tokens
}{
	{render.TokensPerUsd, regexp.MustCompile(`\b(k|m|million)?[ -]?tok(?:en)?s? ?(?:/|per) ?(?:us)?(?:\$|d\b|dollars?\b)`), false},
	{render.Cost, regexp.MustCompile(`(?:\$|\busd|\bdollars?) ?(?:/|per) ?1? ?(k|m|mm|million|thousand)?[ -]?(?:tok(?:en)?s?)\b`), true},
	{render.Cost, regexp.MustCompile(`(?:\$|\busd|\bdollars?) ?(?:/|per) ?1? ?(m|mm|million)\b`), true},
	{render.Cost, regexp.MustCompile(`^(?:/|per) ?1? ?(k|m|mm|million|thousand)(?:[ -]?tok(?:en)?s?)?$`), true},
	{render.Cost, regexp.MustCompile(`\b(?:cost|price) (?:/|per) ?1? ?(k|m|mm|million|thousand)(?:[ -]?tok(?:en)?s?)?\b`), true},
	{render.Energy, regexp.MustCompile(`\b(k|m)?j(?:oules?)? ?(?:/|per) ?(?:output )?tok(?:en)?s?\b`), false},
	{render.PerMW, regexp.MustCompile(`\b(k|m)?[ -]?(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps) ?(?:/|per) ?(?:mw|megawatt)\b`), false},
	{render.Throughput, regexp.MustCompile(`\b(k|m)?[ -]?(?:tok(?:en)?s? ?(?:/|per) ?s(?:ec|econd)?|tps)\b`), false},
}

// words name a quantity where no unit does.
var words = []struct {
	quantity render.Quantity
	form     *regexp.Regexp
}{
	{render.TokensPerUsd, regexp.MustCompile(`\btokens per dollar\b`)},
	{render.Cost, regexp.MustCompile(`\bcosts?\b|(?:^|[ (])\$(?:[ )]|$)`)},
	{render.Energy, regexp.MustCompile(`\benergy\b|\bjoules?\b`)},
	{render.Throughput, regexp.MustCompile(`\bthroughput\b|\btput\b`)},
}

// notThroughput follows a token rate that is not per GPU.
var notThroughput = regexp.MustCompile(`^ ?(?:/|per) ?(?:user|u\b|req|request|mw|w\b|watt)`)

// ratioWords are heads of columns that compare and hold no quantity.
var ratioWords = regexp.MustCompile(`\bratio\b|perf ?(?:/|per) ?(?:\$|dollar)|\bspeed-?up\b|\bcheaper\b|\bfaster\b|\badvantage\b|\bimprovement\b|\bvs\b|\bversus\b|\bgain\b|\bdelta\b|\bdifference\b|\bwinner\b|%|Δ|∆|[×±÷]\W*$`)

// unit is a quantity and what to multiply by to be in its own unit.
type unit struct {
	quantity render.Quantity
	factor   float64
}

// recognise finds the quantity that a text names, by its unit, or by a word
// where it has no unit. Two different ones are none: ok is false, both true.
func recognise(text string) (u unit, ok, both bool) {
	s := strings.ToLower(text)
	if u, ok, both = byUnit(s); ok || both {
		return u, ok, both
	}
	for _, x := range words {
		if x.form.MatchString(s) {
			both = both || ok && u != unit{x.quantity, 1}
			u, ok = unit{x.quantity, 1}, true
		}
	}
	return u, ok && !both, both
}

// byUnit is recognise by units alone, of a text in lower case.
func byUnit(s string) (u unit, ok, both bool) {
	for _, x := range units {
		for _, m := range x.form.FindAllStringSubmatchIndex(s, 8) {
			if x.quantity == render.Throughput && notThroughput.MatchString(s[m[1]:]) {
				continue
			}
			scale := ""
			if m[2] >= 0 {
				scale = s[m[2]:m[3]]
			}
			v := unit{x.quantity, factor(x.quantity, scale, x.inverse)}
			both = both || ok && v != u
			u, ok = v, true
		}
	}
	return u, ok && !both, both
}

// factor brings a value with a scaled unit to the quantity's own: $/M tokens,
// tok/s/GPU, tokens/$, J/token.
func factor(q render.Quantity, scale string, inverse bool) float64 {
	k := map[string]float64{"k": 1e3, "thousand": 1e3, "m": 1e6, "mm": 1e6, "million": 1e6}[scale]
	switch {
	case inverse && k == 0:
		return 1e6 // $ per token
	case inverse:
		return 1e6 / k
	case q == render.Energy && scale == "m":
		return 1e-3 // mJ
	case k == 0:
		return 1
	}
	return k
}
