package browsertest

import (
	"regexp"
	"strings"
	"testing"
)

// A table that its author shortened, or whose text is another than its value says,
// is not put right unasked: it stays as it was written, with a note and a choice,
// and the keyboard stays on what was chosen.
func TestEmbedEditedFallbackStays(t *testing.T) {
	whole := tag(t)
	cells := regexp.MustCompile(`<td[^>]*>[^<]*</td>`).FindAllString(whole, -1)
	if len(cells) < 6 {
		t.Fatalf("%d cells in %s", len(cells), whole)
	}
	last := cells[len(cells)-1]
	first := cells[0]
	text := first[strings.Index(first, ">")+1 : strings.LastIndex(first, "<")]
	for name, c := range map[string]struct{ edited, note string }{
		"a cell taken out": {strings.Replace(whole, last, "", 1), "The form is not that of what this page computes from the same data: cells of row “80”: "},
		"another text":     {strings.Replace(whole, ">"+text+"<", ">9"+text+"<", 1), "1 of 18 values is not what this page computes from the same data: table 1, row “25”, "},
	} {
		t.Run(name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", c.edited))
			settled(p, "author")
			if note := p.shadowText(".note"); !strings.Contains(note, c.note) {
				t.Errorf("the note says %q", note)
			}
			Eval[bool](p, `(`+within("[data-figures=today]")+`.focus(), true)`)
			p.Press(Enter)
			settled(p, "live")
			p.Wait(`document.querySelector("iso-table").shadowRoot.activeElement?.dataset.figures === "today"`)
		})
	}
}
