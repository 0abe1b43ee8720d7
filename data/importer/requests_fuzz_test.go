package importer

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/isofront/isofront/data/requests"
)

// fuzzRequests: reading never panics, does not depend on how the bytes come, and
// what is read can be measured, kept and read back.
func fuzzRequests(f *testing.F, format *Format) {
	for _, x := range requestFiles {
		if x.format == format {
			f.Add([]byte(x.text))
			f.Add([]byte(x.text[:len(x.text)/2]))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		g, slow := &gathered{}, &gathered{}
		traces, err := format.readRequests(File{Name: "f", Reader: bytes.NewReader(b)}, g)
		again, slowErr := format.readRequests(File{Name: "f", Reader: iotest.HalfReader(bytes.NewReader(b))}, slow)
		if (err == nil) != (slowErr == nil) || err == nil && len(traces) != len(again) {
			t.Fatal("what is read depends on how it comes")
		}
		if err != nil {
			return
		}
		for i, tr := range traces {
			c := requests.New(requests.Options{Convention: tr.Convention, Duration: tr.Duration, Concurrency: tr.Concurrency})
			for k := range g.records[i] {
				c.Add(&g.records[i][k], g.rows[i][k])
			}
			c.Report(requests.Own{Where: "x", Figures: tr.Printed})
			for _, n := range append(tr.Refused, tr.Warnings...) {
				if n.Reason == "" || strings.ContainsAny(n.String(), "\n\x00") {
					t.Fatalf("note %q", n)
				}
			}
		}
		res, err := format.Read(File{Name: "f", Reader: bytes.NewReader(b), Given: fuzzGiven})
		if err != nil {
			return
		}
		checkResult(t, res)
		for _, set := range res.Records {
			if set == nil {
				continue // the point is the summary's own
			}
			if _, err := set.Encode(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzAIPerfRequests(f *testing.F)        { fuzzRequests(f, &aiperfRequestsFormat) }
func FuzzTraceReplay(f *testing.F)           { fuzzRequests(f, &traceReplayFormat) }
func FuzzVLLMDetails(f *testing.F)           { fuzzRequests(f, &vllmDetailedFormat) }
func FuzzSGLangDetails(f *testing.F)         { fuzzRequests(f, &sglangDetailedFormat) }
func FuzzLLMPerf(f *testing.F)               { fuzzRequests(f, &llmperfRequestsFormat) }
func FuzzInferencePerfRequests(f *testing.F) { fuzzRequests(f, &inferencePerfRequestsFormat) }
func FuzzGenAIPerf(f *testing.F)             { fuzzRequests(f, &genaiPerfRequestsFormat) }
func FuzzGuideLLM(f *testing.F)              { fuzzRequests(f, &guideLLMFormat) }

func FuzzOwn(f *testing.F) {
	f.Add([]byte(`{"a":{"b":1,"c":[1]},"benchmark_duration":{"avg":2}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		tr := &Trace{format: &aiperfRequestsFormat}
		_ = tr.ReadOwn("s", bytes.NewReader(b)) // any error is fine
		if len(tr.Printed) > maxFigures {
			t.Fatal("too many figures")
		}
	})
}
