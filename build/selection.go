package main

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// selection is the flags that table and frontier share.
type selection struct {
	Data     string   `help:"Folder of bundles, or a site. Default: the figures that come with isofront." placeholder:"DIR"`
	Model    string   `help:"Model, as in the data." placeholder:"M"`
	Workload string   `help:"Input/output tokens, or agentic." placeholder:"8192/1024|agentic"`
	Series   []string `help:"Show only series that match: hardware/framework/precision/spec_decoding/agg|disagg[@date]. * matches any text. May be repeated." placeholder:"GLOB" sep:"none"`
	Baseline string   `help:"Compare every series with this one." placeholder:"GLOB"`
	AsOf     string   `help:"The newest snapshot not later than this date." placeholder:"DATE"`
	AllDates bool     `help:"Make every measuring date a series of its own."`

	Axis       string `help:"Read at equal interactivity, ttft, e2el or e2e-normalized (experimental)." default:"interactivity" placeholder:"AXIS"`
	Tokens     string `help:"What throughput counts, and what cost and energy are per: total, output or input tokens." default:"total" placeholder:"TOKENS"`
	Percentile int    `help:"50, 75, 90 or 95. Default: 50, for agentic workloads 90." placeholder:"P"`
}

func (s *selection) query(verb string) wire.Query {
	return wire.Query{
		Verb: verb, Model: s.Model, Workload: s.Workload, Series: s.Series, Baseline: s.Baseline,
		AsOf: s.AsOf, AllDates: s.AllDates, Axis: s.Axis, Percentile: s.Percentile, Tokens: s.Tokens,
	}
}

// prices is the flags that set what a GPU-hour costs and how much power it takes.
type prices struct {
	Basis      string            `help:"Whose price: hyperscaler, neocloud or rental." default:"hyperscaler" placeholder:"BASIS"`
	PricesAsOf string            `help:"The newest price sheet not later than this date." placeholder:"DATE"`
	Price      map[string]string `help:"Own price in $/GPU-hour. May be repeated." placeholder:"HW=USD"`
	Power      map[string]string `help:"Own all-in power in kW per GPU. May be repeated." placeholder:"HW=KW"`
}

func (p *prices) ask(q *wire.Query) error {
	q.Basis, q.PricesAsOf = p.Basis, p.PricesAsOf
	var err error
	if q.Prices, err = byHardware("price", p.Price); err == nil {
		q.Powers, err = byHardware("power", p.Power)
	}
	return err
}

func byHardware(flag string, given map[string]string) (map[string]float64, error) {
	var out map[string]float64
	for hw, text := range given {
		v, err := number(flag+" "+hw, text)
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = map[string]float64{}
		}
		out[hw] = v
	}
	return out, nil
}

// engine opens the data and the one bundle that the query needs.
func (s *selection) engine() (*query.Engine, error) {
	source, err := openData(s.Data)
	if err != nil {
		return nil, plain(err)
	}
	e := query.New()
	if err := source.open(e, source.index); err != nil {
		return nil, err
	}
	ref, err := e.Resolve(s.Model, s.Workload)
	if err != nil {
		return nil, err
	}
	return e, source.open(e, ref.File)
}

// numbers reads a comma-separated list, naming the entry that is not a number.
func numbers(flag, list string) ([]float64, error) {
	var out []float64
	if list == "" {
		return nil, nil
	}
	for _, field := range strings.Split(list, ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue // a trailing comma
		}
		v, err := number(flag, field)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, usagef("--%s: %q holds no number", flag, list)
	}
	return out, nil
}

// number reads a decimal number: the forms that pack takes in a file, and no
// hexadecimal, underscores, NaN or infinities.
func number(flag, text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789+-.eE") != "" || strings.ContainsAny(text, "_xXpP") {
		return 0, usagef("--%s: %q is not a number", flag, text)
	}
	return v, nil
}
