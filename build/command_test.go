package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// csvHead is the header of an operating-point file.
const csvHead = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,recipe,concurrency,tput_per_gpu,interactivity,tpot_ms,measured_on,run,source\n"

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFailuresAreOneLine: one line on stderr naming verb, thing and reason;
// 2 for bad usage, 1 for bad data.
func TestFailuresAreOneLine(t *testing.T) {
	empty := t.TempDir()
	missing := filepath.Join(t.TempDir(), "missing")
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.txt"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	good := write(t, "good.csv", csvHead+"M,h100,vllm,fp8,none,false,8192,1024,TP=8,4,100,50,20,2026-01-01,,s\n")
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for _, c := range []struct {
		code int
		want string // part of the line
		args []string
	}{
		{2, `isofront: tabel: `, []string{"tabel"}},
		{2, `isofront: table: unknown flag --nope`, []string{"table", "--nope"}},
		{2, `isofront: table: --targets: "abc" is not a number`, []string{"table", "--targets", "20,abc"}},
		{2, `isofront: table: target 0: must be a number above 0`, append(gb, "--targets", "0")},
		{2, `isofront: table: model "GPT-9": not in this data; there are DeepSeek-R1-0528 1024/1024`, []string{"table", "--model", "GPT-9"}},
		{2, `isofront: table: workload "1/1": not in this data for that model`, []string{"table", "--model", "GLM-5", "--workload", "1/1"}},
		{2, `isofront: table: series "tpu*": matches none of`, []string{"table", "--model", "GLM-5", "--series", "tpu*"}},
		{2, `isofront: table: series "[": not a valid pattern`, []string{"table", "--model", "GLM-5", "--series", "["}},
		{2, `isofront: table: baseline "b200*": must match one series, matches b200/`, []string{"table", "--model", "GLM-5", "--baseline", "b200*"}},
		{2, `isofront: table: as-of "2026-13-01": want a date`, []string{"table", "--model", "GLM-5", "--as-of", "2026-13-01"}},
		{2, `nothing was measured by 2020-01-01`, []string{"table", "--model", "GLM-5", "--as-of", "2020-01-01"}},
		{2, `isofront: table: axis "speed"`, []string{"table", "--model", "GLM-5", "--axis", "speed"}},
		{2, `isofront: table: percentile 42`, []string{"table", "--model", "GLM-5", "--percentile", "42"}},
		{2, `isofront: table: price of h200: -1: must be a number from 1e-06 to 1e+09`, []string{"table", "--model", "GLM-5", "--price", "h200=-1"}},
		{2, `isofront: table: power of h200: 0: must be a number from 1e-06 to 1e+09`, []string{"table", "--model", "GLM-5", "--power", "h200=0"}},
		{2, `isofront: table: --price h200: "0x1p4" is not a number`, []string{"table", "--model", "GLM-5", "--price", "h200=0x1p4"}},
		{2, `isofront: table: --price: "h200" is given twice`, []string{"table", "--model", "GLM-5", "--price", "h200=1", "--price", "h200=2"}},
		{2, `isofront: table: --price: "h200" is given twice`, []string{"table", "--model", "GLM-5", "--price", "h200=1;h200=1"}},
		{2, `isofront: table: --price: h200 is given twice`, []string{"table", "--model", "GLM-5", "--price", "h200=1", "--price", "H200=2"}},
		{2, `isofront: table: --targets: "1_0" is not a number`, []string{"table", "--model", "GLM-5", "--targets", "1_0"}},
		{2, `isofront: serve: --addr: "": want HOST:PORT`, []string{"serve", "--addr", ""}},
		{2, `isofront: table: --format: "pdf"`, []string{"table", "--format", "pdf"}},
		{2, `isofront: table: --theme: "sepia": want auto, light, dark`, []string{"table", "--theme", "sepia"}},
		{2, `isofront: solve: --percentile: 0: want 50, 75, 90 or 95`, []string{"solve", "--model", "GLM-5", "--percentile", "0", "--max-cost", "1"}},
		{2, `isofront: chart: --percentile: 0: want 50, 75, 90 or 95`, []string{"chart", "--model", "GLM-5", "--percentile", "0", "--format", "embed"}},
		{2, `isofront: table: --digits: 0: want 1 to 15`, []string{"table", "--model", "GLM-5", "--digits", "0"}},
		{2, `isofront: table: --quantity: "speed"`, []string{"table", "--quantity", "speed"}},
		{2, `isofront: table: reach "far"`, []string{"table", "--model", "GLM-5", "--reach", "far"}},
		{2, `isofront: table: basis "street"`, []string{"table", "--model", "GLM-5", "--basis", "street"}},
		{2, `isofront: table: chain: name at least two series`, []string{"table", "--model", "GLM-5", "--chain", "h200*"}},
		{2, `isofront: solve: give one of --max-cost`, []string{"solve", "--model", "GLM-5"}},
		{2, `isofront: solve: --max-cost, --max-energy: give one of them`, []string{"solve", "--model", "GLM-5", "--max-cost", "1", "--max-energy", "1"}},
		{2, `isofront: solve: max cost -1: must be a number above 0`, []string{"solve", "--model", "GLM-5", "--max-cost=-1"}},
		{2, `isofront: solve: --break-even: needs --baseline and --target`, []string{"solve", "--model", "GLM-5", "--break-even"}},
		{2, `isofront: solve: --target: goes with --break-even`, []string{"solve", "--model", "GLM-5", "--max-cost", "1", "--target", "9"}},
		{2, `isofront: pack: missing flags: --out=DIR`, []string{"pack", good}},
		{1, missing, []string{"table", "--data", missing}},
		{1, `no index here`, []string{"table", "--data", empty}},
		{1, `no benchmark results`, []string{"pack", "-o", filepath.Join(t.TempDir(), "out"), empty}},
		{1, missing, []string{"pack", "-o", filepath.Join(t.TempDir(), "out"), missing}},
		{1, `thesis.txt`, []string{"pack", "-o", foreign, good}},
		{1, `thesis.txt`, []string{"pack", "-o", filepath.Join(t.TempDir(), "out"), filepath.Join(foreign, "thesis.txt")}},
		{1, `no index here`, []string{"inspect", empty}},
		{1, missing, []string{"inspect", missing}},
		{1, missing, []string{"check", missing}},
		{1, `not an isofront file`, []string{"check", good}},
		{1, `already in use`, []string{"serve", "--addr", busy.Addr().String()}},
		{1, `not a site`, []string{"serve", "--addr", "127.0.0.1:0", "--site", empty}},
	} {
		out, errs, code := isofront(t, c.args...)
		name := strings.Join(c.args, " ")
		if code != c.code || !strings.Contains(errs, c.want) || !strings.HasPrefix(errs, "isofront: ") {
			t.Errorf("%s: exit %d: %q, want exit %d: %q", name, code, errs, c.code, c.want)
		}
		if strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("%s: not one line on stderr alone: %q %q", name, errs, out)
		}
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(foreign), "*", ".isofront-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestFullDisk: output that could not be written is no success.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("/dev/full is not there")
	}
	defer full.Close()
	for _, args := range [][]string{{"inspect", "../data/sources/operating_points.csv"}, {"table", "--model", "GLM-5"}, {"pack", "-o", filepath.Join(t.TempDir(), "o"), "../data/sources/operating_points.csv"}} {
		var errs strings.Builder
		if code := run(args, streams{full, &errs}); code != 1 || !strings.Contains(errs.String(), "standard output") {
			t.Errorf("%v: exit %d: %s", args, code, errs.String())
		}
	}
}

// TestPackReportsBadRows: the good row beside bad ones is kept, each bad one is
// refused by number and reason.
func TestPackReportsBadRows(t *testing.T) {
	row := func(conc, tput, x string) string {
		return "M,\"zeta,9\",vllm,fp8,none,false,8192,1024,TP=8," + conc + "," + tput + "," + x + ",,2026-01-01,,s\r\n"
	}
	file := write(t, "mixed.csv", "\ufeff"+strings.ReplaceAll(csvHead, "\n", "\r\n")+
		row("1", "100", "50")+ // 2: kept, though no price is known for this hardware
		row("2", "-5", "40")+ // 3: negative throughput
		row("4", "abc", "30")+ // 4: text in a number
		row("1", "100", "50")+ // 5: a duplicate of row 2
		row("8", "300", "20")) // 6: kept
	dir := filepath.Join(t.TempDir(), "out")
	out := must(t, "pack", "-o", dir, file)
	for _, want := range []string{"2 rows kept, 3 refused", `tput_per_gpu: is negative: row 3 ("-5")`, `tput_per_gpu: is not a number: row 4 ("abc")`, "duplicate row: row 5 (the same as row 2)",
		"official: not stated in " + file + ": taken as official", "sources without a title or link: s; pack a CSV with the columns id, title, url"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	table := must(t, "table", "--data", dir, "--targets", "20,35,60")
	for _, want := range []string{"| 20 | 300.0 |", "no price", "unreachable: fastest is 50", "ZETA,9 none"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if got := must(t, "inspect", file); !strings.Contains(got, "3 refused") || strings.Contains(got, "\nvalid") {
		t.Errorf("inspect: %s", got)
	}
}

// TestFrontierCanBePackedAgain: the frontier's CSV is an operating-point file
// and gives the same frontier.
func TestFrontierCanBePackedAgain(t *testing.T) {
	args := []string{"frontier", "--model", "DeepSeek-R1-0528", "--workload", "agentic"}
	first := must(t, args...)
	dir := filepath.Join(t.TempDir(), "again")
	must(t, "pack", "-o", dir, write(t, "frontier.csv", first))
	if again := must(t, append(args, "--data", dir)...); again != first {
		t.Errorf("packed again:\n%s\nfirst:\n%s", again, first)
	}
}

func TestInspectAndCheck(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	must(t, "pack", "-o", dir, "../data/sources/operating_points.csv", "../data/sources/prices.csv")
	if out := must(t, "inspect", dir); !strings.Contains(out, "gb300/dynamo-vllm/fp4/none/disagg: 6 points, measured 2026-05-22, 13.12 to 73.43 tok/s/user") {
		t.Error(out)
	}
	must(t, "check", dir)
	bundles, err := filepath.Glob(filepath.Join(dir, "points-*.msgpack"))
	if err != nil || len(bundles) == 0 {
		t.Fatal(bundles, err)
	}
	must(t, "check", bundles[0])
	b, err := os.ReadFile(bundles[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(bundles[0], b, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", dir}, {"check", bundles[0]}, {"inspect", dir}, {"inspect", bundles[0]}} {
		if _, errs, code := isofront(t, args...); code != 1 || !strings.Contains(errs, filepath.Base(bundles[0])) {
			t.Errorf("%v of a flipped bit: exit %d: %s", args[0], code, errs)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, verb := range []string{"pack", "inspect", "table", "frontier", "solve", "site", "serve", "edge", "check"} {
		if out := must(t, verb, "--help"); !strings.Contains(out, "isofront "+verb) || !strings.Contains(out, "Example:") {
			t.Errorf("%s: %s", verb, out)
		}
	}
	if out := must(t); !strings.Contains(out, "Usage: isofront") {
		t.Error(out)
	}
}

// TestFlagsGivenTwice: of a flag that holds one value the last would silently count.
// Flags that are meant to repeat do.
func TestFlagsGivenTwice(t *testing.T) {
	for flag, args := range map[string][]string{
		"chain":    {"table", "--chain", "gb200*,gb300*", "--chain", "gb300*,gb200*"},
		"targets":  {"table", "--targets", "25", "--targets", "50"},
		"baseline": {"frontier", "--baseline", "gb200*", "--baseline=gb300*"},
		"out":      {"chart", "-o", "a.svg", "--out", "b.svg"},
		"log-x":    {"chart", "-o", "a.svg", "--log-x", "--no-log-x"},
		"target":   {"solve", "--break-even", "--target", "1", "--target", "2"},
		"table":    {"audit", "x.md", "--table", "1", "--table", "2"},
		"data":     {"serve", "--data", "a", "--data", "b"},
	} {
		_, errs, code := isofront(t, args...)
		if want := "isofront: " + args[0] + ": --" + flag + ": given twice: it holds one value\n"; code != 2 || errs != want {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
	out := must(t, "table", "--model", "DeepSeek-V4-Pro", "--series", "gb300*", "--series", "gb200*", "--targets", "25", "--quantity", "throughput", "--quantity", "cost",
		"--price", "gb200=2", "--price", "gb300=3", "--power", "gb200=2", "--power", "gb300=3")
	if !strings.Contains(out, "GB200 $2.00 (own), GB300 $3.00 (own)") || strings.Count(out, "| GB300 ") != 2 {
		t.Error(out)
	}
}
