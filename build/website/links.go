package website

import (
	"html"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// links reads the pages and style sheets for addresses. A site may lie at any
// path and work without a network, so each must be relative and its file must
// be there; and what the page's own policy would block is an error here.
func (c checker) links() {
	for p := range c.listed {
		switch path.Ext(p) {
		case ".html":
			c.page(p)
		case ".css":
			c.styleSheet(p)
		}
	}
}

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	tag     = regexp.MustCompile(`(?s)<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*)\s*/?>`)
	attr    = regexp.MustCompile(`([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?`)
	cssURL  = regexp.MustCompile(`url\(\s*["']?([^"')]*)["']?\s*\)|@import\s+["']([^"']*)["']`)
	scheme  = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)
)

// addresses are the attributes that hold one.
var addresses = map[string]bool{
	"src": true, "href": true, "action": true, "formaction": true, "poster": true, "data": true, "xlink:href": true,
	"data-wasm": true, "data-wasm-exec": true, "data-vugu-helper": true, "data-index": true, "data-style": true,
	"data-ingest": true, "data-ingest-wasm": true, "data-views": true, "data-views-style": true, "data-definitions": true, "data-dataview": true,
	"data-audit-script": true, "data-audit-style": true, "data-audit-wasm": true, "data-offline": true,
}

func (c checker) page(p string) {
	if p == OfflineName {
		c.offline(p)
		return
	}
	content, err := fs.ReadFile(c.site, p)
	if err != nil {
		return // told already
	}
	policy := false
	for _, t := range tag.FindAllStringSubmatch(comment.ReplaceAllString(string(content), ""), -1) {
		name, attrs := strings.ToLower(t[1]), attributes(t[2])
		if name == "style" {
			c.fail("%s: a <style>, which the policy blocks", p)
		}
		if _, ok := attrs["src"]; name == "script" && !ok {
			c.fail("%s: an inline script, which the policy blocks", p)
		}
		if name == "meta" && strings.EqualFold(attrs["http-equiv"], "Content-Security-Policy") {
			policy = true
			if p == "index.html" && attrs["content"] != Policy {
				c.fail("%s: its content policy is %q, want %q", p, attrs["content"], Policy)
			}
		}
		for a, value := range attrs {
			switch {
			case a == "style" || strings.HasPrefix(a, "on"):
				c.fail("%s: <%s %s=...>, which the policy blocks", p, name, a)
			case strings.HasPrefix(a, "data-") && name != "script": // a cell's own data
			case p == notFoundName && name == "a" && strings.Trim(value, "./") == "": // the folders above whatever was asked for
			case name == "a" && (strings.HasPrefix(value, "https://") || strings.HasPrefix(value, "http://")): // a source, which nothing loads
			case addresses[a] && isFragment(p): // put into the page
				c.address("index.html", value)
			case addresses[a]:
				c.address(p, value)
			}
		}
	}
	if !policy && !isFragment(p) {
		c.fail("%s: has no content policy", p)
	}
}

// attributes returns a tag's attributes by lower-case name, unescaped.
func attributes(s string) map[string]string {
	m := map[string]string{}
	for _, a := range attr.FindAllStringSubmatch(s, -1) {
		m[strings.ToLower(a[1])] = html.UnescapeString(a[2] + a[3] + a[4])
	}
	return m
}

func (c checker) styleSheet(p string) {
	content, err := fs.ReadFile(c.site, p)
	if err != nil {
		return // told already
	}
	for _, u := range cssURL.FindAllStringSubmatch(string(content), -1) {
		c.address(p, u[1]+u[2])
	}
}

// address checks one address found in file p.
func (c checker) address(p, to string) {
	switch {
	case to == "" || strings.HasPrefix(to, "#") || strings.HasPrefix(to, "data:"):
		return
	case strings.HasPrefix(to, "/") || scheme.MatchString(to):
		c.fail("%s: the address %s is not relative", p, to)
		return
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	target := path.Join(path.Dir(p), to)
	if strings.HasSuffix(to, "/") || target == "." {
		target = path.Join(target, "index.html")
	}
	if _, ok := c.listed[target]; !ok {
		c.fail("%s: the address %s leads nowhere", p, to)
	}
}
