package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A reader's own text that a file, the example or Clear takes the place of can be
// had back, and what took its place after that; typing in between loses nothing.
func TestAuditGivesTheTextBack(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	const own = "tok/s/user,GB200 $/M tok\n25,0.22\n"
	const file = "| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n| 16 | 8835 |\n"
	holds := func(what, want string) {
		t.Helper()
		if got := p.auditText(); got != want {
			t.Errorf("%s: the field holds %q, want %q", what, got, want)
		}
	}
	back := func(what, want string) {
		t.Helper()
		p.Wait(`!document.querySelector("[data-audit=back]").hidden`)
		p.Click("[data-audit=back]")
		holds(what, want)
		if Eval[string](p, `document.activeElement.id`) != "audit-field" {
			t.Errorf("%s: the focus is lost", what)
		}
	}
	p.paste(own, "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	p.Click("[data-audit=clear]")
	holds("cleared", "")
	back("after Clear", own)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1" && document.querySelector("[data-audit=back]").hidden`)

	p.drop("table.md", []byte(file))
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "2"`)
	holds("a file", file)
	back("after a file", own)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	back("and the file again", file)
	back("and again", own)

	// Typed into, the example does not take the way back with it.
	p.Wait(auditReady)
	p.Click("#audit-example")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "24"`)
	Eval[bool](p, `(document.querySelector("#audit-field").focus(), document.querySelector("#audit-field").setSelectionRange(0, 0), true)`)
	p.Press("x", "y")
	p.Wait(`document.querySelector("#audit-field").value.startsWith("xy") && document.querySelector("#audit-title")?.textContent.startsWith("xy")`)
	typed := p.auditText()
	// Nor does a reload.
	Eval[bool](p, `(window.old = true, location.reload(), true)`)
	p.Wait(`!window.old && ` + auditReady + ` && ` + auditReported)
	holds("reloaded", typed)
	back("after typing and a reload", own)
	back("and what was typed", typed)
}

// A file that holds no table, and one of isofront's own, is refused with a word; the
// text and its report stay as they are.
func TestAuditRefusesFiles(t *testing.T) {
	dir := site(t)
	p := Open(t, Serve(t, dir, nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	const own = "tok/s/user,GB200 $/M tok\n25,0.22\n"
	read := func(pattern string) []byte {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		b, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	p.paste(own, "")
	p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	for _, c := range []struct {
		name, want string
		content    []byte
	}{
		{"notes.txt", "notes.txt was not taken: no table found", []byte("Only words.\n")},
		{"empty.csv", "empty.csv was not taken: no table found", nil},
		{"index.html", "index.html is a page of isofront itself, not a published table.", read("index.html")},
		{"saved.htm", "saved.htm is a page of isofront itself", []byte("<!DOCTYPE html>\n<!-- saved from url=(0014)about:internet -->\n<html><head><title>Audit · isofront</title></head><body><table><tr><td>tok/s/user<td>GB200 $/M tok<tr><td>25<td>1</table>")},
		{"points.msgpack", "points.msgpack holds results, not a published table: drop it in another view.", read("data/points-*.msgpack")},
		{"points.txt", "points.txt was not taken: not text", read("data/points-*.msgpack")},
		{"big.csv", "big.csv is larger than 4 MiB: paste the table alone.", []byte(strings.Repeat("1,2\n", 1<<20+1))},
	} {
		p.drop(c.name, c.content)
		p.Wait(fmt.Sprintf(`document.querySelector("#audit-refused").textContent.startsWith(%q) && document.querySelector("#audit-refused").textContent.endsWith("Your text is as it was.")`, c.want))
		if got := p.auditText(); got != own {
			t.Errorf("%s: the field holds %q", c.name, got)
		}
		p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1" && document.querySelector("#audit-field").getAttribute("aria-invalid") === "false"`)
		p.Click(`.audit-table [data-cell]`) // the report is still of the text
		p.Wait(`document.querySelector("#audit-detail h3")?.textContent.includes("at 25")`)
		p.Press(Escape)
	}
	if !Eval[bool](p, `document.querySelector("#audit").checkVisibility() && document.querySelector("[data-audit=back]").hidden`) {
		t.Error("a file that was refused left something behind")
	}
	// What is read next takes the word away; tables of sheets come in other codes too.
	for _, c := range []struct {
		name    string
		content []byte
	}{
		{"utf16.txt", []byte("\xff\xfet\x00o\x00k\x00/\x00s\x00/\x00u\x00s\x00e\x00r\x00\t\x00G\x00B\x002\x000\x000\x00 \x00$\x00/\x00M\x00\n\x002\x005\x00\t\x000\x00.\x002\x002\x00\n\x009\x000\x00\t\x00\x14\x20\n\x00")},
		{"windows.csv", []byte("tok/s/user,GB200 $/M\n25,0.22\n90,\x97\n")},
	} {
		p.drop(c.name, c.content)
		p.Wait(`document.querySelector("#audit-refused").textContent === "" && document.querySelector("#audit-summary")?.dataset.agree === "1" && document.querySelector("#audit-summary").dataset.unreachable === "1"`)
		p.Click("[data-audit=back]")
		p.Wait(`document.querySelector("#audit-summary")?.dataset.cells === "1"`)
	}
}
