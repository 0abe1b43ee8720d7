package browsertest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// A link that asks for what is not there says so, and its address is mended.
func TestReaderOfABadLinkIsTold(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=NoSuch&t=25&x=hello&b=zzz")
	p.Wait(ready)
	if !Eval[bool](p, `document.querySelector("#link-notice").checkVisibility()`) {
		t.Fatal("no notice")
	}
	for _, want := range []string{"“NoSuch”", "“hello”", "“zzz”", "DeepSeek-V4-Pro, 8192/1024 tokens in/out, is shown instead"} {
		if got := p.Text("#link-notice"); !strings.Contains(got, want) {
			t.Errorf("the notice lacks %s: %s", want, got)
		}
	}
	if got := Eval[string](p, "location.hash"); got != "#t=25" {
		t.Errorf("the address is %s", got)
	}
	p.Click("#link-notice button")
	p.Wait(`!document.querySelector("#link-notice").checkVisibility()`)
	if got := Eval[string](p, "document.activeElement.id"); got != "model" {
		t.Errorf("the focus went to %q", got)
	}
	// A pasted one too, into the page as it is.
	Eval[bool](p, `(location.hash = "#x=fast&q=energy", true)`)
	p.Wait(`document.querySelector("#link-notice").textContent.includes("“fast”") && location.hash === "#q=energy"`)
}

// Text that cannot be used is explained where it stands and not shared.
func TestReadersMistakesAreNotShared(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	gap := `(() => {
		const i = document.querySelector('[data-price-hardware="gb300"]').getBoundingClientRect();
		return i.left - document.querySelector('label[for="price-gb300"]').getBoundingClientRect().right;
	})()`
	before := Eval[float64](p, gap)
	p.Type(`input[data-price-hardware="gb300"]`, "2,5")
	p.Wait(`document.querySelector("#price-note-gb300").textContent.includes("use a point: 2.5.")`)
	if got := Eval[float64](p, gap); got != before {
		t.Errorf("the error moved the field from %v to %v off its label", before, got)
	}
	if !Eval[bool](p, `document.querySelector("#price-note-gb300").getBoundingClientRect().top >=
		document.querySelector('[data-price-hardware="gb300"]').getBoundingClientRect().bottom + 4`) {
		t.Error("the focus ring covers the message")
	}
	p.Type("#targets", "20, abc, 30")
	p.Press(Tab)
	p.Wait(`document.querySelector("#targets-note").textContent.includes("“abc”")`)
	if got := Eval[string](p, "location.hash"); got != "#t=20,30" {
		t.Errorf("the address is %s", got)
	}
}

// The speed's field explains while one types, and steps by keys as the line does.
func TestReaderTypesASpeed(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	height := `document.querySelector("#at-line").getBoundingClientRect().top`
	top := Eval[float64](p, height)
	for typed, want := range map[string]string{"abc": "“abc” is not a number such as 30.5.", "30,5": "“30,5”: use a point: 30.5.", "-3": "“-3” is not a number"} {
		p.Type("#line-x", typed) // and no Tab
		if got := p.Text("#line-note"); !strings.Contains(got, want) || !strings.Contains(got, "The line stays at ") {
			t.Errorf("typed %q: the note says %q", typed, got)
		}
	}
	if got := Eval[float64](p, height); got != top {
		t.Errorf("the note moved the table from %v to %v", top, got)
	}
	p.Type("#line-x", "30")
	if got := p.Text("#line-note"); got != "" {
		t.Errorf("at 30 the note says %q", got)
	}
	value := `document.querySelector("#line-x").value`
	p.Press(Up)
	p.Press(PageUp)
	if got := Eval[string](p, value); got != "35.5" {
		t.Errorf("Up and Page Up from 30 by 0.5 and 5 went to %s", got)
	}
	Eval[bool](p, `(document.querySelector("#line").focus(), true)`)
	for _, step := range [][2]string{{"ArrowRight", "40.5"}, {"ArrowUp", "45.5"}, {"ArrowLeft", "40.5"}, {"ArrowDown", "35.5"}} {
		Eval[bool](p, fmt.Sprintf(`document.querySelector("#line").dispatchEvent(new KeyboardEvent("keydown", {key: %q, shiftKey: true, bubbles: true})) || true`, step[0]))
		frames(p)
		if got := Eval[string](p, value); got != step[1] {
			t.Errorf("Shift and %s went to %s, want %s", step[0], got, step[1])
		}
	}
	if help := p.Text("#line-help"); !strings.Contains(help, "± 0.5") || !strings.Contains(help, "± 5.") {
		t.Errorf("the help says %q", help)
	}
	p.Wait(`location.hash === "#x=35.5"`)
}

// Another model is read at the same speed and targets, and the way back finds
// what was on show.
func TestReaderMovesBetweenModels(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#b=gb300&show=gb300,mi355x/sglang/fp4&t=20,30&x=31.5")
	p.Wait(ready)
	frames(p)
	first := fmt.Sprint(cells(p, "#at-line"), cells(p, "#iso-table"))
	p.Choose("#model", "GLM-5")
	p.Wait(`document.querySelector("#at-line").textContent.includes("H200") && location.hash === "#m=GLM-5&t=20,30&x=31.5"`)
	frames(p)
	if got := Eval[string](p, `document.querySelector("#line-x").value + " " + document.querySelector("#targets").value`); got != "31.5 20, 30" {
		t.Errorf("at the other model: %s", got)
	}
	p.Choose("#model", "DeepSeek-V4-Pro")
	p.Wait(`document.querySelector("#chart-title").textContent.includes("DeepSeek-V4-Pro")`)
	frames(p)
	if got := fmt.Sprint(cells(p, "#at-line"), cells(p, "#iso-table")); got != first {
		t.Errorf("back\n%s\nbefore\n%s", got, first)
	}
}

// What is wide fits beside a scrollbar that takes room, and with a default font of 24 pixels.
func TestLargeTextAndScrollbarFit(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, hash := range []string{"#m=DeepSeek-R1-0528&w=agentic&axis=e2e-normalized", ""} {
		p.Go("about:blank")
		p.Go(url + hash)
		p.Wait(ready)
		if hash == "" { // a scrollbar of the classic kind takes 15 of 1280 pixels
			Eval[any](p, `document.body.style.marginRight = "15px", null`)
		}
		if over := Eval[float64](p, `(() => { const s = document.querySelector("#at-line").parentElement; return s.scrollWidth - s.clientWidth; })()`); over > 0 {
			t.Errorf("%q: the table at the line is %v px too wide", hash, over)
		}
	}
	Eval[any](p, `document.body.style.marginRight = "", document.documentElement.style.fontSize = "24px", null`)
	for _, width := range []int{1280, 390} {
		p.Viewport(width, 900)
		frames(p) // the chart is drawn anew with the next
		if size := Eval[string](p, `getComputedStyle(document.querySelector("h1")).fontSize`); size != "30px" || p.Overflow() > 0 {
			t.Errorf("at %d px with large text: the title is %s high, the page %d px too wide", width, size, p.Overflow())
		}
	}
}

// On a phone every value of the table at the line is in view, with its name.
func TestPhoneShowsEveryValue(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, width := range []int{390, 320} {
		for _, hash := range []string{"", "#m=GLM-5&x=12.5", "#show=gb200,gb300,mi355x/sglang/fp4,mi355x/sglang/fp8&x=900"} {
			p.Viewport(width, 844)
			p.Go("about:blank")
			p.Go(url + hash)
			p.Wait(ready)
			frames(p)
			out := Eval[[]string](p, `[...document.querySelectorAll("#at-line tbody th, #at-line tbody td")].filter(c => {
				const r = c.getBoundingClientRect();
				return r.left < 0 || r.right > innerWidth || r.width < 30 || c.scrollWidth > c.clientWidth + 1;
			}).map(c => c.textContent)`)
			if len(out) > 0 {
				t.Errorf("%d px, %s: out of view or cut: %q", width, hash, out)
			}
			if got := Eval[string](p, `getComputedStyle(document.querySelector('#at-line td[data-quantity="cost"]'), "::before").content`); !strings.Contains(got, "Cost") {
				t.Errorf("%d px: a cost is headed %s", width, got)
			}
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, hash, n)
			}
		}
	}
}

// A tap on a cell at the targets shows what it rests on near it; keys go there
// and back.
func TestPhoneShowsWhatATappedCellRestsOn(t *testing.T) {
	p := New(t)
	p.Media("prefers-reduced-motion", "reduce")
	p.Viewport(390, 844)
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	cell := fmt.Sprintf(`#iso-table td[data-series=%q][data-target="30"]`, gb300)
	line := p.Text("#detail")
	p.Click(cell)
	p.Wait(`document.querySelector("#target-detail").textContent.includes("at 30")`)
	frames(p)
	for _, selector := range []string{cell, "#target-detail h3", "#target-detail tbody tr"} {
		if !Eval[bool](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })()`, selector)) {
			t.Errorf("%s is out of the window", selector)
		}
	}
	if got := p.Text("#detail"); got != line {
		t.Error("the other table's region changed")
	}
	active := `document.activeElement.id || document.activeElement.dataset.target`
	if got := Eval[string](p, active); got != "30" {
		t.Errorf("the focus is at %q", got)
	}
	if got := Eval[string](p, `document.querySelector("#target-detail > div").getAttribute("aria-live")`); got != "polite" {
		t.Errorf("the region is %q", got)
	}
	for _, step := range [][2]string{{Down, "40"}, {Enter, "target-detail"}, {Escape, "40"}} {
		p.Press(step[0])
		if got := Eval[string](p, active); got != step[1] {
			t.Errorf("after %q the focus is at %q, want %q", step[0], got, step[1])
		}
	}
	if got := p.Text("#target-detail h3"); !strings.Contains(got, "at 40") {
		t.Errorf("the region says %q", got)
	}
}

// Targets of touch are at least 24 pixels each way.
func TestCheckboxesAreLargeEnough(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	if small := Eval[[]string](p, `[...document.querySelectorAll("input[type=checkbox], button, select")].filter(e => e.checkVisibility()).filter(e => {
		const r = e.getBoundingClientRect();
		return r.width < 24 || r.height < 24;
	}).map(e => e.outerHTML)`); len(small) > 0 {
		t.Errorf("too small: %q", small)
	}
}

// Rules under sticky cells get lost in a table of collapsed borders.
func TestRowRulesSurviveUpdates(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Choose("#baseline", gb300)
	p.Type("#line-x", "5")
	frames(p)
	if got := Eval[string](p, `[...document.querySelectorAll("#at-line, #iso-table table")].map(t => getComputedStyle(t).borderCollapse).join()`); got != "separate,separate" {
		t.Errorf("borders are %s", got)
	}
	if got := Eval[string](p, `[...document.querySelectorAll("#at-line tbody th")].map(c => getComputedStyle(c).borderBottomWidth).join()`); got != "1px,1px" {
		t.Errorf("the rules are %s", got)
	}
}

// The table copied as Markdown is the command line's, text for text; without a
// clipboard a selected field does it, and where that fails too the reader.
func TestReaderCopies(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#t=20,30&own=gb300:2.37")
	p.Wait(ready)
	frames(p)
	Eval[bool](p, `(Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async (text) => { window.copied = text; }}}), true)`)
	copies := map[string]string{}
	for _, what := range []string{"Markdown", "CSV", "HTML", "link"} {
		Eval[bool](p, `(document.querySelector("#said").textContent = "", true)`)
		p.Click(fmt.Sprintf(`[data-copy=%q]`, what))
		p.Wait(`document.querySelector("#said").textContent.endsWith("copied.")`)
		copies[what] = Eval[string](p, "window.copied")
	}
	if got, want := copies["link"], Eval[string](p, "location.href"); got != want {
		t.Errorf("the link is %s, want %s", got, want)
	}
	dir, _ := packed(t)
	for format, got := range map[string]string{"markdown": copies["Markdown"], "csv": copies["CSV"], "html": copies["HTML"]} {
		cmd := exec.Command("go", "run", "./build", "table", "--data", dir, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024",
			"--series", gb200, "--series", gb300, "--baseline", gb200, "--price", "gb300=2.37", "--targets", "20,30", "--quantity", "cost", "--format", format)
		cmd.Dir = Root(t)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(got) != strings.TrimSpace(string(out)) {
			t.Errorf("%s: the page copies\n%s\nthe command line writes\n%s", format, got, out)
		}
	}

	Eval[bool](p, `(() => {
		Object.defineProperty(navigator, "clipboard", {value: undefined});
		document.addEventListener("copy", () => { window.copied = document.activeElement.value; });
		window.copied = document.querySelector("#said").textContent = "";
		return true;
	})()`)
	p.Click(`[data-copy="CSV"]`)
	p.Wait(`document.querySelector("#said").textContent === "Table as CSV copied."`)
	if got := Eval[string](p, "window.copied"); got != strings.ReplaceAll(copies["CSV"], "\r\n", "\n") && got != copies["CSV"] {
		t.Errorf("without a clipboard %q was copied", got)
	}
	if got := Eval[string](p, `document.activeElement.dataset.copy + document.querySelectorAll("textarea").length`); got != "CSV0" {
		t.Errorf("afterwards the focus and the fields are %s", got)
	}

	Eval[bool](p, `(document.execCommand = () => false, true)`)
	p.Click(`[data-copy="Markdown"]`)
	p.Wait(`document.querySelector(".by-hand textarea")`)
	if got := Eval[string](p, `(() => { const t = document.activeElement; return t.value.slice(t.selectionStart, t.selectionEnd); })()`); got != copies["Markdown"] {
		t.Errorf("to copy by hand: %q", got)
	}
	p.Press(Escape)
	p.Wait(`!document.querySelector(".by-hand") && document.activeElement.dataset.copy === "Markdown"`)
}

// The chart of agentic traces says what it leaves out, and the legend what a
// hollow mark is.
func TestChartExplainsItself(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=DeepSeek-R1-0528&w=agentic")
	p.Wait(ready)
	if got := p.Text("#about"); !strings.Contains(got, "p90") || !strings.Contains(got, "E2E-normalized") {
		t.Errorf("about: %q", got)
	}
	if got := p.Text(".marks"); !strings.Contains(got, "off it") {
		t.Errorf("the legend says %q", got)
	}
	p.Choose("#model", "DeepSeek-V4-Pro")
	p.Wait(`document.querySelector("#about").hidden`)
}
