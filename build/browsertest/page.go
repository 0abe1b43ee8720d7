package browsertest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Page is one open tab.
type Page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	faults   []string
	expected []string
	requests map[network.RequestID]*Request
	order    []network.RequestID
}

// Request is one request the page made.
type Request struct {
	URL      string
	Status   int
	Encoding string // Content-Encoding of the answer; empty: none
	Bytes    int    // of the answer's head and body, as sent
}

// Open starts a browser and goes to url, in a window of 1280 x 800 in the
// light scheme. When the test ends it fails on every fault not expected.
func Open(t testing.TB, url string) *Page {
	t.Helper()
	p := New(t)
	p.Go(url)
	return p
}

// New starts a browser on an empty page, for a test that sets something up
// before it goes anywhere.
func New(t testing.TB) *Page {
	t.Helper()
	p := &Page{t: t, requests: map[network.RequestID]*Request{}}
	p.ctx = launch(t, p.listen)
	t.Cleanup(func() {
		for _, f := range p.Faults() {
			t.Errorf("the page reported: %s", f)
		}
	})
	p.do("start", command(log.Enable), command(audits.Enable), command(network.Enable))
	p.Viewport(1280, 800)
	p.Scheme("light")
	return p
}

// command is an action that sends cmd with its zero parameters.
func command[P, R any](cmd cdp.Command[P, R]) chromedp.Action[chromedp.Void] {
	var zero P
	return send(cmd, zero)
}

// send is an action that sends cmd and drops its result.
func send[P, R any](cmd cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cmd, params)
		return chromedp.Void{}, err
	}
}

func (p *Page) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// listen runs on the goroutine that reads the browser's messages.
func (p *Page) listen(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeAssert {
			var words []string
			for _, a := range ev.Args {
				if a.Description != "" {
					words = append(words, a.Description)
				} else {
					words = append(words, string(a.Value))
				}
			}
			p.faults = append(p.faults, "console: "+strings.Join(words, " "))
		}
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if e := ev.ExceptionDetails.Exception; e != nil && e.Description != "" {
			text += " " + e.Description
		}
		p.faults = append(p.faults, "exception: "+text)
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError {
			p.faults = append(p.faults, strings.TrimSpace("log: "+ev.Entry.Text+" "+ev.Entry.URL))
		}
	case *audits.EventIssueAdded:
		if d := ev.Issue.Details.ContentSecurityPolicyIssueDetails; d != nil {
			p.faults = append(p.faults, fmt.Sprintf("policy: %s %s %s", d.ViolatedDirective, d.ContentSecurityPolicyViolationType, d.BlockedURL))
		}
	case *network.EventRequestWillBeSent:
		if strings.HasPrefix(ev.Request.URL, "data:") {
			return
		}
		if p.requests[ev.RequestID] == nil {
			p.order = append(p.order, ev.RequestID)
		}
		p.requests[ev.RequestID] = &Request{URL: ev.Request.URL}
	case *network.EventResponseReceived:
		if r := p.requests[ev.RequestID]; r != nil {
			r.Status = int(ev.Response.Status)
			for name, value := range ev.Response.Headers {
				if strings.EqualFold(name, "Content-Encoding") {
					r.Encoding = strings.Trim(fmt.Sprintf("%s", value), `"`)
				}
			}
			if r.Status >= 400 {
				p.faults = append(p.faults, fmt.Sprintf("request: %d %s", r.Status, r.URL))
			}
		}
	case *network.EventLoadingFinished:
		if r := p.requests[ev.RequestID]; r != nil {
			r.Bytes = int(ev.EncodedDataLength)
		}
	case *network.EventLoadingFailed:
		if r := p.requests[ev.RequestID]; r != nil && !ev.Canceled {
			p.faults = append(p.faults, fmt.Sprintf("request: %s %s", ev.ErrorText, r.URL))
		}
	}
}

// Expect says that faults containing text are part of the test.
func (p *Page) Expect(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, text)
}

// Faults returns what went wrong so far and was not expected.
func (p *Page) Faults() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
next:
	for _, f := range p.faults {
		for _, e := range p.expected {
			if strings.Contains(f, e) {
				continue next
			}
		}
		out = append(out, f)
	}
	return out
}

// Requests returns the requests made so far, in order.
func (p *Page) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Request
	for _, id := range p.order {
		out = append(out, *p.requests[id])
	}
	return out
}

// Go loads url and waits for its load event.
func (p *Page) Go(url string) {
	p.t.Helper()
	p.do("open "+url, chromedp.Navigate(url))
}

// Eval returns the value of a JavaScript expression, awaited when it is a
// promise. Numbers come as float64 unless T says otherwise.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// patience is how long Wait waits: machines with two busy cores are slow, and
// a test that passes does not wait.
const patience = 20 * time.Second

// Wait polls a JavaScript expression until it is true, and fails with what the
// page reported meanwhile when that takes too long.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && ok {
			return
		}
		if last = err; p.ctx.Err() != nil {
			break
		}
	}
	p.t.Fatalf("never true: %s (%v)\nthe page reported: %s", expression, last, strings.Join(p.Faults(), "\n"))
}

// Text returns the text content of the first element that matches selector.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf("document.querySelector(%q).textContent", selector))
}
