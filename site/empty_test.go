package main

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// A chart that nothing can be drawn on says so in its place and nowhere speaks of marks,
// whether the axis or the height is what is missing; the table keeps what it has.
func TestAnEmptyChartSaysWhy(t *testing.T) {
	for hash, want := range map[string]string{
		"": "", "y=cost": "",
		"axis=ttft":         "No system here has a point with TTFT at p50 and throughput. Choose another axis or percentile.",
		"y=measured-energy": "The sources of the systems on show measured no energy. Choose another height.",
		"m=DeepSeek-R1-0528&w=agentic&y=measured-energy": "The sources of the systems on show measured no energy. Choose another height.",
	} {
		a := shipped(t, hash)
		page := draw(t, a)
		if got := a.emptyChart(); got != want || want != "" && !strings.Contains(page, `<p class="empty" id="empty" role="status">`+want) {
			t.Errorf("%s: %q", hash, got)
		}
		if want != "" && (strings.Contains(a.says(), "Each") || strings.Contains(a.says(), "is better")) {
			t.Errorf("%s: it says %q", hash, a.says())
		}
	}
	a := shipped(t, "y=measured-energy")
	if a.empty() != "" || a.says() == "" {
		t.Error("the table at the targets is gone")
	}
	p := data.Point{Model: "DeepSeek-V4-Pro", Workload: "8192/1024", Hardware: "gb300", Framework: "own", Precision: "fp4", SpecDecoding: "none", Disagg: true, Concurrency: 1}
	p.Values[data.Interactivity], p.Values[data.TputPerGPU], p.Values[data.MeasuredJoules] = opt.Of(30.), opt.Of(1000.), opt.Of(1.5)
	file, err := data.EncodePoints(p.Model, p.Workload, []data.Point{p})
	if err != nil {
		t.Fatal(err)
	}
	a.overlay(drop{Name: "own", File: "own", Kept: 1}, [][]byte{file})
	if got := a.says(); a.emptyChart() != "" || !strings.HasPrefix(got, "Each mark is one measured run: measured energy, J/token") {
		t.Errorf("with one measured: %q, %q", a.emptyChart(), got)
	}
}

// What is not drawn is counted once, beside how many there are.
func TestNotDrawnIsSaidOnce(t *testing.T) {
	for want, reasons := range map[string]map[string]int{
		"Not drawn: 14 of 14 points, TTFT absent.":                                      {"TTFT absent": 14},
		"Not drawn: 1 of 1 point, TTFT absent.":                                         {"TTFT absent": 1},
		"Not drawn, of 14 points: 8, TTFT absent; 3, without measured energy, J/token.": {"TTFT absent": 8, "without measured energy, J/token": 3},
	} {
		all := 14
		if strings.Contains(want, "1 of 1 ") {
			all = 1
		}
		if got := notDrawn(reasons, all); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := shipped(t, "axis=ttft").about(); !strings.Contains(got, "Not drawn: ") || strings.Count(got, " points") != 1 {
		t.Errorf("%q", got)
	}
}
