package browsertest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

const (
	gb200 = "gb200/dynamo-vllm/fp4/none/disagg"
	gb300 = "gb300/dynamo-vllm/fp4/none/disagg"
)

// packed writes the shipped figures as files, for the command line to read.
func packed(t *testing.T) (dir string, files map[string][]byte) {
	t.Helper()
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for name, file := range files {
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, files
}

// core answers as the page must, natively.
func core(t *testing.T) func(x float64) *wire.Table {
	t.Helper()
	_, files := packed(t)
	e := query.New()
	for _, wantIndex := range []bool{true, false} {
		for name, file := range files {
			if strings.HasPrefix(name, "index") != wantIndex || strings.HasPrefix(name, "requests-") {
				continue
			}
			if _, err := e.Open(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	return func(x float64) *wire.Table {
		t.Helper()
		r := e.Answer(wire.Query{
			Verb: wire.VerbTable, Model: "DeepSeek-V4-Pro", Workload: "8192/1024",
			Series: []string{gb200, gb300}, Baseline: gb200, Targets: []float64{x},
		})
		if r.Table == nil {
			t.Fatal(r.Error.Message)
		}
		return r.Table
	}
}

// cells reads the texts of a table, row by row.
func cells(p *Page, table string) [][]string {
	p.t.Helper()
	return Eval[[][]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(
		r => [...r.children].map(c => c.textContent.trim().replace(/\s+/g, " ")))`, table+" tr"))
}

// A price and a target that nothing on the page was rendered with in advance:
// the table must be what the command line writes, text for text.
func TestExploreTypedPriceAndTargetGiveTheCommandLinesTable(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Type(`input[data-price-hardware="gb300"]`, "$2.37")
	p.Press(Tab)
	p.Type("#targets", "23.5")
	p.Press(Tab)
	p.Wait(`document.querySelector("#iso-table tbody th")?.textContent === "23.5" && document.querySelector("#iso-notes").textContent.includes("2.37")`)
	got := cells(p, "#iso-table")

	dir, _ := packed(t)
	cmd := exec.Command("go", "run", "./build", "table", "--data", dir, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024",
		"--series", gb200, "--series", gb300, "--baseline", gb200, "--price", "gb300=2.37", "--targets", "23.5", "--quantity", "cost", "--format", "html")
	cmd.Dir = Root(t)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	Eval[bool](p, fmt.Sprintf(`(() => {
		const twin = document.createElement("div");
		twin.id = "twin";
		twin.innerHTML = %q;
		document.body.append(twin);
		return true;
	})()`, out))
	want := cells(p, "#twin")
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the page says\n%q\nthe command line\n%q", got, want)
	}
	value := `[...document.querySelectorAll(%q)].map(c => c.dataset.value).join()`
	if g, w := Eval[string](p, fmt.Sprintf(value, "#iso-table td")), Eval[string](p, fmt.Sprintf(value, "#twin td")); g != w {
		t.Errorf("the page's values are %s, the command line's %s", g, w)
	}
}

// lineWants checks every cell of the table that follows the line against the
// core at the speed that the page says it is at, and returns that speed.
func lineWants(t *testing.T, p *Page, at func(float64) *wire.Table) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(Eval[string](p, `document.querySelector("#line-x").value`), 64)
	if err != nil {
		t.Fatal(err)
	}
	if now := Eval[string](p, `document.querySelector("#line").getAttribute("aria-valuetext")`); !strings.HasPrefix(now, render.FormatTarget(x)+" ") {
		t.Errorf("the slider says %q at %v", now, x)
	}
	table := at(x)
	base := table.Series[slices.IndexFunc(table.Series, func(s wire.Series) bool { return s.Name == gb200 })].Cells[0]
	for _, s := range table.Series {
		c := s.Cells[0]
		mark := ""
		if c.Directional {
			mark = "~"
		}
		want := map[string]string{}
		switch c.State {
		case "above":
			want["state"], want["cost"], want["energy"] = render.Beyond(s.Range[1], x, iso.Above), "–", "–"
			want["throughput"] = strings.TrimPrefix(want["state"], "unreachable: ")
		case "below":
			want["state"], want["cost"], want["energy"] = render.Beyond(s.Range[0], x, iso.Below), "–", "–"
			want["throughput"] = strings.TrimPrefix(want["state"], "unreachable: ")
		default:
			want["throughput"] = mark + render.Throughput.Format(*c.Throughput, 0)
			want["cost"] = mark + render.Cost.Format(*c.UsdPerMtok, 0)
			want["energy"] = mark + render.Energy.Format(*c.JoulesPerToken, 0)
			want["state"] = c.State
			if c.Directional {
				want["state"] += ", directional"
			}
		}
		switch {
		case s.Name == gb200:
			want["ratio"] = "baseline"
		case c.Ratio.State == "both":
			// A ratio is as sure as the less sure of its two sides.
			if want["ratio"] = render.FormatRatio(*c.Ratio.PerfPerDollar); c.Directional || base.Directional {
				want["ratio"] = "~" + want["ratio"]
			}
		case c.Ratio.State == "only_system":
			want["ratio"] = "∞"
		default:
			want["ratio"] = "–"
		}
		for quantity, text := range want {
			selector := fmt.Sprintf(`#at-line td[data-series="%s"][data-quantity="%s"]`, s.Name, quantity)
			if got := p.Text(selector); got != text {
				t.Errorf("at %v: %s %s is %q, the core says %q", x, s.Name, quantity, got, text)
			}
		}
	}
	return x
}

func TestExploreLineIsDraggedAndMovedByKeys(t *testing.T) {
	at := core(t)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	start := lineWants(t, p, at)

	x, y := p.Box("#line").Centre()
	p.Drag(x, y, x+90, y+10, 12)
	frames(p)
	dragged := lineWants(t, p, at)
	if dragged <= start {
		t.Errorf("a drag to the right went from %v to %v", start, dragged)
	}
	for _, k := range []string{Right, Right, Left, Up, PageUp, PageDown, PageDown, Home, End, Left} {
		p.Press(k)
		frames(p)
		before := dragged
		if dragged = lineWants(t, p, at); dragged == before {
			t.Errorf("key %q did not move the line from %v", k, before)
		}
	}
	if !strings.Contains(Eval[string](p, "document.activeElement.id"), "line") {
		t.Error("the line lost the focus")
	}
	for _, typed := range []string{"23.5", "900", "0.5"} {
		p.Type("#line-x", typed)
		p.Press(Tab)
		frames(p)
		if got := lineWants(t, p, at); render.FormatTarget(got) != typed {
			t.Errorf("typed %s, the line is at %v", typed, got)
		}
	}
	p.Type("#line-x", "fast")
	p.Press(Tab)
	if note := p.Text("#line-note"); !strings.Contains(note, "fast") || !strings.Contains(note, "0.5") {
		t.Errorf("the note says %q", note)
	}
}

func TestExploreStateSurvivesReloadAndBack(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, url)
	p.Wait(ready)
	p.Choose("#basis", "neocloud")
	p.Wait(`location.hash.includes("basis=neocloud")`)
	p.Type(`input[data-price-hardware="gb200"]`, "1.5")
	p.Press(Tab)
	p.Wait(`location.hash.includes("gb200:1.5")`)
	p.Click("#log-y")
	p.Wait(`location.hash.includes("log=y")`)
	p.Type("#line-x", "31.5")
	p.Press(Tab)
	p.Wait(`location.hash.includes("x=31.5")`)
	frames(p)
	hash := Eval[string](p, "location.hash")
	want := fmt.Sprint(cells(p, "#at-line"), cells(p, "#iso-table"))

	p.Go("about:blank")
	p.Go(url + hash)
	p.Wait(ready)
	frames(p)
	if got := fmt.Sprint(cells(p, "#at-line"), cells(p, "#iso-table")); got != want {
		t.Errorf("after a reload of %s\n%s\nbefore\n%s", hash, got, want)
	}
	if got := Eval[string](p, "location.hash"); got != hash {
		t.Errorf("the address became %s, was %s", got, hash)
	}
	if got := Eval[string](p, `document.querySelector("#basis").value + document.querySelector('[data-price-hardware="gb200"]').value`); got != "neocloud1.5" {
		t.Errorf("the fields hold %s", got)
	}

	p.Choose("#model", "GLM-5")
	p.Wait(`document.querySelector("#chart-title").textContent.includes("GLM-5")`)
	p.Wait(`document.querySelector("#at-line").textContent.includes("H200")`)
	Eval[bool](p, "(history.back(), true)")
	p.Wait(`document.querySelector("#chart-title").textContent.includes("DeepSeek-V4-Pro")`)
	frames(p)
	if got := fmt.Sprint(cells(p, "#at-line"), cells(p, "#iso-table")); got != want {
		t.Errorf("after Back\n%s\nbefore\n%s", got, want)
	}
}

// What cannot be used is named where it was typed, and the rest stays.
func TestExploreNamesInvalidEntries(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	before := fmt.Sprint(cells(p, "#iso-table"))
	p.Type(`input[data-price-hardware="gb300"]`, "cheap")
	p.Press(Tab)
	p.Wait(`document.querySelector('[data-price-hardware="gb300"]').getAttribute("aria-invalid") === "true"`)
	if note := p.Text("#price-note-gb300"); !strings.Contains(note, "cheap") || !strings.Contains(note, "2.31") {
		t.Errorf("the price's note says %q", note)
	}
	if got := fmt.Sprint(cells(p, "#iso-table")); got != before {
		t.Error("an invalid price changed the table")
	}
	p.Type("#targets", "20, -3, <b>x</b>, 30")
	p.Press(Tab)
	p.Wait(`document.querySelector("#targets").getAttribute("aria-invalid") === "true"`)
	if note := p.Text("#targets-note"); !strings.Contains(note, "“-3”") || !strings.Contains(note, "“<b>x</b>”") {
		t.Errorf("the targets' note says %q", note)
	}
	if rows := cells(p, "#iso-table tbody"); len(rows) != 2 {
		t.Errorf("the table has rows %v, want 20 and 30", rows)
	}
}

// The second of three is the second: handlers made in a loop keep their own
// index, and a repeated list keeps its order.
func TestExploreTogglesTheSeriesThatWasClicked(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#show=gb200,gb300,mi355x/sglang/fp4,mi355x/sglang/fp8")
	p.Wait(ready)
	rows := `[...document.querySelectorAll("#at-line tbody tr td:first-of-type")].map(c => c.dataset.series).join()`
	p.Click(`.legend input[data-series="gb300/dynamo-vllm/fp4/none/disagg"]`)
	p.Wait(rows + ` === "gb200/dynamo-vllm/fp4/none/disagg,mi355x/sglang/fp4/none/agg,mi355x/sglang/fp8/none/agg"`)
	p.Click(`.legend input[data-series="mi355x/sglang/fp8/none/agg"]`)
	p.Wait(rows + ` === "gb200/dynamo-vllm/fp4/none/disagg,mi355x/sglang/fp4/none/agg"`)
	p.Click(`.legend input[data-series="gb300/dynamo-vllm/fp4/none/disagg"]`)
	p.Wait(rows + ` === "gb200/dynamo-vllm/fp4/none/disagg,gb300/dynamo-vllm/fp4/none/disagg,mi355x/sglang/fp4/none/agg"`)
}

// A cell says what it rests on when it has the focus or the pointer.
func TestExploreBracketsOnFocusAndHover(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	p.Click("#line-x")
	p.Press(Tab, Tab, Right) // over the button into the table: throughput, then cost
	frames(p)
	for _, want := range []string{"GB200", "24.42", "3,148", "28.31", "2,004.5", "prefill 8 GPU, TP=8 / decode 8 GPU, EP=8", "256", "512", "2026-05-22", "GB300 NVL72 vs GB200 NVL72"} {
		if got := p.Text("#detail"); !strings.Contains(got, want) {
			t.Errorf("the detail lacks %q: %s", want, got)
		}
	}
	x, y := p.Box(fmt.Sprintf(`#iso-table td[data-series=%q][data-target="50"]`, gb300)).Centre()
	p.Move(x, y)
	p.Wait(`document.querySelector("#target-detail").textContent.includes("at 50")`)
	for _, want := range []string{"GB300", "at 50", "36.78", "73.43", "direction"} {
		if got := p.Text("#target-detail"); !strings.Contains(got, want) {
			t.Errorf("the detail lacks %q: %s", want, got)
		}
	}
	p.Press(Down) // the focus is still in the first table
	if got := Eval[string](p, `document.activeElement.dataset.series + " " + document.activeElement.dataset.quantity`); got != gb300+" cost" {
		t.Errorf("Down went to %s", got)
	}
}

// The nearest point is the nearest on the screen: on a log axis that is another
// one than the nearest in the data.
func TestExploreHoverIsMeasuredOnTheScreen(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#log=xy")
	p.Wait(ready)
	frames(p)
	b := p.Box(".u-over")
	hits := 0
	for _, f := range []float64{0.15, 0.3, 0.5, 0.7, 0.9} {
		for _, g := range []float64{0.1, 0.2, 0.35, 0.6} {
			p.Move(b.X+f*b.Width, b.Y+g*b.Height)
			frames(p)
			if Eval[bool](p, `document.querySelector(".tip").hidden`) {
				continue
			}
			hits++
			r := p.Box(".ring")
			rx, ry := r.Centre()
			if dx, dy := rx-(b.X+f*b.Width), ry-(b.Y+g*b.Height); dx*dx+dy*dy > 28*28 {
				t.Errorf("the pointer is %.0f, %.0f pixels off the point it shows", dx, dy)
			}
			if text := p.Text(".tip"); !strings.Contains(text, "tok/s/user") || !strings.Contains(text, "concurrency") {
				t.Errorf("the hover box says %q", text)
			}
		}
	}
	if hits == 0 {
		t.Error("no point was ever near the pointer")
	}
}

// A drag over the plot zooms, a double click goes back, and neither moves the
// line; a click beside the points moves it.
func TestExploreZoomsAndComesBack(t *testing.T) {
	at := core(t)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	before := lineWants(t, p, at)
	left := `document.querySelector("#line").getBoundingClientRect().x`
	home := Eval[float64](p, left)
	b := p.Box(".u-over")
	p.Drag(b.X+b.Width*0.2, b.Y+b.Height*0.15, b.X+b.Width*0.6, b.Y+b.Height*0.8, 8)
	frames(p)
	if p.Wait(`!document.querySelector("[data-action=zoom-out]").hidden`); Eval[float64](p, left) == home {
		t.Error("the line did not move with the zoomed scale")
	}
	if x := lineWants(t, p, at); x != before {
		t.Errorf("the zoom moved the line from %v to %v", before, x)
	}
	p.Click("[data-action=zoom-out]")
	frames(p)
	if Eval[float64](p, left) != home {
		t.Error("the scale did not come back")
	}
	p.Click(".u-over") // its middle is right of the line and far from any point
	frames(p)
	if x := lineWants(t, p, at); x <= before {
		t.Errorf("a click on the right left the line at %v", x)
	}
}

// Scales and themes change as often as one likes without anything piling up.
func TestExploreRebuildsLeaveNothingBehind(t *testing.T) {
	at := core(t)
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	frames(p)
	count := `document.querySelectorAll("*").length`
	elements := Eval[int](p, count)
	for range 6 {
		p.Click("#log-x")
		p.Click("#log-y")
		p.Click("[data-action=theme]")
		frames(p)
	}
	if n := Eval[int](p, count); n != elements {
		t.Errorf("%d elements became %d", elements, n)
	}
	if n := Eval[int](p, `document.querySelectorAll(".u-over, #line").length`); n != 2 {
		t.Errorf("%d plots and lines, want one of each", n)
	}
	lineWants(t, p, at)
}

// Typing that pauses changes the tables at once, and Back undoes the field, not
// a letter of it.
func TestExploreBackUndoesAField(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.Click(`input[data-price-hardware="gb300"]`)
	for i, key := range []string{"4", ".", "5"} {
		p.Press(key)
		want := []string{"gb300:4", "gb300:4.", "gb300:4.5"}[i]
		p.Wait(fmt.Sprintf(`location.hash === "#own=%s"`, want))
	}
	p.Press(Tab)
	Eval[bool](p, "(history.back(), true)")
	p.Wait(`location.hash === "" && document.querySelector('[data-price-hardware="gb300"]').value === ""`)
}
