package pack

import (
	"slices"
	"strings"
	"testing"
)

// An agentic point without an E2E-normalized value is in no table, and packing says so.
func TestAgenticPointsWithoutRecordsAreNamed(t *testing.T) {
	agentic := strings.NewReplacer("8192,1024", "agentic", "isl,osl", "workload")
	with := strings.Replace(agentic.Replace(header), "\n", ",p90_itl_s,p90_e2el_per_token_s\n", 1)
	row := agentic.Replace(strings.TrimSuffix(rowA, "\n"))
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"all hold one":     {with + row + ",0.02,0.05\n", nil},
		"one of two":       {with + row + ",0.02,0.05\n" + strings.Replace(row, "900", "950", 1) + ",0.02,\n", []string{"M agentic: 1 of 2 points hold no E2E-normalized value (E2EL per output token), without which no table, chart or frontier takes them: pack the per-request records of their runs"}},
		"another workload": {header + rowA, nil},
	} {
		dir := folder(t, map[string]string{"a.csv": c.file})
		_, report, err := Build(dir)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		said := slices.DeleteFunc(slices.Clone(report.Warnings), func(w string) bool { return !strings.Contains(w, "E2E-normalized") })
		if !slices.Equal(said, c.want) {
			t.Errorf("%s: %q", name, said)
		}
	}
}
