package wire

// Solve is the fastest target at which each series holds a bound.
type Solve struct {
	Model      string        `msg:"model" json:"model"`
	Workload   string        `msg:"workload" json:"workload"`
	Axis       string        `msg:"axis" json:"axis"`
	Percentile int           `msg:"percentile" json:"percentile"`
	Tokens     string        `msg:"tokens,omitempty" json:"tokens,omitempty"`
	Bound      string        `msg:"bound" json:"bound"` // max_cost, max_energy, min_throughput
	Limit      float64       `msg:"limit" json:"limit"`
	Prices     Prices        `msg:"prices" json:"prices"`
	Warnings   []string      `msg:"warnings" json:"warnings"`
	Series     []SolveSeries `msg:"series" json:"series"`
}

// SolveSeries is one series' answer. State is measured, interpolated,
// frontier_end (looser than the whole curve: the fastest knot), unreachable
// (tighter than the whole curve: its point is the nearest to the bound) or absent
// (no price, power or points). The last two have no values.
type SolveSeries struct {
	Head           `msg:",flatten"`
	State          string   `msg:"state" json:"state"`
	X              *float64 `msg:"x" json:"x"` // in the axis's unit
	Throughput     *float64 `msg:"throughput" json:"throughput"`
	UsdPerMtok     *float64 `msg:"usd_per_mtok" json:"usd_per_mtok"`
	JoulesPerToken *float64 `msg:"joules_per_token" json:"joules_per_token"`
	Directional    bool     `msg:"directional" json:"directional"`
	Bracket        []Knot   `msg:"bracket,allownil" json:"bracket"`
	Point          *Knot    `msg:"point" json:"point"`
}

// BreakEven is the price of each series at which it delivers the same tokens
// per dollar as the baseline at one target.
type BreakEven struct {
	Model      string            `msg:"model" json:"model"`
	Workload   string            `msg:"workload" json:"workload"`
	Axis       string            `msg:"axis" json:"axis"`
	Percentile int               `msg:"percentile" json:"percentile"`
	Tokens     string            `msg:"tokens,omitempty" json:"tokens,omitempty"`
	Target     float64           `msg:"target" json:"target"`
	Baseline   string            `msg:"baseline" json:"baseline"`
	Prices     Prices            `msg:"prices" json:"prices"`
	Warnings   []string          `msg:"warnings" json:"warnings"`
	Series     []BreakEvenSeries `msg:"series" json:"series"`
}

// BreakEvenSeries is one series' answer; its price is nil where either side is
// out of reach or the baseline has no price.
type BreakEvenSeries struct {
	Head         `msg:",flatten"`
	Cell         Cell     `msg:"cell" json:"cell"`
	BreakEvenUsd *float64 `msg:"break_even_usd_per_gpu_hour" json:"break_even_usd_per_gpu_hour"`
}
