package audit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Taken selects what a query asks for, with what the document says that its tables
// were made with where the query leaves that open: "", 0, or no price of a kind of
// hardware. It says in words what was taken, and what was not since two of the tables
// say it in two ways. It puts into the options what each table is checked with, where
// its own prices and powers are not those of all that are checked.
func Taken(e *query.Engine, q *wire.Query, doc string, grids []Grid, o *Options) (*query.Selection, []string, error) {
	first := 1
	checked := grids
	if o.Table > 0 && o.Table <= len(grids) {
		first, checked = o.Table, grids[o.Table-1:o.Table]
	}
	chosen := q.PricesAsOf != "" || q.Basis != ""
	t := collect(doc, grids, checked)
	undated := ""
	if !q.AllDates && q.AsOf == "" {
		undated = t.dated(checked)
	}
	took, unlike, unknown := t.into(q, e.Index())
	sel, err := e.Select(q)
	if err != nil {
		return nil, nil, err
	}
	sel, day, days := t.snapshot(e, q, sel, checked)
	if day != "" {
		took = append(took, day)
	}
	for _, what := range []string{undated, days} {
		if what != "" {
			unlike = append(unlike, what)
		}
	}
	var own, listed ownFigures
	if o.Own = nil; t.figuresOfAll() {
		own, listed = t.figures[0].into(q, sel, chosen)
		if len(own.words)+len(listed.words) > 0 {
			sel, err = e.Select(q)
		}
	} else if o.Own, own, listed, err = t.figuresOfEach(e, q, sel, chosen, first); err != nil {
		return nil, nil, err
	}
	took = append(took, own.words...)
	var out []string
	if len(took) > 0 {
		out = append(out, "taken from the text: "+strings.Join(took, ", "))
	}
	if len(listed.words) > 0 {
		out = append(out, "checked with what the table says it was computed with, which is not what the price sheet has: "+strings.Join(listed.words, ", "))
	}
	out = append(append(out, unknown...), t.faults(first)...)
	out = append(out, otherPlaces(doc, checked, first, sel, e.Index())...)
	for _, what := range unlike {
		if len(checked) == 1 {
			out = append(out, "the text says more than one "+what+": none is taken")
			continue
		}
		out = append(out, "the tables say more than one "+what+": none is taken; one table at a time can be checked with its own")
	}
	for _, what := range append(own.unlike, listed.unlike...) { // of one table
		out = append(out, "the text says more than one "+what+": none is taken, that of the price sheet stands")
	}
	return sel, out, err
}

// faults say what of the prices and powers of a text was not taken, and why.
func (t *stated) faults(first int) (out []string) {
	for i := range t.figures {
		for _, from := range [...]*said{&t.figures[i].own, &t.figures[i].listed} {
			if len(from.faults) > 0 && !slices.Contains(t.told, strings.Join(from.faults, ", ")) {
				t.told = append(t.told, strings.Join(from.faults, ", "))
				out = append(out, "table "+strconv.Itoa(first+i)+": what it says it was computed with is not taken, since it is no figure: "+strings.Join(from.faults, ", "))
			}
		}
	}
	for i, line := range t.idle {
		if i == mostFaults {
			return append(out, strconv.Itoa(len(t.idle)-i)+" more notes are not taken: no table of isofront's own stands above them")
		}
		out = append(out, "the note at line "+strconv.Itoa(line)+" is not taken: no table of isofront's own stands above it")
	}
	return out
}

// stated is what the tables that are checked say, each by the name of its attribute.
type stated struct {
	values   map[string][]string
	silent   bool      // one of them says nothing of axis, percentile and tokens
	figures  []figures // of each table
	measured []string  // the newest day of each
	unpriced []string  // hardware without a price, where no sheet is named
	idle     []int     // lines of notes of prices and powers that are about no table
	told     []string
}

// noSheet stands for the date of a price sheet where there was none: notes that list no
// prices say so, and a date before every sheet. No text holds it.
const noSheet = "none\x00"

func (t *stated) say(says map[string]string) {
	for what, value := range says {
		if value != "" && !slices.Contains(t.values[what], value) {
			t.values[what] = append(t.values[what], value)
		}
	}
}

// collect puts together what is said of each table.
func collect(doc string, grids, checked []Grid) *stated {
	t := &stated{values: map[string][]string{}}
	all := statements(doc, grids)
	t.idle = idleNotes(all, grids)
	used := map[int]bool{}
	t.figures, t.measured = make([]figures, len(checked)), make([]string, len(checked))
	for i := range checked {
		g := &checked[i]
		says, neutral := g.captioned()
		own := neutral || ownCaption.MatchString(g.Caption)
		for k := range all {
			s := &all[k]
			if g.Line < s.from || g.Line > s.to || !s.tag && !own {
				continue
			}
			if neutral = true; !used[k] {
				used[k] = true
				t.say(s.says)
				t.unpriced = append(t.unpriced, s.unpriced...)
			}
			t.figures[i].listed.add(s.prices)
			t.figures[i].own.add(s.own)
			t.measured[i] = max(t.measured[i], s.measured)
		}
		t.figures[i].listed.add(g.said)
		t.measured[i] = max(t.measured[i], g.measured)
		t.say(says)
		t.silent = t.silent || len(says) == 0 && !neutral
	}
	return t
}

// into puts what is said in one way into a query that leaves it open, and says in words
// what of it is not the default.
func (t *stated) into(q *wire.Query, index *data.Index) (took, unlike, unknown []string) {
	t.withoutSheet(index)
	percentile := ""
	if q.Percentile != 0 {
		percentile = strconv.Itoa(q.Percentile)
	}
	newest := ""
	if n := len(index.Sheets); n > 0 {
		newest = index.Sheets[n-1].AsOf
	}
	// Tables that list their prices are checked with those, whatever sheet they are of.
	listed := q.PricesAsOf == "" && q.Basis == "" && !slices.ContainsFunc(t.figures, func(f figures) bool { return len(f.listed.prices) == 0 })
	allDates := ""
	if q.AllDates {
		allDates = "on"
	}
	for _, x := range []struct {
		attribute, what string
		to              *string
		usual           string
		words           func(value string) string
	}{
		{embed.PricesAsOf, "price sheet", &q.PricesAsOf, newest, func(v string) string { return "price sheet of " + v }},
		{embed.Basis, "basis of prices", &q.Basis, string(cost.Bases[0]), func(v string) string { return v + " prices" }},
		{embed.Axis, "axis", &q.Axis, string(iso.Interactivity), func(v string) string { return "equal " + iso.Axis(v).Name() }},
		{embed.Percentile, "percentile", &percentile, strconv.Itoa(query.DefaultPercentile(q.Workload)), func(v string) string { return "p" + v }},
		{embed.Tokens, "kind of tokens", &q.Tokens, string(render.Total), func(v string) string { return v + " tokens" }},
		{embed.AsOf, "date", &q.AsOf, "", func(v string) string { return "snapshots of " + v }},
		{embed.AllDates, "", &allDates, "", func(string) string { return "all measuring dates" }},
	} {
		values := slices.Clone(t.values[x.attribute])
		slices.Sort(values)
		switch {
		case *x.to != "" || len(values) == 0:
			continue
		case len(values) > 1 && listed && (x.attribute == embed.PricesAsOf || x.attribute == embed.Basis):
			continue
		case len(values) > 1:
			unlike = append(unlike, x.what+" ("+strings.ReplaceAll(strings.Join(values, ", "), noSheet, "none")+")")
			continue
		case t.silent && slices.Contains([]string{embed.Axis, embed.Percentile, embed.Tokens}, x.attribute):
			continue // it may be of another one
		case x.attribute == embed.PricesAsOf && values[0] == noSheet:
			*x.to = beforeSheets(index)
			took = append(took, "no price sheet")
			continue
		case !isKnown(x.attribute, values[0], index):
			if x.attribute == embed.PricesAsOf || x.attribute == embed.Basis {
				unknown = append(unknown, "the text names the "+x.what+" "+cutName(values[0])+", which is none of this data: it is not taken")
			}
			continue
		}
		*x.to = values[0]
		if values[0] != x.usual {
			took = append(took, x.words(values[0]))
		}
	}
	q.Percentile, _ = strconv.Atoi(percentile)
	q.AllDates = allDates != ""
	return took, unlike, unknown
}
