package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

var gbSolve = []string{"solve", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--prices-as-of", "2026-03-18"}

func solveWith(args ...string) []string { return append(append([]string{}, gbSolve...), args...) }

func TestSolveGolden(t *testing.T) {
	golden(t, "solve-cost.txt", must(t, solveWith("--max-cost", "0.2")...))
	golden(t, "solve-throughput.json", must(t, solveWith("--min-throughput", "9000", "--format", "json")...))
	golden(t, "break-even.txt", must(t, solveWith("--break-even", "--baseline", "gb200*", "--target", "25", "--price", "gb200=2")...))
}

// TestOwnPower: the bound on energy is met at the power that was given, and the
// table derives energy and tok/s/MW from it: 1e6 / 0.25 J = 4,000,000.
func TestOwnPower(t *testing.T) {
	own := []string{"--power", "GB200=1.5", "--power", "gb300=2"}
	var solved wire.Solve
	if err := json.Unmarshal([]byte(must(t, append(solveWith("--max-energy", "0.25", "--format", "json"), own...)...)), &solved); err != nil {
		t.Fatal(err)
	}
	kw := map[string]float64{"gb200": 1.5, "gb300": 2}
	for _, s := range solved.Series {
		if s.KwPerGPU == nil || *s.KwPerGPU != kw[s.Hardware] || s.Throughput == nil || math.Abs(*s.Throughput-1000*kw[s.Hardware]/0.25) > 1e-6 {
			t.Fatalf("%s: %v kW, %v tok/s/GPU", s.Name, s.KwPerGPU, s.Throughput)
		}
		x, _ := json.Marshal(*s.X)
		out := must(t, append([]string{"table", "--model", "DeepSeek-V4-Pro", "--series", s.Name, "--targets", string(x), "--quantity", "energy,throughput-per-mw"}, own...)...)
		if !strings.Contains(out, "0.25") || !strings.Contains(out, "4,000,000 |") || !strings.Contains(out, " (own)") {
			t.Errorf("%s at %s:\n%s", s.Name, x, out)
		}
	}
	out := must(t, append(solveWith("--max-energy", "0.25"), "--power", "gb300=3", "--power", "tpu=1")...)
	if !strings.Contains(out, "own powers: gb300 3 kW/GPU\n") || !strings.Contains(out, "power of tpu: no series here is on that hardware") {
		t.Error(out)
	}
}

// TestOwnPricesThatAreUsed: own prices are listed where a series or the baseline is
// on that hardware; of others a warning says that none is.
func TestOwnPricesThatAreUsed(t *testing.T) {
	own := []string{"--price", "GB200=2", "--price", "h100=3"}
	for _, args := range [][]string{solveWith("--max-cost", "1"), {"solve", "--model", "DeepSeek-V4-Pro", "--series", "gb300*", "--baseline", "gb200*", "--break-even", "--target", "40"}} {
		out := must(t, append(args, own...)...)
		if !strings.Contains(out, "own prices: gb200 $2.00\n") || !strings.Contains(out, "warning: price of h100: no series here is on that hardware\n") {
			t.Error(out)
		}
	}
}

// TestSolveAndTableAgree: the table at what solve found costs the bound.
func TestSolveAndTableAgree(t *testing.T) {
	var solved wire.Solve
	if err := json.Unmarshal([]byte(must(t, solveWith("--max-cost", "0.2", "--format", "json")...)), &solved); err != nil {
		t.Fatal(err)
	}
	for _, s := range solved.Series {
		if s.X == nil {
			t.Fatalf("%s: %s", s.Name, s.State)
		}
		x, err := json.Marshal(*s.X)
		if err != nil {
			t.Fatal(err)
		}
		var table wire.Table
		out := must(t, "table", "--model", "DeepSeek-V4-Pro", "--series", s.Name, "--prices-as-of", "2026-03-18", "--targets", string(x), "--format", "json")
		if err := json.Unmarshal([]byte(out), &table); err != nil {
			t.Fatal(err)
		}
		if usd := table.Series[0].Cells[0].UsdPerMtok; usd == nil || math.Abs(*usd-0.2) > 1e-9 {
			t.Errorf("%s at %s: %v, want 0.2", s.Name, x, usd)
		}
	}
}

// TestPublishedChain: MiniMax-M2.5 at 110 tok/s/user, H100 FP8 to B200 FP8 to
// B200 FP4 at $1.30 and $1.95: 2.8215x by hardware, 2.8867x by precision,
// 8.1448x in all, and the steps multiply to the whole.
func TestPublishedChain(t *testing.T) {
	var table wire.Table
	out := must(t, "table", "--model", "MiniMax-M2.5", "--workload", "8192/1024", "--targets", "110", "--format", "json",
		"--chain", "h100/*/fp8/*,b200/*/fp8/*,b200/*/fp4/*", "--price", "h100=1.30", "--price", "b200=1.95")
	if err := json.Unmarshal([]byte(out), &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Chain) != 3 {
		t.Fatalf("%d steps", len(table.Chain))
	}
	product := 1.0
	for i, want := range []float64{2.8215, 2.8867, 8.1448} {
		got := table.Chain[i].Ratios[0].PerfPerDollar
		if got == nil || math.Abs(*got-want) > 5e-5 {
			t.Errorf("step %d: %v, want %v", i, got, want)
			continue
		}
		if i < 2 {
			product *= *got
		} else if math.Abs(product-*got) > 1e-11*product {
			t.Errorf("steps multiply to %v, whole %v", product, *got)
		}
	}
	if d := table.Chain[0].Differs; len(d) != 1 || d[0] != "hardware" {
		t.Errorf("first step differs in %v", d)
	}
	if d := table.Chain[1].Differs; len(d) != 1 || d[0] != "precision" {
		t.Errorf("second step differs in %v", d)
	}
}

// What nobody reaches is told with the target as the subject and the end of the
// frontier that the axis has there, as the table tells it.
func TestSolveSaysWhereAFrontierEnds(t *testing.T) {
	for bound, want := range map[string]string{"--max-cost=0.001": "unreachable: lowest is $0.", "--max-energy=0.001": "unreachable: lowest is ", "--min-throughput=1000000": "unreachable: highest is "} {
		for _, axis := range []string{"interactivity", "e2el"} {
			out := must(t, "solve", "--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", axis, bound)
			if strings.Count(out, want) == 0 || strings.Contains(out, "tighter") {
				t.Errorf("%s on %s: want %q in\n%s", bound, axis, want, out)
			}
		}
	}
	even := []string{"solve", "--break-even", "--model", "Synthetic agentic demo", "--baseline", "synthetic-queue*"}
	for _, c := range [][3]string{{"interactivity", "5000", "fastest"}, {"interactivity", "0.01", "slowest"}, {"e2el", "0.01", "fastest"}, {"e2el", "50000", "slowest"}} {
		out := must(t, append(even, "--axis", c[0], "--target", c[1])...)
		if !strings.Contains(out, "unreachable: "+c[2]+" is ") || strings.Contains(out, "its frontier") {
			t.Errorf("%v:\n%s", c, out)
		}
	}
}

// TestUnsolved: a series without an answer says what it lacks.
func TestUnsolved(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--max-cost", "1", "--axis", "ttft"}, "absent: no point has TTFT at p50 and throughput"},
		{[]string{"--max-cost", "1", "--percentile", "90"}, "absent: no point has interactivity at p90 and throughput"},
		{[]string{"--max-cost", "1", "--prices-as-of", "2020-01-01"}, "absent: no price for gb200"},
		{[]string{"--max-energy", "1", "--prices-as-of", "2020-01-01"}, "absent: no power figure for gb300"},
	} {
		if out := must(t, append([]string{"solve", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*"}, c.args...)...); !strings.Contains(out, c.want) {
			t.Errorf("%v: %s", c.args, out)
		}
	}
}

// TestBreakEvenWords: beside each break-even stands whether the price now is under it,
// and why there is none. At 50 the published curves give 940.8 and 649.2 tok/s/GPU, so
// that GB300 breaks even at 1.86 x 940.8/649.2 = $2.70, above its $2.31; MI355X FP4's
// 154.8 give $0.44, below its $1.50.
func TestBreakEvenWords(t *testing.T) {
	all := []string{"solve", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-08-14", "--break-even"}
	for _, c := range []struct {
		baseline, target string
		want             []string
	}{
		{"gb200*", "50", []string{", at 50 tok/s/user (p50)", "$2.696 $2.31 cheaper interpolated", "$0.4435 $1.50 dearer interpolated", "- $1.50 - unreachable: fastest is 2.43"}},
		{"gb200*", "13.5", []string{"- $2.31 - interpolated: the baseline was not measured this slow"}},
		{"mi355x*fp8*", "50", []string{"- $1.86 - interpolated, directional: the baseline cannot go that fast"}},
	} {
		out := strings.Join(strings.Fields(must(t, append(all, "--baseline", c.baseline, "--target", c.target)...)), " ")
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s at %s: no %q in %s", c.baseline, c.target, want, out)
			}
		}
	}
}

// TestNumbersOutOfRange: a system whose numbers are too large for a curve says that.
func TestNumbersOutOfRange(t *testing.T) {
	dir := files(t, map[string]string{"points.csv": csvHead + row("4") + strings.Replace(strings.Replace(row("4"), "h100", "h200", 1), ",100,", ",1e300,", 1)})
	out := filepath.Join(t.TempDir(), "out")
	must(t, "pack", "-o", out, dir)
	const why = "1 point left out: outside the range of numbers that can be interpolated"
	for _, args := range [][]string{{"--max-cost", "2"}, {"--break-even", "--baseline", "h100*", "--target", "20"}} {
		if text := must(t, append([]string{"solve", "--data", out}, args...)...); !strings.Contains(text, why) {
			t.Errorf("%v: %s", args, text)
		}
	}
}
