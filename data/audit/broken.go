package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// Explain names, at costs that do not fit the throughput beside them, the price sheet of
// the data at whose price they do: of several the one that fits the most of a series'
// rows, of these the preferred, else the newest. A table is often only older.
func Explain(index *data.Index, a *wire.Audit, preferred string) {
	for i := range a.Tables {
		bySeries := map[string][]*wire.AuditIdentity{}
		for k := range a.Tables[i].Identities {
			x := &a.Tables[i].Identities[k]
			bySeries[x.Series] = append(bySeries[x.Series], x)
		}
		for series, broken := range bySeries {
			hardware, _, _ := strings.Cut(series, "/")
			best, most := -1, 0
			fits := func(sheet int, x *wire.AuditIdentity) bool {
				p, ok := priceIn(&index.Sheets[sheet], hardware, a.Prices.Basis).Positive()
				return ok && p >= x.ImpliedRange[0]*(1-hair) && p <= x.ImpliedRange[1]*(1+hair)
			}
			for s := range index.Sheets[:min(len(index.Sheets), mostSheets)] {
				n := 0
				for _, x := range broken {
					if fits(s, x) {
						n++
					}
				}
				if n > most || n > 0 && n == most && (best < 0 || index.Sheets[best].AsOf != preferred) {
					best, most = s, n
				}
			}
			for _, x := range broken {
				if best >= 0 && fits(best, x) {
					p, _ := priceIn(&index.Sheets[best], hardware, a.Prices.Basis).Get()
					if x.Sheet == "" {
						a.Counts.BreaksIdentity--
						a.Counts.OtherSheet++
					}
					x.Sheet, x.SheetUsd = index.Sheets[best].AsOf, p
				}
			}
		}
	}
}

func priceIn(s *data.PriceSheet, hardware, basis string) opt.Float {
	r, ok := s.Row(hardware)
	switch cost.Basis(basis) {
	case cost.Hyperscaler:
		if ok {
			return r.Hyperscaler
		}
	case cost.Neocloud:
		if ok {
			return r.Neocloud
		}
	case cost.Rental:
		if ok {
			return r.Rental
		}
	}
	return opt.Float{}
}

// BrokenLead is what such costs are.
func BrokenLead(explained bool) string {
	if explained {
		return "cost × throughput is the price of another sheet"
	}
	return "cost × throughput is not the price"
}

// mostPlaces bounds the targets that are named of costs that do not fit.
const mostPlaces = 6

// BrokenTexts say which costs do not fit the throughput beside them, one text a series
// and reason: those that nothing explains, and those that are the price of another sheet.
func BrokenTexts(t *wire.AuditTable, unit string) (broken, explained []string) {
	return brokenTexts(t, unit, func(int) string { return "" })
}

func brokenTexts(t *wire.AuditTable, unit string, line func(int) string) (unexplained, explained []string) {
	type group struct{ series, sheet string }
	var order []group
	all := map[group][]*wire.AuditIdentity{}
	for i := range t.Identities {
		x := &t.Identities[i]
		g := group{x.Series, x.Sheet}
		if all[g] == nil {
			order = append(order, g)
		}
		all[g] = append(all[g], x)
	}
	for _, g := range order {
		broken := all[g]
		x := broken[0]
		to := &unexplained
		if g.sheet != "" {
			to = &explained
		}
		if len(broken) == 1 && g.sheet == "" {
			*to = append(*to, line(x.Line)+IdentityText(x, unit)+": "+x.Why)
			continue
		}
		var places []string
		for _, b := range broken {
			place := at12(b.Target) + unit
			if g.sheet == "" {
				place = " $" + three(b.Implied) + place
			}
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
		if n := len(places) - mostPlaces; n > 0 {
			places = append(places[:mostPlaces], fmt.Sprintf(" and at %d more", n))
		}
		n := fmt.Sprintf("%d costs imply", len(broken))
		if len(broken) == 1 {
			n = "1 cost implies"
		}
		other := "another price per GPU-hour"
		if g.sheet != "" {
			other = fmt.Sprintf("the $%s per GPU-hour of the price sheet of %s", render.Money(x.SheetUsd), g.sheet)
		}
		*to = append(*to, fmt.Sprintf("%s: %s %s, not $%s:%s", g.series, n, other, render.Money(x.UsdPerGPUHour), strings.Join(places, ",")))
	}
	return unexplained, explained
}
