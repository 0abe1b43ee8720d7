package wire

// States of an audited cell.
const (
	AuditAgrees      = "agrees"      // at the published rounding
	AuditUnreachable = "unreachable" // published as absent, and out of reach
	AuditDiffers     = "differs"     // the knots give another value
	AuditOutside     = "outside"     // a number where the frontier does not reach
	AuditMissing     = "missing"     // published as absent where the frontier does reach
	AuditUnreadable  = "unreadable"  // the cell, or its row's target, is not a value
	AuditUnpriced    = "unpriced"    // no price or power to derive the value from
	AuditBlank       = "blank"       // nothing was published there
)

// Audit is a document's published tables checked cell by cell.
type Audit struct {
	Model      string       `msg:"model" json:"model"`
	Workload   string       `msg:"workload" json:"workload"`
	Axis       string       `msg:"axis" json:"axis"`
	Percentile int          `msg:"percentile" json:"percentile"`
	Tokens     string       `msg:"tokens,omitempty" json:"tokens,omitempty"` // "": throughput counts input and output
	Prices     Prices       `msg:"prices" json:"prices"`
	Warnings   []string     `msg:"warnings" json:"warnings"`
	Counts     AuditCounts  `msg:"counts" json:"counts"`
	Tables     []AuditTable `msg:"tables" json:"tables"`
}

// AuditCounts counts cells by state, and rows that break the identity. Cells is
// the sum over the states; Findings is those that do not agree: differs,
// outside, missing and unreadable.
type AuditCounts struct {
	Cells          int `msg:"cells" json:"cells"`
	Findings       int `msg:"findings" json:"findings"`
	Agrees         int `msg:"agrees" json:"agrees"`
	Unreachable    int `msg:"unreachable" json:"unreachable"`
	Differs        int `msg:"differs" json:"differs"`
	Outside        int `msg:"outside" json:"outside"`
	Missing        int `msg:"missing" json:"missing"`
	Unreadable     int `msg:"unreadable" json:"unreadable"`
	Unpriced       int `msg:"unpriced" json:"unpriced"`
	Blank          int `msg:"blank" json:"blank"`
	BreaksIdentity int `msg:"breaks_identity" json:"breaks_identity"`             // rows, not cells
	OtherSheet     int `msg:"other_sheet,omitempty" json:"other_sheet,omitempty"` // rows that do not break it at another sheet's price
}

// AuditTable is one table of the document. A table none of whose columns could
// be mapped has no Columns and says why in Skipped. Layout is "turned" where rows
// and columns were exchanged, "long" where each line of it is one system at one
// target: the numbers of columns are then those of the table as it was laid out
// anew, but for cells and identities, which stand where the document has them.
type AuditTable struct {
	Number       int             `msg:"number" json:"number"` // 1-based, in the document
	Form         string          `msg:"form" json:"form"`     // markdown, html, latex, csv
	Line         int             `msg:"line" json:"line"`
	Caption      string          `msg:"caption" json:"caption"`
	Layout       string          `msg:"layout,omitempty" json:"layout,omitempty"`
	TargetColumn int             `msg:"target_column" json:"target_column"` // 1-based; 0: none
	TargetHead   string          `msg:"target_head" json:"target_head"`
	Columns      []AuditColumn   `msg:"columns" json:"columns"`
	Unchecked    []AuditSkip     `msg:"unchecked" json:"unchecked"`
	Skipped      string          `msg:"skipped,omitempty" json:"skipped,omitempty"`
	Cells        []AuditCell     `msg:"cells" json:"cells"`
	Identities   []AuditIdentity `msg:"identities" json:"identities"` // rows that break cost x throughput
}

// AuditColumn is a column that was checked. Proposed says that its series was
// found by the words of its head, not named.
type AuditColumn struct {
	Column        int      `msg:"column" json:"column"` // 1-based
	Head          string   `msg:"head" json:"head"`
	Series        string   `msg:"series" json:"series"`
	Quantity      string   `msg:"quantity" json:"quantity"`
	Proposed      bool     `msg:"proposed" json:"proposed"`
	UsdPerGPUHour *float64 `msg:"usd_per_gpu_hour" json:"usd_per_gpu_hour"`
	KwPerGPU      *float64 `msg:"kw_per_gpu" json:"kw_per_gpu"`
	// Of a ratio: the series it is over.
	Over              string   `msg:"over,omitempty" json:"over,omitempty"`
	OverUsdPerGPUHour *float64 `msg:"over_usd_per_gpu_hour,omitempty" json:"over_usd_per_gpu_hour,omitempty"`
}

// AuditSkip is a column that was not checked, and why.
type AuditSkip struct {
	Column int    `msg:"column" json:"column"`
	Head   string `msg:"head" json:"head"`
	Why    string `msg:"why" json:"why"`
}

// AuditCell is one checked cell. Published and HalfUnit (half a unit of the last
// printed digit) are in the quantity's own unit. Expected is what the knots
// give, by the Throughput that they give; Difference is published minus expected,
// Relative that over expected. Splined is, of a cost that differs, what a curve
// through the costs of the knots gives, where that is what was published.
type AuditCell struct {
	Row         int      `msg:"row" json:"row"` // 1-based, below the head
	Line        int      `msg:"line" json:"line"`
	Column      int      `msg:"column" json:"column"`
	LaidOut     [2]int   `msg:"-" json:"-"` // row and column of the table as it was checked
	Head        string   `msg:"head" json:"head"`
	Series      string   `msg:"series" json:"series"`
	Quantity    string   `msg:"quantity" json:"quantity"`
	Target      *float64 `msg:"target" json:"target"`
	Text        string   `msg:"text" json:"text"`
	State       string   `msg:"state" json:"state"`
	Why         string   `msg:"why,omitempty" json:"why,omitempty"` // in words, when it is not in agreement
	Published   *float64 `msg:"published" json:"published"`
	HalfUnit    *float64 `msg:"half_unit" json:"half_unit"`
	Expected    *float64 `msg:"expected" json:"expected"`
	Throughput  *float64 `msg:"throughput" json:"throughput"` // tok/s/GPU
	Splined     *float64 `msg:"splined" json:"splined"`
	Difference  *float64 `msg:"difference" json:"difference"`
	Relative    *float64 `msg:"relative" json:"relative"`
	Reading     string   `msg:"reading" json:"reading"` // a Cell's state; "" without a target
	Directional bool     `msg:"directional" json:"directional"`
	Knots       []Knot   `msg:"knots,allownil" json:"knots"` // the bracket, the knot, or the frontier's end
	// The same of the series that a ratio is over.
	Over           string   `msg:"over,omitempty" json:"over,omitempty"`
	OverReading    string   `msg:"over_reading,omitempty" json:"over_reading,omitempty"`
	OverThroughput *float64 `msg:"over_throughput,omitempty" json:"over_throughput,omitempty"`
	OverKnots      []Knot   `msg:"over_knots,omitempty,allownil" json:"over_knots,omitempty"`
}

// AuditIdentity is a published cost, at Row and CostColumn, that does not multiply
// with the throughput of its series at the same target, which stands in the same
// row or else in ThroughputRow, to the price, within the rounding of both. Implied is the price
// that they do give, ImpliedRange what their rounding allows.
type AuditIdentity struct {
	Row              int       `msg:"row" json:"row"`
	Line             int       `msg:"line" json:"line"`
	Target           *float64  `msg:"target" json:"target"`
	Series           string    `msg:"series" json:"series"`
	CostColumn       int       `msg:"cost_column" json:"cost_column"`
	ThroughputRow    int       `msg:"throughput_row" json:"throughput_row"`
	ThroughputColumn int       `msg:"throughput_column" json:"throughput_column"`
	Cost             float64   `msg:"cost" json:"cost"`
	Throughput       float64   `msg:"throughput" json:"throughput"`
	UsdPerGPUHour    float64   `msg:"usd_per_gpu_hour" json:"usd_per_gpu_hour"`
	Implied          float64   `msg:"implied" json:"implied"`
	ImpliedRange     []float64 `msg:"implied_range" json:"implied_range"`
	Why              string    `msg:"why" json:"why"`
	Sheet            string    `msg:"sheet,omitempty" json:"sheet,omitempty"` // the date of another price sheet, whose price fits:
	SheetUsd         float64   `msg:"sheet_usd,omitempty" json:"sheet_usd,omitempty"`
}

// Roles of a column.
const (
	AuditTarget  = "target"   // rows are read at its values
	AuditChecked = "checked"  // it is checked against Series
	AuditOpen    = "open"     // Why says what has to be said of it first
	AuditLeftOut = "left_out" // Why says why
)

// AuditOpened is what a document's columns could be.
type AuditOpened struct {
	Tables []AuditOpenedTable `msg:"tables" json:"tables"`
	Series []AuditSeries      `msg:"series" json:"series"` // those that a column can be of
}

// AuditSeries is a series by its name and as people read it.
type AuditSeries struct {
	Name  string `msg:"name" json:"name"`
	Label string `msg:"label" json:"label"`
}

// AuditOpenedTable is one table of the document, its rows below the head.
type AuditOpenedTable struct {
	Number       int           `msg:"number" json:"number"` // 1-based, in the document
	Form         string        `msg:"form" json:"form"`
	Line         int           `msg:"line" json:"line"`
	Caption      string        `msg:"caption" json:"caption"`
	Layout       string        `msg:"layout,omitempty" json:"layout,omitempty"` // as an AuditTable's
	Rows         int           `msg:"rows" json:"rows"`
	TargetColumn int           `msg:"target_column" json:"target_column"`       // 1-based; 0: none
	Skipped      string        `msg:"skipped" json:"skipped"`                   // why nothing of it can be checked as it is read
	Remedy       string        `msg:"remedy,omitempty" json:"remedy,omitempty"` // of one that is skipped: what would have it checked
	Columns      []AuditChoice `msg:"columns" json:"columns"`
}

// Remedies of a table that is skipped.
const (
	AuditByColumns = "columns" // to say what its columns hold
	AuditByTarget  = "target"  // to say which column holds the targets
	AuditByPlace   = "place"   // another model or workload
	AuditByReading = "reading" // another axis, percentile or kind of tokens
)

// AuditChoice is a column as it is read, or could be. Of an open one, Could names
// the series that it can mean. A ratio is of Series over Over, where they are known;
// one that is left out names them too.
type AuditChoice struct {
	Column   int      `msg:"column" json:"column"` // 1-based
	Head     string   `msg:"head" json:"head"`
	Role     string   `msg:"role" json:"role"`
	Series   string   `msg:"series" json:"series"`
	Quantity string   `msg:"quantity" json:"quantity"`
	Proposed bool     `msg:"proposed" json:"proposed"`
	Ratio    bool     `msg:"ratio" json:"ratio"`
	Over     string   `msg:"over" json:"over"`
	Could    []string `msg:"could" json:"could"`
	Why      string   `msg:"why" json:"why"`
}
