package main

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// One table beyond a limit is named and skipped: the others are checked.
func TestAuditSkipsOneTableTooLarge(t *testing.T) {
	const good = "| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2,846 |\n\n"
	n := audit.MaxColumns + 1
	wide := strings.Repeat("a|", n) + "\n" + strings.Repeat("-|", n) + "\n" + strings.Repeat("1|", n) + "\n\n"
	both, alone := write(t, "both.md", good+wide+strings.Replace(good, "2,846", "2,847", 1)), write(t, "alone.md", wide)
	place := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	const counts, one = "2 cells: 1 agrees, 1 differs\n", "1 cell: 1 agrees\n"
	skipped := "isofront: audit: warning: " + both + ": line 5: table 2, of more than 200 columns, is skipped\n"
	for _, c := range []struct {
		args      []string
		code      int
		out, errs string
	}{
		{[]string{both}, 0, counts, skipped},
		{[]string{both, "--fail"}, 1, counts, skipped + "isofront: audit: " + both + ": 1 cell does not agree, 0 costs break cost x throughput\n"},
		{[]string{both, "--table", "1"}, 0, one, ""},
		{[]string{both, "--table", "2"}, 1, "", "isofront: audit: " + both + ": line 5: a table of more than 200 columns\n"},
		{[]string{both, "--format", "json"}, 0, `"skipped": "more than 200 columns"`, skipped},
		{[]string{both, "--format", "markdown"}, 0, "Not checked: more than 200 columns.", skipped},
		{[]string{both, "--columns"}, 0, "table 2 (markdown, line 5): more than 200 columns\n", skipped},
		{[]string{alone}, 1, "", "isofront: audit: " + alone + ": line 1: a table of more than 200 columns\n"},
	} {
		out, errs, code := isofront(t, append(append([]string{"audit"}, c.args...), place...)...)
		if code != c.code || !strings.Contains(out, c.out) || errs != c.errs {
			t.Errorf("%v: %d %s\n%s\nwant %d %s", c.args[1:], code, errs, out, c.code, c.errs)
		}
	}
}
