package main

import (
	"math"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/render"
)

// Explore says in words what the chart draws and what its table says, and no more
// than the table: the sentence is the one that Tables writes of the same sheet.
func TestExploreInWords(t *testing.T) {
	a := shipped(t, "date=2026-03-18")
	const want = "Each curve is one system: throughput, tok/s/GPU, against interactivity (p50), tok/s/user. Nearer to the top right is better. " +
		"At your targets, at equal interactivity (p50, the median): GB300 has about "
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
		"m=DeepSeek-R1-0528&w=agentic&y=measured-energy": "At your targets, at equal interactivity (p90)", // nothing is drawn
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
	a.change(func(s *state) { s.setLogY(true); s.setLogX(true) })
	if got := encodeHash(a.st); got != "y=energy&log=x" || !shipped(t, got).st.logY() {
		t.Errorf("logarithmic again: %s", got)
	}
	if a := shipped(t, "y=cost&log=xl"); a.st.logY() || !a.st.logX() || len(a.notice) > 0 {
		t.Errorf("%+v %q", a.st, a.notice)
	}
	for _, bad := range []string{"log=yl", "log=z", "log=yx", "log=xx", "log=ln", "log=xn"} {
		if a := shipped(t, bad); len(a.notice) != 1 || a.st.ScaleX+a.st.ScaleY != "" {
			t.Errorf("%s: %q, scale %q", bad, a.notice, a.st.ScaleX+a.st.ScaleY)
		}
	}
}

// Times are on a logarithmic axis until a reader says otherwise, so that the slow points
// off a frontier do not press it against the side; speeds are not.
func TestTimesSpanDecades(t *testing.T) {
	for axis, want := range map[string]bool{"": false, "&axis=e2e-normalized": false, "&axis=ttft": true, "&axis=e2el": true} {
		a := shipped(t, "m=DeepSeek-R1-0528&w=agentic"+axis)
		if a.st.logX() != want {
			t.Errorf("%q: logarithmic %v", axis, !want)
		}
		before := encodeHash(a.st)
		a.change(func(s *state) { s.setLogX(!want) })
		link := encodeHash(a.st)
		if b := shipped(t, link); b.st.logX() == want || len(b.notice) > 0 || link == before {
			t.Errorf("%q: by choice it is %v, %q", link, b.st.logX(), b.notice)
		}
		a.change(func(s *state) { s.setLogX(want) })
		if got := encodeHash(a.st); got != before {
			t.Errorf("no choice stands in the address: %s", got)
		}
	}
	// What the choice is for: on the logarithmic axis the frontier has a fair part of
	// the width that all points take, on the linear one a tenth.
	a := shipped(t, "m=DeepSeek-R1-0528&w=agentic&axis=e2el")
	lo, hi, _ := a.sel.Formed().Rows[0].Frontier.Range()
	first, last := lo, hi
	for _, p := range a.chart.Series[a.rowSeries[0]].Points {
		first, last = min(first, p.X), max(last, p.X)
	}
	if linear, log := (hi-lo)/(last-first), math.Log(hi/lo)/math.Log(last/first); linear > 0.15 || log < 0.3 {
		t.Errorf("of %v to %v the frontier takes %v, on a logarithmic axis %v", first, last, linear, log)
	}
}
