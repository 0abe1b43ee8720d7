package ingest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/synth"
)

const million = 1_000_000

// packedMillion is a run of a million requests as a bundle.
func packedMillion(b testing.TB) []byte {
	b.Helper()
	set := &data.RequestSet{RequestRun: data.RequestRun{Model: "M", Workload: "agentic", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "none", Concurrency: 32, Convention: "aiperf"}}
	for rec := range synth.Requests(million, synth.RequestOptions{Seed: 1, FiguresOnly: true}) {
		if err := requests.Keep(set, rec); err != nil {
			b.Fatal(err)
		}
	}
	file, err := set.Encode()
	if err != nil {
		b.Fatal(err)
	}
	return file
}

// A million requests, from a bundle's bytes to the report that the page shows:
// natively, and in Node by the module and the host that a page loads.
func BenchmarkMillionRequests(b *testing.B) {
	file := packedMillion(b)
	b.Run("native", func(b *testing.B) {
		for b.Loop() {
			m := &module{}
			m.begin(copy(m.Room(1), "m"), 0)
			for rest := file; len(rest) > 0; {
				n := min(1<<20, len(rest))
				m.write(copy(m.Room(n), rest[:n]))
				rest = rest[n:]
			}
			if m.end(); len(m.runs) != 1 || m.runs[0].reply.Report.Requests.Total != million {
				b.Fatal("not the report of a million")
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/million")
		b.ReportMetric(float64(len(file))/million, "bytes/request")
	})
	b.Run("node", func(b *testing.B) {
		dir := b.TempDir()
		wasm, bundle, script := filepath.Join(dir, "ingest.wasm"), filepath.Join(dir, "m.msgpack"), filepath.Join(dir, "bench.mjs")
		if err := website.CompileModule(context.Background(), "", cmp.Or(os.Getenv("ISOFRONT_COMPILER"), website.Go), "ingest", wasm); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(bundle, file, 0o644); err != nil {
			b.Fatal(err)
		}
		built := api.Build(api.BuildOptions{
			EntryPoints: []string{"../host/ingest.bench.test.ts"}, Outfile: script, Write: true,
			Bundle: true, Platform: api.PlatformNode, Format: api.FormatESModule, Target: api.ES2022,
		})
		for _, e := range built.Errors {
			b.Fatalf("%+v: %s", e.Location, e.Text)
		}
		wall, cpu := 0.0, 0.0
		for b.Loop() {
			cmd := exec.Command("node", script)
			cmd.Env = append(os.Environ(), "INGEST_WASM="+wasm, "INGEST_FILE="+bundle)
			out, err := cmd.Output()
			if err != nil {
				b.Fatal(err)
			}
			var w, c float64
			var size int
			if _, err := fmt.Sscan(string(out), &w, &c, &size); err != nil || size < 1000 {
				b.Fatalf("%q: %v", out, err)
			}
			wall, cpu = wall+w, cpu+c
		}
		b.ReportMetric(wall/float64(b.N), "s/million")
		b.ReportMetric(cpu/float64(b.N), "cpu-s/million")
	})
}
