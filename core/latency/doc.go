// Package latency turns the requests of a benchmark run into per-request
// metrics (TTFT, ITL, E2EL, interactivity, OSL/E2EL), into aggregates over a
// run, and into what each benchmark tool would have printed for the same
// requests.
//
// It decides which chunk is the first token, which requests are in a sample and
// how a percentile becomes a rate: the percentile of the time, then its
// inverse. It refuses a record whose figures contradict each other, naming the
// figure, and never lets NaN, infinity or a stand-in zero through. Times are
// seconds, since the request was sent unless said otherwise; lengths are
// tokens. An absent value is absent in every result that needs it.
//
// Measure reads one Record. A Run takes records one by one, keeps a few numbers
// of each and gives a Summary. A Book does the same for one tool's Convention.
package latency
