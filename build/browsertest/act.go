package browsertest

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys that have no character of their own, for Press.
const (
	Left, Right, Up, Down          = kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown
	Home, End, PageUp, PageDown    = kb.Home, kb.End, kb.PageUp, kb.PageDown
	Tab, Enter, Escape, Space, Del = kb.Tab, kb.Enter, kb.Escape, " ", kb.Delete
)

// settle lets the page draw what the last act changed, as a person waits to
// see it before the next: a page that answers in its next frame has answered
// two frames later. A page that is on its way elsewhere, runs no scripts or
// draws nothing is let be.
func (p *Page) settle() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Second)
	defer cancel()
	_, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](twoFrames(500*time.Millisecond), chromedp.EvalAwaitPromise))
}

// frames waits until what the last event asked for has been drawn.
func frames(p *Page) {
	p.t.Helper()
	Eval[bool](p, twoFrames(5*time.Second))
}

// twoFrames is a promise of the second frame from now, by when what was asked of the page
// is drawn. A browser without a screen may draw none for a while where nothing changes.
func twoFrames(most time.Duration) string {
	return fmt.Sprintf("new Promise(r => (requestAnimationFrame(() => requestAnimationFrame(() => r(true))), setTimeout(() => r(true), %d)))", most.Milliseconds())
}

// Viewport sets the window's inner size in CSS pixels, one device pixel each.
func (p *Page) Viewport(width, height int) {
	p.t.Helper()
	p.do("viewport", chromedp.EmulateViewport(int64(width), int64(height)))
	p.settle()
}

// Scheme sets what prefers-color-scheme answers: "light" or "dark".
func (p *Page) Scheme(scheme string) { p.Media("prefers-color-scheme", scheme) }

// Media sets what one media feature answers, and resets all others.
func (p *Page) Media(feature, value string) {
	p.t.Helper()
	p.do(feature, send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	}))
	p.settle()
}

// Box is a place in the window, in CSS pixels.
type Box struct{ X, Y, Width, Height float64 }

// Centre returns the middle of the box.
func (b Box) Centre() (x, y float64) { return b.X + b.Width/2, b.Y + b.Height/2 }

// Box scrolls the first element that matches selector into view and returns
// its place.
func (p *Page) Box(selector string) Box {
	p.t.Helper()
	v := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) throw new Error("no such element");
		e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
		const r = e.getBoundingClientRect();
		return [r.x, r.y, r.width, r.height];
	})()`, selector))
	return Box{v[0], v[1], v[2], v[3]}
}

// Click presses the left button on the middle of an element, with real mouse
// events.
func (p *Page) Click(selector string) {
	p.t.Helper()
	x, y := p.Box(selector).Centre()
	p.do("click "+selector, p.mouse(input.DispatchMouseEventTypeMouseMoved, x, y, false), chromedp.MouseClickXY(x, y))
	p.settle()
}

// Move moves the mouse without a button.
func (p *Page) Move(x, y float64) {
	p.t.Helper()
	p.do("move", p.mouse(input.DispatchMouseEventTypeMouseMoved, x, y, false))
	p.settle()
}

// Drag presses the left button at the first place, moves to the second and
// lets go. It moves in the given number of steps, one per frame at 60 Hz.
func (p *Page) Drag(x0, y0, x1, y1 float64, steps int) {
	p.t.Helper()
	p.do("press", p.mouse(input.DispatchMouseEventTypeMouseMoved, x0, y0, false),
		p.mouse(input.DispatchMouseEventTypeMousePressed, x0, y0, true))
	steps = max(steps, 1)
	for i := 1; i <= steps; i++ {
		f := float64(i) / float64(steps)
		p.do("drag", p.mouse(input.DispatchMouseEventTypeMouseMoved, x0+f*(x1-x0), y0+f*(y1-y0), true))
		time.Sleep(16 * time.Millisecond)
	}
	p.do("let go", p.mouse(input.DispatchMouseEventTypeMouseReleased, x1, y1, true))
	p.settle()
}

func (p *Page) mouse(kind input.DispatchMouseEventType, x, y float64, pressed bool) chromedp.Action[chromedp.Void] {
	return chromedp.MouseEvent(kind, x, y, func(m *input.DispatchMouseEventParams) {
		if !pressed {
			return
		}
		m.Buttons = 1
		m.Button = input.MouseButtonLeft
		if kind != input.DispatchMouseEventTypeMouseMoved {
			m.ClickCount = 1
		}
	})
}

// Press types keys, one after another, into whatever has the focus.
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do("press", chromedp.KeyEvent(k))
	}
	p.settle()
}

// Type replaces the content of a text field as a person does: click, select
// all, type. It leaves the focus there; Press(Tab) or Press(Enter) commits.
func (p *Page) Type(selector, text string) {
	p.t.Helper()
	p.Click(selector)
	Eval[bool](p, fmt.Sprintf("(document.querySelector(%q).select(), true)", selector))
	if text == "" {
		p.Press(Del)
		return
	}
	p.Press(text)
}

// Choose picks an option of a select element by its value and tells the page.
// Headless Chromium has no list to click in.
func (p *Page) Choose(selector, value string) {
	p.t.Helper()
	ok := Eval[bool](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.focus();
		e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return e.value === %q;
	})()`, selector, value, value))
	if !ok {
		p.t.Fatalf("%s has no option %q", selector, value)
	}
	p.settle()
}

// Screenshot writes the whole page as dist/screenshots/NAME.png, which git
// ignores, and returns the file's path.
func (p *Page) Screenshot(name string) string {
	p.t.Helper()
	frames(p)
	return p.Picture(name)
}

// Picture is Screenshot of a page as it is: without scripts no frame is announced.
func (p *Page) Picture(name string) string {
	p.t.Helper()
	dir := filepath.Join(Root(p.t), "dist", "screenshots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(dir, name+".png")
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.t.Fatal(err)
	}
	return file
}

// Overflow returns by how many pixels the page is wider than its window: a
// page that fits a phone answers 0.
func (p *Page) Overflow() int {
	p.t.Helper()
	return int(math.Max(0, Eval[float64](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth")))
}

// Offline takes the network away.
func (p *Page) Offline() {
	p.t.Helper()
	p.do("offline", func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
		})
		return chromedp.Void{}, err
	})
}
