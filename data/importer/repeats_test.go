package importer

import (
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/requests"
)

func withID(line, id string) string {
	return strings.Replace(line, `"metadata":{`, `"metadata":{"x_request_id":`+id+`,`, 1)
}

// A request whose id and figures came before is left out and counted; one with
// that id and other figures counts, and so does one without an id that has every
// time of an earlier one, with a warning each.
func TestRepeatedRequests(t *testing.T) {
	slower := strings.Replace(aiperfOne, "2353.997281", "2453.997281", 1)
	later := strings.Replace(aiperfOne, "1783588510633024589", "1783588510633024590", 1)
	guide := inside(guideFile, `{"type_":"generative_request_stats"`, "],\"incomplete")
	llm := inside(llmperfFile, `{"error_code":null`, "},") + "}"
	failed := `{"error_code":429,"ttft_s":0,"end_to_end_latency_s":0,"number_output_tokens":0,"number_input_tokens":10}`
	infer := inside(inferencePerfFile, `{"start_time":100.0`, ",\n")
	gen := inside(genaiFile, `{"timestamp"`, "]}]}]}") + "]}"
	gens := func(list ...string) string {
		return `{"version":"1","experiments":[{"requests":[` + strings.Join(list, ",") + `]}]}`
	}
	guides := func(list ...string) string {
		return `{"args":{},"benchmarks":[{"requests":{"successful":[` + strings.Join(list, ",") + `]}}]}`
	}
	lines := func(list ...string) string { return strings.Join(list, "\n") + "\n" }
	long := strconv.Quote(strings.Repeat("x", 300))
	const other, like = "has the id of an earlier request", "has every time and count of an earlier request"
	for _, x := range []struct {
		name, text               string
		used, repeated, warnings int
		says                     string
	}{
		{"one id, one content", lines(withID(aiperfOne, `"a"`), withID(aiperfOne, `"a"`), withID(aiperfOne, `"a"`)), 1, 2, 0, ""},
		{"a number as id", lines(withID(aiperfOne, `7`), withID(aiperfOne, `7`)), 1, 1, 0, ""},
		{"escapes in an id", lines(withID(aiperfOne, `"a/b"`), withID(aiperfOne, `"a\/b"`)), 1, 1, 0, ""},
		{"one id, other content", lines(withID(aiperfOne, `"a"`), withID(slower, `"a"`), withID(slower, `"a"`)), 3, 0, 1, other},
		{"other ids", lines(withID(aiperfOne, `"a"`), withID(aiperfOne, `"b"`)), 2, 0, 0, ""},
		{"no id, one content", lines(aiperfOne, aiperfOne, aiperfOne), 3, 0, 1, like},
		{"null and empty ids", lines(withID(aiperfOne, `null`), withID(aiperfOne, `""`)), 2, 0, 1, like},
		{"an id that is none", lines(withID(aiperfOne, `{"a":1}`), withID(aiperfOne, long)), 2, 0, 1, like},
		{"no id, a nanosecond later", lines(aiperfOne, later), 2, 0, 0, ""},
		{"failed with one id", lines(withID(aiperfErr, `"a"`), withID(aiperfErr, `"a"`)), 0, 1, 0, ""},
		{"failed without an id", lines(aiperfErr, aiperfErr), 0, 0, 0, ""},
		{"trace replay", replayHeader + replayWhole + replayWhole, 1, 1, 0, ""},
		{"trace replay, sent anew", replayHeader + replayWhole + strings.Replace(replayWhole, "1776748684.5,", "1776748684.75,", 1), 2, 0, 0, ""},
		{"GuideLLM", guides(guide, guide), 1, 1, 0, ""},
		{"llmperf", "[" + llm + "," + llm + "," + failed + "," + failed + "]", 2, 0, 1, like},
		{"inference-perf", "[" + infer + "," + infer + "]", 2, 0, 1, like},
		{"genai-perf", gens(gen, gen), 2, 0, 1, like},
		{"vLLM", served(2), 2, 0, 1, like},
		{"runs of one file", `{"args":{},"benchmarks":[{"requests":{"successful":[` + guide + `]}},{"requests":{"successful":[` + guide + `]}}]}`, 1, 0, 0, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			sink := &collecting{}
			traces, err := ReadRequests("f", strings.NewReader(x.text), sink)
			if err != nil {
				t.Fatal(err)
			}
			tr := traces[0]
			sink.c.Repeated(tr.Repeated)
			counts := sink.c.Report(requests.Own{}).Requests
			if counts.Used != x.used || tr.Repeated != x.repeated || counts.Dropped["repeated"] != x.repeated || counts.Total != tr.Records+tr.Repeated && len(traces) == 1 {
				t.Errorf("%+v, %d repeated", counts, tr.Repeated)
			}
			if len(tr.Warnings) != x.warnings || len(tr.Refused) > 0 {
				t.Fatalf("warnings %v, refused %v", tr.Warnings, tr.Refused)
			}
			if x.warnings > 0 && (!strings.HasPrefix(tr.Warnings[0].Reason, x.says) || tr.Warnings[0].Row == 0) {
				t.Errorf("says %v", tr.Warnings)
			}
		})
	}
}

// A record in which a field is there twice is refused, as rows of points are.
func TestFieldsThatAppearTwice(t *testing.T) {
	gen := inside(genaiFile, `{"timestamp"`, "]}]}]}") + "]}"
	twice := gen[:len(gen)-1] + "," + gen[strings.Index(gen, `"response_timestamps"`):] // its lists once more
	gens := func(request string) string { return `{"version":"1","experiments":[{"requests":[` + request + `]}]}` }
	infer, llm := inside(inferencePerfFile, `{"start_time":100.0`, ",\n"), inside(llmperfFile, `{"error_code":null`, "},")+"}"
	guide := inside(guideFile, `{"type_":"generative_request_stats"`, "],\"incomplete")
	old := inside(guideFile, `{"type_":"generative_text_response"`, "],\"incomplete")
	guides := func(request, before, field string) string {
		return `{"args":{},"benchmarks":[{"requests":{"successful":[` + strings.Replace(request, before, before+field, 1) + `]}}]}`
	}
	again := func(text, before, field string) string { return strings.Replace(text, before, field+","+before, 1) }
	for text, column := range map[string]string{
		strings.Replace(aiperfOne, `"metrics":{`, `"metrics":{"request_latency":{"value":1,"unit":"ms"},`, 1):                "metrics.request_latency",
		strings.Replace(aiperfOne, `"metrics":{`, `"metrics":{},"metrics":{`, 1):                                             "metrics",
		strings.Replace(aiperfOne, `"metadata":{`, `"metadata":{"request_start_ns":5},"metadata":{`, 1):                      "metadata",
		"[" + strings.Replace(llm, `"ttft_s":`, `"ttft_s":9,"ttft_s":`, 1) + "]":                                             "ttft_s",
		"[" + strings.Replace(llm, `"number_output_tokens":`, `"number_output_tokens":9,"number_output_tokens":`, 1) + "]":   "number_output_tokens",
		"[" + strings.Replace(infer, `"end_time":`, `"end_time":1000,"end_time":`, 1) + "]":                                  "end_time",
		"[" + strings.Replace(infer, `"info":{`, `"info":{},"info":{`, 1) + "]":                                              "info",
		strings.Replace(aiperfOne, `"request_start_ns":`, `"request_start_ns":9,"request_start_ns":`, 1):                     "metadata.request_start_ns",
		"[" + strings.Replace(llm, `"number_input_tokens":`, `"number_input_tokens":9,"number_input_tokens":`, 1) + "]":      "number_input_tokens",
		"[" + strings.Replace(infer, `"input_tokens":`, `"input_tokens":9,"input_tokens":`, 1) + "]":                         "info.input_tokens",
		"[" + strings.Replace(infer, `"output_tokens":`, `"output_tokens":9,"output_tokens":`, 1) + "]":                      "info.output_tokens",
		"[" + strings.Replace(infer, `"output_token_times":`, `"output_token_times":[100.5],"output_token_times":`, 1) + "]": "info.output_token_times",
		gens(strings.Replace(gen, `"timestamp":`, `"timestamp":9,"timestamp":`, 1)):                                          "timestamp",
		strings.Replace(aiperfOne, `"request_latency":{`, `"request_latency":{"value":9,`, 1):                                "metrics.request_latency",
		gens(twice): "response_timestamps",
		again(aiperfErr, `"error":`, `"error":null`):                             "error",
		again(aiperfOne, `"benchmark_phase":`, `"benchmark_phase":"warmup"`):     "metadata.benchmark_phase",
		again(aiperfOne, `"was_cancelled":`, `"was_cancelled":true`):             "metadata.was_cancelled",
		again(withID(aiperfOne, `"a"`), `"x_request_id":`, `"x_request_id":"b"`): "metadata.x_request_id",
		again(aiperfOne, `"value":2353.997281`, `"unit":"s"`):                    "metrics.request_latency",
		again(aiperfOne, `"value":2353.997281`, `"value":null`):                  "metrics.request_latency",
		"[" + again(llm, `"error_code":`, `"error_code":429`) + "]":              "error_code",
		"[" + again(infer, `"error":`, `"error":"500"`) + "]":                    "error",
		guides(guide, `"info":{`, `},"info":{`):                                  "info",
		guides(guide, `"timings":{`, `},"timings":{`):                            "info.timings",
		guides(guide, `"timings":{`, `"request_start":999.0,`):                   "request_start",
		guides(guide, `"timings":{`, `"last_token_iteration":1003.0,`):           "last_token_iteration",
		guides(guide, `"request_id":"a",`, `"request_id":"b",`):                  "request_id",
		guides(guide, `"output_metrics":{`, `},"output_metrics":{`):              "output_metrics",
		guides(guide, `"output_metrics":{`, `"total_tokens":9,`):                 "output_metrics.total_tokens",
		guides(guide, `"request_id":"a",`, `"output_tokens":9,`):                 "output_tokens",
		guides(guide, `"request_id":"a",`, `"prompt_tokens":9,`):                 "prompt_tokens",
		guides(old, `"generative_text_response",`, `"start_time":999.0,`):        "start_time",
		guides(old, `"generative_text_response",`, `"last_token_time":1004.0,`):  "last_token_time",
		again(vllmDetailed, `"ttfts":`, `"ttfts":[1,1,1,1]`):                     "ttfts",
		again(vllmDetailed, `"itls":`, `"itls":[]`):                              "itls",
		again(vllmDetailed, `"errors":`, `"errors":["x","x","",""]`):             "errors",
		again(vllmDetailed, `"output_lens":`, `"output_lens":[1,1,1,1]`):         "output_lens",
		again(vllmDetailed, `"duration":`, `"duration":20.0`):                    "duration",
		again(vllmDetailed, `"model_id":`, `"model_id":"meta/M"`):                "model_id",
		again(sglangDetailed, `"ttfts":`, `"ttfts":[0.1,0.1,0.1]`):               "ttfts",
		again(sglangDetailed, `"output_lens":`, `"output_lens":[1,1,1]`):         "output_lens",
		again(sglangDetailed, `"random_output_len":`, `"random_output_len":32`):  "random_output_len",
	} {
		traces, err := ReadRequests("f", strings.NewReader(text+"\n"), &collecting{})
		if err != nil || len(traces[0].Refused) != 1 || traces[0].Refused[0].Column != column || traces[0].Refused[0].Reason != "field appears twice" {
			t.Errorf("%s: %v %v", column, err, traces)
		}
	}
}

// A part of a file that comes twice, in which each may have requests, ends the reading: nothing
// says which is meant, and both would count.
func TestPartsThatAppearTwice(t *testing.T) {
	again := func(text, before, part string) string { return strings.Replace(text, before, part+","+before, 1) }
	for _, x := range []struct{ text, want string }{
		{again(guideFile, `"benchmarks":`, `"benchmarks":[]`), "benchmarks: field appears twice"},
		{again(guideFile, `"requests":`, `"requests":{"successful":[]}`), "requests: field appears twice"},
		{again(guideFile, `"successful":`, `"successful":[]`), "successful: field appears twice"},
		{again(guideFile, `"duration":`, `"duration":20`), "duration: field appears twice"},
		{again(genaiFile, `"experiments":`, `"experiments":[]`), "experiments: field appears twice"},
		{again(genaiFile, `"experiment":`, `"experiment":{}`), "experiment: field appears twice"},
		{again(genaiFile, `"value":`, `"value":8`), "experiment.value: field appears twice"},
		{again(genaiFile, `"requests":`, `"requests":[]`), "requests: field appears twice"},
	} {
		_, err := ReadRequests("f", strings.NewReader(x.text), &collecting{})
		if err == nil || !strings.HasPrefix(err.Error(), "importer: f: ") || !strings.HasSuffix(err.Error(), x.want) || strings.Contains(err.Error(), "row 0") {
			t.Errorf("%s: %v", x.want, err)
		}
	}
}

// A moment of a request of GuideLLM that its timings say and the request too is one, unless
// they differ; a null beside it is no other.
func TestMomentsInTwoPlaces(t *testing.T) {
	for _, x := range []struct{ was, is, refused string }{
		{"", "", ""}, // the fixture says its start and end in both
		{`"request_start_time":1000.0`, `"request_start_time":null`, ""},
		{`"request_start":1000.0`, `"request_start":null`, ""},
		{`"request_start_time":1000.0`, `"request_start_time":1000.5`, "request_start_time"},
		{`"request_end":1004.5`, `"request_end":1004.25`, "request_end_time"},
	} {
		sink := &collecting{}
		traces, err := ReadRequests("f", strings.NewReader(strings.Replace(guideFile, x.was, x.is, 1)), sink)
		if err != nil {
			t.Fatal(err)
		}
		refused := ""
		for _, n := range traces[0].Refused {
			refused += n.Column
		}
		if refused != x.refused {
			t.Errorf("%s: refused %v", x.is, traces[0].Refused)
		}
	}
}

// A record with one figure more or another, in whichever of the figures, is another; one
// that is absent is not one of 0.
func TestRepeatedFigures(t *testing.T) {
	seen := map[uint64]string{}
	try := func(what string, change func(*latency.Record)) {
		rec := latency.Record{Figures: latency.Figures{Gaps: []float64{0.25, 0.5}, ChunkTokens: []int32{1, 2, 3}}}
		change(&rec)
		h := figuresHash(&rec)
		if was, ok := seen[h]; ok {
			t.Errorf("%s is taken for %s", what, was)
		}
		seen[h] = what
	}
	try("nothing else", func(*latency.Record) {})
	try("another phase", func(r *latency.Record) { r.Phase++ })
	try("another outcome", func(r *latency.Record) { r.Outcome++ })
	try("no gaps", func(r *latency.Record) { r.Figures.Gaps = nil })
	try("a gap more", func(r *latency.Record) { r.Figures.Gaps = append(r.Figures.Gaps, 0.75) })
	try("gaps in another order", func(r *latency.Record) { r.Figures.Gaps = []float64{0.5, 0.25} })
	try("no counts of chunks", func(r *latency.Record) { r.Figures.ChunkTokens = nil })
	try("another count of a chunk", func(r *latency.Record) { r.Figures.ChunkTokens = []int32{1, 2, 4} })
	for name, at := range map[string]func(r *latency.Record) *opt.Float{
		"start": func(r *latency.Record) *opt.Float { return &r.Start }, "TTFT": func(r *latency.Record) *opt.Float { return &r.Figures.TTFT },
		"first visible": func(r *latency.Record) *opt.Float { return &r.Figures.FirstVisible }, "E2EL": func(r *latency.Record) *opt.Float { return &r.Figures.E2EL },
		"ITL": func(r *latency.Record) *opt.Float { return &r.Figures.ITL }, "end": func(r *latency.Record) *opt.Float { return &r.Figures.End },
		"second gap": func(r *latency.Record) *opt.Float { return &r.Figures.SecondGap }, "output": func(r *latency.Record) *opt.Float { return &r.Output.Server },
		"output by the client": func(r *latency.Record) *opt.Float { return &r.Output.Client }, "input": func(r *latency.Record) *opt.Float { return &r.Input.Server },
		"input by the client": func(r *latency.Record) *opt.Float { return &r.Input.Client }, "reasoning": func(r *latency.Record) *opt.Float { return &r.Reasoning },
		"requested": func(r *latency.Record) *opt.Float { return &r.Requested },
	} {
		for _, v := range []float64{0, 1, 1 + 1e-15} {
			try(name+" of "+strconv.FormatFloat(v, 'g', -1, 64), func(r *latency.Record) { *at(r) = opt.Of(v) })
		}
	}
}

// Ids in parts are told apart by their parts, and so are those that are of zero bytes.
func TestHashedIDs(t *testing.T) {
	texts := map[uint64]string{}
	for _, parts := range [][]string{{"a"}, {"b"}, {"ab"}, {"a", "b"}, {"aaaaaaaa"}, {"aaaaaaaaa"}, {"\x00"}, {"\x00\x00"}, {"12345678", "1"}, {"1", "12345678"}} {
		var list [][]byte
		for _, p := range parts {
			list = append(list, []byte(p))
		}
		h := hashID(list...)
		if was, ok := texts[h]; ok || h == 0 {
			t.Errorf("%q hashes as %q", parts, was)
		}
		texts[h] = strings.Join(parts, "|")
	}
}

// What telling a million requests apart costs: time and bytes.
func BenchmarkMillionIDs(b *testing.B) {
	rec := latency.Record{Start: opt.Of(1), Figures: latency.Figures{TTFT: opt.Of(0.1), E2EL: opt.Of(2), Gaps: make([]float64, 10)}}
	b.ReportAllocs()
	for b.Loop() {
		r := repeats{}
		for i := range 1_000_000 {
			rec.Start = opt.Of(float64(i))
			if r.again(&rec, hashID([]byte("fdb931c6-4f05-462d-a591-"), strconv.AppendInt(nil, int64(i), 10)), i) {
				b.Fatal("another request is taken for it")
			}
		}
	}
}
