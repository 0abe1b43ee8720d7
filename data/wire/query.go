// Package wire holds the queries and replies of isofront. One set of types
// serves both sides: msgpack between WebAssembly and its host, JSON on the
// command line. A value that is absent is a nil pointer: null in JSON, nil in
// msgpack. Numbers in replies are rounded to 12 significant digits.
package wire

//go:generate go tool msgp -io=false -tests=false -o wire_gen.go -file .
//go:generate go run ../../wasm/wiregen -o write_gen.go -roots Reply,Chart .

// Verbs of a Query.
const (
	VerbTable     = "table"      // iso table at targets
	VerbFrontier  = "frontier"   // the knots of each series
	VerbChart     = "chart"      // points, members and curve samples to draw
	VerbSolve     = "solve"      // the fastest target within a bound
	VerbBreakEven = "break-even" // the price at which each series matches the baseline
	VerbCatalogue = "catalogue"  // what the opened index offers
	VerbSheet     = "sheet"      // an iso table laid out for reading
	VerbText      = "text"       // the same as text
)

// Query asks for one reply. Field names are the command line's flags. Zero
// values mean the defaults named beside them.
type Query struct {
	Verb       string             `msg:"verb" json:"verb"`
	Model      string             `msg:"model" json:"model"`
	Workload   string             `msg:"workload" json:"workload"`     // "8192/1024" or "agentic"
	Series     []string           `msg:"series" json:"series"`         // globs; none: every series
	Baseline   string             `msg:"baseline" json:"baseline"`     // glob that must match one series; "": no baseline
	AsOf       string             `msg:"as_of" json:"as_of"`           // YYYY-MM-DD; "": newest
	AllDates   bool               `msg:"all_dates" json:"all_dates"`   // each measuring date its own series
	Targets    []float64          `msg:"targets" json:"targets"`       // in the axis's unit; none: suggested
	Axis       string             `msg:"axis" json:"axis"`             // interactivity (default), ttft, e2el, e2e-normalized
	Percentile int                `msg:"percentile" json:"percentile"` // 50, 75, 90, 95; 0: the workload's own
	Basis      string             `msg:"basis" json:"basis"`           // hyperscaler (default), neocloud, rental
	PricesAsOf string             `msg:"prices_as_of" json:"prices_as_of"`
	Prices     map[string]float64 `msg:"prices" json:"prices"`         // own prices, $/GPU-hour by hardware
	Powers     map[string]float64 `msg:"powers" json:"powers"`         // own all-in powers, kW/GPU by hardware
	Chain      []string           `msg:"chain" json:"chain"`           // globs, each matching one series
	Reach      string             `msg:"reach" json:"reach"`           // strict (default), at-least
	Tokens     string             `msg:"tokens" json:"tokens"`         // what throughput counts: total (default), output, input
	Bound      string             `msg:"bound" json:"bound"`           // of solve: max_cost, max_energy, min_throughput
	Limit      float64            `msg:"limit" json:"limit"`           // of solve: $/M tokens, J/token, tok/s/GPU
	Quantities []string           `msg:"quantities" json:"quantities"` // of sheet and text: throughput, cost (default), energy, ...: a table each
	Digits     int                `msg:"digits" json:"digits"`         // of sheet and text: significant digits; 0: each quantity's own
	Format     string             `msg:"format" json:"format"`         // of text: html (default), markdown, csv, latex
}

// Reply carries exactly one of its fields.
type Reply struct {
	Error     *Error     `msg:"error,omitempty" json:"error,omitempty"`
	Table     *Table     `msg:"table,omitempty" json:"table,omitempty"`
	Frontier  *Frontier  `msg:"frontier,omitempty" json:"frontier,omitempty"`
	Chart     *Chart     `msg:"chart,omitempty" json:"chart,omitempty"`
	Solve     *Solve     `msg:"solve,omitempty" json:"solve,omitempty"`
	BreakEven *BreakEven `msg:"break_even,omitempty" json:"break_even,omitempty"`
	Catalogue *Catalogue `msg:"catalogue,omitempty" json:"catalogue,omitempty"`
	Opened    *Opened    `msg:"opened,omitempty" json:"opened,omitempty"`
	Sheet     *Sheet     `msg:"sheet,omitempty" json:"sheet,omitempty"`
	Text      *Text      `msg:"text,omitempty" json:"text,omitempty"`
}

// Error says what failed. Kind is "usage" (the query is at fault), "data", or
// "internal" (a fault of the module).
type Error struct {
	Kind    string `msg:"kind" json:"kind"`
	Message string `msg:"message" json:"message"`
}

// Opened answers the opening of a file.
type Opened struct {
	Kind     string `msg:"kind" json:"kind"` // "index", "points", or "known": points that are open already
	Model    string `msg:"model" json:"model"`
	Workload string `msg:"workload" json:"workload"`
	Rows     int    `msg:"rows" json:"rows"`
	SHA256   string `msg:"sha256" json:"sha256"` // hex, of the content
}
