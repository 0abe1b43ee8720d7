package browsertest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// The chart's heights follow the choice, and the line's crossings with them:
// cost is derived from the throughput at the line, sample by sample.
func TestHeights(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	at := core(t)
	p.Choose("#pin", gb300)
	p.Wait(`document.querySelector(".pair span").textContent !== "" && location.hash.includes("pin=gb300")`)
	want := at(25)
	ratio := *want.Series[1].Cells[0].Throughput / *want.Series[0].Cells[0].Throughput
	if got := Eval[string](p, `document.querySelector(".pair span").textContent`); strings.Trim(got, "~x") != strconv.FormatFloat(ratio, 'g', 3, 64) {
		t.Errorf("the pinned pair reads %s, the core says %v", got, ratio)
	}
	p.Screenshot("height-throughput-1280-light")

	p.Choose("#height", "cost")
	p.Wait(`document.querySelector(".better").textContent === "better ↘" && location.hash.includes("y=cost")`)
	// Costs span decades, so that their scale is logarithmic until a reader says
	// otherwise; what was said survives a reload and Back.
	if !Eval[bool](p, `document.querySelector("#log-y").checked && !location.hash.includes("log=")`) {
		t.Error("costs are not on a logarithmic scale")
	}
	p.Screenshot("height-cost-log-1280-light")
	p.Click("#log-y")
	p.Wait(`location.hash.includes("log=l")`)
	Eval[bool](p, `(location.reload(), true)`)
	p.Wait(ready)
	p.Wait(`document.querySelector("#height").value === "cost" && !document.querySelector("#log-y").checked`)
	p.Click("#log-y")
	p.Wait(`document.querySelector("#log-y").checked && !location.hash.includes("log=")`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`!document.querySelector("#log-y").checked && location.hash.includes("log=l")`)
	cost := *want.Series[1].Cells[0].UsdPerMtok / *want.Series[0].Cells[0].UsdPerMtok
	p.Wait(fmt.Sprintf(`Math.abs(parseFloat(document.querySelector(".pair span").textContent.replace("~", "")) - %v) < 0.006`, cost))
	frames(p)
	// Both crossings lie where their costs are on the axis from 0: their heights
	// above the plot's floor are as the costs.
	h := Eval[[]float64](p, `(() => {
		const over = document.querySelector(".u-over").getBoundingClientRect();
		return [...document.querySelectorAll(".crossings i:not([hidden])")].map((d) => { const b = d.getBoundingClientRect(); return over.bottom - (b.top + b.bottom) / 2; });
	})()`)
	if len(h) != 2 || math.Abs(h[1]/h[0]-cost) > 0.03 {
		t.Errorf("the crossings are %v px high, their costs are as %v", h, cost)
	}
	p.Screenshot("height-cost-1280-light")

	p.Choose("#tokens", "output")
	p.Wait(`!document.querySelector("#empty").hidden && location.hash.includes("tok=output")`)
	if why := p.Text("#empty"); !strings.Contains(why, "output tokens") {
		t.Errorf("the chart says %q", why)
	}
	p.Choose("#tokens", "total")
	p.Choose("#height", "measured-energy")
	p.Wait(`document.querySelector(".legend").textContent.includes("measured no energy")`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`document.querySelector("#height").value === "cost"`)
}

// A shift-click adds a target, which stands in the chart; the button does the
// same for who has no mouse.
func TestTargetsAsLines(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	before := Eval[int](p, `document.querySelectorAll("#iso-table tbody tr").length`)
	p.Type("#line-x", "33.3")
	p.Press(Enter)
	p.Click("[data-action=mark]")
	p.Wait(fmt.Sprintf(`document.querySelectorAll("#iso-table tbody tr").length === %d && document.querySelector("#target-lines").checked`, before+1))
	p.Wait(`[...document.querySelectorAll("#iso-table tbody th")].some(t => t.textContent === "33.3")`)
	p.Click("#frontier-only")
	p.Wait(`location.hash.includes("frontier=on") && location.hash.includes("lines=on")`)
	p.Viewport(390, 844)
	p.Scheme("dark")
	p.Screenshot("height-390-dark")
	if o := p.Overflow(); o > 0 {
		t.Errorf("the page is %d px too wide", o)
	}
}
