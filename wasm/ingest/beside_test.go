package ingest

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// summaryOf is what AIPerf would print of trace(50, ""): TTFT is 100 to 149 ms,
// mean 124.5. The latency is the argument: TTFT + 10 (9 + i) ms, mean 124.5 + 335.
func summaryOf(latency float64) []byte {
	return fmt.Appendf(nil, `{"time_to_first_token":{"unit":"ms","avg":124.5},"request_latency":{"unit":"ms","avg":%v},"benchmark_duration":{"avg":50}}`, latency)
}

// give hands the module a summary, as a host does before its requests.
func give(m *module, name string, content []byte) {
	m.summary(copy(m.Room(len(name)), name))
	for rest := content; len(rest) > 0; {
		n := min(7, len(rest))
		if !m.write(copy(m.Room(n), rest[:n])) {
			break
		}
		rest = rest[n:]
	}
}

func ofTheTool(t *testing.T, r *Reply) (summary string, agree, differ int, warnings string) {
	t.Helper()
	if r.Kind != KindRequests || len(r.Runs) == 0 {
		t.Fatalf("%s: %s", r.Kind, r.Problem)
	}
	p := &r.Runs[0].Report.AsTheToolPrints
	return p.Summary, p.Compared - len(p.Differ), len(p.Differ), strings.Join(r.Runs[0].Report.Warnings, "\n")
}

func TestASummaryIsComparedWithItsRequests(t *testing.T) {
	m := &module{}
	for _, c := range []struct {
		latency       float64
		agree, differ int
	}{{459.5, 3, 0}, {460.5, 2, 1}} {
		give(m, "own.json", summaryOf(c.latency))
		summary, agree, differ, warnings := ofTheTool(t, feed(t, m, "a.jsonl", trace(50, "x"), 1000))
		if summary != "own.json" || agree != c.agree || differ != c.differ || strings.Contains(warnings, "request_latency.avg") != (c.differ > 0) {
			t.Errorf("latency %v: of %q %d agree, %d differ: %s", c.latency, summary, agree, differ, warnings)
		}
	}
	// It goes with one file and with no other.
	if summary, _, _, _ := ofTheTool(t, feed(t, m, "a.jsonl", trace(50, "x"), 1000)); summary != "" {
		t.Errorf("the next file has the summary %q", summary)
	}
}

func TestASummaryThatIsNoneIsSaid(t *testing.T) {
	m := &module{}
	give(m, "own.json", []byte(`{"time_to_first_token":`))
	if _, _, _, warnings := ofTheTool(t, feed(t, m, "a.jsonl", trace(5, "x"), 1000)); !strings.Contains(warnings, "own.json is not used: ") {
		t.Errorf("%s", warnings)
	}
	give(m, "own.json", make([]byte, 0))
	m.own.over = true
	if _, _, _, warnings := ofTheTool(t, feed(t, m, "a.jsonl", trace(5, "x"), 1000)); !strings.Contains(warnings, "own.json is not used: larger than 64 MiB") {
		t.Errorf("%s", warnings)
	}
}

func TestBesideSaysWhereTheSummaryIs(t *testing.T) {
	m := &module{}
	for _, c := range []struct{ name, head, want string }{
		{"profile_export.jsonl", string(trace(2, "x")), "profile_export_aiperf.json"},
		{"odd", string(trace(2, "x")), ""},
		{"profile_export_aiperf.json", string(summaryOf(1)), ""},
		{"a.jsonl", "hello", ""},
	} {
		b := m.Room(len(c.name) + len(c.head))
		copy(b[copy(b, c.name):], c.head)
		if got := m.beside(len(c.name), len(c.head)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	m.Room(3)
	for _, c := range [][2]int{{-1, 2}, {9, 9}, {2, -9}, {1 << 30, 1 << 30}} {
		if got := m.beside(c[0], c[1]); got != "" {
			t.Errorf("%v: %q", c, got)
		}
	}
}

func zipped(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRequestsInAnArchive(t *testing.T) {
	const points = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\nM,h1,f,fp8,none,false,1024,1024,4,50,100\n"
	r := feed(t, &module{}, "all.zip", zipped(t,
		"a/profile_export.jsonl", string(trace(50, "x")), "a/profile_export_aiperf.json", string(summaryOf(459.5)),
		"b/profile_export.jsonl", string(trace(20, "x")), "p.csv", points, "notes.txt", "hello"), 100)
	summary, agree, differ, _ := ofTheTool(t, r)
	if summary != "profile_export_aiperf.json" || agree != 3 || differ != 0 {
		t.Errorf("of %q %d agree, %d differ", summary, agree, differ)
	}
	if len(r.Runs) != 2 || r.Runs[1].Report.Requests.Used != 20 || r.Runs[1].Report.AsTheToolPrints.Summary != "" || !strings.HasPrefix(r.Runs[1].Title, "b/profile_export.jsonl: AIPerf") {
		t.Errorf("%d runs, the second %q", len(r.Runs), r.Runs[1].Title)
	}
	if len(r.Bundles) != 1 || r.Points != 1 {
		t.Errorf("%d bundles of %d points", len(r.Bundles), r.Points)
	}
	r = feed(t, &module{}, "p.zip", zipped(t, "p.csv", points), 100)
	if r.Kind != KindPoints || r.Kept != 1 {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
	const torn = `{"model_id":"m","num_prompts":2,"duration":1,"completed":2,"total_input_tokens":20,"input_lens":[10,10],"output_lens":[2,2],"ttfts":[0.1,0.1],"itls":[[0.01],`
	// A file of requests that cannot be read is named, with points beside it and without.
	r = feed(t, &module{}, "p.zip", zipped(t, "bad/vllm.json", torn, "p.csv", points), 100)
	if r.Kind != KindPoints || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "bad/vllm.json could not be read: ") {
		t.Errorf("%s: %s: %q", r.Kind, r.Problem, r.Notes)
	}
	r = feed(t, &module{}, "p.zip", zipped(t, "bad/vllm.json", torn), 100)
	if r.Kind != KindRefused || !strings.Contains(r.Problem, "of which nothing could be read: bad/vllm.json could not be read: ") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
	r = feed(t, &module{}, "none.zip", zipped(t, "notes.txt", "hello"), 100)
	if r.Kind != KindRefused || !strings.Contains(r.Problem, "without a result file that isofront knows (1 files)") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
}

// Of an archive that cannot be opened, or in part, it is said what is in the way.
func TestArchivesThatCannotBeOpened(t *testing.T) {
	whole := zipped(t, "a.csv", "x")
	var locked bytes.Buffer
	z := zip.NewWriter(&locked)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "a.csv", Flags: 1})
	if err == nil {
		_, err = w.Write([]byte("x"))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for want, file := range map[string][]byte{
		"is a zip archive that cannot be opened: it is cut short or damaged: no whole zip file":                     whole[:len(whole)-9],
		"is not read: it is a spreadsheet's own file: save the sheet as CSV in UTF-8":                               zipped(t, "xl/workbook.xml", "<x/>"),
		"holds nothing that can be read: a.csv: is encrypted: pack it again without a password, or give its folder": locked.Bytes(),
	} {
		if r := feed(t, &module{}, "a.zip", file, 1000); r.Kind != KindRefused || r.Problem != want {
			t.Errorf("%s %q, want %q", r.Kind, r.Problem, want)
		}
	}
}
