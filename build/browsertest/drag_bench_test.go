package browsertest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/isofront/isofront/build/website"
)

// watch records, from before the page's own script runs, when each frame begins
// and what it costs: work is the script's, in the input's listeners, timers and the
// frame's callbacks, layouts it forces included; main is the main thread's from the
// first callback up to the task after style, layout and paint, the browser's own
// work included.
const watch = `(() => {
	const frames = window.dragFrames = [];
	let work = 0, depth = 0, open = null;
	const timed = (f) => typeof f !== "function" ? f : function (...a) {
		const t = performance.now();
		depth++;
		try { return f.apply(this, a); } finally { if (--depth === 0) work += performance.now() - t; }
	};
	const after = new MessageChannel();
	after.port1.onmessage = () => { open.main = performance.now() - open.begin; open.work = work; work = 0; frames.push(open); open = null; };
	const listen = EventTarget.prototype.addEventListener;
	EventTarget.prototype.addEventListener = function (type, f, o) { return listen.call(this, type, /^(pointer|mouse)/.test(type) ? timed(f) : f, o); };
	const later = window.setTimeout;
	window.setTimeout = (f, ...a) => later(timed(f), ...a);
	const ask = window.requestAnimationFrame.bind(window);
	window.requestAnimationFrame = (f) => ask((at) => {
		if (!open) {
			open = {at, begin: performance.now()};
			after.port2.postMessage(0);
		}
		timed(f)(at);
	});
})()`

// BenchmarkDrag drags the matched-speed line over 20 curves and 500 points, beside
// the 20 x 10 table at targets, at one input per frame, as a hand does, and prints
// the gaps between frames and the work in each; then the same for the pointer that
// reads every curve.
func BenchmarkDrag(b *testing.B) {
	dir := Build(b, "drag", website.Options{Root: Root(b), Data: Synthetic(b, 20, 25)}).Out
	p := New(b)
	p.do("watch", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch}))
	p.Go(Serve(b, dir, nil) + "#show=*&t=100,150,200,250,300,350,400,450,500,550")
	p.Wait(ready)
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 20`)
	frames(p)
	plot := p.Box(".u-over")
	x, y := p.Box("#line").Centre()
	before := p.Text("#at-line")
	p.do("press", p.mouse(input.DispatchMouseEventTypeMouseMoved, x, y, false), p.mouse(input.DispatchMouseEventTypeMousePressed, x, y, true))
	p.measure(b, "drag", "drag of the line", plot, y, true)
	p.do("let go", p.mouse(input.DispatchMouseEventTypeMouseReleased, x, y, true))
	if p.Text("#at-line") == before {
		b.Error("the drag changed nothing in the table")
	}
	p.measure(b, "hover", "pointer over the chart", plot, plot.Y+4, false)
	if !Eval[bool](p, `document.querySelector(".tip:not([hidden])") !== null`) {
		b.Error("the pointer read nothing")
	}
}

// measure moves the pointer to and fro at one input per frame and reports on the
// frames.
func (p *Page) measure(b *testing.B, unit, what string, plot Box, y float64, pressed bool) {
	move := func(n int) {
		tick := time.NewTicker(time.Second / 60)
		defer tick.Stop()
		for i := range n {
			// At one speed: where a hand rests, no frame is asked for and the gap would count.
			at := plot.X + plot.Width*(0.2+0.6*math.Abs(float64(i%120)/60-1))
			p.do("move", p.mouse(input.DispatchMouseEventTypeMouseMoved, at, y, pressed))
			<-tick.C
		}
	}
	move(60) // the first calls are cold
	Eval[bool](p, "(dragFrames.length = 0, true)")
	start := p.cpu()
	for range b.N {
		move(240)
	}
	cpu := p.cpu() - start
	var gaps, work, whole []float64
	last := math.NaN()
	for _, f := range Eval[[]struct{ At, Work, Main float64 }](p, "dragFrames") {
		if !math.IsNaN(last) {
			gaps = append(gaps, f.At-last)
		}
		last = f.At
		work, whole = append(work, f.Work), append(whole, f.Main)
	}
	if len(work) < 60 {
		b.Fatalf("%s: %d frames", what, len(work))
	}
	mean := 1000 * cpu / float64(len(work))
	b.ReportMetric(percentileOf(gaps, 0.95), unit+"-gap-p95-ms")
	b.ReportMetric(percentileOf(work, 0.5), unit+"-work-p50-ms")
	b.ReportMetric(percentileOf(work, 0.95), unit+"-work-p95-ms")
	fmt.Printf("%s, 20 curves, 500 points, 20 x 10 table, %d inputs, %d frames: gap between frames p95 %.1f ms (budget 17.5), work per frame p50 %.1f, p95 %.1f ms (budget 6); with the browser's own layout and paint p95 %.1f ms, processor time %.1f ms a frame\n",
		what, 240*b.N, len(work), percentileOf(gaps, 0.95), percentileOf(work, 0.5), percentileOf(work, 0.95), percentileOf(whole, 0.95), mean)
}

// cpu is the processor time in seconds that the page's thread has spent in tasks:
// on a busy machine the only one of these figures that others leave alone.
func (p *Page) cpu() float64 {
	p.t.Helper()
	r, err := chromedp.Run(p.ctx, chromedp.Action[performance.GetMetricsResult](func(ctx context.Context, t *chromedp.Target) (performance.GetMetricsResult, error) {
		if _, err := cdp.Call(ctx, t, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
			return performance.GetMetricsResult{}, err
		}
		return cdp.Call(ctx, t, performance.GetMetrics, cdp.Empty{})
	}))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range r.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value
		}
	}
	p.t.Fatal("the browser names no TaskDuration")
	return 0
}

func percentileOf(v []float64, p float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[int(math.Ceil(p*float64(len(v)-1)))]
}
