package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/website"
)

// many is a site whose one model has 150 series.
func many(t *testing.T) string {
	t.Helper()
	Chromium(t)
	return Build(t, "many", website.Options{Root: Root(t), Data: Synthetic(t, 150, 12)}).Out
}

// onShow lists the series of the table at the line.
const onShow = `[...document.querySelectorAll("#at-line tbody tr td:first-of-type")].map(c => c.dataset.series).join()`

// solo is the selector of a series' solo button.
func solo(name string) string { return fmt.Sprintf(`.key:has(input[data-series=%q]) .solo`, name) }

// A series alone with the baseline, and back; Back does the same; something else
// chosen meanwhile ends it.
func TestLegendSolo(t *testing.T) {
	const a, b = "mi355x/sglang/fp4/none/agg", "mi355x/sglang/fp8/none/agg"
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Click(solo(a))
	p.Wait(onShow + ` === "` + gb200 + `,` + a + `"`)
	pressed := `[...document.querySelectorAll('.solo[aria-pressed="true"]')].map(b => b.getAttribute("aria-label")).join()`
	if got := Eval[string](p, pressed); got != "solo MI355X sglang · fp4" {
		t.Errorf("pressed is %q", got)
	}
	if focus := Eval[string](p, `document.activeElement.className`); !strings.Contains(focus, "solo") {
		t.Errorf("the focus went to %q", focus)
	}
	p.Click(solo(b))
	p.Wait(onShow + ` === "` + gb200 + `,` + b + `"`)
	p.Click(solo(b))
	p.Wait(onShow + ` === "` + gb200 + `,` + gb300 + `"`)
	if got := Eval[string](p, pressed); got != "" {
		t.Errorf("after the second press %q is pressed", got)
	}
	p.Click(solo(a))
	p.Wait(onShow + ` === "` + gb200 + `,` + a + `"`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(onShow + ` === "` + gb200 + `,` + gb300 + `"`)
	p.Click(solo(a))
	p.Wait(onShow + ` === "` + gb200 + `,` + a + `"`)
	p.Click(fmt.Sprintf(`.legend input[data-series=%q]`, b))
	p.Wait(onShow + ` === "` + gb200 + `,` + a + `,` + b + `" && ` + pressed + ` === ""`)
}

func TestLegendShowsAndHidesAll(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Click(`[data-keys="show"]`)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 4 && [...document.querySelectorAll(".legend input")].every(i => i.checked)`)
	p.Click(`[data-keys="hide"]`)
	p.Wait(onShow + ` === "` + gb200 + `"`)
	if said := p.Text("#key-count"); said != "1 of 4 on show" {
		t.Errorf("the page says %q", said)
	}
	if !Eval[bool](p, `document.getElementById("key-search").hidden`) {
		t.Error("four series can be searched")
	}
}

// With many series: few on show at first, a search by words in any order whose
// count is said, and buttons that act on what was found. All but a few shown still
// make a short link, which a reload understands.
func TestLegendOfManySeries(t *testing.T) {
	p := Open(t, Serve(t, many(t), nil))
	p.Wait(ready)
	p.Wait(`document.querySelectorAll(".legend .key").length === 150`)
	if n := Eval[int](p, `document.querySelectorAll(".legend input:checked").length`); n < 2 || n > 6 {
		t.Errorf("%d series are on show at first", n)
	}
	if said := p.Text("#key-count"); !strings.HasSuffix(said, "of 150 on show") {
		t.Errorf("the page says %q", said)
	}
	first := Eval[string](p, onShow)

	want := Eval[[]string](p, `[...document.querySelectorAll(".legend input")].map(i => i.dataset.series).filter(n => n.includes("fp8") && n.includes("-0"))`)
	p.Type("#key-search", "FP8  -0")
	p.Wait(`document.querySelector("#key-count").textContent.endsWith("match")`)
	found := Eval[[]string](p, `[...document.querySelectorAll(".key:not([hidden]) input")].map(i => i.dataset.series)`)
	if fmt.Sprint(found) != fmt.Sprint(want) || len(want) < 2 || p.Text("#key-count") != fmt.Sprintf("%d of 150 match", len(want)) {
		t.Errorf("found %v, want %v; the page says %q", found, want, p.Text("#key-count"))
	}
	if n := Eval[int](p, `[...document.querySelectorAll(".key-group:not([hidden])")].filter(g => !g.querySelector(".key:not([hidden])")).length`); n > 0 {
		t.Errorf("%d groups stand empty", n)
	}
	if role := Eval[string](p, `document.querySelector("#key-count").getAttribute("role")`); role != "status" {
		t.Errorf("the count's role is %q", role)
	}
	p.Click(`[data-keys="show"]`)
	p.Wait(fmt.Sprintf(`%s.split(",").length > %d`, onShow, len(strings.Split(first, ","))))
	now := Eval[string](p, onShow)
	for _, name := range append(want, strings.Split(first, ",")...) {
		if !strings.Contains(","+now+",", ","+name+",") {
			t.Errorf("%s is not on show after “Show these”", name)
		}
	}
	if typed := Eval[string](p, `document.querySelector("#key-search").value`); typed != "FP8  -0" {
		t.Errorf("the search became %q", typed)
	}

	p.Type("#key-search", "")
	p.Click(`[data-keys="show"]`)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 150`)
	p.Type("#key-search", "synthetic-02")
	p.Click(`[data-keys="hide"]`)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length < 150`)
	rest := Eval[string](p, onShow)
	if hash := Eval[string](p, `location.hash`); len(hash) > 200 {
		t.Errorf("the link has %d characters: %s", len(hash), hash)
	}
	Eval[bool](p, `(location.reload(), true)`)
	p.Wait(ready)
	p.Wait(fmt.Sprintf(`document.querySelectorAll("#at-line tbody tr").length === %d`, len(strings.Split(rest, ","))))
	if after := Eval[string](p, onShow); after != rest {
		t.Errorf("after a reload on show are\n%s\nbefore\n%s", after, rest)
	}
}

// The page with 150 series stays readable at every size.
func TestManySeriesFitScreens(t *testing.T) {
	p := New(t)
	url := Serve(t, many(t), nil)
	for _, width := range []int{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			p.Viewport(width, 844)
			p.Scheme(scheme)
			p.Go("about:blank")
			p.Go(url)
			p.Wait(ready)
			p.Screenshot(fmt.Sprintf("many-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, n)
			}
			if n := Eval[float64](p, `document.documentElement.scrollHeight - document.querySelector(".page").getBoundingClientRect().bottom - scrollY`); n > 1 {
				t.Errorf("%d px, %s: %v px of nothing below the page", width, scheme, n)
			}
		}
	}
}
