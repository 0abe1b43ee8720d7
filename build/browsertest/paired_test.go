package browsertest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// dropAll drops several files at once, in this order: name, content, name, ...
func (p *Page) dropAll(files ...string) {
	p.t.Helper()
	var add strings.Builder
	for i := 0; i < len(files); i += 2 {
		fmt.Fprintf(&add, "data.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));", base64of([]byte(files[i+1])), files[i])
	}
	Eval[bool](p, `(() => {
		const data = new DataTransfer();
		`+add.String()+`
		for (const kind of ["dragenter", "dragover", "drop"]) {
			document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
		}
		return true;
	})()`)
}

// summaryOf is what AIPerf would print of a trace, its mean latency off by so
// many ms.
func summaryOf(t *testing.T, trace []byte, off float64) string {
	t.Helper()
	m := native(t, "profile_export.jsonl", trace).Metrics
	return fmt.Sprintf(`{"time_to_first_token":{"unit":"ms","avg":%v,"p90":%v},"request_latency":{"unit":"ms","avg":%v}}`, *m.TTFT.Mean*1000, *m.TTFT.P90*1000, *m.E2EL.Mean*1000+off)
}

// A tool's own summary that comes with its requests is compared with them, in
// whatever order they come, renamed by a second download, or in an archive.
func TestASummaryDroppedWithItsRequests(t *testing.T) {
	trace := syntheticTrace(80)
	right, wrong := summaryOf(t, trace, 0), summaryOf(t, trace, 3)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, content := range map[string]string{"run/profile_export.jsonl": string(trace), "run/profile_export_aiperf.json": wrong} {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	const report = `document.querySelector("#run-report").textContent`
	for _, c := range []struct {
		name  string
		files []string
		want  string
		warns bool
	}{
		{"the summary first", []string{"profile_export_aiperf.json", right, "profile_export.jsonl", string(trace)}, "3 of 3 figures of profile_export_aiperf.json agree with the requests.", false},
		{"one that disagrees", []string{"profile_export.jsonl", string(trace), "profile_export_aiperf.json", wrong}, "2 of 3 figures of profile_export_aiperf.json agree with the requests.", true},
		{"downloaded twice", []string{"profile_export (1).jsonl", string(trace), "profile_export_aiperf (2).json", right}, "3 of 3 figures of profile_export_aiperf (2).json agree with the requests.", false},
		{"in an archive", []string{"run.zip", packed.String()}, "2 of 3 figures of profile_export_aiperf.json agree with the requests.", true},
		{"the requests alone", []string{"alone.jsonl", string(trace)}, "alone.jsonl", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			p.dropAll(c.files...)
			p.Wait(fmt.Sprintf(`%s.includes(%q) && document.querySelector(".reading").hidden`, report, c.want))
			if warns := strings.Contains(Eval[string](p, report), "says request_latency.avg = "); warns != c.warns {
				t.Errorf("warned of the mean latency: %v, want %v", warns, c.warns)
			}
		})
	}
	// Two runs that were downloaded one after another: each has its own, by their numbers.
	p.t = t
	p.dropAll("profile_export.jsonl", string(trace), "profile_export (1).jsonl", string(syntheticTrace(30)),
		"profile_export_aiperf (1).json", summaryOf(t, syntheticTrace(30), 0), "profile_export_aiperf.json", right)
	p.Wait(`document.querySelectorAll("#run-pick option").length === 2 && document.querySelector(".reading").hidden`)
	for run, summary := range []string{"profile_export_aiperf.json", "profile_export_aiperf (1).json"} {
		p.Choose("#run-pick", strconv.Itoa(run))
		p.Wait(fmt.Sprintf(`%s.includes(%q)`, report, "3 of 3 figures of "+summary+" agree with the requests."))
	}
	p.Screenshot("paired-1280-light")
}

// The real pair, where it is at hand.
func TestARealSummaryDroppedWithItsRequests(t *testing.T) {
	folder := filepath.Join(Root(t), "..", "shared", "traces", "aiperf")
	files := []string{filepath.Join(folder, "profile_export.jsonl"), filepath.Join(folder, "profile_export_aiperf.json")}
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			t.Logf("the real trace is not here, only a synthetic one is dropped: %v", err)
			return
		}
	}
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	p.choose("#files", files...)
	p.Wait(reported)
	// What the command line says of the same two files.
	p.Wait(`document.querySelector("#run-report").textContent.includes("140 of 159 figures of profile_export_aiperf.json agree")`)
}

// Files of requests that come together are all reported, one at a time.
func TestSeveralFilesOfRequestsAtOnce(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=requests")
	p.Wait(ready)
	p.dropAll("one.jsonl", string(syntheticTrace(40)), "two.jsonl", string(syntheticTrace(90)))
	p.Wait(`document.querySelectorAll("#run-pick option").length === 2 && document.querySelector(".reading").hidden`)
	if got := p.Text("#run-report h2") + ", " + p.Text("label[for=run-pick]"); got != "one.jsonl, 2 runs of 2 files" {
		t.Errorf("on show is %q", got)
	}
	p.Choose("#run-pick", "1")
	p.Wait(`document.querySelector("#run-report h2").textContent === "two.jsonl"`)
	sameMetrics(t, p, native(t, "two.jsonl", syntheticTrace(90)))
	p.Type("#slo-ttft", "1")
	p.Wait(`/^\d+ of 89 requests sent/.test(document.querySelector("#goodput").textContent)`)
	p.drop("three.jsonl", syntheticTrace(30)) // by itself: in their place
	p.Wait(`document.querySelector("#run-report h2").textContent === "three.jsonl" && !document.querySelector("#run-pick")`)
	sameMetrics(t, p, native(t, "three.jsonl", syntheticTrace(30)))
}
