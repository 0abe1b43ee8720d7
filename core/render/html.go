package render

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/words"
)

// HTML writes the sheet as accessible tables: caption, scoped headers, and in
// every cell the value with 12 digits as data-value, the state, the series and
// the target. No styles, no scripts; all text is escaped.
func HTML(sh *Sheet) string {
	var b strings.Builder
	for _, g := range sh.Grids() {
		b.WriteString("<table class=\"iso-table\">\n<caption>" + Escape(g.Caption) + "</caption>\n<thead><tr><th scope=\"col\">" + Escape(sh.Corner()) + "</th>")
		for _, h := range g.Heads {
			b.WriteString("<th scope=\"col\">" + Escape(h) + "</th>")
		}
		b.WriteString("</tr></thead>\n<tbody>\n")
		for j, line := range g.Lines {
			target := FormatTarget(g.Targets[j])
			b.WriteString("<tr><th scope=\"row\">" + target + "</th>")
			for _, c := range line {
				b.WriteString("<td")
				if c.Value.Ok() {
					attr(&b, "data-value", Exact(c.Value))
				}
				attr(&b, "data-state", c.State)
				attr(&b, "data-target", target)
				if c.Row >= 0 {
					attr(&b, "data-series", sh.Table.Rows[c.Row].Series.Name)
					attr(&b, "data-row", strconv.Itoa(c.Row))
				}
				if c.Ratio {
					attr(&b, "data-ratio", "")
				}
				b.WriteString(">" + Escape(c.Text) + "</td>")
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</tbody>\n</table>\n")
	}
	writeNotes(&b, sh.LinkedNotes())
	return b.String()
}

// HTMLNotes writes the notes of a figure that shows the sheet's frontiers and none
// of its cells.
func HTMLNotes(sh *Sheet) string {
	var b strings.Builder
	var notes []Note
	for _, n := range sh.LinkedNotes() {
		if !n.Mark {
			notes = append(notes, n)
		}
	}
	writeNotes(&b, notes)
	return b.String()
}

func writeNotes(b *strings.Builder, notes []Note) {
	if len(notes) == 0 {
		return
	}
	b.WriteString("<ul class=\"iso-notes\">\n")
	for _, n := range notes {
		text := Escape(n.Text)
		if n.URL != "" {
			url := Escape(n.URL)
			if at := words.Index(text, url); at >= 0 {
				text = text[:at] + "<a href=\"" + url + "\">" + breakable(n.URL) + "</a>" + text[at+len(url):]
			}
		}
		b.WriteString("<li>" + text + "</li>\n")
	}
	b.WriteString("</ul>\n")
}

// breakable writes an address so that a narrow page can break it: an article may have
// no style for that, and browsers find too few places by themselves.
func breakable(url string) string {
	out, n := "", 0
	for _, r := range url {
		if n++; n%24 == 0 {
			out += "<wbr>"
		}
		out += Escape(string(r))
	}
	return out
}

func attr(b *strings.Builder, name, value string) {
	b.WriteString(" " + name)
	if value != "" {
		b.WriteString("=\"" + Escape(value) + "\"")
	}
}

var htmlEscaper = words.Escapes{"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;"}

// Escape writes text as HTML shows it, in an attribute too, as html.EscapeString
// does, which is a general machine of 13 KB.
func Escape(s string) string { return htmlEscaper.Replace(s) }
