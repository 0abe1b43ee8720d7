package sidebyside_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/isofront/isofront/build/browsertest"
	"github.com/isofront/isofront/build/sidebyside/kernel"
	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

const (
	nSeries  = 64
	nEach    = 20
	nTargets = 50
)

// figures is what the script measured.
type figures struct {
	Node     string
	Compared int
	Us       map[string]float64
	Pages    map[string][2]int
}

// BenchmarkSideBySide compares the ways. With ISOFRONT_BENCH_TXT it writes the
// comparison to that file.
func BenchmarkSideBySide(b *testing.B) {
	dir := b.TempDir()
	files := browsertest.Synthetic(b, nSeries, nEach)
	q, bundle := prepare(b, dir, files)
	sizes := map[string]int{}
	var modules []string
	for _, compiler := range []string{website.Go, website.TinyGo} {
		out := filepath.Join(dir, compiler+".wasm")
		err := website.CompileCore(context.Background(), "", compiler, "wasm", out)
		if err == nil {
			err = website.CompileCore(context.Background(), "", compiler, "build/sidebyside/kernel/module", filepath.Join(dir, "kernel-"+compiler+".wasm"))
		}
		if err != nil {
			b.Logf("without %s: %v", compiler, err)
			continue
		}
		info, err := os.Stat(out)
		if err != nil {
			b.Fatal(err)
		}
		sizes[compiler], modules = int(info.Size()), append(modules, compiler)
	}
	task, err := json.Marshal(map[string]any{"query": q, "modules": modules, "prices": prices(b, files["index.msgpack"])})
	if err != nil {
		b.Fatal(err)
	}
	files["task.json"], files["rows.json"] = task, rows(b, bundle)
	numbers := numbersOf(bundle, q.Targets, prices(b, files["index.msgpack"]))
	curves := swept(b)
	files["numbers.bin"], files["curves.bin"] = binaryOf(numbers), binaryOf(curves)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	before := native(b, files, q, numbers, curves)
	f := inNode(b, dir)
	// Natively before and after, and the middle of both: a load that comes or goes meets
	// the other ways as well.
	for name, us := range native(b, files, q, numbers, curves) {
		f.Us[name+" native"] = (us + before[name]) / 2
	}
	for name, us := range f.Us {
		b.ReportMetric(us, "us/"+strings.ReplaceAll(name, " ", "-"))
	}
	b.ReportMetric(0, "ns/op")
	text := strings.Join([]string{
		report(f, sizes, bundle, len(files["points.msgpack"]), len(files["rows.json"])),
		jsonInWasm(b), growth(b, dir, modules), importers(b), pages(b),
	}, "\n")
	b.Log("\n" + text)
	if out := os.Getenv("ISOFRONT_BENCH_TXT"); out != "" {
		if err := os.WriteFile(out, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// prepare chooses targets that spread over what the series reach.
func prepare(b *testing.B, dir string, files map[string][]byte) (wire.Query, *data.Bundle) {
	_, _, bundle, err := data.OpenFile(files["points.msgpack"])
	if err != nil {
		b.Fatal(err)
	}
	q := wire.Query{Verb: wire.VerbTable, Model: bundle.Model(), Workload: bundle.Workload()}
	var xs []float64
	for i := range bundle.Len() {
		if x, ok := bundle.Value(data.Interactivity, i).Get(); ok {
			xs = append(xs, x)
		}
	}
	slices.Sort(xs)
	for i := range nTargets {
		q.Targets = append(q.Targets, xs[len(xs)*(2*i+1)/(2*nTargets)])
	}
	q.Targets = slices.Compact(q.Targets)
	return q, bundle
}

// numbersOf is the task of the kernel: the series of the bundle as numbers.
func numbersOf(bundle *data.Bundle, targets []float64, prices map[string]float64) []float64 {
	out := append([]float64{float64(len(bundle.Series())), float64(len(targets))}, targets...)
	for _, run := range bundle.Series() {
		price, ok := prices[run.Key.Hardware]
		if !ok {
			price = math.NaN()
		}
		at := len(out) + 1
		out = append(out, price, 0)
		for i := run.Lo; i < run.Hi; i++ {
			x, xok := bundle.Value(data.Interactivity, i).Get()
			y, yok := bundle.Value(data.TputPerGPU, i).Get()
			if xok && yok {
				out[at]++
				out = append(out, x, y)
			}
		}
	}
	return out
}

func binaryOf(numbers []float64) []byte {
	out := make([]byte, 0, 8*len(numbers))
	for _, v := range numbers {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

func prices(b *testing.B, index []byte) map[string]float64 {
	_, x, _, err := data.OpenFile(index)
	if err != nil {
		b.Fatal(err)
	}
	out := map[string]float64{}
	for _, r := range x.Sheets[0].Rows {
		if v, ok := r.Hyperscaler.Get(); ok {
			out[r.Hardware] = v
		}
	}
	return out
}

// rows is the bundle's rows as a service would send them.
func rows(b *testing.B, bundle *data.Bundle) []byte {
	var out []map[string]any
	for i := range bundle.Len() {
		p := bundle.Point(i)
		row := map[string]any{"series": p.Key().Name(), "hardware": p.Hardware, "framework": p.Framework, "precision": p.Precision,
			"spec_decoding": p.SpecDecoding, "disagg": p.Disagg, "official": p.Official, "recipe": p.Recipe, "concurrency": p.Concurrency,
			"measured_on": p.MeasuredOn, "run": p.Run, "source": p.Source,
			"x": p.Value(data.Interactivity).Ptr(), "y": p.Value(data.TputPerGPU).Ptr()}
		for m, v := range p.Values {
			row[data.Metric(m).Name()] = v.Ptr()
		}
		out = append(out, row)
	}
	text, err := json.Marshal(out)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// native times the engine, from the query to the bytes of its reply, in us.
func native(b *testing.B, files map[string][]byte, q wire.Query, numbers, curves []float64) map[string]float64 {
	e := query.New()
	for _, name := range []string{"index.msgpack", "points.msgpack"} {
		if _, err := e.Open(files[name]); err != nil {
			b.Fatal(err)
		}
	}
	var buffer []byte
	answer := func(q wire.Query) func() {
		return func() {
			r := e.Answer(q)
			if r.Error != nil {
				b.Fatal(r.Error.Message)
			}
			buffer = r.Append(buffer[:0])
		}
	}
	frontiers := q
	frontiers.Verb, frontiers.Targets = wire.VerbFrontier, nil
	out := map[string]float64{}
	var cells []float64
	task, many := kernel.Take(numbers), kernel.Take(curves)
	for name, run := range map[string]func(){
		"table": answer(q), "frontiers": answer(frontiers),
		"numbers": func() { cells = task.Numbers(cells[:0]) },
		"curves":  func() { cells = many.Curves(cells[:0]) },
		"open": func() {
			if _, err := e.Open(files["points.msgpack"]); err != nil {
				b.Fatal(err)
			}
		},
	} {
		for range 20 {
			run()
		}
		var turns []float64
		for range 15 {
			began, n := time.Now(), 0
			for time.Since(began) < 25*time.Millisecond {
				run()
				n++
			}
			turns = append(turns, float64(time.Since(began).Microseconds())/float64(n))
		}
		slices.Sort(turns)
		out[name] = turns[len(turns)/2]
	}
	return out
}

// inNode runs sidebyside.ts.
func inNode(b *testing.B, dir string) figures {
	out := runScript(b, dir, "sidebyside.ts")
	var f figures
	if err := json.Unmarshal(out, &f); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	if f.Compared < nSeries {
		b.Fatalf("only %d cells were compared", f.Compared)
	}
	return f
}

// runScript runs a script of this folder in Node and returns its output.
func runScript(b *testing.B, dir, name string) []byte {
	b.Helper()
	root := browsertest.Root(b)
	if _, err := os.Stat(filepath.Join(root, "node_modules", "d3-shape")); err != nil {
		b.Fatal("d3-shape is not installed: run make deps")
	}
	script := filepath.Join(dir, name+".mjs")
	result := api.Build(api.BuildOptions{EntryPoints: []string{name}, Outfile: script, Write: true,
		Bundle: true, Platform: api.PlatformNode, Format: api.FormatESModule, Target: api.ES2022})
	for _, e := range result.Errors {
		b.Fatalf("bundling: %+v: %s", e.Location, e.Text)
	}
	cmd := exec.Command("node", script)
	cmd.Env = append(os.Environ(), "DIR="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// report is the comparison as text.
func report(f figures, sizes map[string]int, bundle *data.Bundle, packed, text int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "One iso table of %d series at %d targets over %d operating points, side by side in one run.\n", nSeries, nTargets, bundle.Len())
	fmt.Fprintf(&s, "%s, %s, %s/%s, %d cores (%s), Node %s. make bench\n", time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processor(), f.Node)
	fmt.Fprintf(&s, "All ways gave the same %d throughputs, to 1e-9, before they were timed. Medians of 15 turns, in microseconds;\na ratio is to native Go, or to JSON.parse.\n", f.Compared)
	for _, part := range []struct{ task, title, one string }{
		{"curves", fmt.Sprintf("%d frontiers of %d points, their curves, and each read at %d targets; plain JavaScript sorts all points, or what the core leaves to be sorted", nSeries, nSwept, nTargets), "native"},
		{"numbers", "The numbers of the table alone, from points to frontiers, curves, throughput, cost and ratio of each cell; d3-shape: to throughput", "native"},
		{"table", "Table, from the query's bytes to the reply's, each cell with the measured points it rests on; series and frontiers are kept from the query before", "native"},
		{"frontiers", "Frontiers of all series, with their knots; kept from the query before", "native"},
		{"open", fmt.Sprintf("Opening the bundle, %d bytes, checked whole; against JSON.parse of the same rows, %d bytes, not checked", packed, text), "json.parse"},
	} {
		fmt.Fprintf(&s, "\n%s\n", part.title)
		w := tabwriter.NewWriter(&s, 0, 0, 2, ' ', 0)
		for _, name := range slices.Sorted(maps.Keys(f.Us)) {
			if way, ok := strings.CutPrefix(name, part.task+" "); ok {
				fmt.Fprintf(w, "  %s\t%.0f\t%.2f x\n", named(way), f.Us[name], f.Us[name]/f.Us[part.task+" "+part.one])
			}
		}
		_ = w.Flush()
	}
	s.WriteString("\nPages of 64 KiB before and after 1,000 tables and 20 openings\n")
	for _, name := range slices.Sorted(maps.Keys(f.Pages)) {
		fmt.Fprintf(&s, "  %s: %d, %d; module of %d bytes\n", named(name), f.Pages[name][0], f.Pages[name][1], sizes[name])
	}
	return s.String()
}

func named(way string) string {
	if name, ok := map[string]string{website.Go: "Go WebAssembly", website.TinyGo: "TinyGo WebAssembly", "native": "native Go", "javascript": "plain JavaScript", "javascript columns": "plain JavaScript with the core's columns", "json.parse": "JSON.parse"}[way]; ok {
		return name
	}
	return way
}

// processor is the name of the processor, where the system says it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "model name\t: "); ok {
			return name
		}
	}
	return "unknown"
}
