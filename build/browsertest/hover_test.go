package browsertest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// reading is the box that says every curve at the pointer, "" while it is hidden.
const reading = `(document.querySelector(".curves").hidden ? "" : document.querySelector(".curves").innerText)`

var readAt = regexp.MustCompile(`^at ([\d.,]+) tok/s/user`)

// readsAsTheCore checks a reading against the core, and returns where it was read.
func readsAsTheCore(t *testing.T, text string, at func(float64) *wire.Table) float64 {
	t.Helper()
	m := readAt.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the box says %q", text)
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
	if err != nil {
		t.Fatal(err)
	}
	var reached, out []string
	heights := map[string]float64{}
	for _, s := range at(x).Series {
		name, c := strings.ToUpper(s.Hardware), s.Cells[0]
		if c.Throughput == nil {
			end := render.Beyond(s.Range[1], x, iso.Above)
			if c.State == "below" {
				end = render.Beyond(s.Range[0], x, iso.Below)
			}
			out = append(out, name+" "+strings.TrimPrefix(end, "unreachable: "))
			continue
		}
		mark := ""
		if c.Directional {
			mark = "~"
		}
		line := name + " " + mark + render.Throughput.Format(*c.Throughput, 0)
		heights[line] = *c.Throughput
		if len(reached) > 0 && heights[reached[0]] < *c.Throughput {
			reached = append([]string{line}, reached...)
		} else {
			reached = append(reached, line)
		}
	}
	want := strings.Join(append(reached, out...), " ")
	got := strings.Join(strings.Fields(strings.TrimPrefix(text, m[0])), " ")
	if got != want {
		t.Errorf("at %v the box says %q, the core %q", x, got, want)
	}
	return x
}

// The pointer reads every curve where it is, from top to bottom, as the core does,
// and says of those that do not reach it where they end.
func TestHoverReadsEveryCurve(t *testing.T) {
	at := core(t)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	p.Click(`.legend input[data-series="mi355x/sglang/fp8/none/agg"]`) // and away again: two curves
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 3`)
	p.Click(`.legend input[data-series="mi355x/sglang/fp8/none/agg"]`)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 2`)
	b := p.Box(".u-over")
	before := p.Text("#at-line")
	var places []float64
	for _, f := range []float64{0.02, 0.1, 0.3, 0.45, 0.6, 0.75, 0.9, 0.99} {
		p.Move(b.X+f*b.Width, b.Y+b.Height*0.3)
		p.Wait(`!document.querySelector(".curves").hidden || !document.querySelector(".tip").hidden`)
		frames(p)
		if text := Eval[string](p, reading); text != "" {
			places = append(places, readsAsTheCore(t, text, at))
			cursor := p.Box(".cursor")
			if off := cursor.X - (b.X + f*b.Width); off < -2 || off > 2 {
				t.Errorf("the cursor's line is %v pixels off the pointer", off)
			}
			if box := p.Box(".curves"); box.X < 0 || box.X+box.Width > 1280 {
				t.Errorf("the box reaches from %v to %v", box.X, box.X+box.Width)
			}
		}
	}
	if len(places) < 5 {
		t.Errorf("read at %v only", places)
	}
	if after := p.Text("#at-line"); after != before {
		t.Error("the pointer changed the table at the line")
	}
	p.Move(b.X-30, b.Y)
	p.Wait(`document.querySelector(".curves").hidden && document.querySelector(".cursor").hidden`)
	if said := Eval[string](p, `document.getElementById("line").getAttribute("aria-describedby").split(" ").map(id => document.getElementById(id).textContent).join(" ")`); !strings.Contains(said, "reads every curve into the table") || !strings.Contains(said, "arrow keys") {
		t.Errorf("the line is described as %q", said)
	}
}

// On another height the box reads that height.
func TestHoverReadsTheHeightOnShow(t *testing.T) {
	at := core(t)
	p := Open(t, Serve(t, site(t), nil)+"#y=cost")
	p.Wait(ready)
	frames(p)
	b := p.Box(".u-over")
	p.Move(b.X+b.Width*0.5, b.Y+b.Height*0.12)
	p.Wait(reading + ` !== ""`)
	text := Eval[string](p, reading)
	x, err := strconv.ParseFloat(readAt.FindStringSubmatch(text)[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range at(x).Series {
		mark := ""
		if s.Cells[0].Directional {
			mark = "~"
		}
		if want := mark + render.Cost.Format(*s.Cells[0].UsdPerMtok, 0); !strings.Contains(text, want) {
			t.Errorf("at %v the box lacks %s: %q", x, want, text)
		}
	}
}

// Near a point the point itself is read, and a zoom or a drag of the line reads
// nothing.
func TestHoverGivesWayToPointsAndDrags(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	b := p.Box(".u-over")
	p.Move(b.X+b.Width*0.7, b.Y+b.Height*0.3)
	p.Wait(reading + ` !== ""`)
	for f := 0.1; f < 0.4; f += 0.01 {
		p.Move(b.X+f*b.Width, b.Y+b.Height*0.1)
		frames(p)
		if !Eval[bool](p, `document.querySelector(".tip").hidden`) {
			break
		}
	}
	if !Eval[bool](p, `!document.querySelector(".tip").hidden && document.querySelector(".curves").hidden && document.querySelector(".cursor").hidden`) {
		t.Error("no point was read, or every curve beside it")
	}
	p.Move(b.X+b.Width*0.7, b.Y+b.Height*0.3)
	p.Wait(reading + ` !== ""`)
	x, y := p.Box("#line").Centre()
	p.Drag(x, y, x+60, y, 6)
	if text := Eval[string](p, reading); text != "" {
		t.Errorf("after a drag of the line the box says %q", text)
	}
}

// A tap reads too, and stays until one beside the chart; a finger drags the line by
// its handle.
func TestHoverReadsATap(t *testing.T) {
	at := core(t)
	p := New(t)
	p.Viewport(390, 844)
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	b := p.Box(".u-over")
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		if points == nil {
			points = []*input.TouchPoint{}
		}
		p.do("touch", send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
	}
	tap := func(x, y float64) {
		touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		touch(input.DispatchTouchEventTypeTouchEnd)
	}
	line := Eval[string](p, `document.querySelector("#line-x").value`)
	tap(b.X+b.Width*0.75, b.Y+b.Height*0.4)
	p.Wait(reading + ` !== ""`)
	readsAsTheCore(t, Eval[string](p, reading), at)
	p.Screenshot("hover-tap-390-light")
	if now := Eval[string](p, `document.querySelector("#line-x").value`); now != line {
		t.Errorf("the tap moved the line from %s to %s", line, now)
	}
	tap(p.Box("#chart-title").Centre())
	p.Wait(reading + ` === ""`)
	if over := p.Overflow(); over > 0 {
		t.Errorf("the page is %d px too wide", over)
	}

	x, y := p.Box("#line").Centre()
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1; i <= 10; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + 6*float64(i), Y: y + float64(i)})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
	p.Wait(fmt.Sprintf(`Number(document.querySelector("#line-x").value) > %s`, line))
	lineWants(t, p, at)
}

// Many curves in a low plot: the box holds what fits and says how many more there
// are.
func TestHoverOfManyCurvesStaysInThePlot(t *testing.T) {
	p := New(t)
	p.Viewport(390, 844)
	p.Go(Serve(t, many(t), nil) + "#show=*")
	p.Wait(ready)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 150`)
	frames(p)
	b := p.Box(".u-over")
	found := false
	for f := 0.2; f < 0.95 && !found; f += 0.05 {
		p.Move(b.X+f*b.Width, b.Y+b.Height*0.06)
		frames(p)
		found = Eval[string](p, reading) != ""
	}
	if !found {
		t.Fatal("nothing was read anywhere")
	}
	box := p.Box(".curves")
	if box.Y+box.Height > b.Y+b.Height+1 {
		t.Errorf("the box ends at %v, the plot at %v", box.Y+box.Height, b.Y+b.Height)
	}
	rows := Eval[int](p, `[...document.querySelectorAll(".curves p:not([hidden])")].length`) - 2
	if want := fmt.Sprintf("and %d more", 150-rows); !strings.HasSuffix(strings.TrimSpace(Eval[string](p, reading)), want) {
		t.Errorf("with %d rows the box does not end with %q: %q", rows, want, Eval[string](p, reading))
	}
}
