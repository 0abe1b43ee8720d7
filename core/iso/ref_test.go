package iso_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
)

// TestPublishedCells forms every cell of published iso-interactivity tables from
// the published operating points and compares it with what an independent
// program computed (column expected), natively and under js/wasm. Each row cites
// its article; 58 published cells differ from what their own points give.
func TestPublishedCells(t *testing.T) {
	points := records(t, "../../data/sources/operating_points.csv")
	cells := records(t, "../../build/testdata/iso_tables.csv")
	key := func(r map[string]string) string {
		return r["model"] + "|" + r["hardware"] + "|" + r["framework"] + "|" + r["precision"] + "|" + r["spec_decoding"] + "|" + r["measured_on"]
	}
	bySeries := map[string]*iso.Series{}
	for _, r := range points {
		s := bySeries[key(r)]
		if s == nil {
			s = &iso.Series{}
			bySeries[key(r)] = s
		}
		s.Points = append(s.Points, iso.Point{X: number(t, r["interactivity"]), Y: number(t, r["tput_per_gpu"])})
	}
	checked := 0
	for _, r := range cells {
		s := *bySeries[key(r)]
		s.Price = number(t, r["usd_per_gpu_hour"])
		target, _ := number(t, r["target"]).Get()
		tbl, err := iso.Make([]iso.Series{s}, iso.Spec{Axis: iso.Interactivity, Targets: []float64{target}, Baseline: -1})
		if err != nil {
			t.Fatal(err)
		}
		c := tbl.Rows[0].Cells[0]
		got := c.Throughput()
		if r["quantity"] == "$/M tok" {
			got = c.UsdPerMtok
		}
		checked++
		if r["expected"] == "unreachable" {
			if c.Reading.State.Reachable() || got.Ok() {
				t.Errorf("%s at %s: %v, want unreachable", key(r), r["target"], c.Reading)
			}
			continue
		}
		want, _ := number(t, r["expected"]).Get()
		v, ok := got.Get()
		if !ok || math.Abs(v-want) > 1e-6*want {
			t.Errorf("%s at %s: %v %v, want %v", key(r), r["target"], v, ok, want)
		}
	}
	if checked != 232 {
		t.Errorf("checked %d cells, want 232", checked)
	}
}

func number(t *testing.T, s string) opt.Float {
	if s == "" {
		return opt.Float{}
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return opt.Of(v)
}

func records(t *testing.T, path string) []map[string]string {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, r := range rows[1:] {
		m := map[string]string{}
		for i, h := range rows[0] {
			m[h] = r[i]
		}
		out = append(out, m)
	}
	return out
}
