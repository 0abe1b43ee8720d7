package browsertest

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// calculated is true once the Calculator has its lists.
const calculated = ready + ` && document.querySelector("#calc-rank .bars")`

// bars are the values of one list by hardware, as the page has them for programs.
func bars(p *Page, list string) map[string]string {
	p.t.Helper()
	return Eval[map[string]string](p, fmt.Sprintf(`Object.fromEntries([...document.querySelectorAll(%q)].map(r =>
		[r.querySelector("b").textContent, r.querySelector(".bar-value")?.dataset.value ?? ""]))`, list+" li:has(summary)"))
}

// solved runs the command line.
func solved[T any](t *testing.T, args ...string) (reply T) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "./build", "solve", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--format", "json"}, args...)...)
	cmd.Dir = Root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

func digits12(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', 12, 64)
}

// What a reader types gives what the command line prints, to the last digit.
func TestCalculatorSolvesAsTheCommandLine(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=calculator")
	p.Wait(calculated)
	p.Type("#calc-limit", "0.3")
	p.Press(Tab)
	p.Wait(`location.hash.includes("within=cost:0.3")`)
	p.Type("#price-gb300", "2.5")
	p.Press(Tab)
	p.Wait(`location.hash.includes("own=gb300:2.5")`)
	check := func(what, list string, want map[string]string) {
		t.Helper()
		got := bars(p, list)
		for hardware, v := range want {
			if got[hardware] != v {
				t.Errorf("%s: %s has %s, the command line %s", what, hardware, got[hardware], v)
			}
		}
	}
	want := map[string]string{}
	for _, s := range solved[wire.Solve](t, "--max-cost", "0.3", "--price", "gb300=2.5").Series {
		want[strings.ToUpper(s.Hardware)] = digits12(s.X)
	}
	check("within $0.3", "#calc-within", want)
	p.Type("#calc-x", "31.5")
	p.Press(Tab)
	p.Wait(`location.hash.includes("x=31.5")`)
	want = map[string]string{}
	for _, s := range solved[wire.BreakEven](t, "--break-even", "--target", "31.5", "--baseline", "gb200*", "--price", "gb300=2.5").Series {
		want[strings.ToUpper(s.Hardware)] = digits12(s.BreakEvenUsd)
	}
	check("break-even", "#calc-even", want)
	p.Choose("#calc-bound", "energy")
	p.Type("#calc-limit", "0.5")
	p.Press(Tab)
	p.Type("#power-gb200", "1.5")
	p.Press(Tab)
	p.Wait(`location.hash.includes("within=energy:0.5") && location.hash.includes("kw=gb200:1.5")`)
	want = map[string]string{}
	for _, s := range solved[wire.Solve](t, "--max-energy", "0.5", "--power", "gb200=1.5").Series {
		want[strings.ToUpper(s.Hardware)] = digits12(s.X)
	}
	check("within 0.5 J", "#calc-within", want)
}

// Bars are as long as their values, and what cannot be had has none.
func TestCalculatorBarsAreToScale(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=calculator&x=40&q=throughput")
	p.Wait(calculated)
	for _, list := range []string{"#calc-rank", "#calc-within", "#calc-even", "#calc-fleet"} {
		widths := Eval[map[string]float64](p, fmt.Sprintf(`Object.fromEntries([...document.querySelectorAll("%s li:has(.bar)")].map(r =>
			[r.querySelector(".bar-value").dataset.value, r.querySelector("rect").getBoundingClientRect().width]))`, list))
		if len(widths) < 2 {
			t.Fatal(list, widths)
		}
		most, width := 0.0, 0.0
		for v, w := range widths {
			if n, _ := strconv.ParseFloat(v, 64); n > most {
				most, width = n, w
			}
		}
		for v, w := range widths {
			if n, _ := strconv.ParseFloat(v, 64); w < n/most*width-0.6 || w > n/most*width+0.6 {
				t.Errorf("%s: the bar of %s is %v px of %v", list, v, w, width)
			}
		}
	}
	if Eval[int](p, `[...document.querySelectorAll(".apart li")].filter(r => r.querySelector("svg.bar") || !r.querySelector(".bar-reason").textContent).length`) > 0 {
		t.Error("what cannot be had has a bar, or no reason")
	}
	p.Type("#calc-x", "500")
	p.Press(Tab)
	p.Wait(`!document.querySelector("#calc-rank svg.bar") && document.querySelector("#calc-rank .apart").textContent.includes("unreachable: fastest is")`)
}

// By keyboard alone: to a row, into it, to its run, and the row stays open while
// the speed changes and its numbers follow.
func TestCalculatorByKeyboard(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	to := func(selector string) {
		t.Helper()
		for range 200 {
			if Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
				return
			}
			p.Press(Tab)
		}
		t.Fatalf("Tab never came to %s", selector)
	}
	to(`nav a[data-view="calculator"]`)
	p.Press(Enter)
	p.Wait(`location.hash === "#v=calculator" && ` + calculated)
	to(`#calc-rank summary`)
	if Eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`) == "none" {
		t.Error("the focus on a row is not to be seen")
	}
	p.Press(Enter)
	p.Wait(`document.querySelector("#calc-rank details").open && document.querySelector("#calc-rank .basis").textContent.includes("Slower point")`)
	basis := p.Text("#calc-rank .basis")
	for _, want := range []string{"10⁶ ÷ (3600 ×", "sheet of 2026-08-14", "Concurrency"} {
		if !strings.Contains(basis, want) {
			t.Errorf("no %q in %s", want, basis)
		}
	}
	to(`#calc-rank .basis a[href^="https://"]`)
	p.Wait(`document.activeElement.rel === "noopener noreferrer"`)
	name := p.Text("#calc-rank details b")
	Eval[bool](p, `(document.querySelector("#calc-x").focus(), document.querySelector("#calc-x").select(), true)`)
	p.Press("3", "0", Enter)
	p.Wait(`location.hash === "#v=calculator&x=30" && document.querySelector("#calc-rank details[open] .basis")?.textContent.includes("at 30 tok/s/user")`)
	if got := p.Text("#calc-rank details[open] b"); got != name {
		t.Errorf("%s is open, it was %s", got, name)
	}
	if got := Eval[string](p, "document.activeElement.id"); got != "calc-x" {
		t.Errorf("the focus went to %q", got)
	}
	// Back undoes the speed, reload keeps it.
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`location.hash === "#v=calculator" && document.querySelector("#calc-x").value === "25"`)
	Eval[bool](p, `(history.forward(), true)`)
	p.Wait(`document.querySelector("#calc-x").value === "30"`)
	before := bars(p, "#calc-rank")
	url := Eval[string](p, "location.href")
	p.Go("about:blank")
	p.Go(url)
	p.Wait(calculated + ` && document.querySelector("#calc-x").value === "30"`)
	if got := bars(p, "#calc-rank"); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("after reload %v, before %v", got, before)
	}
}

// Leaving a system out and taking all back.
func TestCalculatorChoosesSystems(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=calculator")
	p.Wait(calculated)
	all := Eval[int](p, `document.querySelectorAll("#calc-rank li:has(summary)").length`)
	p.Click(".systems summary")
	last := fmt.Sprintf(`#calc-systems input[data-system="%d"]`, all-1)
	p.Click(last)
	p.Wait(fmt.Sprintf(`document.querySelectorAll("#calc-rank li:has(summary)").length === %d && location.hash.includes("show=")`, all-1))
	if !Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, last)) {
		t.Error("the focus left the box")
	}
	p.Click(`#calc-systems a`)
	p.Wait(fmt.Sprintf(`document.querySelectorAll("#calc-rank li:has(summary)").length === %d && location.hash === "#v=calculator"`, all))
}

func TestCalculatorFitsScreens(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, width := range []int{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			p.Viewport(width, 844)
			p.Scheme(scheme)
			p.Go("about:blank")
			p.Go(url + "#v=calculator&x=40")
			p.Wait(calculated)
			p.Screenshot(fmt.Sprintf("calculator-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, n)
			}
			for _, list := range []string{"#calc-rank", "#calc-within", "#calc-even", "#calc-fleet"} {
				p.Click(list + " summary")
				p.Wait(`document.querySelector("` + list + ` details[open] .basis").textContent`)
			}
			p.Screenshot(fmt.Sprintf("calculator-open-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: open, the page is %d px too wide", width, scheme, n)
			}
		}
	}
}
