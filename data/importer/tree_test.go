package importer

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// treeOf is a tree of files in memory, in the order given: name, content, ...
func treeOf(pairs ...string) *Tree {
	content := map[string]string{}
	t := &Tree{Name: "in", Deep: true}
	for i := 0; i < len(pairs); i += 2 {
		t.Files = append(t.Files, pairs[i])
		content[pairs[i]] = pairs[i+1]
	}
	t.Open = func(file string) (io.ReadCloser, error) {
		s, ok := content[file]
		if !ok {
			return nil, errors.New("no such file")
		}
		return inMemory{strings.NewReader(s)}, nil
	}
	return t
}

type inMemory struct{ *strings.Reader }

func (inMemory) Close() error { return nil }

// readTree reads a tree and returns its results.
func readTree(t *testing.T, tree *Tree) (results []*Result, skipped []Skip) {
	t.Helper()
	skipped, err := tree.Read(func(r *Result) error {
		results = append(results, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results, skipped
}

// zipOf packs files: name, content, ...
func zipOf(t testing.TB, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = io.WriteString(w, pairs[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The tables of a dump, made up. Ids are numbers or, as its driver writes large
// ones, texts; dates are dates or times.
const (
	dumpConfigsText = `[
{"id":1,"hardware":"b200","framework":"sglang","model":"dsr1","precision":"fp8","spec_method":"none","disagg":false,"is_multinode":false,"prefill_tp":4,"prefill_ep":4,"prefill_dp_attention":false,"prefill_num_workers":0,"decode_tp":4,"decode_ep":4,"decode_dp_attention":false,"decode_num_workers":0,"num_prefill_gpu":16,"num_decode_gpu":16},
{"id":"2","hardware":"b200","framework":"sglang","model":null,"precision":"fp8","spec_method":"none"}
]
`
	dumpRunsText = `[
{"id":"11","github_run_id":"7","run_attempt":1,"html_url":"https://example.com/actions/runs/7","date":"2026-05-20"},
{"id":12,"github_run_id":7,"run_attempt":2,"html_url":"https://example.com/actions/runs/7","date":"2026-05-20"},
{"id":13,"github_run_id":8,"run_attempt":1,"html_url":null,"date":"2026-05-21"},
{"id":10,"github_run_id":7,"run_attempt":0,"html_url":"x","date":"2026-05-20"}
]
`
)

func dumpResult(id, run, config, conc string, edits ...string) string {
	return with(`{"id":`+id+`,"workflow_run_id":`+run+`,"config_id":`+config+`,"benchmark_type":"single_turn","date":"2026-05-20T00:00:00.000Z","isl":8192,"osl":1024,"conc":`+conc+
		`,"metrics":{"tput_per_gpu":1000,"median_tpot":0.02,"median_intvty":50},"error":null,"server_log_id":null}`, edits...)
}

var dumpResultsText = "[\n" + strings.Join([]string{
	dumpResult("1", `"12"`, "1", "4"), // kept
	dumpResult("2", "11", "1", "8"),   // an earlier attempt
	dumpResult("3", "13", "1", "8", `"error":null`, `"error":"timeout"`),
	dumpResult("4", "99", "1", "8"),
	dumpResult("5", "13", "9", "8"),
	dumpResult("6", "13", "2", "8"),
	dumpResult("7", "13", "1", "16"), // kept, a run without a link
	dumpResult("8", "10", "1", "16"),
	dumpResult("9", "13", "1", "16", `"single_turn"`, `"other"`),
}, ",\n") + "\n]\n"

func dumpTree(dir string) []string {
	return []string{
		// Results first: the order of files does not matter.
		dir + "benchmark_results.json", dumpResultsText, dir + "availability.json", "[\n\n]\n", dir + "configs.json", dumpConfigsText,
		dir + "notes.txt", "hello", dir + "server_logs.json", `[{"id":1,"server_log":"..."}]`, dir + "workflow_runs.json", dumpRunsText,
	}
}

func TestDump(t *testing.T) {
	results, skipped := readTree(t, treeOf(dumpTree("dump/")...))
	if len(results) != 1 || fmt.Sprint(skipped) != "[{in/dump/notes.txt no known format}]" {
		t.Fatalf("%d results, skipped %v", len(results), skipped)
	}
	res := results[0]
	want := []string{
		"in/dump/benchmark_results.json: row 2: workflow_run_id: a later attempt of the same run replaces it: https://example.com/actions/runs/7/attempts/1",
		`in/dump/benchmark_results.json: row 3: error: the run failed: "timeout"`,
		`in/dump/benchmark_results.json: row 4: workflow_run_id: is not among the workflow runs: "99"`,
		`in/dump/benchmark_results.json: row 5: config_id: is not among the configurations: "9"`,
		"in/dump/benchmark_results.json: row 6: config_id: is of a configuration that cannot be read: model is empty",
		"in/dump/benchmark_results.json: row 8: workflow_run_id: a later attempt of the same run replaces it: x",
		`in/dump/benchmark_results.json: row 9: benchmark_type: is of no known kind: "other"`,
	}
	if diff := cmp.Diff(want, notes(res.Refused)); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if res.Kept != 2 || res.File != "in/dump" || res.Format != "InferenceX database dump" || res.Points[0].Run != "https://example.com/actions/runs/7/attempts/2" ||
		res.Points[1].Run != "" || res.Points[0].MeasuredOn != "2026-05-20" || res.Points[0].Recipe != "TP=4, EP=4" || !res.Points[0].Official {
		t.Errorf("%+v", res)
	}
}

// A zip, a folder and a zip in a folder are read alike.
func TestDumpInAZip(t *testing.T) {
	file := zipOf(t, dumpTree("d/")...)
	var all [][]string
	for _, tree := range []*Tree{treeOf(dumpTree("")...), treeOf("x.zip", file), treeOf("sub/x", file, "sub/y.csv", header+good(4))} {
		results, skipped := readTree(t, tree)
		if len(skipped) != 1 || results[0].Kept != 2 || len(results[0].Refused) != 7 {
			t.Fatalf("%+v, skipped %v", results[0], skipped)
		}
		var points []string
		for _, p := range results[0].Points {
			points = append(points, fmt.Sprint(p))
		}
		all = append(all, points)
	}
	if diff := cmp.Diff(all[0], all[1]) + cmp.Diff(all[0], all[2]); diff != "" {
		t.Error(diff)
	}
}

func TestDumpWithoutRuns(t *testing.T) {
	tree := treeOf("configs.json", dumpConfigsText, "benchmark_results.json", dumpResultsText)
	var said error
	if _, err := tree.Read(func(r *Result) error { said = errors.Join(said, broken(r)); return nil }); err != nil || fmt.Sprint(said) != "in: a dump without the table of workflow runs" {
		t.Errorf("%v, %v", said, err)
	}
	// What lies beside a dump that is cut short is kept.
	half := strings.TrimRight(dumpResultsText, "\n ")
	beside := treeOf("a.csv", header+good(4), "d/configs.json", dumpConfigsText, "d/workflow_runs.json", dumpRunsText, "d/benchmark_results.json", half[:len(half)-40])
	kept := 0
	said = nil
	if _, err := beside.Read(func(r *Result) error { kept += r.Kept; said = errors.Join(said, broken(r)); return nil }); err != nil || kept != 1 || said == nil || !strings.HasPrefix(said.Error(), "in/d/benchmark_results.json: row ") {
		t.Errorf("%d kept, %v, %v", kept, said, err)
	}
	// A table alone is told what it is.
	results, _ := readTree(t, treeOf("benchmark_results.json", dumpResultsText))
	if len(results) != 1 || results[0].Refused[0].String() != "in/benchmark_results.json: table of an InferenceX dump (JSON): read with the tables beside it: give their folder or zip" {
		t.Errorf("%+v", results)
	}
}

// Of two configurations, or two workflow runs, with one id nothing says which a result is
// of: its rows are refused. The same twice is once.
func TestDumpWithOneIDTwice(t *testing.T) {
	again := func(table, row string, edits ...string) string {
		at := strings.Index(table, row)
		line, _, _ := strings.Cut(table[at:], "\n")
		return strings.TrimRight(table, "]\n") + ",\n" + with(strings.TrimSuffix(line, ","), edits...) + "\n]\n"
	}
	for name, c := range map[string]struct {
		configs, runs string
		kept          int
		want          string
	}{
		"a configuration, alike":   {again(dumpConfigsText, `{"id":1,`), dumpRunsText, 2, ""},
		"a configuration, another": {again(dumpConfigsText, `{"id":1,`, `"hardware":"b200"`, `"hardware":"h200"`), dumpRunsText, 0, "config_id: is of a configuration that cannot be read: two that differ have its id"},
		"a run, alike":             {dumpConfigsText, again(dumpRunsText, `{"id":12,`), 2, ""},
		"a run, and again":         {dumpConfigsText, again(again(dumpRunsText, `{"id":12,`, "runs/7", "runs/9"), `{"id":12,`, "runs/7", "runs/9"), 1, `workflow_run_id: is of two workflow runs that differ: "12"`},
		"a run, with another link": {dumpConfigsText, again(dumpRunsText, `{"id":12,`, "runs/7", "runs/9"), 1, `workflow_run_id: is of two workflow runs that differ: "12"`},
	} {
		results, _ := readTree(t, treeOf("configs.json", c.configs, "workflow_runs.json", c.runs, "benchmark_results.json", dumpResultsText))
		said := strings.Join(notes(results[0].Refused), "\n")
		if results[0].Kept != c.kept || !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "differ") {
			t.Errorf("%s: %d kept, %s", name, results[0].Kept, said)
		}
	}
}

func TestHostileZips(t *testing.T) {
	bomb := zipOf(t, "a.json", "[\""+strings.Repeat("x", 64<<20)+"\"]", "b.json", aggFlat)
	for name, c := range map[string]struct{ file, want string }{
		"leaves the archive": {zipOf(t, "../../etc/x.json", aggFlat), `in/x.zip: an entry with the unsafe name "../../etc/x.json"`},
		"absolute":           {zipOf(t, "/etc/x.json", aggFlat), "unsafe name"},
		"backslash":          {zipOf(t, `a\..\x.json`, aggFlat), "unsafe name"},
		"control character":  {zipOf(t, "a\nb.json", aggFlat), "unsafe name"},
		"twice":              {zipOf(t, "a.json", aggFlat, "a.json", aggFlat), "two entries called"},
		"cut":                {zipOf(t, "a.json", aggFlat)[:100], "it is cut short or damaged: no whole zip file"},
		"bomb":               {bomb, "in/x.zip/a.json: row 1: " + errBomb.Error()},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		// The bomb is valid JSON in a format that is known, so that it is read on.
		file := c.file
		if name == "bomb" {
			file = zipOf(t, "a.json", with(aggFlat, `"hw"`, `"x":"`+strings.Repeat("x", 64<<20)+`","hw"`, `{`, `{"hw":"b200","framework":"vllm","tput_per_gpu":1,`))
			runtime.ReadMemStats(&before)
		}
		var refused error
		_, err := treeOf("x.zip", file).Read(func(r *Result) error { refused = errors.Join(refused, broken(r)); return nil })
		if name != "bomb" { // which ends the reading
			if err != nil {
				t.Errorf("%s: ends the reading: %v", name, err)
			}
			err = refused
		}
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 4<<20 {
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
	// A zip in a zip is not opened, hidden entries are passed over.
	results, skipped := readTree(t, treeOf("x.zip", zipOf(t, "y.zip", zipOf(t, "a.json", aggFlat), "a.json", aggFlat, "__MACOSX/._a.json", "x", ".b.json", aggFlat)))
	if len(results) != 1 || fmt.Sprint(skipped) != "[{in/x.zip/y.zip a zip inside a zip is not opened}]" || results[0].File != "in/x.zip/a.json" {
		t.Errorf("%v, skipped %v", results, skipped)
	}
}

// A spreadsheet's own file is a zip to the eye of a program only.
func TestWorkbooks(t *testing.T) {
	for _, book := range []string{zipOf(t, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"), zipOf(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<x/>")} {
		results, skipped := readTree(t, treeOf("a.csv", header+good(4), "b.xlsx", book))
		if len(results) != 1 || fmt.Sprint(skipped) != "[{in/b.xlsx it is a spreadsheet's own file: save the sheet as CSV in UTF-8}]" {
			t.Errorf("%d results, skipped %v", len(results), skipped)
		}
	}
}

// What isofront.json files give: the one beside a file before those above it,
// a pattern before a folder, --set before all; a file's own word before any.
func TestSidecars(t *testing.T) {
	tree := treeOf(
		"isofront.json", `{"hardware":"B200-trt","framework":"vllm","precision":"nvfp4","spec_decoding":"none","gpus":8,"workload":"1024/1024","official":true,"files":{"b*":{"gpus":"4"},"b2*":{"gpus":2}}}`,
		"a.json", vllmSummary, "b1.json", vllmSummary, "b2.json", vllmSummary,
		"sub/isofront.json", "\xef\xbb\xbf"+`{"hardware":"h200","measured_on":"2026-05-01"}`, "sub/a.json", vllmSummary, "sub/flat.json", aggFlat,
	)
	tree.Given = given(t, "precision=fp8")
	results, _ := readTree(t, tree)
	var got []string
	for _, r := range results {
		p := r.Points[0]
		got = append(got, fmt.Sprintf("%s %s %v %s %s", r.File, p.Key().Name(), values(&p)["gpus"], p.MeasuredOn, notes(r.Warnings)))
	}
	want := []string{
		"in/a.json b200/vllm/fp8/none/agg 8 2026-05-27 []",
		"in/b1.json b200/vllm/fp8/none/agg 4 2026-05-27 []",
		"in/b2.json b200/vllm/fp8/none/agg 2 2026-05-27 []",
		`in/sub/a.json h200/vllm/fp8/none/agg 8 2026-05-27 [in/sub/a.json: row 1: measured_on: the file says otherwise and is believed: "2026-05-27" against "2026-05-01" in isofront.json]`,
		`in/sub/flat.json mi355x/vllm/fp4/mtp/agg 8 2026-05-01 [in/sub/flat.json: row 1: hardware: the file says otherwise and is believed: "mi355x" against "h200" in isofront.json` +
			` in/sub/flat.json: row 1: precision: the file says otherwise and is believed: "fp4" against "fp8" in --set` +
			` in/sub/flat.json: row 1: spec_decoding: the file says otherwise and is believed: "mtp" against "none" in isofront.json]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A pattern that fits no file, and an isofront.json that says nothing, are told of;
// a pattern for a file that lies there and is not read now is not.
func TestIdleSidecars(t *testing.T) {
	tree := treeOf(
		"isofront.json", `{"hardware":"b200","files":{"a.json":{"gpus":4},"sub/a.json":{"gpus":2},"*tp4*":{"gpus":8},"left*":{"gpus":1},"other*":{"gpus":1}}}`,
		"a.json", vllmSummary, "sub/isofront.json", `{}`, "sub/b.json", vllmSummary, "sub2/isofront.json", `{"files":{"a.json":{"gpus":4}}}`, "sub2/c.json", vllmSummary,
	)
	tree.Left = []Skip{{"left.json", "it is empty"}}
	tree.Others = func() []string { return []string{"other.json"} }
	readTree(t, tree)
	want := []string{
		`in/isofront.json: files: "*tp4*" fits no file`,
		`in/isofront.json: files: "sub/a.json" fits no file: a pattern is of a file's name, without its folder`,
		`in/sub/isofront.json: says nothing of the files beside it`,
		`in/sub2/isofront.json: files: "a.json" fits no file`,
	}
	if diff := cmp.Diff(want, tree.Warnings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Folders inside each other, each with an isofront.json of very many patterns, around very many
// files are made to cost time: they are an error after a while.
func TestTooManyPatterns(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, `,"x%d":{"gpus":8}`, i)
	}
	side := `{"files":{` + b.String()[1:] + `}}`
	var files []string
	dir := ""
	for range 50 {
		files = append(files, dir+SidecarName, side)
		dir += "a/"
	}
	for i := range 1000 {
		files = append(files, fmt.Sprintf("%s%d.txt", dir, i), "x")
	}
	// 50 x 1000 patterns a file: 671 files.
	_, err := treeOf(files...).Read(func(*Result) error { return nil })
	if err == nil || !strings.HasSuffix(err.Error(), "isofront.json: has too many patterns for so many files, with those above it") {
		t.Errorf("%v", err)
	}
}

func TestSidecarErrors(t *testing.T) {
	var many []string
	for i := range 1001 {
		many = append(many, strconv.Quote(strconv.Itoa(i))+":{}")
	}
	for text, want := range map[string]string{
		``:    "is empty: it says nothing of the files beside it",
		" \n": "is empty: it says nothing of the files beside it",
		`{`:   "the file ends in the middle of a value",
		`{"files":{` + strings.Join(many, ",") + `}}`: "files: more than 1000 patterns",
		`{"colour":"red"}`:                            "isofront.json: colour: not a field that can be given; those are model, hardware,",
		`{"gpus":1.5}`:                                "isofront.json: gpus: not a whole number above 0",
		`{"gpus":0}`:                                  "isofront.json: gpus: not a whole number above 0",
		`{"measured_on":"May"}`:                       "isofront.json: measured_on: not a date",
		`{"disagg":"yes"}`:                            "isofront.json: disagg: neither true nor false",
		`{"workload":"8k/1k"}`:                        "isofront.json: workload: not input/output tokens",
		`{"hardware":""}`:                             "isofront.json: hardware: is empty",
		`{"hardware":"a\u0000"}`:                      "isofront.json: hardware: holds control characters",
		`{"hardware":{"name":"b200"}}`:                "isofront.json: hardware: neither a text",
		`{"hardware":null}`:                           "isofront.json: hardware: neither a text",
		`{"gpus":1,"gpus":2}`:                         "isofront.json: gpus: given twice",
		`{"files":{"a*":{"gpus":1},"a*":{"gpus":2}}}`: `isofront.json: files: "a*": given twice`,
		`{"hardware":true}`:                           "isofront.json: hardware: true is no text",
		`{"hardware":8}`:                              "isofront.json: hardware: 8 is no text",
		`{"measured_on":20260501}`:                    "isofront.json: measured_on: 20260501 is no text",
		`{"gpus":true}`:                               "isofront.json: gpus: not a whole number above 0",
		`{"disagg":1}`:                                "isofront.json: disagg: neither true nor false",
		"\xef\xbb\xbf":                                "is empty: it says nothing of the files beside it",
		`{"files":{"a*":{"gpus":1}},"files":{"a*":{"gpus":2}}}`: `isofront.json: files: "a*": given twice`,
		`{"files":{"a*":3}}`:                   `files: "a*": is not an object`,
		`["gpus"]`:                             "is not an object",
		`{"gpus":1} {}`:                        "more after the end",
		`{"gpus":1`:                            "it was cut short",
		`{"files":{"[":{}}}`:                   `files: "[": not a valid pattern`,
		`{"files":3}`:                          "files: is not an object",
		`[` + strings.Repeat(" ", 2<<20) + `]`: "larger than 1 MiB",
	} {
		_, err := readSidecar("isofront.json", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "isofront.json") != 1 {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
	for setting, want := range map[string]string{"hardware": `--set: "hardware" is not of the form key=value`, "=x": "--set: : not a field"} {
		if _, err := ParseGiven("--set", []string{setting}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", setting, err)
		}
	}
	if _, err := ParseGiven("--set", []string{"gpus=1", "gpus=2"}); err == nil || err.Error() != "--set: gpus: given twice" {
		t.Errorf("%v", err)
	}
}
