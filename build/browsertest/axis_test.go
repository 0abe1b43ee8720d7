package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

const agenticB200 = "b200/vllm/fp4/none/agg"

// agentic answers as the page must on the shipped agentic points, natively.
func agentic(t *testing.T, axis string, percentile int, x float64) *wire.Table {
	t.Helper()
	_, files := packed(t)
	e := query.New()
	for _, begin := range []string{"index", "points-"} { // the index first
		for name, file := range files {
			if strings.HasPrefix(name, begin) {
				if _, err := e.Open(file); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	r := e.Answer(wire.Query{
		Verb: wire.VerbTable, Model: "DeepSeek-R1-0528", Workload: "agentic", Axis: axis, Percentile: percentile,
		Series: []string{agenticB200}, Targets: []float64{x},
	})
	if r.Table == nil {
		t.Fatal(r.Error.Message)
	}
	return r.Table
}

// A reader goes to the E2E-normalized axis and back: the page explains it,
// shows the penalty beside each value, and finds the line where it was.
func TestAxisE2ENormalizedAndBack(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=DeepSeek-R1-0528&w=agentic&x=30")
	p.Wait(ready)
	p.Wait(`document.querySelector("#line-x").value === "30"`)
	before := cells(p, "#at-line")

	p.Choose("#axis", "e2e-normalized")
	p.Wait(`document.querySelector("#line-title").textContent.includes("E2E-normalized") && document.querySelector("#at-line thead").textContent.includes("Interactivity alone")`)
	if about := Eval[string](p, `document.querySelector("#about").textContent`); !strings.Contains(about, "Experimental") || !strings.Contains(about, "1 / p90 of E2EL/OSL") {
		t.Errorf("the page explains: %s", about)
	}
	if option := Eval[string](p, `document.querySelector("#axis").selectedOptions[0].textContent`); !strings.Contains(option, "experimental") {
		t.Errorf("the axis is called %q", option)
	}
	p.Type("#line-x", "60")
	p.Press(Enter)
	want := agentic(t, "e2e-normalized", 90, 60).Series[0].Cells[0]
	if want.Throughput == nil || want.Penalty == nil {
		t.Fatalf("natively: %+v", want)
	}
	p.Wait(fmt.Sprintf(`Number(document.querySelector("#at-line td[data-quantity=throughput]").textContent.replace(/[~,]/g, "")).toFixed(0) === %q`,
		strconv.FormatFloat(*want.Throughput, 'f', 0, 64)))
	lo, hi := min(want.Penalty.Taken[0], want.Penalty.Taken[1]), max(want.Penalty.Taken[0], want.Penalty.Taken[1])
	penalty := Eval[string](p, `document.querySelector("#at-line td[data-quantity=penalty]").textContent`)
	for _, v := range []float64{lo, hi} {
		if text := strconv.FormatFloat(100*v, 'f', 0, 64); !strings.Contains(penalty, text) {
			t.Errorf("the penalty reads %q without %s", penalty, text)
		}
	}
	p.Choose("#percentile", "50")
	p.Wait(`document.querySelector("#about").textContent.includes("1 / p50") && location.hash.includes("p=50")`)
	p.Screenshot("axis-1280-light")
	if got := Eval[string](p, `document.querySelector("#iso-table caption").textContent`); !strings.Contains(got, "p50") {
		t.Errorf("the table says %q", got)
	}
	p.Viewport(390, 844)
	p.Scheme("dark")
	p.Screenshot("axis-390-dark")
	if o := p.Overflow(); o > 0 {
		t.Errorf("the page is %d px too wide", o)
	}
	p.Viewport(1280, 800)

	Eval[bool](p, `(location.reload(), true)`)
	p.Wait(ready)
	p.Wait(`document.querySelector("#axis").value === "e2e-normalized" && document.querySelector("#percentile").value === "50"`)

	p.Choose("#percentile", "90")
	p.Choose("#axis", "interactivity")
	p.Type("#line-x", "30")
	p.Press(Enter)
	p.Wait(`document.querySelector("#line-title").textContent === "At equal speed" && !document.querySelector("#at-line thead").textContent.includes("alone")`)
	if after := cells(p, "#at-line"); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("back on interactivity the table says\n%v\nit said\n%v", after, before)
	}
}

// The line of each axis is found where it was left.
func TestAxisKeepsItsLine(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=DeepSeek-R1-0528&w=agentic&x=30")
	p.Wait(ready)
	p.Choose("#axis", "ttft")
	p.Wait(`document.querySelector("#line-title").textContent === "At equal TTFT" && document.querySelector(".better").textContent.includes("↖")`)
	if unit := Eval[string](p, `document.querySelector(".line-field abbr").textContent + document.querySelector("label[for=targets]").textContent`); unit != "sTargets, s" {
		t.Errorf("the units read %q", unit)
	}
	p.Choose("#axis", "interactivity")
	p.Wait(`document.querySelector("#line-x").value === "30" && location.hash.includes("x=30") && !location.hash.includes("axis")`)
	Eval[bool](p, `(history.back(), true)`)
	p.Wait(`document.querySelector("#axis").value === "ttft"`)
}

// A dropped file without per-request records stays off the E2E-normalized axis,
// with the reason, and is back on the others.
func TestAnOverlayStaysOffTheNormalizedAxis(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#m=DeepSeek-R1-0528&w=agentic")
	p.Wait(ready)
	p.drop("mine.csv", []byte("model,hardware,framework,precision,spec_decoding,workload,recipe,concurrency,tput_per_gpu,p90_itl_s,p90_e2el_per_token_s,p90_ttft_s,p90_e2el_s\n"+
		"DeepSeek-R1-0528,b300,vllm,fp4,none,agentic,TP4,8,900,0.02,0.05,1,40\nDeepSeek-R1-0528,b300,vllm,fp4,none,agentic,TP4,16,1100,0.03,0.08,2,60\n"))
	p.Wait(`document.querySelector("#at-line").textContent.includes("B300")`)
	p.Choose("#axis", "e2e-normalized")
	p.Wait(`document.querySelector(".legend").textContent.includes("holds no per-request records")`)
	if Eval[bool](p, `document.querySelector("#at-line").textContent.includes("B300")`) || Eval[bool](p, `document.querySelector("#iso-table").textContent.includes("B300")`) {
		t.Error("the dropped series is on the E2E-normalized axis")
	}
	if !Eval[bool](p, `[...document.querySelectorAll(".legend input")].some(i => i.dataset.series.startsWith("b300") && i.disabled && !i.checked)`) {
		t.Error("its switch in the legend can be used")
	}
	p.Choose("#axis", "interactivity")
	p.Wait(`document.querySelector("#at-line").textContent.includes("B300")`)
}

// Where no system has the axis, the chart says why and what to do.
func TestAnAxisThatNoSystemHas(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#axis=e2e-normalized")
	p.Wait(ready)
	p.Wait(`!document.querySelector("#empty").hidden`)
	if Eval[string](p, `getComputedStyle(document.querySelector("#line")).visibility`) != "hidden" {
		t.Error("a line stands where nothing can be read")
	}
	if why := Eval[string](p, `document.querySelector("#empty").textContent`); !strings.Contains(why, "per-request records") || !strings.Contains(why, "Choose another") {
		t.Errorf("the chart says %q", why)
	}
	if note := Eval[string](p, `document.querySelector(".legend").textContent`); !strings.Contains(note, "E2E-normalized interactivity absent") {
		t.Errorf("the legend says %q", note)
	}
	p.Screenshot("axis-none-1280-light")
	p.Choose("#axis", "interactivity")
	p.Wait(`document.querySelector("#empty").hidden && document.querySelector("#at-line td[data-quantity=throughput]").textContent !== "–"`)
}
