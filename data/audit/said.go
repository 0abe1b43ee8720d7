package audit

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// said is what the lines of a table in isofront's own form say they were computed
// with, by hardware in lower case: prices in $/GPU-hour and powers in kW/GPU. One
// that is said in two ways is NaN.
type said struct{ prices, powers map[string]float64 }

// Heads of its columns, and the values that a query takes.
const (
	priceHead, powerHead = "price ($/gpu-hour)", "power (kw/gpu)"
	leastSaid, mostSaid  = 1e-6, 1e9
)

func say(to *map[string]float64, series, text string) {
	v, err := strconv.ParseFloat(text, 64)
	hardware, _, ok := strings.Cut(strings.ToLower(series), "/")
	if err != nil || !ok || !(v >= leastSaid && v <= mostSaid) {
		return
	}
	put(to, hardware, v)
}

func put(to *map[string]float64, hardware string, v float64) {
	if *to == nil {
		*to = map[string]float64{}
	}
	if was, there := (*to)[hardware]; there && was != v {
		v = math.NaN()
	}
	(*to)[hardware] = v
}

// AsSaid puts into a query the prices and powers that tables of isofront's own form
// say they were computed with, where they are not those of its selection and nobody
// chose others. It says which in words, as a warning; "" for none. What they say in
// two ways is not used, and named.
func AsSaid(q *wire.Query, sel *query.Selection, grids []Grid) string {
	if q.PricesAsOf != "" || q.Basis != "" && q.Basis != string(cost.Bases[0]) {
		return ""
	}
	var all said
	for i := range grids {
		for hardware, v := range grids[i].said.prices {
			put(&all.prices, hardware, v)
		}
		for hardware, v := range grids[i].said.powers {
			put(&all.powers, hardware, v)
		}
	}
	var words, unlike []string
	take := func(what string, to *map[string]float64, from map[string]float64, have func(series int) opt.Float) {
		for i := range sel.Series {
			hardware := strings.ToLower(sel.Series[i].Hardware)
			v, ok := from[hardware]
			is, known := have(i).Get()
			_, given := (*to)[hardware]
			if ok && math.IsNaN(v) && !given {
				unlike = append(unlike, what+" of "+hardware)
			}
			if !ok || math.IsNaN(v) || given || known && math.Abs(is-v) <= 1e-11*v {
				continue
			}
			if *to = maps.Clone(*to); *to == nil {
				*to = map[string]float64{}
			}
			(*to)[hardware] = v
			words = append(words, what+" "+hardware+"="+strconv.FormatFloat(v, 'g', 12, 64))
		}
	}
	take("price", &q.Prices, all.prices, func(i int) opt.Float { return sel.Series[i].Price })
	take("power", &q.Powers, all.powers, func(i int) opt.Float { return sel.Series[i].Kw })
	list := func(lead string, of []string) string {
		if len(of) == 0 {
			return ""
		}
		slices.Sort(of)
		return lead + strings.Join(slices.Compact(of), ", ")
	}
	return strings.TrimPrefix(list("; checked with what the table says it was computed with, which is not what the price sheet has: ", words)+
		list("; the tables say more than one ", unlike), "; ")
}
