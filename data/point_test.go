package data

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValidDate(t *testing.T) {
	for s, want := range map[string]bool{
		"2026-05-22": true, "2024-02-29": true, "2000-02-29": true, "1900-02-29": false, "2026-02-29": false,
		"2026-13-01": false, "2026-00-10": false, "2026-04-31": false, "2026-1-01": false, "26-01-01": false,
		"2026/01/01": false, "": false, "2026-01-0a": false, "0000-01-01": false, "2026-01-01 ": false,
	} {
		if ValidDate(s) != want {
			t.Errorf("ValidDate(%q) = %v", s, !want)
		}
	}
}

func TestMetrics(t *testing.T) {
	for m := range Metric(NumMetrics) {
		if got, ok := ParseMetric(m.Name()); !ok || got != m {
			t.Errorf("metric %d %q parses to %d", m, m.Name(), got)
		}
	}
	for _, c := range []struct {
		kind Kind
		p    int
		want string
	}{{TTFT, 50, "p50_ttft_s"}, {ITL, 90, "p90_itl_s"}, {E2EL, 75, "p75_e2el_s"}, {E2ELPerToken, 95, "p95_e2el_per_token_s"}} {
		if m, ok := PercentileMetric(c.kind, c.p); !ok || m.Name() != c.want {
			t.Errorf("PercentileMetric(%d, %d) = %q, want %q", c.kind, c.p, m.Name(), c.want)
		}
	}
	if _, ok := PercentileMetric(TTFT, 99); ok {
		t.Error("p99 is not held")
	}
	if _, ok := ParseMetric(""); ok || Metric(-1).Name() != "" || Metric(NumMetrics).Name() != "" {
		t.Error("names outside the metrics")
	}
	k := SeriesKey{"M", "8192/1024", "gb200", "dynamo-vllm", "fp4", "none", true, true}
	if diff := cmp.Diff("gb200/dynamo-vllm/fp4/none/disagg", k.Name()); diff != "" {
		t.Error(diff)
	}
	k.Disagg, k.Official = false, false
	if diff := cmp.Diff("gb200/dynamo-vllm/fp4/none/agg/unofficial", k.Name()); diff != "" {
		t.Error(diff)
	}
}
