package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// TestReferenceTables packs the published operating points and reads every cell
// of the published tables through the command line, to 1e-6 relative of what an
// independent program computed from the same points.
func TestReferenceTables(t *testing.T) {
	rows := records(t, filepath.Join("testdata", "iso_tables.csv"))
	dir := filepath.Join(t.TempDir(), "bundles")
	must(t, "pack", "-o", dir, "../data/sources/operating_points.csv")
	// One table per model, workload and price of one kind of hardware.
	type ask struct{ model, hardware, price string }
	targets := map[ask]map[string]bool{}
	for _, r := range rows {
		a := ask{r["model"], r["hardware"], r["usd_per_gpu_hour"]}
		if targets[a] == nil {
			targets[a] = map[string]bool{}
		}
		targets[a][r["target"]] = true
	}
	checked := 0
	for a, set := range targets {
		list := ""
		for x := range set {
			list += x + ","
		}
		for _, workload := range []string{"8192/1024", "1024/1024"} {
			args := []string{"table", "--data", dir, "--model", a.model, "--workload", workload, "--all-dates", "--targets", list, "--format", "json"}
			if a.price != "" {
				args = append(args, "--price", a.hardware+"="+a.price)
			}
			out, _, code := isofront(t, args...)
			if code != 0 {
				continue // that model has no such workload
			}
			var table wire.Table
			if err := json.Unmarshal([]byte(out), &table); err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				if (ask{r["model"], r["hardware"], r["usd_per_gpu_hour"]}) != a {
					continue
				}
				get := func(name string) string { return r[name] }
				for _, s := range table.Series {
					if s.Hardware != get("hardware") || s.Framework != get("framework") || s.Precision != get("precision") ||
						s.SpecDecoding != get("spec_decoding") || *s.MeasuredOn != get("measured_on") {
						continue
					}
					checked++
					checkCell(t, s, get)
				}
			}
		}
	}
	if checked != len(rows) {
		t.Errorf("checked %d cells of %d", checked, len(rows))
	}
}

func checkCell(t *testing.T, s wire.Series, get func(string) string) {
	t.Helper()
	target, err := strconv.ParseFloat(get("target"), 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Cells {
		if c.Target != target {
			continue
		}
		got := c.Throughput
		if get("quantity") == "$/M tok" {
			got = c.UsdPerMtok
		}
		if get("expected") == "unreachable" {
			if got != nil || c.State != "above" && c.State != "below" {
				t.Errorf("%s at %v: %s, want unreachable", s.Name, target, c.State)
			}
			return
		}
		want, err := strconv.ParseFloat(get("expected"), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got == nil || math.Abs(*got-want) > 1e-6*want {
			t.Errorf("%s at %v: %v (%s), want %v", s.Name, target, got, c.State, want)
		}
		return
	}
	t.Errorf("%s: no cell at %v", s.Name, target)
}

// records reads a CSV file by its header: a map per row.
func records(t *testing.T, path string) []map[string]string {
	t.Helper()
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
