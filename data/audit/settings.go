package audit

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// Settings words what tables were checked under, the same for every report: the
// figures, what is equal, and of prices and powers those that a column needs, be
// they of the sheet or somebody's own.
func Settings(a *wire.Audit) string {
	out := fmt.Sprintf("%s, %s, at equal %s (p%d)", a.Model, a.Workload, iso.Axis(a.Axis).Name(), a.Percentile)
	priced, powered := needed(a)
	sheet, own := split(priced, a.Prices.Own)
	switch {
	case !sheet:
	case a.Prices.AsOf == nil:
		out += ", no price sheet"
	default:
		out += ", " + a.Prices.Basis + " prices of " + *a.Prices.AsOf
	}
	out += ownText("price", own, a.Prices.Own, func(usd float64) string { return "$" + render.Money(usd) + " per GPU-hour" })
	sheet, own = split(powered, a.Prices.OwnKw)
	switch {
	case !sheet:
	case a.Prices.AsOf == nil:
		out += ", no power figures"
	default:
		out += ", power of " + *a.Prices.AsOf
	}
	out += ownText("power", own, a.Prices.OwnKw, func(kw float64) string { return strconv.FormatFloat(kw, 'g', 12, 64) + " kW per GPU" })
	if a.Tokens != "" {
		out += ", counting " + a.Tokens + " tokens"
	}
	return out
}

// needed are the hardware, in lower case as own figures are, whose price and whose power some column rests on.
func needed(a *wire.Audit) (priced, powered []string) {
	for i := range a.Tables {
		for _, c := range a.Tables[i].Columns {
			of, _, _ := strings.Cut(strings.ToLower(c.Series), "/")
			switch render.Quantity(c.Quantity) {
			case PerfPerDollar:
				over, _, _ := strings.Cut(strings.ToLower(c.Over), "/")
				priced = append(priced, of, over)
			case render.Cost, render.TokensPerUsd:
				priced = append(priced, of)
			case TokensPerJoule:
				over, _, _ := strings.Cut(strings.ToLower(c.Over), "/")
				powered = append(powered, of, over)
			case render.Energy, render.PerMW:
				powered = append(powered, of)
			}
		}
	}
	return priced, powered
}

// split parts hardware into what needs the sheet and what has a figure of its own.
func split(hardware []string, figures map[string]float64) (sheet bool, own []string) {
	for _, h := range hardware {
		if _, ok := figures[h]; !ok {
			sheet = true
		} else if !slices.Contains(own, h) {
			own = append(own, h)
		}
	}
	sort.Strings(own)
	return sheet, own
}

func ownText(what string, hardware []string, figures map[string]float64, text func(float64) string) string {
	if len(hardware) == 0 {
		return ""
	}
	var each []string
	for _, h := range hardware {
		each = append(each, h+" "+text(figures[h]))
	}
	return ", own " + what + ": " + strings.Join(each, " and ")
}
