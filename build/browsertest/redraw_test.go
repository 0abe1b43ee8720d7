package browsertest

import (
	"fmt"
	"testing"
)

// The chart is painted when what it shows changes, and only then.
func TestChartIsPaintedOnlyWhenItChanges(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	Eval[bool](p, `(() => {
		window.painted = 0;
		const f = CanvasRenderingContext2D.prototype.fill;
		CanvasRenderingContext2D.prototype.fill = function (...a) { painted++; return f.apply(this, a); };
		return true;
	})()`)
	painted := func() int {
		t.Helper()
		frames(p)
		n := Eval[int](p, "painted")
		Eval[bool](p, "(painted = 0, true)")
		return n
	}
	p.Type(`input[data-price-hardware="gb300"]`, "3")
	p.Press(Tab)
	p.Wait(`location.hash.includes("own")`)
	p.Type("#targets", "22,33")
	p.Press(Tab)
	p.Wait(`location.hash.includes("t=22")`)
	x, y := p.Box("#line").Centre()
	p.Drag(x, y, x+80, y, 6)
	b := p.Box(".u-over")
	p.Move(b.X+b.Width*0.8, b.Y+b.Height*0.3)
	if n := painted(); n > 0 {
		t.Errorf("prices, targets, a drag and the pointer painted %d marks", n)
	}
	p.Click(fmt.Sprintf(`.legend input[data-series=%q]`, gb300))
	p.Wait(onShow + ` === "` + gb200 + `"`)
	if painted() == 0 {
		t.Error("a series gone painted nothing")
	}
	p.Click("#log-y")
	p.Wait(`location.hash.includes("log=y")`)
	if painted() == 0 {
		t.Error("another scale painted nothing")
	}
	p.Choose("#height", "cost")
	p.Wait(`location.hash.includes("cost")`)
	painted()
	p.Type(`input[data-price-hardware="gb200"]`, "9")
	p.Press(Tab)
	p.Wait(`location.hash.includes("gb200:9")`)
	if painted() == 0 {
		t.Error("with costs for heights another price painted nothing")
	}
}

// A chart that draws itself while a new one is under way, as when the window changes,
// draws the one that it has: points and the systems that they are of come together.
func TestChartDrawsOneState(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	Eval[bool](p, `(() => {
		window.due = [];
		window.frame = window.requestAnimationFrame;
		window.requestAnimationFrame = (f) => due.push(f);
		return true;
	})()`)
	p.Choose("#model", "GLM-5") // of more systems
	p.Wait(`document.querySelector("#chart-title").textContent.includes("GLM-5") && due.length > 0`)
	width := Eval[float64](p, `document.querySelector(".u-wrap canvas").getBoundingClientRect().width`)
	p.Viewport(700, 900)
	p.Wait(fmt.Sprintf(`document.querySelector(".u-wrap canvas").getBoundingClientRect().width !== %v`, width))
	Eval[bool](p, `(window.requestAnimationFrame = frame, due.forEach((f) => frame(f)), true)`)
	p.Wait(`document.querySelector(".legend").textContent.includes("H200")`)
	frames(p)
}
