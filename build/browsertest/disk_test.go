package browsertest

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/website"
)

// The site's own page, opened from disk, says first of all why it cannot go on, and
// leads to the file that can.
func TestThePageOpenedFromDisk(t *testing.T) {
	at := url.URL{Scheme: "file", Path: filepath.Join(built(t).Out, "index.html")}
	p := New(t)
	p.Expect("") // each file that the browser keeps from the page
	p.Go(at.String())
	p.Wait(`document.querySelector("body > [role=alert]")`)
	if got := p.Text("body > :first-child"); !strings.HasPrefix(got, "A page that is opened from disk may not load its other parts") || strings.Contains(got, "connection") {
		t.Errorf("it says %q", got)
	}
	p.Click(`body > :first-child a[href="` + website.OfflineName + `"]`)
	p.Wait(ready)
}
