//go:build engines

package engines

import (
	"math"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/isofront/isofront/build/browsertest"
	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

const (
	gb200 = "gb200/dynamo-vllm/fp4/none/disagg"
	gb300 = "gb300/dynamo-vllm/fp4/none/disagg"
)

// site is the site on the shipped figures.
func site(t *testing.T) string {
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return browsertest.Build(t, "engines", website.Options{Root: browsertest.Root(t), Data: files}).Out
}

// native is the table that every engine must show.
func native(t *testing.T) *wire.Table {
	files, report, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	if _, err := e.Open(files[report.Index]); err != nil {
		t.Fatal(err)
	}
	bundle, err := e.Resolve("DeepSeek-V4-Pro", "8192/1024")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(files[bundle.File]); err != nil {
		t.Fatal(err)
	}
	reply := e.Answer(wire.Query{Verb: wire.VerbTable, Model: "DeepSeek-V4-Pro", Workload: "8192/1024", Series: []string{gb200, gb300}, Baseline: gb200,
		Targets: []float64{23.5, 40, 80}, Prices: map[string]float64{"gb300": 2.37}})
	if reply.Table == nil {
		t.Fatal(reply.Error.Message)
	}
	return reply.Table
}

// Every engine opens the page and computes the same table, at a price and at
// targets that nothing was rendered with in advance.
func TestTheSameTable(t *testing.T) {
	for name, begin := range engines {
		t.Run(name, func(t *testing.T) {
			var pages, programs atomic.Int32
			url := browsertest.Serve(t, site(t), func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch base := path.Base(r.URL.Path); {
					case strings.HasPrefix(base, "site.") && strings.HasSuffix(base, ".wasm"):
						programs.Add(1)
					case !strings.Contains(base, "."), base == "index.html":
						pages.Add(1)
					}
					next.ServeHTTP(w, r)
				})
			})
			e := begin(t)
			computes(t, e, url)
			keep(t, e, browsertest.Root(t), "engine-"+name)
			// What the page's head fetches ahead is what the script then takes.
			if n, m := programs.Load(), pages.Load(); n < 1 || n > m {
				t.Errorf("the program was fetched %d times for %d pages", n, m)
			}
		})
	}
}

// The offline file, from disk, computes it too, and opens every view.
func TestOfflineFile(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(site(t), "offline.html"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "isofront.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, begin := range engines {
		t.Run(name, func(t *testing.T) {
			e := begin(t)
			computes(t, e, "file://"+file)
			for view, shows := range map[string]string{
				"tables": `document.querySelector("#tables")?.checkVisibility()`, "calculator": `document.querySelector("#calculator")?.checkVisibility()`,
				"requests": `document.querySelector("#requests")?.checkVisibility()`, "definitions": `document.querySelector("#definitions [data-calc]")`,
				"data": `document.querySelector("[data-about]")?.textContent.includes("as it was found when this page was opened")`,
			} {
				value[bool](t, e, `(document.querySelector('[data-view="`+view+`"]').click(), true)`)
				wait(t, e, shows)
			}
			value[bool](t, e, `(document.querySelector('[data-view="audit"]').click(), true)`)
			wait(t, e, `document.querySelector("#audit-example")?.checkVisibility()`)
			value[bool](t, e, `(document.querySelector("#audit-example").click(), true)`)
			wait(t, e, `document.querySelector("#audit-found table td")`)
			value[bool](t, e, `(document.querySelector('[data-view="data"]').click(), true)`)
			// Every file is what its index says, and a table is saved.
			value[bool](t, e, `(document.querySelector('[data-action="verify"]').click(), true)`)
			wait(t, e, `document.querySelector("#verified").dataset.check`)
			if got := value[string](t, e, `document.querySelector("#verified").textContent`); !strings.HasPrefix(got, "✓ All ") {
				t.Error(got)
			}
			value[bool](t, e, `(() => {
				const make = URL.createObjectURL;
				URL.createObjectURL = (blob) => { if (blob instanceof Blob && blob.type.startsWith("text/csv")) blob.text().then((text) => (window.saved = text)); return make.call(URL, blob); };
				document.querySelector('[data-view=""]').click();
				HTMLAnchorElement.prototype.click = () => {};
				return true;
			})()`)
			wait(t, e, `document.querySelector("[data-action=save][data-form=csv]")?.checkVisibility()`)
			value[bool](t, e, `(document.querySelector("[data-action=save][data-form=csv]").click(), true)`)
			wait(t, e, `window.saved?.includes("gb300")`)
			keep(t, e, browsertest.Root(t), "offline-"+name)
		})
	}
}

// computes opens the page and compares its table with the native one.
func computes(t *testing.T, e engine, url string) {
	want := native(t)
	if err := e.open(url + "#own=gb300:2.37&t=23.5,40,80"); err != nil {
		t.Fatal(err)
	}
	wait(t, e, `document.documentElement.dataset.state === "ready" && document.querySelector("#iso-table tbody th")?.textContent === "23.5"`)
	for i, series := range want.Series {
		for _, cell := range series.Cells {
			selector := `#iso-table td[data-series="` + series.Name + `"][data-target="` + number(cell.Target) + `"]:not([data-ratio])`
			got := value[*float64](t, e, `((c) => c.dataset.value === undefined ? null : Number(c.dataset.value))(document.querySelector(`+quote(selector)+`))`)
			switch {
			case (got == nil) != (cell.UsdPerMtok == nil):
				t.Errorf("%s at %v: %v, natively %v", series.Name, cell.Target, got, cell.UsdPerMtok)
			case got != nil && math.Abs(*got-*cell.UsdPerMtok) > 1e-11**cell.UsdPerMtok:
				t.Errorf("%s at %v: %v, natively %v", series.Name, cell.Target, *got, *cell.UsdPerMtok)
			}
		}
		if i > 0 && series.Cells[0].Ratio == nil {
			t.Error("no ratio natively")
		}
	}
	// The line moves, and the table follows.
	value[bool](t, e, `(() => { const f = document.querySelector("#line-x"); f.focus(); f.value = "31"; f.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	wait(t, e, `document.querySelector("#detail").textContent.includes("at 31")`)
	if fault := value[string](t, e, `document.querySelector("#problem").hidden ? "" : document.querySelector("#problem").textContent`); fault != "" {
		t.Errorf("the page says %q", fault)
	}
	// A dropped file is read by the importers' module.
	value[bool](t, e, `(() => {
				const t = new DataTransfer();
				t.items.add(new File(["model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\nDeepSeek-V4-Pro,h200,mine,fp8,none,false,8192,1024,4,60,900\nDeepSeek-V4-Pro,h200,mine,fp8,none,false,8192,1024,16,20,3000\n"], "mine.csv"));
				document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: t}));
				return true;
			})()`)
	wait(t, e, `document.querySelector("#at-line").textContent.includes("H200")`)
}

func number(v float64) string { return strings.TrimSuffix(strings.TrimRight(formatted(v), "0"), ".") }
