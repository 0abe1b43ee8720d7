package browsertest

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// inlined is a page that holds the importers itself and may fetch nothing: their
// script, which leaves its class, and their module in base64. Its policy pins
// each script by its hash.
func inlined(t *testing.T) string {
	t.Helper()
	site := built(t)
	read := func(name string) []byte {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(site.Out, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	host := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{ResolveDir: filepath.Join(Root(t), "site", "web"), Loader: api.LoaderTS, Contents: `
			import { Importers } from "./ingest";
			const text = (id: string) => document.getElementById(id)!.textContent!;
			const wasm = async () => Uint8Array.from(atob(text("wasm")), (c) => c.charCodeAt(0));
			Object.assign(window, { importers: () => new Importers("", "", { script: text("ingest"), wasm }) });`},
		NodePaths: []string{filepath.Join(Root(t), "node_modules")},
		Bundle:    true, Format: api.FormatIIFE, Target: api.ES2020,
	})
	for _, e := range host.Errors {
		t.Fatalf("%+v: %s", e.Location, e.Text)
	}
	scripts := []string{string(read(site.Manifest.Entry.IngestScript)), string(host.OutputFiles[0].Contents)}
	policy := "default-src 'none'; worker-src blob:; script-src 'wasm-unsafe-eval'"
	for _, s := range scripts {
		if strings.Contains(s, "</script") {
			t.Fatal("a script would end early")
		}
		sum := sha256.Sum256([]byte(s))
		policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	page := `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` + policy + `"><title>inline</title>` +
		`<script type="text/plain" id="wasm">` + base64of(read(site.Manifest.Entry.IngestWasm)) + `</script>` +
		`<script id="ingest">` + scripts[0] + `</script><script>` + scripts[1] + `</script>`
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// From disk, where nothing can be fetched, a page that holds the importers reads
// files all the same: in a Worker, and on the page where none may start.
func TestInlineImportersReadFromDisk(t *testing.T) {
	url := inlined(t)
	trace := syntheticTrace(40)
	want := native(t, "a.jsonl", trace)
	for _, place := range []string{"worker", "page"} {
		t.Run(place, func(t *testing.T) {
			p := Open(t, url)
			if place == "page" {
				Eval[bool](p, `(window.Worker = function () { throw new Error("not here"); }, true)`)
			}
			got := Eval[[]any](p, fmt.Sprintf(`(async () => {
				const importers = window.importers();
				const files = ["own.json", "a_aiperf.json"].map((name) => new File(['{"time_to_first_token":{"avg":1}}'], name));
				const trace = new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "a.jsonl");
				const pairs = await importers.summaries([trace, ...files]);
				let seen = 0;
				const reply = await importers.read(trace, files[1], false, (read) => { seen = read; });
				const report = reply.runs[0].report;
				const goodput = await importers.goodput(0, 1, NaN);
				return [importers.place, pairs.join(), seen === trace.size, report.requests.used, report.metrics.ttft_s.p90, report.as_the_tool_prints.summary, goodput.split(" ").slice(1, 3).join(" ")];
			})()`, base64of(trace)))
			if w := []any{place, "2,-1,-1", true, float64(want.Requests.Used), *want.Metrics.TTFT.P90, "a_aiperf.json", "of 39"}; fmt.Sprint(got) != fmt.Sprint(w) {
				t.Errorf("got  %v\nwant %v", got, w)
			}
		})
	}
}
