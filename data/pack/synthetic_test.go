package pack

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/synth"
)

// The synthetic set is named as such in every row, has a bundle to itself, and
// each of its points has its requests, which say what the point says.
func TestShippedSynthetic(t *testing.T) {
	files, report, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	x := index(t, files, report)
	if len(files) != len(x.Bundles)+len(x.Requests)+1 || len(x.Requests) != 12 {
		t.Errorf("%d files, %d runs with requests", len(files), len(x.Requests))
	}
	if s, ok := sourceOf(x, synth.ID); !ok || s != synth.Source() {
		t.Errorf("source %+v", s)
	}
	runs := 0
	for _, e := range x.Bundles {
		_, _, b, err := data.OpenFile(files[e.File])
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			p := b.Point(i)
			if named := strings.HasPrefix(p.Model, "Synthetic "); named != (p.Source == synth.ID) || named != (e.Model == synth.DemoModel) || named != p.Key().Synthetic() {
				t.Errorf("%s: row of %s from %q", e.File, p.Model, p.Source)
			}
			for _, q := range x.Requests {
				if !q.Of(&p) {
					continue
				}
				if !q.Key().Synthetic() {
					t.Errorf("%s is not marked as synthetic", q.File)
				}
				runs++
				set, err := data.OpenRequests(files[q.File])
				if err != nil {
					t.Fatal(err)
				}
				s := requests.Of(set, latency.SLO{}, nil).Summary()
				m, _ := data.PercentileMetric(data.E2ELPerToken, 90)
				if p.Value(m) != s.E2EPerToken.At(0.9) || !p.Value(m).Ok() {
					t.Errorf("%s at %d: p90 E2EL/OSL %v in the point, %v in its requests", p.Hardware, p.Concurrency, p.Value(m), s.E2EPerToken.At(0.9))
				}
			}
		}
	}
	if runs != 12 {
		t.Errorf("%d points with requests", runs)
	}
}

func sourceOf(x *data.Index, id string) (data.Source, bool) {
	for _, s := range x.Sources {
		if s.ID == id {
			return s, true
		}
	}
	return data.Source{}, false
}
