package browsertest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/wire"
)

// syntheticTrace is a file in the form of AIPerf's records: made up, and the
// same each time.
func syntheticTrace(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := range n {
		phase := "profiling"
		if i == 0 {
			phase = "warmup"
		}
		osl := 20 + r.IntN(600)
		ttft := 200 + 3000*r.Float64()
		latency := ttft + float64(osl-1)*(8+10*r.Float64())
		start := 1_700_000_000_000_000_000 + int64(i)*500_000_000
		fmt.Fprintf(&b, `{"metadata":{"session_num":%d,"request_start_ns":%d,"request_end_ns":%d,"benchmark_phase":%q,"was_cancelled":false},"metrics":{"output_sequence_length":{"value":%d,"unit":"tokens"},"request_latency":{"value":%v,"unit":"ms"},"time_to_first_token":{"value":%v,"unit":"ms"},"inter_token_latency":{"value":%v,"unit":"ms"},"input_sequence_length":{"value":1000,"unit":"tokens"}}}`+"\n",
			i, start, start+int64(latency*1e6), phase, osl, latency, ttft, (latency-ttft)/float64(osl-1))
	}
	return b.Bytes()
}

// native is the report that data/requests forms outside of the browser.
func native(t *testing.T, name string, file []byte) *wire.Requests {
	t.Helper()
	k := &nativeSink{}
	traces, err := importer.ReadRequests(name, bytes.NewReader(file), k)
	if err != nil {
		t.Fatal(err)
	}
	k.c.Refused(len(traces[0].Refused))
	return k.c.Report(requests.Own{Where: "the file's own summary", Figures: traces[0].Printed})
}

type nativeSink struct{ c *requests.Collector }

func (k *nativeSink) Begin(t *importer.Trace) {
	if k.c == nil {
		k.c = requests.New(requests.Options{Convention: t.Convention, Duration: t.Duration, Concurrency: t.Concurrency})
	}
}

func (k *nativeSink) Add(rec *latency.Record, row int) error {
	k.c.Add(rec, row)
	return nil
}

// traceFiles are the synthetic one and, where they are at hand, real ones.
func traceFiles(t *testing.T) map[string]string {
	t.Helper()
	own := filepath.Join(t.TempDir(), "synthetic.jsonl")
	if err := os.WriteFile(own, syntheticTrace(120), 0o644); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"synthetic": own}
	for name, path := range map[string]string{
		"aiperf":       "aiperf/profile_export.jsonl",
		"trace-replay": "vllm_trace_replay/SAMPLE_full_rows_with_token_timestamps.csv",
	} {
		path = filepath.Join(Root(t), "..", "shared", "traces", filepath.FromSlash(path))
		if _, err := os.Stat(path); err == nil {
			files[name] = path
		} else {
			t.Logf("%s is not here: only the others are dropped", path)
		}
	}
	return files
}

// choose hands files to the page's own file input.
func (p *Page) choose(selector string, files ...string) {
	p.t.Helper()
	p.do("choose files", chromedp.SetUploadFiles(selector, files))
}

// drop drops a file as a drag would, on whatever view is on show.
func (p *Page) drop(name string, content []byte) {
	p.t.Helper()
	Eval[bool](p, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
		for (const kind of ["dragenter", "dragover", "drop"]) {
			document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
		}
		return true;
	})()`, base64of(content), name))
}

const reported = `document.querySelector("#run-report .run-metrics") && document.querySelector(".reading").hidden`

// sameMetrics compares every number of the page's table with the native report.
func sameMetrics(t *testing.T, p *Page, want *wire.Requests) {
	t.Helper()
	m := &want.Metrics
	times := func(s *wire.TimeStats) []*float64 {
		return []*float64{s.Mean, s.P50, s.P75, s.P90, s.P95, s.P99}
	}
	rates := func(s *wire.RateStats) []*float64 {
		return []*float64{nil, s.P50, s.P75, s.P90, s.P95, s.P99}
	}
	for key, values := range map[string][]*float64{
		"ttft": times(&m.TTFT), "itl": times(&m.ITL), "e2el": times(&m.E2EL), "interactivity": rates(&m.Interactivity), "e2e-normalized": rates(&m.E2ENormalized),
	} {
		got := Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('[data-metric=%q] td')].slice(1, 7).map((c) => c.dataset.value ?? "")`, key))
		if len(got) != len(values) {
			t.Fatalf("%s: %d cells", key, len(got))
		}
		for i, v := range values {
			x, err := strconv.ParseFloat(got[i], 64)
			switch {
			case v == nil && got[i] == "":
			case v == nil || err != nil || math.Abs(x-*v) > 1e-9*math.Abs(*v):
				t.Errorf("%s, column %d: the page says %q, native is %v", key, i, got[i], v)
			}
		}
	}
	counts := Eval[[]string](p, `(() => { const d = document.querySelector(".run-counts").dataset; return [d.total, d.used]; })()`)
	if w := []string{strconv.Itoa(want.Requests.Total), strconv.Itoa(want.Requests.Used)}; fmt.Sprint(counts) != fmt.Sprint(w) {
		t.Errorf("requests: the page says %v, native is %v", counts, w)
	}
}

func TestRequestsOfAFileAreTheCoresNumbers(t *testing.T) {
	url := Serve(t, site(t), nil)
	for name, path := range traceFiles(t) {
		t.Run(name, func(t *testing.T) {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := native(t, path, file)
			p := Open(t, url+"#v=requests")
			p.Wait(ready)
			if n := len(loaded(p, "ingest")); n != 0 {
				t.Errorf("%d files of the importers were loaded before any file came", n)
			}
			p.choose("#files", path)
			p.Wait(reported)
			sameMetrics(t, p, want)
			if place := Eval[string](p, `document.documentElement.dataset.importers`); place != "worker" {
				t.Errorf("read in %q, want the worker", place)
			}
			if got := Eval[string](p, `document.querySelector("#run-report h2").textContent`); got != filepath.Base(path) {
				t.Errorf("the report is on %q", got)
			}
			if name != "synthetic" {
				for _, width := range []int{1280, 390} {
					p.Viewport(width, 800)
					for _, scheme := range []string{"light", "dark"} {
						p.Scheme(scheme)
						p.Screenshot(fmt.Sprintf("requests-%s-%d-%s", name, width, scheme))
					}
					if n := p.Overflow(); n > 0 {
						t.Errorf("at %d the page is %d pixels too wide", width, n)
					}
				}
			}
		})
	}
}

// loaded lists the requests for files whose name begins so.
func loaded(p *Page, begin string) (out []string) {
	for _, r := range p.Requests() {
		if strings.HasPrefix(r.URL[strings.LastIndexByte(r.URL, '/')+1:], begin+".") {
			out = append(out, r.URL)
		}
	}
	return out
}
