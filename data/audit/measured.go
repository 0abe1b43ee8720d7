package audit

import (
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// What isofront's own tables say of the days on which their points were measured: a note
// under them, and with all dates the head of every system.
var (
	measuredNote = regexp.MustCompile(`Measured:\s+\d{4}-\d\d-\d\d`)
	measuredItem = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:\s+to\s+(\d{4}-\d\d-\d\d))?\s*`)
	measuredNext = regexp.MustCompile(`^,\s+`)
	datedHead    = regexp.MustCompile(`@\d{4}-\d\d-\d\d(?:[^#\d]|$)`)
)

// newestDay is the newest date in a text, "" for none.
func newestDay(text string) (day string) {
	for _, d := range isoDate.FindAllString(text, -1) {
		if data.ValidDate(d) {
			day = max(day, d)
		}
	}
	return day
}

// measuredDay is the newest day of the note of measuring dates that begins at a place: each
// may stand with the systems that were measured then, in brackets. ok is false of what
// does not end as the note does.
func measuredDay(doc string, at int) (day string, ok bool) {
	for {
		m := measuredItem.FindStringSubmatch(doc[at:min(len(doc), at+longestItem)])
		if m == nil {
			return "", false
		}
		day = max(day, newestDay(m[1]), newestDay(m[2]))
		at += len(m[0])
		at += bracketed(doc[at:min(len(doc), at+longestList)])
		if strings.HasPrefix(doc[at:], ".") {
			return day, true
		}
		next := measuredNext.FindString(doc[at:min(len(doc), at+longestItem)])
		if next == "" {
			return "", false
		}
		at += len(next)
	}
}

// longestList bounds what is named of one day.
const longestList = 1 << 16

// bracketed is how long the brackets are that a text begins with, with those inside; 0 for none.
func bracketed(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		switch {
		case depth > 0:
		case text[i] == ')' && i > 0:
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// isDated reports whether the heads of one of isofront's own tables name dates.
func (g *Grid) isDated() bool {
	return g.isOwn() && slices.ContainsFunc(g.Head, datedHead.MatchString)
}

// snapshot takes the newest day that isofront's own tables were measured on where the
// selection holds points of their series that are newer: a table made as of that day has
// none of those. A table of somebody else's, or one that does rest on newer points,
// keeps it from being taken, which is said.
func (t *stated) snapshot(e *query.Engine, q *wire.Query, sel *query.Selection, checked []Grid) (with *query.Selection, took, unlike string) {
	if q.AsOf != "" || q.AllDates {
		return sel, "", ""
	}
	newest, oldest, silent := "", "", false
	var names []string
	p := newPlanner(sel, &Options{}, checked)
	for i := range checked {
		g := &checked[i]
		switch day := t.measured[i]; {
		case ownBeside.MatchString(g.Caption):
		case day == "":
			silent = true
		default:
			newest = max(newest, day)
			for _, k := range p.among(g) {
				if _, last, ok := sel.Series[k].Span(); ok && last > day {
					names = append(names, sel.Series[k].Name)
					if oldest == "" || day < oldest {
						oldest = day
					}
				}
			}
		}
	}
	switch {
	case len(names) == 0:
		return sel, "", ""
	case silent:
		return sel, "", "date (" + oldest + ", and the newest)"
	case oldest != newest:
		return sel, "", "date (" + oldest + ", " + newest + ")"
	}
	ask := *q
	ask.AsOf = newest
	with, err := e.Select(&ask)
	if err != nil {
		return sel, "", ""
	}
	for _, name := range names { // one that was not measured by then was not made so
		if !slices.ContainsFunc(with.Series, func(s iso.Series) bool { return s.Name == name }) {
			return sel, "", ""
		}
	}
	q.AsOf = newest
	return with, "snapshots of " + newest, ""
}

// among are the series that columns of a table name, each by itself.
func (p *planner) among(g *Grid) (out []int) {
	for _, head := range g.Head {
		if fits := p.propose(head); len(fits) == 1 && !slices.Contains(out, fits[0]) {
			out = append(out, fits[0])
		}
	}
	return out
}

// dated takes all dates where isofront's own tables name them, all or none.
func (t *stated) dated(checked []Grid) (unlike string) {
	some, others := false, false
	for i := range checked {
		if g := &checked[i]; g.isDated() {
			some = true
		} else if !ownBeside.MatchString(g.Caption) {
			others = true
		}
	}
	switch {
	case some && others && len(t.values[embed.AllDates]) == 0:
		return "kind of dates (all, the newest)"
	case some:
		t.say(map[string]string{embed.AllDates: "on"})
	}
	return ""
}

// datesCure is what has the columns of one of isofront's own tables read that name dates.
func (p *planner) datesCure(g *Grid) []cure {
	if !g.isDated() || slices.ContainsFunc(p.names, datedHead.MatchString) {
		return nil
	}
	return []cure{{wire.AuditByReading, "--all-dates"}}
}
