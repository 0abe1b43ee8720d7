package importer

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data/requests"
)

// aiperfID is an id as AIPerf gives one to each request.
const aiperfID = `"fdb931c6-4f05-462d-a591-#"`

// counting takes records and does nothing with them.
type counting struct{ n int }

func (*counting) Begin(*Trace)                     {}
func (c *counting) Add(*latency.Record, int) error { c.n++; return nil }

// repeated is one record again and again, n times, between a head and a tail. A #
// in it is the record's number.
type repeated struct {
	head, one, between, tail string
	n                        int
	at                       string
}

func (r *repeated) Read(b []byte) (int, error) {
	for r.at == "" {
		switch {
		case r.head != "":
			r.at, r.head = r.head, ""
		case r.n > 0:
			r.at = strings.ReplaceAll(r.one, "#", strconv.Itoa(1e9+r.n))
			if r.n--; r.n > 0 {
				r.at += r.between
			}
		case r.tail != "":
			r.at, r.tail = r.tail, ""
		default:
			return 0, io.EOF
		}
	}
	n := copy(b, r.at)
	r.at = r.at[n:]
	return n, nil
}

// inside is what stands between two marks.
func inside(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return from + text
}

// served is a file of vLLM's client with n requests of ten chunks.
func served(n int) string {
	list := func(v string) string { return "[" + strings.TrimSuffix(strings.Repeat(v+",", n), ",") + "]" }
	return `{"backend":"vllm","model_id":"m","num_prompts":1,"duration":10.0,"completed":1,"total_input_tokens":200,"total_output_tokens":12,"input_lens":` + list("1024") +
		`,"output_lens":` + list("11") + `,"ttfts":` + list("0.5123456789012345") + `,"itls":` + list("[0.010234567890123,0.010234567890124,0.010234567890125,0.010234567890126,0.010234567890127,0.010234567890128,0.010234567890129,0.010234567890131,0.010234567890132,0.010234567890133]") +
		`,"start_times":` + list("1234.567890123") + `,"generated_texts":` + list(`"text"`) + `,"errors":` + list(`""`) + "}"
}

func requestStreams() map[string]func(n int) (io.Reader, *Format) {
	return map[string]func(n int) (io.Reader, *Format){
		"AIPerf": func(n int) (io.Reader, *Format) {
			return &repeated{one: withID(aiperfOne, aiperfID) + "\n", n: n}, &aiperfRequestsFormat
		},
		"TraceReplay": func(n int) (io.Reader, *Format) {
			return &repeated{head: replayHeader, one: strings.Replace(replayWhole, "User-1,1,", "User-1,#,", 1), n: n}, &traceReplayFormat
		},
		"VLLMDetails":   func(n int) (io.Reader, *Format) { return strings.NewReader(served(n)), &vllmDetailedFormat },
		"SGLangDetails": func(n int) (io.Reader, *Format) { return strings.NewReader(served(n)), &sglangDetailedFormat },
		"LLMPerf": func(n int) (io.Reader, *Format) {
			return &repeated{head: "[", one: inside(llmperfFile, `{"error_code":null`, "},") + "}", between: ",", tail: "]", n: n}, &llmperfRequestsFormat
		},
		"InferencePerf": func(n int) (io.Reader, *Format) {
			return &repeated{head: "[", one: inside(inferencePerfFile, `{"start_time":100.0`, ",\n"), between: ",", tail: "]", n: n}, &inferencePerfRequestsFormat
		},
		"GenAIPerf": func(n int) (io.Reader, *Format) {
			return &repeated{head: `{"version":"1","experiments":[{"requests":[`, one: inside(genaiFile, `{"timestamp"`, "]}]}]}") + "]}", between: ",", tail: "]}]}", n: n}, &genaiPerfRequestsFormat
		},
		"GuideLLM": func(n int) (io.Reader, *Format) {
			return &repeated{head: `{"args":{},"benchmarks":[{"requests":{"successful":[`, one: strings.Replace(inside(guideFile, `{"type_":"generative_request_stats"`, "],\"incomplete"), `"a"`, `"#"`, 1), between: ",", tail: "]}}]}", n: n}, &guideLLMFormat
		},
	}
}

// Records per second, bytes of file per record and bytes allocated per record,
// for each importer.
func BenchmarkRequests(b *testing.B) {
	for name, stream := range requestStreams() {
		b.Run(name, func(b *testing.B) {
			const n = 5000
			r, _ := stream(n)
			size, _ := io.Copy(io.Discard, r)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				r, f := stream(n)
				c := &counting{}
				if _, err := f.readRequests(File{Name: "b", Reader: r}, c); err != nil || c.n != n {
					b.Fatalf("%d records: %v", c.n, err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
			b.ReportMetric(float64(size)/n, "bytes/record")
		})
	}
}

// One million requests of AIPerf from the file's bytes to the report.
func BenchmarkMillionRequests(b *testing.B) {
	const n = 1_000_000
	for b.Loop() {
		sink := &collecting{}
		if _, err := aiperfRequestsFormat.readRequests(File{Name: "b", Reader: &repeated{one: withID(aiperfOne, aiperfID) + "\n", n: n}}, sink); err != nil {
			b.Fatal(err)
		}
		if r := sink.c.Report(requests.Own{}); r.Requests.Used != n {
			b.Fatal(fmt.Sprint(r.Requests))
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

type collecting struct{ c *requests.Collector }

func (k *collecting) Begin(t *Trace) { k.c = requests.New(requests.Options{Convention: t.Convention}) }
func (k *collecting) Add(r *latency.Record, row int) error {
	k.c.Add(r, row)
	return nil
}

// The streams above are whole files.
func TestRequestStreams(t *testing.T) {
	for name, stream := range requestStreams() {
		r, f := stream(300)
		c := &counting{}
		if traces, err := f.readRequests(File{Name: "b", Reader: r}, c); err != nil || c.n != 300 || len(traces[0].Refused) > 0 {
			t.Errorf("%s: %d records, %v", name, c.n, err)
		}
	}
}
