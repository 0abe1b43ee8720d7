package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// shifts adds up layout shifts from the first paint on, those that follow an input
// at once left out as the metric does.
const shifts = `(() => {
	window.shifted = {sum: 0, what: []};
	new PerformanceObserver((list) => {
		for (const s of list.getEntries()) if (!s.hadRecentInput) {
			shifted.sum += s.value;
			shifted.what.push(s.value.toFixed(4) + " " + s.sources.map(x => x.node && (x.node.id || x.node.className || x.node.nodeName)).join("+"));
		}
	}).observe({type: "layout-shift", buffered: true});
})()`

// The page does not move under the reader: CLS < 0.02 from the first paint until
// it is ready and the pointer has been over the chart.
func TestNothingShifts(t *testing.T) {
	sites := map[string]string{"": Serve(t, site(t), nil), "many": Serve(t, many(t), nil)}
	for name, url := range sites {
		for _, width := range []int{1280, 390} {
			t.Run(fmt.Sprintf("%s%d", name, width), func(t *testing.T) {
				p := New(t)
				p.do("watch", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: shifts}))
				p.Viewport(width, 844)
				p.Go(url)
				p.Wait(ready)
				frames(p)
				b := p.Box(".u-over")
				for _, f := range []float64{0.3, 0.6, 0.9} {
					p.Move(b.X+f*b.Width, b.Y+b.Height*0.4)
					frames(p)
				}
				if sum := Eval[float64](p, "shifted.sum"); sum >= 0.02 {
					t.Errorf("CLS is %.3f: %v", sum, Eval[[]string](p, "shifted.what"))
				} else {
					t.Logf("CLS %.4f", sum)
				}
				// The watch itself works: what does shift is seen, some time after the last input.
				p.Wait(`(scrollTo(0, 0), document.body.prepend(Object.assign(document.createElement("p"), {textContent: "shift ".repeat(300)})), shifted.sum > 0.02)`)
			})
		}
	}
}
