package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// ask is what the page says beside a text.
type ask struct {
	query    wire.Query
	options  audit.Options
	findings bool // only the rows with one are to be shown
	turned   string
}

// maxSaid bounds what is said of columns and prices.
const maxSaid = 1000

// readAsk reads settings, one key=value a line:
//
//	model, workload, axis, percentile, tokens, basis, prices-as-of, as-of, all-dates=on
//	price=HARDWARE:USD, power=HARDWARE:KW      own ones, any number
//	table=N                                    of the text's, from 1
//	target=N                                   the column of targets, from 1
//	column=N:-                                 not to be checked
//	column=N:SERIES:QUANTITY                   QUANTITY may be empty, for what the table says
//	ratio=N:QUANTITY:SERIES<tab>SERIES         of the first over the second; any may be empty
//	turned=on|off                              whether its rows are systems; else that is found out
//	findings=on                                only rows with a finding are shown
func readAsk(settings string) (*ask, error) {
	var err error
	a := &ask{}
	a.query.Verb = wire.VerbTable
	a.options.Lenient = true
	said := 0
	for line := range strings.SplitSeq(settings, "\n") {
		if line == "" {
			continue
		}
		if said++; said > maxSaid {
			return nil, fmt.Errorf("more than %d settings", maxSaid)
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("setting %q: want key=value", line)
		}
		q := &a.query
		switch key {
		case "model":
			q.Model = value
		case "workload":
			q.Workload = value
		case "axis":
			q.Axis = value
		case "percentile":
			q.Percentile, err = count(value, 100)
		case "tokens":
			q.Tokens = value
		case "basis":
			q.Basis = value
		case "prices-as-of":
			q.PricesAsOf = value
		case "as-of":
			q.AsOf = value
		case "all-dates":
			q.AllDates = value == "on"
		case "price":
			err = own(&q.Prices, value)
		case "power":
			err = own(&q.Powers, value)
		case "table":
			a.options.Table, err = count(value, audit.MaxTables)
		case "target":
			a.options.TargetNumber, err = count(value, audit.MaxColumns)
		case "column":
			err = a.column(value)
		case "ratio":
			err = a.ratio(value)
		case "turned":
			a.turned = value
		case "findings":
			a.findings = value == "on"
		default:
			err = fmt.Errorf("no such setting")
		}
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", line, err)
		}
	}
	return a, nil
}

// leaveOpen takes the page's defaults for nothing chosen, so that the text may say it.
func (a *ask) leaveOpen() {
	q := &a.query
	for to, usual := range map[*string]string{&q.Axis: string(iso.Interactivity), &q.Tokens: string(render.Total), &q.Basis: string(cost.Bases[0])} {
		if *to == usual {
			*to = ""
		}
	}
	if q.Percentile == query.DefaultPercentile(q.Workload) {
		q.Percentile = 0
	}
}

func count(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("want a number from 0 to %d", most)
	}
	return n, nil
}

func own(of *map[string]float64, value string) error {
	hardware, text, _ := strings.Cut(value, ":")
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0) || hardware == "" {
		return fmt.Errorf("want HARDWARE:NUMBER, above 0")
	}
	if *of == nil {
		*of = map[string]float64{}
	}
	(*of)[hardware] = v
	return nil
}

func (a *ask) column(value string) error {
	number, rest, _ := strings.Cut(value, ":")
	n, err := count(number, audit.MaxColumns)
	if err != nil || n == 0 {
		return fmt.Errorf("want N:- or N:SERIES:QUANTITY")
	}
	c := audit.Column{Number: n, Skip: rest == "-"}
	if !c.Skip {
		// A series' name may hold a colon; the quantity never does.
		k := strings.LastIndexByte(rest, ':')
		if k < 0 {
			return fmt.Errorf("want N:- or N:SERIES:QUANTITY")
		}
		c.Glob, c.Quantity = rest[:k], render.Quantity(rest[k+1:])
		if c.Quantity != "" && !slices.Contains(render.Quantities, c.Quantity) {
			return fmt.Errorf("no quantity %q", c.Quantity)
		}
	}
	a.options.Columns = append(a.options.Columns, c)
	return nil
}

func (a *ask) ratio(value string) error {
	number, rest, _ := strings.Cut(value, ":")
	quantity, both, _ := strings.Cut(rest, ":")
	of, over, ok := strings.Cut(both, "\t")
	n, err := count(number, audit.MaxColumns)
	if err != nil || n == 0 || !ok {
		return fmt.Errorf("want N:QUANTITY:SERIES<tab>SERIES")
	}
	c := audit.Column{Number: n, Ratio: true, Glob: of, Over: over, Quantity: render.Quantity(quantity)}
	if c.Quantity != "" && !audit.IsRatio(c.Quantity) {
		return fmt.Errorf("no ratio %q", c.Quantity)
	}
	a.options.Columns = append(a.options.Columns, c)
	return nil
}
