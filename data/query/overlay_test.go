package query

import (
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

func overlayBundle(t *testing.T, model string) []byte {
	t.Helper()
	var points []data.Point
	for i, x := range []float64{10, 20, 40} {
		p := data.Point{Model: model, Workload: "1024/1024", Hardware: "h1", Framework: "own", Precision: "fp8", SpecDecoding: "none", Official: true, Concurrency: 1 + i, MeasuredOn: "2026-01-01"}
		p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(x), opt.Of(1000/x)
		points = append(points, p)
	}
	file, err := data.EncodePoints(model, "1024/1024", points)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestOverlaysAreUnofficialAndLiftedAgain(t *testing.T) {
	e := New()
	if _, err := e.Overlay("f", overlayBundle(t, "M")); err == nil {
		t.Fatal("laid over nothing")
	}
	base := overlayBundle(t, "M")
	_, _, b, err := data.OpenFile(base)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(b, "m.msgpack")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range [][]byte{index, base} {
		if _, err := e.Open(file); err != nil {
			t.Fatal(err)
		}
	}
	names := func(model string) (out []string) {
		t.Helper()
		r := e.Answer(wire.Query{Verb: wire.VerbChart, Model: model, Workload: "1024/1024"})
		if r.Chart == nil {
			return []string{r.Error.Message}
		}
		for i := range r.Chart.Series {
			out = append(out, r.Chart.Series[i].Head.Name)
		}
		return out
	}
	official, unofficial := "h1/own/fp8/none/agg", "h1/own/fp8/none/agg/unofficial"
	for range 2 { // twice: the second takes the place of the first
		for _, model := range []string{"M", "New"} {
			if _, err := e.Overlay("f", overlayBundle(t, model)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := names("M"); !slices.Equal(got, []string{official, unofficial}) {
		t.Errorf("laid over: %q", got)
	}
	if got := names("New"); !slices.Equal(got, []string{unofficial}) {
		t.Errorf("alone: %q", got)
	}
	if got := e.Overlaid("f", "M", "1024/1024"); !slices.Equal(got, []string{unofficial}) {
		t.Errorf("of the file: %q", got)
	}
	sel, err := e.Select(&wire.Query{Verb: wire.VerbChart, Model: "M", Workload: "1024/1024"})
	if err != nil || len(sel.Series[1].Points) != 3 {
		t.Errorf("laid over twice, the file's points are there once: %v", err)
	}
	if _, err := e.Open(base); err != nil { // the site's bundle comes anew
		t.Fatal(err)
	}
	if got := names("M"); len(got) != 2 {
		t.Errorf("after the bundle was opened again: %q", got)
	}
	e.Lift("f")
	if got := names("M"); !slices.Equal(got, []string{official}) {
		t.Errorf("lifted: %q", got)
	}
	if got := names("New"); len(got) != 1 || !strings.Contains(got[0], "not in this data") {
		t.Errorf("lifted: %q", got)
	}
	if len(e.Index().Bundles) != 1 {
		t.Errorf("%d bundles are listed", len(e.Index().Bundles))
	}
}
