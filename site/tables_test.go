package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/render"
)

// tables opens the view on the shipped figures.
func tables(t *testing.T, hash string) *app {
	t.Helper()
	a := shipped(t, "v=tables&"+hash)
	a.place = "https://example.org/iso/index.html"
	return a
}

// records are what the view shows, by place.
func records(t *testing.T, a *app) []string {
	t.Helper()
	out := strings.Split(a.tablesText(), recordEnd)
	if len(out) < 22+len(a.heads) {
		t.Fatalf("%d records for %d systems", len(out), len(a.heads))
	}
	return out
}

// TestTablesShowWhatIsCopied: preview, text and sentence are core/render's of one
// sheet, in the order and with the words of the address.
func TestTablesShowWhatIsCopied(t *testing.T) {
	a := tables(t, "show=gb300,mi355x/sglang/fp4,gb200&b=gb200&t=25,50&q=energy,cost&digits=4&own=gb300:2.37")
	m := a.makeTable(false)
	if m.refusal != "" {
		t.Fatal(m.refusal)
	}
	if want := []string{"gb300/dynamo-vllm/fp4/none/disagg", "mi355x/sglang/fp4/none/agg", "gb200/dynamo-vllm/fp4/none/disagg"}; !slices.Equal(m.asked.Series, want) {
		t.Errorf("the systems are %v", m.asked.Series)
	}
	if m.asked.Baseline != "gb200/dynamo-vllm/fp4/none/disagg" || m.asked.Prices["gb300"] != 2.37 || m.sheet.Digits != 4 {
		t.Errorf("%+v", m.asked)
	}
	if !slices.Equal(m.sheet.Quantities, []render.Quantity{render.Energy, render.Cost}) {
		t.Errorf("the quantities are %v", m.sheet.Quantities)
	}
	r := records(t, a)
	if r[2]+r[3] != render.HTML(m.sheet) || r[4] != render.Sentence(m.sheet) || r[5] != render.Markdown(m.sheet) {
		t.Error("what is shown is not what is rendered")
	}
	for value, want := range map[string]string{"html": render.HTML(m.sheet), "csv": render.CSV(m.sheet), "latex": render.LaTeX(m.sheet)} {
		a.setTable("format", value)
		if got := records(t, a)[5]; got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
	a.setTable("format", "embed")
	a.setTable("theme", "dark")
	tag := records(t, a)[5]
	for _, want := range []string{`<iso-table data="https://example.org/iso/" hash="` + a.entry.SHA256 + `"`, ` theme="dark">`, render.HTML(m.sheet)} {
		if !strings.Contains(tag, want) {
			t.Errorf("the tag lacks %s:\n%s", want, tag)
		}
	}
}

// TestTablesComparison: a chain has no baseline, and nothing compared has neither.
// Both may leave out what is the baseline elsewhere, whose price is then no
// price of the table.
func TestTablesComparison(t *testing.T) {
	a := tables(t, "show=gb300,gb200&t=25&own=gb200:1.5")
	for _, c := range []struct {
		compare  string
		baseline string
		chain    int
	}{{"", "gb200/dynamo-vllm/fp4/none/disagg", 0}, {"chain", "", 2}, {"none", "", 0}} {
		a.setTable("compare", c.compare)
		q := a.tableQuery(false)
		if q.Baseline != c.baseline || len(q.Chain) != c.chain || len(q.Series) != 2 || q.Prices["gb200"] != 1.5 {
			t.Errorf("%q: %+v", c.compare, q)
		}
	}
	a.setTable("systems", "gb300/dynamo-vllm/fp4/none/disagg"+fieldEnd+"mi355x/sglang/fp4/none/agg")
	if q := a.tableQuery(false); len(q.Series) != 2 || len(q.Prices) != 0 {
		t.Errorf("%+v", q)
	}
	a.setTable("compare", "")
	if q := a.tableQuery(false); len(q.Series) != 3 || q.Baseline == "" {
		t.Errorf("the baseline is not in the table: %+v", q)
	}
}

// TestTablesStateGoesRound: what is set in the view is in the address, and the
// address alone gives it again.
func TestTablesStateGoesRound(t *testing.T) {
	a := tables(t, "")
	for _, set := range [][2]string{
		{"systems", "mi355x/sglang/fp4/none/agg" + fieldEnd + "gb300/dynamo-vllm/fp4/none/disagg" + fieldEnd + "no/such"},
		{"compare", "chain"}, {"quantity", "cost,energy"}, {"digits", "5"}, {"reach", "at-least"}, {"targets", "25, 50"}, {"format", "latex"}, {"theme", "light"},
		{"digits", "99"}, {"format", "pdf"}, {"quantity", "cost,watts,energy"}, {"nonsense", "1"},
	} {
		a.setTable(set[0], set[1])
	}
	// A value that is none of the choices is the default.
	hash := encodeHash(a.st)
	if want := "v=tables&t=25,50&q=cost,energy&show=mi355x/sglang/fp4,gb300&c=chain&r=at-least&theme=light"; hash != want {
		t.Errorf("the address is %s, want %s", hash, want)
	}
	b := shipped(t, hash)
	b.place = a.place
	if a.tablesText() != b.tablesText() {
		t.Errorf("%s shows another table", hash)
	}
	// On Explore a system comes and goes without disturbing the order.
	b.st.View = ""
	b.chooseSeries([]int{b.indexOf("mi355x/sglang/fp8/none/agg")}, true)
	if want := []string{"mi355x/sglang/fp4", "gb300", "gb200", "mi355x/sglang/fp8"}; !slices.Equal(b.st.Shown, want) {
		t.Errorf("shown are %v, want %v", b.st.Shown, want)
	}
}

// TestTablesRefuse: without targets that all reach, or systems, the view says so.
func TestTablesRefuse(t *testing.T) {
	a := tables(t, "show=gb200,mi355x/sglang/fp8&b=gb200")
	// GB200 was measured from 15.26 to 74.13, MI355X up to 2.43: targets are of one of them.
	if r := records(t, a); r[6] != "20, 30, 40, 50, 60, 70" || !strings.HasPrefix(r[7], "No interactivity (p50) is within reach of all 2 systems; these are of 1. MI355X sglang · fp8, for one, was measured from ") {
		t.Errorf("%q", r[6:8])
	}
	a.setTable("targets", "abc, 20")
	if r := records(t, a); !strings.Contains(r[7], "“abc”") || r[9] == "" {
		t.Errorf("%q", r[6:10])
	}
}

// TestTablesAsOf: nothing measured later counts, here and on Explore; a date
// before everything is dropped and said; every date can stand by itself.
func TestTablesAsOf(t *testing.T) {
	a := tables(t, "m=GLM-5&t=30")
	newest := a.tablesText()
	a.setTable("as-of", "2026-05-21")
	if q := a.tableQuery(false); q.AsOf != "2026-05-21" || a.st.AsOf != "2026-05-21" {
		t.Errorf("%+v", q)
	}
	for i := range a.heads {
		if on := measuredOn(&a.heads[i]); on > "2026-05-21" {
			t.Errorf("%s was measured on %s", a.heads[i].Name, on)
		}
	}
	if !strings.Contains(encodeHash(a.st), "&asof=2026-05-21") || !strings.Contains(a.about(), "Nothing measured after 2026-05-21") {
		t.Errorf("%s: %s", encodeHash(a.st), a.about())
	}
	if a.tablesText() == newest {
		t.Error("the same table as the newest")
	}
	a.setTable("as-of", "2020-01-01")
	if a.st.AsOf != "" || len(a.notice) != 1 || !strings.Contains(a.notice[0], "2020-01-01") {
		t.Errorf("as of %q: %q", a.st.AsOf, a.notice)
	}
	a.setTable("dates", "1")
	if q := a.tableQuery(false); !q.AllDates || !slices.ContainsFunc(q.Series, func(s string) bool { return strings.Contains(s, "@2026-05-20") }) {
		t.Errorf("%+v", q)
	}
}

// TestTablesKeepDroppedOut: a reader's own points stay out of what is made to be
// given away until they are asked for, and out of a tag even then.
func TestTablesKeepDroppedOut(t *testing.T) {
	a := tables(t, "t=25,50")
	a.overlay(drop{Name: "mine.csv", File: "mine.csv", Kept: 3}, [][]byte{ownBundle(t, "DeepSeek-V4-Pro")})
	a.st.View = "tables"
	const own = "gb300/own/fp4/none/disagg/unofficial"
	r := records(t, a)
	if r[16] == "" || strings.Contains(r[2]+r[4]+r[5], "own") {
		t.Errorf("unasked, the table holds %q", r[5])
	}
	a.setTable("with-dropped", "1")
	r = records(t, a)
	if !strings.Contains(r[2], own) || !strings.Contains(r[4], "Unofficial: ") {
		t.Errorf("asked for, the table lacks it: %q", r[4])
	}
	a.setTable("format", "embed")
	if r = records(t, a); strings.Contains(r[5], own) || !strings.Contains(r[5], "<iso-table") || !strings.Contains(r[2], own) {
		t.Errorf("the tag holds what no other page has: %s", r[5])
	}
	a.setTable("compare", "none")
	a.setTable("systems", own)
	if r = records(t, a); r[5] != "" || r[0] != "" {
		t.Errorf("a tag of nothing published: %q", r[5])
	}
	a.setTable("with-dropped", "")
	if r = records(t, a); !strings.Contains(r[0], "Only dropped files") {
		t.Errorf("the view says %q", r[0])
	}
}

// TestTablesCountTokens: output tokens alone are counted where that is chosen, and
// own powers hold.
func TestTablesCountTokens(t *testing.T) {
	a := tables(t, "show=gb200,gb300&t=25&q=energy&kw=gb300:1.5,mi355x:9")
	a.setTable("tokens", "output")
	m := a.makeTable(false)
	if m.asked.Tokens != "output" || !strings.Contains(render.HTML(m.sheet), "J/output token") {
		t.Errorf("%+v", m.asked)
	}
	if m.asked.Powers["gb300"] != 1.5 || len(m.asked.Powers) != 1 {
		t.Errorf("powers %v", m.asked.Powers)
	}
}
