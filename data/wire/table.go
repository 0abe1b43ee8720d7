package wire

// Table is an iso table: every series read at the same targets.
type Table struct {
	Model      string      `msg:"model" json:"model"`
	Workload   string      `msg:"workload" json:"workload"`
	Axis       string      `msg:"axis" json:"axis"`
	Percentile int         `msg:"percentile" json:"percentile"`
	Reach      string      `msg:"reach" json:"reach"`
	Tokens     string      `msg:"tokens,omitempty" json:"tokens,omitempty"` // "": throughput counts input and output
	Prices     Prices      `msg:"prices" json:"prices"`
	Baseline   *string     `msg:"baseline" json:"baseline"`
	Targets    []float64   `msg:"targets" json:"targets"`
	Warnings   []string    `msg:"warnings" json:"warnings"`
	Series     []Series    `msg:"series" json:"series"`
	Chain      []ChainStep `msg:"chain,omitempty" json:"chain,omitempty"`
}

// Prices names the price sheet a table used. AsOf and Source are nil when no
// sheet applies; Own and OwnKw list prices and powers given with the query.
type Prices struct {
	Basis  string             `msg:"basis" json:"basis"`
	AsOf   *string            `msg:"as_of" json:"as_of"`
	Source *string            `msg:"source" json:"source"`
	Own    map[string]float64 `msg:"own,omitempty" json:"own,omitempty"`
	OwnKw  map[string]float64 `msg:"own_kw,omitempty" json:"own_kw,omitempty"`
}

// Head identifies a series and says what its frontier rests on.
type Head struct {
	Name            string         `msg:"name" json:"name"`
	Hardware        string         `msg:"hardware" json:"hardware"`
	Framework       string         `msg:"framework" json:"framework"`
	Precision       string         `msg:"precision" json:"precision"`
	SpecDecoding    string         `msg:"spec_decoding" json:"spec_decoding"`
	Disagg          bool           `msg:"disagg" json:"disagg"`
	Official        bool           `msg:"official" json:"official"`
	MeasuredOn      *string        `msg:"measured_on" json:"measured_on"`
	MeasuredSpan    []string       `msg:"measured_span,allownil" json:"measured_span"` // [first, last] or nil
	Sources         []string       `msg:"sources" json:"sources"`
	UsdPerGPUHour   *float64       `msg:"usd_per_gpu_hour" json:"usd_per_gpu_hour"`
	KwPerGPU        *float64       `msg:"kw_per_gpu" json:"kw_per_gpu"`
	OperatingPoints int            `msg:"operating_points" json:"operating_points"`
	Range           []float64      `msg:"range,allownil" json:"range"` // [lowest, highest knot x] or nil
	LeaveOneOut     *LeaveOneOut   `msg:"leave_one_out" json:"leave_one_out"`
	Ineligible      map[string]int `msg:"ineligible" json:"ineligible"` // points left out, by reason
}

// Series is one series of a table with a cell per target, in target order.
type Series struct {
	Head  `msg:",flatten"`
	Knots int    `msg:"knots" json:"knots"` // distinct coordinates on the frontier
	Cells []Cell `msg:"cells" json:"cells"`
}

// LeaveOneOut is the relative error of predicting each interior knot from the
// others.
type LeaveOneOut struct {
	Median float64 `msg:"median" json:"median"`
	Max    float64 `msg:"max" json:"max"`
}

// Cell is a series read at one target. State is measured, interpolated,
// at_least, above, below or not_measured; the last three have no values.
type Cell struct {
	Target         float64  `msg:"target" json:"target"`
	State          string   `msg:"state" json:"state"`
	Throughput     *float64 `msg:"throughput" json:"throughput"` // tok/s/GPU
	UsdPerMtok     *float64 `msg:"usd_per_mtok" json:"usd_per_mtok"`
	TokensPerUsd   *float64 `msg:"tokens_per_usd" json:"tokens_per_usd"`
	JoulesPerToken *float64 `msg:"joules_per_token" json:"joules_per_token"`
	Directional    bool     `msg:"directional" json:"directional"`
	Bracket        []Knot   `msg:"bracket,allownil" json:"bracket"`            // two knots when interpolated, else nil
	Point          *Knot    `msg:"point" json:"point"`                         // the knot when measured or at_least, else nil
	Ratio          *Ratio   `msg:"ratio" json:"ratio"`                         // nil without a baseline
	Penalty        *Penalty `msg:"penalty,omitempty" json:"penalty,omitempty"` // only on the axis e2e-normalized
}

// Penalty says at the points that a cell rests on, the lower x first, what
// interactivity alone says and which share of it the wait for the first token
// takes.
type Penalty struct {
	Interactivity []float64 `msg:"interactivity" json:"interactivity"` // tok/s/user
	Taken         []float64 `msg:"taken" json:"taken"`                 // 0.95: 95%
}

// Knot is a measured point on a frontier.
type Knot struct {
	X              float64  `msg:"x" json:"x"`
	Y              float64  `msg:"y" json:"y"`
	Concurrency    int      `msg:"concurrency" json:"concurrency"`
	Recipe         string   `msg:"recipe" json:"recipe"`
	TTFT           *float64 `msg:"ttft_s" json:"ttft_s"`
	E2EL           *float64 `msg:"e2el_s" json:"e2el_s"`
	MeasuredJoules *float64 `msg:"measured_joules_per_token" json:"measured_joules_per_token"` // the source's own measurement
	MeasuredOn     *string  `msg:"measured_on" json:"measured_on"`
	Run            *string  `msg:"run" json:"run"`
	Source         *string  `msg:"source" json:"source"`
}

// Ratio compares a cell with the baseline's at the same target. State is both,
// only_system, only_baseline, neither, or absent with a Reason.
type Ratio struct {
	State         string   `msg:"state" json:"state"`
	Reason        string   `msg:"reason,omitempty" json:"reason,omitempty"`
	PerfPerDollar *float64 `msg:"perf_per_dollar" json:"perf_per_dollar"`
	Throughput    *float64 `msg:"throughput" json:"throughput"`
}

// ChainStep compares one series of a chain with the one before it. The ratios
// of the steps multiply to the whole.
type ChainStep struct {
	From    string   `msg:"from" json:"from"`
	To      string   `msg:"to" json:"to"`
	Differs []string `msg:"differs" json:"differs"` // hardware, framework, precision, ...
	Whole   bool     `msg:"whole" json:"whole"`     // the first against the last
	Ratios  []Ratio  `msg:"ratios" json:"ratios"`   // one per target
}
