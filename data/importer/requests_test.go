package importer

import (
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// gathered keeps copies of all records of a file.
type gathered struct {
	traces  []*Trace
	records [][]latency.Record
	rows    [][]int
}

func (g *gathered) Begin(t *Trace) {
	g.traces, g.records, g.rows = append(g.traces, t), append(g.records, nil), append(g.rows, nil)
}

func (g *gathered) Add(rec *latency.Record, row int) error {
	c := *rec
	c.Figures.Gaps = slices.Clone(rec.Figures.Gaps)
	c.Figures.ChunkTokens = slices.Clone(rec.Figures.ChunkTokens)
	k := len(g.records) - 1
	g.records[k], g.rows[k] = append(g.records[k], c), append(g.rows[k], row)
	return nil
}

func gather(t testing.TB, text string) ([]*Trace, *gathered) {
	t.Helper()
	g := &gathered{}
	traces, err := ReadRequests("f", strings.NewReader(text), g)
	if err != nil {
		t.Fatal(err)
	}
	return traces, g
}

// summarise is our figures of a file's first run.
func summarise(t testing.TB, text string) (*latency.Summary, []*Trace) {
	t.Helper()
	traces, g := gather(t, text)
	r := latency.NewRun(latency.Options{Duration: traces[0].Duration})
	for i := range g.records[0] {
		if _, _, err := r.Add(&g.records[0][i]); err != nil {
			t.Error(err)
		}
	}
	return r.Summary(), traces
}

func is(t testing.TB, what string, got opt.Float, want float64) {
	t.Helper()
	if v, ok := got.Get(); !ok || math.Abs(v-want) > 1e-12*math.Abs(want) {
		t.Errorf("%s: %v %v, want %v", what, v, ok, want)
	}
}

// Each tool's file gives the same definitions: figures by hand.
func TestRequestsByTool(t *testing.T) {
	for _, c := range []struct {
		name, text, convention    string
		total, used               int
		dropped                   map[latency.Reason]int
		ttft, itl, e2el, osl, gap float64 // of the first used request; gap: mean token gap, 0: not known
	}{
		// usage counts before client counts; ns: (2.353997281 - 2.331955457)/2
		{"AIPerf", aiperfFile, "aiperf", 4, 1, map[latency.Reason]int{latency.DroppedWarmUp: 1, latency.DroppedFailed: 1, latency.DroppedCancel: 1}, 2.331955457, 0.011020912, 2.353997281, 3, 0.011020912},
		// (1.25 - 0.5)/6; gaps 0.25 over 3 tokens each, the stream ends at 1.0
		{"trace replay", replayHeader + replayWhole + replayFailed, "vllm-trace-replay", 2, 1, map[latency.Reason]int{latency.DroppedFailed: 1}, 0.5, 0.125, 1.25, 7, 0.25 / 3},
		{"trace replay, reduced", replayShort, "vllm-trace-replay", 1, 1, map[latency.Reason]int{}, 0.5, 0.125, 1.25, 7, 0},
		// E2EL 0.5 + 0.3 + 0.3; the failed ones are index-aligned
		{"vLLM", vllmDetailed, "vllm", 4, 2, map[latency.Reason]int{latency.DroppedFailed: 2}, 0.5, 0.1, 1.1, 7, 0.1},
		// four gaps, spread by the tool: three of seven tokens came first
		{"SGLang", sglangDetailed, "sglang", 3, 2, map[latency.Reason]int{latency.DroppedFailed: 1}, 0.5, 0.4 / 6, 0.9, 7, 0.1},
		// llmperf's own 0.145 has the first token in it
		{"llmperf", llmperfFile, "llmperf", 2, 1, map[latency.Reason]int{latency.DroppedFailed: 1}, 1, 0.05, 1.45, 10, 0},
		// tokens of one time are one chunk: 1, 3, 3
		{"inference-perf", inferencePerfFile, "inference-perf", 2, 1, map[latency.Reason]int{latency.DroppedFailed: 1}, 0.5, 1.0 / 6, 1.5, 7, 1.0 / 6},
		// the role chunk, the usage chunk and [DONE] are no tokens; reasoning is
		{"genai-perf", genaiFile, "genai-perf", 1, 1, map[latency.Reason]int{}, 0.21, 0.02, 0.25, 3, 0.02},
		{"GuideLLM", guideFile, "guidellm", 3, 1, map[latency.Reason]int{latency.DroppedFailed: 1, latency.DroppedCancel: 1}, 2, 0.02, 4, 101, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, traces := summarise(t, c.text)
			if traces[0].Convention != c.convention || s.Total != c.total || s.Used != c.used || len(traces[0].Refused) > 0 {
				t.Errorf("%s: %d used of %d, refused %v", traces[0].Convention, s.Used, s.Total, traces[0].Refused)
			}
			for _, reason := range latency.Reasons {
				if s.Dropped[reason] != c.dropped[reason] {
					t.Errorf("%d dropped as %v, want %d", s.Dropped[reason], reason, c.dropped[reason])
				}
			}
			_, g := gather(t, c.text)
			for i := range g.records[0] {
				if r := &g.records[0][i]; r.Phase == latency.Profiling && r.Outcome == latency.OK {
					m, err := latency.Measure(r)
					if err != nil {
						t.Fatal(err)
					}
					is(t, "TTFT", m.TTFT, c.ttft)
					is(t, "ITL", m.ITL, c.itl)
					is(t, "E2EL", m.E2EL, c.e2el)
					is(t, "OSL", m.OSL, c.osl)
					break
				}
			}
			if c.gap == 0 {
				if s.Steadiness.TokenGaps.N() > 0 {
					t.Error("token gaps from nowhere")
				}
			} else {
				v, ok := s.Steadiness.TokenGaps.Mean().Get()
				if !ok || math.Abs(v-c.gap) > 1e-9 {
					t.Errorf("mean token gap %v, want %v", v, c.gap)
				}
			}
		})
	}
}

// What a file says of its run.
func TestRequestsOfARun(t *testing.T) {
	traces, g := gather(t, vllmDetailed)
	v := traces[0]
	is(t, "duration", v.Duration, 10)
	is(t, "concurrency", v.Concurrency, 2)
	if v.Model != "meta/L" || v.MeasuredOn != "2026-05-10" || v.Printed["median_tpot_ms"] != 100 || v.Printed["completed"] != 2 {
		t.Errorf("%+v", v)
	}
	is(t, "start", g.records[0][1].Start, 10.75)
	traces, _ = gather(t, sglangDetailed+"\n"+strings.ReplaceAll(sglangDetailed, `"backend":"sglang"`, `"backend":"sglang-oai"`))
	if len(traces) != 2 || traces[0].Convention != "sglang" || traces[1].Convention != "sglang-oai" || traces[1].Row != 2 || traces[0].Workload != "1024/64" || traces[1].Records != 3 {
		t.Errorf("%+v %+v", traces[0], traces[1])
	}
	traces, g = gather(t, guideFile)
	if len(traces) != 2 || traces[0].Records != 3 || traces[1].Records != 1 {
		t.Errorf("%d runs", len(traces))
	}
	is(t, "the older generation", g.records[1][0].Figures.TTFT, 2)
	traces, _ = gather(t, genaiFile)
	is(t, "genai-perf's concurrency", traces[0].Concurrency, 4)
}

// Nanoseconds since 1970 do not fit a float64: starts are relative to the first.
func TestClocks(t *testing.T) {
	_, g := gather(t, aiperfFile)
	is(t, "first start", g.records[0][0].Start, 0)
	is(t, "second start", g.records[0][1].Start, 2.575684827)
	if got := g.rows[0]; !slices.Equal(got, []int{1, 2, 4, 5}) {
		t.Errorf("rows %v", got)
	}
}

// Rows that are not sound are refused with their number and reason; the rest
// is read.
func TestRequestsRefused(t *testing.T) {
	swap := strings.NewReplacer
	for name, c := range map[string]struct {
		text, want string
		records    int
	}{
		"a line cut short":      {aiperfOne + "\n" + aiperfOne[:200], "f: row 2: is not JSON: the file ends in the middle of a value: it was cut short", 1},
		"a line of rubbish":     {aiperfOne + "\nrubbish\n" + aiperfOne, "f: row 2: is not JSON: byte 0: not a JSON value", 2},
		"another unit":          {aiperfOne + "\n" + swap(`"value":2353.997281,"unit":"ms"`, `"value":2353.997281,"unit":"furlongs"`).Replace(aiperfOne), `f: row 2: metrics.request_latency.unit: is not a unit of time: "furlongs"`, 1},
		"tokens in another":     {aiperfOne + "\n" + swap(`"value":3,"unit":"tokens"`, `"value":3,"unit":"words"`).Replace(aiperfOne), `f: row 2: metrics.usage_completion_tokens.unit: is not tokens: "words"`, 1},
		"a text for a number":   {aiperfOne + "\n" + swap(`"value":2353.997281`, `"value":"fast"`).Replace(aiperfOne), "f: row 2: metrics.request_latency: is not a number", 1},
		"another line":          {aiperfOne + "\n" + `{"a":1}`, "f: row 2: is not a record of AIPerf: no metadata or no metrics", 1},
		"gaps with a hole":      {aiperfOne + "\n" + swap(`[11.020912,11.020912]`, `[11.020912,null]`).Replace(aiperfOne), "f: row 2: metrics.inter_chunk_latency: holds something that is not a number", 1},
		"a number that is not":  {replayHeader + strings.Replace(replayWhole, ",0.5,", ",fast,", 1) + replayWhole, `f: row 2: ttft: is not a number: "fast"`, 1},
		"neither nor":           {replayHeader + strings.Replace(replayWhole, "True", "maybe", 1) + replayWhole, `f: row 2: success: `, 1},
		"a list that is none":   {replayHeader + strings.Replace(replayWhole, "[1776748685.0,", "[1776748685.0", 1) + replayWhole, "f: row 2: token_timestamps: is not a list of numbers", 1},
		"lists of two lengths":  {replayHeader + strings.Replace(replayWhole, "[1, 3, 3]", "[1, 6]", 1) + replayWhole, "f: row 2: tokens_per_chunk: has another length than token_timestamps: 2 against 3", 1},
		"a short row":           {replayHeader + "a,b\n" + replayWhole, "f: row 2: wrong number of fields: 2, the header has 15", 1},
		"arrays of two lengths": {strings.Replace(vllmDetailed, "[0.5,0.4,0.0,0.0]", "[0.5,0.4,0.0]", 1), "f: row 1: ttfts: has another length than output_lens: 3 against 4", 0},
		"no output lengths":     {strings.Replace(vllmDetailed, `"output_lens"`, `"output_len"`, 1), "f: row 1: output_lens: is missing: the file has no details of its requests", 0},
		"an object in between":  {strings.Replace(llmperfFile, "},\n{", "},7,{", 1), "f: row 2: is not an object", 2},
		"another record":        {strings.Replace(llmperfFile, `[{`, `[{"ttft_s":1,"error_code":null},{`, 1), "f: row 1: is not a record of llmperf: no end_to_end_latency_s or number_output_tokens", 2},
		"no start":              {strings.Replace(inferencePerfFile, `"start_time":101.0,`, `"start_time":null,`, 1), "f: row 2: is not a record of inference-perf: no start_time or info", 1},
		"responses missing":     {strings.Replace(genaiFile, "1004000000,", "", 1), "f: row 1: response_outputs: has another length than response_timestamps", 0},
		"times that are texts":  {strings.Replace(guideFile, `"first_token_iteration":1002.0`, `"first_token_iteration":"x"`, 1), "f: row 1: first_token_iteration: is not a number", 2},
	} {
		t.Run(name, func(t *testing.T) {
			traces, _ := gather(t, c.text)
			if got := notes(traces[0].Refused); len(got) != 1 || !strings.HasPrefix(got[0], c.want) || traces[0].Records != c.records {
				t.Errorf("%q, %d records; want %q, %d", got, traces[0].Records, c.want, c.records)
			}
		})
	}
}

// Errors of a whole file say what it is or where it breaks.
func TestRequestFilesThatFail(t *testing.T) {
	for text, want := range map[string]string{
		"hello":            "importer: f: not a file that isofront knows",
		"":                 "importer: f: not a file that isofront knows: it is empty",
		" \r\n":            "importer: f: not a file that isofront knows: it is empty",
		`{"a":1}`:          "importer: f: not a file that isofront knows: JSON with the fields of no known tool",
		utf16LE(aiperfOne): "importer: f: not a file that isofront knows: it is UTF-16: save it as UTF-8",
		strings.ReplaceAll(replayHeader+replayWhole, "\n", "\r"): "importer: f: not a file that isofront knows: its lines end with CR alone; save it with LF or CRLF",
		strings.ReplaceAll(aiperfOne+"\n"+aiperfOne, "\n", "\r"): "importer: f: not a file that isofront knows: its lines end with CR alone; save it with LF or CRLF",
		"\x1f\x8b\x08\x00":                                     "importer: f: not a file that isofront knows: it is packed by gzip: unpack it",
		"\x28\xb5\x2f\xfd\x24":                                 "importer: f: not a file that isofront knows: it is packed by zstd: unpack it",
		"\xff\xfe\x00\x00{\x00\x00\x00":                        "importer: f: not a file that isofront knows: it is UTF-32: save it as UTF-8",
		"a.json" + strings.Repeat("\x00", 251) + "ustar\x0000": "importer: f: not a file that isofront knows: it is a tar archive: unpack it, or make a zip of its files",
		zipOf(t, "a.json", aiperfOne):                          "importer: f: not a file that isofront knows: it is a zip: unpack it, or give it to pack",
		aiperfSummary:                                          "importer: f: AIPerf aggregate (JSON): holds no requests one by one",
		priceHeader:                                            "importer: f: price sheets (CSV): holds no requests one by one",
		replayHeader:                                           "importer: f: the file holds no request",
		"\x95\xa8isofront\x01\xa6points":                       "importer: f: is a packed file of isofront, not the file of a benchmark tool",
		llmperfFile[:len(llmperfFile)-20]:                      "importer: f: row 2: the file ends in the middle of a value: it was cut short",
		vllmDetailed[:len(vllmDetailed)-300]:                   "importer: f: row 1: the file ends in the middle of a value: it was cut short",
		strings.Replace(replayHeader, "success,", "", 1):       "importer: f: missing column success",
		llmperfFile + "\x00":                                   "importer: f: row 2: byte 315: more after the end",
		strings.Replace(llmperfFile, "},\n{", "},\x00{", 1):    "importer: f: row 2: byte 159: not a JSON value",
	} {
		_, err := ReadRequests("f", strings.NewReader(text), &gathered{})
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	stop := errors.New("stop")
	for _, f := range requestFiles {
		if _, err := ReadRequests("f", strings.NewReader(f.text), &stopping{stop}); !errors.Is(err, stop) {
			t.Errorf("%s: %v, want the sink's own error", f.format.Name, err)
		}
		if _, err := ReadRequests("f", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(f.text))), &gathered{}); err == nil {
			t.Errorf("%s: a failed read went unseen", f.format.Name)
		}
	}
}

type stopping struct{ err error }

func (stopping) Begin(*Trace)                            {}
func (s *stopping) Add(rec *latency.Record, _ int) error { return s.err }

// Every format's fixture is told from the others, and its records can be kept.
func TestRequestFilesAreTold(t *testing.T) {
	for _, f := range requestFiles {
		n := 0
		for _, g := range Formats() {
			if g.Recognise(&Head{bytes: []byte(f.text)}) {
				n++
			}
		}
		if got, ok := Recognise([]byte(f.text)); n != 1 || !ok || got.Name != f.format.Name || !got.HasRequests() {
			t.Errorf("%s: %q, known to %d formats", f.format.Name, got.Name, n)
		}
		// Details of a long run: the arrays fill what is seen of the file.
		if f.format == &vllmDetailedFormat || f.format == &sglangDetailedFormat {
			head := f.text[:strings.Index(f.text, `"input_lens":[`)+len(`"input_lens":[100,`)] + strings.Repeat("100,", HeadSize)
			if got, _ := Recognise([]byte(head[:HeadSize])); got.Name != f.format.Name {
				t.Errorf("%s, the beginning of a long file: %q", f.format.Name, got.Name)
			}
		}
	}
}

// own gives each tool's summary its names back.
func TestOwnNames(t *testing.T) {
	for _, c := range []struct {
		f             *Format
		requests, own string
		path, name    string
	}{
		{&aiperfRequestsFormat, "a_profile_export.jsonl", "a_profile_export_aiperf.json", "request_latency.p90", "request_latency.p90"},
		{&llmperfRequestsFormat, "m_individual_responses.json", "m_summary.json", "results_ttft_s_quantiles_p50", "ttft_s.quantiles.p50"},
		{&llmperfRequestsFormat, "records.json", "", "results_ttft_s_stddev", "ttft_s.stddev"},
		{&inferencePerfRequestsFormat, "per_request_lifecycle_metrics.json", "summary_lifecycle_metrics.json", "successes.latency.request_latency.mean", "latency.request_latency.mean"},
		{&inferencePerfRequestsFormat, "x.json", "", "load_summary.count", ""},
		{&genaiPerfRequestsFormat, "profile_export.json", "profile_export_genai_perf.json", "input_config.x", ""},
	} {
		tr := &Trace{format: c.f}
		if got := tr.Beside(c.requests); got != c.own {
			t.Errorf("%s: beside %q, want %q", c.requests, got, c.own)
		}
		if got := c.f.own.name(c.path); got != c.name {
			t.Errorf("%s: %q, want %q", c.path, got, c.name)
		}
	}
	tr := &Trace{format: &aiperfRequestsFormat}
	err := tr.ReadOwn("s", strings.NewReader(`{"benchmark_duration":{"unit":"sec","avg":12.5},"request_latency":{"unit":"ms","p90":7,"p99":NaN},"deep":{"er":{"x":1}},"list":[1,{"a":2}]}`))
	if err != nil || len(tr.Printed) != 2 || tr.Printed["request_latency.p90"] != 7 {
		t.Errorf("%v %v", err, tr.Printed)
	}
	is(t, "duration", tr.Duration, 12.5)
}

// A run may have as many requests as a bundle; of a list made longer no more is held, and
// the run is refused for it.
func TestMoreRequestsThanARunCanHave(t *testing.T) {
	text := strings.Replace(vllmDetailed, `"input_lens":[`, `"input_lens":[`+strings.Repeat("1,", maxServed), 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	traces, err := ReadRequests("f", strings.NewReader(text), &collecting{})
	runtime.ReadMemStats(&after)
	if err != nil || len(traces[0].Refused) != 1 || traces[0].Refused[0].String() != "f: row 1: input_lens: more requests than one run can have" {
		t.Errorf("%v, %v", err, traces)
	}
	if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 1200 { // 128 as they are, several times that as they grow
		t.Errorf("%d MiB allocated", mib)
	}
}

// A byte-order mark, as Windows writes one, is no part of a file of any format.
func TestByteOrderMark(t *testing.T) {
	for _, f := range requestFiles {
		plain, want := gather(t, f.text)
		marked, got := gather(t, "\ufeff"+f.text)
		if len(marked) != len(plain) || !reflect.DeepEqual(got.records, want.records) {
			t.Errorf("%s: %d runs, %v; without the mark %d, %v", f.format.Name, len(marked), got.records, len(plain), want.records)
		}
	}
}
