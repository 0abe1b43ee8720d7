package audit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
)

// statement is what the text says that some of its tables were made with: a note under
// isofront's own tables, or the attributes of the tag around them.
type statement struct {
	from, to int // the lines between which the tables stand
	tag      bool
	says     map[string]string // by the name of the attribute
	prices   said              // of the sheet that the note names
	own      said              // the author's
	measured string            // the newest day
	unpriced []string          // hardware that no sheet had a price of, where no sheet is named
}

var (
	ownTag = regexp.MustCompile(`<` + embed.Element + `\s[^<>]*>`)

	ownCaption = regexp.MustCompile(`^[\pL ]+ \([^()]+\) at equal [^,]+(?:, the median\))?, (.+), (\S+)$`)
	ownBeside  = regexp.MustCompile(`, step by step(?: \(a price is missing\))?$|^What interactivity alone says \(`)
	ownTokens  = regexp.MustCompile(`\((?:\$/m |j/)?(output|input) tok`)
)

// mostStated bounds the notes and the tags that are read.
const mostStated = MaxTables

// statements finds them in a document, in the order of their lines.
func statements(doc string, grids []Grid) (out []statement) {
	doc = unixLines(doc)
	for _, at := range ownTag.FindAllStringIndex(doc, mostStated) {
		s := statement{from: lineAt(doc, at[0]), to: lineAt(doc, len(doc)), tag: true, says: attributes(doc[at[0]:at[1]])}
		if end := strings.Index(doc[at[1]:], "</"+embed.Element); end >= 0 {
			s.to = lineAt(doc, at[1]+end)
		}
		for attribute, of := range map[string]*map[string]float64{embed.Prices: &s.own.prices, embed.Powers: &s.own.powers} {
			what := strings.TrimSuffix(attribute, "s")
			for item := range strings.SplitSeq(s.says[attribute], ",") {
				if hardware, value, ok := strings.Cut(item, "="); ok {
					s.own.say(of, what, hardware, value)
				}
			}
		}
		out = append(out, s)
	}
	return append(out, notes(doc, grids)...)
}

func unixLines(doc string) string {
	return strings.ReplaceAll(strings.ReplaceAll(doc, "\r\n", "\n"), "\r", "\n")
}

// lineAt is the line of an offset.
func lineAt(doc string, at int) int { return 1 + strings.Count(doc[:at], "\n") }

// attributes are those of one tag that say what its tables were made with.
func attributes(tag string) map[string]string {
	out := map[string]string{}
	z := html.NewTokenizer(strings.NewReader(tag))
	z.Next()
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch k := string(key); k {
		case embed.Basis, embed.PricesAsOf, embed.Prices, embed.Powers, embed.Axis, embed.Percentile, embed.Tokens, embed.AsOf, embed.Model, embed.Workload:
			out[k] = string(value)
		case embed.AllDates:
			out[k] = "on"
		}
	}
	return out
}

// captioned is what a table's caption, or its columns in isofront's long form, say of
// the axis, the percentile and the tokens. neutral is a table that isofront puts beside
// others, which says nothing of them.
func (g *Grid) captioned() (says map[string]string, neutral bool) {
	says = map[string]string{}
	if ownBeside.MatchString(g.Caption) {
		return says, true
	}
	own := ownCaption.MatchString(g.Caption)
	caption := strings.ToLower(g.Caption)
	var percentiles []string
	for _, m := range percentileWord.FindAllStringSubmatch(caption, 4) {
		percentiles = append(percentiles, m[1])
	}
	if slices.Sort(percentiles); len(slices.Compact(percentiles)) == 1 {
		says[embed.Percentile] = percentiles[0]
	}
	var axes []string
	for _, x := range iso.Axes {
		if equalAxis[x].MatchString(caption) {
			axes = append(axes, string(x))
		}
	}
	if len(axes) == 1 {
		says[embed.Axis] = axes[0]
	}
	if g.about.axis != "" {
		says[embed.Axis], says[embed.Percentile] = g.about.axis, g.about.percentile
		own = true
		caption = strings.ToLower(strings.Join(g.Head, " "))
	}
	switch m := ownTokens.FindStringSubmatch(caption); {
	case m != nil && own:
		says[embed.Tokens] = m[1]
	case own:
		says[embed.Tokens] = string(render.Total)
	case ofOutput.MatchString(caption) && !ofInput.MatchString(caption):
		says[embed.Tokens] = string(render.Output)
	}
	return says, false
}

// isKnown reports whether a value of an attribute is one that a query takes. Of price
// sheets only one of the data's is: another date would be taken for the newest before it.
func isKnown(attribute, value string, index *data.Index) bool {
	switch attribute {
	case embed.PricesAsOf:
		return slices.ContainsFunc(index.Sheets, func(s data.PriceSheet) bool { return s.AsOf == value })
	case embed.Basis:
		return slices.Contains(cost.Bases, cost.Basis(value))
	case embed.Percentile:
		n, err := strconv.Atoi(value)
		return err == nil && slices.Contains(data.Percentiles[:], n)
	case embed.AsOf:
		return data.ValidDate(value)
	case embed.Axis:
		return slices.Contains(iso.Axes, iso.Axis(value))
	case embed.Tokens:
		return slices.Contains(render.TokenKinds, render.Tokens(value))
	}
	return value != ""
}
