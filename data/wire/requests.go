package wire

// Requests is the report on one run's requests, one by one. Times are seconds,
// lengths tokens, rates tok/s/user.
type Requests struct {
	File            string         `msg:"file,omitempty" json:"file,omitempty"`           // where several are reported
	Source          string         `msg:"source" json:"source"`                           // the tool's convention
	Synthetic       bool           `msg:"synthetic,omitempty" json:"synthetic,omitempty"` // made up, not measured
	Requests        RequestCounts  `msg:"requests" json:"requests"`
	Metrics         RequestMetrics `msg:"metrics" json:"metrics"`
	Split           RequestSplit   `msg:"split" json:"split"`
	Steadiness      RequestRhythm  `msg:"steadiness" json:"steadiness"`
	Goodput         *RequestGood   `msg:"goodput" json:"goodput"` // nil without objectives
	AsTheToolPrints ToolFigures    `msg:"as_the_tool_prints" json:"as_the_tool_prints"`
	Warnings        []string       `msg:"warnings" json:"warnings"`
}

// RequestCounts says which requests are in the sample. Dropped counts the others
// by reason: warmup, other_phase, failed, cancelled, zero_output, invalid, repeated.
type RequestCounts struct {
	Total   int            `msg:"total" json:"total"`
	Used    int            `msg:"used" json:"used"`
	Dropped map[string]int `msg:"dropped" json:"dropped"`
}

// RequestMetrics are the distributions over the used requests.
type RequestMetrics struct {
	TTFT          TimeStats `msg:"ttft_s" json:"ttft_s"`
	ITL           TimeStats `msg:"itl_s" json:"itl_s"` // (E2EL - TTFT)/(OSL - 1)
	E2EL          TimeStats `msg:"e2el_s" json:"e2el_s"`
	Interactivity RateStats `msg:"interactivity" json:"interactivity"`                               // 1/percentile of ITL
	E2ENormalized RateStats `msg:"e2e_normalized_interactivity" json:"e2e_normalized_interactivity"` // 1/percentile of E2EL/OSL
}

// TimeStats is a time over the N requests that have it, type-7 percentiles. The
// interval is the 95% bootstrap interval [low, high] of p90, nil outside
// 5 <= N <= 200.
type TimeStats struct {
	N           int       `msg:"n" json:"n"`
	Mean        *float64  `msg:"mean" json:"mean"`
	P50         *float64  `msg:"p50" json:"p50"`
	P75         *float64  `msg:"p75" json:"p75"`
	P90         *float64  `msg:"p90" json:"p90"`
	P95         *float64  `msg:"p95" json:"p95"`
	P99         *float64  `msg:"p99" json:"p99"`
	P90Interval []float64 `msg:"p90_interval,allownil" json:"p90_interval"`
}

// RateStats is a rate: each value is the inverse of the percentile of the time,
// so p90 is the slow tail, and the interval that of the time inverted.
type RateStats struct {
	N           int       `msg:"n" json:"n"`
	P50         *float64  `msg:"p50" json:"p50"`
	P75         *float64  `msg:"p75" json:"p75"`
	P90         *float64  `msg:"p90" json:"p90"`
	P95         *float64  `msg:"p95" json:"p95"`
	P99         *float64  `msg:"p99" json:"p99"`
	P90Interval []float64 `msg:"p90_interval,allownil" json:"p90_interval"`
}

// RequestSplit divides the mean E2EL/OSL of the N requests that have a TTFT:
// the shares sum to 1, the two terms (s/token) to that mean.
type RequestSplit struct {
	N               int      `msg:"n" json:"n"`
	DecodeShare     *float64 `msg:"decode_share" json:"decode_share"`
	FirstTokenShare *float64 `msg:"first_token_share" json:"first_token_share"`
	Decode          *float64 `msg:"decode_s_per_token" json:"decode_s_per_token"`
	FirstToken      *float64 `msg:"first_token_s_per_token" json:"first_token_s_per_token"`
}

// RequestRhythm is the rhythm of streaming. Stalls are gaps over 5 times their
// request's median gap, StallShare their share of E2EL - TTFT.
type RequestRhythm struct {
	TokenGaps  GapStats     `msg:"token_gaps_s" json:"token_gaps_s"` // over the requests whose chunk token counts are known
	InterChunk GapStats     `msg:"inter_chunk_s" json:"inter_chunk_s"`
	Stalls     *float64     `msg:"stalls" json:"stalls"`
	StallShare *float64     `msg:"stall_share" json:"stall_share"`
	ByTenth    []GapStats   `msg:"by_tenth_s,allownil" json:"by_tenth_s"` // token gaps along the answer; nil without any
	OverRun    []TimeBucket `msg:"over_run,allownil" json:"over_run"`     // ITL over the run; nil without start times
}

// GapStats are pooled gaps in s over so many requests. Variation is the
// population deviation over the mean.
type GapStats struct {
	Requests  int      `msg:"requests" json:"requests"`
	N         int      `msg:"n" json:"n"`
	Mean      *float64 `msg:"mean" json:"mean"`
	P50       *float64 `msg:"p50" json:"p50"`
	P95       *float64 `msg:"p95" json:"p95"`
	P99       *float64 `msg:"p99" json:"p99"`
	Max       *float64 `msg:"max" json:"max"`
	Variation *float64 `msg:"coefficient_of_variation" json:"coefficient_of_variation"`
}

// TimeBucket is the ITL of the requests whose first token came in From to To,
// in s since the first request.
type TimeBucket struct {
	From   float64  `msg:"from_s" json:"from_s"`
	To     float64  `msg:"to_s" json:"to_s"`
	N      int      `msg:"n" json:"n"`
	Mean   *float64 `msg:"mean" json:"mean"`
	Median *float64 `msg:"p50" json:"p50"`
}

// RequestGood counts the requests that succeeded and met every objective.
type RequestGood struct {
	TTFT      *float64 `msg:"ttft_slo_s" json:"ttft_slo_s"`
	ITL       *float64 `msg:"itl_slo_s" json:"itl_slo_s"`
	Met       int      `msg:"met" json:"met"`
	Sent      int      `msg:"sent" json:"sent"`
	PerSecond *float64 `msg:"requests_per_s" json:"requests_per_s"`
	Share     *float64 `msg:"share" json:"share"` // of all sent
}

// ToolFigures is what the tool prints for the same requests, under its own names
// and in its own units, and why it differs from the metrics above. Compared and
// Differ are about the tool's own summary, where one was found (in Summary).
type ToolFigures struct {
	Convention string             `msg:"convention" json:"convention"`
	Tool       string             `msg:"tool" json:"tool"`
	Definition string             `msg:"definition" json:"definition"` // file and version it was read from
	Differs    string             `msg:"differs" json:"differs"`
	Figures    map[string]float64 `msg:"figures" json:"figures"`
	Summary    string             `msg:"summary,omitempty" json:"summary,omitempty"`
	Compared   int                `msg:"compared,omitempty" json:"compared,omitempty"`
	Differ     []ToolDifference   `msg:"differ,omitempty" json:"differ,omitempty"`
}

// ToolDifference is a figure that the tool printed otherwise than its own
// definition gives from the records.
type ToolDifference struct {
	Name        string  `msg:"name" json:"name"`
	Printed     float64 `msg:"printed" json:"printed"`
	FromRecords float64 `msg:"from_records" json:"from_records"`
}
