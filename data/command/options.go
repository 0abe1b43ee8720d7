package command

import "github.com/isofront/isofront/data/wire"

// Selection is the options that say which series are compared, and along what.
type Selection struct {
	Model    string   `help:"Model, as in the data." placeholder:"M"`
	Workload string   `help:"Input/output tokens, or agentic." placeholder:"8192/1024|agentic"`
	Series   []string `help:"Show only series that match: hardware/framework/precision/spec_decoding/agg|disagg[@date]. * matches any text. May be repeated." placeholder:"GLOB" sep:"none"`
	Baseline string   `help:"Compare every series with this one." placeholder:"GLOB"`
	AsOf     string   `help:"The newest snapshot not later than this date." placeholder:"DATE"`
	AllDates bool     `help:"Make every measuring date a series of its own."`

	Axis       string `help:"Read at equal interactivity, ttft, e2el or e2e-normalized (experimental)." default:"interactivity" placeholder:"AXIS"`
	Tokens     string `help:"What throughput counts, and what cost and energy are per: total, output or input tokens." default:"total" placeholder:"TOKENS"`
	Percentile *int   `help:"50, 75, 90 or 95. Default: 50, for agentic workloads 90." placeholder:"P"`
}

// Query is the selection as a query, in which a percentile of 0 is none asked for:
// one that was asked for is refused.
func (s *Selection) Query(verb string) (wire.Query, error) {
	q := wire.Query{
		Verb: verb, Model: s.Model, Workload: s.Workload, Series: s.Series, Baseline: s.Baseline,
		AsOf: s.AsOf, AllDates: s.AllDates, Axis: s.Axis, Tokens: s.Tokens,
	}
	if s.Percentile != nil {
		if q.Percentile = *s.Percentile; q.Percentile == 0 {
			return q, &OptionError{"percentile", "0: want 50, 75, 90 or 95"}
		}
	}
	return q, nil
}

// Prices is the options that set what a GPU-hour costs and how much power it
// takes.
type Prices struct {
	Basis      string            `help:"Whose price: hyperscaler, neocloud or rental." default:"hyperscaler" placeholder:"BASIS"`
	PricesAsOf string            `help:"The newest price sheet not later than this date." placeholder:"DATE"`
	Price      map[string]string `help:"Own price in $/GPU-hour. May be repeated." placeholder:"HW=USD"`
	Power      map[string]string `help:"Own all-in power in kW per GPU. May be repeated." placeholder:"HW=KW"`
}

// Ask puts the prices into a query.
func (p *Prices) Ask(q *wire.Query) error {
	q.Basis, q.PricesAsOf = p.Basis, p.PricesAsOf
	var err error
	if q.Prices, err = byHardware("price", p.Price); err == nil {
		q.Powers, err = byHardware("power", p.Power)
	}
	return err
}
