// Package embed writes the tags of an article, <iso-table> and <iso-chart>. The
// command line and the page write them from here; the elements of wasm/element,
// which one script tag defines, read the same attributes.
//
// It decides the attributes' names and forms, and that a tag is exact: it names
// series, targets and price sheet as they were used, so that the element forms
// the table that the author saw as long as it finds the same data, and can tell
// when it does not. What stands inside the tag is the static table or figure,
// which is what a reader without the element sees; it carries its values with 12
// digits, which the element compares with those it computes before it takes
// their place.
package embed

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// The tags' names.
const (
	Element = "iso-table"
	Figure  = "iso-chart"
)

// The attributes, in the order in which they are written. One that is left out
// has its default. A list is joined by commas; a comma in a name is written %2C
// and a percent sign %25.
const (
	Data       = "data"         // address of a site, whose site.json names the index; default: where the element's script lies
	Hash       = "hash"         // SHA-256 of the bundle's content, hex; when the data has another one, it has moved on
	Model      = "model"        // as in the data
	Workload   = "workload"     // 8192/1024 or agentic
	Systems    = "systems"      // list of series, in the order of the columns
	Baseline   = "baseline"     // one series; default: nothing is compared
	Chain      = "chain"        // list of series, in the order of the steps; default: none
	Targets    = "targets"      // list of numbers in the axis's unit
	Quantities = "quantities"   // list of throughput, cost, energy, tokens-per-dollar, throughput-per-mw: a table each
	Basis      = "basis"        // hyperscaler, neocloud or rental
	PricesAsOf = "prices-as-of" // date of the price sheet; default: the newest
	Prices     = "prices"       // list of HARDWARE=USD, the author's own prices
	Powers     = "powers"       // list of HARDWARE=KW, the author's own powers
	AsOf       = "as-of"        // the newest snapshot not later than this date
	AllDates   = "all-dates"    // present: every measuring date is a series of its own
	Tokens     = "tokens"       // total (default), output, input: what throughput counts
	Axis       = "axis"         // interactivity (default), ttft, e2el, e2e-normalized
	Percentile = "percentile"   // default: the workload's own
	Digits     = "digits"       // significant digits; default: each quantity's own
	Reach      = "reach"        // strict (default), at-least
	Theme      = "theme"        // light, dark; default: that of the article around
	Log        = "log"          // of a chart: x, y, xy: logarithmic axes; n, ny: the axis across is linear; default: it is logarithmic where it is a time
)

// Themes are the values of Theme; the first is the default and not written.
var Themes = []string{"auto", "light", "dark"}

// Tag is one table to embed. Selection must be formed; Asked is the query that
// it answers.
type Tag struct {
	Address   string // of the site; "": left out
	Hash      string
	Asked     *wire.Query
	Selection *query.Selection
	Sheet     *render.Sheet
	Theme     string
}

// HTML writes the tag with the static table inside, the opening tag on a line of
// its own and no empty line before the end, so that it passes through Markdown.
func (t *Tag) HTML() string {
	s, spec := t.Selection, t.Selection.Formed().Spec
	name := func(i int) string { return s.Series[i].Name }
	var b strings.Builder
	put := putter(&b)
	b.WriteString("<" + Element)
	put(Data, t.Address)
	put(Hash, t.Hash)
	put(Model, s.Model)
	put(Workload, s.Workload)
	put(Systems, list(len(s.Series), name))
	if spec.Baseline >= 0 {
		put(Baseline, name(spec.Baseline))
	}
	put(Chain, list(len(spec.Chain), func(i int) string { return name(spec.Chain[i]) }))
	put(Targets, list(len(spec.Targets), func(i int) string { return exact(spec.Targets[i]) }))
	put(Quantities, list(len(t.Sheet.Quantities), func(i int) string { return string(t.Sheet.Quantities[i]) }))
	put(Basis, string(s.Basis))
	sheet := t.Asked.PricesAsOf
	if s.Sheet != nil {
		sheet = s.Sheet.AsOf
	}
	put(PricesAsOf, sheet)
	put(Prices, byHardware(s.Own))
	put(Powers, byHardware(s.OwnKw))
	put(AsOf, t.Asked.AsOf)
	put(AllDates, unless(!t.Asked.AllDates, AllDates))
	put(Axis, unless(s.Axis == iso.Interactivity, string(s.Axis)))
	put(Tokens, unless(s.Tokens == render.Total, string(s.Tokens)))
	put(Percentile, unless(s.Percentile == query.DefaultPercentile(s.Workload), strconv.Itoa(s.Percentile)))
	put(Digits, unless(t.Sheet.Digits == 0, strconv.Itoa(t.Sheet.Digits)))
	put(Reach, unless(s.Reach == iso.Strict, string(s.Reach)))
	put(Theme, unless(t.Theme == Themes[0], t.Theme))
	b.WriteString(">\n" + render.HTML(t.Sheet) + "</" + Element + ">\n")
	return b.String()
}

// putter writes attributes that have a value.
func putter(b *strings.Builder) func(attribute, value string) {
	return func(attribute, value string) {
		if value != "" {
			b.WriteString(" " + attribute + "=\"" + lines.Replace(render.Escape(value)) + "\"")
		}
	}
}

// unless is a value that is not written where it is the default.
func unless(usual bool, value string) string {
	if usual {
		return ""
	}
	return value
}

// exact writes all digits of a number: rounded, a target at the end of a
// frontier would lie beyond it.
func exact(v float64) string { return digits.Shortest(v) }

// byHardware lists own values as HARDWARE=VALUE.
func byHardware(own map[string]float64) string {
	var out []string
	for hardware, v := range own {
		out = append(out, hardware+"="+exact(v))
	}
	order.Strings(out)
	return list(len(out), func(i int) string { return out[i] })
}

// list joins n texts by commas.
func list(n int, text func(int) string) string {
	var out []string
	for i := range n {
		out = append(out, commas.Replace(text(i)))
	}
	return strings.Join(out, ",")
}

var (
	commas = words.Escapes{"%", "%25", ",", "%2C"}
	lines  = words.Escapes{"\n", "&#10;", "\r", "&#13;"}
)
