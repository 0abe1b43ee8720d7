package query_test

import (
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// More samples are of the same curve: each sample of the coarse chart, at 24
// between two knots, is one of the fine chart's 249.
func TestSampledChartIsTheSameCurve(t *testing.T) {
	e := open(t, []data.Point{point("", "", "", 3, 10, 900), point("", "", "", 2, 25, 400), point("", "", "", 1, 90, 30)}, nil)
	sel, err := e.Select(&wire.Query{})
	if err != nil {
		t.Fatal(err)
	}
	c, f := &sel.WireChart().Series[0], &sel.WireChartSampled(249).Series[0]
	if len(c.CurveX) != 3+2*24 || len(f.CurveX) != 3+2*249 || len(f.Points) != 3 {
		t.Fatalf("%d and %d samples, %d points", len(c.CurveX), len(f.CurveX), len(f.Points))
	}
	at := map[float64]float64{}
	for k, x := range f.CurveX {
		at[x] = f.CurveY[k]
	}
	for k, x := range c.CurveX {
		if y, ok := at[x]; !ok || y != c.CurveY[k] {
			t.Errorf("at %v: %v, the fine curve has %v", x, c.CurveY[k], y)
		}
	}
}
