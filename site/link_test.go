package main

import (
	"fmt"
	"strings"
	"testing"
)

// What a link asks for in vain is said with what is shown instead, and leaves
// the address; what it asks for rightly stays.
func TestLinksAskInVain(t *testing.T) {
	for _, c := range []struct{ hash, address, say string }{
		{"", "", ""},
		{"t=20,30&x=31.5&log=y&own=gb300:2.37&b=gb300", "b=gb300&own=gb300:2.37&t=20,30&x=31.5&log=y", ""},
		{"m=NoSuch&t=25&x=hello&b=zzz", "t=25", "Model “NoSuch”, which is not in this data: DeepSeek-V4-Pro, 8192/1024 tokens in/out, is shown instead. | " +
			"Baseline “zzz”, which is not in this data: GB200 dynamo-vllm · fp4 · disagg is the baseline instead. | " +
			"Speed “hello”, which is not a number above 0: the line is at 25 tok/s/user instead."},
		{"m=GLM-5&w=1/2", "m=GLM-5", "Workload “1/2”, which was not measured for this model: GLM-5, "},
		{"show=gb200,nothing", "show=gb200", "System “nothing”, which is not in this data: it is left out."},
		{"show=nothing", "", "System “nothing”, which is not in this data: the usual choice is shown instead."},
		{"b=mi355x/sglang", "", "Baseline “mi355x/sglang”, which fits more than one system here: "},
		{"t=20,abc,30", "t=20,30", "Target “abc”, which is not a number above 0: it is left out."},
		{"t=abc", "", "Target “abc”, which is not a number above 0: the suggested targets are shown instead."},
		{"own=gb300:abc", "", "Price “abc” of “gb300”, which is not a price above 0: the price sheet holds instead."},
		{"own=abacus:1", "", "Price of “abacus”, which is no hardware in this data: "},
		{"date=1999&basis=free&q=joy", "", "Price sheet “1999”, which is no date such as 2026-03-18: the newest price sheet is used instead. | " +
			"Price basis “free”, which is none of this page’s: Hyperscaler prices are used instead. | Quantity “joy”, "},
		{"colour=red", "", "“colour=red”, which this page does not know: it is left out."},
	} {
		a := shipped(t, c.hash)
		if got := encodeHash(a.st); got != c.address {
			t.Errorf("%q: the address is %q, want %q", c.hash, got, c.address)
		}
		got := strings.Join(a.notice, " | ")
		if got != c.say && (c.say == "" || !strings.HasPrefix(got, c.say)) {
			t.Errorf("%q: the page says\n%s\nwant\n%s", c.hash, got, c.say)
		}
	}
}

// A pasted address is looked at like a first one; the notice stays until it is
// dismissed or the model changes.
func TestNoticeComesAndGoes(t *testing.T) {
	a := shipped(t, "")
	a.navigate("x=hello")
	if len(a.notice) != 1 || encodeHash(a.st) != "" {
		t.Fatalf("%q at %q", a.notice, encodeHash(a.st))
	}
	a.set("quantity", "energy")
	if len(a.notice) != 1 {
		t.Error("another choice took the notice away")
	}
	a.dismiss()
	if len(a.notice) != 0 {
		t.Error("it cannot be dismissed")
	}
	a.navigate(strings.Repeat("x1=y&", 30))
	if n := len(a.notice); n != mostVain+1 || !strings.Contains(a.notice[mostVain], "22 more") {
		t.Errorf("%d lines, the last %q", n, a.notice[n-1])
	}
}

// Invalid text stays in its field and out of the address.
func TestInvalidTextIsNotShared(t *testing.T) {
	a := shipped(t, "")
	a.change(func(s *state) { s.setOwn("gb300", "abc") })
	a.set("targets", "20, abc, 30")
	if got := encodeHash(a.st); got != "t=20,30" {
		t.Errorf("the address is %q", got)
	}
	if got := a.targetsText(); got != "20, abc, 30" || a.st.Own["gb300"] != "abc" {
		t.Errorf("the fields hold %q and %q", got, a.st.Own["gb300"])
	}
}

// Going to another model and back: the speed, the targets, what was on show.
func TestMovesKeepWhatTheReaderChose(t *testing.T) {
	files := packed(t)
	a := shipped(t, "b=gb300&show=gb300,mi355x/sglang/fp4&x=31.5&t=20,30")
	move := func(field, value string) {
		a.set(field, value)
		serve(t, a, files)
	}
	move("model", "GLM-5")
	if got := encodeHash(a.st); got != "m=GLM-5&t=20,30&x=31.5" || a.lineX() != 31.5 {
		t.Errorf("at GLM-5 the address is %q, the line at %v", got, a.lineX())
	}
	a.set("baseline", a.heads[1].Name)
	there := encodeHash(a.st)
	move("model", "DeepSeek-V4-Pro")
	if got := encodeHash(a.st); got != "m=DeepSeek-V4-Pro&b=gb300&t=20,30&show=gb300,mi355x/sglang/fp4&x=31.5" {
		t.Errorf("back at the first model the address is %q", got)
	}
	move("model", "GLM-5")
	if got := encodeHash(a.st); got != there {
		t.Errorf("back at GLM-5 the address is %q, was %q", got, there)
	}

	// Targets beyond everything there are left, said, and found again.
	move("model", "DeepSeek-V4-Pro")
	a.set("targets", "0.5, 9000")
	move("model", "GLM-5")
	if a.st.Targets != "" || !strings.Contains(a.targetsNote(), "0.5, 9000") {
		t.Errorf("targets %q, the note says %q", a.st.Targets, a.targetsNote())
	}
	move("model", "DeepSeek-V4-Pro")
	if a.st.Targets != "0.5, 9000" || a.targetsNote() != "" {
		t.Errorf("back: targets %q, the note says %q", a.st.Targets, a.targetsNote())
	}
}

// A speed that the new model does not reach stays what it is.
func TestMoveNeverClampsTheSpeed(t *testing.T) {
	files := packed(t)
	a := shipped(t, "x=9000")
	a.set("model", "GLM-5")
	serve(t, a, files)
	if s := a.lineScale(); a.lineX() != 9000 || s.Max >= 9000 {
		t.Errorf("the line is at %v on %+v", a.lineX(), s)
	}
}

// The workload stays where the other model has it, and comes back with a model.
// A place that is asked for whole is gone to in one step, whatever workload of the
// model was looked at last.
func TestMoveToAPlace(t *testing.T) {
	a := shipped(t, "m=DeepSeek-R1-0528&w=agentic")
	goTo := func(place string) string {
		t.Helper()
		a.push = false
		a.set("place", place)
		serve(t, a, packed(t))
		if !a.push {
			t.Errorf("%q is no step in the history", place)
		}
		return a.model() + " " + a.workload()
	}
	for _, c := range [][2]string{{"GLM-5\x1f8192/1024", "GLM-5 8192/1024"}, {"DeepSeek-R1-0528\x1f1024/1024", "DeepSeek-R1-0528 1024/1024"},
		{"DeepSeek-V4-Pro\x1f", "DeepSeek-V4-Pro 8192/1024"}, {"DeepSeek-R1-0528\x1f", "DeepSeek-R1-0528 1024/1024"}} {
		if got := goTo(c[0]); got != c[1] {
			t.Errorf("%q leads to %s", c[0], got)
		}
	}
}

func TestMoveKeepsTheWorkload(t *testing.T) {
	files := packed(t)
	a := shipped(t, "m=DeepSeek-R1-0528&w=agentic")
	for _, step := range [][3]string{
		{"model", "GLM-5", "8192/1024"}, {"model", "DeepSeek-R1-0528", "agentic"}, {"workload", "8192/1024", "8192/1024"},
		{"model", "GLM-5", "8192/1024"}, {"model", "DeepSeek-R1-0528", "8192/1024"},
	} {
		a.set(step[0], step[1])
		serve(t, a, files)
		if a.workload() != step[2] {
			t.Errorf("%v: the workload is %s", step, a.workload())
		}
	}
}

func TestLogAxesGetMoreSamples(t *testing.T) {
	a := shipped(t, "")
	few := len(a.chart.Series[0].CurveX)
	looks := fmt.Sprint(a.looks)
	a.chartStale = false
	a.change(func(s *state) { s.setLogY(true) })
	if many := len(a.chart.Series[0].CurveX); many < 5*few || !a.chartStale || fmt.Sprint(a.looks) != looks {
		t.Errorf("%d samples became %d", few, many)
	}
	a.change(func(s *state) { s.setLogY(false) })
	if n := len(a.chart.Series[0].CurveX); n != few {
		t.Errorf("back on linear axes: %d samples, want %d", n, few)
	}
}

func TestAgenticSaysWhatItShows(t *testing.T) {
	if got := shipped(t, "").about(); got != "" {
		t.Errorf("a fixed sequence says %q", got)
	}
	a := shipped(t, "m=DeepSeek-R1-0528&w=agentic")
	if got := a.about(); !strings.Contains(got, "p90") || !strings.Contains(got, "E2E-normalized") || !strings.Contains(a.axisLabel(), "(p90)") {
		t.Errorf("%q, axis %q", got, a.axisLabel())
	}
}

func TestCopiesAreTheTable(t *testing.T) {
	a := shipped(t, "t=20,30")
	for format, want := range map[int]string{asMarkdown: "| 20 | $0.", asCSV: "\r\nDeepSeek-V4-Pro,8192/1024,", asHTML: `<table class="iso-table">`} {
		if got := a.copyText(format); !strings.Contains(got, want) {
			t.Errorf("format %d lacks %q:\n%s", format, want, got)
		}
	}
	if string(a.isoHTML())+string(a.notesHTML()) != a.copyText(asHTML) || strings.Contains(string(a.isoHTML()), "<ul") {
		t.Error("table and notes are not the whole")
	}
}

func TestWrongPricesSayWhatToWrite(t *testing.T) {
	for text, want := range map[string]string{
		"2,5": "“2,5”: use a point: 2.5.", "$2,50": "“$2,50”: use a point: 2.50.", "1,500": "“1,500”: write 1.500, or 1500 without the comma.",
		"cheap": "“cheap” is not a price above 0.", "-1": "“-1” is not a price above 0.", "200000": "“200000” is above 100000, the most that is taken.",
	} {
		if got := wrongPrice(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// The link to the line may be followed before there is a program to follow it.
func TestLinkToTheLineAsksForNothing(t *testing.T) {
	if s, lost := decodeHash("#line-x"); len(lost) > 0 || encodeHash(s) != encodeHash(state{}) {
		t.Errorf("%q %v", encodeHash(s), lost)
	}
}

// The first view has no name in addresses, and is found by the one on its tab, too.
func TestExploreByName(t *testing.T) {
	s, lost := decodeHash("#v=explore&x=30")
	if len(lost) > 0 || s.view() != "" || encodeHash(s) != "x=30" {
		t.Errorf("%q %q %v", s.view(), encodeHash(s), lost)
	}
}
