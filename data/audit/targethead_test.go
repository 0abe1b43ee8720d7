package audit

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data/query"
)

// A head of targets in another unit, or of another axis, is none to read at.
func TestTargetHeadsInOtherUnits(t *testing.T) {
	p := planner{sel: &query.Selection{Axis: iso.Interactivity, Percentile: 50}}
	for head, want := range map[string]string{
		"interactivity (ms)":         "a time, where",
		"interactivity [s]":          "a time, where",
		"interactivity (ms/token)":   "a time per token",
		"s per token":                "a time per token",
		"inter-token latency (ms)":   "a time per token",
		"ktok/s/user":                "another unit",
		"requests/s/user":            "another unit",
		"tok/s/gpu/user":             "another unit",
		"interactivity (tok/ms)":     "another unit",
		"interactivity (tok/s/user)": "",
		"tok/s/user":                 "",
		"tokens per second per user": "",
		"tok/s/gpu":                  "", // the corner of a table that was turned
		"target":                     "",
		"speed, tok/s":               "",
	} {
		if got := p.otherTarget(head); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", head, got, want)
		}
	}
	for _, c := range []struct {
		head string
		axis iso.Axis
		bad  bool
	}{
		{"E2E tok/s/user", iso.Interactivity, true},
		{"E2E tok/s/user", iso.E2ENormalized, false},
		{"end-to-end tok/s/user", iso.Interactivity, true},
		{"tok/s/user", iso.Interactivity, false},
		{"E2E latency (s)", iso.E2EL, false},
		{"E2E latency (s)", iso.Interactivity, true},
	} {
		if got := axisWords(c.head, c.axis); (got != "") != c.bad {
			t.Errorf("%s at %s: %q", c.head, c.axis, got)
		}
	}
}
