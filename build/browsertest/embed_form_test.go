package browsertest

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Tables and words of the author's own inside the tag are not isofront's: they are
// not compared, they are not taken for its form, and they stay where they are
// when the live table takes the place of isofront's.
func TestEmbedLeavesTheAuthorsOwnTables(t *testing.T) {
	const own = `<table id="mine"><caption>My own</caption><tbody><tr><th>x</th><td>1</td></tr><tr><th>y</th><td>2</td></tr></tbody></table>`
	whole := tag(t)
	for name, body := range map[string]string{
		"after":  strings.Replace(whole, "</iso-table>", own+"<p id=words>My words.</p></iso-table>", 1),
		"before": strings.Replace(whole, ">\n", ">\n<p id=words>My words.</p>"+own, 1),
		"around": strings.Replace(strings.Replace(whole, ">\n", ">\n<p id=words>My words.</p><div>", 1), "</iso-table>", "</div>"+own+"</iso-table>", 1),
	} {
		t.Run(name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", body))
			settled(p, "live")
			if got := p.shadowText(".note"); got != "" {
				t.Errorf("the note says %q", got)
			}
			seen := func(what string) bool {
				return Eval[bool](p, `[...document.querySelectorAll("`+what+`")].every((e) => e.getBoundingClientRect().height > 0)`)
			}
			if !seen("#mine") || !seen("#words") {
				t.Error("the author's own are not on show")
			}
			if Eval[bool](p, `[...document.querySelectorAll("iso-table .iso-table")].some((e) => e.getBoundingClientRect().height > 0)`) {
				t.Error("isofront's static table is on show beside the live one")
			}
			above := Eval[bool](p, `document.querySelector("#mine").getBoundingClientRect().top < `+within("[part=live]")+`.getBoundingClientRect().top`)
			if above != (name == "before") {
				t.Errorf("above the live table: %v", above)
			}
			p.Screenshot("embed-own-" + name)
			// A page that is saved as it stands reads whole without the script.
			if got := Eval[string](p, `new DOMParser().parseFromString(trustedTypes.createPolicy("saved", {createHTML: (s) => s}).createHTML(document.documentElement.outerHTML), "text/html").querySelector("iso-table").querySelectorAll("[hidden], [style]").length + ""`); got != "0" {
				t.Errorf("%s of the tag's parts are hidden in the page", got)
			}
		})
	}
}

// The form is judged apart from the values, and only values of cells that are in
// both are counted: never more differ than there are.
func TestEmbedFormDiffers(t *testing.T) {
	whole := tag(t)
	all := regexp.MustCompile(`<td[ >]`)
	cells := len(all.FindAllString(whole, -1))
	rows := regexp.MustCompile(`(?s)<tr><th scope="row">.*?</tr>\n`)
	row := rows.FindString(whole)
	inRow := len(all.FindAllString(row, -1))
	second := strings.Index(whole[1:], `<table class="iso-table">`) + 1
	end := strings.Index(whole, "</table>\n") + len("</table>\n")
	caption := regexp.MustCompile(`<caption>[^<]*</caption>`).FindString(whole)
	for _, c := range []struct {
		name, body       string
		compared, differ int
		form             string
	}{
		{"a row taken out", strings.Replace(whole, row, "", 1), cells - inRow, 0, "rows: 2, not 3"},
		{"a row of another target", strings.Replace(whole, row, row+strings.Replace(row, ">25<", ">26<", 1), 1), cells, 0, "rows: 4, not 3; row “26” is not computed"},
		{"a foot", strings.Replace(whole, "</tbody>", "</tbody><tfoot><tr><td>Corrected.</td></tr></tfoot>", 1), cells, 0, "rows: 4, not 3; row “Corrected.” is not computed"},
		{"a table taken out", whole[:second] + whole[end:], len(all.FindAllString(whole[end:], -1)), 0, "tables: 1, not 2"},
		{"another caption", strings.Replace(whole, caption, "<caption>Mine</caption>", 1), cells, 0, "caption: “Mine”, not “"},
		{"another head", strings.Replace(whole, "tok/s/user</th>", "speed</th>", 1), cells, 0, "column: “speed”, not “"},
		{"a cell taken out", strings.Replace(whole, row, regexp.MustCompile(`<td[^>]*>[^<]*</td></tr>`).ReplaceAllString(row, "</tr>"), 1), cells - inRow, 0, "cells of row “25”"},
		{"every row taken out", rows.ReplaceAllString(whole, ""), 0, 0, "rows: 0, not 3"},
		{"a row and a value", strings.Replace(strings.Replace(whole, row, "", 1), `data-value="`, `data-value="9`, 1), cells - inRow, 1, "rows: 2, not 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := New(t)
			p.Go(Article(t, Serve(t, site(t), nil), "", c.body+`<p></p>`))
			settled(p, "author")
			note := p.shadowText(".note")
			if !strings.Contains(note, "The form is not that of what this page computes from the same data: ") || !strings.Contains(note, c.form) || !strings.Contains(note, "The figures are on show as they were written.") {
				t.Errorf("the note says %q, want %q", note, c.form)
			}
			if c.differ == 0 && strings.Contains(note, " values are not") {
				t.Errorf("no value differs, and the note says %q", note)
			}
			// The same is told to scripts.
			got := Eval[string](p, `(async () => { const e = document.querySelector("iso-table"); const r = new Promise((done) => e.addEventListener("iso-ready", (x) => done(x.detail), {once: true})); e.setAttribute("theme", "light"); const d = await r; return d.compared + " " + d.differ + " " + (d.form.length > 0); })()`)
			if want := strings.Join([]string{strconv.Itoa(c.compared), strconv.Itoa(c.differ), "true"}, " "); got != want {
				t.Errorf("compared, differ, form: %s, want %s", got, want)
			}
		})
	}
}
