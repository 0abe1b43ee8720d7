package importer

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/isofront/isofront/data"
)

// checkResult holds for whatever is read: rows are counted, kept points can be
// packed, nothing absent has become 0 or infinite.
func checkResult(t *testing.T, res *Result) {
	t.Helper()
	if res.Kept != len(res.Points) || len(res.PointRows) != len(res.Points) {
		t.Fatalf("kept %d, %d points, %d rows", res.Kept, len(res.Points), len(res.PointRows))
	}
	type group struct{ model, workload string }
	groups := map[group][]data.Point{}
	for _, p := range res.Points {
		if _, ok := p.Value(data.TputPerGPU).Positive(); !ok || p.Model == "" || p.Workload == "" || p.Hardware == "" || p.Concurrency < 1 {
			t.Fatalf("kept %+v", p)
		}
		groups[group{p.Model, p.Workload}] = append(groups[group{p.Model, p.Workload}], p)
	}
	for g, points := range groups {
		if _, err := data.EncodePoints(g.model, g.workload, points); err != nil {
			t.Fatalf("what was read cannot be kept: %v", err)
		}
	}
	for _, n := range append(res.Refused, res.Warnings...) {
		if n.Reason == "" || strings.ContainsAny(n.String(), "\n\x00") {
			t.Fatalf("note %q", n)
		}
	}
}

// fuzzFormat fuzzes one format, with what it may be given.
func fuzzFormat(f *testing.F, format Format, given Given, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
		f.Add([]byte(s[:len(s)/2]))
		f.Add([]byte("[" + s + "," + s + "]"))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		res, err := format.Read(File{Name: "f", Reader: bytes.NewReader(b), Given: given})
		slow, slowErr := format.Read(File{Name: "f", Reader: iotest.HalfReader(bytes.NewReader(b)), Given: given})
		if (err == nil) != (slowErr == nil) || err == nil && (res.Kept != slow.Kept || len(res.Refused) != len(slow.Refused)) {
			t.Fatal("what is read depends on how it comes")
		}
		if err == nil {
			checkResult(t, res)
		}
	})
}

var fuzzGiven = func() Given {
	g, err := ParseGiven("--set", []string{"hardware=h", "framework=f", "precision=p", "spec_decoding=none", "gpus=8", "workload=8/1", "concurrency=4", "model=M"})
	if err != nil {
		panic(err)
	}
	return g
}()

func FuzzInferenceXRows(f *testing.F) {
	fuzzFormat(f, inferenceXRowsFormat, Given{}, "["+apiRow+","+disaggRow+"]", apiRow)
}

func FuzzInferenceXAgg(f *testing.F) {
	fuzzFormat(f, inferenceXAggFormat, fuzzGiven, aggFlat, aggAgentic, aggNested, aggFork)
}

func FuzzAIPerf(f *testing.F)      { fuzzFormat(f, aiperfFormat, fuzzGiven, aiperfSummary) }
func FuzzVLLMBench(f *testing.F)   { fuzzFormat(f, vllmBenchFormat, fuzzGiven, vllmSummary) }
func FuzzSGLangBench(f *testing.F) { fuzzFormat(f, sglangBenchFormat, fuzzGiven, sglangSummary) }
func FuzzInferencePerf(f *testing.F) {
	fuzzFormat(f, inferencePerfFormat, fuzzGiven, inferencePerfSummary)
}

func FuzzDump(f *testing.F) {
	f.Add(dumpConfigsText, dumpRunsText, dumpResultsText)
	f.Add(dumpConfigsText, "[]", "[{}]")
	f.Fuzz(func(t *testing.T, configs, runs, results string) {
		_, err := treeOf("configs.json", configs, "workflow_runs.json", runs, "benchmark_results.json", results).Read(func(r *Result) error {
			checkResult(t, r)
			return nil
		})
		_ = err // any is fine
	})
}

func FuzzArchive(f *testing.F) {
	f.Add([]byte(zipOf(f, dumpTree("d/")...)))
	f.Add([]byte(zipOf(f, "a.json", aggFlat, "isofront.json", `{"gpus":8}`)))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, err := treeOf("x.zip", string(b)).Read(func(r *Result) error {
			checkResult(t, r)
			return nil
		})
		_ = err
	})
}

func FuzzSidecar(f *testing.F) {
	f.Add(`{"hardware":"b200","gpus":8,"files":{"a*":{"gpus":4}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readSidecar("isofront.json", strings.NewReader(text))
		if err != nil {
			return
		}
		g := s.given("abc")
		for k, v := range g.values {
			if v == "" || g.from[k] == "" {
				t.Fatalf("%q is %q from %q", k, v, g.from[k])
			}
		}
	})
}

// FuzzRecognise: any beginning of any file is of at most one kind, and reading
// it as that never panics.
func FuzzRecognise(f *testing.F) {
	for _, s := range []string{apiRow, aggFlat, vllmSummary, sglangSummary, aiperfSummary, inferencePerfSummary, header, priceHeader, dumpResultsText, "[]", "{", "a,b", "[null," + apiRow + "]", "{}\n" + aggFlat, "{\"x\":{\n" + aiperfOne} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		res, err := Read("f", bytes.NewReader(b))
		if err == nil && res.Format == "" {
			t.Fatal("read as nothing")
		}
	})
}
