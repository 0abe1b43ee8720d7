package browsertest

import (
	"strings"
	"testing"
)

// An attribute that means nothing has its default, which is shown, and a note
// that names it; several are each named.
func TestEmbedBadAttributesAreNoted(t *testing.T) {
	body := `<iso-table model="DeepSeek-V4-Pro" workload="8192/1024" systems="gb*" targets="25,fast" quantities="hope" axis="vibes" percentile="42" theme="neon" hash="abc" digits="3"></iso-table>`
	p := Open(t, Article(t, Serve(t, site(t), nil), "", body))
	settled(p, "live")
	note := p.shadowText(".note")
	for _, name := range []string{"targets: “fast” is not a number", "quantities: quantity \"hope\"", "axis: axis \"vibes\"", "percentile: percentile 42", "theme: “neon”", "hash: is not"} {
		if !strings.Contains(note, name) {
			t.Errorf("no %q in %q", name, note)
		}
	}
	if strings.Contains(note, "digits") || strings.Contains(note, "systems") {
		t.Errorf("the note blames what is right: %q", note)
	}
	if got := cellsOf(p, liveTable); !strings.Contains(got, "$") {
		t.Errorf("shown is %q", got)
	}
	// A workload that was not measured, where there is one other; a model that is not there.
	Eval[bool](p, `(window.failed = new Promise((r) => document.addEventListener("iso-error", (e) => r(e.detail.kind + " " + e.detail.message), {once: true})), document.querySelector("iso-table").setAttribute("model", "GPT-0"), true)`)
	if got := Eval[string](p, "window.failed"); !strings.HasPrefix(got, "usage model \"GPT-0\": not in this data") {
		t.Errorf("the event says %q", got)
	}
	Eval[bool](p, `(document.querySelector("iso-table").setAttribute("model", "GLM-5"), document.querySelector("iso-table").setAttribute("workload", "1/1"), document.querySelector("iso-table").removeAttribute("systems"), true)`)
	settled(p, "live")
	if note := p.shadowText(".note"); !strings.Contains(note, "workload") {
		t.Errorf("the note says %q", note)
	}
}

// What is wrong in a list is left out, and named; and so is an attribute that is
// spelt nearly as one of the element's.
func TestEmbedListsKeepWhatIsRight(t *testing.T) {
	body := `<iso-table model="DeepSeek-V4-Pro" workload="8192/1024" systems="gb*" targets="25,fast,50" quantity="cost" prices="gb200=2,gb300=zz,gb400" class="wide" title="A table" data-track="1"></iso-table>`
	p := Open(t, Article(t, Serve(t, site(t), nil), "", body))
	settled(p, "live")
	note := p.shadowText(".note")
	for _, want := range []string{"targets: “fast” is not a number. The rest is used.", "prices: of gb300 “zz” is not a number, “gb400” is not HARDWARE=NUMBER. The rest is used.", "quantity: not an attribute of this element. Is it quantities?"} {
		if !strings.Contains(note, want) {
			t.Errorf("no %q in %q", want, note)
		}
	}
	for _, own := range []string{"class:", "title:", "data-track", "model:"} {
		if strings.Contains(note, own) {
			t.Errorf("%q in %q", own, note)
		}
	}
	if got := p.shadowText("[part~=live]"); !strings.Contains(got, "GB200 $2.00 (own), GB300 $2.31") {
		t.Errorf("prices: %s", got)
	}
	if n := Eval[int](p, `new Set([...document.querySelector("iso-table").shadowRoot.querySelectorAll("[part~=live] tbody tr th")].map((e) => e.textContent)).size`); n != 2 {
		t.Errorf("%d targets", n)
	}
}

// Scripts set properties and hear events; what is not a number is refused.
func TestEmbedProperties(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", tag(t)))
	settled(p, "live")
	got := Eval[string](p, `(async () => {
		const table = document.querySelector("iso-table");
		await table.ready;
		const change = new Promise((r) => table.addEventListener("iso-change", (e) => r(e.detail), {once: true}));
		table.prices = {gb300: 2.37};
		const detail = await change;
		let refused = "";
		try { table.target = NaN; } catch (e) { refused = e.name; }
		const {Iso} = await import(document.querySelector("script").src);
		return [detail.figures, detail.ask.prices.gb300, refused, (await table.text("csv")).split("\r\n").length, typeof Iso.load].join();
	})()`)
	if got != "author,2.37,RangeError,8,function" { // a head, 2 systems x 3 targets, an end
		t.Errorf("got %s", got)
	}
}
