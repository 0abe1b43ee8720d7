package audit

import (
	"fmt"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// mostSheets bounds the price sheets that are tried.
const mostSheets = 12

// TrySheets looks, where cells differ under a price sheet that nobody chose, for
// another sheet of the data under which fewer do, and adds a warning that names
// it: a table is often older than the newest prices. It returns that sheet's date.
func TrySheets(e *query.Engine, q wire.Query, grids []Grid, o Options, a *wire.Audit) string {
	index := e.Index()
	if q.PricesAsOf != "" || a.Counts.Differs == 0 || a.Prices.AsOf == nil || index == nil {
		return ""
	}
	best, fewest, tried := "", a.Counts.Differs, 0
	for i := len(index.Sheets) - 1; i >= 0 && tried < mostSheets; i-- {
		date := index.Sheets[i].AsOf
		if date == *a.Prices.AsOf {
			continue
		}
		tried++
		q.PricesAsOf = date
		sel, err := e.Select(&q)
		if err != nil {
			continue
		}
		if other, err := Check(grids, sel, o); err == nil && other.Counts.Differs < fewest {
			best, fewest = date, other.Counts.Differs
		}
	}
	if best != "" {
		a.Warnings = append(a.Warnings, fmt.Sprintf("with the price sheet of %s, %d of the %d cells that differ agree (prices-as-of %s)", best, a.Counts.Differs-fewest, a.Counts.Differs, best))
	}
	return best
}
