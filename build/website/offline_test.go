package website

import (
	"errors"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/pack"
)

// What is chosen is there with an index of it, and what is not is said.
func TestCut(t *testing.T) {
	packed, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		s        Selection
		points   int
		requests bool
		about    string
	}{
		{"all points", Selection{}, 8, false, "This file holds all 8 sets of operating points of its data, without the records of single requests."},
		{"everything", Selection{Requests: true}, 8, true, "This file holds all 8 sets of operating points of its data and all records of requests."},
		{"a model", Selection{Models: []string{"deepseek-r1-0528"}}, 3, false, "This file holds 3 of the 8 sets of operating points of its data, without the records of single requests."},
		{"a workload of it", Selection{Models: []string{"DeepSeek-R1-0528"}, Workloads: []string{"agentic"}, Requests: true}, 1, false, "This file holds 1 of the 8 sets of operating points of its data, without the records of single requests."},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, about, err := cut(packed, c.s)
			if err != nil {
				t.Fatal(err)
			}
			if about != c.about {
				t.Errorf("about: %s", about)
			}
			points, requests, index := 0, 0, ""
			for name := range files {
				switch {
				case indexName.MatchString(name):
					index = name
				case strings.HasPrefix(name, "requests-"):
					requests++
				default:
					points++
				}
			}
			if points != c.points || requests > 0 != c.requests {
				t.Errorf("%d sets of points, %d of requests", points, requests)
			}
			// The index is of these files and no others.
			b := &builder{Options: Options{Data: files}, files: map[string][]byte{}}
			if err := b.addData(t.Context()); err != nil || len(b.warnings) > 0 || len(b.files) != len(files) {
				t.Errorf("index %s: %v, %v; %d files of %d", index, err, b.warnings, len(b.files), len(files))
			}
		})
	}
	for why, s := range map[string]Selection{"has such a model": {Models: []string{"None"}}, "and workload": {Models: []string{"GLM-5"}, Workloads: []string{"agentic"}}} {
		if _, _, err := cut(packed, s); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	if _, _, err := cut(nil, Selection{}); err == nil || !strings.Contains(err.Error(), "no data") {
		t.Errorf("no data: %v", err)
	}
	// Too much for one file: the error says how much is too much.
	large := &tooLarge{}
	defer func(was int) { maxOffline = was }(maxOffline)
	maxOffline = 1000
	if _, _, err := cut(packed, Selection{}); !errors.As(err, &large) || large.bundles != 8 {
		t.Errorf("too large: %v", err)
	}
}
