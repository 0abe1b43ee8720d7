package importer

import (
	"strings"

	"github.com/isofront/isofront/core/latency"
)

// llmperf's requests, individual_responses.json: an array of flat objects,
// times in s. The end-to-end latency is that of the whole response, and the
// output length is counted by the client from the text. What it calls
// inter-token latency has the first token in it, so it is not read.
var llmperfRequestsFormat = requestsFormat(Format{
	Name: "llmperf per-request records (JSON)",
	Recognise: func(h *Head) bool {
		s := h.JSON()
		return s.has("error_code", "ttft_s") || s.has("inter_token_latency_s", "end_to_end_latency_s")
	},
	convention: "llmperf",
	records:    true,
	source:     unnamedSource("llmperf", "llmperf"),
	requests:   readLLMPerfRequests,
	own: &ownSummary{
		beside: func(name string) string { return replaceEnd(name, "individual_responses.json", "summary.json") },
		name:   llmperfName,
	},
})

func readLLMPerfRequests(in File, o *recorder) error {
	w := newWalk(in.Reader)
	return jsonObjects(w, o, func(int) bool {
		r, seen := &o.rec, 0
		f := &r.Figures
		f.LaterEnd = true
		w.object("", func(name []byte) {
			switch string(name) {
			case "error_code":
				w.once(0, "error_code")
				if w.holds() {
					r.Outcome = latency.Failed
				}
				return
			case "ttft_s":
				w.once(1, "ttft_s")
				f.TTFT = w.number("ttft_s")
			case "end_to_end_latency_s":
				w.once(2, "end_to_end_latency_s")
				f.E2EL = w.number("end_to_end_latency_s")
				seen++
			case "number_output_tokens":
				w.once(3, "number_output_tokens")
				r.Output.Client = w.number("number_output_tokens")
				seen++
			case "number_input_tokens":
				w.once(4, "number_input_tokens")
				r.Input.Client = w.number("number_input_tokens")
			default:
				w.skip()
			}
		})
		if seen < 2 && r.Outcome == latency.OK {
			w.refuse("", "is not a record of llmperf", "no end_to_end_latency_s or number_output_tokens")
		}
		return true
	})
}

// llmperfName undoes llmperf's flattening: results_ttft_s_quantiles_p50 is
// ttft_s.quantiles.p50.
func llmperfName(path string) string {
	name, ok := strings.CutPrefix(path, "results_")
	if !ok {
		return ""
	}
	if metric, q, ok := strings.Cut(name, "_quantiles_"); ok {
		return metric + ".quantiles." + q
	}
	for _, stat := range []string{"mean", "min", "max", "stddev"} {
		if metric, ok := strings.CutSuffix(name, "_"+stat); ok {
			return metric + "." + stat
		}
	}
	return name
}
