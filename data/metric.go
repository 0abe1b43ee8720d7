package data

// Metric names a numeric column of an operating point.
type Metric int

// The metrics, in the order in which bundles hold them. Times are in seconds,
// rates in tokens per second, energy in joules. A percentile metric is a
// percentile of the time over the requests of the run.
const (
	TputPerGPU       Metric = iota // total (input and output) tok/s per GPU
	OutputTputPerGPU               // output tok/s per GPU
	InputTputPerGPU                // input tok/s per GPU
	Interactivity                  // tok/s/user as the source gives it
	TPOT                           // s per output token as the source gives it
	GPUs                           // GPUs of the run
	Requests                       // requests sent in the profiling phase
	RequestsUsed                   // requests that count for the latencies
	MeasuredJoules                 // measured J per token, apart from the modelled energy

	ttftP50
	ttftP75
	ttftP90
	ttftP95
	itlP50
	itlP75
	itlP90
	itlP95
	e2elP50
	e2elP75
	e2elP90
	e2elP95
	perTokenP50
	perTokenP75
	perTokenP90
	perTokenP95

	// Of disaggregated runs. Per-role rates never share an axis with the
	// per-GPU rates above, whose denominator is all GPUs of the run.
	PrefillGPUs            // GPUs that only prefill
	DecodeGPUs             // GPUs that only decode
	InputTputPerPrefillGPU // input tok/s per prefill GPU
	OutputTputPerDecodeGPU // output tok/s per decode GPU
	MeasuredWattsPerGPU    // measured mean power per GPU during the run

	NumMetrics int = iota
)

var metricNames = [NumMetrics]string{
	"tput_per_gpu", "output_tput_per_gpu", "input_tput_per_gpu",
	"interactivity", "tpot_s", "gpus", "requests", "requests_used", "measured_joules_per_token",
	"p50_ttft_s", "p75_ttft_s", "p90_ttft_s", "p95_ttft_s",
	"p50_itl_s", "p75_itl_s", "p90_itl_s", "p95_itl_s",
	"p50_e2el_s", "p75_e2el_s", "p90_e2el_s", "p95_e2el_s",
	"p50_e2el_per_token_s", "p75_e2el_per_token_s", "p90_e2el_per_token_s", "p95_e2el_per_token_s",
	"prefill_gpus", "decode_gpus", "input_tput_per_prefill_gpu", "output_tput_per_decode_gpu",
	"measured_watts_per_gpu",
}

// Name returns the metric's column name in a bundle, "" for a value that is
// not a metric. In CSV files the column of TPOT is tpot_ms, in milliseconds;
// every other column has the same name and unit in both.
func (m Metric) Name() string {
	if m < 0 || int(m) >= NumMetrics {
		return ""
	}
	return metricNames[m]
}

func (m Metric) String() string { return m.Name() }

// ParseMetric returns the metric called name.
func ParseMetric(name string) (Metric, bool) {
	for i, n := range metricNames {
		if n == name {
			return Metric(i), true
		}
	}
	return 0, false
}

// Kind is a latency of which an operating point holds percentiles.
type Kind int

// The kinds: time to first token, time per output token after the first,
// end-to-end latency, and end-to-end latency divided by the output length.
const (
	TTFT Kind = iota
	ITL
	E2EL
	E2ELPerToken
)

// Percentiles are those held of each Kind, in ascending order.
var Percentiles = [4]int{50, 75, 90, 95}

// PercentileMetric returns the metric that holds the percentile of kind, and
// false for a kind or a percentile that operating points do not hold.
func PercentileMetric(kind Kind, percentile int) (Metric, bool) {
	if kind < TTFT || kind > E2ELPerToken {
		return 0, false
	}
	for i, p := range Percentiles {
		if p == percentile {
			return ttftP50 + Metric(int(kind)*len(Percentiles)+i), true
		}
	}
	return 0, false
}
