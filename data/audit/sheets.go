package audit

import (
	"fmt"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// mostSheets bounds the price sheets that are tried.
const mostSheets = 12

// TrySheets looks, where cells differ under a price sheet that nobody chose, for
// another sheet of the data under which most of those agree and none that agrees
// ceases to, and adds a warning that names it: a table is often older than the newest
// prices. The one that the text itself names comes before those under which more agree.
// It returns that sheet's date. Another basis of prices under which more agree
// than under any sheet is named in its place, and no date returned.
func TrySheets(e *query.Engine, q wire.Query, text string, grids []Grid, o Options, a *wire.Audit) string {
	index := e.Index()
	if q.PricesAsOf != "" || a.Counts.Differs == 0 || a.Prices.AsOf == nil || index == nil {
		return ""
	}
	best, most, tried := "", 0, 0
	under := func() int {
		sel, err := e.Select(&q)
		if err != nil {
			return 0
		}
		other, err := Check(grids, sel, o)
		if err != nil {
			return 0
		}
		return better(a, other)
	}
	named := sheetsNamed(text, index)
	if len(named) > 1 && !hasPriceNote(text) { // notes were looked at: see Taken
		a.Warnings = append(a.Warnings, "the text names more than one price sheet ("+strings.Join(named, ", ")+"): none of them is taken, costs are checked at that of "+*a.Prices.AsOf+"; prices-as-of chooses one")
	}
	if len(named) == 1 && named[0] != *a.Prices.AsOf {
		q.PricesAsOf = named[0]
		if n := under(); n > 0 {
			a.Warnings = append(a.Warnings, fmt.Sprintf("with the price sheet of %s, which the text names, %d of the %d cells that differ agree (prices-as-of %s)", named[0], n, a.Counts.Differs, named[0]))
			return named[0]
		}
	}
	for i := len(index.Sheets) - 1; i >= 0 && tried < mostSheets; i-- {
		date := index.Sheets[i].AsOf
		if date == *a.Prices.AsOf {
			continue
		}
		tried++
		q.PricesAsOf = date
		if n := under(); n > most {
			best, most = date, n
		}
	}
	basis := ""
	q.PricesAsOf = ""
	for _, b := range cost.Bases {
		q.Basis = string(b)
		if n := under(); n > most {
			best, basis, most = "", q.Basis, n
		}
	}
	switch {
	case basis != "":
		a.Warnings = append(a.Warnings, fmt.Sprintf("with %s prices, %d of the %d cells that differ agree (basis %s)", basis, most, a.Counts.Differs, basis))
	case best != "":
		a.Warnings = append(a.Warnings, fmt.Sprintf("with the price sheet of %s, %d of the %d cells that differ agree (prices-as-of %s)", best, most, a.Counts.Differs, best))
	}
	return best
}

// better counts the cells of one check that differ and agree in another of the same
// tables; 0 where one that agrees does not there.
func better(a, other *wire.Audit) int {
	n := 0
	for i := range a.Tables {
		if i >= len(other.Tables) || len(other.Tables[i].Cells) != len(a.Tables[i].Cells) {
			return 0
		}
		for k := range a.Tables[i].Cells {
			was, is := a.Tables[i].Cells[k].State, other.Tables[i].Cells[k].State
			switch {
			case was == wire.AuditAgrees && is != was:
				return 0
			case was == wire.AuditDiffers && is == wire.AuditAgrees:
				n++
			}
		}
	}
	return n
}
