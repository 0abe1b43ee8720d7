package query

import (
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// overlayBundle is three points, their throughput times a factor.
func overlayBundle(t *testing.T, model string, times float64) []byte {
	t.Helper()
	var points []data.Point
	for i, x := range []float64{10, 20, 40} {
		p := data.Point{Model: model, Workload: "1024/1024", Hardware: "h1", Framework: "own", Precision: "fp8", SpecDecoding: "none", Official: true, Concurrency: 1 + i, MeasuredOn: "2026-01-01"}
		p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(x), opt.Of(times*1000/x)
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
	if _, err := e.Overlay("f", overlayBundle(t, "M", 2)); err == nil {
		t.Fatal("laid over nothing")
	}
	base := overlayBundle(t, "M", 1)
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
			if _, err := e.Overlay("f", overlayBundle(t, model, 2)); err != nil {
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

// What the site has is not drawn twice: the very bundle is passed over, equal rows
// of another one are left out, whether they came before the site's own or after.
func TestARepeatedBundleIsNotDrawnTwice(t *testing.T) {
	e := New()
	base := overlayBundle(t, "M", 1)
	_, _, b, err := data.OpenFile(base)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(b, "m.msgpack")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(index); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Overlay("same.msgpack", base); err != nil || got.Kind != KindKnown || got.Model != "M" || got.Rows != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if got := e.Overlaid("same.msgpack", "M", "1024/1024"); len(got) > 0 {
		t.Errorf("laid over: %q", got)
	}

	// Two of three rows are the site's; the third is not.
	points := b.Points()
	points[2].Values[data.TputPerGPU] = opt.Of(77)
	mixed, err := data.EncodePoints("M", "1024/1024", points)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := e.Overlay("mixed", mixed); err != nil || got.Kind != "points" {
		t.Errorf("%+v, %v", got, err)
	}
	if same, of := e.Repeated("mixed", "M", "1024/1024"); same != 0 || of != 3 {
		t.Errorf("before the site's own is there: %d of %d are repeated", same, of)
	}
	if _, err := e.Open(base); err != nil {
		t.Fatal(err)
	}
	if same, of := e.Repeated("mixed", "M", "1024/1024"); same != 2 || of != 3 {
		t.Errorf("%d of %d are repeated", same, of)
	}
	sel, err := e.Select(&wire.Query{Verb: wire.VerbChart, Model: "M", Workload: "1024/1024"})
	if err != nil || len(sel.Series) != 2 || len(sel.Series[0].Points) != 3 || len(sel.Series[1].Points) != 1 {
		t.Errorf("%+v, %v", sel, err)
	}
	e.Lift("mixed")
	if _, err := e.Overlay("all", func() []byte { // the same rows from elsewhere: packed by themselves
		file, err := data.EncodePoints("M", "1024/1024", append(b.Points(), points[2]))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}()); err != nil {
		t.Fatal(err)
	}
	if same, of := e.Repeated("all", "M", "1024/1024"); same != 3 || of != 4 {
		t.Errorf("%d of %d are repeated", same, of)
	}
}
