package browsertest

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// kept keeps hold of the page's program: its instance, and what holds its
// references to JavaScript's values.
const kept = `(() => {
	for (const name of ["instantiate", "instantiateStreaming"]) {
		const real = WebAssembly[name];
		WebAssembly[name] = async (...a) => {
			const made = await real.apply(WebAssembly, a);
			window.program ??= made.instance;
			return made;
		};
	}
	let Real;
	Object.defineProperty(window, "Go", { get: () => Real, set: (G) => { Real = class extends G { constructor() { super(); window.glue = this; } }; } });
})()`

// Thousands of moves of the line, and hundreds of renders, take no more memory and
// no more references than the first of them. Go's collector works when it likes.
func TestMovesLeaveNothingBehind(t *testing.T) {
	p := New(t)
	p.do("keep", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: kept}))
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	move := func(times int) (pages int) {
		return Eval[int](p, `(() => {
			const x = window.program.exports, slider = document.querySelector("[role=slider]");
			const low = Number(slider.ariaValueMin), high = Number(slider.ariaValueMax);
			for (let i = 0; i < `+strconv.Itoa(times)+`; i++) {
				x.isofront_collect?.();
				x.isofront_line(low + (high - low) * (i % 997) / 997);
			}
			return (x.mem ?? x.memory).buffer.byteLength / 65536;
		})()`)
	}
	slack, spare := 16, 2000
	if Eval[bool](p, `"isofront_collect" in window.program.exports`) {
		slack, spare = 1, 0
	}
	warm := move(2000)
	if after := move(5000); after > warm+slack {
		t.Errorf("5,000 moves took %d pages of memory more", after-warm)
	}
	render := func(times int) (references int) {
		return Eval[int](p, `(() => {
			for (let i = 0; i < `+strconv.Itoa(times)+`; i++) document.querySelector("#log-x").click();
			return window.glue._values.length - window.glue._idPool.length;
		})()`)
	}
	some := render(20)
	frames(p)
	if more := render(200); more > some+spare {
		t.Errorf("%d references became %d in 200 renders", some, more)
	}
	t.Logf("%d pages, %d references", warm, some)
}
