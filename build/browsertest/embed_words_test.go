package browsertest

import (
	"regexp"
	"strings"
	"testing"
)

// The words around an author's figures are compared as their values are: where a link
// leads, what a figure is called, what its series are, how it is read. Others stay as
// they were written, and the note says which.
func TestEmbedWordsOfTheAuthorsOwn(t *testing.T) {
	table, figure := tag(t), isofrontChart(t)
	source := regexp.MustCompile(`<a href="([^"]*)">`).FindStringSubmatch(table)
	if source == nil || !strings.Contains(figure, source[0]) {
		t.Fatalf("no link in\n%s", table)
	}
	const other = "https://example.org/elsewhere"
	warning := regexp.MustCompile(`<li>Warning: .*</li>\n`)
	cut := func(s, from, to string) string {
		if !strings.Contains(s, from) {
			t.Fatalf("there is no %q", from)
		}
		return strings.Replace(s, from, to, 1)
	}
	const notes, form = "The notes below are not those that this page computes from the same data: ", "The form is not that of what this page computes from the same data: "
	for _, c := range []struct{ name, body, note string }{
		{"a link elsewhere", cut(table, `href="`+source[1], `href="`+other), notes + "“Source: "},
		{"a link more", cut(table, "<li>Measured:", `<li><a href="`+other+`">Measured</a>:`), notes + "“Measured: 2026-05-22. (a link to " + other + ")” is written, “Measured: 2026-05-22.” is computed."},
		{"a link of a figure", cut(figure, `href="`+source[1], `href="`+other), notes + "“Source: "},
		{"a warning of a figure", warning.ReplaceAllString(figure, ""), notes + "“Warning: "},
		{"no notes of a figure", regexp.MustCompile(`(?s)<ul class="iso-notes">.*?</ul>\n`).ReplaceAllString(figure, ""), notes + "“Measured: 2026-05-22.” is computed and not written; and "},
		{"a heading", cut(figure, "<strong>Throughput per GPU", "<strong>Throughput per rack"), form + "heading: “Throughput per rack at equal interactivity, DeepSeek-V4-Pro, 8192/1024”, not “Throughput per GPU at"},
		{"a series", cut(figure, "</svg> GB300 dynamo-vllm", "</svg> GB200 dynamo-vllm"), form + "series: “GB200 dynamo-vllm FP4 disagg”, not “GB300 "},
		{"the lines", cut(figure, "Lines at 25, 50", "Lines at 25, 60"), form + "reading: "},
		{"the summary", cut(figure, "<summary>The points", "<summary>Some points"), form + "summary: “Some points"},
		{"the caption", cut(figure, "<caption>Measured points", "<caption>Modelled points"), form + "caption: “Modelled points"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", c.body))
			settled(p, "author")
			if note := p.shadowText(".note"); !strings.HasPrefix(note, c.note) || strings.Contains(c.name, "a link") && !strings.Contains(note, "a link to "+other) || !strings.Contains(note, " The figures are on show as they were written.") {
				t.Errorf("the note says\n%q, want\n%q", note, c.note)
			}
			if !Eval[bool](p, `document.querySelector(".iso-notes, .iso-figure").getBoundingClientRect().height > 20 && `+within("[part=live]")+`.hidden`) {
				t.Error("what was written is not on show")
			}
		})
	}
}

// Figures that were written before they had words and notes of their own come alive
// still, and so do notes whose links a publisher's system took out.
func TestEmbedFewerWordsComeAlive(t *testing.T) {
	older := regexp.MustCompile(`(?s)<div class="iso-figure".*</ul>\n<details`).ReplaceAllString(isofrontChart(t), `<svg class="iso-figure" viewBox="0 0 9 9"></svg><details`)
	unlinked := regexp.MustCompile(`</?a\b[^>]*>`).ReplaceAllString(tag(t), "")
	for name, body := range map[string]string{"an older figure": older, "no links": unlinked} {
		t.Run(name, func(t *testing.T) {
			p := Open(t, Article(t, Serve(t, site(t), nil), "", body))
			settled(p, "live")
			if note := p.shadowText(".note"); note != "" {
				t.Errorf("the note says %q", note)
			}
			if Eval[bool](p, `[...document.querySelectorAll(".iso-figure, .iso-notes, .iso-points")].some((e) => e.getBoundingClientRect().height > 0)`) {
				t.Error("what was written is beside the live one")
			}
		})
	}
}
