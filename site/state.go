package main

import "slices"

// state is everything a reader can set, and the only place it is kept. The
// address bar holds the same values (hash.go); what is on screen follows from
// them and the opened data (app.go). A zero value means the default.
//
// Baseline and Shown hold references to series: a series name or the beginning
// of one up to a slash that fits a single series, so that links stay short.
type state struct {
	View       string // which view; "": Explore
	Term       string // which definition, on Definitions; "": the first
	Model      string
	Workload   string
	Axis       string // what systems are compared along; "": interactivity
	Percentile int    // 0: the workload's usual one
	Unofficial bool   // dropped series with records on the E2E-normalized axis
	Tokens     string // which tokens throughput counts; "": input and output
	Height     string // of the chart; "": throughput
	Frontier   bool   // points off the frontier are not drawn
	Marked     bool   // the targets stand in the chart as lines
	AllDates   bool   // each measuring date is a series of its own
	AsOf       string // nothing measured after this date; "": all
	Pin        string // the series whose ratio to the baseline stands in the chart
	Baseline   string
	Basis      string            // hyperscaler, neocloud or rental
	PricesAsOf string            // date of a price sheet; "": the newest
	Own        map[string]string // own price as typed, by hardware
	OwnKw      map[string]string // own power as typed, by hardware
	Targets    string            // as typed; "": the suggested ones
	Quantity   string            // of the tables, joined by commas; the first is Explore's
	Shown      []string          // series on show, in the order of Tables' columns; none: the default choice
	Line       float64           // matched speed; 0: chosen from the data
	Bound      string            // what the Calculator keeps within Limit
	Limit, MW  string            // as typed; "": the Calculator's own
	ScaleX     string            // of the axis: x logarithmic, n linear; "": the usual one of what it is
	ScaleY     string            // of the heights: y logarithmic, l linear; "": the usual one of what they are
	Drops      []string          // dropped files whose points are laid over

	// Of Tables alone.
	Compare string // "": with the baseline
	Digits  string // "": each quantity's own
	Reach   string // "": strict
	Format  string // of the text beside the table; "": Markdown
	Theme   string // of an embedded table; "": the reader's
}

// The choices of a state's closed fields; the first is the default.
var (
	bases      = []choice{{"hyperscaler", "Hyperscaler"}, {"neocloud", "Neocloud"}, {"rental", "Rental"}}
	quantities = []choice{
		{"cost", "$ per million tokens"},
		{"throughput", "Tokens/s per GPU"},
		{"energy", "Joules per token"},
		{"tokens-per-dollar", "Tokens per dollar"},
		{"throughput-per-mw", "Tokens/s per MW"},
	}
)

// choice is an option of a select: its value and what the reader sees.
type choice struct{ Value, Label string }

// known returns v when it is one of the choices, else the default.
func known(choices []choice, v string) string {
	if slices.ContainsFunc(choices, func(c choice) bool { return c.Value == v }) {
		return v
	}
	return choices[0].Value
}

// label is what the reader sees of one of the choices.
func label(choices []choice, v string) string {
	return choices[slices.IndexFunc(choices, func(c choice) bool { return c.Value == v })].Label
}

func (s *state) basis() string { return known(bases, s.Basis) }

// dates says which measuring dates count and whether each is a series.
func (s *state) dates() string {
	if s.AllDates {
		return s.AsOf + "@"
	}
	return s.AsOf
}

// setOwn keeps a typed price; an empty one goes back to the sheet's.
func (s *state) setOwn(hardware, text string) { keepTyped(&s.Own, hardware, text) }

// setOwnKw does the same for power.
func (s *state) setOwnKw(hardware, text string) { keepTyped(&s.OwnKw, hardware, text) }

func keepTyped(of *map[string]string, hardware, text string) {
	text = clip(trim(text), maxToken)
	if text == "" {
		delete(*of, hardware)
		return
	}
	if *of == nil {
		*of = map[string]string{}
	}
	(*of)[hardware] = text
}
