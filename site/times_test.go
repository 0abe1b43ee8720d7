package main

import (
	"strings"
	"testing"
)

// On an axis of times the words are those of times: there are no users at a speed, and
// interactivity stands beside nothing that it is a part of.
func TestWordsOfTimes(t *testing.T) {
	for axis, time := range map[string]bool{"ttft": true, "e2el": true, "e2e-normalized": false} {
		a := shipped(t, "#v=calculator&m=DeepSeek-R1-0528&w=agentic&axis="+axis)
		if part := partOf(a, "calc-fleet"); strings.Contains(part, "speed per user") == time || !strings.Contains(part, "1 MW of all-in power at "+a.at()) {
			t.Errorf("%s: %s", axis, part)
		}
		a = shipped(t, "#m=DeepSeek-R1-0528&w=agentic&axis="+axis)
		if detail := a.detailHTML(a.rowSeries[0], a.lineX()); !strings.Contains(detail, "Interactivity") || strings.Contains(detail, "Interactivity alone") == time {
			t.Errorf("%s: %s", axis, detail)
		}
	}
}
