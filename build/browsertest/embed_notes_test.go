package browsertest

import (
	"regexp"
	"strings"
	"testing"
)

// What an author wrote into the notes under a table is not hidden in silence: a
// correction, a price put right, a warning taken out stay as they were written, and
// the element says which line it is. The computed notes are a choice.
func TestEmbedNotesOfTheAuthorsOwn(t *testing.T) {
	whole := tag(t)
	items := regexp.MustCompile(`<li>.*</li>\n`).FindAllString(whole, -1)
	if len(items) < 4 || !strings.Contains(items[0], "GB300 $2.652") || !strings.HasPrefix(items[len(items)-1], "<li>Warning: ") {
		t.Fatalf("the notes are %q", items)
	}
	text := func(item string) string { return strings.TrimSuffix(strings.TrimPrefix(item, "<li>"), "</li>\n") }
	warning := items[len(items)-1]
	edited := strings.Replace(items[0], "$2.652", "$2.99", 1)
	list := regexp.MustCompile(`(?s)<ul class="iso-notes">.*</ul>\n`)
	for _, c := range []struct{ name, body, note string }{
		{"a line added", strings.Replace(whole, "</ul>", "<li>Correction: the price was <b>too low</b>.</li></ul>", 1), "“Correction: the price was too low.” is written and not computed."},
		{"a price edited", strings.Replace(whole, items[0], edited, 1), "“" + text(edited) + "” is written, “" + text(items[0]) + "” is computed."},
		{"a warning taken out", strings.Replace(whole, warning, "", 1), "“" + text(warning) + "” is computed and not written."},
		{"a line twice", strings.Replace(whole, warning, warning+warning, 1), "“" + text(warning) + "” is written and not computed."},
		{"another order", strings.Replace(strings.Replace(whole, items[0], "", 1), warning, warning+items[0], 1), "they are in another order."},
		{"words beside the lines", strings.Replace(whole, "</ul>", "Seen by the editor.</ul>", 1), "“Seen by the editor.” is written and not computed."},
		{"a second list", strings.Replace(whole, "</ul>\n", "</ul>\n<ul class=\"iso-notes\"><li>One.</li><li>Two.</li></ul>", 1), "“One.” is written and not computed; and 1 more."},
		{"no notes left", list.ReplaceAllString(whole, ""), "“" + text(items[0]) + "” is computed and not written; and "},
		{"under a figure", strings.Replace(isofrontChart(t), "<ul class=\"iso-notes\">", "<ul class=\"iso-notes\"><li>Correction.</li>", 1), "“Correction.” is written and not computed."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", c.body))
			settled(p, "author")
			if note, want := p.shadowText(".note"), "The notes below are not those that this page computes from the same data: "+c.note; !strings.HasPrefix(note, want) || !strings.Contains(note, " The figures are on show as they were written.") {
				t.Errorf("the note says\n%q, want\n%q", note, want)
			}
			seen := `[...document.querySelectorAll(".iso-notes, .iso-table caption")].every((e) => e.getBoundingClientRect().height > 0 || e.closest("details"))`
			if !Eval[bool](p, seen) {
				t.Error("what was written is not on show")
			}
			p.Viewport(390, 800)
			p.Screenshot("embed-notes-" + strings.ReplaceAll(c.name, " ", "-"))
			Eval[bool](p, `(`+within("[data-figures=today]")+`.click(), true)`)
			settled(p, "live")
			computed := Eval[string](p, within("[part=notes]")+`.textContent`)
			if strings.Contains(computed, "Correction") || strings.Contains(computed, "$2.99") || computed == "" {
				t.Errorf("the computed notes are %q", computed)
			}
			Eval[bool](p, `(`+within("[data-figures=author]")+`.click(), true)`)
			settled(p, "author")
			if !Eval[bool](p, seen) {
				t.Error("what was written is not on show again")
			}
		})
	}
}

// A publisher's system may lay the same notes out anew, and leave comments: no
// word is another.
func TestEmbedNotesLaidOutAnew(t *testing.T) {
	body := strings.NewReplacer("<li>", "<li>\n    <p><!-- note -->", "</li>", "</p>\n  </li>", "Ratios are against", "Ratios  are\n against", "<ul class=\"iso-notes\">", "<!-- notes --><ul class=\"mine iso-notes\" id=\"n\"><!-- first -->").Replace(tag(t))
	p := Open(t, Article(t, Serve(t, site(t), nil), "", body))
	settled(p, "live")
	if note := p.shadowText(".note"); note != "" {
		t.Errorf("the note says %q", note)
	}
}
