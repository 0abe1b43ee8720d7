package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Tables is the author's builder: it makes of the systems on show, in an order
// of the author's own, the table that the command line makes of the same words,
// and gives it as text. What is on screen is what is copied.

// The choices of Tables; the first is the default.
var (
	comparisons = []choice{{}, {Value: chained}, {Value: "none"}}
	reaches     = []choice{{}, {Value: string(iso.ServeSlowest)}}
	formats     = []choice{{}, {Value: "html"}, {Value: "csv"}, {Value: "latex"}, {Value: "embed"}}
	digitCounts = []choice{{}, {Value: "1"}, {Value: "2"}, {Value: "3"}, {Value: "4"}, {Value: "5"}, {Value: "6"}}
	themes      = []choice{{}, {Value: "light"}, {Value: "dark"}}
)

// chained compares each system with the one before it.
const chained = "chain"

// tabling reports whether Tables has something to show and is on show.
func (a *app) tabling() bool { return a.chart != nil && a.st.view() == "tables" }

// picked lists the systems of the table in its order: as they were chosen, and
// the baseline among them where each is compared with it.
func (a *app) picked() (out []int) {
	order, named := a.ordered()
	for _, i := range order {
		if a.shown[i] && (i != a.baseline || named || a.fixed(i)) {
			out = append(out, i)
		}
	}
	return out
}

// ordered lists every system, those that were named first and in that order.
// named reports whether the baseline was, or nothing.
func (a *app) ordered() (order []int, named bool) {
	named = len(a.st.Shown) == 0
	for _, ref := range a.st.Shown {
		list, on := a.resolveShown(ref)
		order = append(order, list...)
		if slices.Contains(list, a.baseline) {
			named = on
		}
	}
	for i := range a.heads {
		order = append(order, i)
	}
	all := order
	order = nil
	for _, i := range all {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	return order, named
}

// tableQuery is the table as asked for. Dropped series stay out of it unless
// they are asked for, since it is for export.
func (a *app) tableQuery(withDropped bool) wire.Query {
	good, _ := parseTargets(a.st.Targets)
	q := a.query(good)
	base := q.Baseline
	q.Series, q.Baseline, q.Reach = nil, "", a.st.Reach
	on := map[string]bool{}
	for _, i := range a.picked() {
		h := &a.heads[i]
		if a.dropped(h) && !withDropped {
			continue
		}
		q.Series, on[h.Hardware] = append(q.Series, h.Name), true
		if a.fixed(i) {
			q.Baseline = base
		}
	}
	for _, own := range []map[string]float64{q.Prices, q.Powers} {
		for hardware := range own {
			if !on[hardware] {
				delete(own, hardware)
			}
		}
	}
	if a.st.Compare == chained && len(q.Series) > 1 {
		q.Chain = q.Series
	}
	return q
}

// made is a table and what it answers; refusal says why there is none.
type made struct {
	asked   wire.Query
	sel     *query.Selection
	sheet   *render.Sheet
	refusal string
}

// makeTable makes the table of the view.
func (a *app) makeTable(withDropped bool) made {
	m := made{asked: a.tableQuery(withDropped)}
	if len(m.asked.Series) == 0 {
		m.refusal = "No system is chosen: tick one below."
		if len(a.picked()) > 0 {
			m.refusal = "Only dropped files are chosen, and those stay out of what is copied unless you ask for them."
		}
		return m
	}
	sel, err := a.engine.Table(&m.asked)
	if err != nil {
		m.refusal = err.Error()
		return m
	}
	var qs []render.Quantity
	for _, q := range a.st.quantities() {
		qs = append(qs, render.Quantity(q))
	}
	digits, _ := strconv.Atoi(a.st.Digits) // "" is 0, the usual ones
	m.sel, m.sheet = sel, sel.Render(qs, digits)
	return m
}

// quantity is what Explore's table shows.
func (s *state) quantity() string { return s.quantities()[0] }

// quantities lists what is to be shown, each once; the default without any.
func (s *state) quantities() (out []string) {
	for _, q := range strings.Split(s.Quantity, ",") {
		if known(quantities, q) == q && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	if len(out) == 0 {
		out = append(out, quantities[0].Value)
	}
	return out
}

// embedTag is the tag for an article. It holds published results only, since
// no other page has a reader's files.
func (a *app) embedTag(m made) string {
	if a.anyDropped() {
		if m = a.makeTable(false); m.sheet == nil {
			return ""
		}
	}
	theme := a.st.Theme
	if theme == "" {
		theme = embed.Themes[0]
	}
	site := a.place[:strings.LastIndexByte(a.place, '/')+1]
	return (&embed.Tag{Address: site, Hash: a.entry.SHA256, Asked: &m.asked, Selection: m.sel, Sheet: m.sheet, Theme: theme}).HTML()
}

// tableText is the table in the chosen format.
func (a *app) tableText(m made) string {
	switch a.st.Format {
	case "html":
		return render.HTML(m.sheet)
	case "csv":
		return render.CSV(m.sheet)
	case "latex":
		return render.LaTeX(m.sheet)
	case "embed":
		return a.embedTag(m)
	}
	return render.Markdown(m.sheet)
}

// setTable applies what a reader did in the view. Systems come in the order of
// the table, by name; quantities joined by commas.
func (a *app) setTable(field, value string) {
	switch field {
	case "with-dropped":
		a.copyAll = value != ""
		return
	case "dates":
		a.setAllDates(value != "")
		return
	case "tokens":
		a.setTokens(value)
		return
	}
	a.change(func(s *state) {
		switch field {
		case "systems":
			s.Shown = nil
			for _, name := range strings.Split(value, fieldEnd) {
				if i := a.indexOf(name); i >= 0 {
					s.Shown = append(s.Shown, shorten(a.heads, i))
				}
			}
		case "quantity":
			s.Quantity = value
		case "targets":
			s.Targets, a.left = clip(value, maxTyped), ""
		case "as-of":
			if s.AsOf = ""; data.ValidDate(value) {
				s.AsOf = value
			}
		}
		for _, c := range s.closed() {
			if c.field == field {
				*c.value = known(c.choices, value)
			}
		}
	})
}

// closedField is a field of the view with few values, and its key in the address.
type closedField struct {
	key, field string
	choices    []choice
	value      *string
}

func (s *state) closed() []closedField {
	return []closedField{
		{"c", "compare", comparisons, &s.Compare},
		{"digits", "digits", digitCounts, &s.Digits},
		{"r", "reach", reaches, &s.Reach},
		{"f", "format", formats, &s.Format},
		{"theme", "theme", themes, &s.Theme},
	}
}

// fixed reports whether the table cannot be without a system.
func (a *app) fixed(i int) bool { return a.st.Compare == "" && i == a.baseline }
