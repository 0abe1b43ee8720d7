package figure

import (
	"strings"
	"testing"
)

// TestFarTargets: a target far beyond the points has no line, which the figure says, and
// leaves the points their place; one near them has its line.
func TestFarTargets(t *testing.T) {
	c, _ := shipped(t, gb) // from 13.2 to 74.13
	for _, log := range []bool{false, true} {
		o := options()
		o.LogX = log
		alone, err := prepared(c, o)
		if err != nil {
			t.Fatal(err)
		}
		want := "5000"
		o.Targets = []float64{25, 5000, 60}
		if log {
			o.Targets, want = append(o.Targets, 0.001), "0.001, 5000"
		}
		f, err := prepared(c, o)
		if err != nil {
			t.Fatal(err)
		}
		if f.x != alone.x {
			t.Errorf("log %v: the axis is %+v, without targets %+v", log, f.x, alone.x)
		}
		if want := " Lines at 25, 60 tok/s/user. No line at " + want + " tok/s/user: far beyond the points."; f.linesAt() != want {
			t.Errorf("log %v: %s", log, f.linesAt())
		}
		for _, drawn := range []string{strings.Join(f.notes(), " "), f.inline(Labels(c))} {
			if !strings.Contains(drawn, f.linesAt()) {
				t.Errorf("log %v: not said: %s", log, drawn)
			}
		}
	}
	o := options()
	o.Targets = []float64{80, 100}
	f, err := prepared(c, o)
	if err != nil || f.x.hi < 100 || len(f.beyond) > 0 {
		t.Errorf("80 and 100 are near 74.13: %v, to %v, without %v", err, f.x.hi, f.beyond)
	}
}

// TestReach: half the span of the points on each side, of one point half of itself.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		lo, hi   float64
		log      bool
		from, to float64
	}{
		{20, 60, false, 0, 80}, {50, 50, false, 25, 75}, {10, 1000, true, 1, 10000}, {50, 50, true, 25, 100},
	} {
		if from, to := reach(c.lo, c.hi, c.log); from != c.from || to != c.to {
			t.Errorf("%+v: %v to %v", c, from, to)
		}
	}
}
