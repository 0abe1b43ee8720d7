package main

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/sources"
)

func shippedRows(t *testing.T, name string) (rows []map[string]string) {
	t.Helper()
	f, err := sources.Files().Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// Every source has its points counted, and they are those of the CSV files.
func TestDataViewCountsThePointsOfEverySource(t *testing.T) {
	page := partOf(shipped(t, "#v=data"), "data")
	want := map[string]int{}
	for _, file := range []string{sources.OperatingPoints, sources.AgenticPoints} {
		for _, row := range shippedRows(t, file) {
			want[row["source"]]++
		}
	}
	for _, s := range shippedRows(t, sources.List) {
		row := rowOf(t, page, text(s["title"]))
		kind := map[string]string{"true": "published", "false": "rolling"}[s["dated"]]
		for _, part := range []string{`<a href="` + text(s["url"]) + `"`, ">" + kind + "</td>", ">" + text(s["note"]) + "</td>"} {
			if !strings.Contains(row, part) {
				t.Errorf("%s lacks %s: %s", s["id"], part, row)
			}
		}
		points := "–" // of a price sheet
		if n := want[s["id"]]; n > 0 {
			points = strconv.Itoa(n)
		}
		if !strings.Contains(row, ">"+points+"</td>") {
			t.Errorf("%s: want %s points: %s", s["id"], points, row)
		}
		delete(want, s["id"])
	}
	if len(want) > 0 {
		t.Errorf("points of sources that are not listed: %v", want)
	}
}

// partOf is what an element of the view on show holds.
func partOf(a *app, id string) string {
	for _, p := range a.parts() {
		if p.id == id {
			return p.content
		}
	}
	return ""
}

// rowOf is the row of a table that names something.
func rowOf(t *testing.T, page, name string) string {
	t.Helper()
	for _, row := range strings.Split(page, "<tr")[1:] {
		if row, _, _ = strings.Cut(row, "</tr>"); strings.Contains(row, name) {
			return row
		}
	}
	t.Fatalf("no row names %s", name)
	return ""
}

func TestDataViewListsEveryFileWithItsHash(t *testing.T) {
	files := packed(t)
	a := shipped(t, "#v=data")
	a.index, a.place = "data/index.0123456789ab.msgpack", "https://example.org/x/"
	page := partOf(a, "data")
	for name, file := range files {
		sha := data.Sum(file)
		row := rowOf(t, page, sha)
		if strings.HasPrefix(name, "index") {
			name = "index.0123456789ab.msgpack"
		}
		for _, part := range []string{`data-sha="` + sha + `"`, `<a href="data/` + name + `" download>`, ">" + sha + "</td>"} {
			if !strings.Contains(row, part) {
				t.Errorf("%s lacks %s: %s", name, part, row)
			}
		}
	}
	sha, newest := a.engine.Index().SHA256, ""
	for _, file := range []string{sources.OperatingPoints, sources.AgenticPoints} {
		for _, row := range shippedRows(t, file) {
			newest = max(newest, row["measured_on"])
		}
	}
	for _, part := range []string{"data measured until " + newest + ", index SHA-256 " + sha + ". https://example.org/x/", "@misc{isofront2026-" + sha[:8] + ",", "  year = {2026},", "  url = {https://example.org/x/},"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in the citations", part)
		}
	}
	a.place = "" // opened from disk
	if page = partOf(a, "data"); strings.Contains(page, "  url = ") {
		t.Error("an address where there is none")
	}
}

func TestDataViewShowsTheSheets(t *testing.T) {
	page := partOf(shipped(t, "#v=data"), "data")
	sheets := strings.Split(page, "<details")[1:]
	if len(sheets) != 3 || !strings.HasPrefix(sheets[0], ` open data-key="2026-08-14`) {
		t.Fatalf("%d sheets, the first %.60s", len(sheets), sheets[0])
	}
	for _, r := range shippedRows(t, sources.Prices) {
		for _, sheet := range sheets {
			if !strings.Contains(sheet, "<summary>"+r["as_of"]+"</summary>") {
				continue
			}
			row := rowOf(t, sheet, ">"+strings.ToUpper(r["hardware"])+"<")
			power := ">" + r["all_in_kw_per_gpu"] + "</td>"
			if !strings.Contains(row, power) || (r["tdp_w"] == "") != strings.HasSuffix(row, ">absent</td>") {
				t.Errorf("%s %s: %s", r["as_of"], r["hardware"], row)
			}
		}
	}
}

// What data say is text: no script runs from a link, no markup from a name.
func TestDataViewTrustsNoData(t *testing.T) {
	p := data.Point{Model: "<b>M</b>", Workload: "8/1", Hardware: "h<i>", Framework: "f", Precision: "p", SpecDecoding: "none", Concurrency: 1, Source: "evil"}
	p.Values[data.TputPerGPU], p.Values[data.Interactivity] = opt.Of(9), opt.Of(9)
	q := p
	q.Concurrency, q.Source = 2, "<script>nowhere"
	file, err := data.EncodePoints(p.Model, p.Workload, []data.Point{p, q})
	if err != nil {
		t.Fatal(err)
	}
	_, _, bundle, err := data.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{
		Bundles: []data.BundleEntry{data.Describe(bundle, "points-m.msgpack")},
		Sources: []data.Source{{ID: "evil", Title: "<img src=x>", URL: "javascript:alert(1)", Note: `"><script>`}},
		Sheets:  []data.PriceSheet{{AsOf: "2026-01-01", Source: "evil", Rows: []data.PriceRow{{Hardware: "h<i>", Rental: opt.Of(1)}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newApp("#v=data")
	a.openIndex(index) // the bundle never comes: the view is there all the same
	page := partOf(a, "data")
	for _, bad := range []string{"<b>M", "<i>", "<img", "<script", `href="javascript`} {
		if strings.Contains(page, bad) {
			t.Errorf("%s is live", bad)
		}
	}
	for _, part := range []string{"&lt;img src=x&gt;", "&lt;script&gt;nowhere", "not described in this data", "absent"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
}

// An index from before sources were counted says so.
func TestDataViewWithoutCounts(t *testing.T) {
	a := shipped(t, "#v=data")
	counted, _ := countOrigins(a.engine.Index())
	for i := range a.engine.Index().Bundles {
		a.engine.Index().Bundles[i].Origins = nil
	}
	if n := strings.Count(partOf(a, "data"), ">not counted</td>"); n != len(counted) || n == 0 {
		t.Errorf("%d sources are marked as not counted, %d have points", n, len(counted))
	}
}
