package importer

// Files of benchmark tools that hold no operating points that isofront reads,
// so that each is told what it is. They are tried last: a format that learns
// to read one of them comes before it.
type otherKind struct {
	name string // what the file is
	why  string // nothing of it is kept
	is   func(h *Head) bool
}

const noPoint = "no operating point that isofront reads"

var otherKinds = []otherKind{
	{"llmperf summary (JSON)", noPoint, func(h *Head) bool {
		return h.JSON().has("results_inter_token_latency_s_mean") || h.JSON().has("results_inter_token_latency_s_quantiles_p50")
	}},
	{"genai-perf aggregate (JSON)", noPoint, func(h *Head) bool {
		return h.JSON().has("request_throughput.unit", "request_latency.unit", "input_config")
	}},
	{"table of an InferenceX dump (JSON)", "read with the tables beside it: give their folder or zip", func(h *Head) bool {
		s := h.JSON()
		return s != nil && s.array && (s.has("workflow_run_id", "config_id") || s.has("github_run_id", "run_attempt") ||
			s.has("id", "hardware", "framework", "spec_method") || s.has("id", "workflow_run_id"))
	}},
}

func otherFormats() (out []Format) {
	for _, k := range otherKinds {
		out = append(out, Format{
			Name:      k.name,
			Recognise: k.is,
			Read: func(in File) (*Result, error) {
				return &Result{File: in.Name, Format: k.name, Refused: []Note{{File: in.Name, Reason: k.name + ": " + k.why}}}, nil
			},
		})
	}
	return out
}
