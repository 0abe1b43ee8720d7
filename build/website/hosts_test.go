package website

import (
	"context"
	"strings"
	"testing"
)

// rules reads a _headers file: header lines by path, in order.
func rules(text string) map[string][]string {
	out := map[string][]string{}
	at := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "  "):
			out[at] = append(out[at], strings.TrimSpace(line))
		default:
			at = line
		}
	}
	return out
}

// The policy that a host sends is the one in the page, names with a hash are
// kept for good and others not, and no header is in two rules that fit one path.
func TestHeaders(t *testing.T) {
	files := tree(t, sharedSite(t).Out)
	text := string(files["_headers"])
	got := rules(text)
	const forever, anew = "Cache-Control: public, max-age=31536000, immutable", "Cache-Control: no-cache"
	for path, want := range map[string][]string{
		"/*":        {"Access-Control-Allow-Origin: *", "X-Content-Type-Options: nosniff"},
		"/assets/*": {forever}, "/data/*": {forever}, "/site.json": {anew}, "/embed.js": {anew},
		"/": {anew, "Content-Security-Policy: " + Policy}, "/index.html": {anew, "Content-Security-Policy: " + Policy},
	} {
		if strings.Join(got[path], "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
	}
	if len(got) != 7 || strings.Contains(text, "404") {
		t.Errorf("other rules than these:\n%s", text)
	}
	if p := policyOf(files["index.html"]); p != Policy {
		t.Errorf("the page's policy is %q", p)
	}
	if files["_headers.br"] != nil || files["_headers.gz"] != nil {
		t.Error("_headers has siblings")
	}
}

func TestHeadersOfOtherPages(t *testing.T) {
	meta := `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;">`
	b := &builder{files: map[string][]byte{
		"frame.html": []byte(meta), "articles/index.html": []byte("<!-- " + meta + " -->"), "assets/part.0123456789ab.html": []byte("<p>"), "assets/old.js": nil, "data/x.0123456789ab.msgpack": nil,
	}}
	if err := b.addHeaders(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := rules(string(b.files["_headers"]))
	policy := "Cache-Control: no-cache\nContent-Security-Policy: default-src 'none'"
	if strings.Join(got["/frame.html"], "\n") != policy || strings.Join(got["/frame"], "\n") != policy || strings.Join(got["/articles/"], "\n") != "Cache-Control: no-cache" {
		t.Errorf("%q", got)
	}
	if got["/assets/*"] != nil || got["/data/*"] == nil || got["/assets/part.0123456789ab.html"] != nil {
		t.Errorf("names without a hash are kept for good: %q", got)
	}
}
