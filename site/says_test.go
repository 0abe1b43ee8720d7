package main

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/render"
)

// Explore says in words what the chart draws and what its table says, and no more
// than the table: the sentence is the one that Tables writes of the same sheet.
func TestExploreInWords(t *testing.T) {
	a := shipped(t, "date=2026-03-18")
	const want = "Each curve is one system: throughput, tok/s/GPU, against interactivity (p50), tok/s/user. Nearer to the top right is better. " +
		"At the targets in the table below, at equal interactivity (p50, the median): GB300 has about "
	got := a.says()
	sentence := render.Sentence(a.sheet())
	if !strings.HasPrefix(got, want) || sentence != "DeepSeek-V4-Pro, 8192/1024, "+got[strings.Index(got, "at equal"):] {
		t.Errorf("%q\n%q", got, sentence)
	}
	if page := draw(t, a); !strings.Contains(page, `<p id="says">`+got+`</p>`) {
		t.Error("the page that is served does not say it")
	}
	for hash, want := range map[string]string{
		"y=cost": "cost, $/M tokens, against interactivity (p50), tok/s/user. Nearer to the bottom right", "v=tables": "", "axis=ttft": "", // has no such figures
		"m=DeepSeek-R1-0528&w=agentic&axis=ttft":         "TTFT (p90), s. Nearer to the top left",
		"m=DeepSeek-R1-0528&w=agentic&y=measured-energy": "Each mark is one measured run: measured energy, J/token",
	} {
		if got := shipped(t, hash).says(); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q", hash, got)
		}
	}
}

// What falls with the throughput is on a logarithmic scale until a reader says
// otherwise, and the address keeps what was said.
func TestHeightsThatSpanDecades(t *testing.T) {
	a := shipped(t, "")
	for _, h := range heights {
		a.set("height", h.Value)
		if got, want := a.st.logY(), strings.Contains("cost energy measured-energy", h.Value); got != want {
			t.Errorf("%s: logarithmic %v", h.Value, got)
		}
	}
	a.set("height", "cost")
	if got := encodeHash(a.st); got != "y=cost" {
		t.Errorf("no choice stands in the address: %s", got)
	}
	a.change(func(s *state) { s.setLogY(false) })
	if got := encodeHash(a.st); got != "y=cost&log=l" || shipped(t, got).st.logY() {
		t.Errorf("linear by choice: %s", got)
	}
	a.set("height", "energy")
	if a.st.logY() {
		t.Error("a choice is forgotten with the height")
	}
	a.change(func(s *state) { s.setLogY(true); s.LogX = true })
	if got := encodeHash(a.st); got != "y=energy&log=x" || !shipped(t, got).st.logY() {
		t.Errorf("logarithmic again: %s", got)
	}
	if a := shipped(t, "y=cost&log=xl"); a.st.logY() || !a.st.LogX || len(a.notice) > 0 {
		t.Errorf("%+v %q", a.st, a.notice)
	}
	for _, bad := range []string{"log=yl", "log=z", "log=yx", "log=xx"} {
		if a := shipped(t, bad); len(a.notice) != 1 || a.st.ScaleY != "" {
			t.Errorf("%s: %q, scale %q", bad, a.notice, a.st.ScaleY)
		}
	}
}
