package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// stops are the controls of the view on show that a keyboard must come to: what
// can be used and is seen. Of a table with cells to move in, one.
const stops = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((e) =>
	!e.disabled && e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length > 0 && !(e.type === "radio" && !e.checked))`

// stop is where the focus is: its place among the stops, what it is, and whether
// it is seen.
type stop struct {
	At   int    `json:"at"`
	What string `json:"what"`
	Seen bool   `json:"seen"`
}

// A ring or a shadow must appear, on the control or on what is seen in its place,
// and the control be on the screen. A render may have made it anew, so that its
// place among the stops is looked up each time.
const focused = `(() => {
	const e = document.activeElement;
	const ring = (n, pseudo) => ((s) => s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0 || s.boxShadow !== "none")(getComputedStyle(n, pseudo));
	// The button inside a date field has the browser's own ring, which scripts cannot see.
	const ringed = e.type === "date" || [e, e.closest("label"), e.parentElement].some((n) => n && ring(n)) || ring(e, "::before") || ring(e, "::after");
	const r = (e.closest("label") ?? e).getBoundingClientRect();
	const there = r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth;
	return {at: ` + stops + `.indexOf(e), what: e.tagName.toLowerCase() + (e.id && "#" + e.id) + " " + (e.getAttribute("aria-label") ?? e.textContent ?? "").trim().slice(0, 40) + (ringed ? "" : " without a ring") + (there ? "" : " off the screen"), seen: ringed && there};
})()`

// tabThrough presses Tab from the first control of the page to the end of it and
// returns where it came.
func (p *Page) tabThrough() []stop {
	p.t.Helper()
	n := Eval[int](p, `((all) => (all[0].focus(), all.length))(`+stops+`)`)
	out := []stop{{At: 0, What: "the first control", Seen: true}}
	for range n + 40 {
		p.Press(Tab)
		if Eval[bool](p, `document.activeElement === document.body`) {
			break
		}
		s := Eval[stop](p, focused)
		if s.At == 0 {
			break // around
		}
		out = append(out, s)
	}
	return out
}

// Every control of every view is reached with Tab, in the order of the page, and
// seen when it is: nothing is for the mouse alone, and nothing holds the focus.
func TestKeyboardReachesEveryControl(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	for _, view := range []struct{ hash, shown string }{
		{"", `document.querySelector("#iso-table td")`},
		{"v=tables", `document.querySelector("#tables table td")`},
		{"v=calculator", `document.querySelector("#calculator")?.checkVisibility()`},
		{"v=requests", `document.querySelector("#drop-empty")?.checkVisibility()`},
		{"v=audit", `document.querySelector("#audit-field")`},
		{"v=definitions", `document.querySelector("#definitions [data-calc]")`},
		{"v=data", `document.querySelector("#verified")`},
	} {
		t.Run(view.hash, func(t *testing.T) {
			Eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, view.hash))
			p.Wait(view.shown)
			came := p.tabThrough()
			at, last := map[int]bool{}, -1
			for _, s := range came {
				if !s.Seen {
					t.Errorf("the focus on %s is not seen", s.What)
				}
				if s.At >= 0 && s.At < last {
					t.Errorf("%s comes after what is below it", s.What)
				}
				last = max(last, s.At)
				at[s.At] = true
			}
			for i := range Eval[int](p, stops+`.length`) {
				if !at[i] {
					t.Errorf("Tab never came to %s", Eval[string](p, fmt.Sprintf(`((e) => e.outerHTML.slice(0, 160))(%s[%d])`, stops, i)))
				}
			}
			if len(came) < 8 {
				t.Errorf("only %d stops", len(came))
			}
		})
	}
}

// A reader without a mouse does the job on every view: from the first view to a
// table with a target of his own, a Calculator's answer, a verified file and a
// checked table.
func TestWholePageByKeyboard(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	to := func(selector string) {
		t.Helper()
		for range 250 {
			if Eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
				return
			}
			p.Press(Tab)
		}
		t.Fatalf("Tab never came to %s", selector)
	}
	view := func(name string) {
		t.Helper()
		to(fmt.Sprintf(`nav a[data-view=%q]`, name))
		p.Press(Enter)
		p.Wait(fmt.Sprintf(`document.querySelector('nav a[data-view=%q]').getAttribute("aria-current") === "page"`, name))
	}

	// Explore: the line moves, a curve is added, a cell says what it rests on. The
	// first stop leads to the line past all that stands before it.
	address := Eval[string](p, `location.href`)
	p.Press(Tab)
	if s := Eval[stop](p, focused); !s.Seen || !strings.Contains(s.What, "Skip to the matched-speed line") {
		t.Fatalf("the first stop is %s, seen: %v", s.What, s.Seen)
	}
	p.Screenshot("skip-1280-light")
	p.Press(Enter)
	if !Eval[bool](p, `document.activeElement.id === "line-x"`) || Eval[string](p, `location.href`) != address {
		t.Fatalf("Enter leads to %s, %s", Eval[stop](p, focused).What, Eval[string](p, `location.href`))
	}
	if r := p.Box("#line-x"); r.Y < 0 || r.Y > 800 {
		t.Errorf("the field is at %v", r)
	}
	before := Eval[string](p, `document.querySelector("#line-x").value`)
	p.Press(Up)
	p.Wait(fmt.Sprintf(`document.querySelector("#line-x").value !== %q`, before))
	to(`[data-key="2"] input`)
	p.Press(Space)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 3`)
	to(`#at-line td[tabindex="0"]`)
	p.Press(Right, Down)
	p.Press(Enter)
	p.Wait(`document.querySelector("#detail").textContent.length > 40`)
	to("#log-x")
	p.Press(Space)
	p.Wait(`location.hash.includes("log=x")`)

	view("tables")
	to(".skip")
	p.Press(Enter)
	if !Eval[bool](p, `document.activeElement.id === "tables"`) {
		t.Errorf("the skip link leads to %s", Eval[stop](p, focused).What)
	}
	to("#tables select, #tables input")
	p.Wait(`document.querySelector("#tables table td")`)

	view("calculator")
	to("#calculator input")
	p.Wait(`document.querySelector("#calculator").textContent.includes("$")`)

	view("audit")
	to("#audit-field")
	p.Press(strings.Split("| tok/s/user | GB200 dynamo-vllm fp4 disagg tok/s/GPU |", "")...)
	p.Press(Enter)
	p.Press(strings.Split("|---|---|", "")...)
	p.Press(Enter)
	p.Press(strings.Split("| 25 | 2846 |", "")...)
	p.Wait(`document.querySelector("#audit-found table td")`)

	view("definitions")
	p.Wait(`document.querySelector("#definitions [data-calc] input")`)
	to("#definitions [data-calc] input")
	was := Eval[string](p, `document.activeElement.closest("form").querySelector("[data-out]").textContent`)
	p.Press("7")
	p.Wait(fmt.Sprintf(`document.activeElement.closest("form").querySelector("[data-out]").textContent !== %q`, was))

	view("data")
	to(`[data-action="verify"]`)
	p.Press(Enter)
	p.Wait(`document.querySelector("#verified").dataset.check === "ok"`)

	// Back, by the browser's own key, and everything is as it was left.
	view("")
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 3 && document.querySelector("#log-x").checked`)
}
