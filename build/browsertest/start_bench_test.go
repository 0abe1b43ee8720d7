package browsertest

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/pack"
)

// arrived notes when the page is ready, and when the first table or figure of an
// article is live.
const arrived = `const arrived = setInterval(() => {
	const one = document.querySelector("iso-table, iso-chart");
	if (document.documentElement?.dataset.state !== "ready" && one?.state !== "live") return;
	window.arrivedAt = performance.now();
	clearInterval(arrived);
}, 2)`

// BenchmarkStart reports the bytes on the wire of the site, of an article's
// elements and of the offline file, and for each, from navigation in a browser that
// has seen nothing yet, when something is painted, which for the site and the file
// is the table that was formed with the site, and when it answers a reader.
func BenchmarkStart(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "site")
	files, _, err := pack.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	if _, err := website.Build(context.Background(), website.Options{Out: dir, Root: Root(b), Data: files, Compiler: cmp.Or(os.Getenv(CompilerEnv), website.Go)}); err != nil {
		b.Fatal(err)
	}
	found, err := website.Check(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range found.Budget {
		for begins, unit := range map[string]string{"site to interactive": "site", "embed: module": "embed", "offline file": "file", "on the first dropped file": "importers"} {
			if strings.HasPrefix(l.What, begins) {
				b.ReportMetric(float64(l.Is)/1000, unit+"-KB")
			}
		}
	}
	url := Serve(b, dir, nil)
	for unit, at := range map[string]string{"site": url, "embed": url + "article.html", "file": "file://" + dir + "/offline.html"} {
		var painted, ready []float64
		for range 5 {
			p := New(b)
			p.do("watch", send(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: arrived}))
			p.Go(at)
			p.Wait(`window.arrivedAt > 0 && performance.getEntriesByName("first-contentful-paint").length`)
			painted = append(painted, Eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
			ready = append(ready, Eval[float64](p, `arrivedAt`))
		}
		b.ReportMetric(percentileOf(painted, 0.5), unit+"-painted-ms")
		b.ReportMetric(percentileOf(ready, 0.5), unit+"-ready-ms")
	}
	b.ReportMetric(0, "ns/op")
}
