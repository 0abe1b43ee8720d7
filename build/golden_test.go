package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// isofront runs the command in this process.
func isofront(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(args, streams{&o, &e})
	return o.String(), e.String(), code
}

// must is isofront that has to succeed.
func must(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := isofront(t, args...)
	if code != 0 {
		t.Fatalf("isofront %s: exit %d: %s", strings.Join(args, " "), code, errs)
	}
	return out
}

// golden compares text with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (- want, + got):\n%s", path, diff)
	}
}

// gb is GB300 against GB200 on the shipped figures.
var gb = []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--baseline", "gb200*", "--prices-as-of", "2026-03-18"}

func TestTableGolden(t *testing.T) {
	for _, format := range []string{"markdown", "csv", "html", "json", "latex"} {
		args := append(append([]string{}, gb...), "--targets", "10,16,25,50,74", "--quantity", "throughput,cost,energy,tokens-per-dollar", "--format", format)
		golden(t, "gb300-gb200."+format, must(t, args...))
	}
}

// TestTableSays checks by hand what the goldens must hold: on the sheet of
// 2026-03-18 (GB200 $2.21, GB300 $2.652), at 25 tok/s/user 2.21e6/(3600*2845.558)
// = $0.2157 against 2.652e6/(3600*7208.8011) = $0.1022, neither directional; at
// 50 $0.946 against $0.783, both directional.
func TestTableSays(t *testing.T) {
	out := must(t, append(append([]string{}, gb...), "--targets", "25,50", "--quantity", "cost")...)
	for _, want := range []string{"| 25 | $0.216 | $0.102 | 2.11x |", `| 50 | \~$0.946 | \~$0.783 | \~1.21x |`} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %s in\n%s", want, out)
		}
	}
}

func TestFrontierGolden(t *testing.T) {
	golden(t, "gb300-frontier.csv", must(t, "frontier", "--model", "DeepSeek-V4-Pro", "--series", "gb300*"))
	golden(t, "gb300-frontier.json", must(t, "frontier", "--model", "DeepSeek-V4-Pro", "--series", "gb300*", "--format", "json"))
}

func TestAgenticGolden(t *testing.T) {
	args := []string{"table", "--model", "DeepSeek-R1-0528", "--workload", "agentic", "--targets", "9,12,20,28,100", "--quantity", "throughput"}
	golden(t, "agentic.markdown", must(t, args...))
	golden(t, "agentic-e2e-normalized.json", must(t, append(args, "--axis", "e2e-normalized", "--format", "json")...))
}
