package website

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/isofront/isofront/build/figure"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// articleName is the sample article, at the site's root.
const articleName = "article.html"

// addArticle writes the sample article: the template's text with tables, figures
// and sentences as the command line writes them of the same words. They are of
// the bundled figures; a site of other data has no article.
func (b *builder) addArticle(context.Context) error {
	folder := filepath.Join(b.tool.root, b.Site, "article")
	src, err := os.ReadFile(filepath.Join(folder, articleName))
	if err != nil || b.entry.Index == "" || b.entry.Embed == "" {
		return nil
	}
	e := query.New()
	measured, err := b.openAll(e)
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	w := writer{e, measured}
	t, err := template.New(articleName).Funcs(template.FuncMap{
		"table":    func(words string) (template.HTML, error) { return w.table(words + " --format embed") },
		"sentence": func(words string) (template.HTML, error) { return w.table(words + " --sentence") },
		"chart":    w.chart,
		"source":   w.source,
	}).Parse(string(src))
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	css, err := os.ReadFile(filepath.Join(folder, "article.css"))
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	if css, err = minifyStyle("article.css", css); err != nil {
		return err
	}
	style := path.Join("assets", hashedName("article.css", css))
	var page bytes.Buffer
	err = t.Execute(&page, map[string]string{"CSP": Policy, "Style": style, "Embed": b.entry.Embed})
	if other := (*query.Fault)(nil); errors.As(err, &other) {
		b.log("no sample article: it is written for the bundled figures: %v", other)
		return nil
	} else if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.files[style], b.files[articleName] = css, page.Bytes()
	b.entry.Article = articleName
	return nil
}

// openAll opens the site's index and its bundles of operating points, and says
// when each source measured.
func (b *builder) openAll(e *query.Engine) (measured map[string][2]string, err error) {
	if _, err := e.Open(b.files[b.entry.Index]); err != nil {
		return nil, err
	}
	measured = map[string][2]string{}
	for _, x := range e.Index().Bundles {
		file := b.files[path.Join("data", x.File)]
		if _, err := e.Open(file); err != nil {
			return nil, err
		}
		_, _, bundle, err := data.OpenFile(file)
		if err != nil {
			return nil, err
		}
		for i := range bundle.Len() {
			on, id := bundle.MeasuredOn(i), bundle.Source(i)
			if on == "" {
				continue
			}
			span, known := measured[id]
			if !known {
				span = [2]string{on, on}
			}
			measured[id] = [2]string{min(span[0], on), max(span[1], on)}
		}
	}
	return measured, nil
}

// writer writes what an article shows, from the words of the command line.
type writer struct {
	e *query.Engine

	// measured is the first and the last date that each source measured on.
	measured map[string][2]string
}

// parse reads words as flags.
func parse(flags any, words string) error {
	k, err := kong.New(flags, kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		return err
	}
	_, err = k.Parse(strings.Fields(words))
	return err
}

func (w writer) table(words string) (template.HTML, error) {
	var flags command.Table
	if err := parse(&flags, words); err != nil {
		return "", err
	}
	q, err := flags.Query()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if _, err := flags.Write(&b, w.e, &q, 0); err != nil {
		return "", err
	}
	if flags.Sentence {
		return template.HTML(html.EscapeString(strings.TrimSpace(b.String()))), nil
	}
	return template.HTML(b.String()), nil
}

func (w writer) chart(words string) (template.HTML, error) {
	var flags struct {
		command.Selection
		Targets string
	}
	if err := parse(&flags, words); err != nil {
		return "", err
	}
	targets, err := command.Numbers("targets", flags.Targets)
	if err != nil {
		return "", err
	}
	q, err := flags.Query(wire.VerbChart)
	if err != nil {
		return "", err
	}
	sel, err := w.e.Select(&q)
	if err != nil {
		return "", err
	}
	tag, err := figure.Embed(w.e, &q, sel, figure.Options{Targets: targets, Theme: embed.Themes[0]}, "")
	return template.HTML(tag), err
}

// source names a source of the index by its id, or by the beginning of it.
func (w writer) source(id string) (template.HTML, error) {
	for _, s := range w.e.Index().Sources {
		if strings.HasPrefix(s.ID, id) {
			when := ""
			if span, ok := w.measured[s.ID]; ok {
				when = " Measured " + span[0]
				if span[1] != span[0] {
					when += " to " + span[1]
				}
				when += "."
			}
			return template.HTML(fmt.Sprintf("%s, <a href=\"%s\">%s</a>.%s %s.", html.EscapeString(s.Title), html.EscapeString(s.URL), html.EscapeString(s.URL), when,
				html.EscapeString(strings.TrimSuffix(s.Note, ".")))), nil
		}
	}
	return "", &query.Fault{Kind: query.KindData, Message: "source " + id + ": not in this data"}
}
