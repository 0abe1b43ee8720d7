package main

import (
	"encoding/base64"
	"reflect"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// What Go packs is what the script unpacks, to the last bit.
func TestChartCrosses(t *testing.T) {
	c := shipped(t, "").chart
	c.Series = append(c.Series, wire.ChartSeries{}, wire.ChartSeries{Points: []wire.Knot{{X: 0.1, Y: 1e300}}, Member: []bool{false}})
	type series struct{ X, Y, Member, CurveX, CurveY []float64 }
	var want []series
	for i := range c.Series {
		s := series{X: []float64{}, Y: []float64{}, Member: []float64{}, CurveX: append([]float64{}, c.Series[i].CurveX...), CurveY: append([]float64{}, c.Series[i].CurveY...)}
		for k, p := range c.Series[i].Points {
			s.X, s.Y, s.Member = append(s.X, p.X), append(s.Y, p.Y), append(s.Member, 0)
			if c.Series[i].Member[k] {
				s.Member[k] = 1
			}
		}
		want = append(want, s)
	}
	got := script[[]series](t, `w.unpackChart(Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(packChart(c))+
		`"), (c) => c.charCodeAt(0))).map((s) => Object.fromEntries(Object.entries(s).map(([k, v]) => [k, Array.from(v)])))`)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
