package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
)

// otherPlaces says of tables whose caption, or the tag around them, names another
// model or workload than the other of the two, or than what they are checked against.
// first is the number of the first.
func otherPlaces(doc string, checked []Grid, first int, sel *query.Selection, index *data.Index) (out []string) {
	all := statements(doc, checked)
	var models, workloads []string
	for _, b := range index.Bundles {
		models, workloads = append(models, b.Model), append(workloads, b.Workload)
	}
	for _, x := range []struct {
		what, is string
		same     func(a, b string) bool
		caption  func(g *Grid) []string
	}{
		{embed.Model, sel.Model, sameModel, func(g *Grid) []string { return captionNames(g, 1, modelsIn, models) }},
		{embed.Workload, sel.Workload, sameWorkload, func(g *Grid) []string { return captionNames(g, 2, workloadsIn, workloads) }},
	} {
		said := map[string][]string{} // the tables of which the same is said
		var order []string
		for i := range checked {
			g := &checked[i]
			tag := ""
			for k := range all { // the innermost comes last
				if s := &all[k]; s.tag && g.Line >= s.from && g.Line <= s.to && s.says[x.what] != "" {
					tag = s.says[x.what]
				}
			}
			named := x.caption(g)
			is := func(name string) func(string) bool { return func(other string) bool { return x.same(name, other) } }
			why := ""
			switch {
			case tag != "" && len(named) > 0 && !slices.ContainsFunc(named, is(tag)):
				why = fmt.Sprintf("the caption names the %s %s and the tag around it %s", x.what, cutName(strings.Join(named, ", ")), cutName(tag))
			case len(named) > 0 && !slices.ContainsFunc(named, is(x.is)):
				why = fmt.Sprintf("the caption names the %s %s", x.what, cutName(strings.Join(named, ", ")))
			case tag != "" && len(named) == 0 && !x.same(tag, x.is):
				why = fmt.Sprintf("the tag around it names the %s %s", x.what, cutName(tag))
			default:
				continue
			}
			if said[why] == nil {
				order = append(order, why)
			}
			said[why] = append(said[why], fmt.Sprint(first+i))
		}
		for _, why := range order {
			tables := "table " + said[why][0]
			if n := len(said[why]); n > 1 {
				tables = "tables " + strings.Join(said[why][:min(n, mostPlaces)], ", ")
				if n > mostPlaces {
					tables += fmt.Sprintf(" and %d more", n-mostPlaces)
				}
			}
			out = append(out, fmt.Sprintf("%s: %s, and what is checked is %s", tables, why, x.is))
		}
	}
	return out
}

// captionNames are the models, or the workloads, that a caption names: in the form of
// isofront's own captions whatever it says, else those of the data.
func captionNames(g *Grid, part int, in func(texts, names []string) []string, names []string) []string {
	if m := ownCaption.FindStringSubmatch(g.Caption); m != nil {
		return m[part : part+1]
	}
	return in([]string{g.Caption}, names)
}

// cutName is a name that a text gives, not too long.
func cutName(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:59]) + "…"
	}
	return s
}
