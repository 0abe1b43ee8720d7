// Package browsertest drives a real Chromium against a built site on a real
// static server, under a sub-path as a page host would have it.
//
// It decides what a clean run is: no console error, no exception, no policy
// violation, no failed request. A test that provokes one of these says so
// with Page.Expect; any other fails the test.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// names are the commands a Chromium may go by.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// Chromium returns the browser's path. Without one the test is skipped, unless
// CI=true or ISOFRONT_NEED_BROWSER is set: there a missing browser is a failure,
// so that a test run cannot pass by not testing.
func Chromium(t testing.TB) string {
	t.Helper()
	for _, name := range names {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	if os.Getenv("CI") == "true" || os.Getenv("ISOFRONT_NEED_BROWSER") != "" {
		t.Fatal("no Chromium or Chrome on PATH: run make deps, or install one")
	}
	t.Skip("no Chromium or Chrome on PATH: the browser tests did not run")
	return ""
}

// limit bounds one page's life, so that a hung browser ends as a failure that
// names the test, before go test's own timeout.
const limit = 2 * time.Minute

// launch starts a browser with a new empty profile and ends it with the test.
func launch(t testing.TB, listen func(any)) context.Context {
	t.Helper()
	path := Chromium(t)
	profile, err := os.MkdirTemp("", "isofront-browser-")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	ctx, stopBrowser := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		chromedp.NoSandbox, // Chromium has none for root, and the page is ours
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"),
	)...)
	ctx, stopTab := chromedp.NewContext(ctx, chromedp.WithListener(listen))
	t.Cleanup(func() {
		stopTab()
		stopBrowser()
		stop()
		os.RemoveAll(profile) // the browser may write a last file: no failure of ours
	})
	return ctx
}
