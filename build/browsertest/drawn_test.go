package browsertest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// chartOf is the chart as the core gives it, natively.
func chartOf(t *testing.T, series ...string) *wire.Chart {
	t.Helper()
	_, files := packed(t)
	e := query.New()
	for _, wantIndex := range []bool{true, false} {
		for name, file := range files {
			if strings.HasPrefix(name, "index") == wantIndex && !strings.HasPrefix(name, "requests") {
				if _, err := e.Open(file); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	r := e.Answer(wire.Query{Verb: wire.VerbChart, Model: "DeepSeek-V4-Pro", Workload: "8192/1024", Series: series})
	if r.Chart == nil {
		t.Fatal(r.Error.Message)
	}
	return r.Chart
}

// ungrouped is a table's number without the commas between thousands.
func ungrouped(s string) string { return strings.ReplaceAll(s, ",", "") }

// The chart's table lists the core's knots, follows what is shown while it is open,
// and stays open.
func TestTwinListsTheKnots(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	if Eval[bool](p, `document.querySelector("#twin table") !== null`) {
		t.Error("the table is made before anybody asked")
	}
	p.Click("#twin summary")
	p.Wait(`document.querySelector("#twin table") !== null`)
	lists := func(series ...string) {
		t.Helper()
		var want []string
		for _, s := range chartOf(t, series...).Series {
			for k, knot := range s.Points {
				if s.Member[k] {
					want = append(want, fmt.Sprintf("%g %g %d %s %s", knot.X, knot.Y, knot.Concurrency, *knot.MeasuredOn, knot.Recipe))
				}
			}
		}
		p.Wait(fmt.Sprintf(`document.querySelectorAll("#twin tbody tr").length === %d`, len(want)))
		var got []string
		for _, row := range Eval[[][]string](p, `[...document.querySelectorAll("#twin tbody tr")].map(r => [...r.querySelectorAll("td")].map(c => c.textContent))`) {
			row[0], row[1] = ungrouped(row[0]), ungrouped(row[1])
			got = append(got, strings.Join(row, " "))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the table lists\n%s\nthe core\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	lists(gb200, gb300)
	p.Screenshot("twin-1280-light")
	p.Click(fmt.Sprintf(`.legend input[data-series=%q]`, gb300))
	lists(gb200)
	if !Eval[bool](p, `document.querySelector("#twin details").open`) {
		t.Error("a change closed the table")
	}
	p.Choose("#height", "cost")
	p.Wait(`document.querySelector("#twin thead").textContent.includes("$/M tokens")`)
	p.Viewport(390, 844)
	p.Scheme("dark")
	p.Screenshot("twin-390-dark")
	if n := p.Overflow(); n > 0 {
		t.Errorf("the page is %d px too wide", n)
	}
}

// The CSV holds every point that is drawn, with the core's numbers; off the frontier
// only while those are drawn; dropped ones only when asked for.
func TestDownloadCSV(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	read := func() [][]string {
		t.Helper()
		name, file := p.Download(func() { p.Click(`[data-form="csv"]`) })
		if name != "isofront-deepseek-v4-pro-8192-1024-tokens-in-out.csv" {
			t.Errorf("the file is called %s", name)
		}
		rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
		if err != nil {
			t.Fatalf("%v in\n%s", err, file)
		}
		return rows
	}
	rows := read()
	if want := "model,workload,series,interactivity (p50), tok/s/user,throughput, tok/s/GPU,on the frontier,configuration,concurrency,measured on,run,source"; strings.Join(rows[0], ",") != want {
		t.Errorf("the head is %q", rows[0])
	}
	at := 1
	on := 0
	for _, s := range chartOf(t, gb200, gb300).Series {
		for k, knot := range s.Points {
			row := rows[at]
			at++
			x, _ := strconv.ParseFloat(row[3], 64)
			y, _ := strconv.ParseFloat(row[4], 64)
			member := map[bool]string{true: "yes", false: "no"}[s.Member[k]]
			if s.Member[k] {
				on++
			}
			if row[2] != s.Name || x != knot.X || y != knot.Y || row[5] != member || row[6] != knot.Recipe || row[7] != strconv.Itoa(knot.Concurrency) || row[8] != *knot.MeasuredOn || row[9] != *knot.Run {
				t.Errorf("row %d is %q, the core has %+v", at, row, knot)
			}
		}
	}
	if len(rows) != at {
		t.Errorf("%d rows, want %d", len(rows), at)
	}
	p.Click("#frontier-only")
	p.Wait(`location.hash !== ""`)
	if rows := read(); len(rows) != on+1 {
		t.Errorf("with the frontier only there are %d rows, want %d", len(rows)-1, on)
	}

	p.drop("mine.csv", []byte("model,hardware,framework,precision,spec_decoding,isl,osl,recipe,concurrency,tput_per_gpu,interactivity\n"+
		"DeepSeek-V4-Pro,h100,vllm,fp8,none,8192,1024,=1+1,8,900,20\nDeepSeek-V4-Pro,h100,vllm,fp8,none,8192,1024,TP4,16,1100,15\n"))
	p.Wait(`document.querySelector("#at-line").textContent.includes("H100")`)
	for _, row := range read()[1:] {
		if strings.HasPrefix(row[2], "h100") {
			t.Errorf("a dropped point is in the file: %q", row)
		}
	}
	p.Click("#save-dropped")
	guarded := false
	for _, row := range read()[1:] {
		guarded = guarded || strings.HasPrefix(row[2], "h100") && row[6] == "'=1+1"
	}
	if !guarded {
		t.Error("the dropped points are not in the file, or a formula is not guarded")
	}
}

// The picture is in the theme on show, twice as fine, and holds curves, names and
// text in their colours.
func TestDownloadPNG(t *testing.T) {
	p := New(t)
	url := Serve(t, site(t), nil)
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		p.Go("about:blank")
		p.Go(url)
		p.Wait(ready)
		name, file := p.Download(func() { p.Click(`[data-form="png"]`) })
		if name != "isofront-deepseek-v4-pro-8192-1024-tokens-in-out.png" {
			t.Errorf("the file is called %s", name)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != 1920 || b.Dy() < 1000 {
			t.Errorf("the picture is %v", b)
		}
		for _, name := range []string{"surface", "text", "muted", "s0", "s1", "line"} {
			colour := Eval[[]int](p, fmt.Sprintf(`(() => {
				const probe = document.createElement("i");
				probe.style.color = getComputedStyle(document.documentElement).getPropertyValue("--%s");
				document.body.append(probe);
				const rgb = getComputedStyle(probe).color.match(/\d+/g).map(Number);
				probe.remove();
				return rgb;
			})()`, name))
			if n := count(img, colour); n < 40 {
				t.Errorf("%s: %d pixels have the colour %s, %v", scheme, n, name, colour)
			}
		}
		save(t, "picture-"+scheme+".png", file)
	}
}

func count(img image.Image, rgb []int) (n int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			if int(r>>8) == rgb[0] && int(g>>8) == rgb[1] && int(bl>>8) == rgb[2] {
				n++
			}
		}
	}
	return n
}

// On paper the chart is light whatever the theme, fits the page, and goes back to
// the screen's afterwards.
func TestPrintIsLightAndWhole(t *testing.T) {
	p := New(t)
	p.Scheme("dark")
	p.Viewport(390, 844)
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	Eval[bool](p, `(() => {
		addEventListener("beforeprint", () => queueMicrotask(() => {
			const paper = document.querySelector(".paper");
			const ctx = paper.getContext("2d");
			const seen = {};
			const data = ctx.getImageData(0, 0, paper.width, paper.height).data;
			for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen[data.slice(i, i + 3)] = (seen[data.slice(i, i + 3)] || 0) + 1;
			window.printed = {width: paper.width, seen};
		}));
		return true;
	})()`)
	if file := p.PDF("print"); len(file) < 10_000 {
		t.Errorf("the PDF has %d bytes", len(file))
	}
	if w := Eval[int](p, `printed.width`); w != 1400 {
		t.Errorf("the picture for paper is %d pixels wide", w)
	}
	for _, colour := range []string{"0,103,165", "194,80,10"} { // the light theme's first two
		if n := Eval[int](p, fmt.Sprintf(`printed.seen[%q] || 0`, colour)); n < 100 {
			t.Errorf("%d pixels of the printed chart are %s", n, colour)
		}
	}
	if Eval[bool](p, `document.querySelector(".paper") !== null || document.documentElement.dataset.theme !== undefined`) {
		t.Error("printing left something behind")
	}
	// What paper shows is no wider than the paper.
	p.Viewport(700, 900)
	p.do("print style", mediaType("print"))
	Eval[bool](p, `(dispatchEvent(new Event("beforeprint")), true)`)
	if n := p.Overflow(); n > 0 {
		t.Errorf("the printed page is %d px too wide", n)
	}
	if Eval[bool](p, `document.querySelector(".uplot").checkVisibility() || !document.querySelector(".paper").checkVisibility()`) {
		t.Error("paper shows the screen's chart")
	}
	p.Screenshot("print-700")
}

// Under forced colours everything on the canvas is in the system's colours.
func TestForcedColoursReachTheCanvas(t *testing.T) {
	p := New(t)
	p.Media("forced-colors", "active")
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	ink := `(() => {
		const canvas = document.querySelector("#chart canvas"), data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
		const seen = {};
		for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen[data.slice(i, i + 3)] = (seen[data.slice(i, i + 3)] || 0) + 1;
		return Object.entries(seen).sort((a, b) => b[1] - a[1]).map(([c]) => c);
	})()`
	if seen := strings.Join(Eval[[]string](p, ink), " "); strings.Contains(seen, "0,103,165") || !strings.Contains(seen, "0,0,0") {
		t.Errorf("the canvas is painted in %s", seen)
	}
	p.Screenshot("forced-1280")
	p.Media("forced-colors", "none")
	frames(p)
	if seen := strings.Join(Eval[[]string](p, ink), " "); !strings.Contains(seen, "0,103,165") {
		t.Errorf("back without forced colours the canvas is painted in %s", seen)
	}
}
