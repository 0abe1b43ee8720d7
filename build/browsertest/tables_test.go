package browsertest

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// tableShown is true once the view of Tables has drawn its table.
const tableShown = `document.querySelector("#table-preview table")`

// lastOf leaves of flags that take one value those that were given last: a test's own
// words change the common ones. Each flag stands with its value behind it, or without one.
func lastOf(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		given := args[i : i+1]
		if i+1 < len(args) && !strings.HasPrefix(args[i+1], "--") {
			given = args[i : i+2]
		}
		if name := args[i]; name == "--series" || name == "--price" || name == "--power" || !slices.Contains(args[i+1:], name) {
			out = append(out, given...)
		}
		i += len(given) - 1
	}
	return out
}

// isofront runs the command line over the packed figures.
func isofront(t *testing.T, args ...string) string {
	t.Helper()
	dir, _ := packed(t)
	cmd := exec.Command("go", append([]string{"run", "./build", "table", "--data", dir}, lastOf(args)...)...)
	cmd.Dir = Root(t)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return string(out)
}

// clipboard keeps what the page copies in window.copied.
func clipboard(p *Page) {
	Eval[bool](p, `(Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async (text) => { window.copied = text; }}}), true)`)
}

// copied clicks a button and returns what it copied.
func copied(p *Page, button string) string {
	p.t.Helper()
	Eval[bool](p, `(window.copied = null, true)`)
	p.Click(button)
	p.Wait(`window.copied !== null`)
	return Eval[string](p, "window.copied")
}

// check switches a box or a radio button of the view.
func check(p *Page, field, value string) {
	p.t.Helper()
	p.Click(fmt.Sprintf(`#tables input[data-field=%q][value=%q]`, field, value))
}

// An author builds a table from nothing: systems found and ordered, targets
// typed, quantities chosen, an own price. Every form that is copied is what the
// command line prints of the same words, byte for byte, and what the preview
// shows.
func TestAuthorBuildsATable(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, url)
	p.Wait(ready)
	p.Click(`.views a[data-view="tables"]`)
	p.Wait(tableShown)
	clipboard(p)

	const mi = "mi355x/sglang/fp4/none/agg"
	check(p, "pick", mi)
	p.Wait(`document.querySelectorAll(".picked li").length === 3`)
	p.Click(fmt.Sprintf(`.picked button[data-do="up"][data-name=%q]`, mi))
	p.Wait(`document.querySelector(".picked li:nth-child(2)").textContent.includes("MI355X")`)
	p.Type("#table-targets", "12.5, 25, 50, 90")
	p.Press(Tab)
	p.Wait(`document.querySelectorAll("#table-preview tbody tr").length === 4`)
	check(p, "quantity", "throughput")
	check(p, "quantity", "energy")
	p.Wait(`document.querySelectorAll("#table-preview table").length === 3`)
	p.Choose("#table-digits", "4")
	p.Choose("#table-reach", "at-least")
	p.Type(`input[data-price-hardware="gb300"]`, "2.37")
	p.Press(Tab)
	p.Wait(`document.querySelector("#tables .iso-notes").textContent.includes("2.37")`)

	args := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", gb200, "--series", mi, "--series", gb300, "--baseline", gb200,
		"--targets", "12.5,25,50,90", "--quantity", "cost,throughput,energy", "--digits", "4", "--reach", "at-least", "--price", "gb300=2.37"}
	for _, f := range [][2]string{{"html", "html"}, {"", "markdown"}, {"csv", "csv"}, {"latex", "latex"}, {"embed", "embed"}} {
		value, format := f[0], f[1]
		check(p, "format", value)
		p.Wait(fmt.Sprintf(`document.querySelector('#tables [data-field="format"]:checked').value === %q`, value))
		want := isofront(t, append(args, "--format", format, "--data-url", url)...)
		if got := copied(p, `[data-take="copy"]`); got != want {
			t.Errorf("%s: the page copies\n%s\nthe command line writes\n%s", format, got, want)
		}
		if shown := p.Text("#table-source"); !strings.HasPrefix(strings.ReplaceAll(want, "\r\n", "\n"), strings.ReplaceAll(shown, "\r\n", "\n")) || shown == "" {
			t.Errorf("%s: the page shows\n%s\nof\n%s", format, shown, want)
		}
		if format == "html" {
			Eval[bool](p, fmt.Sprintf(`(() => { const t = document.createElement("div"); t.id = "twin"; t.innerHTML = %q; document.body.append(t); return true; })()`, want))
			if got, want := cells(p, "#table-preview"), cells(p, "#twin"); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("the preview says\n%q\nthe command line\n%q", got, want)
			}
			Eval[bool](p, `(document.querySelector("#twin").remove(), true)`)
		}
	}
	if got, want := copied(p, `[data-take="sentence"]`)+"\n", isofront(t, append(args, "--sentence")...); got != want {
		t.Errorf("the sentence is\n%s\nthe command line says\n%s", got, want)
	}
	if got, want := copied(p, `#tables [data-copy="link"]`), Eval[string](p, "location.href"); got != want {
		t.Errorf("the link is %s, want %s", got, want)
	}

	// The link opens the same table in another browser's first visit; Back and
	// reload restore it here.
	source := p.Text("#table-source")
	link := Eval[string](p, "location.href")
	p.Go("about:blank")
	p.Go(link)
	p.Wait(ready)
	p.Wait(tableShown)
	if got := p.Text("#table-source"); got != source {
		t.Errorf("the link %s opens\n%s\nit was\n%s", link, got, source)
	}
	if got := Eval[string](p, `[...document.querySelectorAll("#tables select")].map(s => s.value).join() + document.querySelector("#table-targets").value`); got != ",total,4,at-least,12.5, 25, 50, 90" {
		t.Errorf("the fields hold %q", got)
	}
	check(p, "format", "csv")
	p.Wait(`location.hash.includes("f=csv")`)
	Eval[bool](p, "(history.back(), true)")
	p.Wait(`document.querySelector('#tables [data-field="format"]:checked').value === "embed"`)
	if got := p.Text("#table-source"); got != source {
		t.Errorf("Back shows\n%s\nit was\n%s", got, source)
	}
}

// A chain splits a gain into its steps, in the order of the list, and the list
// is ordered by keys alone; the focus goes with the system.
func TestAuthorOrdersAChainByKeys(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, url+"#v=tables&m=GLM-5&show=b200/sglang/fp4,h200,b200/sglang/fp8/mtp&b=h200&t=30,40")
	p.Wait(ready)
	p.Wait(tableShown)
	focus := func(selector string) {
		Eval[bool](p, fmt.Sprintf(`(document.querySelector(%q).focus(), true)`, selector))
	}
	p.Choose("#table-compare", "chain")
	p.Wait(`document.querySelector("#table-preview").textContent.includes("step by step")`)
	if Eval[bool](p, `document.querySelector("#baseline").checkVisibility()`) {
		t.Error("a chain has no baseline, and its field is there")
	}
	// FP4 is first: two steps down make H200 FP8, B200 FP8, B200 FP4.
	active := `(document.activeElement.dataset.do ?? "") + " " + (document.activeElement.dataset.name ?? "")`
	focus(`.picked li:first-child button[data-do="down"]`)
	p.Press(Space)
	p.Wait(active + ` === "down b200/sglang/fp4/mtp/agg" && document.querySelector(".picked li:nth-child(2)").textContent.includes("fp4")`)
	p.Press(Space) // last now: Down is off, and the focus is on its neighbour
	p.Wait(active + ` === "up b200/sglang/fp4/mtp/agg" && document.querySelector(".picked li:nth-child(3)").textContent.includes("fp4")`)
	if said := p.Text("#said"); said != "B200: 3 of 3." {
		t.Errorf("the move is said as %q", said)
	}
	clipboard(p)
	want := isofront(t, "--model", "GLM-5", "--series", "h200*", "--series", "b200/*/fp8/mtp/*", "--series", "b200/*/fp4*", "--chain", "h200*,b200/*/fp8/mtp/*,b200/*/fp4*", "--targets", "30,40", "--quantity", "cost")
	if got := copied(p, `[data-take="copy"]`); got != want {
		t.Errorf("the page copies\n%s\nthe command line writes\n%s", got, want)
	}
	if !strings.Contains(p.Text("#table-sentence"), "B200 FP8 to B200 FP4") {
		t.Error(p.Text("#table-sentence"))
	}
	// Taking one out keeps the focus in the list, and the last one stays.
	focus(`.picked li:first-child button[data-do="pick"]`)
	p.Press(Enter)
	p.Wait(`document.querySelectorAll(".picked li").length === 2`)
	if got := Eval[string](p, active); !strings.HasPrefix(got, "pick ") {
		t.Errorf("the focus went to %q", got)
	}
	p.Press(Enter)
	p.Wait(`document.querySelectorAll(".picked li").length === 1 && document.querySelector('.picked button[data-do="pick"]').disabled`)
}

// What cannot be used is named where it was typed, what the table warns of stands
// before it, and nothing of it breaks the view.
func TestAuthorIsWarned(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := Open(t, url+"#v=tables")
	p.Wait(ready)
	p.Wait(tableShown)
	if got := p.Text(".warned"); !strings.Contains(got, "interactivity and TPOT differ") {
		t.Errorf("the warnings are %q", got)
	}
	p.Type("#table-targets", "20, <b>x</b>")
	p.Press(Tab)
	p.Wait(`document.querySelector("#table-targets").getAttribute("aria-invalid") === "true"`)
	if note := p.Text("#table-note"); !strings.Contains(note, "“<b>x</b>”") {
		t.Errorf("the note says %q", note)
	}
	if got := Eval[string](p, "location.hash"); got != "#v=tables&t=20" {
		t.Errorf("the address is %s", got)
	}
	p.Click(`#tables [data-do="targets"]`)
	p.Wait(`location.hash === "#v=tables" && document.querySelector("#table-note").textContent === ""`)
	p.Go("about:blank")
	p.Go(url + "#v=tables&c=both&digits=99&r=x&f=pdf&q=cost,watts&theme=sepia")
	p.Wait(ready)
	p.Wait(tableShown)
	for _, want := range []string{"“both”", "“99”", "“x”", "“pdf”", "“watts”", "“sepia”"} {
		if got := p.Text("#link-notice"); !strings.Contains(got, want) {
			t.Errorf("the notice lacks %s: %s", want, got)
		}
	}
	if got := Eval[string](p, "location.hash"); got != "#v=tables" {
		t.Errorf("the address is %s", got)
	}
}

// A file is saved under a name that says what it is.
func TestAuthorSavesAFile(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+"#v=tables&f=latex")
	p.Wait(ready)
	p.Wait(tableShown)
	Eval[bool](p, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then(text => { window.text = text; }); return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };
		return true;
	})()`)
	p.Click(`[data-take="save"]`)
	p.Wait(`window.text !== undefined`)
	if got := Eval[string](p, "window.saved"); got != "isofront-DeepSeek-V4-Pro-8192-1024.tex" {
		t.Errorf("saved as %s", got)
	}
	if got, want := Eval[string](p, "window.text"), p.Text("#table-source"); got != want {
		t.Errorf("saved\n%s\nshown\n%s", got, want)
	}
}

// The view fits every screen, in both themes.
func TestTablesFitScreens(t *testing.T) {
	url := Serve(t, site(t), nil)
	p := New(t)
	for _, width := range []int{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			p.Viewport(width, 844)
			p.Scheme(scheme)
			p.Go("about:blank")
			p.Go(url + "#v=tables&show=gb200,gb300,mi355x/sglang/fp4&t=10,20,30,40,50,80&q=cost,throughput&f=embed")
			p.Wait(ready)
			p.Wait(tableShown)
			p.Screenshot(fmt.Sprintf("tables-%d-%s", width, scheme))
			if n := p.Overflow(); n > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, n)
			}
			small := Eval[[]string](p, `[...document.querySelectorAll("#tables input[type=checkbox], #tables button, #tables select")].filter(e => e.checkVisibility()).filter(e => {
				const r = e.getBoundingClientRect();
				return r.width < 24 || r.height < 24;
			}).map(e => e.outerHTML)`)
			if len(small) > 0 {
				t.Errorf("%d px: too small: %q", width, small)
			}
		}
	}
}

// Among 150 systems a search finds the ones that an author wants; the field keeps
// the focus and its text while the list follows.
func TestAuthorSearchesManySystems(t *testing.T) {
	p := Open(t, Serve(t, many(t), nil)+"#v=tables")
	p.Wait(ready)
	p.Wait(tableShown)
	offered := `[...document.querySelectorAll("#tables .offered input")].map(i => i.value)`
	all := Eval[[]string](p, offered)
	if len(all) != 24 || !strings.Contains(p.Text("#tables .offered + .help"), "126 more") {
		t.Errorf("%d systems are offered: %s", len(all), p.Text("#tables .offered + .help"))
	}
	p.Screenshot("tables-many")
	p.Type("#table-search", "fp4 agg h")
	p.Wait(offered + `.every(name => name.includes("fp4") && name.includes("agg")) && document.querySelectorAll("#tables .offered input").length > 0`)
	if got := Eval[string](p, `document.activeElement.id + " " + document.activeElement.value`); got != "table-search fp4 agg h" {
		t.Errorf("the field is %q", got)
	}
	before := Eval[int](p, `document.querySelectorAll(".picked li").length`)
	free := `#tables .offered input:not(:checked)`
	name := Eval[string](p, fmt.Sprintf(`document.querySelector(%q).value`, free))
	p.Click(free)
	p.Wait(fmt.Sprintf(`document.querySelectorAll(".picked li").length === %d && [...document.querySelectorAll(".picked li button")].some(b => b.dataset.name === %q)`, before+1, name))
	if got := Eval[string](p, `document.activeElement.value`); got != name {
		t.Errorf("the focus went to %q", got)
	}
	p.Type("#table-search", "no such system")
	p.Wait(`document.querySelector("#tables .offered + .help").textContent.includes("No system")`)
	if n := p.Overflow(); n > 0 {
		t.Errorf("the page is %d px too wide", n)
	}
}
