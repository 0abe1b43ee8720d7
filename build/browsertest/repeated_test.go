package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// A dropped bundle opens; one that repeats what the site has is said to be here,
// and nothing is drawn twice.
func TestADroppedBundleOpensOnce(t *testing.T) {
	_, files := packed(t)
	var name string
	for n := range files {
		if strings.HasPrefix(n, "points-deepseek-v4-pro-8192") {
			name = n
		}
	}
	_, _, b, err := data.OpenFile(files[name])
	if err != nil {
		t.Fatal(err)
	}
	points := b.Points()
	for i := range points {
		points[i].Source = ""
		points[i].Values[data.TputPerGPU] = points[i].Values[data.TputPerGPU].Map(func(v float64) float64 { return 1.1 * v })
	}
	points[0].Values[data.TputPerGPU] = opt.Of(3000)
	other, err := data.EncodePoints(b.Model(), b.Workload(), points)
	if err != nil {
		t.Fatal(err)
	}

	p := Open(t, Serve(t, site(t), nil)+"#m=GLM-5")
	p.Wait(ready)
	const unofficial = `[...document.querySelectorAll("#baseline option")].filter((o) => o.value.endsWith("/unofficial")).length`
	p.drop(name, files[name])
	p.Wait(`document.querySelector("#dropped:not([hidden])")?.textContent.includes("the same that this site has, so nothing was laid over")`)
	p.Wait(`document.querySelector("#chart-title").textContent.startsWith("DeepSeek-V4-Pro, 8192/1024")`)
	if n := Eval[int](p, unofficial); n != 0 {
		t.Errorf("%d series are there twice", n)
	}
	if got := p.Text("#dropped .badge"); got != "already here" {
		t.Errorf("the badge says %q", got)
	}
	if got := Eval[string](p, `location.hash`); strings.Contains(got, "with=") {
		t.Errorf("a link would ask for the file: %s", got)
	}
	p.Screenshot("repeated-1280-light")
	p.Click(fmt.Sprintf(`[data-lift=%q]`, name))
	p.Wait(`document.querySelector("#dropped").hidden`)

	p.drop("other.msgpack", other)
	p.Wait(`document.querySelector("#dropped:not([hidden]) .badge")?.textContent === "unofficial"`)
	p.Wait(unofficial + ` > 1`)
}
