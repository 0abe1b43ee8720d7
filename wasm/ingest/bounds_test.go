package ingest

import (
	"fmt"
	"strings"
	"testing"
)

// experiments is a file of genai-perf's with so many runs of one request.
func experiments(n int) []byte {
	one := `{"requests":[{"timestamp":1000000000,"response_timestamps":[1100000000,1120000000],"response_outputs":[{"response":"{\"text\":\"a\"}"},{"response":"{\"text\":\"b\"}"}]}]}`
	return []byte(`{"version":"1","experiments":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}`)
}

// A small file may hold very many runs, models or rows: what is made of it is
// bounded all the same, and says so.
func TestManyRunsAreNotAllReported(t *testing.T) {
	r := feed(t, &module{}, "sweep.json", experiments(150), 1000)
	if r.Kind != KindRequests || len(r.Runs) != 100 || len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "Only the first 100 runs are reported") {
		t.Errorf("%s, %d runs: %q", r.Kind, len(r.Runs), r.Notes)
	}
	if r := feed(t, &module{}, "sweep.json", experiments(100), 1000); len(r.Runs) != 100 || len(r.Notes) != 0 {
		t.Errorf("%d runs: %q", len(r.Runs), r.Notes)
	}
	if r := feed(t, &module{}, "sweep.json", experiments(1001), 1000); r.Kind != KindRefused || r.Problem != "holds more than 1000 runs" {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
	var files []string
	for i := range 3 {
		files = append(files, fmt.Sprintf("%d/profile_export.json", i), string(experiments(60)))
	}
	if r := feed(t, &module{}, "all.zip", zipped(t, files...), 1000); len(r.Runs) != 100 || len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "Only the first 100 runs") {
		t.Errorf("%d runs: %q", len(r.Runs), r.Notes)
	}
}

func TestManyModelsAreRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\n")
	for i := range 1001 {
		fmt.Fprintf(&b, "M%d,h1,f,fp8,none,false,1024,1024,4,50,100\n", i)
	}
	r := feed(t, &module{}, "p.csv", []byte(b.String()), 1000)
	if r.Kind != KindRefused || !strings.Contains(r.Problem, "points of 1001 models and workloads, more than the 1000") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
}

// Runs of files that come together are kept together, and only these.
func TestRunsJoin(t *testing.T) {
	m := &module{}
	feed(t, m, "a.jsonl", trace(5, "x"), 100)
	m.join = true
	feed(t, m, "b.jsonl", trace(7, "x"), 100)
	if a, b := m.goodput(0, 10, 0), m.goodput(1, 10, 0); !strings.HasPrefix(a, "5 of 5 ") || !strings.HasPrefix(b, "7 of 7 ") {
		t.Errorf("%q, %q", a, b)
	}
	feed(t, m, "c.jsonl", trace(6, "x"), 100)
	if a, b := m.goodput(0, 10, 0), m.goodput(1, 10, 0); !strings.HasPrefix(a, "6 of 6 ") || b != "" {
		t.Errorf("%q, %q", a, b)
	}
}
