package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const priceHead = "as_of,hardware,hyperscaler_usd_per_gpu_hour,source\n"

// row is a sound row at a concurrency.
func row(concurrency string) string {
	return "M,h100,vllm,fp8,none,false,8192,1024,TP=8," + concurrency + ",100,50,20,2026-01-01,,s\n"
}

// files writes files into one folder.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Somebody's own prices are never replaced by those that ship.
func TestOwnPricesAreNotReplaced(t *testing.T) {
	dir := files(t, map[string]string{
		"points.csv": csvHead + row("4"), "refused.csv": priceHead + "2026-01-01,h100,-2,mine\n", "empty.csv": priceHead,
		"many.csv": priceHead + "2026-01-01,h100,-2,mine\n2026-01-01,b200,free,mine\n",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	out := filepath.Join(t.TempDir(), "out")
	for name, want := range map[string]string{
		"refused.csv": "no price in these price sheets: its only row is refused: " + at("refused.csv") + `: row 2: hyperscaler_usd_per_gpu_hour: is negative: "-2"`,
		"empty.csv":   "no price in these price sheets: it holds no rows",
		"many.csv":    "no price in these price sheets: all 2 rows are refused, the first: ",
	} {
		_, errs, code := isofront(t, "pack", "-o", out, at("points.csv"), at(name))
		if code != 1 || !strings.HasPrefix(errs, "isofront: pack: "+at(name)+": "+want) {
			t.Errorf("%s: exit %d: %s", name, code, errs)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
	// Found in a folder: costs are absent, and the report says why.
	text := must(t, "pack", "-o", out, dir)
	if want := "prices: given, but no row of " + at("empty.csv") + ", " + at("many.csv") + ", " + at("refused.csv") + " can be used: costs are absent\n"; !strings.Contains(text, want) || strings.Contains(text, "come with isofront") {
		t.Errorf("no %q in\n%s", want, text)
	}
	if table := must(t, "table", "--data", out, "--targets", "50"); !strings.Contains(table, "no price") {
		t.Error(table)
	}
}

// What is ambiguous is said: letter case, and two sheets of one date.
func TestAmbiguities(t *testing.T) {
	dir := files(t, map[string]string{
		"points.csv": csvHead + row("4") + strings.Replace(row("8"), "h100", "H100", 1) + strings.Replace(row("4"), ",100,", ",120,", 1) + strings.Replace(row("16"), "2026", "2962", 1),
		"prices.csv": priceHead + "2026-01-01,h100,2,a\n2026-01-01,H100,3,a\n2026-01-01,h100,2.5,b\n",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	out := must(t, "pack", "-o", filepath.Join(t.TempDir(), "out"), dir)
	for _, want := range []string{
		`  refused: hardware: differs from an earlier row only in letter case: row 3 ("H100", see row 2: "h100")`,
		`warning: hardware: "h100" in ` + at("points.csv") + ` and "H100" in ` + at("points.csv") + ` differ only in letter case: they are kept apart`,
		`warning: prices: two sheets of 2026-01-01: tables use that of "b", not that of "a"`,
		`  warning: the same configuration, concurrency and date as an earlier row, with another throughput: both are kept: row 4 (120 tok/s/GPU against 100 in row 2)`,
		`  warning: measured_on: lies after today by this machine's clock: row 5 (2962-01-01)`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// Inputs without a result are told what they hold.
func TestNoResults(t *testing.T) {
	dir := files(t, map[string]string{"prices.csv": priceHead + "2026-01-01,h100,2,a\n2026-01-01,b200,3,a\n2026-01-01,b300,-3,a\n"})
	at := filepath.Join(dir, "prices.csv")
	_, errs, code := isofront(t, "pack", "-o", filepath.Join(dir, "out"), at)
	if want := "isofront: pack: no benchmark results in " + at + ": " + at + " holds price sheets (CSV)\n"; code != 1 || errs != want {
		t.Errorf("exit %d: %q, want %q", code, errs, want)
	}
}

// A report names each cause once, its first rows with what was found, and counts
// the rest.
func TestReportIsShort(t *testing.T) {
	var b strings.Builder
	b.WriteString(csvHead)
	for range 3000 {
		b.WriteString(strings.Replace(row("8"), ",100,", ",fast,", 1))
	}
	file := write(t, "a.csv", b.String()+row("4"))
	out := must(t, "inspect", file)
	if want := `  refused, 3000 rows: tput_per_gpu: is not a number: row 2 ("fast"), row 3 ("fast"), row 4 ("fast"), rows 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21 and 2980 more` + "\n"; !strings.Contains(out, want) || strings.Count(out, "is not a number") != 1 {
		t.Errorf("no %q in\n%s", want, out)
	}
	if strings.Contains(out, "\nvalid") || !strings.Contains(out, "1 row kept, 3000 refused") {
		t.Error(out)
	}
}

// A packed file under the name of another, or of another kind, is an error.
func TestMisnamedFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	must(t, "pack", "-o", dir, "../data/sources/operating_points.csv")
	bundles, err := filepath.Glob(filepath.Join(dir, "points-*.msgpack"))
	if err != nil || len(bundles) < 2 {
		t.Fatal(bundles, err)
	}
	b, err := os.ReadFile(bundles[0])
	if err != nil {
		t.Fatal(err)
	}
	misnamed := filepath.Join(t.TempDir(), "points-m-8192-1024.0123456789ab.msgpack")
	if err := os.WriteFile(misnamed, b, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"check", "inspect"} {
		_, errs, code := isofront(t, verb, misnamed)
		if code != 1 || !strings.Contains(errs, "its name says 0123456789ab, its content is ") {
			t.Errorf("%s: exit %d: %s", verb, code, errs)
		}
	}
	index, err := filepath.Glob(filepath.Join(dir, "index.*.msgpack"))
	if err != nil || len(index) != 1 {
		t.Fatal(index, err)
	}
	if err := os.Rename(index[0], filepath.Join(dir, "index.0123456789ab.msgpack")); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := isofront(t, "check", dir); code != 1 || !strings.Contains(errs, "its name says 0123456789ab") {
		t.Errorf("a renamed index: exit %d: %s", code, errs)
	}
}

// Whatever the verb, a pipe that nobody writes to is an error at once.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"pack", "-o", filepath.Join(t.TempDir(), "out"), pipe}, {"inspect", pipe}, {"check", pipe}, {"requests", pipe}, {"audit", pipe}, {"table", "--data", pipe},
	} {
		done := make(chan string, 1)
		go func() {
			_, errs, _ := isofront(t, args...)
			done <- errs
		}()
		select {
		case errs := <-done:
			if !strings.Contains(errs, "not a regular file") && !strings.Contains(errs, "not a folder") {
				t.Errorf("%v: %s", args, errs)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%v waits", args)
		}
	}
}
