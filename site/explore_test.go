package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

func heads(names ...string) []wire.Head {
	out := make([]wire.Head, len(names))
	for i, name := range names {
		parts := strings.Split(name, "/")
		out[i] = wire.Head{
			Name: name, Hardware: parts[0], Framework: parts[1], Precision: parts[2], SpecDecoding: parts[3],
			Disagg: parts[4] == "disagg", Official: true, Range: []float64{10, 50},
		}
	}
	return out
}

func TestReferencesAreShortAndUnique(t *testing.T) {
	hs := heads("b200/sglang/fp4/mtp/agg", "b200/sglang/fp8/mtp/agg", "b200/sglang/fp8/none/agg", "gb200/trt/fp4/none/disagg")
	for i, want := range []string{"b200/sglang/fp4", "b200/sglang/fp8/mtp", "b200/sglang/fp8/none", "gb200"} {
		got := shorten(hs, i)
		if got != want {
			t.Errorf("%s: got %q, want %q", hs[i].Name, got, want)
		}
		if at, ok := resolve(hs, got); !ok || at != i {
			t.Errorf("%q resolves to %d, want %d", got, at, i)
		}
	}
	for _, ref := range []string{"", "b200", "b2", "b200/sglang", "h100", "/"} {
		if at, ok := resolve(hs, ref); ok {
			t.Errorf("%q resolves to %d, want none", ref, at)
		}
	}
}

func TestDefaultBaselineIsTheOldestAndPlainest(t *testing.T) {
	hs := heads("b200/sglang/fp4/none/agg", "b200/sglang/fp8/mtp/agg", "h200/sglang/fp8/mtp/agg", "h200/sglang/fp8/none/agg", "unheard/of/fp8/none/agg")
	if got := defaultBaseline(hs, nil); got != 3 {
		t.Errorf("got %s", hs[got].Name)
	}
	hs[3].Range = []float64{20, 20} // one speed is no curve
	if got := defaultBaseline(hs, nil); got != 2 {
		t.Errorf("got %s", hs[got].Name)
	}
}

func TestDefaultShownIsFewAndComparable(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, "hw"+strconv.Itoa(i)+"/sglang/fp8/none/agg")
	}
	hs := heads(names...)
	hs[7].Range = []float64{60, 70} // shares no speed with the baseline
	shown := defaultShown(hs, 12)
	n := 0
	for _, on := range shown {
		if on {
			n++
		}
	}
	if n != maxShown || !shown[12] || shown[7] {
		t.Errorf("%d of 20 are on show: %v", n, shown)
	}
}

func TestLooksOfTheFirstShownDiffer(t *testing.T) {
	got := looks([]bool{false, true, false, true})
	if want := []int{2, 0, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	seen := map[string]bool{}
	for i := range 40 {
		look := string(rune('0'+i%colours)) + dash(i) + marker(i)
		if seen[look] {
			t.Errorf("look %d comes twice", i)
		}
		seen[look] = true
	}
}

// The first view, with the numbers of the sheet of 2026-03-18: at 25 tok/s/user
// $2.21 x 1e6 / (3600 x 2846.1) = $0.216 against $2.652 x 1e6 / (3600 x 7208.8) = $0.102.
func TestFirstView(t *testing.T) {
	a := shipped(t, "date=2026-03-18")
	if a.chart.Model != "DeepSeek-V4-Pro" || a.heads[a.baseline].Hardware != "gb200" {
		t.Fatalf("the first view is %s against %s", a.chart.Model, a.heads[a.baseline].Name)
	}
	rows := a.lineRows(a.lineX())
	if len(rows) != 2 || a.lineX() != 25 {
		t.Fatalf("%d rows at %v", len(rows), a.lineX())
	}
	if got := rows[0].Values[1] + " " + rows[1].Values[1]; got != "$0.216 $0.102" {
		t.Errorf("costs at 25: %s", got)
	}
	rows = a.lineRows(50)
	if got := rows[0].Values[1] + " " + rows[1].Values[1]; got != "~$0.946 ~$0.783" || rows[0].Kind != "directional" {
		t.Errorf("costs at 50: %s, %s", got, rows[0].Kind)
	}
	page := draw(t, a)
	for _, want := range []string{"$0.216", "GB300", `data-quantity="cost"`, "iso-notes", "2026-03-18", `data-price-hardware="gb300"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// The table that follows the line says what the table at targets says.
func TestLineAgreesWithTargets(t *testing.T) {
	for _, hash := range []string{"", "m=GLM-5", "m=DeepSeek-R1-0528&w=agentic", "m=MiniMax-M2.5&own=h100:1.5"} {
		a := shipped(t, hash)
		targets := a.targets()
		if len(targets) == 0 {
			t.Fatalf("%q: no targets", hash)
		}
		for j, x := range targets {
			for i, r := range a.lineRows(x) {
				c := &a.sel.Formed().Rows[i].Cells[j]
				if want := value(c, render.Cost); r.Values[1] != want {
					t.Errorf("%q at %v: row %d says %s, the table %s", hash, x, i, r.Values[1], want)
				}
			}
		}
	}
}

func TestLineTextIsWhatTheScriptSplits(t *testing.T) {
	a := shipped(t, "")
	records := strings.Split(a.lineText(25), recordEnd)
	if len(records) != 3 {
		t.Fatalf("%d records, want a head and two rows", len(records))
	}
	if head := strings.Split(records[0], fieldEnd); head[0] != "25" || !strings.HasPrefix(head[1], "25 tokens per second per user; GB200 2,846 tok/s/GPU, ") {
		t.Errorf("head %q", head)
	}
	for _, record := range records[1:] {
		fields := strings.Split(record, fieldEnd)
		if len(fields) != 3+len(lineColumns) {
			t.Errorf("%d fields in %q", len(fields), fields)
		}
		if _, err := strconv.ParseFloat(fields[0], 64); err != nil {
			t.Errorf("the height %q is no number", fields[0])
		}
	}
	if far := strings.Split(a.lineText(500), recordEnd); !strings.HasPrefix(far[1], fieldEnd+"above"+fieldEnd+"unreachable: fastest is 74.13") {
		t.Errorf("at 500: %q", far[1])
	}
}

func TestLineScaleReachesJustBeyondTheCurves(t *testing.T) {
	a := shipped(t, "")
	s := a.lineScale()
	if s != (lineScale{Min: 13, Max: 73.5 + 1, Step: 0.5}) { // knots from 13.12 to 74.13
		t.Errorf("got %+v", s)
	}
	for _, x := range []float64{s.Min, s.Max} {
		for _, r := range a.lineRows(x) {
			if r.Y.Ok() {
				t.Errorf("at the end %v a curve is still reached", x)
			}
		}
	}
}

// Own prices change the tables; what is no price is named and changes nothing.
func TestOwnPrices(t *testing.T) {
	a := shipped(t, "")
	sheet := a.lineRows(25)[1].Values[1]
	a.change(func(s *state) { s.setOwn("gb300", "$2.37") })
	// $2.37 x 1e6 / (3600 x 7208.80) = 0.0913
	if got := a.lineRows(25)[1].Values[1]; got != "$0.0913" {
		t.Errorf("at $2.37: %s", got)
	}
	if !a.push || encodeHash(a.st) != "own=gb300:$2.37" {
		t.Errorf("the address is %q", encodeHash(a.st))
	}
	a.change(func(s *state) { s.setOwn("gb300", "cheap") })
	if got := a.lineRows(25)[1].Values[1]; got != sheet {
		t.Errorf("with no usable price: %s, want the sheet's %s", got, sheet)
	}
	i := slices.IndexFunc(a.priceFields(), func(f priceField) bool { return f.Hardware == "gb300" })
	if note := a.priceFields()[i].Note; note != "“cheap” is not a price above 0. The sheet’s $2.31 is used." {
		t.Errorf("the note is %q", note)
	}
}

// Everything that comes from data or from the address is text on the page.
func TestTextIsEscaped(t *testing.T) {
	const evil = `<img src=x onerror=alert(1)>`
	a := shipped(t, "t=20,"+escape(evil)+"&own=gb300:"+escape(evil)+"&m=DeepSeek-V4-Pro")
	for i := range a.heads {
		a.heads[i].Framework = evil
	}
	for i := range a.sel.Series {
		for k := range a.sel.Series[i].Points {
			p := &a.sel.Series[i].Points[k]
			p.Recipe, p.Source, p.Run = evil, "javascript:alert(1)", `https://example.org/"><script>`
		}
	}
	for name, html := range map[string]string{"page": draw(t, a), "detail": a.detailHTML(a.rowSeries[0], 25)} {
		if strings.Contains(html, "<img") || strings.Contains(html, "<script") || strings.Contains(html, `href="javascript`) {
			t.Errorf("the %s carries markup from data:\n%s", name, html)
		}
		if !strings.Contains(html, "&lt;img") {
			t.Errorf("the %s lost the text", name)
		}
		if strings.Contains(html, " style=") || strings.Contains(html, "<style") {
			t.Errorf("the %s has a style that the policy forbids", name)
		}
	}
}

func TestExactlyKeepsTheDigitsGiven(t *testing.T) {
	for v, want := range map[float64]string{8933: "8,933", 2004.5: "2,004.5", 100: "100", 0.93: "0.93", 12345678: "12,345,678", 51.67771708517005: "51.67772"} {
		if got := exactly(opt.Of(v)); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}

// A bundle that does not come says so, and trying again asks for it.
func TestFailureAndRetry(t *testing.T) {
	a := shipped(t, "")
	a.set("model", "GLM-5")
	if a.phase != waiting || !strings.Contains(a.wanted, "glm-5") || a.busy() == "" {
		t.Fatalf("phase %v, wants %q", a.phase, a.wanted)
	}
	file := a.wanted
	a.fail("A file of results could not be fetched.")
	if a.wanted != "" || !strings.Contains(draw(t, a), "A file of results could not be fetched.") {
		t.Error("the failure is not on the page")
	}
	a.retry()
	if a.wanted != file {
		t.Errorf("a retry wants %q", a.wanted)
	}
	a.openBundle(file, []byte("not a bundle"))
	if a.phase != failed || !strings.Contains(a.problem, "damaged") {
		t.Errorf("a broken bundle: phase %v, %q", a.phase, a.problem)
	}
	b := newApp("")
	b.openIndex(nil)
	if b.phase != failed {
		t.Error("a broken index passes")
	}
	if b.retry(); !b.wantIndex {
		t.Error("a broken index is not asked for again")
	}
}

// Addresses that name what is not there fall back to what is.
func TestUnknownNamesFallBack(t *testing.T) {
	a := shipped(t, "m=Nothing&w=1/2&b=h9&date=1999&show=x,y&basis=free&q=joy&x=-4")
	if a.chart.Model != firstView.Model || a.refusal != "" {
		t.Errorf("shows %s, refuses %q", a.chart.Model, a.refusal)
	}
	if a.lineX() <= 0 {
		t.Errorf("the line is at %v", a.lineX())
	}
}

func TestNavigateTakesAnAddress(t *testing.T) {
	a := shipped(t, "")
	a.navigate("q=energy&x=30&log=x")
	if a.st.quantity() != "energy" || a.lineX() != 30 || !a.st.logX() || a.push {
		t.Errorf("the state is %+v", a.st)
	}
	if !strings.Contains(a.isoTable(), "J/token") {
		t.Error("the table does not follow")
	}
	a.navigate("")
	if a.st.quantity() != "cost" || a.lineX() != 25 {
		t.Errorf("Back to the beginning is %+v", a.st)
	}
}

func TestPointText(t *testing.T) {
	a := shipped(t, "")
	got := strings.ReplaceAll(a.pointText(a.baseline, 0), fieldEnd, " | ")
	want := "GB200 | dynamo-vllm · fp4 · disagg | 15.26 tok/s/user | 8,933 tok/s/GPU | prefill 24 GPU, TP=8 / decode 8 GPU, EP=8 | concurrency 4096 | measured 2026-05-22 | on the frontier"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, at := range [][2]int{{-1, 0}, {99, 0}, {0, -1}, {0, 9999}} {
		if got := a.pointText(at[0], at[1]); got != "" {
			t.Errorf("%v: %q", at, got)
		}
	}
}
