package static

import (
	"sort"
	"strconv"
	"strings"
)

// coding is a content coding and the suffix of the files stored in it.
type coding struct{ name, suffix string }

// ours are the codings a site is stored in, the smaller first.
var ours = []coding{{"br", ".br"}, {"gzip", ".gz"}}

// acceptable returns those of ours that an Accept-Encoding header allows, the
// client's preference first and ours among equals (RFC 9110, 12.5.3). Weight 0
// forbids a coding; a weight that cannot be read does too.
func acceptable(header string) []coding {
	weight := map[string]float64{}
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		q := 1.0
		if k, v, ok := strings.Cut(strings.TrimSpace(params), "="); ok && strings.EqualFold(strings.TrimSpace(k), "q") {
			f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
			if err != nil || !(f >= 0 && f <= 1) {
				f = 0
			}
			q = f
		}
		weight[strings.ToLower(strings.TrimSpace(name))] = q
	}
	of := func(c coding) float64 {
		if q, ok := weight[c.name]; ok {
			return q
		}
		return weight["*"]
	}
	var out []coding
	for _, c := range ours {
		if of(c) > 0 {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return of(out[i]) > of(out[j]) })
	return out
}
