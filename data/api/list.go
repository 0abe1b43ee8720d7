package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"net/http"
	"net/url"
	"strings"

	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
)

// listing is what / answers: what there is to ask, and about what.
type listing struct {
	Paths []listedPath `json:"paths"`
	Data  []listedData `json:"data"`
}

type listedPath struct {
	Path    string         `json:"path"`
	Formats []string       `json:"formats"`
	Options []listedOption `json:"options"`
}

type listedOption struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"`
	Help    string `json:"help"`
}

type listedData struct {
	Model    string   `json:"model"`
	Workload string   `json:"workload"`
	SHA256   string   `json:"sha256"`
	Series   []string `json:"series"`
	Table    string   `json:"table"` // an address to try, relative to the list
	Frontier string   `json:"frontier"`
}

func (h *Handler) list(reply replier, values url.Values) {
	formats := values["format"]
	if len(values) > 1 || len(values) == 1 && formats == nil || len(formats) > 1 {
		reply.fail(http.StatusBadRequest, query.KindUsage, "the list takes one format and no other option")
		return
	}
	if formats == nil && reply.format == "csv" {
		reply.format = "json"
	}
	if reply.format != "json" && reply.format != "html" {
		reply.fail(http.StatusBadRequest, query.KindUsage, "format: want json or html")
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(h.source.Index, h.engine.Index() != nil); err != nil {
		reply.failed(err)
		return
	}
	tag := h.tag("", "", reply.format)
	if TagMatches(reply.r.Header.Get("If-None-Match"), tag) {
		reply.unchanged(tag)
		return
	}
	if h.listed == nil {
		l := h.listing()
		var b bytes.Buffer
		if err := command.WriteJSON(&b, l); err != nil {
			panic(err) // a buffer takes everything
		}
		h.listed = map[string][]byte{"json": b.Bytes(), "html": []byte(l.html())}
	}
	reply.policy = listPolicy
	reply.send(http.StatusOK, kinds[reply.format], tag, h.listed[reply.format])
}

func (h *Handler) listing() *listing {
	l := &listing{Data: []listedData{}}
	for _, path := range paths {
		a := ask(path)
		p := listedPath{Path: path, Formats: a.formats}
		for _, o := range options(a.options) {
			if o.name == "format" {
				o.usual = "by the Accept header, else json"
			}
			p.Options = append(p.Options, listedOption{o.name, o.usual, o.help})
		}
		l.Paths = append(l.Paths, p)
	}
	for _, b := range h.engine.Index().Bundles {
		q := "?" + url.Values{"model": {b.Model}, "workload": {b.Workload}}.Encode()
		d := listedData{b.Model, b.Workload, b.SHA256, []string{}, "table" + q, "frontier" + q}
		for _, s := range b.Series {
			d.Series = append(d.Series, s.Key.Name())
		}
		l.Data = append(l.Data, d)
	}
	return l
}

// listStyle is the style of the list as a page, which its policy pins by hash.
const listStyle = `body{max-width:44rem;margin:1.5rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}` +
	`dt{margin-top:.5rem}dd{margin:0 0 0 1.5rem}`

var listPolicy = func() string {
	sum := sha256.Sum256([]byte(listStyle))
	return noPolicy + "; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

func (l *listing) html() string {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>isofront: what there is to ask</title>\n<style>" + listStyle + "</style>\n" +
		"<h1>What there is to ask</h1>\n<p>The options of each path are the flags of the command of that name, and its answer is what that prints.</p>\n<ul>\n")
	for _, d := range l.Data {
		b.WriteString("<li>" + html.EscapeString(d.Model+", "+d.Workload) + ": ")
		for i, to := range []string{d.Table, d.Frontier} {
			if i > 0 {
				b.WriteString(", ")
			}
			name, _, _ := strings.Cut(to, "?")
			b.WriteString("<a href=\"" + html.EscapeString(to+"&format=html") + "\">" + name + "</a>")
		}
		b.WriteString("</li>\n")
	}
	b.WriteString("</ul>\n")
	for _, p := range l.Paths {
		b.WriteString("<h2>" + p.Path + "</h2>\n<dl>\n")
		for _, o := range p.Options {
			b.WriteString("<dt><code>" + o.Name + "</code></dt><dd>" + html.EscapeString(o.Help))
			if o.Default != "" {
				b.WriteString(" Default: " + html.EscapeString(o.Default) + ".")
			}
			b.WriteString("</dd>\n")
		}
		b.WriteString("</dl>\n")
	}
	b.WriteString("</html>\n")
	return b.String()
}
