package browsertest

import (
	"regexp"
	"strings"
	"testing"
)

// Where values are not what is computed, the note names the first of them: where it
// is, what is written there and what is computed. Of the same data, those are
// called computed and not today's.
func TestEmbedNamesTheFirstValueThatDiffers(t *testing.T) {
	whole := tag(t)
	cell := regexp.MustCompile(`<td data-value="([0-9.]+)" data-state="(\w+)"[^>]*>([^<]*)</td>`)
	cells := cell.FindAllStringSubmatch(whole, -1)
	column := regexp.MustCompile(`<th scope="col">([^<]*)</th>`).FindAllStringSubmatch(whole, -1)[1][1]
	first, second := cells[0], cells[1]
	change := func(in string, c []string, was, is string) string {
		return strings.Replace(in, c[0], strings.Replace(c[0], was, is, 1), 1)
	}
	at := "table 1, row “25”, column “" + column + "”: "
	text := change(whole, first, ">"+first[3]+"<", ">9"+first[3]+"<")
	one := "1 of 18 values is not what this page computes from the same data: "
	point := regexp.MustCompile(`<td data-value="8933">([^<]*)</td>`)
	chart := isofrontChart(t)
	for _, c := range []struct{ name, body, note string }{
		{"its text", text, one + at + "“9" + first[3] + "” is written, “" + first[3] + "” is computed."},
		{"its value", change(whole, first, `data-value="`, `data-value="9`), one + at + "“" + first[3] + "” with the value 9" + first[1] + " is written, " + first[1] + " is computed."},
		{"its state", change(whole, first, `data-state="`, `data-state="un`), one + at + "“" + first[3] + "” with the state “un" + first[2] + "” is written, “" + first[2] + "” is computed."},
		{"no value", change(whole, first, ` data-value="`+first[1]+`"`, ""), one + at + "“" + first[3] + "” is written, " + first[1] + " is computed."},
		{"two", change(text, second, ">"+second[3]+"<", ">9"+second[3]+"<"), "2 of 18 values are not what this page computes from the same data; the first: " + at + "“9" + first[3] + "” is written, “" + first[3] + "” is computed."},
		{"a point's value", strings.Replace(chart, `data-value="8933"`, `data-value="8934"`, 1), "1 of 39 values is not what this page computes from the same data: point "},
		{"a point's text", point.ReplaceAllString(chart, `<td data-value="8933">9,933</td>`), "”), column “tok/s/GPU”: “9,933” with the value 8933 is written, 8933 is computed."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", c.body))
			settled(p, "author")
			if note := p.shadowText(".note"); !strings.Contains(note, c.note) {
				t.Errorf("the note says\n%q, want\n%q", note, c.note)
			}
			if got := p.shadowText("[data-figures=today]"); got != "Computed" {
				t.Errorf("the choice is %q", got)
			}
		})
	}
}
