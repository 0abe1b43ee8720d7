package browsertest

import "testing"

// A table pasted into the file gets the report that it gets on the site, cell by cell,
// and the report is saved.
func TestOfflineFileAuditsAPastedTable(t *testing.T) {
	const table = "| tok/s/user | GB200 | GB300 |\n|---|---|---|\n| 25 | $0.216 | $0.102 |\n| 50 | $4.78 | $0.783 |\n| 80 | $9.99 | unreachable |\n"
	const report = `JSON.stringify([...document.querySelectorAll("#audit-summary, .audit-table td")].map((c) => [c.className, c.textContent]))`
	read := func(p *Page) string {
		p.Wait(ready)
		p.Wait(auditReady)
		p.paste(table, "")
		p.Wait(`document.querySelectorAll(".audit-table td").length > 5`)
		return Eval[string](p, report)
	}
	want := read(Open(t, Serve(t, site(t), nil)+auditDSV4))
	p := New(t)
	p.Offline()
	p.Go(offline(t, nil) + auditDSV4)
	if got := read(p); got != want {
		t.Errorf("offline %s\non the site %s", got, want)
	}
	if n := Eval[int](p, `Number(document.querySelector("#audit-summary").dataset.contradict)`); n == 0 {
		t.Error("nothing contradicts a table that is wrong")
	}
	Eval[bool](p, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = () => {};
		return true;
	})()`)
	p.Click(`[data-audit="save"]`)
	p.Wait(`window.saved?.includes("4.78")`)
}
