package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Download does what makes the page hand over a file, and returns the file's name
// and content.
func (p *Page) Download(act func()) (name string, content []byte) {
	p.t.Helper()
	dir, err := os.MkdirTemp("", "isofront-download-")
	if err != nil {
		p.t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	p.do("downloads", send(browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir}))
	act()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		files, err := os.ReadDir(dir)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(files) != 1 || filepath.Ext(files[0].Name()) == ".crdownload" {
			continue
		}
		if content, err = os.ReadFile(filepath.Join(dir, files[0].Name())); err == nil && len(content) > 0 {
			return files[0].Name(), content
		}
	}
	p.t.Fatal("no file came")
	return "", nil
}

// PDF prints the page on A4 and keeps what came as dist/screenshots/NAME.pdf.
func (p *Page) PDF(name string) []byte {
	p.t.Helper()
	background := true
	r, err := chromedp.Run(p.ctx, chromedp.Action[page.PrintToPDFResult](func(ctx context.Context, t *chromedp.Target) (page.PrintToPDFResult, error) {
		return cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69, PrintBackground: &background})
	}))
	if err != nil {
		p.t.Fatal(err)
	}
	save(p.t, name+".pdf", r.Data)
	return r.Data
}

// save keeps a file beside the screenshots.
func save(t testing.TB, name string, content []byte) {
	t.Helper()
	dir := filepath.Join(Root(t), "dist", "screenshots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// mediaType makes the page take a medium's styles, such as print's.
func mediaType(medium string) chromedp.Action[chromedp.Void] {
	return send(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium})
}
