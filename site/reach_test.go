package main

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// TestSpeedThatMostReach: without a word of the reader the line stands where most of
// the systems on show can be read.
func TestSpeedThatMostReach(t *testing.T) {
	for _, c := range []struct {
		name   string
		ranges [][]float64
		hidden int // the first ones are not on show
		most   int
		x      float64
	}{
		// Three spans hold 16 to 20; (16 + 20) / 2 = 18.
		{"three of four", [][]float64{{10, 20}, {15, 40}, {16, 22}, {100, 200}}, 0, 3, 18},
		// 12 to 14 and 50 to 90 are held by two each: the wider, (50 + 90) / 2 = 70.
		{"the wider of two", [][]float64{{10, 14}, {12, 20}, {40, 90}, {50, 120}}, 0, 2, 70},
		// Without the first two only 40 to 90 and 50 to 120 remain.
		{"hidden ones do not count", [][]float64{{10, 14}, {12, 60}, {40, 90}, {50, 120}}, 2, 2, 70},
		{"a single point", [][]float64{{25, 25}}, 0, 1, 25},
		{"one without a range", [][]float64{nil, {20, 30}}, 0, 1, 25},
	} {
		a := &app{}
		for i, r := range c.ranges {
			a.heads = append(a.heads, wire.Head{Range: r})
			a.shown = append(a.shown, i >= c.hidden)
		}
		lo, hi, most := a.busiest()
		if x := roundInside(lo, hi); most != c.most || x != c.x || a.reaching(x) != c.most {
			t.Errorf("%s: %v of %d (reached by %d), want %v of %d", c.name, x, most, a.reaching(x), c.x, c.most)
		}
	}
}

// TestTargetsThatMostReach: where no speed is within reach of all, the table is made
// at speeds that most reach, and says who does not reach them.
func TestTargetsThatMostReach(t *testing.T) {
	a := shipped(t, "show=*")
	ts := a.targets()
	if len(ts) == 0 {
		t.Fatal("no targets")
	}
	for _, x := range ts {
		if n := a.reaching(x); n*2 < len(a.heads) {
			t.Errorf("at %v: %d of %d", x, n, len(a.heads))
		}
	}
	if note := a.targetsNote(); !strings.Contains(note, "is within reach of all") || !strings.Contains(note, "for one") || a.badTargets() {
		t.Errorf("%q", note)
	}
	if m := a.makeTable(false); m.refusal != "" || len(m.sel.Formed().Spec.Targets) != len(ts) {
		t.Errorf("%+v", m.asked)
	}
}

// The line of the first view stays where it is while most of what is put on show there
// reaches it, and leaves when they do not.
func TestTheFirstLineStaysWhileMostReachIt(t *testing.T) {
	a := shipped(t, "")
	var all []int
	for i := range a.heads {
		all = append(all, i)
	}
	a.chooseSeries(all, true)
	if a.reaching(25) == a.curved() || a.lineX() != 25 {
		t.Errorf("%d of %d reach 25; the line is at %v", a.reaching(25), a.curved(), a.lineX())
	}
	if b := shipped(t, encodeHash(a.st)); b.lineX() != 25 {
		t.Errorf("who follows the link has the line at %v", b.lineX())
	}
	if a := shipped(t, "show=mi355x/sglang/fp8"); 2*a.reaching(25) > a.curved() || a.lineX() == 25 {
		t.Errorf("%d of %d reach 25; the line is at %v", a.reaching(25), a.curved(), a.lineX())
	}
	if a := shipped(t, "show=gb300&t=50"); a.lineX() != 50 {
		t.Errorf("with an own target the line is at %v", a.lineX())
	}
}
