//go:build engines

package engines

import (
	"fmt"
	"testing"

	"github.com/isofront/isofront/build/browsertest"
)

// Every engine makes of the sample article's tables and figures live ones, whose
// values are those that were written, and moves one to another speed.
func TestTheSameArticle(t *testing.T) {
	url := browsertest.Serve(t, site(t), nil)
	for name, begin := range engines {
		t.Run(name, func(t *testing.T) {
			e := begin(t)
			if err := e.open(url + "article.html"); err != nil {
				t.Fatal(err)
			}
			for i := range 5 {
				at := fmt.Sprintf(`document.querySelectorAll("iso-table, iso-chart")[%d]`, i)
				value[bool](t, e, `(`+at+`.scrollIntoView({block: "center", behavior: "instant"}), true)`)
				wait(t, e, `["live", "author", "failed"].includes(`+at+`.state)`)
				if got := value[string](t, e, at+`.state + " " + `+at+`.shadowRoot.querySelector(".note").textContent`); got != "live " {
					t.Errorf("element %d: %s", i, got)
				}
			}
			value[bool](t, e, `(document.querySelector("iso-table").target = 33, document.querySelector("iso-chart").target = 33, true)`)
			wait(t, e, `document.querySelector("iso-table").shadowRoot.querySelector("tr.here")`)
			wait(t, e, `document.querySelector("iso-chart").shadowRoot.querySelector(".legend b")`)
			if got := value[string](t, e, `document.querySelector("iso-table").shadowRoot.querySelector("tr.here th").textContent`); got != "33" {
				t.Errorf("the row is %q", got)
			}
			keep(t, e, browsertest.Root(t), "article-"+name)
		})
	}
}
