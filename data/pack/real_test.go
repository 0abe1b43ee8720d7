package pack

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

const (
	realRows = "../../../shared/results/inferencex_api_benchmarks.json"
	realDump = "../../../shared/results/inferencex-dump-2026-06-13.zip"
)

func buildReal(t *testing.T, paths ...string) (Files, *Report) {
	t.Helper()
	for _, p := range paths {
		if _, err := os.Stat(p); err != nil {
			t.Skipf("the real result files are not here: %v", err)
		}
	}
	files, report, err := Build(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return files, report
}

func answer(t *testing.T, files Files, report *Report, q wire.Query) wire.Reply {
	t.Helper()
	e := query.New()
	if _, err := e.Open(files[report.Index]); err != nil {
		t.Fatal(err)
	}
	for _, b := range report.Bundles {
		if _, err := e.Open(files[b.File]); err != nil {
			t.Fatal(err)
		}
	}
	r := e.Answer(q)
	if r.Error != nil {
		t.Fatal(r.Error.Message)
	}
	return r
}

// The rows of the API and the dump made of them give the same bundles, so the
// same series and the same tables; together they give each point once.
func TestRealRowsAndDumpAgree(t *testing.T) {
	rows, rowsReport := buildReal(t, realRows)
	dump, dumpReport := buildReal(t, realDump)
	both, bothReport := buildReal(t, realRows, realDump)
	if len(rowsReport.Inputs) != 1 || len(dumpReport.Inputs) != 1 || rowsReport.Inputs[0].Kept != 435 || dumpReport.Inputs[0].Kept != 435 || len(dumpReport.Skipped) > 0 {
		t.Errorf("rows %+v, dump %+v", rowsReport.Inputs, dumpReport.Inputs)
	}
	if !maps.EqualFunc(rows, dump, bytes.Equal) || !maps.EqualFunc(rows, both, bytes.Equal) {
		t.Errorf("other files: %v, %v, %v", slices.Sorted(maps.Keys(rows)), slices.Sorted(maps.Keys(dump)), slices.Sorted(maps.Keys(both)))
	}
	if n := bothReport.Inputs[1].Reasons()["duplicate row"]; n != 435 {
		t.Errorf("%d duplicates", n)
	}
	for _, workload := range []string{"8192/1024", "1024/1024", "1024/8192"} {
		q := wire.Query{Verb: wire.VerbTable, Model: "DeepSeek-R1-0528", Workload: workload, Targets: []float64{20, 40, 60, 80, 100}}
		if diff := cmp.Diff(answer(t, rows, rowsReport, q), answer(t, dump, dumpReport, q)); diff != "" {
			t.Errorf("%s: %s", workload, diff)
		}
	}
}

// Spot checks of a table against the rows themselves.
func TestRealTable(t *testing.T) {
	files, report := buildReal(t, realDump)
	// b200/trt/fp8/mtp at 8192/1024 has two rows, at 14.163435908326472 and
	// 88.80440600647617 tok/s/user: a straight line between them.
	q := wire.Query{Verb: wire.VerbTable, Model: "DeepSeek-R1-0528", Workload: "8192/1024", Series: []string{"b200/trt/fp8/mtp/agg"},
		Targets: []float64{14, 14.163435908326472, 50, 88.80440600647617, 89}}
	table := answer(t, files, report, q).Table
	if len(table.Series) != 1 {
		t.Fatalf("%d series", len(table.Series))
	}
	s := table.Series[0]
	var states []string
	for _, c := range s.Cells {
		states = append(states, c.State)
	}
	if diff := cmp.Diff([]string{"below", "measured", "interpolated", "measured", "above"}, states); diff != "" || s.Knots != 2 || s.OperatingPoints != 2 {
		t.Fatalf("%+v %s", s, diff)
	}
	a, b, mid := s.Cells[1], s.Cells[3], s.Cells[2]
	want := *a.Throughput + (*b.Throughput-*a.Throughput)*(50-a.Target)/(b.Target-a.Target)
	if math.Abs(*mid.Throughput/want-1) > 1e-9 || !mid.Directional || mid.Bracket[0].Run == nil || *mid.Bracket[0].Source != "InferenceX" {
		t.Errorf("%v, want %v: %+v", *mid.Throughput, want, mid)
	}
}

// Everything together: each file is packed, told or refused, none is lost.
func TestRealFolder(t *testing.T) {
	_, report := buildReal(t, "../../../shared/results")
	kept, refused := 0, map[string]int{}
	for i := range report.Inputs {
		kept += report.Inputs[i].Kept
		for reason, n := range report.Inputs[i].Reasons() {
			refused[reason] += n
		}
	}
	// 22 + 10 + 3 result files and 435 rows, once; 3 raw files and 13 of a fork
	// that do not say enough.
	if kept != 470 || len(report.Skipped) > 0 || len(report.Inputs) != 22+10+19+2 {
		t.Errorf("%d kept of %d inputs, skipped %v", kept, len(report.Inputs), report.Skipped)
	}
	if diff := cmp.Diff(map[string]int{"duplicate row": 435, "not enough for an operating point": 16}, refused); diff != "" {
		t.Error(diff)
	}
}

// A folder of hundreds of result files beside files that are none.
func TestManyResultFiles(t *testing.T) {
	content := map[string]string{}
	const row = `{"hw":"b200","conc":%d,"model":"m","framework":"vllm","precision":"fp8","isl":1024,"osl":1024,"tp":8,"tput_per_gpu":100,"median_tpot":0.02,"median_intvty":50}`
	for i := range 300 {
		content["run/"+strconv.Itoa(i)+".json"] = fmt.Sprintf(row, i+1)
	}
	for i := range 5 {
		content["logs/"+strconv.Itoa(i)+".log"] = "nothing of interest"
	}
	content["records.jsonl"] = `{"metadata":{"request_start_ns":1},"metrics":{}}`
	dir := folder(t, content)
	_, report, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, in := range report.Inputs {
		kept += in.Kept
	}
	if kept != 300 || len(report.Skipped) != 5 || len(report.Inputs) != 301 || report.Bundles[0].Rows != 300 {
		t.Errorf("%d kept of %d inputs, %d skipped", kept, len(report.Inputs), len(report.Skipped))
	}
	if len(report.UnknownSources) > 0 {
		t.Errorf("sources %v", report.UnknownSources)
	}
	// A file of requests none of which succeeded is an error that says so.
	_, _, err = Build(filepath.Join(dir, "records.jsonl"))
	if err == nil || err.Error() != "pack: no benchmark results in "+filepath.Join(dir, "records.jsonl")+": its only row is refused: "+
		filepath.Join(dir, "records.jsonl")+": row 1: no request succeeded: zero output 1" {
		t.Errorf("%v", err)
	}
}
