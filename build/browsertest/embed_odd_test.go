package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// Odd values of attributes: each that means nothing is named, whatever its kind,
// and the rest is shown.
func TestEmbedOddAttributes(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", `<iso-table model="DeepSeek-V4-Pro" workload="8192/1024" systems="gb*"></iso-table>`))
	settled(p, "live")
	for _, c := range []struct{ attribute, value, note string }{
		{"targets", `NaN`, "targets: “NaN” is not a number"},
		{"targets", `25,Infinity`, "targets: “Infinity” is not a number"},
		{"targets", `25,1e400`, "targets: “1e400” is not a number"},
		{"targets", `0`, "targets: “0” is not above 0"},
		{"targets", `-25,50`, "targets: “-25” is not above 0"},
		{"targets", `,,`, ""},
		{"targets", `25,25,,25`, ""},
		{"percentile", `50.5`, "percentile: "},
		{"percentile", `NaN`, "percentile: “NaN” is not a number"},
		{"percentile", `1e300`, "percentile: "},
		{"digits", `-1`, "digits: "},
		{"digits", `2.5`, "digits: "},
		{"digits", `1e9`, "digits: "},
		{"prices", `gb300`, "prices: “gb300” is not HARDWARE=NUMBER"},
		{"prices", `gb300=NaN`, "prices: of gb300 “NaN” is not a number"},
		{"prices", `gb300=-1`, "prices: price of gb300: -1"},
		{"prices", `gb300=1e400`, "prices: of gb300 “1e400” is not a number"},
		{"prices", `gb300=1,GB300=2`, "prices: gb300 is there twice"},
		{"powers", `gb300=`, "powers: of gb300 “” is not a number"},
		{"quantities", `cost,cost`, ""},
		{"quantities", ``, ""},
		{"as-of", `2026-13-40`, "as-of: "},
		{"prices-as-of", `yesterday`, "prices-as-of: "},
		{"tokens", `all`, "tokens: "},
		{"reach", `far`, "reach: "},
		{"basis", `free`, "basis: "},
		{"baseline", `gb*`, "baseline: "},
		{"chain", `gb200*,tpu*`, "chain: "},
		{"log", `z`, "log: “z” is none of"},
		{"data", `javascript:alert(1)`, "data: "},
	} {
		ready := fmt.Sprintf(`new Promise((done) => { const e = document.querySelector("iso-table"); e.addEventListener("iso-ready", (x) => done(x.detail.state), {once: true}); e.addEventListener("iso-error", (x) => done(x.detail.message), {once: true}); e.setAttribute(%q, %q); })`, c.attribute, c.value)
		if got := Eval[string](p, ready); got != "live" {
			t.Errorf("%s=%q: %s", c.attribute, c.value, got)
		}
		if note := p.shadowText(".note"); !strings.HasPrefix(note, c.note) || c.note == "" && note != "" {
			t.Errorf("%s=%q: the note says %q, want %q", c.attribute, c.value, note, c.note)
		}
		if got := Eval[int](p, liveTable+`.querySelectorAll("td").length`); got < 2 {
			t.Errorf("%s=%q: %d cells", c.attribute, c.value, got)
		}
		Eval[bool](p, fmt.Sprintf(`new Promise((done) => { const e = document.querySelector("iso-table"); e.addEventListener("iso-ready", () => done(true), {once: true}); e.removeAttribute(%q); })`, c.attribute))
	}
}
