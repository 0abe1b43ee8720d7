package website

import (
	"context"
	"path"
	"strings"

	"github.com/isofront/isofront/build/static"
)

// headersName is read by Cloudflare and Netlify, and of no consequence elsewhere:
// the site needs no header. It is read where the site is the top of the host.
const headersName = "_headers"

// addHeaders writes what such hosts should send: any page may read the files,
// nothing is taken for another type, a name with a hash is kept for good and a
// page's policy is its own once more. A host joins the values of all rules that
// fit, so no header is in two of them.
func (b *builder) addHeaders(context.Context) error {
	var out strings.Builder
	rule := func(path string, lines ...string) {
		out.WriteString(path + "\n  " + strings.Join(lines, "\n  ") + "\n")
	}
	out.WriteString("# Read by Cloudflare and Netlify where this folder is the top of the host.\n")
	rule("/*", "Access-Control-Allow-Origin: *", "X-Content-Type-Options: nosniff")
	for _, folder := range []string{"assets", "data"} {
		if b.allHashed(folder + "/") {
			rule("/"+folder+"/*", "Cache-Control: public, max-age=31536000, immutable")
		}
	}
	const anew = "Cache-Control: no-cache"
	rule("/"+ManifestName, anew)
	if b.entry.Embed != "" {
		rule("/"+b.entry.Embed, anew)
	}
	for _, p := range b.paths() {
		if path.Ext(p) != ".html" || p == notFoundName || isFragment(p) {
			continue
		}
		lines := []string{anew}
		if policy := policyOf(b.files[p]); policy != "" {
			lines = append(lines, "Content-Security-Policy: "+policy)
		}
		rule("/"+p, lines...)
		rule("/"+shortened(p), lines...)
	}
	b.files[headersName] = []byte(out.String())
	return nil
}

func (b *builder) allHashed(folder string) bool {
	found := false
	for _, p := range b.paths() {
		if strings.HasPrefix(p, folder) {
			if found = true; !static.Hashed.MatchString(p) {
				return false
			}
		}
	}
	return found
}

// shortened is a page's address as such hosts like it: the folder of an index,
// else without the ending.
func shortened(page string) string {
	if name, ok := strings.CutSuffix(page, "index.html"); ok {
		return name
	}
	return strings.TrimSuffix(page, ".html")
}

// policyOf is the policy in a page's meta tag, "" without one.
func policyOf(page []byte) string {
	for _, t := range tag.FindAllStringSubmatch(comment.ReplaceAllString(string(page), ""), -1) {
		if attrs := attributes(t[2]); strings.EqualFold(t[1], "meta") && strings.EqualFold(attrs["http-equiv"], "Content-Security-Policy") {
			return attrs["content"]
		}
	}
	return ""
}
