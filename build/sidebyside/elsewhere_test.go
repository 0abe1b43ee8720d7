package sidebyside_test

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/isofront/isofront/build/browsertest"
	"github.com/isofront/isofront/build/website"
)

// metrics are those of benchmarks: by benchmark, by unit.
type metrics map[string]map[string]float64

// elsewhere runs benchmarks of another package and returns what they report. One
// that fails is left out, with a word in the log: a comparison is better short than
// not made.
func elsewhere(b *testing.B, env []string, args ...string) metrics {
	b.Helper()
	cmd := exec.Command("go", append([]string{"test", "-run", "^$"}, args...)...)
	cmd.Dir, cmd.Env = browsertest.Root(b), append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Logf("go test %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	found := metrics{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := strings.TrimSuffix(fields[0], "-"+strconv.Itoa(runtime.NumCPU()))
		found[name] = map[string]float64{}
		for i := 2; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				found[name][fields[i+1]] = v
			}
		}
	}
	return found
}

// inGoWasm is for elsewhere: under js/wasm in Node.
func inGoWasm(b *testing.B) (env []string, program string) {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	return []string{"GOOS=js", "GOARCH=wasm"}, "-exec=" + filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
}

// jsonInWasm says how the opening of a bundle compares with encoding/json in the
// very same module.
func jsonInWasm(b *testing.B) string {
	env, program := inGoWasm(b)
	there := elsewhere(b, env, program, "-bench", "^BenchmarkOpen$", "-benchtime", "200ms", "./data")
	here := elsewhere(b, nil, "-bench", "^BenchmarkOpen$", "-benchtime", "200ms", "./data")
	const unit = "times-the-bundle"
	return fmt.Sprintf("JSON of 20,000 operating points read by encoding/json, against opening their bundle, checked whole\n  native Go       %.0f x as long\n  Go WebAssembly  %.0f x as long (both in one module)\n",
		here["BenchmarkOpen/json"][unit], there["BenchmarkOpen/json"][unit])
}

// importers says how many rows or records a second each importer reads.
func importers(b *testing.B) string {
	env, program := inGoWasm(b)
	args := []string{"-bench", "^Benchmark(Formats|Requests)$", "-benchtime", "200ms", "./data/importer"}
	here := elsewhere(b, nil, args...)
	there := elsewhere(b, env, append([]string{program}, args...)...)
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(here)) {
		short := strings.NewReplacer("BenchmarkFormats/", "points: ", "BenchmarkRequests/", "requests: ").Replace(name)
		native, wasm := perSecond(here[name]), perSecond(there[name])
		rows = append(rows, []string{short, fmt.Sprintf("%.0f", native), fmt.Sprintf("%.0f", wasm), fmt.Sprintf("%.2f x", native/wasm)})
	}
	return columns("Importers, operating points or requests a second", []string{"", "native Go", "Go WebAssembly", ""}, rows)
}

func perSecond(m map[string]float64) float64 { return max(m["rows/s"], m["records/s"]) }

// pages compares what a reader waits for under both compilers, in Chromium.
func pages(b *testing.B) string {
	by := map[string]metrics{}
	for _, compiler := range []string{website.Go, website.TinyGo} {
		found := metrics{}
		for _, bench := range []string{"Start", "Drag"} {
			maps.Copy(found, elsewhere(b, []string{browsertest.CompilerEnv + "=" + compiler}, "-bench", "^Benchmark"+bench+"$", "-benchtime", "1x", "./build/browsertest"))
		}
		by[compiler] = found
	}
	var rows [][]string
	for _, l := range []struct{ what, bench, unit, format string }{
		{"site, KB to interactive", "Start", "site-KB", "%.1f"},
		{"  first true table painted, ms", "Start", "site-painted-ms", "%.0f"},
		{"  interactive, ms", "Start", "site-ready-ms", "%.0f"},
		{"article, KB of module and scripts", "Start", "embed-KB", "%.1f"},
		{"  written table painted, ms", "Start", "embed-painted-ms", "%.0f"},
		{"  first one live, ms", "Start", "embed-ready-ms", "%.0f"},
		{"offline file, KB", "Start", "file-KB", "%.1f"},
		{"  first true table painted, ms", "Start", "file-painted-ms", "%.0f"},
		{"  interactive, ms", "Start", "file-ready-ms", "%.0f"},
		{"importers, KB on the first drop", "Start", "importers-KB", "%.1f"},
		{"drag: gap of frames, p95 ms", "Drag", "drag-gap-p95-ms", "%.1f"},
		{"  work in a frame, p50 ms", "Drag", "drag-work-p50-ms", "%.1f"},
		{"  work in a frame, p95 ms", "Drag", "drag-work-p95-ms", "%.1f"},
		{"pointer: work in a frame, p95 ms", "Drag", "hover-work-p95-ms", "%.1f"},
	} {
		row := []string{l.what}
		for _, compiler := range []string{website.Go, website.TinyGo} {
			if v, ok := by[compiler]["Benchmark"+l.bench][l.unit]; ok {
				row = append(row, fmt.Sprintf(l.format, v))
			} else {
				row = append(row, "-")
			}
		}
		rows = append(rows, row)
	}
	return columns("Pages in Chromium over loopback: bytes after brotli, times from navigation, medians of 5;\nthe drag is over 20 curves of 500 points and a 20 x 10 table, at 60 inputs a second", []string{"", "Go", "TinyGo"}, rows)
}

// columns sets rows under a title and heads: the first column to the left.
func columns(title string, heads []string, rows [][]string) string {
	var s strings.Builder
	w := tabwriter.NewWriter(&s, 0, 0, 2, ' ', tabwriter.AlignRight)
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r[0]))
	}
	for _, r := range append([][]string{heads}, rows...) {
		fmt.Fprintf(w, "  %-*s", wide, r[0])
		for _, cell := range r[1:] {
			fmt.Fprintf(w, "\t%s", cell)
		}
		fmt.Fprintln(w, "\t")
	}
	_ = w.Flush()
	lines := strings.Split(s.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return title + "\n" + strings.Join(lines, "\n")
}
