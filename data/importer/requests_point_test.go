package importer

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
)

// gatheredRuns collects the requests of every run, as a page does.
type gatheredRuns []*requests.Collector

func (c *gatheredRuns) Begin(t *Trace) {
	*c = append(*c, requests.New(requests.Options{Convention: t.Convention, Duration: t.Duration, Concurrency: t.Concurrency}))
}

func (c *gatheredRuns) Add(rec *latency.Record, row int) error {
	(*c)[len(*c)-1].Add(rec, row)
	return nil
}

// What a run becomes when it is said afterwards what was measured is what it
// becomes when that is said beforehand.
func TestAPointLaterIsThePointAtOnce(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=1000/100", "concurrency=2"})
	if err != nil {
		t.Fatal(err)
	}
	two := "\n" + strings.Replace(sglangDetailed, `"duration":4.0`, `"duration":5.0`, 1)
	files := append(slices.Clone(requestFiles), struct {
		format *Format
		text   string
	}{&sglangDetailedFormat, sglangDetailed + two})
	for _, f := range files {
		want, err := ReadGiven("f", strings.NewReader(f.text), given)
		if err != nil {
			t.Fatal(err)
		}
		var all gatheredRuns
		traces, err := ReadRequests("f", strings.NewReader(f.text), &all)
		if err != nil {
			t.Fatal(err)
		}
		var got []data.Point
		for i, tr := range traces {
			res, err := tr.Point(all[i].Summary(), given)
			if err != nil || len(res.Points)+len(res.Refused) == 0 {
				t.Fatalf("%s: %v, neither a point nor a reason", f.format.Name, err)
			}
			got = append(got, res.Points...)
			bare, err := tr.Point(all[i].Summary(), Given{})
			if err != nil || len(bare.Points) > 0 || len(res.Points) > 0 && len(bare.Lacking) != 1 {
				t.Errorf("%s: %v, with nothing given %d points, lacking %+v", f.format.Name, err, len(bare.Points), bare.Lacking)
			}
			for _, l := range bare.Lacking {
				if !slices.Contains(l.Missing, "hardware") || slices.Contains(l.Missing, "concurrency") == (l.Known.Concurrency > 0) {
					t.Errorf("%s: %+v", f.format.Name, l)
				}
			}
		}
		if !slices.Equal(got, want.Points) {
			t.Errorf("%s:\n%+v\nat once\n%+v", f.format.Name, got, want.Points)
		}
	}
}

// Kept requests lack their GPUs alone.
// Requests of another length than the workload that they are said to be of: these have 5
// tokens in and 7 out.
func TestRequestsOfAnotherLength(t *testing.T) {
	for workload, want := range map[string]int{"8/4": 0, "5/64": 1, "8192/1024": 2, "agentic": 0} {
		given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=" + workload, "concurrency=2"})
		if err != nil {
			t.Fatal(err)
		}
		res, err := ReadGiven("f", strings.NewReader(inferencePerfFile), given)
		if err != nil || len(res.Points) != 1 {
			t.Fatalf("%v, %+v", err, res)
		}
		n := 0
		for _, w := range res.Warnings {
			if w.Reason == "the requests are of another length" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d warnings, want %d: %v", workload, n, want, res.Warnings)
		}
	}
}

func TestAPointOfKeptRequests(t *testing.T) {
	side := []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=mtp", "disagg=true", "recipe=TP4", "workload=1000/100", "concurrency=2", "gpus=4"}
	given, err := ParseGiven("--set", side)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := ReadGiven("f", strings.NewReader(replayHeader+replayWhole), given)
	if err != nil || len(packed.Points) != 1 {
		t.Fatalf("%v, %v", err, packed.Refused)
	}
	file, err := packed.Records[0].Encode()
	if err != nil {
		t.Fatal(err)
	}
	set, err := data.OpenRequests(file)
	if err != nil {
		t.Fatal(err)
	}
	s := requests.Of(set, latency.SLO{}, nil).Summary()
	bare, err := TraceOf(set).Point(s, Given{})
	if err != nil || len(bare.Lacking) != 1 || !slices.Equal(bare.Lacking[0].Missing, []string{"gpus"}) {
		t.Fatalf("%v, %+v", err, bare.Lacking)
	}
	gpus, err := ParseGiven("page", []string{"gpus=4"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := TraceOf(set).Point(s, gpus)
	if err != nil || len(got.Points) != 1 || got.Points[0] != packed.Points[0] {
		t.Errorf("%v\n%+v\n%+v", err, got.Points, packed.Points)
	}
}

// The outline of a file gives the summary that the file gives.
func TestOutline(t *testing.T) {
	o := &outline{}
	text := `{"a":1,"b":[1,{"c":[2]},
"]\"}"],"d":{"e":"[\\","f":[]},"g":[[]]}` + "\n" + `[{"h":[3]}]`
	for i := range text { // byte by byte
		if _, err := o.Write([]byte{text[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if want := `{"a":1,"b":[` + "\n" + `],"d":{"e":"[\\","f":[]},"g":[]}` + "\n" + `[{"h":[]}]`; string(o.text) != want {
		t.Errorf("%s\nwant\n%s", o.text, want)
	}
	o.text = make([]byte, maxOutline)
	if _, err := o.Write([]byte(`{`)); !errors.Is(err, errOutline) {
		t.Errorf("no bound: %v", err)
	}
}

func FuzzOutline(f *testing.F) {
	f.Add([]byte(vllmDetailed))
	f.Add([]byte(sglangDetailed + "\n" + sglangDetailed))
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, read := range []func(File) (*Result, error){vllmBenchFormat.Read, sglangBenchFormat.Read} {
			want, err := read(File{Name: "f", Reader: bytes.NewReader(file)})
			if err != nil {
				continue // the requests cannot be read either
			}
			o := &outline{}
			_, _ = o.Write(file)
			got, err := read(File{Name: "f", Reader: bytes.NewReader(o.text)})
			if err != nil || !reflect.DeepEqual(got.Refused, want.Refused) || !reflect.DeepEqual(got.Lacking, want.Lacking) || !slices.Equal(got.Points, want.Points) {
				t.Errorf("%v\n%+v\n%+v\n%s", err, got, want, o.text)
			}
		}
	})
}

// A request that cannot be is warned of under its own row, which is said once, and all such
// are one cause. Of 30 that end before they begin 20 are named and the rest is counted.
func TestImpossibleRequestsAreOneCause(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=agentic", "concurrency=2"})
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Replace(aiperfOne, "2353.997281", "-2353.997281", 1)
	res, err := ReadGiven("f", strings.NewReader(aiperfOne+"\n"+strings.Repeat(wrong+"\n", 30)), given)
	if err != nil {
		t.Fatal(err)
	}
	cause := Cause{Reason: "a request that cannot be does not count"}
	if res.WarningsOf[cause] != 30 {
		t.Errorf("%v", res.WarningsOf)
	}
	if want := "f: row 2: a request that cannot be does not count: E2EL: -2.353997281 s"; res.Warnings[len(res.Warnings)-20].String() != want {
		t.Errorf("%q, want %q", res.Warnings[len(res.Warnings)-20], want)
	}
	// The requests of one run of vLLM are on one line: they are numbered.
	bad := strings.Replace(vllmDetailed, `[0.1,0.1,0.1,0.1]`, `[0.1,-0.1,0.1,0.1]`, 1)
	if res, err = ReadGiven("f", strings.NewReader(vllmDetailed+"\n"+bad), given); err != nil {
		t.Fatal(err)
	}
	for _, n := range res.Warnings {
		if n.Cause() == cause && (n.Row != 6 || n.Detail != "gap 1: -0.1 s") {
			t.Errorf("%v", n)
		}
	}
	if res.WarningsOf[cause] != 1 {
		t.Errorf("%v", res.Warnings)
	}
}

// A first token of GuideLLM before its request was sent, as where two clocks are at odds, is
// impossible and no wait of 0.
func TestGuideLLMClockJump(t *testing.T) {
	var all gatheredRuns
	text := strings.Replace(guideFile, `"first_token_iteration":1002.0`, `"first_token_iteration":998.0`, 1)
	if _, err := ReadRequests("f", strings.NewReader(text), &all); err != nil {
		t.Fatal(err)
	}
	if first, _ := all[0].Impossible(); len(first) != 1 || first[0] != (requests.Impossible{Row: 1, Why: "TTFT: -2 s"}) {
		t.Errorf("%v", first)
	}
}

// A clock that was set a day on in the midst of a run makes its rates too small: the point
// says so, unless the tool says how long the run took.
func TestClockSetInTheMidst(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=agentic", "concurrency=2"})
	if err != nil {
		t.Fatal(err)
	}
	soon := strings.Replace(aiperfOne, "1783588510633024589", "1783588511633024589", 1)
	later := strings.Replace(aiperfOne, "1783588510633024589", "1783674911633024589", 1)
	for text, want := range map[string]int{aiperfOne + "\n" + soon: 0, aiperfOne + "\n" + soon + "\n" + later: 1} {
		res, err := ReadGiven("f", strings.NewReader(text), given)
		if err != nil || len(res.Points) != 1 {
			t.Fatal(err, res)
		}
		// 86401 s and 2.353997281 s in all; none is under way from 3.353997281 s on for 86397.646002719 s.
		if got := res.WarningsOf[Cause{"tput_per_gpu", "counts a long time in which no answered request was under way"}]; got != want {
			t.Errorf("%d warnings, want %d: %v", got, want, res.Warnings)
		}
		for _, n := range res.Warnings {
			if n.Column == "tput_per_gpu" && n.Detail != "86397.6 of 86403.4 s" {
				t.Errorf("%v", n)
			}
		}
	}
}

// What is refused is counted once: a run of vLLM whose summary is refused for the same field,
// and rows of which none is sound, without a further note that none succeeded.
func TestRefusedIsCountedOnce(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=agentic", "concurrency=2"})
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.Replace(aiperfOne, `"value":2353.997281`, `"value":"fast"`, 1)
	for text, want := range map[string][]string{
		strings.Replace(vllmDetailed, `"duration":`, `"duration":20,"duration":`, 1): {"f: row 1: duration: field appears twice"},
		bad + "\n" + bad:       {"f: row 1: metrics.request_latency: is not a number", "f: row 2: metrics.request_latency: is not a number"},
		aiperfErr + "\n" + bad: {"f: row 2: metrics.request_latency: is not a number", "f: row 1: no request succeeded: failed 1, invalid 1"},
	} {
		res, err := ReadGiven("f", strings.NewReader(text), given)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, notes(res.Refused)); diff != "" || len(res.Points) > 0 {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A summary without a time per token is no loss where the requests say their gaps.
func TestSpeedOfRequestsIsEnough(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=b200", "framework=vllm", "precision=fp8", "spec_decoding=none", "gpus=3", "workload=1000/100", "concurrency=2"})
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.Replace(vllmDetailed, `"median_tpot_ms":100.0,`, ``, 1)
	for text, want := range map[string]int{
		bare: 0,
		strings.Replace(bare, `[[0.3,0.3],[0.1,0.1,0.1,0.1],[],[]]`, `[[],[],[],[]]`, 1): 1,
	} {
		res, err := ReadGiven("f", strings.NewReader(text), given)
		if err != nil || len(res.Points) != 1 {
			t.Fatalf("%v, %+v", err, res)
		}
		if n := res.WarningsOf[Cause{"", reasonNoSpeed}]; n != want || hasSpeed(&res.Points[0]) != (want == 0) {
			t.Errorf("%d remarks on its speed, want %d: %v", n, want, res.Warnings)
		}
	}
}

// A folder with requests, the tool's summary beside them and an isofront.json:
// one operating point, its percentiles from the requests.
func TestRequestsBecomeAPoint(t *testing.T) {
	side := `{"hardware":"b200","framework":"vllm","precision":"fp8","spec_decoding":"none","gpus":4,"workload":"agentic","concurrency":2,"model":"M"}`
	results, skipped := readTree(t, treeOf("isofront.json", side, "a/profile_export.jsonl", aiperfFile, "a/profile_export_aiperf.json", aiperfSummary, "b.json", vllmDetailed,
		"c.csv", replayHeader+replayWhole+replayFailed, "d.jsonl", sglangDetailed+"\n"+sglangDetailed[:len(sglangDetailed)-1]+`,"x":1}`))
	if len(results) != 4 || len(skipped) > 0 {
		t.Fatalf("%d results, skipped %v", len(results), skipped)
	}
	for _, r := range results {
		if len(r.Records) != len(r.Points) || len(r.Points) == 0 {
			t.Fatalf("%s: %d points, %d sets of requests: %v", r.File, len(r.Points), len(r.Records), r.Refused)
		}
		for i, set := range r.Records {
			if !set.Of(&r.Points[i]) || set.Len() == 0 {
				t.Errorf("%s: %+v is not of its point", r.File, set.RequestRun)
			}
		}
	}
	p := values(&results[0].Points[0])
	near := func(name string, want float64) bool { return math.Abs(p[name]-want) <= 1e-12*want }
	if results[0].Beside == nil || !near("p90_ttft_s", 2.331955457) || !near("p50_e2el_per_token_s", 2.353997281/3) || !near("requests", 3) || !near("requests_used", 1) || !near("tpot_s", 0.011020912) {
		t.Errorf("AIPerf: %v", p)
	}
	p = values(&results[1].Points[0])
	if !near("p90_itl_s", 0.1) || !near("tput_per_gpu", 21.2/4) || !near("p50_e2el_s", 0.95) || results[1].Points[0].Model != "M" {
		t.Errorf("vLLM: %v %+v", p, results[1].Points[0])
	}
	p = values(&results[2].Points[0])
	// 107 tokens in the 1.25 s from the first request to the last end, on 4 GPUs
	if !near("tput_per_gpu", 107/1.25/4) || !near("requests", 2) || !near("requests_used", 1) {
		t.Errorf("trace replay: %v", p)
	}
	// Two runs of one client in one file, the same twice.
	if got := notes(results[3].Refused); len(results[3].Points) != 1 || len(got) == 0 || !strings.Contains(got[0], ReasonDuplicate) {
		t.Errorf("SGLang: %d points, %q", len(results[3].Points), got)
	}
	// Without what the files lack it is said what is missing.
	results, _ = readTree(t, treeOf("c.csv", replayHeader+replayWhole))
	if got := notes(results[0].Refused); len(got) != 1 || !strings.Contains(got[0], "missing model, hardware, framework, precision, spec_decoding, workload, concurrency, gpus: give them in an isofront.json") {
		t.Errorf("%q", got)
	}
}

// Of a file of requests that ends in the middle of one nobody knows how many followed: it
// is no operating point, and beside a summary the point is the summary's own.
func TestAPartOfARunIsNoPoint(t *testing.T) {
	side := `{"hardware":"b200","framework":"vllm","precision":"fp8","spec_decoding":"none","gpus":4,"workload":"agentic","concurrency":2,"model":"M"}`
	cut := strings.TrimRight(aiperfFile, "\n")
	cut = cut[:len(cut)-30]
	summary, _ := readTree(t, treeOf("isofront.json", side, "a/profile_export_aiperf.json", aiperfSummary))
	whole, _ := readTree(t, treeOf("isofront.json", side, "a/profile_export.jsonl", aiperfFile, "a/profile_export_aiperf.json", aiperfSummary))
	for name, c := range map[string]struct {
		files []string
		kept  int
		said  string
	}{
		"alone":                     {[]string{"isofront.json", side, "a/profile_export.jsonl", cut}, 0, reasonPart},
		"a line torn in the middle": {[]string{"isofront.json", side, "a/profile_export.jsonl", cut + "\n" + aiperfOne + "\n"}, 1, "is not JSON"},
		"with the summary":          {[]string{"isofront.json", side, "a/profile_export.jsonl", cut, "a/profile_export_aiperf.json", aiperfSummary}, 1, "the point is the summary's own"},
	} {
		results, _ := readTree(t, treeOf(c.files...))
		said := strings.Join(append(notes(results[0].Refused), notes(results[0].Warnings)...), "\n")
		if results[0].Kept != c.kept || !strings.Contains(said, c.said) {
			t.Errorf("%s: %d kept: %s", name, results[0].Kept, said)
		}
		if name == "with the summary" {
			p, own := results[0].Points[0], summary[0].Points[0]
			if p != own || results[0].Records[0] != nil || p == whole[0].Points[0] {
				t.Errorf("%+v\nthe summary's own\n%+v", p, own)
			}
		}
	}
}
