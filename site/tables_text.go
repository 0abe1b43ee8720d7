package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// tablesText is what the view of Tables shows, as records for the script, which
// writes the elements (web/tables-view.ts): the table in its forms, the fields as
// they stand, then a record for each system that can be had. Texts are as they
// are in the data but for the preview, which is HTML and escaped.
func (a *app) tablesText() string {
	if !a.tabling() {
		return ""
	}
	m := a.makeTable(a.copyAll)
	typed := a.st.Targets
	var warnings, preview, notes, sentence, source string
	if m.sheet != nil {
		warnings = strings.Join(append(slices.Clone(m.sel.Formed().Warnings), m.sel.Warnings...), fieldEnd)
		preview, notes, _ = strings.Cut(render.HTML(m.sheet), notesMark)
		sentence, source = render.Sentence(m.sheet), a.tableText(m)
		if typed == "" {
			typed = joinDecimals(m.sel.Formed().Spec.Targets)
		}
	}
	s := &a.st
	records := []string{
		m.refusal, warnings, preview, notesMark + notes, sentence, source,
		typed, a.targetsNote(), a.unit(), flag(s.Targets != ""),
		s.Compare, strings.Join(s.quantities(), ","), s.Digits, s.Reach, s.Format, s.Theme,
		flag(a.anyDropped()), flag(a.copyAll), s.AsOf, flag(s.AllDates), string(s.tokens()), a.chart.Model + " " + a.chart.Workload,
	}
	order := a.picked()
	for i := range a.heads {
		h := &a.heads[i]
		at := ""
		if k := slices.Index(order, i); k >= 0 {
			at = strconv.Itoa(k)
		}
		records = append(records, h.Name+fieldEnd+title(h)+fieldEnd+detail(h)+fieldEnd+at+fieldEnd+flag(a.fixed(i))+fieldEnd+a.off(h))
	}
	return strings.Join(records, recordEnd)
}

func flag(on bool) string {
	if on {
		return "1"
	}
	return ""
}
