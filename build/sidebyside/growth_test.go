package sidebyside_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/synth"
	"github.com/isofront/isofront/data/wire"
)

// opening is the time in ms to open a set of points, and to form all its frontiers.
type opening struct{ Open, Frontiers float64 }

// growth says how the times grow with points, series, targets and requests: the
// times themselves, and k of time ~ n^k, fitted by least squares on logarithms. What
// is n log n has a k of a little above 1, what is log n one of about 0.
func growth(b *testing.B, dir string, modules []string) string {
	type set struct {
		N      int      `json:"n"`
		Files  []string `json:"files"`
		Rounds int      `json:"rounds"`
	}
	var sets []set
	var ns []float64
	times := map[string][]*opening{}
	for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
		s := set{N: n, Rounds: max(1, min(9, 300_000/n))}
		var files [][]byte
		for i, file := range bundles(b, n) {
			name := fmt.Sprintf("set-%d-%d.msgpack", n, i)
			if err := os.WriteFile(filepath.Join(dir, name), file, 0o644); err != nil {
				b.Fatal(err)
			}
			s.Files, files = append(s.Files, name), append(files, file)
		}
		times["native"] = append(times["native"], openNatively(b, files, s.Rounds))
		sets, ns = append(sets, s), append(ns, float64(n))
	}
	task, err := json.Marshal(map[string]any{"sets": sets, "modules": modules})
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "growth.json"), task, 0o644); err != nil {
		b.Fatal(err)
	}
	inNode := map[string][]*opening{}
	if out := runScript(b, dir, "growth.ts"); json.Unmarshal(out, &inNode) != nil {
		b.Fatalf("growth.ts: %s", out)
	}
	ways := []string{"native"}
	for _, m := range []string{website.Go, website.TinyGo} {
		if inNode[m] != nil {
			ways, times[m] = append(ways, m), inNode[m]
		}
	}

	heads := []string{""}
	for _, way := range ways {
		heads = append(heads, named(way))
	}
	var rows [][]string
	for _, part := range []struct {
		what string
		of   func(opening) float64
	}{
		{"open", func(o opening) float64 { return o.Open }},
		{"all frontiers", func(o opening) float64 { return o.Frontiers }},
		{"both", func(o opening) float64 { return o.Open + o.Frontiers }},
	} {
		for i, n := range ns {
			row := []string{fmt.Sprintf("%s, %.0f points", part.what, n)}
			for _, way := range ways {
				if o := times[way][i]; o != nil {
					row = append(row, fmt.Sprintf("%.1f  %.2f x", part.of(*o), part.of(*o)/part.of(*times["native"][i])))
				} else {
					row = append(row, "too large")
				}
			}
			rows = append(rows, row)
		}
		fit := []string{part.what + ", k"}
		for _, way := range ways {
			var n, v []float64
			for i, o := range times[way] {
				if o != nil {
					n, v = append(n, ns[i]), append(v, part.of(*o))
				}
			}
			fit = append(fit, fmt.Sprintf("%.2f", exponent(n, v)))
		}
		rows = append(rows, fit)
	}
	text := columns("Growth with operating points, synthetic, in many bundles: ms, and the ratio to native Go;\nk of time ~ n^k", heads, rows)
	return text + "\n" + fitted(b)
}

// bundles makes a set of n operating points: an index and a file for each model
// and workload.
func bundles(b *testing.B, n int) [][]byte {
	var files [][]byte
	var rows []*data.Point
	x := data.Index{Sources: []data.Source{synth.Source()}}
	flush := func() {
		if len(rows) == 0 {
			return
		}
		file, bundle, err := data.Encode(rows[0].Model, rows[0].Workload, rows)
		if err != nil {
			b.Fatal(err)
		}
		x.Bundles = append(x.Bundles, data.Describe(bundle, fmt.Sprintf("points-%d.msgpack", len(files))))
		files, rows = append(files, file), nil
	}
	for p := range synth.Points(n, synth.PointOptions{Seed: 9}) {
		if len(rows) > 0 && (p.Model != rows[0].Model || p.Workload != rows[0].Workload) {
			flush()
		}
		rows = append(rows, &p)
	}
	flush()
	index, err := data.EncodeIndex(&x)
	if err != nil {
		b.Fatal(err)
	}
	return append([][]byte{index}, files...)
}

// openNatively is growth.ts in native Go.
func openNatively(b *testing.B, files [][]byte, rounds int) *opening {
	var open, frontiers []float64
	var buffer []byte
	e := query.New()
	for range rounds {
		from := time.Now()
		var opened []wire.Opened
		for _, f := range files {
			o, err := e.Open(f)
			if err != nil {
				b.Fatal(err)
			}
			opened = append(opened, o)
		}
		open, from = append(open, ms(from)), time.Now()
		for _, o := range opened[1:] {
			r := e.Answer(wire.Query{Verb: wire.VerbFrontier, Model: o.Model, Workload: o.Workload})
			if r.Error != nil {
				b.Fatal(r.Error.Message)
			}
			buffer = r.Append(buffer[:0])
		}
		frontiers = append(frontiers, ms(from))
	}
	slices.Sort(open)
	slices.Sort(frontiers)
	return &opening{open[len(open)/2], frontiers[len(frontiers)/2]}
}

func ms(from time.Time) float64 { return float64(time.Since(from).Microseconds()) / 1000 }

// fitted are the exponents of what grows otherwise, natively.
func fitted(b *testing.B) string {
	core := elsewhere(b, nil, "-bench", "^BenchmarkGrowth$", "-benchtime", "1x", "./core/iso")
	var rows [][]string
	for _, l := range [][2]string{
		{"one frontier with its curve, in points, 1,000 to 256,000", "frontier"},
		{"its leave-one-out error, in points, 1,000 to 64,000", "leave_one_out"},
		{"1,000 reads of a frontier, in points, 100 to 100,000", "read"},
		{"a table of 50 targets, in series, 4 to 256", "table_by_series"},
		{"a table of 16 series, in targets, 8 to 512", "table_by_targets"},
	} {
		k := "-"
		if v, ok := core["BenchmarkGrowth/"+l[1]]["exponent"]; ok {
			k = fmt.Sprintf("%.2f", v)
		}
		rows = append(rows, []string{l[0], k})
	}
	var ns, v []float64
	million := 0.0
	for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
		t := summarise(b, n)
		ns, v, million = append(ns, float64(n)), append(v, t), t
	}
	rows = append(rows, []string{"a summary of requests, made one after another, 1,000 to 1,000,000", strconv.FormatFloat(exponent(ns, v), 'f', 2, 64)})
	return columns("Growth of the rest, in native Go: k of time ~ n^k", []string{"", "k"}, rows) +
		fmt.Sprintf("  A million requests, made and summarised: %.2f s\n", million/1000)
}

// summarise takes n synthetic requests into a run and sums it up, in ms.
func summarise(b *testing.B, n int) float64 {
	from := time.Now()
	run := latency.NewRun(latency.Options{Expect: n})
	for r := range synth.Requests(n, synth.RequestOptions{Seed: 4, FiguresOnly: true}) {
		if _, _, err := run.Add(r); err != nil {
			b.Fatal(err)
		}
	}
	if s := run.Summary(); s.Used < n/2 {
		b.Fatalf("%d of %d requests are used", s.Used, n)
	}
	return ms(from)
}

// exponent is k of the times v ~ n^k by least squares on logarithms.
func exponent(n, v []float64) float64 {
	var mx, my, num, den float64
	for i := range n {
		mx, my = mx+math.Log(n[i])/float64(len(n)), my+math.Log(v[i])/float64(len(n))
	}
	for i := range n {
		dx := math.Log(n[i]) - mx
		num, den = num+dx*(math.Log(v[i])-my), den+dx*dx
	}
	return num / den
}
