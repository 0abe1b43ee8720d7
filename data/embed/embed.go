// Package embed writes the <iso-table> tag of an article. The command line and
// the page write it from here, and the element reads the same attributes.
//
// It decides the attributes' names and forms, and that a tag is exact: it names
// series, targets and price sheet as they were used, so that the element forms
// the table that the author saw as long as it finds the same data, and can tell
// when it does not. What stands inside the tag is the static table, which is
// what a reader without the element sees.
package embed

import (
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Element is the tag's name.
const Element = "iso-table"

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
	Quantities = "quantities"   // list of throughput, cost, energy, tokens-per-dollar: a table each
	Basis      = "basis"        // hyperscaler, neocloud or rental
	PricesAsOf = "prices-as-of" // date of the price sheet; default: the newest
	Prices     = "prices"       // list of HARDWARE=USD, the author's own prices
	AsOf       = "as-of"        // the newest snapshot not later than this date
	AllDates   = "all-dates"    // no value: every measuring date is a series of its own
	Axis       = "axis"         // interactivity (default), ttft, e2el, e2e-normalized
	Tokens     = "tokens"       // total (default), output, input: what throughput counts
	Percentile = "percentile"   // default: the workload's own
	Digits     = "digits"       // significant digits; default: each quantity's own
	Reach      = "reach"        // strict (default), at-least
	Theme      = "theme"        // light, dark; default: the reader's
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
	var b strings.Builder
	b.WriteString("<" + Element)
	put := func(name, value string) {
		if value != "" {
			b.WriteString(" " + name + "=\"" + escape(value) + "\"")
		}
	}
	put(Data, t.Address)
	put(Hash, t.Hash)
	put(Model, s.Model)
	put(Workload, s.Workload)
	names := make([]string, len(s.Series))
	for i := range s.Series {
		names[i] = s.Series[i].Name
	}
	put(Systems, list(names))
	if spec.Baseline >= 0 {
		put(Baseline, names[spec.Baseline])
	}
	chain := make([]string, len(spec.Chain))
	for i, k := range spec.Chain {
		chain[i] = names[k]
	}
	put(Chain, list(chain))
	targets := make([]string, len(spec.Targets))
	for i, x := range spec.Targets {
		targets[i] = strconv.FormatFloat(x, 'g', -1, 64) // all digits: rounded, a target at a range's end would leave it
	}
	put(Targets, list(targets))
	quantities := make([]string, len(t.Sheet.Quantities))
	for i, q := range t.Sheet.Quantities {
		quantities[i] = string(q)
	}
	put(Quantities, list(quantities))
	put(Basis, string(s.Basis))
	if s.Sheet != nil {
		put(PricesAsOf, s.Sheet.AsOf)
	} else {
		put(PricesAsOf, t.Asked.PricesAsOf)
	}
	var prices []string
	for _, hardware := range slices.Sorted(maps.Keys(s.Own)) {
		prices = append(prices, hardware+"="+strconv.FormatFloat(s.Own[hardware], 'g', -1, 64))
	}
	put(Prices, list(prices))
	put(AsOf, t.Asked.AsOf)
	if t.Asked.AllDates {
		b.WriteString(" " + AllDates)
	}
	if s.Axis != iso.Interactivity {
		put(Axis, string(s.Axis))
	}
	if s.Tokens != render.Total {
		put(Tokens, string(s.Tokens))
	}
	if s.Percentile != query.DefaultPercentile(s.Workload) {
		put(Percentile, strconv.Itoa(s.Percentile))
	}
	if t.Sheet.Digits > 0 {
		put(Digits, strconv.Itoa(t.Sheet.Digits))
	}
	if s.Reach != iso.Strict {
		put(Reach, string(s.Reach))
	}
	if t.Theme != Themes[0] {
		put(Theme, t.Theme)
	}
	b.WriteString(">\n" + render.HTML(t.Sheet) + "</" + Element + ">\n")
	return b.String()
}

// list joins names by commas.
func list(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ReplaceAll(strings.ReplaceAll(name, "%", "%25"), ",", "%2C")
	}
	return strings.Join(out, ",")
}

var lines = strings.NewReplacer("\n", "&#10;", "\r", "&#13;")

func escape(s string) string { return lines.Replace(html.EscapeString(s)) }
