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
}

// The notes under isofront's own tables, in every form of text: see render.Notes. Lines
// may have been broken anew.
var (
	priceNote = regexp.MustCompile(`Prices,\s+\\?\$/GPU-hour(?:,\s+(\w+),\s+sheet\s+of\s+(\d{4}-\d\d-\d\d)(?:\s+\([^\n]{0,300}?\))?)?:\s+((?:[^\s,:$]+\s+(?:\\?\$[\d.e+-]*\d(?:\s+\(own\))?|none)(?:,\s+)?)+)`)
	powerNote = regexp.MustCompile(`Energy\s+is\s+modelled\s+from\s+all-in\s+power,\s+kW/GPU(?:,()\s+sheet\s+of\s+(\d{4}-\d\d-\d\d)(?:\s+\([^\n]{0,300}?\))?)?:\s+((?:[^\s,:$]+\s+(?:\d[\d.e+-]*\d|\d|none)(?:\s+\(own\))?(?:,\s+)?)+)`)
	noteItem  = regexp.MustCompile(`([^\s,:$]+)\s+\\?\$?(\d[\d.e+-]*\d|\d)(\s+\(own\))?`)
	ownTag    = regexp.MustCompile(`<` + embed.Element + `\s[^<>]*>`)

	ownCaption = regexp.MustCompile(`^[\pL ]+ \([^()]+\) at equal [^,]+(?:, the median\))?, (.+), (\S+)$`)
	ownBeside  = regexp.MustCompile(`, step by step(?: \(a price is missing\))?$|^What interactivity alone says \(`)
	ownTokens  = regexp.MustCompile(`\((?:\$/m |j/)?(output|input) tok`)
)

// mostStated bounds the notes and the tags that are read.
const mostStated = MaxTables

// statements finds them in a document, in the order of their lines.
func statements(doc string) (out []statement) {
	doc = strings.ReplaceAll(strings.ReplaceAll(doc, "\r\n", "\n"), "\r", "\n")
	for _, at := range ownTag.FindAllStringIndex(doc, mostStated) {
		s := statement{from: lineAt(doc, at[0]), to: lineAt(doc, len(doc)), tag: true, says: attributes(doc[at[0]:at[1]])}
		if end := strings.Index(doc[at[1]:], "</"+embed.Element); end >= 0 {
			s.to = lineAt(doc, at[1]+end)
		}
		for what, of := range map[string]*map[string]float64{embed.Prices: &s.own.prices, embed.Powers: &s.own.powers} {
			for item := range strings.SplitSeq(s.says[what], ",") {
				if hardware, value, ok := strings.Cut(item, "="); ok {
					say(of, hardware+"/", value)
				}
			}
		}
		out = append(out, s)
	}
	for _, note := range []*regexp.Regexp{priceNote, powerNote} {
		from := 1
		for _, m := range note.FindAllStringSubmatchIndex(doc, mostStated) {
			part := func(k int) string {
				if m[2*k] < 0 {
					return ""
				}
				return doc[m[2*k]:m[2*k+1]]
			}
			s := statement{from: from, to: lineAt(doc, m[0]), says: map[string]string{embed.Basis: part(1), embed.PricesAsOf: part(2)}}
			for _, item := range noteItem.FindAllStringSubmatch(part(3), -1) {
				to := &s.prices
				if item[3] != "" {
					to = &s.own
				}
				of := &to.prices
				if note == powerNote {
					of = &to.powers
				}
				say(of, strings.ReplaceAll(item[1], `\`, "")+"/", item[2])
			}
			out = append(out, s)
			from = s.to + 1
		}
	}
	from := 1
	for _, m := range measuredNote.FindAllStringSubmatchIndex(doc, mostStated) {
		s := statement{from: from, to: lineAt(doc, m[0]), measured: newestDay(doc[m[2]:m[3]])}
		out = append(out, s)
		from = s.to + 1
	}
	return out
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
