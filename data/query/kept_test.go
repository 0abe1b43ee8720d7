package query_test

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// TestAnswersDoNotDependOnWhatWasAsked: an engine that has answered other queries,
// and has had bundles opened and laid over since, answers as one that has not.
func TestAnswersDoNotDependOnWhatWasAsked(t *testing.T) {
	var points []data.Point
	for s, hw := range []string{"h", "g"} {
		for k := range 6 {
			p := point("", fmt.Sprintf("2026-03-%02d", 10+k%2), "", 1<<k, 10*float64(k+1), 900-float64(100*k*(s+1))/2)
			p.Hardware = hw
			points = append(points, p)
		}
	}
	sheet := data.PriceSheet{AsOf: "2026-01-01"}
	over, err := data.EncodePoints("M", "8192/1024", []data.Point{point("mine", "2026-03-10", "", 3, 17, 777)})
	if err != nil {
		t.Fatal(err)
	}
	used := open(t, points, nil, sheet)
	laid := false
	rapid.Check(t, func(t *rapid.T) {
		q := wire.Query{
			Verb:     rapid.SampledFrom([]string{wire.VerbTable, wire.VerbFrontier, wire.VerbChart}).Draw(t, "verb"),
			Model:    "M",
			Workload: rapid.SampledFrom([]string{"8192/1024", "1024/1024"}).Draw(t, "workload"), // the second is not there
			Series:   rapid.SampledFrom([][]string{nil, {"h*"}, {"*"}, {"none*"}}).Draw(t, "series"),
			Baseline: rapid.SampledFrom([]string{"", "h*", "g*"}).Draw(t, "baseline"),
			AsOf:     rapid.SampledFrom([]string{"", "2026-03-10", "bad"}).Draw(t, "as of"),
			AllDates: rapid.Bool().Draw(t, "all dates"),
			Targets:  rapid.SliceOfN(rapid.Float64Range(1, 80), 0, 3).Draw(t, "targets"),
			Prices:   rapid.SampledFrom([]map[string]float64{nil, {"h": 2}, {"h": 3}, {"nothing": 1}}).Draw(t, "prices"),
		}
		if rapid.IntRange(0, 5).Draw(t, "lay") == 0 {
			if laid = !laid; laid {
				if _, err := used.Overlay("mine", over); err != nil {
					t.Fatal(err)
				}
			} else {
				used.Lift("mine")
			}
		}
		fresh := open(t, points, nil, sheet)
		if laid {
			if _, err := fresh.Overlay("mine", over); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := reply(used, q), reply(fresh, q); !bytes.Equal(got, want) {
			t.Fatalf("%+v:\n%s\nfresh:\n%s", q, got, want)
		}
	})
}

func reply(e *query.Engine, q wire.Query) []byte {
	r := e.Answer(q)
	return r.Append(nil)
}
