package audit

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// said is what a text says that tables were computed with, by hardware in lower case:
// prices in $/GPU-hour and powers in kW/GPU. One that is said in two ways is NaN.
type said struct {
	prices, powers map[string]float64
	faults         []string // what it says that is no figure
}

// Heads of its columns in isofront's own form, and the values that a query takes.
const (
	priceHead, powerHead = "price ($/gpu-hour)", "power (kw/gpu)"
	leastSaid, mostSaid  = 1e-6, 1e9
)

// say takes a figure of hardware, and remembers one that is none as a fault.
func (s *said) say(to *map[string]float64, what, hardware, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	plain := text
	if thousands.MatchString(plain) {
		plain = strings.ReplaceAll(plain, ",", "")
	}
	hardware = strings.ToLower(strings.TrimSpace(hardware))
	if v, err := strconv.ParseFloat(plain, 64); err == nil && v >= leastSaid && v <= mostSaid && hardware != "" {
		put(to, hardware, v)
	} else if fault := what + " of " + clipped(hardware) + " " + quote(text); len(s.faults) < mostFaults && !slices.Contains(s.faults, fault) {
		s.faults = append(s.faults, fault)
	}
}

// thousands is a number whose commas group them.
var thousands = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)

// mostFaults bounds the figures that are named since they are none.
const mostFaults = 6

func clipped(s string) string { return strings.Trim(quote(s), `"`) }

func put(to *map[string]float64, hardware string, v float64) {
	if *to == nil {
		*to = map[string]float64{}
	}
	if was, there := (*to)[hardware]; there && was != v {
		v = math.NaN()
	}
	(*to)[hardware] = v
}

func (s *said) add(other said) {
	for hardware, v := range other.prices {
		put(&s.prices, hardware, v)
	}
	for hardware, v := range other.powers {
		put(&s.powers, hardware, v)
	}
	for _, fault := range other.faults {
		if len(s.faults) < mostFaults && !slices.Contains(s.faults, fault) {
			s.faults = append(s.faults, fault)
		}
	}
}

// ownFigures says in words which figures were put into a query, and which were not
// since they are said in two ways.
type ownFigures struct{ words, unlike []string }

// asOwn puts into a query the prices and powers that were said, where they are not
// those of its selection and nobody chose others.
func asOwn(q *wire.Query, sel *query.Selection, own string, from said) (out ownFigures) {
	take := func(what string, to *map[string]float64, from map[string]float64, have func(series int) opt.Float) {
		for i := range sel.Series {
			hardware := strings.ToLower(sel.Series[i].Hardware)
			v, ok := from[hardware]
			is, known := have(i).Get()
			_, given := (*to)[hardware]
			if ok && math.IsNaN(v) && !given {
				out.unlike = append(out.unlike, what+" of "+hardware)
			}
			if !ok || math.IsNaN(v) || given || known && math.Abs(is-v) <= 1e-11*v {
				continue
			}
			if *to = maps.Clone(*to); *to == nil {
				*to = map[string]float64{}
			}
			(*to)[hardware] = v
			out.words = append(out.words, what+" "+hardware+"="+strconv.FormatFloat(v, 'g', 12, 64))
		}
	}
	take(own+"price", &q.Prices, from.prices, func(i int) opt.Float { return sel.Series[i].Price })
	take(own+"power", &q.Powers, from.powers, func(i int) opt.Float { return sel.Series[i].Kw })
	slices.Sort(out.words)
	slices.Sort(out.unlike)
	out.words, out.unlike = slices.Compact(out.words), slices.Compact(out.unlike)
	return out
}
