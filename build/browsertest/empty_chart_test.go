package browsertest

import (
	"strings"
	"testing"
)

// A chart that nothing can be drawn on says why, and its axes have no numbers, which
// would be nobody's.
func TestAnEmptyChartHasNoNumbers(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#y=measured-energy")
	p.Wait(ready)
	p.Wait(`document.querySelector("#empty").checkVisibility() && document.querySelector("#empty").textContent.includes("measured no energy")`)
	if says := p.Text("#says"); strings.Contains(says, "Each mark") {
		t.Errorf("it says %q", says)
	}
	Eval[bool](p, `(() => {
		window.written = [];
		const fill = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
			window.written.push(text);
			return fill.call(this, text, ...at);
		};
		return true;
	})()`)
	const numbers = `written.filter((text) => /^[0-9]/.test(text))`
	p.Click(`[data-action="theme"]`)
	p.Wait(`written.some((text) => text.startsWith("measured energy"))`)
	if got := Eval[[]string](p, numbers); len(got) > 0 {
		t.Errorf("the axes have %q", got)
	}
	p.Choose("#height", "throughput")
	p.Wait(`document.querySelector("#empty").hidden && ` + numbers + `.length > 4`)
}
