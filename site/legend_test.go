package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What most series on show are referred to by is the few that are not; either way
// the list means what it was made of.
func TestReferencesToMostSeries(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, "hw"+strconv.Itoa(i)+"/sglang/fp8/none/agg")
	}
	for _, hidden := range [][]int{{}, {3}, {0, 19}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}} {
		a := &app{heads: heads(names...), chosen: make([]bool, 20)}
		for i := range a.chosen {
			a.chosen[i] = !slices.Contains(hidden, i)
		}
		refs := a.references(a.chosen)
		if len(refs) > 10 {
			t.Errorf("%d hidden: %d references", len(hidden), len(refs))
		}
		s, lost := decodeHash(encodeHash(state{Shown: refs}))
		if len(lost) > 0 || !slices.Equal(s.Shown, refs) {
			t.Errorf("%v in an address become %v, %v", refs, s.Shown, lost)
		}
		got := make([]bool, 20)
		for _, ref := range refs {
			list, on := a.resolveShown(ref)
			if len(list) == 0 {
				t.Errorf("%q means nothing", ref)
			}
			for _, i := range list {
				got[i] = on
			}
		}
		if !slices.Equal(got, a.chosen) {
			t.Errorf("%v mean %v", refs, got)
		}
	}
}

func TestCurveNamesSayWhatDiffers(t *testing.T) {
	a := &app{heads: heads("b200/sglang/fp4/mtp/agg", "b200/sglang/fp8/none/agg", "b200/trt/fp8/none/agg", "gb200/trt/fp4/none/disagg"), shown: []bool{true, true, false, true}}
	got := a.curveNames()
	// The third, which is not on show, is named against those that are.
	if want := []string{"B200 fp4 · mtp", "B200 fp8", "B200 trt · fp8", "GB200"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The first choice has each kind of hardware once before any twice, and prefers
// what decodes as the baseline does.
func TestDefaultShownVaries(t *testing.T) {
	hs := heads("b200/sglang/fp4/mtp/agg", "b200/sglang/fp8/none/agg", "b200/trt/fp8/none/agg", "gb200/trt/fp4/mtp/disagg", "gb200/trt/fp4/none/disagg",
		"h100/sglang/fp8/none/agg", "h200/sglang/fp8/mtp/agg", "h200/sglang/fp8/none/agg", "mi355x/sglang/fp8/none/agg")
	for i := range hs {
		hs[i].OperatingPoints = 5
	}
	var got []string
	for i, on := range defaultShown(hs, 5) {
		if on {
			got = append(got, hs[i].Name)
		}
	}
	want := []string{"b200/sglang/fp8/none/agg", "b200/trt/fp8/none/agg", "gb200/trt/fp4/none/disagg", "h100/sglang/fp8/none/agg", "h200/sglang/fp8/none/agg", "mi355x/sglang/fp8/none/agg"}
	if !slices.Equal(got, want) {
		t.Errorf("got %s", strings.Join(got, ", "))
	}
}

// The legend is written once, and anew when the baseline or a note changes, not
// when a series comes or goes.
func TestLegendIsWrittenOnce(t *testing.T) {
	a := shipped(t, "")
	if html := draw(t, a); !strings.Contains(html, `data-series="gb300/dynamo-vllm/fp4/none/disagg" checked`) {
		t.Error("the page drawn in advance has no checked key")
	}
	a.keys = a.legendHTML(nil)
	a.chooseSeries([]int{2, 3}, true)
	a.setSolo(2)
	if a.legend() != nil {
		t.Error("a series on show rewrites the legend")
	}
	a.set("baseline", a.heads[2].Name)
	if a.legend() == nil {
		t.Error("another baseline does not")
	}
}

// What the pointer reads is what the table at the line says, from top to bottom.
func TestHoverAgreesWithTheLine(t *testing.T) {
	for _, hash := range []string{"", "y=cost", "y=energy", "m=MiniMax-M2.5", "y=measured-energy"} {
		a := shipped(t, hash)
		for _, x := range []float64{14, 25, 50, 500} {
			records := strings.Split(string(a.appendHover(nil, x)), recordEnd)
			rows := a.lineRows(x)
			if len(records) != len(rows)+1 || !strings.HasPrefix(records[0], "at ") {
				t.Fatalf("%q at %v: %q", hash, x, records)
			}
			last, end := 0.0, false
			for i, record := range records[1:] {
				f := append(strings.Split(record, fieldEnd), "")
				at, _ := strconv.Atoi(f[0])
				k := slices.IndexFunc(rows, func(r lineRow) bool { return r.Series == at })
				y, ok := rows[k].Y.Get()
				if (f[2] == "1") != ok || end && ok {
					t.Errorf("%q at %v: %q, the height is %v", hash, x, f, rows[k].Y)
				}
				if end = !ok; ok {
					if i > 0 && y > last {
						t.Errorf("%q at %v: %v stands below %v", hash, x, y, last)
					}
					last = y
				}
				want := map[string]string{"": rows[k].Values[0], "y=cost": rows[k].Values[1], "y=energy": rows[k].Values[2], "m=MiniMax-M2.5": rows[k].Values[0]}[hash]
				if ok && f[1] != want {
					t.Errorf("%q at %v: %q, the table says %q", hash, x, f[1], want)
				}
			}
		}
	}
}
