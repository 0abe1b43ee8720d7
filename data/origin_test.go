package data

import (
	"slices"
	"testing"

	"github.com/isofront/isofront/core/opt"
)

func TestOriginsCountTheRowsOfEachSource(t *testing.T) {
	point := func(source, date string, concurrency int) Point {
		p := Point{Model: "M", Workload: "8/1", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "none", Concurrency: concurrency, MeasuredOn: date, Source: source}
		p.Values[TputPerGPU] = opt.Of(1)
		return p
	}
	file, err := EncodePoints("M", "8/1", []Point{
		point("b", "2026-02-01", 1), point("a", "2026-03-01", 2), point("", "", 3), point("a", "2026-01-01", 4), point("a", "", 5),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, _, b, err := OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	e := Describe(b, "points-m.msgpack")
	want := []Origin{{"", 1, "", ""}, {"a", 3, "2026-01-01", "2026-03-01"}, {"b", 1, "2026-02-01", "2026-02-01"}}
	if !slices.Equal(e.Origins, want) {
		t.Errorf("%v, want %v", e.Origins, want)
	}
	// Through the index and back; and an index from before origins were kept opens without.
	for _, kept := range [][]Origin{want, nil} {
		e.Origins = kept
		index, err := EncodeIndex(&Index{Bundles: []BundleEntry{e}})
		if err != nil {
			t.Fatal(err)
		}
		_, x, _, err := OpenFile(index)
		if err != nil || !slices.Equal(x.Bundles[0].Origins, kept) {
			t.Errorf("%v %v, want %v", x.Bundles[0].Origins, err, kept)
		}
	}
}
