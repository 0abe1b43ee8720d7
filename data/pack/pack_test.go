package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
)

const header = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,recipe,concurrency,tput_per_gpu,interactivity,tpot_ms,measured_on,run,source\n"

const (
	rowA = "M,h100,vllm,fp8,none,false,8192,1024,TP=8,4,900,20,50,2026-05-22,,s1\n"
	rowB = "M,h100,vllm,fp8,none,false,8192,1024,TP=8,8,1000,15,66.5,2026-05-22,,s1\n"
	rowC = "N,b200,vllm,fp8,none,false,8192,1024,TP=8,8,1000,15,66.5,2026-05-22,,s2\n"
)

// folder writes files and returns their folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// contents reads a folder back.
func contents(t *testing.T, dir string) Files {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := Files{}
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func index(t *testing.T, files Files, report *Report) *data.Index {
	t.Helper()
	_, x, _, err := data.OpenFile(files[report.Index])
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The shipped figures pack without a refused row, every source is described,
// and the index says what the files are.
func TestShipped(t *testing.T) {
	files, report, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, in := range report.Inputs {
		if len(in.Refused) > 0 {
			t.Errorf("%s: refused %v", in.File, in.Refused)
		}
	}
	x := index(t, files, report)
	for _, e := range x.Bundles {
		sum := sha256.Sum256(files[e.File])
		if e.SHA256 != hex.EncodeToString(sum[:]) || !strings.Contains(e.File, e.SHA256[:12]) || e.Bytes != len(files[e.File]) {
			t.Errorf("%s: the index does not match the file", e.File)
		}
		_, _, b, err := data.OpenFile(files[e.File])
		if err != nil || b.Len() != e.Rows || b.Model() != e.Model || b.Workload() != e.Workload || len(b.Series()) != len(e.Series) {
			t.Errorf("%s: %v, or not what the index says", e.File, err)
		}
		rows += e.Rows
	}
	if rows != 171+18+12 || len(files) != len(x.Bundles)+len(x.Requests)+1 {
		t.Errorf("%d rows in %d files", rows, len(files))
	}
	if len(x.Sheets) != 3 || x.Sheets[0].AsOf != "2026-03-18" || x.Sheets[2].AsOf != "2026-08-14" || report.ShippedPrices {
		t.Errorf("price sheets %+v", x.Sheets)
	}
	if r, _ := x.Sheets[0].Row("gb300"); r.Hyperscaler.Ptr() == nil || *r.Hyperscaler.Ptr() != 2.652 {
		t.Errorf("gb300 on 2026-03-18: %+v", r)
	}
	if len(report.UnknownSources) > 0 {
		t.Errorf("sources without a description: %q", report.UnknownSources)
	}
	for _, s := range x.Sources {
		if s.Title == "" || s.Note == "" {
			t.Errorf("source %+v is not fully described", s)
		}
		// What nobody measured is published nowhere, and says so.
		if made := strings.Contains(s.Title, "not a measurement"); made != (s.ID == data.Synthetic) || made == strings.HasPrefix(s.URL, "https://") {
			t.Errorf("source %+v: an address is wanted of what was published, and of nothing else", s)
		}
	}
}

// The shipped files are the reference files, to the byte.
func TestShippedIsTheReference(t *testing.T) {
	for _, name := range []string{"operating_points.csv", "agentic_points.csv", "prices.csv"} {
		want, err := os.ReadFile("../../../shared/reference/" + name)
		if err != nil {
			t.Skipf("the reference files are not here: %v", err)
		}
		got, err := os.ReadFile("../sources/" + name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the reference (%v)", name, err)
		}
	}
}

// Same inputs, same bytes: packed twice, in another order, and split over
// files in another way.
func TestReproducible(t *testing.T) {
	a := folder(t, map[string]string{"a.csv": header + rowA + rowB, "b.csv": header + rowC})
	b := folder(t, map[string]string{"z.csv": header + rowC + rowB, "y/x.csv": header + rowA})
	var all []Files
	for _, inputs := range [][]string{
		{a}, {a},
		{filepath.Join(a, "b.csv"), filepath.Join(a, "a.csv")},
		{a, a, filepath.Join(a, "a.csv")}, // given again: read once
		{b},
	} {
		out := filepath.Join(t.TempDir(), "out")
		report, err := Pack(inputs, out)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range report.Inputs {
			if len(in.Refused) > 0 {
				t.Errorf("%v: refused %v", inputs, in.Refused)
			}
		}
		all = append(all, contents(t, out))
	}
	for i, files := range all {
		if !maps.EqualFunc(files, all[0], bytes.Equal) {
			t.Errorf("packing %d gives other files than packing 0: %v, %v", i, slices.Sorted(maps.Keys(files)), slices.Sorted(maps.Keys(all[0])))
		}
	}
}

func TestReport(t *testing.T) {
	dir := folder(t, map[string]string{
		"1.csv":        header + rowA + rowB + strings.Replace(rowB, "1000", "fast", 1) + strings.Replace(rowB, "1000", "slow", 1),
		"2.csv":        header + rowC + rowA,
		"notes.txt":    "nothing to see\n",
		".hidden.csv":  header + "broken",
		"sub/noise.md": "# model, hardware\n",
	})
	files, report, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Inputs) != 2 || report.Inputs[0].Kept != 2 || report.Inputs[1].Kept != 1 {
		t.Fatalf("inputs %+v", report.Inputs)
	}
	if diff := cmp.Diff(map[string]int{"is not a number": 2}, report.Inputs[0].Reasons()) +
		cmp.Diff([]int{4, 5}, report.Inputs[0].Rows("is not a number")); diff != "" {
		t.Error(diff)
	}
	if want := filepath.Join(dir, "2.csv") + ": row 3: duplicate row: already in " + filepath.Join(dir, "1.csv"); len(report.Inputs[1].Refused) != 1 ||
		report.Inputs[1].Refused[0].String() != want {
		t.Errorf("refused %v, want %q", report.Inputs[1].Refused, want)
	}
	if diff := cmp.Diff([]importer.Skip{{File: filepath.Join(dir, "notes.txt"), Why: "no known format"}, {File: filepath.Join(dir, "sub/noise.md"), Why: "no known format"}}, report.Skipped); diff != "" {
		t.Error(diff)
	}
	if !report.ShippedPrices || report.Sheets != 3 {
		t.Error("the shipped prices are not added")
	}
	x := index(t, files, report)
	if diff := cmp.Diff([]string{"s1", "s2"}, report.UnknownSources); diff != "" {
		t.Error(diff)
	}
	if at := slices.IndexFunc(x.Sources, func(s data.Source) bool { return s.ID == "s1" }); at < 0 || !x.Sources[at].Dated {
		t.Errorf("sources %+v", x.Sources)
	}
}

// Prices among the inputs replace those that ship.
func TestOwnPrices(t *testing.T) {
	prices := "as_of,hardware,rental_usd_per_gpu_hour,source\n2026-01-01,h100,2,mine\n"
	dir := folder(t, map[string]string{"a.csv": header + rowA, "p.csv": prices,
		"s.csv": "id,title,url,dated\ns1,My runs,https://example.com/,false\n"})
	files, report, err := Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	x := index(t, files, report)
	if report.ShippedPrices || len(x.Sheets) != 1 || x.Sheets[0].Source != "mine" {
		t.Errorf("sheets %+v", x.Sheets)
	}
	want := []data.Source{{ID: "mine", Dated: true}, {ID: "s1", Title: "My runs", URL: "https://example.com/"}}
	if diff := cmp.Diff(want, x.Sources); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "q.csv"), []byte(strings.Replace(prices, ",2,", ",3,", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err = Build(dir)
	if want := "pack: " + filepath.Join(dir, "q.csv") + ": row 2: h100 on 2026-01-01 contradicts " + filepath.Join(dir, "p.csv"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Models whose names differ only in what a file name cannot show.
func TestNamesStayApart(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header +
		strings.Replace(rowA, "M,", "GLM 5,", 1) + strings.Replace(rowA, "M,", "GLM-5,", 1) + strings.Replace(rowA, "M,", "glm/5,", 1) +
		strings.Replace(rowA, "M,", "模型,", 1) + strings.Replace(rowA, "M,", "../../etc/passwd,", 1)})
	out := filepath.Join(t.TempDir(), "out")
	report, err := Pack([]string{dir}, out)
	if err != nil {
		t.Fatal(err)
	}
	files := contents(t, out)
	if len(files) != 6 || len(report.Bundles) != 5 {
		t.Fatalf("%d bundles, files %v", len(report.Bundles), slices.Sorted(maps.Keys(files)))
	}
	var stems []string
	for name := range files {
		stem, _, _ := strings.Cut(name, ".")
		stems = append(stems, stem)
		if !IsOurs(name) {
			t.Errorf("%s is not a name of ours", name)
		}
	}
	slices.Sort(stems)
	want := []string{"index", "points-etc-passwd-8192-1024", "points-glm-5-8192-1024", "points-glm-5-8192-1024--2", "points-glm-5-8192-1024--3", "points-x-8192-1024"}
	if diff := cmp.Diff(want, stems); diff != "" {
		t.Error(diff)
	}
}

func TestErrors(t *testing.T) {
	empty := t.TempDir()
	dir := folder(t, map[string]string{"a.csv": header + rowA, "notes.txt": "x", "bad.csv": header + strings.Replace(rowA, "900", "-1", 1)})
	columns := folder(t, map[string]string{"c.csv": strings.Replace(header, "tput_per_gpu,", "", 1) + rowA})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		name   string
		inputs []string
		want   string
	}{
		{"nothing given", nil, "pack: no input given"},
		{"an empty folder", []string{empty}, "pack: no benchmark results in " + empty},
		{"a file of no known format", []string{in("a.csv"), in("notes.txt")}, "pack: " + in("notes.txt") + ": not a file that isofront knows"},
		{"no such file", []string{in("none.csv")}, "pack: " + in("none.csv") + ": no such file or directory"},
		{"a column missing", []string{filepath.Join(columns, "c.csv")}, "pack: " + filepath.Join(columns, "c.csv") + ": missing column tput_per_gpu"},
		{"a column missing in all of a folder", []string{columns}, "pack: no benchmark results in " + columns + ": " + filepath.Join(columns, "c.csv") + ": missing column tput_per_gpu"},
		{"every row refused", []string{in("bad.csv")}, "pack: no benchmark results in " + in("bad.csv") + ": its only row is refused: " + in("bad.csv") + `: row 2: tput_per_gpu: is negative: "-1"`},
	} {
		parent := t.TempDir()
		out := filepath.Join(parent, "out")
		if _, err := Pack(c.inputs, out); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if left := contents(t, parent); len(left) > 0 {
			t.Errorf("%s: left behind %v", c.name, slices.Sorted(maps.Keys(left)))
		}
	}
}

// Of files given by name one that is cut short costs no other; one alone is an error.
func TestABrokenFileAmongNamedOnes(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header + rowA, "cut.json": `[{"hw":"b200","infmax_model_prefix":"dsr1","tput_per_gpu":1,"framework":"vllm","conc":4,`})
	cut := filepath.Join(dir, "cut.json")
	_, report, err := Build(cut, filepath.Join(dir, "a.csv"))
	if err != nil || len(report.Inputs) != 2 || report.Inputs[0].RefusedOf.Total() != 1 || report.Inputs[1].Kept != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	begun := filepath.Join(dir, "begun.json") // of which nobody can tell what it was
	if err := os.WriteFile(begun, []byte(`{"hw":"b200","tp":8,"conc":`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, report, err := Build(begun, filepath.Join(dir, "a.csv")); err != nil || len(report.Skipped) != 1 || report.Skipped[0].Why != importer.CutShort {
		t.Errorf("%+v, %v", report, err)
	}
	if _, _, err := Build(begun); err == nil || !strings.Contains(err.Error(), importer.CutShort) {
		t.Errorf("%v", err)
	}
	// What the good one lacks is said before what the broken one is.
	lacks := folder(t, map[string]string{"a.json": `[{"hw":"b200","infmax_model_prefix":"dsr1","tput_per_gpu":1,"framework":"vllm","conc":4,`, "b.csv": header + strings.Replace(rowA, "900", "-1", 1)})
	if _, _, err := Build(lacks); err == nil || !strings.Contains(err.Error(), ": all rows are refused, the first: "+filepath.Join(lacks, "b.csv")+": row 2: tput_per_gpu: is negative") || !strings.HasSuffix(err.Error(), "; of the files 1 cannot be read") {
		t.Errorf("%v", err)
	}
	bad := folder(t, map[string]string{"a.json": `[{"hw":"b200","infmax_model_prefix":"dsr1","tput_per_gpu":1,"framework":"vllm","conc":4,`, "b.json": `[{"hw":"b200","infmax_model_prefix":"dsr1","tput_per_gpu":1,"framework":"vllm","conc":4,`})
	if _, _, err := Build(bad); err == nil || !strings.Contains(err.Error(), ": none of 2 files can be read, the first: "+filepath.Join(bad, "a.json")) {
		t.Errorf("%v", err)
	}
	if _, _, err := Build(cut); err == nil || err.Error() != "pack: "+cut+": row 1: the file ends in the middle of a value: it was cut short" {
		t.Errorf("%v", err)
	}
}

// An output folder is replaced as a whole when it is ours, and left as it was
// when it is not or when packing fails.
func TestOutputFolder(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header + rowA, "b.csv": header + rowC})
	parent := t.TempDir()
	out := filepath.Join(parent, "deep", "out")
	if _, err := Pack([]string{dir}, out); err != nil {
		t.Fatal(err)
	}
	first := contents(t, out)
	if len(first) != 3 {
		t.Fatalf("%d files", len(first))
	}
	if _, err := Pack([]string{filepath.Join(dir, "a.csv")}, out); err != nil {
		t.Fatal(err)
	}
	second := contents(t, out)
	if len(second) != 2 {
		t.Fatalf("%d files after packing less", len(second))
	}
	if _, err := Pack([]string{t.TempDir()}, out); err == nil {
		t.Error("packing nothing succeeds")
	}
	if !maps.EqualFunc(contents(t, out), second, bytes.Equal) {
		t.Error("a failure changed the output")
	}
	if err := os.WriteFile(filepath.Join(out, "thesis.txt"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Pack([]string{dir}, out)
	if want := "pack: " + out + ": holds thesis.txt, which isofront did not write; give an empty folder"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if len(contents(t, out)) != 3 {
		t.Error("a refused folder was changed")
	}
	beside, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(beside) != 1 {
		t.Errorf("left beside the output: %v, %v", beside, err)
	}
}

// A folder that cannot be moved is refilled file by file.
func TestRefill(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header + rowA, "b.csv": header + rowC})
	out := filepath.Join(t.TempDir(), "out")
	if _, err := Pack([]string{filepath.Join(dir, "a.csv")}, out); err != nil {
		t.Fatal(err)
	}
	for _, inputs := range [][]string{{dir}, {dir}, {filepath.Join(dir, "b.csv")}} {
		want, _, err := Build(inputs...)
		if err != nil {
			t.Fatal(err)
		}
		fresh := t.TempDir()
		for name, content := range want {
			if err := os.WriteFile(filepath.Join(fresh, name), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := refill(fresh, out); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, out); !maps.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("%v: holds %v, want %v", inputs, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}

func TestFindIndex(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header + rowA})
	if _, err := FindIndex(dir); err == nil || err.Error() != "pack: "+dir+": no index here; make one with isofront pack" {
		t.Errorf("error %v", err)
	}
	out := filepath.Join(t.TempDir(), "out")
	report, err := Pack([]string{dir}, out)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := FindIndex(out); err != nil || got != filepath.Join(out, report.Index) {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(out, "index.0123456789ab.msgpack"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := FindIndex(out); err == nil || !strings.Contains(err.Error(), "more than one index") {
		t.Errorf("error %v", err)
	}
}
