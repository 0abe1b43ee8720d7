package figure

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// EmbedWidth is the width for which an embedded figure is laid out: an article's
// column. It is drawn as wide as there is room.
const EmbedWidth = 640

// Embed is the tag of an article with the static figure inside. The theme is one
// of the tag's; address is that of the site, or empty.
func Embed(e *query.Engine, asked *wire.Query, sel *query.Selection, o Options, address string) (string, error) {
	theme, log := o.Theme, ""
	if o.LogX {
		log += "x"
	}
	if o.LogY {
		log += "y"
	}
	if theme == embed.Themes[0] {
		o.Theme = "transparent"
	}
	chart := Chart(sel, log != "")
	if err := o.Annotate(e, sel, chart); err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := Write(&b, "svg", chart, o); err != nil {
		return "", err
	}
	ref, err := e.Resolve(sel.Model, sel.Workload)
	if err != nil {
		return "", err
	}
	tag := embed.Chart{Address: address, Hash: ref.SHA256, Asked: asked, Selection: sel, Targets: o.Targets, Log: log, Theme: theme, SVG: inline(b.String(), theme == embed.Themes[0])}
	return tag.HTML(), nil
}

var (
	svgOpening = regexp.MustCompile(`(?s)^.*?<svg [^>]*?viewBox="([^"]*)"[^>]*>\s*<title[^>]*>(.*?)</title>\s*(<desc>.*?</desc>)?`)
	svgStyle   = regexp.MustCompile(`\s+style="([^"]*)"`)
	svgSpace   = regexp.MustCompile(`\s*\n\s*`)
)

// inline is an SVG file as part of a page: as wide as its place, named without an
// id, and without style attributes, which a page's policy may forbid: every
// property that figures use is an attribute too. Text and frame take the page's
// colour where the figure has no ground of its own.
func inline(svg string, transparent bool) string {
	svg = svgOpening.ReplaceAllStringFunc(svg, func(head string) string {
		m := svgOpening.FindStringSubmatch(head)
		return `<svg class="iso-figure" width="100%" viewBox="` + m[1] + `" direction="ltr" role="img" aria-label="` + m[2] + `">` + m[3]
	})
	svg = svgStyle.ReplaceAllStringFunc(svg, func(style string) string {
		var b strings.Builder
		for declaration := range strings.SplitSeq(html.UnescapeString(svgStyle.FindStringSubmatch(style)[1]), ";") {
			if name, value, ok := strings.Cut(declaration, ":"); ok {
				b.WriteString(" " + strings.TrimSpace(name) + `="` + html.EscapeString(strings.TrimSpace(value)) + `"`)
			}
		}
		return b.String()
	})
	if transparent {
		svg = strings.ReplaceAll(svg, `"#757B83"`, `"currentColor"`)
	}
	return svgSpace.ReplaceAllString(strings.TrimSpace(svg), "\n")
}
