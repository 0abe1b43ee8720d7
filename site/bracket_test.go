package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/pareto"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// cellsOf are the texts of the cells of a row of knots, between its tags.
func cellsOf(t *testing.T, html, row string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(html, `<th scope="row">`+row+`</th>`)
	if !ok {
		t.Fatalf("no row %q in %s", row, html)
	}
	rest, _, _ = strings.Cut(rest, "</tr>")
	var out []string
	for _, cell := range strings.Split(rest, "<td>")[1:] {
		out = append(out, strings.TrimSuffix(cell, "</td>"))
	}
	return out
}

// On every axis the point called faster is better on it than the one called slower,
// and a target beyond an end is said to lie beyond the fastest or slowest as the axis
// has them, wherever the page says so.
func TestFasterAndSlowerFollowTheAxis(t *testing.T) {
	const r1 = "m=DeepSeek-R1-0528&w=agentic&y=cost"
	for axis, row := range map[iso.Axis]string{iso.Interactivity: "Interactivity", iso.TTFT: "TTFT", iso.E2EL: "E2E latency", iso.E2ENormalized: "E2E-normalized"} {
		hash := r1 + "&axis=" + string(axis)
		if axis == iso.Interactivity {
			hash = r1
		}
		a := shipped(t, hash)
		read := 0
		for i, r := range a.sel.Formed().Rows {
			lo, hi, ok := r.Frontier.Range()
			if !ok {
				continue
			}
			fastest, slowest := hi, lo
			if axis.Sense() == pareto.Minimise {
				fastest, slowest = lo, hi
			}
			ends := map[string]float64{"fastest": fastest, "slowest": slowest}
			for _, beyond := range []float64{lo / 2, hi * 2} {
				end := "slowest"
				if (beyond > hi) == (fastest == hi) {
					end = "fastest"
				}
				want := "unreachable: " + end + " is "
				rows := a.lineRows(beyond)
				if !strings.HasPrefix(rows[i].State, want) || "unreachable: "+rows[i].Values[0] != rows[i].State {
					t.Errorf("%s at %v: %q and %q, want %q", axis, beyond, rows[i].State, rows[i].Values[0], want)
				}
				said, ok := digits.Parse(words.Escapes{",", ""}.Replace(strings.TrimPrefix(rows[i].State, want)))
				if !ok || math.Abs(said/ends[end]-1) > 1e-3 {
					t.Errorf("%s at %v: %q, the %s is %v", axis, beyond, rows[i].State, end, ends[end])
				}
				if hover := string(a.appendHover(nil, beyond)); !strings.Contains(hover, rows[i].Values[0]) {
					t.Errorf("%s: the pointer reads %q", axis, hover)
				}
				if detail := a.detailHTML(a.rowSeries[i], beyond); !strings.Contains(detail, "Unreachable: "+end) {
					t.Errorf("%s: the detail says %s", axis, detail)
				}
			}
			detail := a.detailHTML(a.rowSeries[i], (lo+hi)/2)
			slow, fast := strings.Index(detail, "Slower point"), strings.Index(detail, "Faster point")
			if slow < 0 || fast < 0 {
				continue // at a knot
			}
			values := cellsOf(t, detail, row)
			if len(values) != 2 {
				t.Fatalf("%s: %q", axis, values)
			}
			if fast < slow {
				slices.Reverse(values)
			}
			number := func(s string) float64 {
				v, _ := digits.Parse(words.Escapes{",", ""}.Replace(strings.Fields(s)[0]))
				return v
			}
			if slower, faster := number(values[0]), number(values[1]); slower == faster || (faster > slower) != (axis.Sense() == pareto.Maximise) {
				t.Errorf("%s: the slower point has %v, the faster %v", axis, slower, faster)
			}
			read++
		}
		if read == 0 {
			t.Errorf("%s: no bracket was read", axis)
		}
	}
}

// What a cell rests on explains its words: the error of the curve leads to its
// definition, a price has the form that it has everywhere, and a bound that nothing
// holds says less of what.
func TestTheDetailExplainsItsWords(t *testing.T) {
	a := shipped(t, "own=gb300:1.5&kw=gb300:2")
	gb300 := slices.IndexFunc(a.heads, func(h wire.Head) bool { return h.Hardware == "gb300" })
	detail := a.detailHTML(gb300, 25)
	_, link, ok := strings.Cut(detail, `<p><a href="#`)
	link, _, _ = strings.Cut(link, `">Leave-one-out</a>`)
	followed := shipped(t, strings.ReplaceAll(link, "&amp;", "&"))
	if !ok || followed.st.View != "definitions" || followed.st.Term != "leave-one-out" || len(followed.notice) > 0 {
		t.Errorf("the link %q in\n%s", link, detail)
	}
	if !strings.Contains(detail, "= $1.50 × 10⁶") {
		t.Error(detail)
	}
	a.change(func(s *state) { s.View = "calculator"; s.Limit = "0.000001" })
	basis := a.basisHTML(listWithin, gb300)
	if !strings.Contains(basis, "Its slowest point has the most, ") || !strings.Contains(basis, "less than that y") || !strings.Contains(basis, "$1.50 per GPU-hour, your own") {
		t.Error(basis)
	}
}
