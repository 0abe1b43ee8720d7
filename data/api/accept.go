package api

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const plainText = "text/plain; charset=utf-8"

// kinds are the types of the formats. LaTeX and a tag to paste are to be read
// as text; no browser shall make anything else of them.
var kinds = map[string]string{
	"json": "application/json", "csv": "text/csv; charset=utf-8", "html": "text/html; charset=utf-8",
	"markdown": "text/markdown; charset=utf-8", "latex": plainText, "embed": plainText,
}

// negotiable are the formats that an Accept header chooses from, the one that
// is taken when it does not matter first.
var negotiable = []struct{ format, kind string }{{"json", "application/json"}, {"csv", "text/csv"}, {"html", "text/html"}}

// negotiated is the format in which a request wants its answer, and hears of
// its faults: the one that it names, else the one that its Accept headers like
// best (RFC 9110, 12.5.1), else JSON.
func negotiated(values url.Values, accept []string) string {
	if values.Has("format") {
		return values.Get("format")
	}
	best, format := 0.0, "json"
	accepted := strings.Join(accept, ",")
	for _, n := range negotiable {
		if q := weight(accepted, n.kind); q > best {
			best, format = q, n.format
		}
	}
	return format
}

// weight is what the most exact range of an Accept header that fits a type says
// of it, 0 when none does.
func weight(accept, kind string) float64 {
	top, _, _ := strings.Cut(kind, "/")
	ranges := []string{"*/*", top + "/*", kind} // the more exact the later
	exact, q := -1, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		if at := slices.Index(ranges, strings.ToLower(strings.TrimSpace(name))); at > exact {
			exact, q = at, quality(params)
		}
	}
	return q
}

// quality is the q of a range's parameters, 1 without one; one that cannot be
// read refuses.
func quality(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
