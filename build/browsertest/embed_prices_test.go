package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// Prices that are none are not taken: what stands is kept, and the note says which
// and why until others are set.
func TestEmbedPricesThatAreNone(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", tag(t)))
	settled(p, "live")
	Eval[bool](p, `(async () => {
		window.heard = [];
		window.drawn = 0;
		const table = document.querySelector("iso-table");
		table.addEventListener("iso-error", (e) => window.heard.push(e.detail.message));
		table.addEventListener("iso-change", () => window.drawn++);
		window.set = (prices) => new Promise((done) => { table.addEventListener("iso-change", () => done(true), {once: true}); table.prices = prices; });
		return window.set({GB300: 2.5});
	})()`)
	stood := cellsOf(p, liveTable)
	for _, prices := range []string{`{gb300: -1}`, `{gb300: NaN}`, `{gb300: 1e400}`, `{gb300: "2.5"}`, `{gb300: 0}`, `{gb200: 1, gb300: null}`, `"free"`, `7`} {
		t.Run(prices, func(t *testing.T) {
			// Frames and answers come in turn: after those that were asked for by then,
			// nothing else is on show.
			Eval[bool](p, `(async () => {
				const table = document.querySelector("iso-table");
				table.prices = `+prices+`;
				await new Promise((r) => requestAnimationFrame(r));
				await table.text("csv");
				return new Promise((r) => requestAnimationFrame(() => r(true)));
			})()`)
			if n := Eval[int](p, `window.drawn`); n != 1 {
				t.Errorf("drawn %d times", n)
			}
			if got := Eval[string](p, `JSON.stringify([document.querySelector("iso-table").state, document.querySelector("iso-table").prices, window.heard])`); got != `["live",{"gb300":2.5},[]]` {
				t.Fatalf("state, prices, errors: %s", got)
			}
			if got := cellsOf(p, liveTable); got != stood {
				t.Errorf("on show is\n%s\nwhat stood\n%s", got, stood)
			}
			if note := p.shadowText(".note"); !strings.Contains(note, "must be a number from 1e-6 to 1e9") || !strings.Contains(note, "What stood before is on show.") || !strings.Contains(note, "price") {
				t.Errorf("the note says %q", note)
			}
		})
	}
	Eval[bool](p, `window.set({gb300: 2.37})`)
	p.Wait(within(".note") + ".hidden")
	want := twin(p, isofront(t, append(append([]string{}, shown...), "--targets", "25,50,80", "--price", "gb300=2.37", "--format", "html")...))
	p.Wait(fmt.Sprintf(`[...%s.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n") === %q`, liveTable, want))
	Eval[bool](p, `window.set(null)`)
	p.Wait(fmt.Sprintf(`[...%s.querySelectorAll("table")].map((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n")).join("\n\n") === %q`, liveTable, cellsOf(p, fallback)))
}

// text tells why there is none: before anything is loaded, after a failure, and
// where what is on show was not computed here. What was there before a failure is
// not told as if it were still so.
func TestEmbedTextAfterAFailure(t *testing.T) {
	url := Serve(t, site(t), nil)
	const text = `document.querySelector("iso-table").text("csv").then((s) => "got " + s.length, (e) => (e instanceof Error ? "" : "not an error ") + e.message)`
	p := Open(t, Article(t, url, "", tag(t)))
	settled(p, "live")
	if got := Eval[string](p, text); !strings.HasPrefix(got, "got ") {
		t.Fatal(got)
	}
	// Asked at once, it waits for what is being loaded.
	if got := Eval[string](p, `(document.querySelector("iso-table").setAttribute("model", "GPT-0"), `+text+`)`); !strings.Contains(got, `model "GPT-0": not in this data`) {
		t.Errorf("while it fails: %q", got)
	}
	settled(p, "failed")
	if got := Eval[string](p, text); !strings.Contains(got, `model "GPT-0": not in this data`) {
		t.Errorf("after the failure: %q", got)
	}
	if got := Eval[string](p, `(document.querySelector("iso-table").setAttribute("model", "DeepSeek-V4-Pro"), `+text+`)`); !strings.HasPrefix(got, "got ") {
		t.Errorf("after it was put right: %q", got)
	}
	if got := Eval[string](p, `document.querySelector("iso-table").text("xls").catch((e) => e.message)`); !strings.Contains(got, "xls") {
		t.Errorf("of an unknown format: %q", got)
	}
	p = Open(t, Article(t, url, "", strings.Replace(tag(t), "<iso-table", "<iso-table hidden", 1)))
	p.Wait(`document.querySelector("iso-table").state === "waiting"`)
	if got := Eval[string](p, text); !strings.Contains(got, "come into view") {
		t.Errorf("before it is loaded: %q", got)
	}
}
