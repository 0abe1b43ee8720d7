package definitions

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
)

//go:embed fragment.html
var files embed.FS

var fragment = template.Must(template.New("fragment.html").Funcs(template.FuncMap{"inline": inline}).ParseFS(files, "fragment.html"))

// Render writes the fragment. has says whether the site's data hold a model and
// workload: a comparison of others cannot be opened and is not offered.
func Render(groups []Group, has func(model, workload string) bool) ([]byte, error) {
	tools, err := Tools()
	if err != nil {
		return nil, err
	}
	ttft, itl, e2el, err := ours()
	if err != nil {
		return nil, fmt.Errorf("definitions: %w", err)
	}
	view := struct {
		Groups          []Group
		Tools           []Tool
		TTFT, ITL, E2EL string
	}{Tools: tools, TTFT: ttft, ITL: itl, E2EL: e2el}
	for _, g := range groups {
		out := Group{Title: g.Title}
		for _, t := range g.Terms {
			see := []Link{}
			for _, l := range t.See {
				if k := Keys(l.Hash); k["m"] == "" || has(k["m"], k["w"]) {
					see = append(see, l)
				}
			}
			t.See = see
			out.Terms = append(out.Terms, t)
		}
		view.Groups = append(view.Groups, out)
	}
	var b bytes.Buffer
	if err := fragment.Execute(&b, view); err != nil {
		return nil, fmt.Errorf("definitions: %w", err)
	}
	return b.Bytes(), nil
}

// Href is the address of a comparison; a template would escape its signs.
func (l Link) Href() template.URL { return template.URL("#" + l.Hash) }

// Example reports whether a link leads to the Audit view, with the example there.
func (l Link) Example() bool { return strings.HasPrefix(l.Hash, "v=audit") }

// breaks are where a long name may be broken.
var breaks = strings.NewReplacer("_", "_<wbr>", ".", ".<wbr>")

var (
	code   = regexp.MustCompile("`([^`]+)`")
	strong = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	term   = regexp.MustCompile(`\[([^\]]+)\]\(@([a-z0-9-]+)\)`)
	link   = regexp.MustCompile(`\[([^\]]+)\]\((https://[^)]+)\)`)
)

// inline is a line of text with its markup: `code`, **strong**, [words](@term)
// and [words](https://...).
func inline(s string) template.HTML {
	s = html.EscapeString(s)
	s = code.ReplaceAllStringFunc(s, func(c string) string {
		return "<code>" + breaks.Replace(strings.Trim(c, "`")) + "</code>"
	})
	s = strong.ReplaceAllString(s, "<b>$1</b>")
	s = term.ReplaceAllString(s, `<a href="#v=definitions&amp;d=$2" data-term="$2">$1</a>`)
	s = link.ReplaceAllString(s, `<a href="$2" rel="noopener noreferrer">$1</a>`)
	return template.HTML(s)
}
